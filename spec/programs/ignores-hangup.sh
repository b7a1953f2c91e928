# Prints `ready` and ignores SIGHUP: only SIGTERM or SIGKILL ends it.
trap '' HUP
printf ready
while :; do read -r _ || sleep 1000; done
