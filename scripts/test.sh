#!/usr/bin/env bash
# The whole test: sets up the machine, builds, and runs every check that needs no GPU.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/test.sh [--sanitizers]
  --sanitizers  afterwards unit tests, parity and corpora of fuzzing in a second build, with address and
                undefined-behaviour sanitizers: as long again
TEXT
}

sanitizers=false
for argument in "$@"; do
  case $argument in
    --sanitizers) sanitizers=true ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done

started=$SECONDS
report=()
failed=0

# part NAME COMMAND...: runs one part of the test and notes how it went and how long it took.
part() {
  local name=$1 from=$SECONDS verdict=passed
  shift
  say "$name"
  "$@" || verdict=FAILED
  [ $verdict = passed ] || failed=$((failed + 1))
  report+=("$(printf '%-24s %-7s %4d s' "$name" "$verdict" $((SECONDS - from)))")
  [ $verdict = passed ]
}

# beside NAME COMMAND...: begins a part that runs beside the next ones, on the core that they leave idle; ended NAME
# waits for it, shows what it said, and notes it as a part.
declare -A beside_process=() beside_began=()
beside() {
  local name=$1
  shift
  mkdir -p "$logs"
  beside_began[$name]=$SECONDS
  {
    local status=0
    "$@" || status=$?
    echo $((SECONDS - beside_began[$name])) >"$logs/${name// /-}.seconds"
    exit $status
  } >"$logs/${name// /-}.log" 2>&1 &
  beside_process[$name]=$!
}
ended() {
  local name=$1 verdict=passed
  wait "${beside_process[$name]}" || verdict=FAILED
  [ $verdict = passed ] || failed=$((failed + 1))
  say "$name"
  cat "$logs/${name// /-}.log" >&2
  report+=("$(printf '%-24s %-7s %4d s' "$name" "$verdict" "$(cat "$logs/${name// /-}.seconds" 2>/dev/null || echo 0)")")
}

# tests PRESET CTEST_ARGUMENT...: runs tests of a preset; shows those that failed, names those that
# were skipped with their reason.
ran=0
skipped=0
tests() {
  local preset=$1 log=$logs/test-$1.log status=0 of skips
  shift
  cd "$root"
  mkdir -p "$logs"
  ctest --preset "$preset" "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    grep -vE '^ *[0-9]+/[0-9]+ .* Passed |^ +Start ' "$log" | tail -n 150 >&2 || true
    say "all of its output: $log"
  fi
  of=$(sed -n 's/.*tests failed out of \([0-9]*\).*/\1/p' "$log")
  skips=$(grep -cE '^ *[0-9]+/[0-9]+ .*\*\*\*Skipped' "$log" || true)
  grep -E '^ *[0-9]+/[0-9]+ .*\*\*\*Skipped' "$log" | sed 's/^/  /' >&2 || true
  ran=$((ran + ${of:-0} - skips))
  skipped=$((skipped + skips))
  return "$status"
}

# gates: what is checked in the sources themselves.
gates() {
  local status=0
  "$root/scripts/check_layers.sh" --self-test || status=1
  "$root/scripts/check_layers.sh" || status=1
  "$root/scripts/check_style.sh" --self-test || status=1
  "$root/scripts/check_style.sh" || status=1
  "$root/scripts/check_configure.sh" || status=1
  same_cases || status=1
  "$root/scripts/make_performance.py" --check || status=1
  "$root/scripts/make_figures.py" --check || status=1
  "$root/scripts/make_validation.py" --check || status=1
  "$root/scripts/make_accuracy.py" --check || status=1
  "$root/scripts/make_trust.py" --check || status=1
  "$root/scripts/check_readme.py" || status=1
  return "$status"
}

# same_cases: what is invented in cases/town and cases/model-weather is what their scripts make.
same_cases() {
  local again
  command -v python3 >/dev/null || return 0
  again=$(mktemp -d)
  "$root/scripts/make_town.py" "$again" >/dev/null &&
    diff -qr --exclude='*.toml' --exclude=README.md --exclude=rose.csv "$again" "$root/cases/town" &&
    "$root/scripts/make_model_weather.py" "$again" &&
    cmp "$again/weather.nc" "$root/cases/model-weather/weather.nc"
  local status=$?
  rm -rf "$again"
  return "$status"
}

# built_gates: what is checked in the release build.
built_gates() {
  local status=0
  "$root/scripts/check_symbols.sh" --self-test || status=1
  "$root/scripts/check_symbols.sh" "$root/build/release" || status=1
  "$root/scripts/check_vectorised.sh" --self-test || status=1
  "$root/scripts/check_vectorised.sh" "$root/build/release" || status=1
  "$root/scripts/check_spills.sh" --self-test || status=1
  "$root/scripts/check_spills.sh" "$root/build/release" || [ $? -eq 77 ] || status=1
  "$root/scripts/check_install.sh" "$root/build/release" || status=1
  return "$status"
}

# Tests run side by side, one more than there are cores as some wait: the threads of one must not spin while
# those of another work.
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(($(cores) + 1))} OMP_WAIT_POLICY=passive

"$root/scripts/install-deps.sh" --test ||
  say "going on: tests that need what is missing are skipped"
beside "gates of the sources" gates
if part "release build" build_preset release; then
  beside "gates of the build" built_gates
  part "release tests" tests release -LE gate || true
  ended "gates of the build"
fi
ended "gates of the sources"
if $sanitizers && part "asan build" build_preset asan sanitized; then
  part "asan tests" tests asan -L 'unit|parity|fuzz' || true
fi

elapsed=$(printf '%d min %02d s' $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)))
printf '\n'
printf '%s\n' "${report[@]}"
if [ $failed -eq 0 ]; then
  printf 'test: passed: %d tests, %d skipped, %s\n' $ran $skipped "$elapsed"
else
  printf 'test: FAILED: %d of %d parts; %d tests ran, %d skipped, %s\n' $failed ${#report[@]} $ran \
    $skipped "$elapsed"
fi
exit $((failed > 0))
