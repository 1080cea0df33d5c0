# support.sh - what the system tests share; each of them sources it.
#
#   sh TEST.sh PROGRAM SOURCE    PROGRAM: the built simoom; SOURCE: root of the source tree
#
# `data` is the folder of real inputs that are not ours to ship; it may not be there.
# A test works in an empty folder of its own, calls `run` and the checks below, and ends with
# `finish`. It exits with 77 when it was skipped.
set -u
[ $# -ge 2 ] || { echo "usage: sh $0 PROGRAM SOURCE" && exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
source_tree=$(cd "$2" && pwd)
data=${SIMOOM_DATA:-$source_tree/../shared/data}
unset SIMOOM_DATA SIMOOM_DEVICE NO_COLOR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
last=

fail() {
  failures=$((failures + 1))
  echo "FAILED: $*"
  [ -z "$last" ] || echo "  after: simoom $last"
  for stream in stdout stderr; do
    [ ! -s $stream ] || sed "s/^/  $stream: /" $stream | head -n 40
  done
}

skip() {
  echo "skipped: $*"
  exit 77
}

finish() {
  [ "$failures" -eq 0 ] || echo "$failures checks failed"
  [ "$failures" -eq 0 ]
  exit
}

# run CODE ARGUMENT...: runs the program, which must exit with CODE; leaves what it said in the
# files stdout and stderr.
run() {
  wanted=$1
  shift
  last=$*
  "$program" "$@" >stdout 2>stderr </dev/null
  code=$?
  [ $code -eq "$wanted" ] || fail "exit code $code instead of $wanted"
}

# same_facts ARGUMENT...: the text of a command contains no number that its --json does not hold.
same_facts() {
  run 0 "$@" --json
  mv stdout facts.json
  run 0 "$@"
  python3 "$source_tree/tests/system/check_facts.py" stdout facts.json >differences ||
    fail "text and JSON differ: $(cat differences)"
}

# has FILE TEXT: the file contains the text. lacks: it does not.
has() {
  grep -qF -- "$2" "$1" || fail "$1 lacks: $2"
}

lacks() {
  ! grep -qF -- "$2" "$1" || fail "$1 has: $2"
}

# matches FILE PATTERN: a line of the file matches the extended regular expression.
matches() {
  grep -qE -- "$2" "$1" || fail "$1 has no line like: $2"
}

# same FILE FILE: equal, byte by byte.
same() {
  cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

# no_leftovers FOLDER: no file that was begun and not finished, nor one that waits for others.
no_leftovers() {
  left=$(find "$1" -name '*.part*' -o -name '*.saved')
  [ -z "$left" ] || fail "left behind: $left"
}

# ended FOLDER: no result in it says that its run was stopped. was_stopped FILE: this one does.
ended() {
  command -v ncdump >/dev/null || return 0
  for file in "$1"/*.nc; do
    ! ncdump -h "$file" | grep -q simoom_stopped || fail "$file says that its run was stopped"
  done
}

was_stopped() {
  command -v ncdump >/dev/null || return 0
  ncdump -h "$1" | grep -q 'simoom_stopped = "early, ' || fail "$1 does not say that its run was stopped"
}

# has_module NAME: true when the module simoom_NAME.so was built.
has_module() {
  for folder in "${SIMOOM_MODULES:-.}" "$(dirname "$program")"; do
    [ ! -e "$folder/simoom_$1.so" ] || return 0
  done
  return 1
}

# find_python MODULE...: sets `python` to a Python that has the modules; without one the test is
# skipped.
find_python() {
  for python in python3 /usr/bin/python3; do
    ! "$python" -c "import $(echo "$*" | tr ' ' ',')" 2>/dev/null || return 0
  done
  skip "no Python with $*"
}

# find_mpirun: sets up runs in several processes on few cores, also of root; without Open MPI's mpirun
# the test is skipped. It waits 2 s, twice, before it kills processes that it has told to end.
find_mpirun() {
  command -v mpirun >/dev/null || skip "no mpirun"
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_orte_execute_quiet=1 \
    OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_odls_base_sigkill_timeout=2
  unset OMP_NUM_THREADS
}

# processes N CODE ARGUMENT...: `run`, in N processes.
processes() {
  number=$1 wanted=$2
  shift 2
  last="(mpirun -n $number) $*"
  mpirun -n "$number" "$program" "$@" >stdout 2>stderr </dev/null
  code=$?
  [ $code -eq "$wanted" ] || fail "exit code $code instead of $wanted"
}

# once FILE TEXT: exactly one line of the file contains the text.
once() {
  [ "$(grep -cF -- "$2" "$1")" -eq 1 ] || fail "$1 does not have once: $2"
}

# check_json FILE PYTHON: the file is JSON, and the expression, in which it is called `d`, is true.
check_json() {
  command -v python3 >/dev/null || return 0
  python3 -c '
import json, sys
def number(text):
    raise ValueError(text + " is no JSON")
d = json.load(open(sys.argv[1]), parse_constant=number)
sys.exit(0 if eval(sys.argv[2]) else sys.argv[2] + ": not true")
' "$1" "$2" || fail "$1 is not as it must be"
}

# alike FOLDER FOLDER: the same files with the same numbers, whoever wrote them when, and whatever
# their runs tell of themselves.
alike() {
  [ "$(ls "$1")" = "$(ls "$2")" ] || fail "$1 and $2 hold other files: $(ls "$1" "$2")"
  for file in "$1"/*; do
    other=$2/$(basename "$file")
    case $file in
    *_run.json) ;;
    *.nc)
      command -v ncdump >/dev/null || continue
      for side in "$file" "$other"; do
        ncdump "$side" | grep -v ':history\|:simoom_device' >"$(dirname "$side").dump"
      done
      same "$1.dump" "$2.dump"
      ;;
    *) same "$file" "$other" ;;
    esac
  done
}

# same_bits CASE COUNTS OPTION...: runs of several processes on $device have the files of one.
same_bits() {
  name=$1 counts=$2
  shift 2
  rm -rf "$name".[0-9]
  run 0 run "$name.toml" -o "$name.0" -t 1 --device "$device" "$@"
  for count in $counts; do
    processes "$count" 0 run "$name.toml" -o "$name.$count" -t 1 --device "$device" "$@"
    [ "$(grep -c 'outputs\? in' stdout)" -eq 1 ] || fail "the summary is not told once"
    alike "$name.0" "$name.$count"
    no_leftovers "$name.$count"
  done
}

# resumes NAME OPTION...: a signal stops all processes after the same step; another number of processes
# goes on.
resumes() {
  name=$1
  shift
  rm -rf whole stopped again
  run 0 run "$name.toml" -o whole -t 1 "$@"
  last="run $name.toml (stopped, in three processes)"
  mpirun -n 3 "$program" run "$name.toml" -o stopped -t 1 "$@" >stdout 2>stderr </dev/null &
  launcher=$!
  for _ in $(seq 1000); do
    [ ! -e "stopped/${name}_checkpoint.nc" ] || break
    sleep 0.02
  done
  kill -TERM "$(pgrep -P $launcher | tail -n 1)"
  wait $launcher && fail "a run that was stopped is not an error"
  cp -r stopped again
  run 0 run "$name.toml" -o stopped -t 1 "$@" --resume
  alike whole stopped
  processes 2 0 run "$name.toml" -o again -t 1 "$@" --resume
  alike whole again
}

# begin CASE FOLDER FILE OPTION...: starts a run and waits until the file is in the folder.
begin() {
  begun=$1 folder=$2 awaited=$2/$3
  shift 3
  last="run $begun -o $folder $* (stopped)"
  "$program" run "$begun" -o "$folder" -t 1 "$@" >stdout 2>stderr &
  process=$!
  for _ in $(seq 1000); do
    [ ! -e "$awaited" ] || break
    sleep 0.02
  done
  kill -0 $process 2>/dev/null || fail "the run ended before it was stopped"
}

# interrupt CASE FOLDER FILE OPTION...: begin, and a signal that stops it.
interrupt() {
  begin "$@"
  kill -INT $process
  wait $process
  code=$?
  [ $code -eq 75 ] || fail "exit code $code instead of 75"
}

# flows_through VELOCITY TURBULENCE LENGTH: boundaries of a case: turbulent inflow in the west, outflow in
# the east, periodic from south to north.
flows_through() {
  cat <<TOML
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = $1
turbulence = $2
turbulence_length = $3
[[flow.boundary]]
at = "east"
kind = "outflow"
[[flow.boundary]]
at = ["south", "north"]
kind = "periodic"
TOML
}

# resumes_alike WHOLE CASE FOLDER FILE [THREADS]: a run that is stopped when the file is in its folder,
# and resumed on two threads or so many, leaves what the run in WHOLE did.
resumes_alike() {
  interrupt "$2" "$3" "$4"
  run 0 run "$2" -o "$3" -t "${5:-2}" --resume
  alike "$1" "$3"
}

# survives_kill WHOLE CASE FOLDER FILE OPTION...: the same of a run that is killed, on three threads.
survives_kill() {
  whole=$1 survivor=$2 killed=$3
  shift
  begin "$@"
  kill -KILL $process
  wait $process 2>/dev/null
  shift 3
  run 0 run "$survivor" -o "$killed" -t 3 --resume "$@"
  alike "$whole" "$killed"
}

# processes_end PROCESS...: fails unless they have ended within 10 s. mpirun ends as soon as it has signalled its
# processes, before they have.
processes_end() {
  for _ in $(seq 500); do
    going=
    for process in "$@"; do
      ! ps -o stat= -p "$process" | grep -qv '^Z' || going="$going $process"
    done
    [ -n "$going" ] || return 0
    sleep 0.02
  done
  fail "processes go on:$going"
}
