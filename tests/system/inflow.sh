# Turbulence that flows in, and the energy of eddies that the grid does not resolve: any number of
# threads, stopping and going on.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >gusts.toml <<'TOML'
[case]
name = "gusts"
[domain]
crs = "local"
size = [96, 48]
height = 32
cell_size = 4
stretch = 1.05
[[buildings.box]]
corner = [40, 20]
size = [8, 8]
height = 12
[wind]
model = "incompressible"
duration = 120
interval = 6
[flow]
subgrid = "tke"
initial = [5, 0, 0]
mean_from = 30
probes = [[2, 24, 10], [80, 24, 10]]
[[flow.scalar]]
name = "smoke"
inflow = 1e-3
[flow.heat]
temperature = "300 + 0.01 * z"
[output]
formats = ["netcdf", "vtk"]
TOML
flows_through '[5, 0, 0]' 0.15 9 >>gusts.toml
run 0 run gusts.toml -o one -t 1 --json one.json
check_json one.json 'd["divergence"] <= 1e-5 and d["flow"]["time"] == 120'
head -n 1 one/gusts_probes.csv >head
has head 'kinematic_pressure_1,eddy_viscosity_1,potential_temperature_1,smoke_1,tke_sgs_1'
run 0 info one/gusts_mean.nc
matches stdout '^ *tke_sgs'
run 0 run gusts.toml -o two -t 2
alike one two
resumes_alike one gusts.toml part gusts_000024.000s.vti

# The wind at the side has the standard deviation that was asked for, roughly: 120 s are 60 of its times.
awk -F, 'NR > 1 && $1 > 10 { n++; s += $2; q += $2 * $2 }
  END { v = q / n - (s / n) ^ 2; if (v < 0.15 || v > 1.2) { print v; exit 1 } }' \
  one/gusts_probes.csv || fail "the variance of the wind at the side, m2/s2"

# Covariances and lengths of their own, which differ from place to place.
sed 's/^turbulence = .*/reynolds_stress = ["0.6 - 0.002 * z", 0.4, 0.3, 0, "-0.1 - 0.002 * z", 0]/
s/^turbulence_length.*/turbulence_length = [14, 9, "5 + 0.1 * z"]/' gusts.toml >stresses.toml
run 0 run stresses.toml -o stresses -t 1
resumes_alike stresses stresses.toml halves gusts_000024.000s.vti
sed 's/"0.6 - 0.002 \* z"/"0.1 - 0.01 * z"/' stresses.toml >impossible.toml
run 3 run impossible.toml -o impossible
has stderr "'flow.boundary.reynolds_stress', west side, x = 0 m, y = "

# Gusts from inside.
sed 's/^turbulence = .*/recycle = 60/; /^turbulence_length/d' gusts.toml >again.toml
run 0 run again.toml -o again -t 1
resumes_alike again again.toml stopped gusts_000024.000s.vti

# Gusts on the wind of the weather.
cat >weather.toml <<'TOML'
[case]
name = "weather"
[domain]
crs = "local"
size = [64, 48]
height = 40
cell_size = 4
stretch = 1
[[weather.station]]
speed = 5
from = 250
height = 10
[wind]
model = "incompressible"
duration = 30
[flow]
probes = [[4, 24, 10]]
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "weather"
turbulence = 0.1
turbulence_length = 12
TOML
run 0 run weather.toml -o weather -t 2 --json weather.json
check_json weather.json 'd["divergence"] <= 1e-5'
awk -F, 'NR > 1 { n++; s += $2; q += $2 * $2 }
  END { v = q / n - (s / n) ^ 2; if (v < 0.01 || v > 1) { print v; exit 1 } }' \
  weather/weather_probes.csv || fail "the variance of the weather's wind, m2/s2"

# Wrong input.
run 3 run gusts.toml -o wrong --set 'flow.subgrid_constant=0.1'
has stderr 'has no meaning with'
sed 's/^turbulence = .*/turbulence = 0.1\nrecycle = 60/' gusts.toml >both.toml
run 3 check both.toml
has stderr recycle
finish
