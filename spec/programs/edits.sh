#!/bin/sh
# An editor that uses the whole screen until Enter is pressed.
printf '\033[?1049h\033[2J\033[H"%s" edits until enter is pressed' "$(basename "$1")"
read -r _
printf '\033[?1049l'
