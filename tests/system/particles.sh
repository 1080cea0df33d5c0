# What the wind carries, end to end: the same to the last bit on any number of threads and devices,
# stopped and resumed; its files as their readers want them; wrong input refused.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

tests=$source_tree/tests/system
find_python netCDF4 numpy

ground='[domain]
size = [200, 160]
cell_size = 5
height = 60
[[buildings.box]]
corner = [80, 60]
size = [20, 40]
height = 20
'
steady='[[weather.station]]
speed = 5
from = 270
'

# Two species with sizes, decay and deposition, from a box, a disk and a stack, in turbulence and
# winds in time; all outputs.
cat >all.toml <<TOML
$ground
[turbulence]
model = "local"
[[weather.station]]
readings = [
  { time = 2026-05-01T00:00:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T00:02:00Z, speed = 5, from = 290 },
]
[weather]
interpolate = "60 s"
[rain]
rate = "20 mm/h"
cloud_base = 40
[particles]
step = 0.25
duration = 150
ground = "deposit"
lateral_boundary = "reset"
snapshots = "15 s"
trajectories = 50
trajectory_step = 2
checkpoint = "20 s"
[[particles.species]]
name = "gas"
half_life = "100 s"
deposition_velocity = 0.02
scavenging_coefficient = 1e-3
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
count = 2500
stop = 60
[[particles.source]]
species = "dust"
position = [50, 80]
height = 5
radius = 4
count = 5001
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
interval = "15 s"
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

