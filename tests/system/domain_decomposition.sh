# Domain decomposition: one diagnostic wind by several processes, with the bits of one and one result.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun
has_module mpi || skip "built without MPI"

# 40 x 53 x 16 cells; buildings across the cuts, a source, a receptor.
cat >case.toml <<'TOML'
[case]
name = "block"
[domain]
size = [200, 265]
cell_size = 5
[[buildings.box]]
corner = [90, 30]
size = [20, 200]
height = 20
[[buildings.box]]
corner = [40, 120]
size = [30, 15]
height = 30
[[weather.station]]
position = [20, 20]
speed = 4
from = 250
[turbulence]
model = "local"
[output]
zones = true
[particles]
step = 1
duration = 60
[[particles.species]]
name = "dust"
[[particles.source]]
name = "leak"
position = [30, 132]
height = 5
rate = 1
count = 600
[particles.concentration]
interval = 60
cell_size = 5
TOML

run 0 check case.toml --ranks 3
matches stdout '^  processes +3, each solves about'
run 0 check case.toml --ranks 3 --json
check_json stdout 'd["processes"]["memory_each"] < d["memory"]["cpu"] and d["processes"]["gpu_memory_each"] < d["memory"]["gpu"]'

# The bits of a run without a launcher, by both solvers.
for solver in multigrid red-black-sor; do
  [ $solver = multigrid ] && counts="1 2 3 4 6" || counts=3
  run 0 run case.toml -o $solver.0 -t 1 --set wind.solver=$solver
  for count in $counts; do
    processes $count 0 run case.toml -o $solver.$count -t 1 --set wind.solver=$solver
    [ "$(grep -c 'outputs\? in' stdout)" -eq 1 ] || fail "the summary is not told once"
    alike $solver.0 $solver.$count
    no_leftovers $solver.$count
  done
done
run 0 run case.toml --ranks 2 -t 1 -o started --set wind.solver=multigrid
alike multigrid.0 started

# Halo exchange and gathering are in the profile.
processes 2 0 run case.toml -o profile -t 1 --profile
matches stdout 'halo exchange'
matches stdout 'gather'

# Narrow openings: the finest level, of which each process held its rows, becomes whole.
cat >tunnel.toml <<'TOML'
[case]
name = "tunnel"
[domain]
size = [40, 64]
height = 20
cell_size = 1
solids = "cut"
[[weather.station]]
position = [2, 2]
speed = 4
from = 200
[wind]
tolerance = 1e-30
max_iterations = 20
zones.on = false
[weather]
match = false
TOML
box() {
  printf '[[buildings.box]]\ncorner = [%s, %s]\nsize = [%s, %s]\nbase = %s\nheight = %s\n' "$@" >>tunnel.toml
}
box 4 4 32 56 8 10
box 4 4 1 56 0 8
box 35 4 1 56 0 8
for y in 8 16 24 32 40 48; do
  box 5 "$y" 29 1 0 8
  box 6 $((y + 4)) 29 1 0 8
done
run 6 run tunnel.toml -v -o tunnel.0 -t 1
once stderr 'narrow openings: from iteration 9 on'
processes 3 6 run tunnel.toml -v -o tunnel.3 -t 1
once stderr 'narrow openings: from iteration 9 on'
alike tunnel.0 tunnel.3

# Refused: more processes than parts.
processes 8 2 run case.toml -o none -t 1
once stderr '8 processes for a wind of 53 rows of cells in y'
once stderr 'help: at most 7 processes'
[ ! -e none ] || fail "files were written"
run 2 check case.toml --ranks 8

# An error of one process ends the others.
processes 3 2 run case.toml -o multigrid.0 -t 1
once stderr --overwrite
mpirun -n 2 "$program" run case.toml -o none -t 1 : -n 1 "$program" run case.toml -o none --device cuda:99 \
  >stdout 2>stderr </dev/null && fail "no device is not an error"
once stderr 'note: on process 2 of 3, host '
[ ! -e none/block.nc ] || fail "a result is there"

# slow FOLDER: starts a long solve in three processes, and waits until it has begun.
slow() {
  last="run slow (in three processes)"
  mpirun -n 3 "$program" run case.toml -o "$1" -t 1 \
    --set wind.tolerance=1e-30 --set wind.solver=red-black-sor --set wind.max_iterations=10000000 \
    >stdout 2>stderr &
  launcher=$!
  for _ in $(seq 500); do
    [ ! -e "$1/block.nc.part" ] || break
    sleep 0.02
  done
  sleep 1
  workers=$(pgrep -P $launcher)
  [ "$(echo "$workers" | wc -l)" -eq 3 ] || fail "there are not three processes: $workers"
}

# A killed process ends the others.
slow killed
kill -KILL "$(echo "$workers" | tail -n 1)"
wait $launcher && fail "a killed process is not an error"
# shellcheck disable=SC2086 # a word for each process
processes_end $workers
[ ! -e killed/block.nc ] || fail "a result is there"

# A signal to mpirun, or to one process, stops all at the same iteration.
for receiver in launcher process; do
  slow stopped.$receiver
  [ $receiver = launcher ] && kill -TERM $launcher || kill -TERM "$(echo "$workers" | tail -n 1)"
  wait $launcher && fail "a run that was stopped is not an error"
  no_leftovers stopped.$receiver
done
finish
