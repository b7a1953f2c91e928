# Asks one question, answers it, and continues to read.
printf 'name? '
read -r name
printf 'hello %s\n' "$name"
while read -r _; do :; done
