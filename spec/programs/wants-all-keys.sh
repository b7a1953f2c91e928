# Enables all kitty keyboard flags, mouse reporting and bracketed paste, and prints the input.
stty raw -echo
printf '\033[>31u\033[?1003h\033[?1006h\033[?2004hready:'
exec cat -v
