# Results against measurements: simoom compare, its table and its picture.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >block.toml <<'TOML'
[case]
name = "block"
[domain]
size = [100, 80]
cell_size = [5, 5, 4]
height = 40
[[buildings.box]]
corner = [40, 30]
size = [10, 20]
height = 12
[[weather.station]]
readings = [
  { time = 2026-05-01T10:00:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T11:00:00Z, speed = 4, from = 300 },
]
TOML
run 0 run block.toml -o out
cat >measured.csv <<'CSV'
name,x,y,z [m],direction,speed [m/s]
ahead,15,40,2,270,2.5
behind,60,40,2,270,0.5
beside,45,60,2,300,3
lost,45,40,2,300,3
none,15,40,2,90,3
empty,15,40,2,300,
CSV
same_facts compare out/block.nc --measured measured.csv
has stdout 'by result'
has stdout 'in solids or outside the domain, the first in line 5'
has stdout 'no result has their direction, within 5 degrees, or their file; the first is line 6'
has stdout '1 values are missing in the table, the first in line 7'
run 0 compare out/block.nc out/block.nc --measured measured.csv --json
has stdout '"schema": "simoom.compare/1"'
run 0 compare out/block.nc --measured measured.csv --directions 300,270
run 2 compare out/block.nc --measured measured.csv --directions 300
has stderr "1 directions are given for 2 results"
run 2 compare out/block.nc
has stderr "--measured FILE names their table"
run 2 compare out/block.nc --measured measured.csv --reference 0
run 2 compare out/block.nc --measured measured.csv --directions west
run 4 compare out/block.nc --measured nothing.csv
run 4 compare nothing.nc --measured measured.csv

# With a direction spread the mean speed is compared.
run 0 run block.toml -o wavering --set wind.direction_spread=10
run 0 info wavering/block.nc
has stdout "wind_speed_mean"
run 0 compare out/block.nc wavering/block.nc --measured measured.csv
has stdout "by file"

if has_module plot; then
  run 0 compare out/block.nc wavering/block.nc --measured measured.csv --plot scatter.png
  file scatter.png | grep -q PNG || fail "no picture"
fi
finish
