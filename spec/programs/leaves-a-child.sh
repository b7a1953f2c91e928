# Starts a program in a separate session, which no hang-up reaches, prints `ready` and continues.
setsid sh -c 'trap "" HUP; while :; do sleep 1000; done' &
printf 'ready\n'
while read -r _; do :; done
