# A run in the incompressible solver: its files, any number of threads, stopping and going on.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cp "$source_tree/tests/data/lid.toml" lid.toml

run 0 check lid.toml
matches stdout '^  time steps +about [0-9.]+ of [0-9.]+ s, in air of up to 1 m/s$'
run 0 run lid.toml -o whole -t 1 --json whole.json
matches stdout '^simoom: done: .* steps to 40 s, .* cell steps/s'
check_json whole.json 'd["flow"]["steps"] > 100 and d["flow"]["time"] == 40 and d["times"] == 11'
check_json whole.json 'd["divergence"] <= 1e-5 and d["cells_per_second"] > 0'
check_json whole.json 'len([f for f in d["outputs"] if f.endswith(("_mean.nc", "_probes.csv", "_series.csv"))]) == 3'
no_leftovers whole
lacks stderr checkpoint
head -n 1 whole/lid_probes.csv >head
has head 'time,u_1,v_1,w_1,kinematic_pressure_1,u_2,v_2,w_2,kinematic_pressure_2'
[ "$(($(wc -l <whole/lid_probes.csv) - 1))" -eq \
  "$(sed -n 's/.*, \([0-9]*\) steps to.*/\1/p' stdout)" ] || fail "not a row for each step"
head -n 1 whole/lid_series.csv >head
has head 'time,u,v,w,kinetic_energy,enstrophy,viscous_dissipation,acceleration_u,acceleration_v'
[ "$(wc -l <whole/lid_series.csv)" -eq "$(wc -l <whole/lid_probes.csv)" ] || fail "not a row for each step"
run 0 info whole/lid_mean.nc

# Threads.
run 0 run lid.toml -o threads -t 2
alike whole threads

# Stopped, and again when it has gone on.
interrupt lid.toml part lid_000008.000s.vti
matches stdout '^simoom: stopped: '
[ -e part/lid_checkpoint.nc ] || fail "no checkpoint"
no_leftovers part
run 4 run lid.toml -o part --set flow.courant=0.5 --resume
has stderr 'the checkpoint is of another case'
run 0 run lid.toml -o part -t 1 --resume --json part.json
check_json part.json 'd["flow"]["time"] == 40 and d["times"] < 11'
alike whole part

# Killed: what the last checkpoint holds is enough.
survives_kill whole lid.toml killed lid_checkpoint.nc

# The same of all that a flow keeps from step to step: eddies, a bulk velocity, what the air carries.
cat >eddies.toml <<'TOML'
[case]
name = "eddies"
[domain]
crs = "local"
size = [64, 32]
height = 32
cell_size = 4
stretch = 1
solids = "cut"
[[buildings.box]]
corner = [20.7, 12.3]
size = [8, 8]
height = 10.7
rotation = 20
[wind]
model = "incompressible"
duration = 400
interval = 20
[flow]
advection = "weno"
subgrid = "smagorinsky"
initial = [5, 0, 0]
bulk_velocity = [5, 0]
perturbation = 0.3
sponge = 8
mean_from = 10
series = true
probes = [[50, 16, 10]]
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[[flow.boundary]]
at = "top"
kind = "slip"
[[flow.scalar]]
name = "smoke"
density = 2
temperature = 350
[[flow.scalar.source]]
position = [12, 16]
height = 4
size = [4, 12, 4]
rate = 1e-3
[flow.heat]
temperature = "300 + 0.01 * z"
[output]
formats = ["netcdf", "vtk"]
TOML
run 0 run eddies.toml -o turns -t 2
head -n 1 turns/eddies_probes.csv >head
has head 'kinematic_pressure_1,eddy_viscosity_1,potential_temperature_1,smoke_1'
resumes_alike turns eddies.toml again eddies_000040.000s.vti 1

# As many scalars as there may be, with their means, at probes, in files of both kinds.
sed '/flow.scalar/,$d; s/^duration.*/duration = 20/; s/^interval.*/interval = 10/; s/^name.*/name = "many"/' eddies.toml >many.toml
number=0
while [ $number -lt 128 ]; do
  printf '[[flow.scalar]]\nname = "s%d"\ninitial = %d\n' $number $number
  number=$((number + 1))
