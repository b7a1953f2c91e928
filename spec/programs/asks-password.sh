# Asks for a password without echo, and prints only its length.
stty -echo
printf '[sudo] password for ada: '
read -r password
stty echo
printf '\n%d characters\n' "${#password}"
