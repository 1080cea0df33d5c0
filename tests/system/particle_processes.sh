# Particles shared among processes: any number of them leaves the files of one, also of a run that another
# number of processes has stopped. The third argument is the device of each process: cpu unless given.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun
has_module mpi || skip "built without MPI"
device=${3:-cpu}

ground='[domain]
size = [200, 240]
cell_size = 10
height = 60
[[buildings.box]]
corner = [80, 60]
size = [20, 40]
height = 20
[turbulence]
model = "local"
'

# Winds in time, each solved by one process; all outputs: concentrations, thresholds, receptors, a line of sight,
# trajectories, snapshots, deposits; particles that begin anew at sides, of a stack, and of sizes.
cat >all.toml <<TOML
$ground
[[weather.station]]
readings = [
  { time = 2026-05-01T00:00:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T00:02:00Z, speed = 5, from = 290 },
]
[weather]
interpolate = "40 s"
[rain]
rate = "20 mm/h"
[particles]
step = 0.5
duration = 110
ground = "deposit"
lateral_boundary = "reset"
snapshots = "60 s"
trajectories = 50
trajectory_step = 20
checkpoint = "50 s"
[[particles.species]]
name = "gas"
half_life = "100 s"
daughter = "progeny"
deposition_velocity = 0.02
scavenging_coefficient = 1e-3
[[particles.species]]
name = "progeny"
half_life = "30 s"
deposition_velocity = 0.01
[[particles.species]]
name = "dust"
median_diameter = "60 um"
geometric_deviation = 2
density = 2650
deposition_velocity = "resistance"
[[particles.source]]
species = "gas"
position = [30, 80]
size = [20, 20, 10]
count = 1500
stop = 60
[[particles.source]]
species = "dust"
position = [50, 80]
height = 5
radius = 4
count = 2001
rate = 0.03
[[particles.source]]
species = "gas"
position = [20, 60]
height = 20
count = 500
rates = [[0, 0], [10, 1], [30, 0.2], [50, 0]]
exit_velocity = 8
exit_temperature = 380
exit_diameter = 1
[particles.concentration]
cell_size = [10, 10, 5]
interval = "30 s"
sample = "10 s"
thresholds = [1e-6]
[[particles.receptor]]
name = "door"
position = [120, 80]
threshold = 1e-6
[[particles.line_of_sight]]
name = "street"
position = [10, 10]
end = [190, 150]
[output]
formats = ["netcdf", "vtk"]
TOML

# A single wind, which all processes solve together, and dust that it lifts.
cat >dust.toml <<TOML
$ground
[[weather.station]]
speed = 9
from = 200
[particles]
duration = 20
step = 0.5
precision = "f64"
ground = "deposit"
trajectories = 20
[[particles.species]]
name = "dust"
diameter = "20 um"
density = 2650
[[particles.source]]
shape = "ground"
grain_diameter = 1.2e-4
clay = 0.1
height = 0.05
count = 3000
stop = 10
[particles.concentration]
cell_size = 10
interval = 10
sample = 5
TOML

# A flow, whose winds at the times of its outputs move the particles.
sed '/^\[turbulence/,$d' dust.toml >flow.toml
cat >>flow.toml <<'TOML'
[wind]
model = "incompressible"
duration = 6
interval = 2
[flow]
initial = [3, 1, 0]
perturbation = 0.3
bulk_velocity = [3, 1]
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[particles]
duration = 6
step = 0.5
[[particles.species]]
name = "gas"
[[particles.source]]
position = [30, 80]
height = 5
count = 300
mass = 1
[particles.concentration]
cell_size = 10
interval = 2
TOML
# Fewer particles than processes.
sed '/^\[particles\]/,$d' dust.toml >few.toml
cat >>few.toml <<'TOML'
[particles]
duration = 10
step = 0.5
trajectories = 2
[[particles.species]]
name = "gas"
[[particles.source]]
position = [30, 80]
height = 5
count = 2
mass = 1
[particles.concentration]
cell_size = 10
interval = 5
TOML
for name in all dust flow few; do
  sed "1i [case]\nname = \"$name\"" $name.toml >case.part && mv case.part $name.toml
done

# Of several times, each starts from a potential of zero: the files of --ranks 1 are compared.
members() {
  rm -rf all.[0-9]
  run 0 run all.toml -o all.1 --ranks 1 -t 1 --device "$device" "$@"
  for count in $counts; do
    processes "$count" 0 run all.toml -o "all.$count" -t 1 --device "$device" "$@"
    alike all.1 "all.$count"
    no_leftovers "all.$count"
    grep '^  \(gas\|dust\) ' stdout >budget.$count || fail "no budget"
  done
}

if [ "$device" != cpu ]; then
  counts=2 members --set particles.duration=40 --set weather.interpolate=60
  same_bits dust 2 --set particles.duration=5
  finish
fi
counts="2 3 4" members
run 0 run all.toml -o told --ranks 1 -t 1
grep '^  \(gas\|dust\) ' stdout >budget.1
same budget.1 budget.3
same_bits dust 3
same_bits flow 2
# More processes than particles.
same_bits few 3

# A signal stops the particles of all processes, and another number of them goes on.
set -- --set particles.checkpoint=10 --set particles.step=0.02
run 0 run all.toml -o whole --ranks 1 -t 1 "$@"
mpirun -n 3 "$program" run all.toml -o stopped -t 1 "$@" >stdout 2>stderr </dev/null &
launcher=$!
for _ in $(seq 1000); do
  [ ! -e stopped/all_checkpoint.nc ] || break
  sleep 0.02
done
kill -TERM "$(pgrep -P $launcher | head -n 1)"
wait $launcher && fail "a run that was stopped is not an error"
[ -e stopped/all_checkpoint.nc ] || fail "no checkpoint"
processes 2 0 run all.toml -o stopped -t 1 "$@" --resume
alike whole stopped
# Memory that is told of before: each process has its share.
run 0 check "$source_tree/cases/plume/full.toml" --ranks 4 --json
mv stdout check.json
check_json check.json '0.25 < d["processes"]["memory_each"] / d["memory"]["cpu"] < 0.45'
finish
