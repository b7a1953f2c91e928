#!/bin/sh
# An editor: it has the whole screen until enter is pressed.
printf '\033[?1049h\033[2J\033[H"%s" edits until enter is pressed' "$(basename "$1")"
read -r _
printf '\033[?1049l'
