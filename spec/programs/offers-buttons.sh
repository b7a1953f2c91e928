# Shows two buttons and three lines, enables mouse reporting for clicks and the wheel, and shows the received bytes.
stty raw -echo
printf '\033[?1000h\033[?1006h'
printf '\033[2;3H[ OK ]  [ Cancel ]\033[3;3Hline one\033[4;3Hline two\033[6;1H'
exec cat -v
