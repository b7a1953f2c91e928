# Prints `ready` and ignores all input, including signal keys.
stty raw -echo
printf ready
exec cat >/dev/null
