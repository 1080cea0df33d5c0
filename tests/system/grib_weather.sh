# The wind of a GRIB file over flat ground is that of the file, whatever its name; without the module
# simoom_grib the error names the remedy.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "no module for maps: a weather model needs one"
has_module grib || skip "no module for GRIB"
command -v grib_set >/dev/null || skip "no grib_set (Debian: libeccodes-tools) to write the file"
samples=$(codes_info -s)

# The wind from 270 deg, 8 m/s, at 10 m and at 200 m, in 16 x 31 columns 0.1 deg apart; two times.
grid=latitudeOfFirstGridPointInDegrees=48.5,latitudeOfLastGridPointInDegrees=45.5
grid=$grid,longitudeOfFirstGridPointInDegrees=7.25,longitudeOfLastGridPointInDegrees=8.75
grid=$grid,iDirectionIncrementInDegrees=0.1,jDirectionIncrementInDegrees=0.1
grib() { # grib SHORTNAME LEVEL STEP VALUE
  grib_set -d "$4" -s "$grid,dataDate=20260501,dataTime=0600,shortName=$1,typeOfLevel=heightAboveGround,level=$2,forecastTime=$3" \
    "$samples/regular_ll_sfc_grib2.tmpl" one.grib && cat one.grib >>weather.dat
}
for step in 0 1; do
  for level in 10 200; do
    grib u $level $step 8
    grib v $level $step 0
  done
done
cat >case.toml <<'TOML'
[case]
name = "grib"
[domain]
center = [47.0, 8.0]
size = ["2 km", "2 km"]
cell_size = ["100 m", "100 m", "20 m"] # centres at 10 m
height = "300 m"
[weather]
interpolate = "30 min"
[weather.model]
file = "weather.dat"
[output]
heights = [10]
TOML
run 0 check case.toml
matches stdout '^  weather +[0-9]+ x [0-9]+ columns of a weather model, .*levels from 10 to 200 m$'
matches stdout '^  times +3, 2026-05-01T06:00:00Z to 2026-05-01T07:00:00Z$'
run 0 run case.toml -o out
ncdump -v wind_speed out/grib.nc >speeds
sed '1,/^ wind_speed/d' speeds | tr -d ' ;}' | tr ',' '\n' | grep . |
  awk '$1 < 7.999 || $1 > 8.001 { exit 1 } END { if (NR != 1200) exit 1 }' || fail "no wind of 8 m/s: $(tail -n 3 speeds)"

# A folder without modules: the remedy is told.
mkdir alone && cp "$program" alone/simoom
cp "$(dirname "$program")/simoom_gis.so" alone/ 2>/dev/null
whole=$program
program=$PWD/alone/simoom
SIMOOM_MODULES=$PWD/alone run 4 check case.toml
has stderr 'ecCodes for GRIB files (Debian: libeccodes-dev), which is not there'
program=$whole

# A cut file.
head -c 300 weather.dat >cut.dat
run 4 check case.toml --set 'weather.model.file="cut.dat"'
has stderr 'truncated or damaged'
finish
