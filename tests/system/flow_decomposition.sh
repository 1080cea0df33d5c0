# Domain decomposition of an incompressible flow: the steps of several processes have the bits of one.
# The third argument is the device of each process: cpu unless given. On a GPU fewer runs are made.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun
has_module mpi || skip "built without MPI"
device=${3:-cpu}

# 24 x 35 x 8 cells, cut at 8, 16, 24: periodic, driven by a bulk velocity; both pressure solvers.
cat >box.toml <<'TOML'
[case]
name = "box"
[domain]
size = [120, 175]
height = 40
cell_size = 5
[wind]
model = "incompressible"
duration = 8
interval = 4
[flow]
initial = [3, 0.5, 0]
perturbation = 0.5
bulk_velocity = [3, 0.5]
series = true
mean_from = 4
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[[flow.boundary]]
at = "bottom"
wall = "rough"
roughness = 0.1
TOML

# 24 x 40 x 12 cells: wind along y through inflow and outflow sides; cut cells of a building across
# the first cut and of one beside it, with a scalar, for which small cells are merged.
cat >block.toml <<'TOML'
[case]
name = "block"
[domain]
size = [120, 200]
height = 60
cell_size = 5
solids = "cut"
[[buildings.box]]
corner = [42, 23]
size = [21, 53]
height = 22
[[buildings.box]]
corner = [78, 82]
size = [17, 36]
height = 13
[[weather.station]]
position = [20, 20]
speed = 4
from = 200
[wind]
model = "incompressible"
duration = 4
[flow]
subgrid = "smagorinsky"
sponge = 20
coriolis = 1e-4
[[flow.scalar]]
name = "gas"
initial = "1e-3 + 1e-5 * y"
inflow = 2e-3
half_life = 20
deposition_velocity = 0.02
[[flow.body]]
name = "house"
from = [40, 20, 0]
to = [65, 78, 25]
TOML

# 16 x 35 x 8 cells: heat, a scalar released across a cut beside a building, inflow turbulence from two
# sides, transported subgrid energy, probes beside the cuts.
cat >plume.toml <<'TOML'
[case]
name = "plume"
[domain]
size = [80, 175]
height = 40
cell_size = 5
[[buildings.box]]
corner = [30, 25]
size = [20, 50]
height = 20
[wind]
model = "incompressible"
duration = 3
[flow]
subgrid = "tke"
mean_from = 1
series = true
probes = [[25, 81, 5], [25, 78, 5], [60, 150, 10]]
initial = [3, 1, 0]
[flow.heat]
temperature = "300 + 0.003 * z"
reference = 300
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = [3, 1, 0]
turbulence = 0.1
[[flow.boundary]]
at = "south"
kind = "inflow"
velocity = [3, 1, 0]
recycle = 40
[[flow.boundary]]
at = ["east", "north"]
kind = "outflow"
[[flow.boundary]]
at = "bottom"
wall = "rough"
roughness = 0.1
heat_flux = 0.05
[[flow.scalar]]
name = "gas"
initial = 1e-3
inflow = 2e-3
half_life = 20
density = 1.6
temperature = 250
deposition_velocity = 0.02
[[flow.scalar.source]]
name = "stack"
position = [25, 79]
height = 6
rate = 1
radius = 6
TOML

# Nitrogen oxides react by a mechanism, whose steps begin where the last ones of a cell ended.
sed '/^\[\[flow.scalar\]\]/,$d; s/"plume"/"smog"/' plume.toml >smog.toml
cat >>smog.toml <<'TOML'
[flow.chemistry]
mechanism = "no_no2_o3.eqn"
sun = 0.8
[[flow.scalar]]
name = "NO"
background = "3 ppb"
[[flow.scalar.source]]
name = "stack"
position = [25, 79]
height = 6
rate = "0.15 mg/s"
radius = 6
[[flow.scalar]]
name = "NO2"
background = "8 ppb"
[[flow.scalar]]
name = "O3"
background = "45 ppb"
TOML
cp "$source_tree/tests/data/chem/no_no2_o3.eqn" .

