# Prints a line on a terminal that leaves line feeds as they are, then waits for its terminal to go away.
stty -opost
printf 'ready\n'
read -r _
