# Mistakes of newcomers at the command line and in a first case: one message each, with its remedy.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >small.toml <<'TOML'
[domain]
crs = "local"
origin = [0, 0]
size = [100, 100]
cell_size = 20
[[weather.station]]
speed = 5
from = 270
TOML
run 0 run small.toml -o out

# slip CODE TEXT HELP ARGUMENT...: a command ends with this code, and its message has both texts and one error.
slip() {
  code=$1 text=$2 help=$3
  shift 3
  run "$code" "$@"
  has stderr "$text"
  has stderr "$help"
  [ "$(grep -c 'error:' stderr)" -eq 1 ] || fail "not one error"
}

# in_case TEXT HELP SED: the case with a line changed.
in_case() {
  sed "$3" small.toml >changed.toml
  slip 3 "$1" "$2" check changed.toml
}

# Words in the wrong place.
slip 2 "'domain.cell_size=10' is not a file" "--set 'domain.cell_size=10'" run small.toml domain.cell_size=10 -o new
[ ! -e new ] || fail "the case was run before its override was refused"
slip 2 "'domain.cell_size=10' is not a file" "--set 'domain.cell_size=10'" check small.toml domain.cell_size=10
cp small.toml a=b.toml # a file with such a name is a case
run 0 check a=b.toml
slip 2 'a command comes before the file' 'simoom run small.toml' small.toml
slip 2 'a command comes before the file' 'simoom plot out/small.nc' out/small.nc
slip 2 "unknown command 'nothing.toml'" "'simoom help' lists" nothing.toml
slip 2 "unknown option '--gpu'" "did you mean '--device'" run small.toml --gpu
slip 2 "unknown option '--cmap'" "did you mean '--colormap'" plot out/small.nc --cmap magma
slip 2 "unknown option '--host'" "did you mean '--listen'" serve jobs --host 0.0.0.0
slip 2 "unknown option '--hieght'" "did you mean '--height'" plot out/small.nc --hieght 2

# A result, a map or another file where a case is wanted, and the other way round.
slip 1 'small: error: No such file' 'did you mean small.toml?' run small
slip 1 'other.toml: error: No such file' "'simoom new FOLDER'" run other.toml
slip 1 'out/case.toml: error: No such file' "'simoom report'" check out
slip 3 'out/small.nc: error: this is a NetCDF file, not a case' "'simoom plot'" run out/small.nc
slip 3 'out/small_run.json: error: this is JSON, not a case' "'simoom new'" run out/small_run.json
slip 3 'terrain.asc: error: this is a raster, not a case' 'file = "dem.asc"' run "$source_tree/cases/town/terrain.asc"
printf 'MM\0*\0\0\0\010' >dem.tif
slip 3 'dem.tif: error: this is a raster, not a case' 'file = "dem.tif"' check dem.tif
printf 'IIx = [1 2]\n' >text.toml # letters of a text are no signature
slip 3 'text.toml:1' 'commas' check text.toml
slip 4 'small.toml: error: not a NetCDF file' "'simoom run' computes" info small.toml

# Inputs of other programs, which are not read.
slip_text() {
  printf "$1" >foreign
  slip 3 "$2" "$3" run foreign
}
slip_text "&HEAD CHID='a' /\\n" 'a Fortran namelist' 'weather.model.file'
slip_text 'FoamFile\n{\n}\n' 'a dictionary of OpenFOAM' "'simoom new' writes a case"
slip_text '/*---*\\\n' 'a dictionary of OpenFOAM' "'simoom new' writes a case"
slip_text 'CO STARTING\n' 'an input of AERMOD' "'simoom new' writes a case"
slip_text '<kml/>\n' 'XML of another program' "'simoom convert' reads that of QES-Winds"

# The folder of the outputs without -o: nothing is run before it is told.
slip 2 "'nowhere' is not a case, and nothing was run" 'the folder of the outputs is -o DIR' run small.toml nowhere
slip 2 "'out' is not a case, and nothing was run" 'the folder of the outputs is -o DIR' run small.toml out
[ ! -e small.nc ] || fail "a case was run before the next one was found missing"

# What a release or a receptor loses is told.
cat small.toml - >leak.toml <<'TOML'
[[buildings.box]]
corner = [60, 40]
size = [20, 20]
height = 12
[particles]
duration = 20
turbulence = false
[[particles.species]]
name = "gas"
[[particles.source]]
name = "tank"
position = [10, 50]
count = 100
mass = 3
stop = 30
[[particles.receptor]]
name = "hall"
position = [61, 50]
size = [30, 30, 3]
TOML
run 0 check leak.toml
has stderr 'leak.toml:18: warning: 33.3 % of the mass of source "tank" is not released: it stops at 30 s, after the end of the run at 20 s'
has stderr 'leak.toml:24: warning: receptor "hall" is inside a building, with a roof at 12 m'
run 0 check leak.toml --set particles.duration=40 --set 'particles.receptor[1].position=[50,50]'
lacks stderr 'warning'
# Boxes above the domain, and an interval that the run does not last.
run 0 check leak.toml --set 'particles.concentration={height=500,interval=60}'
matches stderr 'particles.concentration.height is 500 m, and the domain ends at [0-9.]+ m'
has stderr 'particles.concentration.interval is 60 s, and the run 20 s long: the mean is over the run'

