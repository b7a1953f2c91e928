# Says that it is ready, then writes back whatever is typed, byte for byte.
stty raw -echo
printf 'ready\n'
exec cat
