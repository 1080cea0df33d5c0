# Cases that are not divided among processes: one process does the work, says so once, and leaves the files of
# a run of one process.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_mpirun
has_module mpi || skip "built without MPI"
device=cpu

# A rotor above sand.
cat >rotor.toml <<'TOML'
[case]
name = "rotor"
[domain]
crs = "local"
size = [40, 40]
height = 20
cell_size = 2
[roughness]
z0 = 1e-4
[wind]
model = "rotor"
interval = 0.2
duration = 0.6
spin_up = 1
[[wind.rotor]]
position = [20, 20]
height = 6
radius = 5.1
mass = 2980
rotor_speed = "395 rpm"
blades = 4
[particles]
[[particles.species]]
name = "dust"
diameter = "12 um"
density = 2650
[[particles.source]]
shape = "ground"
grain_diameter = 1.2e-4
clay = 0.1
height = 0.05
count = 2000
stop = 0.6
[particles.concentration]
cell_size = 4
interval = 0.2
TOML

# The wind that it leaves, from its file.
sed '/^model = /,/^blades/d' rotor.toml | sed 's/name = "rotor"/name = "again"/; s|^\[wind\]|&\nmodel = "file"|; s|^\[particles\]|[wind.file]\nfiles = "rotor.0/rotor.nc"\n&|' >again.toml

# A vortex.
cat >vortex.toml <<'TOML'
[case]
name = "vortex"
[domain]
crs = "local"
size = [15, 15]
height = 7.5
cell_size = 1.5
[wind]
model = "vortex"
vortex = {strength = 40, size = 7.5, form = "divergent"}
TOML

# A slice of flow in x and z.
cat >slice.toml <<'TOML'
[case]
name = "slice"
[domain]
crs = "local"
size = [80, 5]
height = 40
cell_size = 5
[wind]
model = "incompressible"
duration = 4
interval = 2
[flow]
initial = [3, 0, 0]
perturbation = 0.3
bulk_velocity = [3, 0]
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
TOML

# told WHAT: the last run has said once that it is not divided.
told() { once stderr "processes, one does the work: $1 is not divided"; }

cp "$source_tree/cases/cavity/mac-sor.toml" mac-sor.toml
same_bits rotor "2 3"
told "the model 'rotor'"
same_bits again 2
told "the model 'file'"
same_bits vortex 2
told "the model 'vortex'"
same_bits slice 2
told "a grid of so few rows of cells in y"
same_bits mac-sor 2 --set wind.duration=0.05
told flow.mac_sor
if ! "$program" check "$source_tree/cases/prism" 2>&1 | grep -q muParser; then
  cp "$source_tree/cases/prism/case.toml" prism.toml
  same_bits prism 2
  told "a mesh of prisms"
fi

# Examples are accepted; memory is that of one process.
run 0 check "$source_tree/cases/brownout" --ranks 2
matches stdout '^  processes +2, of which one does the work'
run 0 check "$source_tree/cases/miglio" --ranks 2
matches stdout '^  processes +2, of which one does the work'
run 0 check slice.toml --ranks 2
matches stdout '^  processes +2, of which one does the work'

# An error or a signal ends all processes; two go on from the checkpoint of one.
processes 2 2 run rotor.toml -o rotor.0
once stderr --overwrite
set -- --set wind.duration=150 --set wind.interval=150 --set flow.checkpoint=2
run 0 run slice.toml -o whole -t 1 "$@"
mpirun -n 2 "$program" run slice.toml -o stopped -t 1 "$@" >stdout 2>stderr </dev/null &
launcher=$!
for _ in $(seq 500); do
  [ ! -e stopped/slice_checkpoint.nc ] || break
  sleep 0.02
done
kill -TERM "$(pgrep -P $launcher | head -n 1)"
wait $launcher && fail "a run that was stopped is not an error"
processes 2 0 run slice.toml -o stopped -t 1 "$@" --resume
alike whole stopped
finish
