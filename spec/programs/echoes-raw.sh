# Prints `ready`, then echoes all input byte for byte.
stty raw -echo
printf 'ready\n'
exec cat
