# A run in the compressible solver: any number of threads, stopping and going on, runs that fail.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# Gusts blow against a house and a terrace, under a sponge; means, probes, series.
cat >house.toml <<'TOML'
[domain]
crs = "local"
size = [20, 12]
height = 8
cell_size = 1
stretch = 1.05
max_cell_z = 2
[[buildings.box]]
corner = [8, 4]
size = [3, 4]
height = 3
[wind]
model = "compressible"
duration = 0.4
interval = 0.1
[flow]
subgrid = "smagorinsky"
initial = ["5 + 0.1 * z", 0, 0]
sponge = 3
perturbation = 0.3
coriolis = 1e-2
geostrophic = [5, 1]
mean_from = 0.05
checkpoint = 0.05
series = true
probes = [[14, 6, 2], [6.2, 5.1, 1.4]]
[flow.compressible]
potential_temperature = "288 + 0.02 * z"
[output]
formats = ["netcdf", "vtk"]
TOML
flows_through '["5 + 0.1 * z", 0, 0]' 0.1 3 >>house.toml

"$program" check house.toml >stdout 2>stderr || ! grep -q muParser stderr || skip "built without muParser"
run 0 run house.toml -o whole -t 1 --json whole.json
check_json whole.json 'd["flow"]["steps"] > 300 and d["flow"]["time"] == 0.4 and d["times"] == 5'
no_leftovers whole
lacks stderr checkpoint
head -n 1 whole/house_probes.csv >head
has head 'time,u_1,v_1,w_1,air_pressure_perturbation_1,temperature_1,eddy_viscosity_1,u_2'
[ "$(($(wc -l <whole/house_probes.csv) - 1))" -eq \
  "$(sed -n 's/.*, \([0-9]*\) steps to.*/\1/p' stdout)" ] || fail "not a row for each step"

# Threads.
run 0 run house.toml -o threads -t 3
alike whole threads

# Stopped, killed, and gone on with.
interrupt house.toml part house_000000.200s.vti
[ -e part/house_checkpoint.nc ] || fail "no checkpoint"
no_leftovers part
run 0 run house.toml -o part -t 2 --resume --json part.json
check_json part.json 'd["flow"]["time"] == 0.4 and d["times"] < 4'
alike whole part

# Killed, in double precision, with inflow turbulence recycled from inside the domain.
sed 's/^turbulence = .*/recycle = 10/; /^turbulence_length/d' house.toml >recycled.toml
run 0 run recycled.toml -o recycled -t 2 --precision f64
survives_kill recycled recycled.toml killed recycled_checkpoint.nc --precision f64

# Air of 3 K that is driven apart faster than it can follow.
cat >thin.toml <<'TOML'
[domain]
crs = "local"
size = [48, 1]
height = 1
cell_size = 1
stretch = 1
[wind]
model = "compressible"
duration = 0.04
interval = 0.001
[flow]
viscosity = 0
subgrid = "none"
initial = ["990 * sin(2 * pi * x / 48)", 0, 0]
checkpoint = 0.001
probes = [[12, 0.5, 0.5]]
[flow.compressible]
gravity = 0
temperature = 3
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[[flow.boundary]]
at = ["bottom", "top"]
kind = "slip"
TOML

# are_numbers FILE: no NaN in the fields of it.
are_numbers() {
  command -v ncdump >/dev/null || return 0
  ncdump -v u,v,w,air_pressure_perturbation,temperature "$1" >dump
  ! grep -qi '[ -]nan' dump || fail "$1 has what is not a number"
}

run 6 run thin.toml -o thin --json thin.json
matches stderr '^(simoom: )?error: after [0-9]+ steps, 0.00[0-9]* s, cell \([0-9]+, 0, 0\) has a density of '
matches stderr 'one of [0-9]+ such cells from \([0-9]+, 0, 0\) to \([0-9]+, 0, 0\)$'
has stderr 'note: the flow as it was then is in thin/thin_failed.nc'
matches stderr '^note: the last checkpoint, of 0.00[0-9]* s, is kept: thin/thin_checkpoint.nc$'
check_json thin.json 'd["exit_code"] == 6 and any(f.endswith("_failed.nc") for f in d["outputs"])'
no_leftovers thin
are_numbers thin/thin.nc
run 0 info thin/thin_failed.nc
for field in density_deviation momentum_u energy_deviation temperature; do
  matches stdout "^ *$field "