done >>many.toml
printf '[output]\nformats = ["netcdf", "vtk"]\n' >>many.toml
run 0 run many.toml -o all -t 2
head -n 1 all/many_probes.csv >head
has head 'kinematic_pressure_1,eddy_viscosity_1,s0_1,s1_1'
matches head ',s126_1,s127_1$'
[ "$(tail -n 1 all/many_probes.csv | tr ',' '\n' | wc -l)" -eq $((1 + 3 + 2 + 128)) ] || fail "columns"
matches all/many_probes.csv ',127.*$'
grep -aq s127_maximum all/many_mean.nc || fail "means of all scalars"
grep -aq '"s127"' all/many_000020.000s.vti || fail "all scalars in VTK"
interrupt many.toml some many_000010.000s.vti
run 0 run many.toml -o some -t 1 --resume
same all/many_probes.csv some/many_probes.csv

# Particles in the flow.
cat lid.toml - >carried.toml <<'TOML'
[particles]
[[particles.species]]
name = "gas"
[[particles.source]]
species = "gas"
position = [0.5, 0.12]
height = 0.5
rate = 1e-3
count = 500
stop = 30
[particles.concentration]
cell_size = "0.25 m"
interval = "4 s"
TOML
run 0 run carried.toml -o with -t 1
resumes_alike with carried.toml without lid_000012.000s.vti 1
survives_kill with carried.toml gone lid_000012.000s.vti

# Air that gains 1 m/s in ten steps of 0.1 s: means and variances are those of ten numbers.
cat >faster.toml <<'TOML'
[domain]
crs = "local"
size = [8, 6]
height = 4
cell_size = 1
stretch = 1
[wind]
model = "incompressible"
duration = 1
[flow]
viscosity = 0
subgrid = "none"
initial = [0, 2, 0]
acceleration = [1, 0, 0]
time_step = 0.1
mean_from = 0
series = true
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[[flow.boundary]]
at = ["bottom", "top"]
kind = "slip"
TOML
run 0 run faster.toml -o faster --precision f64
has stdout '10 steps to 1 s'
run 0 info faster/faster_mean.nc
matches stdout '^ *u +m s-1 +0.55 +0.55 +0.55 '
matches stdout '^ *uu +m2 s-2 +0.0825 +0.0825 +0.0825 '
matches stdout '^ *tke_resolved +m2 s-2 +0.04125 '
matches stdout '^ *vv +m2 s-2 +0 +0 +0 '

awk -F, 'NR > 1 {
  wrong = $2 - $1; if (wrong > 1e-12 || wrong < -1e-12) exit 1
  wrong = $3 - 2; if (wrong > 1e-12 || wrong < -1e-12 || $4 != 0) exit 1
  wrong = $5 - ($1 * $1 + 4) / 2; if (wrong > 1e-12 || wrong < -1e-12) exit 1
  if ($6 > 1e-20 || $7 != 0) exit 1
} END { if (NR != 11) exit 1 }' faster/faster_series.csv || fail "means over the air"

# The same with three tenths of a second before the first wind that is written, which the table tells too.
run 0 run faster.toml -o spun --precision f64 --set wind.spin_up=0.3
has stdout '13 steps to 1 s'
awk -F, 'NR > 1 { wrong = $2 - $1 - 0.3; if (wrong > 1e-12 || wrong < -1e-12) exit 1 }
  END { if (NR != 14) exit 1 }' spun/faster_series.csv || fail "times of a run with spin_up"

# A shear between a wall at rest and one that moves stays as it is; probes are exact, up to the
# walls.
cat >shear.toml <<'TOML'
[domain]
crs = "local"
size = [4, 8]
height = 4
cell_size = 1
stretch = 1
[wind]
model = "incompressible"
duration = 1
[flow]
viscosity = 0.1
subgrid = "none"
series = true
initial = ["y / 8", 0, 0]
probes = [[2, 4, 2], [1, 0.25, 2], [1.3, 7.9, 0.1], [0.01, 3.3, 3.9]]
[[flow.boundary]]
at = ["west", "east", "bottom", "top"]
kind = "periodic"
[[flow.boundary]]
at = "south"
kind = "wall"
wall = "no-slip"
[[flow.boundary]]
at = "north"
kind = "wall"
wall = "no-slip"
velocity = [1, 0, 0]
TOML
run 0 run shear.toml -o shear --precision f64
awk -F, 'NR > 1 {
  y[0] = 4; y[1] = 0.25; y[2] = 7.9; y[3] = 3.3
  for (p = 0; p < 4; p++) for (f = 0; f < 4; f++) {
    wrong = $(2 + 4 * p + f) - (f == 0 ? y[p] / 8 : 0)
    if (wrong > 1e-12 || wrong < -1e-12) exit 1
  }
} END { if (NR < 2) exit 1 }' shear/shear_probes.csv || fail "probes in a shear"

