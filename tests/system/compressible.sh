# A run in the compressible solver: any number of threads, stopping and going on, with all that it
# keeps from step to step.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >warm.toml <<'TOML'
[case]
name = "warm"
[domain]
crs = "local"
size = [48, 24]
height = 24
cell_size = 4
stretch = 1
[[buildings.box]]
corner = [12, 8]
size = [8, 8]
height = 8
[wind]
model = "compressible"
duration = 1.2
interval = 0.1
[flow]
subgrid = "tke"
initial = [5, 1, 0]
perturbation = 0.5
mean_from = 0.2
series = true
probes = [[30, 12, 6]]
[flow.compressible]
potential_temperature = "300 + 0.01 * z"
[[flow.boundary]]
at = "bottom"
kind = "wall"
roughness = 0.1
heat_flux = 0.3
[[flow.scalar]]
name = "smoke"
inflow = 1e-3
half_life = 100
deposition_velocity = 0.01
[[flow.scalar.source]]
position = [8, 12]
size = [4, 4, 4]
rate = 1e-3
[output]
formats = ["netcdf", "vtk"]
TOML
flows_through '[5, 1, 0]' 0.1 8 >>warm.toml
"$program" check warm.toml >stdout 2>stderr || ! grep -q muParser stderr || skip "built without muParser"
run 0 check warm.toml
run 0 run warm.toml -o whole -t 1
matches stdout '^  smoke +0 '
head -n 1 whole/warm_probes.csv >head
has head 'air_pressure_perturbation_1,temperature_1,eddy_viscosity_1,smoke_1,tke_sgs_1'
run 0 run warm.toml -o threads -t 2
alike whole threads
resumes_alike whole warm.toml part warm_000000.300s.vti
finish
