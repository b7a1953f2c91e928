#!/usr/bin/env bash
# `npm test`: types, lint and format, the build, all specs, and coverage of the declarations. The last line counts the
# specs. `--no-install` installs no system programs.
set -u
cd "$(dirname "$0")/.."
. spec/programs.sh

fail() {
  wait
  echo "$1"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

install=yes
for option in "$@"; do
  case $option in
    --no-install) install=no ;;
    *) fail "unknown option $option; expected --no-install" ;;
  esac
done

work=node_modules/.cache/ptywright
mkdir -p "$work"
export PATH="$PWD/node_modules/.bin:$PATH"
export PTYWRIGHT_TRAFFIC="$PWD/$work/traffic.ndjson"
rm -f "$PTYWRIGHT_TRAFFIC" "$work/specs.json"

# Starts a step in the background. Its output is shown if it fails.
steps=()
start() {
  local name=$1 began=$SECONDS log="$work/${1// /-}.log"
  shift
  (
    "$@" </dev/null >"$log" 2>&1
    status=$?
    echo "== $name: $([ $status = 0 ] && echo passed || echo "failed: $*"), $((SECONDS - began)) s"
    [ $status = 0 ] || cat "$log"
    exit $status
  ) &
  steps+=($!)
}

# Waits for the steps, and stops if one has failed.
finish() {
  local step failed=0
  for step in "${steps[@]}"; do wait "$step" || failed=1; done
  steps=()
  [ $failed = 0 ] || fail "$1"
}

# Whether dist is newer than what it is built from, as after `npm ci`. The files are the last ones of each part.
is_built() {
  local file
  for file in dist/pluginProgram.bin dist/index.d.ts dist/page/index.html dist/trace/index.html; do
    [ -f "$file" ] && [ -z "$(find src package.json package-lock.json -newer "$file" -print -quit)" ] || return 1
  done
}

report_programs "$install"
echo '== types, lint and build'
# In several threads, tsc checks the same types twice, and the specs need the other cores.
start types tsc -p tsconfig.json --singleThreaded --incremental --tsBuildInfoFile "$work/types.tsbuildinfo"
start 'types of the page' tsc -p src/page/tsconfig.json --singleThreaded
start 'lint and format' biome check --error-on-warnings .
# The specs do not wait for these. A failure is shown at once, and fails the run at the end.
beside=("${steps[@]}")
steps=()
if is_built; then echo '== build: dist is up to date'; else start build npm run --silent build; fi
start tally rolldown spec/tally.ts --dir "$work/tally" --platform node --external node-pty --external re2 --log-level silent
finish 'not tested, because dist/ could not be built'
echo '== specs'
# A test that fails is run once more. If it passes then, it is reported as flaky.
vitest run --config spec/whole.config.ts --retry=1 --reporter=./spec/setup/progress.ts --reporter=json --outputFile.json="$work/specs.json" </dev/null
node "$work/tally/tally.js" "$PTYWRIGHT_TRAFFIC" "$work/specs.json" $?
status=$?
steps=("${beside[@]}")
finish 'types, lint or format failed: see "failed:" above, or run npm run check'
exit $status
