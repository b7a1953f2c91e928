# Asks one question, answers it, and goes on reading.
printf 'name? '
read -r name
printf 'hello %s\n' "$name"
while read -r _; do :; done