# Its enstrophy is half the square of 1/8, its dissipation 0.1 times that square, up to the walls.
awk -F, 'NR > 1 {
  wrong = $6 * 128 - 1; if (wrong > 1e-12 || wrong < -1e-12) exit 1
  wrong = $7 * 640 - 1; if (wrong > 1e-12 || wrong < -1e-12) exit 1
} END { if (NR < 2) exit 1 }' shear/shear_series.csv || fail "dissipation of a shear"

# Vortices of Taylor and Green: what the energy loses is what the viscosity takes.
sed -e 's/^cell_size = [0-9.]*/cell_size = 0.39269908169872414/' -e 's/^duration = .*/duration = 2/' \
  "$source_tree/validation/taylor-green/case.toml" >vortices.toml
run 0 run vortices.toml -o vortices --precision f64 --set flow.time_step=0.02 --set flow.viscosity=0.01
awk -F, 'NR == 2 { first = $5 } NR > 2 { taken += 0.02 * (before + $7) / 2 } { before = $7; last = $5 }
  END { wrong = (first - last) / taken - 1; if (NR != 101 || wrong > 1e-3 || wrong < -1e-3) exit 1 }' \
  vortices/taylor-green_series.csv || fail "energy and dissipation do not agree"

# Steps that become too long: the run fails (by multigrid; a direct solution balances this force to rounding), what it had written stays, and the air as it was then.
run 6 run lid.toml -o fails --set flow.time_step=0.09 --set flow.acceleration=[1000,0,0] --set flow.pressure_solver=multigrid
has stderr 'error: the wind is not finite after '
has stderr 'note: the flow as it was then is in fails/lid_failed.nc'
no_leftovers fails
run 0 info fails/lid.nc
run 0 info fails/lid_failed.nc
matches stdout '^ *kinematic_pressure '
[ ! -e fails/lid_mean.nc ] || fail "means of what is no wind"
run 2 run lid.toml -o fails
run 0 run lid.toml -o fails --overwrite
alike whole fails

# The lid's air until it is steady: the run ends long before its time, with the wind of its end.
sed 's/^duration = .*/duration = "400 s"/; /^interval/d; /^mean_from/d; /^checkpoint/d
  s/^subgrid/steady = 1e-5\nsubgrid/' lid.toml >steady.toml
run 0 run steady.toml -o steady --precision f64 --json steady.json
matches stdout '^simoom: done: .* steps to [0-9.]+ s, steady,'
check_json steady.json '5 < d["flow"]["steady"] == d["flow"]["time"] < 100 and d["times"] == 2'
check_json whole.json 'd["flow"]["steady"] is None'
run 0 run steady.toml -o long --precision f64 --set flow.steady=1e-9 --set wind.duration=100
awk -F, 'END { print $2, $4 }' steady/lid_probes.csv >steady.end
awk -F, 'END { print $2, $4 }' long/lid_probes.csv | paste -d " " steady.end - |
  awk '{ exit !(($1 - $3) ^ 2 + ($2 - $4) ^ 2 < 1e-8) }' || fail "it was not steady"

# Stopped on its way, where the wind is moved to where it goes.
sed 's/^steady/checkpoint = "3 s"\nsteady/' steady.toml >moved.toml
run 0 run moved.toml -o moved -t 1
resumes_alike moved moved.toml halfway lid_checkpoint.nc

# From coarser grids to the same flow; what is written is of the last grid alone.
run 0 run steady.toml -o wide --precision f64 --set 'domain.size=[1,0.5]'
run 0 run steady.toml -o sequence --precision f64 --set 'domain.size=[1,0.5]' \
  --set flow.grid_sequencing=1 --json sequence.json
