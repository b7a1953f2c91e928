# Prints a line on a terminal that does not translate line feeds, then waits until its terminal closes.
stty -opost
printf 'ready\n'
read -r _
