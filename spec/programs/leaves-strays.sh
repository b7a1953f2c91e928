#!/bin/sh
# Starts a process of the kind $1. All its processes hold the FIFO $2 open, so its reader sees when the last one exits.
exec 3>"$2"
stray='echo ready; exec sleep 1000'
quiet='echo ready >/dev/tty; exec sleep 1000'
case $1 in
plain) ;;
ignores-hup) trap '' HUP ;;
ignores-hup-term) trap '' HUP TERM ;;
stopped) echo ready; kill -STOP $$ ;;
nohup) nohup sh -c "$quiet" >/dev/null 2>&1 & ;;
job) set -m; sh -c "$stray" & ;;
stopped-job) set -m; sh -c "$stray" & kill -STOP $!; echo ready ;;
orphaned-job-no-tag) set -m; (env -u PTYWRIGHT_SESSION_TAG sh -c "$stray" &) ;;
double-fork) (sh -c "$stray" &) ;;
setsid) setsid sh -c "$stray" & ;;
setsid-ignores) trap '' HUP TERM; setsid sh -c "$stray" & trap - HUP TERM ;;
setsid-no-tag) setsid env -u PTYWRIGHT_SESSION_TAG sh -c "$stray" & ;;
leader-exits) nohup sh -c "$quiet" >/dev/null 2>&1 & read -r go; exit 0 ;;
esac
case $1 in plain | ignores-*) echo ready ;; esac
exec sleep 1000
