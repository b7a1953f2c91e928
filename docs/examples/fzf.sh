#!/usr/bin/env bash
# Picks a line with fzf from a shell script, and prints the picked line. Needs fzf.
#
#     bash docs/examples/fzf.sh
set -euo pipefail
ptywright() { node "$(dirname "$0")/../../bin/ptywright.js" "$@"; }

# `exec` starts the program, performs the options in their order, and prints the last screen.
ptywright exec --wait '3/3' --type 'ban' --wait '1/3' --key enter --wait-exit -- \
  sh -c 'printf "apple\nbanana\ncherry\n" | fzf --no-unicode'
