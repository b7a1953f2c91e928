# Tells the size of its terminal now, and whenever it changes.
trap 'stty size' WINCH
stty size
while :; do read -r _; done