# Flow that becomes steady, and is extrapolated towards that before.
cat >calm.toml <<'TOML'
[case]
name = "calm"
[domain]
size = [40, 80]
height = 40
cell_size = 5
[[buildings.box]]
corner = [10, 30]
size = [10, 20]
height = 20
[wind]
model = "incompressible"
duration = 2000
[flow]
subgrid = "none"
viscosity = 5
initial = [3, 1, 0]
steady = 1e-6
advection = "upwind"
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = [3, 1, 0]
[[flow.boundary]]
at = ["south"]
kind = "inflow"
velocity = [3, 1, 0]
[[flow.boundary]]
at = ["east", "north"]
kind = "outflow"
[[flow.boundary]]
at = "bottom"
wall = "no-slip"
TOML

# Grains that give their momentum to the air.
sed 's/"box"/"dust"/' box.toml >dust.toml
cat >>dust.toml <<'TOML'
[particles]
coupling = "two-way"
duration = 8
step = 0.5
[[particles.species]]
name = "dust"
diameter = "100 um"
density = 2650
[[particles.source]]
shape = "domain"
count = 5000
mass = 5000
TOML

# A rotor above the building, which moves across the first cut.
sed '/^\[\[flow.scalar\]\]/,$d; s/"block"/"rotor"/' block.toml >rotor.toml
cat >>rotor.toml <<'TOML'
[[wind.rotor]]
path = [[0, 60, 70, 40], [4, 60, 90, 35]]
tilts = [[0, -3, -3]]
radius = 10
mass = 2980
rotor_speed = "395 rpm"
torque = "ideal"
TOML

# Ground whose drag depends on its heat, on both sides of periodic cuts.
sed '/^\[flow\]/,$d; s/"plume"/"warm"/' plume.toml >warm.toml
cat >>warm.toml <<'TOML'
[flow]
initial = [3, 1, 0]
perturbation = 0.3
[flow.heat]
temperature = "300 + 0.003 * z"
reference = 300
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[[flow.boundary]]
at = "bottom"
wall = "rough"
roughness = 0.1
heat_flux = 0.1
TOML

if [ "$device" != cpu ]; then
  same_bits box 2 --set wind.duration=1 --set wind.interval=1 --set flow.mean_from=0.5
  same_bits block 2 --set wind.duration=0.5
  same_bits plume 2 --set wind.duration=0.8 --set flow.mean_from=0.4
  finish
fi
same_bits box "1 3 4"
same_bits box 2 --set 'flow.pressure_solver="multigrid"' --set 'flow.advection="weno"' \
  --set flow.project_every_stage=true --precision f64
# Long rows: those of the drag of the ground are wider than messages and gathered in halves.
same_bits box 2 --set 'domain.size=[1200,175]' --set wind.duration=2 --set wind.interval=2 --set flow.mean_from=1 --precision f64
same_bits block 3
same_bits plume 3
for name in block plume; do
  for count in 0 3; do
    grep -A 9 '"species": "gas"' $name.$count/${name}_run.json >budget.$count || fail "no budget"
  done
  same budget.0 budget.3
done
same_bits warm 2
same_bits smog 3 --set wind.duration=1 --set flow.mean_from=0.5
same_bits rotor 2 --set wind.duration=2
same_bits dust 3
same_bits calm 2
has stdout 'steps to 134.863 s, steady'

run 0 check block.toml --ranks 3
matches stdout '^  processes +3, each solves about'
processes 2 0 run block.toml -o profile -t 1 --profile
matches stdout 'halo exchange'

resumes block --set wind.duration=12 --set flow.checkpoint=2
resumes dust --set wind.duration=16 --set wind.interval=8 --set particles.duration=16 --set flow.checkpoint=1
resumes smog --set wind.duration=4 --set flow.checkpoint=0.5

# Refused: more processes than parts.
processes 6 2 run block.toml -o none
once stderr 'help: at most 5 processes'
[ ! -e none ] || fail "files were written"
finish
