# Enables all mouse events in pixels, and waits until its terminal closes.
printf '\033[?1003h\033[?1016hready'
read -r _
