# What people feed a program by mistake: each is an error that says what, where and what to do, or
# runs and warns; never a crash, a half-written file or a NaN.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# write NAME DOMAIN REST: a local case NAME.toml with lines of its [domain], and what follows.
write() {
  printf '[domain]\ncrs = "local"\n%s\n%s\n' "$2" "$3" >"$1.toml"
  grep -q weather.station "$1.toml" ||
    printf '[[weather.station]]\nspeed = 5\nfrom = 270\n' >>"$1.toml"
  printf '[output]\nfaces = true\nheights = [2, 10]\nformats = ["netcdf", "vtk"]\n' >>"$1.toml"
}

# good NAME OPTION...: it runs, with finite numbers and no leftovers.
# bad CODE NAME TEXT OPTION...: it is refused with this text and writes nothing.
good() {
  name=$1
  shift
  run 0 run "$name.toml" -o "out-$name" --overwrite "$@"
  no_leftovers "out-$name"
  run 0 info "out-$name/$name.nc"
  ! grep -iwq 'nan\|inf' stdout || fail "numbers that are none"
}
bad() {
  code_wanted=$1
  name=$2
  text=$3
  shift 3
  run "$code_wanted" run "$name.toml" -o "bad-$name" "$@"
  has stderr 'error: '
  has stderr "$text"
  [ -z "$(ls "bad-$name" 2>/dev/null)" ] || fail "files in spite of an error"
}
box() { printf '[[buildings.box]]\ncorner = [%s]\nsize = [%s]\nheight = %s' "$1" "$2" "$3"; }

# Domains of next to nothing, and far too large ones.
write one 'size = 10
cell_size = 10
height = 10
stretch = 1' ''
good one
write column 'size = 10
cell_size = 10' ''
good column --precision f64
write line 'size = [400, 10]
cell_size = 10' ''
good line
write huge 'size = ["100 km", "100 km"]
height = "10 km"
cell_size = [100, 100, 100]
stretch = 1' ''
run 0 check huge.toml
bad 3 huge 'the domain has 1e+12 cells' --set domain.cell_size=[10,10,1]
bad 1 huge 'GB of memory' --set domain.cell_size=[10,10,20]
has stderr 'help: larger cells'
bad 3 huge '1e+16 columns' --set domain.cell_size=0.001
bad 3 huge 'domain.size' --set domain.size=-100
bad 3 huge 'domain.size' --set domain.size=0
bad 3 huge 'domain.size' --set domain.size=nan
bad 3 huge 'larger than the domain' --set domain.cell_size=1e9
bad 3 huge 'cell' --set domain.cell_size=1e-320

# What only the grid and its solids tell: 'simoom check' tells it as a run does.
# refused NAME TEXT: both refuse it.
refused() {
  bad 3 "$1" "$2"
  run 3 check "$1.toml"
  has stderr "$2"
}
small='size = 40
cell_size = 4
height = 40
stretch = 1'
house=$(box '16, 16' '8, 8' 8)
flow='[wind]
model = "incompressible"
duration = 1'
write flat 'size = 40
cell_size = [4, 10]
height = 30
stretch = 1' "$flow"
refused flat 'flat.toml:1: error: 3 cells along z: the solver of flows takes 1, which'
write probe "$small" "$house
$flow
[flow]
probes = [[20, 20, 2]]"
refused probe 'flow.probes: point 1, at [20, 20] and 2 m above the ground, is not in the air'
write body "$small" "$house
$flow
[[flow.body]]
name = 'box'
from = [0, 0, 0]
to = [4, 4, 4]"
refused body 'flow.body "box": nothing in its box is solid'
write within "$small" "$house
$flow
[[flow.scalar]]
name = 'gas'
[[flow.scalar.source]]
position = [19, 19]
height = 2
size = [2, 2, 2]
rate = 1"
refused within 'source "source 1" has no part in the air of the domain'
write often "$small" '[statistics]
heights = 300'
refused often 'there is no air of the domain at 300 m above the ground'
write far "$small" '[statistics]
heights = 5
[[statistics.receptor]]
position = [500, 20]'
refused far "'statistics.receptor[1].position' is outside the domain: x = 500 m"
run 0 check column.toml --set output.heights=2000
has stderr 'output.heights: there is no air of the domain at 2000 m above the ground, so this map is'

