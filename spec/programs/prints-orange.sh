# Writes an orange word, then waits for its terminal to go away.
printf '\033[38;2;255;128;0mon\033[m'
read -r _
