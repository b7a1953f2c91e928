# Shows a button that the first key moves, then shows all further input.
stty raw -echo
printf '\033[?1000h\033[?1006h[ OK ]'
dd bs=1 count=1 of=/dev/null 2>/dev/null
printf '\033[2J\033[5;11H[ OK ]\033[H'
exec cat -v
