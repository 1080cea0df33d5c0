# Ensemble of a release in a library of winds: probabilities with known answers, the same for the same
# seed and any number of threads; areas, pictures and messages.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >site.toml <<'TOML'
[case]
name = "site"
[domain]
size = [400, 400]
height = 40
cell_size = [10, 10, 4]
[roughness]
z0 = 0.1
[weather.library]
directions = 36
speeds = [2, 8]
obukhov_lengths = [-100, "neutral", 100]
TOML
cat >release.toml <<'TOML'
[case]
name = "leak"
[[weather.station]]
from = 270
speed = 4
[turbulence]
model = "local"
[particles]
duration = "3 min"
[[particles.species]]
name = "ammonia"
[[particles.source]]
position = [100, 200]
height = 2
rate = "20 g/s"
count = 3000
[particles.concentration]
interval = "30 s"
height = 12
thresholds = ["1 mg/m3"]
TOML
ensemble() { # NAME KEYS
  cp release.toml "$1.toml"
  printf '[ensemble]\n%s\n' "$2" >>"$1.toml"
}
cat >compare.py <<'PY'
import math
import sys
import netCDF4, numpy as np

def normal(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))

def probability(file):
    return file.variables["exceedance_probability_1_mg_m3"][:].filled(np.nan).astype(float) / 100

mode, file = sys.argv[1], netCDF4.Dataset(sys.argv[2])
if mode == "same" or mode == "differ":
    other = netCDF4.Dataset(sys.argv[3])
    same = all(np.array_equal(file.variables[n][:].filled(), other.variables[n][:].filled())
               for n in file.variables if n.startswith(("exceedance_", "peak_", "dose_")))
    assert same == (mode == "same")
    sys.exit()
plume = netCDF4.Dataset(sys.argv[3])
peak = np.ma.filled(plume.variables["concentration_maximum"][0].astype(float), 0)
level, at = 1e-6, probability(file)
if mode == "rate": # one wind: the lognormal probability of the concentration of each member
    factor, members = float(sys.argv[4]), file.dimensions["member"].size
    should = np.vectorize(lambda c: normal(math.log(c / level) / math.log(factor)) if c > 0 else 0, otypes=[float])
    mean = should(peak)
    # the members differ from the plume by the random numbers of the particles alone
    difference, some = at - mean, mean > 0.01
    print(np.abs(difference[some]).mean(), difference[some].mean(), file=sys.stderr)
    assert np.abs(difference[some]).mean() < 0.05 and abs(difference[some].mean()) < 0.02
if mode == "forecast": # the plume of each wind is there in half of the members
    winds = file.variables["member_from"][:]
    assert sorted(winds) == [180] * 4 + [270] * 4, winds
    near = at[20, 14], at[24, 10]  # 45 m to the east and to the north
    assert np.allclose(near, 0.5), near
if mode == "direction": # the plume turned about its source
    spread, x, y = float(sys.argv[4]), plume.variables["x"][:], plume.variables["y"][:]
    east, north = np.meshgrid(x - 100, y - 200)
    angle, radius = np.degrees(np.arctan2(north, east)), np.hypot(east, north)
    worst = []
    for r in (60, 90, 120):
        ring = (abs(radius - r) < 8) & (abs(angle) < 60)
        inside = np.abs(angle[ring & (peak > level)])
        half = inside.max() + 0.5 * math.degrees(10 / r) / 2
        should = [normal((a + half) / spread) - normal((a - half) / spread) for a in angle[ring]]
        worst.append(np.abs(at[ring] - should).mean())
    print(worst, file=sys.stderr)
    assert max(worst) < 0.07, worst
PY
compare() { # MODE FILE...
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import netCDF4' 2>/dev/null || continue
    last="compare $*"
    "$python" compare.py "$@" >stdout 2>stderr || fail "the probabilities are not those that are known"
    return
  done
}

run 0 run site.toml -o winds
# --- known answers
ensemble rate 'members = 8
rate_factor = 3'
sed 's/^count.*/count = 12000/' rate.toml >many.toml
run 0 release winds/site.nc many.toml -o rate
has stdout '8 members'
has stdout 'standard error with 8 members'
compare rate rate/leak_ensemble.nc rate/leak_plume.nc 3
ensemble direction 'members = 60
direction_spread = 12'
run 0 release winds/site.nc direction.toml -o direction
compare direction direction/leak_ensemble.nc direction/leak_plume.nc 12

