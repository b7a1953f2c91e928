# Prints each input line through printf, and nothing else. Its title says that it is ready.
stty -echo
printf '\033]2;obeys\007'
while IFS= read -r line; do printf '%b' "$line"; done
