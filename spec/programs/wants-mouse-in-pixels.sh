# Asks for every mouse event, in pixels, and waits for its terminal to go away.
printf '\033[?1003h\033[?1016hready'
read -r _
