# Writes what each line tells it, as printf would, and nothing else; its title says that it is ready.
stty -echo
printf '\033]2;obeys\007'
while IFS= read -r line; do printf '%b' "$line"; done
