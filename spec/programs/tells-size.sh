# Prints the size of its terminal now and after each change.
trap 'stty size' WINCH
stty size
while :; do read -r _; done
