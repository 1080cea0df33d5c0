# Several processes: refusals, and ensembles with a member per process, with the same bits for any number.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun

cat >rose.csv <<'CSV'
from,0-2,2-4,>4
N,5,5,2
E,4,3,1
S,10,15,8
W,8,14,9
calm,16
CSV
cat >case.toml <<'TOML'
[case]
name = "block"
[domain]
size = 100
cell_size = 5
[[buildings.box]]
corner = [40, 40]
size = [20, 15]
height = 20
[weather.rose]
file = "rose.csv"
directions = 7
[statistics]
heights = [2.5, 10]
percentiles = [50, 95]
exceedance = [5]
[output]
members = true
TOML
sed '/^\[weather.rose/,/^directions/d; /^\[statistics/,/^exceedance/d' case.toml >times.toml
cat >>times.toml <<'TOML'
zones = true
[turbulence]
model = "local"
[[weather.station]]
position = [20, 20]
readings = [
  { time = 2026-05-01T10:00:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T10:01:00Z, speed = 5, from = 280 },
  { time = 2026-05-01T10:02:00Z, speed = 4, from = 200 },
  { time = 2026-05-01T10:03:00Z, speed = 6, from = 90 },
  { time = 2026-05-01T10:04:00Z, speed = 3, from = 120 }]
[particles]
step = 1
[[particles.species]]
name = "dust"
[[particles.source]]
name = "leak"
position = [30, 50]
height = 5
rate = 1
count = 600
[particles.concentration]
interval = 60
cell_size = 5
TOML

# What one process runs is refused, once.
processes 2 2 check case.toml
once stderr "'simoom check' runs in one process, and the launcher started 2"
if ! has_module mpi; then
  processes 2 4 run case.toml -o none
  once stderr 'this needs MPI'
  [ ! -e none ] || fail "files were written"
  finish
fi
processes 2 1 run missing.toml
once stderr 'missing.toml'
processes 2 2 run case.toml --ranks 3
once stderr 'the launcher started 2'
processes 2 2 run case.toml -o none --resume
once stderr -- '--resume has no meaning'
[ ! -e none ] || fail "files were written"

run 0 check case.toml --ranks 3
matches stdout '^  processes +3, each with 2 to 3 of 7 times'

# The same bits for any number of processes, more than members too.
for case in case times; do
  run 0 run $case.toml -o $case.0 --ranks 1 -t 1
  for count in 1 2 3 4 6; do
    processes $count 0 run $case.toml -o $case.$count -t 1
    [ "$(grep -c 'outputs\? in' stdout)" -eq 1 ] || fail "the summary is not told once"
    [ $count -eq 1 ] || once stderr "$count processes: $count x CPU"
    alike $case.0 $case.$count
    no_leftovers $case.$count
  done
done
once stderr 'of 6 processes, 1 have no weather time'
run 0 run case.toml --ranks 3 -t 1 -o started
alike case.0 started

# An error of process 0 ends the others: its outputs are there already.
processes 3 2 run case.toml -o case.0 -t 1
once stderr --overwrite

# An error of one process ends the others, and is told once, with its place: in the set-up, and while
# process 0 writes.
mpirun -n 2 "$program" run case.toml -o none -t 1 : -n 1 "$program" run case.toml -o none --device cuda:99 \
  >stdout 2>stderr </dev/null && fail "no device is not an error"
once stderr 'note: on process 2 of 3, host '
[ ! -e none/block.nc ] || fail "a result is there"
mpirun -n 1 sh -c "ulimit -f 600; exec '$program' run case.toml -o full -t 1" : \
  -n 2 "$program" run case.toml -o full -t 1 >stdout 2>stderr </dev/null && fail "a full disk is not an error"
once stderr 'error:'
[ ! -e full/block.nc ] || fail "a result is there"
no_leftovers full

# slow FOLDER: starts a run of long solves in two processes, and waits until it has begun.
slow() {
  last="run slow (in two processes)"
  mpirun -n 2 "$program" run times.toml -o "$1" -t 1 \
    --set wind.tolerance=1e-30 --set wind.solver=red-black-sor --set wind.max_iterations=100000 \
    --set domain.cell_size=2 >stdout 2>stderr &
  launcher=$!
  for _ in $(seq 500); do
    [ ! -e "$1/block.nc.part" ] || break
    sleep 0.02
  done
  workers=$(pgrep -P $launcher)
  [ "$(echo "$workers" | wc -l)" -eq 2 ] || fail "there are not two processes: $workers"
}

# A killed process ends the others.
slow killed
kill -KILL "$(echo "$workers" | tail -n 1)"
wait $launcher && fail "a killed process is not an error"
# shellcheck disable=SC2086 # a word for each process
processes_end $workers
[ ! -e killed/block.nc ] || fail "a result is there"

# A signal to mpirun stops all, and is told once.
slow stopped
kill -TERM $launcher
wait $launcher && fail "a run that was stopped is not an error"
once stderr 'stopping after this step'
no_leftovers stopped
finish