# --- the members of a forecast: one of two winds is at a place that the other does not reach
ensemble forecast 'members = 8
winds = [[270, 4], [180, 4]]'
run 0 release winds/site.nc forecast.toml -o forecast
has stdout '8 members of 2 winds'
compare forecast forecast/leak_ensemble.nc forecast/leak_plume.nc
run 3 release winds/site.nc forecast.toml -o refused --set ensemble.members=9
has stderr 'help: members = 10'

# --- the seed, and the number of threads
ensemble all 'members = 6
direction_spread = 10
speed_factor = 1.2
stability_spread = 0.002
rate_factor = 2
seed = 3'
run 0 release winds/site.nc all.toml -o one --threads 1
run 0 release winds/site.nc all.toml -o two --threads 2
compare same one/leak_ensemble.nc two/leak_ensemble.nc
run 0 release winds/site.nc all.toml -o other --set ensemble.seed=4
compare differ one/leak_ensemble.nc other/leak_ensemble.nc

# --- check counts the members, and refuses what a release refuses
run 0 check all.toml --library winds/site.nc
matches stdout '^  members +6 more runs, one after the other: 18000 particles, '
matches stdout '^  winds +of the members from 2[0-9.]+ to 2[0-9.]+ deg, [0-9.]+ to [0-9.]+ m/s$'
run 0 check all.toml --library winds/site.nc --json
cp stdout all.json
run 0 check release.toml --library winds/site.nc --json
python3 - all.json stdout <<'PY' || fail 'the check does not count the members'
import json
import sys

ensemble, alone = (json.load(open(name)) for name in sys.argv[1:])
own = ensemble["ensemble"]
assert "ensemble" not in alone and own["members"] == len(own["winds"]) == 6, own
assert own["particles"] == 6 * alone["particles"]["count"], own
# a member writes no files
assert 0.1 < own["core_seconds"] / (6 * alone["core_seconds"]) <= 1, (own, alone["core_seconds"])
for name, part in (("cpu", own["memory"]), ("gpu_host", own["memory"])):
    assert ensemble["memory"][name] - alone["memory"][name] == part > 0, name
assert abs(ensemble["core_seconds"] - alone["core_seconds"] - own["core_seconds"]) < 1e-9
PY
# --- boxes of concentrations and records of files are counted in memory and time
boxes='particles.concentration.cell_size'
run 0 check release.toml --library winds/site.nc --json --set "$boxes=[2, 2, 4]"
cp stdout coarse.json
run 0 check release.toml --library winds/site.nc --json --set "$boxes=[1, 1, 1]"
cp stdout fine.json
run 0 check site.toml --json
cp stdout few.json
run 0 check site.toml --json --set weather.library.directions=360
python3 - coarse.json fine.json few.json stdout <<'PY' || fail 'boxes or winds do not count'
import json
import sys

coarse, fine, few, many = (json.load(open(name)) for name in sys.argv[1:])
more = 400 * 400 * 12 - 200 * 200 * 3
assert 60 <= (fine["memory"]["cpu"] - coarse["memory"]["cpu"]) / more <= 90, (coarse["memory"], fine["memory"])
assert fine["core_seconds"] > 3 * coarse["core_seconds"], (coarse["core_seconds"], fine["core_seconds"])
assert many["core_seconds"] - few["core_seconds"] > 324 * 2 * 3 * 0.01, (few["core_seconds"], many["core_seconds"])
PY
run 3 check forecast.toml --library winds/site.nc --set ensemble.members=9
has stderr 'help: members = 10'
run 3 check all.toml --library winds/site.nc --set 'output.formats=["vtk"]'
has stderr 'has no "netcdf"'
run 2 check all.toml --library winds/site.nc --ranks 2
has stderr '[ensemble] is computed by one process'
run 1 check all.toml --library winds/none.nc
has stderr 'winds/none.nc: error: cannot be read'
run 3 check all.toml
has stderr 'simoom check CASE --library LIBRARY'