# as_straight FOLDER: it holds what the run that nobody stopped has left.
as_straight() {
  "$python" "$tests/compare_runs.py" straight "$1" || fail "$1 differs from a straight run"
  for file in straight/*.csv straight/*.vtp straight/*.pvd; do
    same "$file" "$1/$(basename "$file")"
  done
  [ "$(find straight | wc -l)" -eq "$(find "$1" | wc -l)" ] || fail "$1 holds other files"
}
# readable FOLDER: readers of its files find what they look for.
readable() {
  for checked in "plume.py $1/all_plume.nc" "trajectories.py $1/all_trajectories.nc"; do
    # shellcheck disable=SC2086
    "$python" "$tests"/check_$checked
    code=$?
    [ $code -eq 0 ] || [ $code -eq 77 ] || fail "$checked"
  done
  "$python" "$tests/check_vtk.py" "$1"/*.vtp || fail "points of $1"
}

run 0 run all.toml -o straight -t 1 --json straight.json
no_leftovers straight
readable straight
matches stdout '^  dust +5001 +4\.5 '
[ ! -e straight/all_checkpoint.nc ] || fail "a checkpoint of a run that has ended"
[ "$(wc -l <straight/all_receptors.csv)" -eq 21 ] || fail "10 intervals of two species"
run 0 run all.toml -o threads -t 2
as_straight threads
run 0 run all.toml -o devices --device cpu,cpu
as_straight devices

# stopped SIGNAL FOLDER: a run that gets the signal after its first checkpoint. On a machine where
# it had ended by then, once more.
stopped() {
  for _ in 1 2 3 4 5; do
    last="run all.toml -o $2 (stopped by SIG$1)"
    "$program" run all.toml -o "$2" --overwrite -t 1 >stdout 2>stderr &
    process=$!
    for _ in $(seq 3000); do
      [ ! -e "$2/all_checkpoint.nc" ] || break
      sleep 0.02
    done
    kill -"$1" $process
    wait $process 2>/dev/null
    code=$?
    [ $code -eq 0 ] || return
  done
  fail "the run ended before it was stopped"
}
stopped INT stopped
[ $code -eq 75 ] || fail "exit code $code instead of 75"
matches stdout '^simoom: stopped: '
[ -e stopped/all_checkpoint.nc ] || fail "no checkpoint"
no_leftovers stopped
readable stopped
was_stopped stopped/all_plume.nc
was_stopped stopped/all_trajectories.nc
run 0 run all.toml -o stopped --resume -t 2
has stderr 'going on from '
as_straight stopped
ended stopped
ended straight

stopped KILL killed
[ -e killed/all_plume.nc.saved ] || fail "nothing is saved at a checkpoint"
[ ! -e killed/all_plume.nc ] || fail "the plume of a run that has not ended"
run 0 run all.toml -o killed --resume --device cpu,cpu
as_straight killed

# Back in time all times fall; else as forward.
sed -e 's/^\[particles\]/&\ndirection = "backward"/' -e '/^exit_/d' -e '/^sides/d' -e '/^ground/d' \
  -e '/^median/,/^density/d' all.toml >back.toml
mkdir backward
for folder in backward backward-2; do
  run 0 run back.toml -o $folder --device "$([ $folder = backward ] && echo cpu || echo cpu,cpu)"
done
"$python" "$tests/compare_runs.py" backward backward-2 || fail "two devices differ"
for checked in plume.py trajectories.py; do
  "$python" "$tests/check_$checked" backward/back_"${checked%.py}".nc
  code=$?
  [ $code -eq 0 ] || [ $code -eq 77 ] || fail "backward: $checked"
done
"$python" - <<'PYTHON' || fail "times of a backward run"
import netCDF4
f = netCDF4.Dataset("backward/back_plume.nc")
assert (f["time_bnds"][1:] < f["time_bnds"][:-1]).all() and f["time_bnds"][0, 0] == f["time_bnds"][0].max()
PYTHON

# Of another case, cut short, or not there, a checkpoint is refused, and stays.
stopped INT other
before=$(cksum <other/all_checkpoint.nc)
run 4 run all.toml -o other --resume --set particles.step=0.5
has stderr 'all_checkpoint.nc: error: '
[ "$before" = "$(cksum <other/all_checkpoint.nc)" ] || fail "the checkpoint was touched"
head -c 20000 other/all_checkpoint.nc >cut.nc && mv cut.nc other/all_checkpoint.nc
run 4 run all.toml -o other --resume
has stderr 'all_checkpoint.nc: error: '
rm other/all_checkpoint.nc
run 4 run all.toml -o other --resume
has stderr 'all_checkpoint.nc: error: there is no such checkpoint'

# Files that are there are kept, unless told.
run 2 run all.toml -o straight
has stderr 'exists already'
rm straight/all.nc straight/all.pvd straight/*.vtr
for file in plume.nc trajectories.nc particles.pvd receptors.csv receptors_summary.csv lines_of_sight.csv; do
  run 2 run all.toml -o straight
  has stderr "straight/all_$file: error: exists already"
  rm "straight/all_$file"
done

# A disk that is full: an error that names the file, nothing half-written.
cat >small.toml <<TOML
$ground$steady
[particles]
duration = 20
snapshots = 10
trajectories = 1000
[[particles.source]]
position = [30, 80]
height = 10
count = 20000
[particles.concentration]
[output]
formats = []
TOML
# Steps go without a rest into the time between snapshots too, where intervals are of another length.
run 0 run small.toml -o both --set particles.concentration.interval=4 --set particles.duration=30
[ "$(cd both && echo *.vtp)" = "$(printf 'small_particles_%s.vtp ' 000010.000s 000020.000s 000030.000s | sed 's/ $//')" ] ||
  fail "snapshots at other times: $(ls both)"

{ (ulimit -f 16 && "$program" run small.toml -o full 2>&1; echo "code $?") | cat; } >stdout
: >stderr
last='run small.toml (ulimit -f 16)'
has stdout 'code 1'
matches stdout '^full/small_.*error: '
no_leftovers full
[ -z "$(find full -name '*.nc' -o -name '*.vtp' 2>/dev/null)" ] || fail "a truncated file was left"

# bad CODE TEXT KEYS: a case with these keys, after two winds of a station or a steady one, is
# refused with the text and writes nothing.
bad() {
  printf '%s%s[particles]\n%b\n' "$ground" "$steady" "$3" >bad.toml
  run "$1" run bad.toml -o bad
  has stderr 'error: '
  has stderr "$2"
  [ -z "$(ls bad 2>/dev/null)" ] || fail "files in spite of an error"
}
source='[[particles.source]]\ncount = 1000\n'
bad 3 'is inside a building' "duration = 9\n${source}position = [90, 80]\nheight = 5"
bad 3 'is outside the domain' "duration = 9\n${source}position = [290, 80]"
bad 3 'is above the domain top' "duration = 9\n${source}position = [9, 80]\nheight = 61"
bad 3 'must be at least 0 m' "duration = 9\n${source}position = [9, 80]\nheight = -1"
bad 3 'must be more than 0 and at most 1 m' \
  "duration = 9\n[[particles.species]]\ndiameter = 0\ndensity = 1\n${source}position = [9, 80]"
bad 3 'after the end of the run at 9 s' "duration = 9\n${source}position = [9, 80]\nstart = 10"
bad 3 "no 'particles.duration'" "${source}position = [9, 80]"
bad 3 'has no [[particles.source]]' 'duration = 9'
bad 1 'lower the count of a source' \
  "duration = 9\n[[particles.source]]\nposition = [9, 80]\ncount = 1e12"

# A wind rose has no times.
printf 'from,frequency,A,k\n0,50,5,2\n180,50,5,2\n' >rose.csv
printf '%s[weather.rose]\nfile = "rose.csv"\n[statistics]\nheights = 2\n%s\n%bposition = [9, 80]\n' \
  "$ground" '[particles]' "$source" >bad.toml
run 3 run bad.toml -o bad
has stderr 'a wind rose has directions, not times'

# The wind of a file is that of the run that wrote it; one without a value in the air is refused.
printf '%s%s[output]\nfaces = true\n' "$ground" "$steady" >wind.toml
run 0 run wind.toml -o wind
rest="[particles]\nduration = 20\n[particles.concentration]
${source}position = [20, 80]\nheight = 9"
printf '%s%s%b' "$ground" "$steady" "$rest" >same.toml
run 0 run same.toml -o direct
printf '%s[wind]\nmodel = "file"\n[wind.file]\nfiles = "wind/wind.nc"\n%b' "$ground" "$rest" \
  >same.toml
run 0 run same.toml -o by-file
"$python" - <<'PYTHON' || fail "other plumes in the wind of a file"
import netCDF4
a, b = (netCDF4.Dataset(f"{folder}/same_plume.nc") for folder in ("direct", "by-file"))
assert (a["concentration"][:] == b["concentration"][:]).all() and a["concentration"][:].max() > 0
f = netCDF4.Dataset("wind/wind.nc", "a")
f["u_face"][..., 5, 5, 5] = float("nan")
PYTHON
run 4 run same.toml -o nan
has stderr "wind/wind.nc: error: variable 'u_face' has no value in the air"
# A run that went to its end says so, also where the last sample was before the last checkpoint.
run 0 run small.toml -o ended --set particles.checkpoint=5 --set particles.trajectory_step=12 \
  --set 'output.formats=["netcdf"]'
for file in plume trajectories; do
  run 0 info ended/small_$file.nc
  has stdout 'The run went to its end.'
done

# Without turbulence, and what leaves through the sides: told.
run 0 check small.toml
has stderr 'small.toml:'
has stderr 'warning: [particles] without [turbulence]'
has stderr 'help: [turbulence] with model = "local"'
run 0 check small.toml --set particles.turbulence=false
lacks stderr 'without [turbulence]'
# Long enough for gas to leave the wake of the building.
run 0 run small.toml -o left --set particles.duration=120
matches stderr 'of the mass of gas, [0-9.]+ % through the east side left the domain'
matches stderr 'help: to hold it all until the end of the run: a domain.size with at most [0-9]+ m more on the east side'
run 0 run small.toml -o kept --set particles.duration=5 --set particles.snapshots=5
lacks stderr 'left the domain'
sed -e 's/"100 m", "100 m"/"20 m", "20 m"/; s/"0.5 m", "0.5 m", "0.25 m"/"1 m", "1 m", "0.5 m"/; s/\[50, 50\]/[10, 10]/' \
  -e 's/"20 s"/"2 s"/; s/400000/4000/; /^\[\[particles.line_of_sight/,$d' "$source_tree/cases/brownout/case.toml" >brownout.toml
run 0 run brownout.toml -o brownout
matches stderr 'warning: of the mass of dust, [0-9.]+ % through the west side'
matches stderr 'help: to hold it all until the end of the run: a domain.size with at most [0-9]+ m more on the west side, [0-9]+ m more on the east side'

# A decay chain: specific activities at check and in the files; the activities of both by Bateman's solution.
cat >chain.toml <<'TOML'
[case]
name = "chain"
[domain]
size = [120, 80]
cell_size = 4
height = 40
[roughness]
z0 = 0.1
[[weather.station]]
speed = 1
from = 270
[turbulence]
model = "local"
[particles]
duration = 1000
lateral_boundary = "reflect"
top = "reflect"
[[particles.species]]
name = "kr-88"
half_life = "10170 s"
molar_mass = 87.914
daughter = "rb-88"
[[particles.species]]
name = "rb-88"
half_life = "1066 s"
molar_mass = 87.911
[[particles.source]]
position = [40, 40]
height = 5
mass = 1e-9
count = 2000
[particles.concentration]
interval = 500
TOML
run 0 check chain.toml
has stdout '1 kg of kr-88 has 4.6687e+20 Bq'
run 0 check chain.toml --json
mv stdout chain.json
check_json chain.json 'd["activities"][1]["species"] == "rb-88" and abs(d["activities"][1]["specific_activity"] / 4.4543e21 - 1) < 1e-4'
run 0 run chain.toml -o chain
"$python" - <<'PYTHON' || fail "not the activities of Bateman's solution"
import math, netCDF4
f = netCDF4.Dataset("chain/chain_plume.nc")
a, b = math.log(2) / 10170, math.log(2) / 1066
t = 1000
activity = [f[f"concentration_{name}"].specific_activity for name in ("kr_88", "rb_88")]
kr, rb = (float(f["airborne"][i]) * activity[i] for i in range(2))
one = 1e-9 * activity[0]
assert abs(kr / (one * math.exp(-a * t)) - 1) < 1e-5, kr / one
assert abs(rb / (one * b / (b - a) * (math.exp(-a * t) - math.exp(-b * t))) - 1) < 1e-5, rb / one
PYTHON
run 3 run chain.toml -o chain --overwrite --set particles.direction=backward
has stderr "'particles.species.daughter': what formed cannot be followed backward in time"

# More than the pure gas: told once, with place, time and value; not for what is no known substance.
cat >pure.toml <<'TOML'
[case]
name = "pure"
[domain]
size = [60, 40]
cell_size = 2
height = 20
[roughness]
z0 = 0.1
[[weather.station]]
speed = 1
from = 270
[turbulence]
model = "local"
[particles]
duration = 10
[[particles.species]]
name = "chlorine"
[[particles.source]]
position = [21, 21]
height = 2
mass = 1000
count = 2000
[particles.concentration]
interval = 5
TOML
run 0 run pure.toml -o pure
matches stderr 'pure.toml: warning: chlorine has [0-9.e+]+ kg/m3 at x [0-9.]+, y [0-9.]+, z [0-9.]+ m in the mean from 0 to 5 s, more than the pure gas, 2.947 kg/m3'
[ "$(grep -c 'more than the pure gas' stderr)" -eq 1 ] || fail 'told more than once'
run 0 run pure.toml -o pure --overwrite --set 'particles.species=[{name="smoke"}]'
lacks stderr 'the pure gas'

finish
