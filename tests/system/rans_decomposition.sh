# Domain decomposition of the steady Reynolds-averaged wind: the iterations of several processes have the bits
# of one; weather times go by processes.
# The third argument is the device of each process: cpu unless given. On a GPU fewer runs are made.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun
has_module mpi || skip "built without MPI"
device=${3:-cpu}

# 16 x 35 x 12 cells, cut at 8, 16, 24: a building across cuts, wind oblique to the sides, stresses.
cat >block.toml <<'TOML'
[case]
name = "block"
[domain]
crs = "local"
size = [80, 175]
height = 60
cell_size = 5
[[buildings.box]]
corner = [30, 23]
size = [21, 53]
height = 20
[roughness]
z0 = 0.1
[[weather.station]]
position = [20, 20]
speed = 4
from = 200
[wind]
model = "rans"
[rans]
tolerance = 0.005
max_iterations = 100
[output]
turbulence = ["stresses"]
[[flow.scalar]]
name = "smoke"
half_life = 60
deposition_velocity = 0.01
[[flow.scalar.source]]
shape = "box"
  position = [40, 85]
size = [20, 20, 10]
rate = 1
[[flow.scalar]]
name = "haze"
inflow = 1e-6
TOML

# Cut cells: a building oblique to the axes, across cuts.
sed '/flow.scalar/,$d; /box\]\]/,/^height = 20/d; s/"block"/"oblique"/; s/^cell_size.*/&\nsolids = "cut"/' block.toml >oblique.toml
cat >>oblique.toml <<'TOML'
[[buildings.polygon]]
vertices = [[30, 23], [51, 33], [43, 76], [22, 66]]
height = 18
TOML

# Times of two processes, with particles.
sed '/^speed/,/^from/d' block.toml >hours.toml
sed -i 's/"block"/"hours"/; s/^position.*/&\nreadings = [\n{time = 2026-05-01T10:00:00Z, speed = 4, from = 270},\n{time = 2026-05-01T10:01:00Z, speed = 5, from = 200},\n{time = 2026-05-01T10:02:00Z, speed = 3, from = 90}]/' hours.toml
cat >>hours.toml <<'TOML'
[particles]
step = 1
[[particles.species]]
name = "dust"
[[particles.source]]
name = "leak"
position = [20, 50]
height = 5
rate = 1
count = 600
[particles.concentration]
interval = 60
cell_size = 5
TOML

if [ "$device" != cpu ]; then
  # Two iterations are too few to judge whether it is steady: the wind is written and marked.
  set -- --set rans.max_iterations=2 --set domain.height=40 --set wind.tolerance=1e-2 --device "$device"
  run 6 run block.toml -o block.0 -t 1 "$@"
  processes 2 6 run block.toml -o block.2 -t 1 "$@"
  alike block.0 block.2
  finish
fi
same_bits block "2 3"
same_bits oblique "2 3" --set rans.tolerance=0.02
same_bits block 4 --precision f64 --set 'rans.production="kato-launder"' --set rans.tolerance=0.02
run 0 run hours.toml -o hours.1 -t 1 --ranks 1 --set rans.tolerance=0.05
processes 2 0 run hours.toml -o hours.2 -t 1 --set rans.tolerance=0.05
alike hours.1 hours.2

run 0 check block.toml --ranks 3
matches stdout '^  processes +3, each solves about'
processes 6 2 run block.toml -o none
once stderr 'help: at most 4 processes'

# So is a scalar, which is named.
processes 2 6 run block.toml -o haze -t 1 --set rans.scalar_tolerance=1e-12 --set rans.tolerance=0.1 --set rans.max_iterations=60
once stderr 'time 1 of 1: the concentration of smoke did not converge in 60 iterations: residual'

# A wind that is not steady yet is told of once, and written.
processes 2 6 run block.toml -o short -t 1 --set rans.max_iterations=10 --set rans.tolerance=1e-6
once stderr 'is not steady after 10 iterations'

# A signal to one process stops all.
mpirun -n 2 "$program" run block.toml -o none -t 1 --set rans.max_iterations=1000000 --set rans.tolerance=1e-30 \
  >stdout 2>stderr </dev/null &
launcher=$!
for _ in $(seq 500); do
  [ ! -e none/block.nc.part ] || break
  sleep 0.02
done
sleep 0.5
workers=$(pgrep -P $launcher)
kill -TERM "$(echo "$workers" | tail -n 1)"
wait $launcher && fail "a run that was stopped is not an error"
# shellcheck disable=SC2086
processes_end $workers
[ ! -e none/block.nc ] || fail "a result is there"
finish
