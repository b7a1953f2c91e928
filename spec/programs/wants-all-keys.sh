# Asks for every key in the kitty protocol with all that it can tell, for the mouse and for pastes, and writes what comes.
stty raw -echo
printf '\033[>31u\033[?1003h\033[?1006h\033[?2004hready:'
exec cat -v