done

# What was kept goes on, to the same failure, and is kept again.
cp thin/thin_checkpoint.nc kept.nc
run 6 run thin.toml -o thin --resume
has stderr 'is kept: thin/thin_checkpoint.nc'
are_numbers thin/thin.nc
cp thin/thin_checkpoint.nc again.nc
for file in kept again; do
  run 0 info $file.nc
  matches stdout '^ +run +0.00[0-9]* s after its start, [0-9]+ steps done$'
  sed 1d stdout >$file.info
done
same kept.info again.info

# Earlier results stay when a run fails; what it wrote until then is beside them.
run 0 run thin.toml -o earlier --set 'flow.initial=[0, 0, 0]'
before=$(cksum <earlier/thin.nc && cksum <earlier/thin_probes.csv)
run 6 run thin.toml -o earlier --overwrite
has stderr 'note: the earlier results are as they were; what this run has written is in earlier/thin*.saved'
[ "$before" = "$(cksum <earlier/thin.nc && cksum <earlier/thin_probes.csv)" ] || fail "earlier results were touched"
mv earlier/thin.nc.saved until.nc
are_numbers until.nc

# A step that breaks and is due to be written and kept at once: neither happens.
run 6 run thin.toml -o first --set flow.compressible.temperature=0.5 --set flow.max_time_step=0.0005 \
  --set wind.interval=0.0005 --set flow.checkpoint=0.0005
are_numbers first/thin.nc
[ ! -e first/thin_checkpoint.nc ] || fail "a checkpoint of what is no air"
lacks stderr 'is kept'

# A picture of a spectrum.
if has_module plot; then
  run 0 plot whole/house_probes.csv --spectrum u_1 --range 10,100
  matches stdout '^power -?[0-9.]+ from 10 to 100 Hz$'
  [ -s whole/house_probes_u_1_spectrum.png ] || fail "no picture of a spectrum"
fi

# Wrong input, before the first step.
run 3 run thin.toml -o wrong --set flow.time_step=0.02
has stderr "'flow.time_step' of 0.02 s is too long after 0 s: sound and wind cross "
run 3 run house.toml -o wrong --set 'flow.compressible.initial_pressure="101325 - 5e4 * z"'
has stderr 'house.toml'
matches stderr 'error: the air at the start has .* Pa in cell \(0, 0, [0-9]\); both must be above 0$'
run 3 run house.toml -o wrong --set 'flow.compressible.potential_temperature="288 / (z - z)"'
has stderr "flow.compressible.potential_temperature"
run 3 check house.toml --set flow.compressible.density=1.2
has stderr 'density'
sed 's/^potential_temperature = .*/density = 1.2/' house.toml >denser.toml
run 0 run denser.toml -o denser --set wind.duration=0.01 --set wind.interval=0.01 --set flow.mean_from=0
matches stderr 'warning: what comes in at the west side is air of the background, but beside it the air begins up to [56].[0-9]* K warmer'
sed '/^initial/d; /^temperature/d' thin.toml >still.toml
run 0 check still.toml
matches stderr 'still.toml:[0-9]+: warning: nothing moves the air'
run 3 check still.toml --set flow.time_step=0.01
has stderr "'flow.time_step': the acoustic CFL number 3.4 is above the stability limit 1.2"
has stderr 'help: time_step = 0.00353, or courant'
run 0 run still.toml -o still
has stderr 'help: flow.initial, a [[flow.boundary]] of kind "inflow", flow.acceleration, or a [[weather.station]]'
run 0 check thin.toml
lacks stderr 'nothing moves'
finish
