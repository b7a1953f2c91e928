# Says that it is ready and cannot be hung up on: only SIGTERM or more ends it.
trap '' HUP
printf ready
while :; do read -r _ || sleep 1000; done
