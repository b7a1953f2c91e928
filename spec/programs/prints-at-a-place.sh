# Writes one word in the sixth row and one in the eleventh, then waits for its terminal to go away.
printf '\033[6;11HReady\033[11;1Herror'
read -r _
