# Asks for a password without an echo, and tells only how long it was.
stty -echo
printf '[sudo] password for ada: '
read -r password
stty echo
printf '\n%d characters\n' "${#password}"
