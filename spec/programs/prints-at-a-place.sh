# Prints one word in the sixth row and one in the eleventh, then waits until its terminal closes.
printf '\033[6;11HReady\033[11;1Herror'
read -r _