# Signs of editors, other notations.
in_case 'a character beyond ASCII' 'quotes' 's/"local"/“local”/'
in_case 'unknown escape sequence' 'single quotes' 's/"local"/"C:\\data"/'
in_case "expected comma" 'stand between commas' 's/100, 100/100 100/'
in_case "expected '='" 'key = value' 's/= 270/: 270/'
in_case "'W': degrees" 'from the west is 270' 's/= 270/= "W"/'
in_case 'decimals follow a point' 'speed = "5,3 m/s"' 's/= 5/= "5,3 m\/s"/'
in_case 'expected a comment' 'in quotes: "5 m"' 's/= 5/= 5,3/'
in_case "cannot turn 'm' into 'm/s'" 'speed = "5 m"' 's/= 5/= "5 m"/'
in_case "'weather.station[1].from' is 400 deg" 'add or subtract 360' 's/= 270/= 400/'
in_case "'weather.station[1].from' is -90 deg" 'add or subtract 360' 's/= 270/= -90/'
in_case "is 20 K, but must be" '"20 degC"' '$atemperature = 20'
in_case 'found the text "UTM 32N"' '"EPSG:326ZZ" is zone ZZ of UTM' 's/"local"/"UTM 32N"/'
in_case 'found the number 32632' '"EPSG:326ZZ" is zone ZZ of UTM' 's/"local"/32632/'
for model in LES:incompressible RANS:rans CFD:incompressible mass-consistent:diagnostic Compressible:compressible; do
  in_case "found \"${model%:*}\"" "did you mean \"${model#*:}\"" '$a[wind]\nmodel = "'"${model%:*}\""
done
in_case "unknown key 'output.folder'" 'simoom run CASE -o FOLDER' '$a[output]\nfolder = "x"'
in_case "unknown key 'weather.station[1].time'" '[[weather.station.readings]]' '$atime = "01.05.2026"'

# Two errors that belong together, both with what is wanted.
sed 's/^from/direction/' small.toml >changed.toml
run 3 check changed.toml
has stderr "it is 'from': degrees clockwise from north"
sed 's/^cell_size/resolution/' small.toml >changed.toml
run 3 check changed.toml
has stderr "it is 'cell_size'"
sed 's/^speed.*//; s/^from.*/readings = "st.csv"/' small.toml >changed.toml
run 3 check changed.toml
has stderr "a CSV file of stations is 'file' of [[weather.station]]"

# A domain that is larger than its size says so.
sed 's/cell_size = 20/cell_size = 30/' small.toml >changed.toml
run 0 run changed.toml -o larger
has stderr 'domain extended to 120 m along x, whole cells of 30 m'
run 0 run small.toml -o equal
lacks stderr 'domain extended'

# A switch in place of its table.
in_case "expected a table [wind.zones], found a boolean" 'wind.zones.on = false' '$a[wind]\nzones = false'

# Results and options.
if has_module plot; then
  run 0 plot out/small.nc --section ew --height 0,1000 -o high.png
  has stderr 'the section is clipped to the domain top, 100 m above its lowest ground'
  run 0 plot out/small.nc --section ew --height 0,60 -o low.png
  lacks stderr clipped
fi
slip 4 'not a table of numbers' '--spectrum needs a time series' plot out/small.nc --spectrum u
slip 4 'out: error: is a folder, not a NetCDF file' "'simoom report'" info out
slip 2 "'last' is not a time" "'simoom info' lists the times" plot out/small.nc --time last
slip 2 "unknown fire spread model 'farsite'" '-o NAME.atm' export out/small.nc -o wind.tif --for farsite
slip 2 "there is no example 'Town'" 'one is called town' new x --from Town
# A wind that misses a reading by its direction says so.
cat >turned.toml <<'TOML'
[domain]
crs = "local"
origin = [0, 0]
size = [100, 100]
cell_size = 10
[weather]
match = false
[[weather.station]]
name = "north"
position = [50, 90]
speed = 5
from = 270
[[weather.station]]
name = "south"
position = [50, 10]
speed = 5
from = 300
TOML
run 0 run turned.toml -o turned
matches stderr "misses station 'north' by [0-9.]+ m/s at 10 m above ground: its reading is 5.00 m/s, .* from another direction"

last='info - <out/small.nc'
"$program" info - <out/small.nc >stdout 2>stderr && fail "a NetCDF file is read from a pipe"
has stderr 'a NetCDF file, not a table of numbers; from a pipe or standard input none is read'
if has_module plot; then
  "$program" plot - -o pipe.png <out/small.nc >stdout 2>stderr && fail "a NetCDF file is drawn from a pipe"
  has stderr 'a NetCDF file is read by its name, not from a pipe'
fi
finish
