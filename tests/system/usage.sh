# Help, version and wrong command lines.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

commands='new check run info plot chem devices bench validate help version'

run 0 --version
matches stdout '^simoom [0-9]+\.[0-9]+\.[0-9]+$'
run 0 --version --json
check_json stdout 'd["schema"] == "simoom.version/1" and d["version"].count(".") == 2 and isinstance(d["without"], str)'

run 0 help
for command in $commands; do matches stdout "^  $command +[a-z]"; done
matches stdout '^  75 '
cp stdout overview
run 0 --help
same stdout overview

for command in $commands; do
  run 0 help "$command"
  has stdout "Usage: simoom $command"
  cp stdout help
  run 0 "$command" --help
  same stdout help
  [ "$(awk 'length > 79' stdout | wc -l)" -eq 0 ] || fail "a line is longer than 79 columns"
done

# Keys of case files.
run 0 help domain.cell_size
has stdout cell_size
run 0 help zoom
has stdout 'simoom plot --zoom FACTOR'
lacks stdout 'simoom view'
run 0 help unit # a term and an option
has stdout 'docs/case.md'
has stdout 'simoom export --unit UNIT'
run 0 help domain
has stdout cell_size
run 0 help keys
for table in case domain terrain buildings roughness weather wind output; do has stdout "$table"; done
run 2 help domain.cellsize
has stderr cell_size
run 2 help rnu
has stderr "did you mean 'run'?"

# Wrong command lines: exit 2, nothing on stdout, a hint.
wrong() {
  text=$1
  shift
  run 2 "$@"
  [ ! -s stdout ] || fail "something on stdout"
  has stderr "simoom: error: $text"
  has stderr '  help: '
}
wrong 'which command?'
wrong "unknown command 'rnu'" rnu case.toml
has stderr "did you mean 'run'?"
wrong "unknown command '--frobnicate'" --frobnicate
wrong "unknown option '--devise'" run case.toml --devise cpu
has stderr "did you mean '--device'?"
wrong "unknown option '-z'" run -z case.toml
wrong "option '--output' needs a value" run case.toml -o
wrong "option '--overwrite' takes no value" run case.toml --overwrite=yes
wrong "option '--o' could be" run case.toml --o
wrong "'run' needs CASE" run
wrong "'b.toml' is one argument too many" info a.nc b.toml
: >b.toml
run 1 run a.toml b.toml
rm b.toml
has stderr "1 of 2 cases were not run, after 'a.toml'"
wrong '--threads: 0 is not between' run case.toml --threads 0
wrong "--threads: 'two' is not a whole number" run case.toml -t two
wrong "--precision: 'f16' is not one of f32|f64" run case.toml --precision f16
wrong "--template: 'city' is not one of" new x --template city
wrong '--height: ' plot a.nc --height tall
wrong '--height: ' plot a.nc --height '10 kg'
wrong '--height: of a section expected LOW,HIGH' plot a.nc --height 2 --section ew
wrong '--section: ' plot a.nc --section 1,2,3
wrong '--section: ' plot a.nc --section 1,2,1,2
wrong '--range: ' plot a.nc --range 5,1
wrong '--size: ' plot a.nc --size 10x10
wrong '--size: ' plot a.nc --size 1200
wrong "'x' is one argument too many" devices x

run 0 devices
has stdout cpu

# Nobody listens, or nothing more fits: the first is not an error, the second is.
"$program" help | true
if [ -e /dev/full ]; then
  last='help >/dev/full'
  : >stdout
  "$program" help >/dev/full 2>stderr && fail "no error for a full disk"
  has stderr 'cannot write to stdout'
fi

# Every name of a list of devices is one, also behind the comma; those that stay idle are told.
run 0 new town
run 2 run town --device cpu,garbage -o devices
has stderr "unknown device 'garbage'"
has stderr 'one of auto, cpu, cuda, cuda:0'
run 2 run town --device cpu, -o devices
has stderr "unknown device ''"
run 2 check town --device garbage
has stderr "unknown device 'garbage'"
run 2 check town --device cpu,garbage
SIMOOM_DEVICE=cpu,garbage run 2 check town
has stderr "unknown device 'garbage'"
run 0 check town --device cpu,cpu
has stderr "of the 2 devices 'cpu,cpu', only the first is used"
run 2 bench --device cpu,garbage
run 2 validate --device cpu,garbage

# Threads that wait at a barrier do not spin for long, unless the user wants them to.
# spins COMMAND...: what libgomp is told last of its environment.
spins() { env OMP_DISPLAY_ENV=verbose "$@" 2>&1 >/dev/null | sed -n "s/.*GOMP_SPINCOUNT = '\(.*\)'/\1/p" | tail -n 1; }
if [ "$(getconf _NPROCESSORS_ONLN)" -gt 1 ] && [ -n "$(spins "$program" version)" ]; then
  unset OMP_WAIT_POLICY GOMP_SPINCOUNT
  for set in -t2 '-t 2' --threads=2; do
    # shellcheck disable=SC2086
    chosen=$(spins "$program" check town $set)
    [ "$chosen" = 10000 ] || [ "$chosen" = 100 ] || fail "waiting threads spin $chosen times"
  done
  [ "$(spins "$program" check town -t 1)" -gt 10000 ] || fail "started again for one thread"
  [ "$(spins GOMP_SPINCOUNT=77 "$program" check town -t 2)" = 77 ] || fail "not the user's spins"
  [ "$(spins OMP_WAIT_POLICY=passive "$program" check town -t 2)" = 0 ] || fail "not the user's policy"
fi
finish
