#!/usr/bin/env bash
# `npm test`: types, lint and format, the build, all specs, and coverage of the declarations. The last line counts the
# specs.
set -u
cd "$(dirname "$0")/.."
. spec/programs.sh

work=node_modules/.cache/ptywright
mkdir -p "$work"
export PATH="$PWD/node_modules/.bin:$PATH"
export PTYWRIGHT_TRAFFIC="$PWD/$work/traffic.ndjson"
rm -f "$PTYWRIGHT_TRAFFIC" "$work/specs.json"

# Runs a step. Stops at the first failure, because later steps would only repeat it.
step() {
  local name=$1 began=$SECONDS
  shift
  echo "== $name"
  "$@" </dev/null >"$work/step.log" 2>&1 || { cat "$work/step.log"; fail "$name failed: $*"; }
  echo "   $((SECONDS - began)) s"
}

fail() {
  echo "$1"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

install_programs
step 'types' npm run --silent types
step 'lint and format' biome check --error-on-warnings .
step 'build' npm run --silent build
step 'tally' rolldown spec/tally.ts --dir "$work/tally" --platform node --external node-pty --external re2 --log-level silent
echo '== specs'
vitest run --reporter=default --reporter=json --outputFile.json="$work/specs.json" </dev/null
exec node "$work/tally/tally.js" "$PTYWRIGHT_TRAFFIC" "$work/specs.json" $?
