# Domain decomposition of a compressible flow: the steps of several processes have the bits of one.
# The third argument is the device of each process: cpu unless given. On a GPU fewer runs are made.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun
has_module mpi || skip "built without MPI"
device=${3:-cpu}

# 16 x 35 x 10 cells, cut at 8, 16, 24: a building across the cuts; a sponge, inflow turbulence from two
# sides, outflow through three, probes beside the cuts.
cat >house.toml <<'TOML'
[case]
name = "house"
[domain]
size = [80, 175]
height = 50
cell_size = 5
[[buildings.box]]
corner = [30, 23]
size = [21, 53]
height = 20
[wind]
model = "compressible"
duration = 0.4
interval = 0.2
[flow]
subgrid = "smagorinsky"
initial = ["4 + 0.1 * z", 1, 0]
sponge = 15
perturbation = 0.3
coriolis = 1e-2
geostrophic = [4, 1]
mean_from = 0.1
series = true
probes = [[25, 81, 5], [25, 78, 5], [60, 150, 10]]
[flow.compressible]
potential_temperature = "288 + 0.02 * z"
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = ["4 + 0.1 * z", 1, 0]
turbulence = 0.1
[[flow.boundary]]
at = "south"
kind = "inflow"
velocity = [4, 1, 0]
recycle = 40
[[flow.boundary]]
at = ["east", "north"]
kind = "outflow"
[[flow.boundary]]
at = "top"
kind = "outflow"
[[flow.boundary]]
at = "bottom"
wall = "rough"
roughness = 0.1
TOML

# The same grid, periodic along the cuts: transported subgrid energy, heat of the ground, a scalar released
# across a cut beside the building.
cat >warm.toml <<'TOML'
[case]
name = "warm"
[domain]
size = [80, 175]
height = 40
cell_size = 5
[[buildings.box]]
corner = [30, 25]
size = [20, 50]
height = 20
[wind]
model = "compressible"
duration = 0.4
[flow]
subgrid = "tke"
initial = [5, 1, 0]
perturbation = 0.5
mean_from = 0.2
series = true
probes = [[25, 81, 5]]
[flow.compressible]
potential_temperature = "300 + 0.01 * z"
[[flow.boundary]]
at = ["south", "north"]
kind = "periodic"
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = [5, 1, 0]
[[flow.boundary]]
at = "east"
kind = "outflow"
[[flow.boundary]]
at = "bottom"
wall = "rough"
roughness = 0.1
heat_flux = 50
[[flow.scalar]]
name = "smoke"
inflow = 1e-3
half_life = 100
deposition_velocity = 0.01
[[flow.scalar.source]]
name = "stack"
position = [25, 79]
height = 6
rate = 1e-3
radius = 6
TOML

# 12 x 26 x 4 cells of hydrogen and air that a hot spot across the first cut ignites, with a release of gas
# across it.
cat >spark.toml <<'TOML'
[case]
name = "spark"
[domain]
crs = "local"
size = [1.2e-3, 2.6e-3]
height = 4e-4
cell_size = 1e-4
stretch = 1
[wind]
model = "compressible"
duration = 2e-6
interval = 1e-6
[flow]
subgrid = "none"
initial = [3, 1, 0]
series = true
mean_from = 5e-7
[flow.compressible]
gravity = 0
background = "isothermal"
temperature = 300
[flow.reaction]
mechanism = "hydrogen.inp"
mixture = "H2:2, O2:1, N2:3.76"
diffusion = "mixture-averaged"
outputs = ["H2", "OH"]
[[flow.reaction.zone]]
mass_fraction = "exp(-((x - 6e-4)^2 + (y - 7e-4)^2) / (4e-4)^2)"
temperature = 1800
[[flow.reaction.release]]
position = [0.0004, 0.0008]
height = 0.0002
size = [0.0002, 0.0002, 0.0002]
rate = 1e-8
mixture = "H2:1"
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = [3, 0, 0]
mixture = "H2:1, O2:1, N2:3.76"
[[flow.boundary]]
at = ["east", "north"]
kind = "outflow"
[[flow.boundary]]
at = ["south", "bottom", "top"]
kind = "slip"
TOML
cp "$source_tree/cases/flame/hydrogen.inp" .

