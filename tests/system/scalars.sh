# Scalars of a flow that leave through the sides of the domain: told with their part of what was
# released, in both solvers.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# Wind of 5 m/s along x; a source of 1 kg/s 100 m before the east side: of 60 s, the last 20 s are on
# their way, and two thirds are out.
cat >smoke.toml <<'TOML'
[domain]
crs = "local"
size = [160, 40]
height = 40
cell_size = [5, 10, 10]
stretch = 1
[wind]
model = "incompressible"
duration = 60
[flow]
viscosity = 0
subgrid = "none"
initial = [5, 0, 0]
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = [5, 0, 0]
[[flow.boundary]]
at = "east"
kind = "outflow"
[[flow.boundary]]
at = ["south", "north"]
kind = "periodic"
[[flow.boundary]]
at = ["bottom", "top"]
kind = "slip"
[[flow.scalar]]
name = "smoke"
diffusivity = 0
[[flow.scalar.source]]
position = [60, 20]
height = 10
size = [10, 20, 20]
rate = 1
TOML
run 0 run smoke.toml -o out --json out.json
matches stderr 'smoke.toml: warning: of the mass of smoke, 66[.0-9]* % left the domain through its sides: [.0-9]* of 60 kg'
# To half a cell's way, 0.5 s.
check_json out.json 'abs(d["flow"]["mass_budget"][0]["outflow"] - 40) < 0.5'
has stderr 'help: a larger domain.size or domain.height holds it'
check_json out.json 'abs(d["flow"]["mass_budget"][0]["emitted"] - 60) < 1e-3'
matches stdout '^  smoke +0 +60 '
# What is still inside is not told, nor what is everywhere from the start.
run 0 run smoke.toml -o out --overwrite --set wind.duration=15
lacks stderr 'left the domain'
sed 's/^diffusivity.*/initial = 1\ninflow = 1/; /flow.scalar.source/,$d' smoke.toml >air.toml
run 0 run air.toml -o out --overwrite
lacks stderr 'left the domain'
# The compressible solver, whose mass of air carries it.
sed 's/"incompressible"/"compressible"/; s/^duration.*/duration = 40/' smoke.toml >gas.toml
run 0 run gas.toml -o out --overwrite
matches stderr 'of the mass of smoke, (49|50|51)[.0-9]* % left the domain through its sides: .* of 40 kg'
finish
