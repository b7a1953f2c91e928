# Prints a line with a bold red word in it, then waits for its terminal to go away.
printf 'it is \033[1;31mon\033[m'
read -r _