# Memory that runs short later: an error as well.
last='run huge.toml (ulimit -v)'
if ! grep -q __asan_init "$program"; then # which takes all addresses for itself
  (ulimit -v 600000 && "$program" run huge.toml -t 1 -o short --set domain.cell_size=[200,200,100]) \
    >stdout 2>stderr && fail "ran with little memory"
  has stderr 'out of memory'
  has stderr 'help: '
  [ -z "$(ls short 2>/dev/null)" ] || fail "files in spite of an error"
fi

# Solids: over everything, above the domain top, sealed rooms, thinner than a cell, crossing themselves.
write all 'size = 100
cell_size = 10' "$(box '-50, -50' '300, 300' 60)"
good all
good all --set domain.solids=cut
bad 3 all 'its roof is 60 m above the lowest ground, but the domain top is at 50 m' --set domain.height=50
has stderr 'all.toml:5: building: error: '
write room 'size = 100
cell_size = 5
height = 60' "$(box '20, 20' '60, 10' 30) # four walls
$(box '20, 70' '60, 10' 30)
$(box '20, 20' '10, 60' 30)
$(box '70, 20' '10, 60' 30)
$(box '20, 20' '60, 60' 30)
base = 20"
good room
good room --set domain.solids=cut
write thin 'size = 100
cell_size = 10' "$(box '41, 41' '2, 2' 15)"
run 0 run thin.toml -o thin
has stderr 'contain no cell centre'
write bow 'size = 100
cell_size = 5' '[[buildings.polygon]]
vertices = [[20, 20], [80, 80], [80, 20], [20, 80]]
height = 10'
bad 3 bow 'the polygon has no area'
write tall 'size = 100
cell_size = [10, 10, 100]' "$(box '40, 40' '20, 20' 1500)"
good tall
has stdout tall
run 0 check tall.toml
has stderr 'taller than 1000 m'
bad 3 tall 'at most 2000 m' --set buildings.box[1].height=1e12
bad 3 tall 'too many' --set domain.height=1e12

# Weather: calm, far away, contradictory, absurd.
write calm 'size = 100
cell_size = 10' '[[weather.station]]
speed = 0
from = 270'
good calm
good calm --precision f64
good calm --set wind.solver=sor
good calm --set wind.solver=sor-global --set wind.omega=optimal
bad 3 calm 'did you mean "sor-graph"' --set wind.solver=sor-grap
bad 3 calm 'wind.omega' --set wind.omega=best
bad 3 calm 'wind.check_every' --set wind.check_every=0
good calm --set wind.change_tolerance=1e-3
bad 3 calm 'wind.change_tolerance' --set wind.change_tolerance=0
bad 3 calm 'wind.change_tolerance' --set wind.change_tolerance=1e-3 --set wind.tolerance=1e-3
bad 3 calm 'weather.station[1].speed' --set weather.station[1].speed=-1
bad 3 calm 'weather.station[1].from' --set weather.station[1].from=400
bad 3 calm 'kg' --set 'weather.station[1].speed="3 kg"'
bad 3 calm 'above the domain top' --set weather.station[1].height=4000
write outside 'size = 100
cell_size = 10' '[[weather.station]]
position = [5100, 50]
speed = 3
from = 90'
good outside
run 0 check outside.toml
has stderr "station 'station 1' is 5 km outside the domain"
bad 3 outside 'no station reaches the domain' --set weather.station[1].radius=100