# Wind of a station, for which the sides become inflow and outflow; the start is the diagnostic wind.
cat >station.toml <<'TOML'
[case]
name = "station"
[domain]
size = [80, 175]
height = 60
cell_size = 5
[[buildings.box]]
corner = [30, 25]
size = [20, 50]
height = 20
[[weather.station]]
position = [20, 20]
speed = 4
from = 200
[wind]
model = "compressible"
duration = 0.4
TOML

# Forward Euler with the velocity in solids set to 0.
cat >blocks.toml <<'TOML'
[case]
name = "blocks"
[domain]
size = [80, 175]
height = 50
cell_size = 5
stretch = 1
[[buildings.box]]
corner = [30, 25]
size = [20, 50]
height = 20
[wind]
model = "compressible"
duration = 0.2
[flow]
time_step = 4e-3
viscosity = 1.5e-5
initial = ["5 * (z / 30)^0.2", "2 * (z / 30)^0.2", 0]
[flow.forward_euler]
[[flow.boundary]]
at = ["west", "south"]
kind = "inflow"
velocity = ["5 * (z / 30)^0.2", "2 * (z / 30)^0.2", 0]
[[flow.boundary]]
at = ["east", "north"]
kind = "outflow"
[[flow.boundary]]
at = ["bottom", "top"]
kind = "slip"
TOML

"$program" check house.toml >stdout 2>stderr || ! grep -q muParser stderr || skip "built without muParser"
if [ "$device" != cpu ]; then
  same_bits house 2 --set wind.duration=0.008 --set wind.interval=0.008 --set flow.mean_from=0.004
  same_bits warm 2 --set wind.duration=0.008 --set flow.mean_from=0.004
  finish
fi
same_bits house 4
same_bits house 3 --set 'flow.compressible.integrator="euler"' --set 'flow.subgrid="amd"' \
  --set wind.duration=0.2 --set wind.interval=0.1
same_bits warm 3
same_bits warm 2 --set 'flow.compressible.flux="slau2"' --set 'flow.compressible.integrator="rk2"' \
  --set wind.duration=0.3 --precision f64
for count in 0 2; do
  grep -A 9 '"species": "smoke"' warm.$count/warm_run.json >budget.$count || fail "no budget"
done
same budget.0 budget.2
same_bits spark 3
grep -A 24 '"element_budget"' spark.0/spark_run.json >budget.0 || fail "no budget"
grep -A 24 '"element_budget"' spark.3/spark_run.json >budget.3 || fail "no budget"
same budget.0 budget.3
same_bits spark 2 --set 'flow.reaction.diffusion="unity-lewis"' --set 'flow.reaction.splitting="source"' \
  --set 'flow.subgrid="vreman"' --precision f64
same_bits station 3

same_bits blocks 3

run 0 check house.toml --ranks 3
matches stdout '^  processes +3, each solves about'

resumes house --set wind.duration=1 --set flow.checkpoint=0.1
resumes spark --set wind.duration=4e-6 --set flow.checkpoint=3e-7

# Cells whose chemistry fails, in the rows of one process or of several: one message, one file.
run 6 run spark.toml -o failed -t 1 --set flow.reaction.max_steps=1
processes 3 6 run spark.toml -o lost -t 1 --set flow.reaction.max_steps=1
once stderr 'cannot be integrated; the cell is in lost/spark_cell_'
alike failed lost

# Refused: more processes than parts.
processes 6 2 run house.toml -o none
once stderr 'help: at most 4 processes'
[ ! -e none ] || fail "files were written"
finish
