# Winds for fire spread models: ELMFIRE, FlamMap and ForeFire.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"
find_python netCDF4 numpy

cat >hill.toml <<'TOML'
[domain]
crs = "EPSG:32632"
origin = [690000, 5240000]
size = [600, 400]
cell_size = [20, 20, 4]
height = 60
[[weather.station]]
readings = [
  { time = 2026-05-01T10:00:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T11:00:00Z, speed = 8, from = 300 },
  { time = 2026-05-01T12:00:00Z, speed = 6, from = 350 },
]
TOML
run 0 run hill.toml -o out -q
run 0 export out/hill.nc --for elmfire -o fire.tif -v
has stderr 'DT_METEOROLOGY = 3600.0, NUM_METEOROLOGY_TIMES = 3'
for file in fire_ws fire_wd; do [ -s $file.tif ] || fail "no $file"; done
run 0 export out/hill.nc --for elmfire --height "10 m" -o ten.tif -v
has stderr 'WS_AT_10M = .TRUE.'
run 0 export out/hill.nc --for flammap --time 1 -o fire.tif
for file in fire_speed_0001 fire_direction_0001; do [ -s $file.tif ] || fail "no $file"; done
[ ! -e fire_speed_0000.tif ] || fail "more than one time"
run 0 export out/hill.nc --for forefire --height "10 m" -o fire.nc
run 0 export out/hill.nc --at p=690310,5240210,6.096 -o place.csv
run 0 export out/hill.nc --at p=690310,5240210,10 -o ten.csv
"$python" - >stdout 2>stderr <<'PYTHON' || fail "winds of ForeFire"
import csv
import netCDF4
rows = list(csv.DictReader(open("ten.csv")))
with netCDF4.Dataset("fire.nc") as f:
    d, p = f["domain"], f["parameters"]
    assert (d.type, d.SWx, d.SWy, d.Lx, d.Ly, d.t0, d.Lt) == ("domain", 690000, 5240000, 600, 400, 0, 10800), d
    assert (p.date, p.refYear, p.refDay, p.month, p.day) == ("2026-05-01_10:00:00", 2026, 121, 5, 1), p
    for t, row in enumerate(rows):
        for name, column in (("windU", "u"), ("windV", "v")):
            assert f[name].type == "data" and f[name].shape == (3, 1, 20, 30), f[name]
            assert abs(f[name][t, 0, 10, 15] - float(row[column])) < 1e-3, (t, name)
    assert f["altitude"].dimensions == ("altitudeNT", "altitudeNZ", "altitudeNY", "altitudeNX")
PYTHON
if command -v gdallocationinfo >/dev/null; then
  # from the north: direction less the convergence of the grid; speed in mph
  speed=$(gdallocationinfo -valonly -b 2 fire_ws.tif 15 9)
  expected=$(sed -n 3p place.csv | awk -F, '{ print sqrt($6 ^ 2 + $7 ^ 2) / 0.44704 }')
  awk -v a="$speed" -v b="$expected" 'BEGIN { exit !(a - b < 0.01 && b - a < 0.01) }' || fail "speed $speed, not $expected"
  direction=$(gdallocationinfo -valonly fire_direction_0001.tif 15 9)
  expected=$(sed -n 3p place.csv | awk -F, '{ print 270 - atan2($7, $6) * 57.29578 }')
  awk -v a="$direction" -v b="$expected" 'BEGIN { exit !(a - b < 0.01 && b - a < 0.01) }' ||
    fail "direction $direction, not $expected"
  gdalinfo fire_ws.tif >info.txt
  has info.txt 'Unit Type: mph'
fi
run 2 export out/hill.nc --for farsite -o fire.tif
has stderr "unknown fire spread model 'farsite'"
run 2 export out/hill.nc --for forefire -o fire.tif
has stderr 'must end with .nc'
run 2 export out/hill.nc --for elmfire --field wind_speed -o fire.tif
has stderr 'needs winds'
sed -i '/11:00/d; s/12:00:00Z/13:00:00Z/; s/^readings.*/&\n  { time = 2026-05-01T09:30:00Z, speed = 5, from = 270 },/' hill.toml
run 0 run hill.toml -o uneven -q
run 4 export uneven/hill.nc --for elmfire -o fire.tif
has stderr 'needs equal time steps'
finish