# --- what is made of the file
run 0 info one/leak_ensemble.nc
has stdout 'ensemble of a release'
run 0 hazard one/leak_ensemble.nc --level AEGL-2 --json
has stdout '"standard_error"'
run 2 hazard one/leak_ensemble.nc --level nonsense
has stderr 'there are "AEGL-1, 10 min"'
run 2 hazard one/leak_ensemble.nc --air-changes 1
has stderr 'the levels of an ensemble are those of its run'
run 2 plot one/leak_ensemble.nc -o none.png --field nonsense
has stderr 'exceedance_probability_AEGL_2_60_min'
if has_module gis; then
  run 0 release winds/site.nc all.toml -o one --overwrite --probability-areas areas.geojson
  has areas.geojson 'AEGL-1, 10 min, probability 50 %'
fi
if has_module plot; then
  run 0 plot one/leak_ensemble.nc -o probability.png
  run 0 report one -o report.html
  has report.html 'exceedance'
fi

# --- winds outside of the library are told, with their number
ensemble wide 'members = 5
speed_factor = 3'
run 0 check wide.toml --library winds/site.nc
matches stderr 'warning: [1-5] of 5 members of .ensemble. have a speed or a stability outside'
run 0 release winds/site.nc wide.toml -o wide
matches stderr 'warning: [1-5] of 5 members of .ensemble. have a speed or a stability outside'

# --- refused
run 2 release winds/site.nc release.toml -o refused --probability-areas areas.kmz
has stderr 'of a case with [ensemble]'
sed '/thresholds/d;s/"ammonia"/"smoke"/' all.toml >smoke.toml
run 3 release winds/site.nc smoke.toml -o refused
has stderr "there are no hazard levels of 'smoke'"
run 3 release winds/site.nc all.toml -o refused --set 'output.formats=["vtk"]'
has stderr 'has no "netcdf"'
printf '[ensemble]\nmembers = 5\n' | cat site.toml - >plain.toml
run 3 check plain.toml
has stderr "'ensemble'"

# --- a release that is stopped goes on with --resume, to the same plume; one that is killed leaves nothing that
# hinders the next; of an ensemble that is stopped the plume of the given wind stays
stop_at() { # SIGNAL CODE CONDITION ARGUMENT...
  signal=$1 wanted=$2 condition=$3
  shift 3
  last="$* (SIG$signal)"
  : >stderr
  "$program" "$@" -t 1 >stdout 2>stderr &
  process=$!
  until eval "$condition" || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
  kill -"$signal" $process
  wait $process
  code=$?
  [ $code -eq "$wanted" ] || fail "exit code $code instead of $wanted after SIG$signal"
}
many='--set particles.source.count=200000' moves="grep -q '^particles: [1-9]' stderr"
# shellcheck disable=SC2086
{
  run 0 release winds/site.nc release.toml -o whole $many
  stop_at TERM 75 "$moves" release winds/site.nc release.toml -o part $many
  [ -e part/leak_checkpoint.nc ] || fail 'no checkpoint'
  run 0 release winds/site.nc release.toml -o part $many --resume
  matches stderr '^going on from [0-9.]+ s'
  has stdout 'AEGL-1'
  [ ! -e part/leak_checkpoint.nc ] || fail 'the checkpoint is left'
  compared=77 # no Python with netCDF4
  for python in python3 /usr/bin/python3; do
    [ $compared -ne 77 ] || { "$python" "$source_tree/tests/system/compare_runs.py" whole part && compared=0 || compared=$?; }
  done
  [ $compared -eq 0 ] || [ $compared -eq 77 ] || fail 'another plume after --resume'
  stop_at KILL 137 "$moves" release winds/site.nc release.toml -o killed $many
}
[ ! -e killed/leak_plume.nc ] || fail 'a killed release has a plume'
run 4 release winds/site.nc release.toml -o killed --resume
has stderr 'there is no such checkpoint'
run 0 release winds/site.nc release.toml -o killed
for file in killed/*.part killed/*.lock; do [ ! -e "$file" ] || fail "$file is left"; done
stop_at TERM 75 '[ -e some/leak_plume.nc ]' release winds/site.nc all.toml -o some --set ensemble.members=600
has stderr 'of 600 members of [ensemble]'
has stderr 'the plume of the given wind is complete'
[ -e some/leak_plume.nc ] && [ ! -e some/leak_ensemble.nc ] || fail 'other files of a stopped ensemble'
finish
