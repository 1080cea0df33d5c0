# Winds over flat ground are those of the formulas, in the cells and at heights above the ground.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4

# profile NAME CELL HEIGHT STRETCH OBUKHOV LINE...: a station with the lines reads 5 m/s at 10 m.
profile() {
  name=$1
  {
    printf '[domain]\nsize = 100\ncell_size = [20, 20, %s]\nheight = %s\nstretch = %s\n' "$2" "$3" "$4"
    printf '[roughness]\nz0 = 0.1\n[[weather.station]]\nprofile = "%s"\n' "$name"
    obukhov=$5
    shift 5
    printf '%s\n' "$@" '[output]' 'heights = [2, 10, 40]'
  } >"$name.toml"
  run 0 run "$name.toml" -o "$name" --overwrite
  last="check_profiles.py $name $obukhov"
  "$python" "$source_tree/tests/system/check_profiles.py" "$name/$name.nc" "$name" $obukhov \
    >stdout 2>stderr || fail "not the wind of the formula"
}
west='speed = 5
from = 270'
profile uniform 2 100 1 '' "$west"
profile log 1 100 1 '' "$west"
profile log 4 5000 1.05 '' "$west"
profile log 1 100 1 50 "$west" 'obukhov_length = 50'
profile log 1 100 1 -30 "$west" 'obukhov_length = -30'
profile power 0.5 60 1 '' "$west" 'exponent = 0.2'
profile tower 0.5 60 1 '' 'readings = [' '{ height = 2, speed = 2, from = 270 },' \
  '{ height = 10, speed = 4, from = 270 },' '{ height = 40, speed = 7, from = 270 }]'

# Several stations: the wind at each place is near what it reads.
cat >three.toml <<'TOML'
[domain]
size = 2000
cell_size = [50, 50, 5]
[[weather.station]]
position = [500, 500]
speed = 4
from = 270
[[weather.station]]
position = [1500, 600]
speed = 7
from = 250
[[weather.station]]
position = [1000, 1500]
speed = 5
from = 300
[output]
heights = [10]
TOML
run 0 run three.toml -o three
"$python" - >stdout 2>stderr <<'PYTHON' || fail "not the winds of the stations"
import netCDF4
wrong = 0
with netCDF4.Dataset("three/three.nc") as nc:
    for x, y, speed, direction in ((500, 500, 4, 270), (1500, 600, 7, 250), (1000, 1500, 5, 300)):
        j, i = int(y / 50), int(x / 50)
        here = float(nc["wind_speed"][0, 0, j, i]), float(nc["wind_from_direction"][0, 0, j, i])
        print(x, y, here)
        wrong += not (abs(here[0] / speed - 1) < 0.03 and abs(here[1] - direction) < 2)
raise SystemExit(wrong)
PYTHON
finish
