# Prints an orange word, then waits until its terminal closes.
printf '\033[38;2;255;128;0mon\033[m'
read -r _