# Files of stations with a wrong time, unit, number, and no stations at all.
write csv 'size = 100
cell_size = 10' '[[weather.station]]
file = "stations.csv"'
try() { # CODE TEXT SED-SCRIPT
  sed "$3" "$source_tree/cases/town/stations.csv" >stations.csv
  run "$1" check csv.toml --set domain.crs=auto-utm --set 'domain.center=[47.311, 10.195]'
  has stderr "$2"
}
if has_module gis; then
  try 0 '' ''
  try 4 "stations.csv:3: error: column 'date_time': '2026-13-41T12:00:00Z' is not a date" \
    '3s/2026-05-01T/2026-13-41T/'
  try 4 "stations.csv:2: error: column 'Speed_Units': 'furlongs' is not a unit" '2s/,mps,/,furlongs,/'
  try 4 "stations.csv:4: error: column 'Speed'" '4s/,3.4,/,fast,/'
  try 4 "stations.csv:2: error: column 'Lat" '2s/,47[^,]*,/,147,/'
  try 4 'fields, but the header names' '2s/$/,1,2/'
  try 4 'nothing stands below the header' '2,$d'
  try 4 'no header' '1,$d'
  head -c 3000 /dev/urandom >stations.csv
  run 4 check csv.toml --set domain.crs=auto-utm --set 'domain.center=[47.311, 10.195]'
  has stderr 'stations.csv'
fi
# Steps, times and tolerances that doubles, or the precision of the run, cannot carry.
write flow 'size = [160, 160]
height = 80
cell_size = 10' '[wind]
model = "incompressible"
duration = 10'
good flow
bad 3 flow 'of a run of 10 s: 1e+09 are the most of which doubles tell the time' --set flow.courant=1e-9
bad 3 flow 'of a run of 1e+15 s: 1e+09 are the most' --set wind.duration=1e15
bad 3 flow "'flow.max_time_step' gives 1e+31 steps" --set flow.max_time_step=1e-30
bad 3 flow "'flow.time_step' of 1000 s is too long" --set flow.time_step=1000
bad 3 flow "'flow.divergence' is 1e-08, but rounding alone leaves 1.2e-07 in single precision" \
  --set flow.divergence=1e-8
good flow --set flow.divergence=1e-8 --precision f64
bad 3 flow "'flow.divergence' is 1e-16, but rounding alone leaves 2.2e-16 in double precision" \
  --set flow.divergence=1e-16 --precision f64
bad 3 flow 'of a run of 1e+15 s' --set 'wind.model="compressible"' --set wind.duration=1e15
write smoke 'size = [160, 160]
height = 80
cell_size = 10' '[particles]
duration = 60
turbulence = false
step = 1
[[particles.source]]
position = [40, 80]
height = 5
count = 10
mass = 1'
bad 3 smoke "'particles.snapshots' gives 6e+10 outputs, at most 1e+06" --set particles.snapshots=1e-9
run 0 run smoke.toml -o smoke --set particles.snapshots=0.01
has stderr "'particles.snapshots' is 0.01 s, shorter than the time step of 1 s, which replaces it"
write rotor 'size = [160, 160]
height = 80
cell_size = 10' '[wind]
model = "rotor"
interval = 1e15
duration = 1e15
[[wind.rotor]]
position = [80, 80]
height = 20
radius = 8
mass = 5000
blades = 4
rotor_speed = "250 rpm"'
sed -i '/weather.station/,/from/d; /^faces/d' rotor.toml
bad 3 rotor 'blades of a rotor pass, but double precision resolves the time of 1e+09 at most'

# Degrees in a table of a path that is in metres: the remedy is of the table.
if has_module gis; then
  printf 'time,x,y,height\n0,47.31,10.2,1\n9,47.3101,10.2003,1\n' >path.csv
  cat >path.toml <<'TOML'
[domain]
center = [47.31, 10.2]
size = 1000
height = 100
cell_size = 50
[[weather.station]]
speed = 5
from = 270
[particles]
duration = 9
[[particles.species]]
name = "a"
[[particles.source]]
path_file = "path.csv"
rate = 1
count = 9
TOML
  run 3 check path.toml
  has stderr 'at point 2 of its path is at 47.3101 m, 10.2003 m, but as degrees this is in the domain'
  has stderr 'it is [522.5, 511.5], and coordinates = "geographic" is for degrees'
fi
finish