has stderr '8 x 4 x 8 cells: steady after '
check_json sequence.json '0 < d["flow"]["coarse_cell_steps"] < 0.5 * d["flow"]["cell_steps"]'
[ "$(($(wc -l <sequence/lid_probes.csv) - 1))" -eq \
  "$(sed -n 's/.*, \([0-9]*\) steps to.*/\1/p' stdout)" ] || fail "not a row for each step"
awk -F, 'END { print $2, $4 }' wide/lid_probes.csv >wide.end
awk -F, 'END { print $2, $4 }' sequence/lid_probes.csv | paste -d " " wide.end - |
  awk '{ exit !(($1 - $3) ^ 2 + ($2 - $4) ^ 2 < 1e-8) }' || fail "another flow from a coarser grid"
run 3 check steady.toml --set flow.grid_sequencing=1
has stderr "steady.toml:13: error: 'flow.grid_sequencing': a grid of 16 x 4 x 16 cells has none"

# A picture of what is beside the wind.
if has_module plot; then
  run 0 plot whole/lid.nc --field kinematic_pressure -o pressure.svg
  run 0 plot whole/lid_mean.nc --field uw -o uw.svg
  run 2 plot whole/lid.nc --field uw -o none.svg
  run 0 plot turns/eddies_probes.csv --spectrum u_1 --range 0.02,0.1
  matches stdout '^power -?[0-9.]+ from 0.02 to 0.1 Hz$'
  has stdout 'turns/eddies_probes_u_1_spectrum.png'
  [ -s turns/eddies_probes_u_1_spectrum.png ] || fail "no picture of a spectrum"
  run 0 plot turns/eddies_series.csv --spectrum kinetic_energy -o energy.svg
  run 2 plot turns/eddies_probes.csv --spectrum u_9
  has stderr "there is no column 'u_9'"
  run 2 plot turns/eddies_probes.csv --spectrum u_1 --range 0,1
  has stderr 'frequencies must be above 0'
  run 4 plot eddies.toml --spectrum u_1
  has stderr 'not a table of numbers'
  run 4 plot nowhere.csv --spectrum u_1
fi

# Wrong input.
sed '/^initial/d; /^bulk_velocity/d' eddies.toml >down.toml
printf '[[weather.station]]\nspeed = 5\nfrom = 270\n' >>down.toml
run 0 check down.toml
matches stderr '^down.toml:[0-9]+: warning: the wind dies away: all sides are periodic'
has stderr 'help: flow.bulk_velocity = [u, v]'
run 0 check down.toml --set 'flow.bulk_velocity=[5, 0]'
lacks stderr 'dies away'
run 4 run lid.toml -o nowhere --resume
has stderr 'no checkpoint to resume from'
run 2 run lid.toml -o whole
has stderr 'exists already'
lacks stderr 'domain top' # refused before the set-up
run 3 run lid.toml -o wrong --set 'flow.probes=[[0.5,0.1,2]]'
has stderr 'probes'
# Boundaries follow weather that changes while the flow runs, and this is said; what needs a steady wind is
# refused before anything is computed.
cat >changing.toml <<'TOML'
[domain]
crs = "local"
size = 100
cell_size = 10
height = 100
[wind]
model = "incompressible"
duration = 600
interval = 600
[[weather.station]]
name = "mast"
readings = [{ time = 2026-05-01T12:00:00Z, speed = 5, from = 270 }, { time = 2026-05-01T13:00:00Z, speed = 6, from = 225 }]
TOML
for command in check 'run -o changed'; do
  # shellcheck disable=SC2086
  run 3 $command changing.toml --set flow.steady=1e-6
  has stderr "error: 'flow.steady' needs a steady wind, but the weather changes while the flow runs (line 10, station 'mast': 5 m/s from 270 deg"
done
[ ! -e changed ] || fail "a run that was refused left a folder"
run 0 check changing.toml
run 0 check changing.toml --set wind.model=compressible
run 0 run changing.toml -o changed
has stderr 'boundaries follow the weather, linear in time between 2 times from 2026-05-01T12:00:00Z to 2026-05-01T12:10:00Z'
run 0 run changing.toml -o stays --set 'flow.boundary=[{at=["west","east","south","north"],kind="periodic"}]'
has stderr 'but no boundary takes it: it is the initial wind only'
finish
