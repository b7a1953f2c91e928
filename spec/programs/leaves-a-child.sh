# Starts a program in a session of its own, which no hang-up reaches, says ready and goes on.
setsid sh -c 'trap "" HUP; while :; do sleep 1000; done' &
printf 'ready\n'
while read -r _; do :; done
