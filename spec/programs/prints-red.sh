# Prints a line with a bold red word, then waits until its terminal closes.
printf 'it is \033[1;31mon\033[m'
read -r _
