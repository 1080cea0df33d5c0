# A year of wind from a wind rose, in one command, and its pictures.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >rose.csv <<'CSV'
from,0-2,2-4,4-6,>6
N,5,5,2,1
E,4,3,1,0
S,10,15,8,5
W,8,14,9,7
calm,3
CSV
cat >case.toml <<'TOML'
[case]
name = "block"
[domain]
size = 200
cell_size = [5, 5, 2]
[[buildings.box]]
corner = [80, 80]
size = [40, 30]
height = 20
[weather.rose]
file = "rose.csv"
directions = 16
[statistics]
heights = [1.75, 10]
percentiles = [50, 95]
exceedance = [5]
comfort = ["nen8100"]
[[statistics.receptor]]
name = "corner"
position = [75, 75]
TOML

run 0 check case.toml
has stdout '16 directions, from 0 to 337.5 deg'
matches stdout '^  statistics .* for percentiles'

# One file and no winds, unless they are asked for.
run 0 run case.toml -o out
has stdout out/block_statistics.nc
has stdout '1 output in out/'
[ ! -e out/block.nc ] || fail "winds are written that were not asked for"
run 2 run case.toml -o out
has stderr --overwrite
run 0 run case.toml -o out --overwrite --set output.members=true \
  --set 'output.formats=["netcdf", "vtk"]' --json run.json
[ "$(find out -name 'block_*deg.vt[ir]' | wc -l)" -eq 16 ] || fail "not a file per direction"
[ -e out/block_022.5deg.vti ] || [ -e out/block_022.5deg.vtr ] || fail "a direction has no file"
check_json run.json 'd["times"] == 16 and "out/block_statistics.nc" in d["outputs"]'
no_leftovers out

run 0 info out/block_statistics.nc
has stdout 'statistics of winds'
has stdout wind_speed_exceedance
has stdout '  percentiles  50, 95 %'
matches stdout '^  corner  .* m above the ground, mean speed [0-9.]+ m/s$'
run 0 info --json out/block_statistics.nc
check_json stdout 'd["kind"] == "statistics" and "comfort_nen8100" in d["statistics"]["classes"]'
check_json stdout 'd["statistics"]["receptors"][0]["name"] == "corner"'
mkdir none
run 4 report none
run 0 report out
! has_module plot || lacks out/block_report.html 'error: '
has out/block_report.html 'Wind at the receptors'

# Statistics do not depend on the number of threads, to the last bit.
run 0 run case.toml -o one -t 1
run 0 run case.toml -o two -t 2
if command -v ncdump >/dev/null; then
  for folder in one two; do
    ncdump -v wind_speed_percentile,wind_speed_exceedance,wind_speed_mean $folder/block_statistics.nc |
      sed -n '/^data:/,$p' >$folder.txt
  done
  same one.txt two.txt
fi

# What is wrong with a table is told with its line.
sed '/^E,/d' rose.csv >short.csv
run 4 check case.toml --set weather.rose.file=short.csv
has stderr 'short.csv:3: error: no sector between'
sed 's/^S,10/S,-10/' rose.csv >negative.csv
run 4 check case.toml --set weather.rose.file=negative.csv
has stderr 'negative.csv:4: error'
sed 's/^calm,3/calm,30/' rose.csv >sum.csv
run 4 check case.toml --set weather.rose.file=sum.csv
has stderr 'sum.csv:6: error: the frequencies down to here sum to 127'

# Pictures.
has_module plot || finish
[ ! -e out/block_report.html ] || has out/block_report.html 'wind rose at corner'
[ ! -e out/block_report.html ] || has out/block_report.html 'map of comfort nen8100'
[ ! -e out/block_report.html ] || has out/block_report.html 'map of percentile of horizontal wind speed: 95'
for field in wind_speed_mean wind_speed_percentile:95 wind_speed_exceedance:5 comfort_nen8100; do
  run 0 plot out/block_statistics.nc --field $field --height 10
done
has stdout out/block_statistics_comfort_nen8100_10m.png
[ -s out/block_statistics_wind_speed_percentile_95_10m.png ] || fail "no picture of a percentile"
run 0 plot out/block_statistics.nc
has stdout out/block_statistics_wind_speed_mean.png
run 2 plot out/block_statistics.nc --field wind_speed_percentile:10
has stderr 'there are 50, 95'
run 2 plot out/block_statistics.nc --section ew
run 0 plot out/block_statistics.nc --receptor corner
has stdout out/block_statistics_corner_rose.png
[ -s out/block_statistics_corner_rose.png ] || fail "no picture of a rose"
run 2 plot out/block_statistics.nc --receptor edge
has stderr "there are 'corner'"
run 2 plot out/block_statistics.nc --receptor corner --height 2
run 2 plot out/block.nc --receptor corner
has stderr 'the file holds winds'
finish
