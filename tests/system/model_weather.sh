# The wind of a weather model over flat ground is that of its file, at every time and height.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
case=$source_tree/cases/model-weather/case.toml
has_module gis || skip "no module for maps: a weather model needs one"

# What is taken is told before the run, and by the file afterwards.
run 0 check "$case"
matches stdout '^  weather +5 x 4 columns of a weather model, 1\.5[0-9] km apart, levels from 10 to 700 m$'
matches stdout '^  times +5, 2026-05-01T06:00:00Z to 2026-05-01T08:00:00Z$'
run 0 run "$case" -o out --precision f64
run 0 info out/model-weather.nc
matches stdout '^  weather +5 x 4 columns of a weather model'
run 0 check "$case" --set weather.start=2026-05-01T07:00:00Z --set weather.end=2026-05-01T07:20:00Z
matches stdout '^  times +1, 2026-05-01T07:00:00Z$'

# Wrong words and places.
run 3 check "$case" --set 'weather.model.components="sky"'
has stderr 'weather.model.components'
run 3 check "$case" --set 'domain.crs="local"'
has stderr "a weather model has map coordinates, but the crs of the domain is \"local\""
run 4 check "$case" --set 'domain.center=[45, 8]'
has stderr 'weather.nc: error: the weather does not cover the domain'
run 4 check "$case" --set 'weather.model.file="nowhere.nc"'
has stderr 'nowhere.nc'
run 4 check "$case" --set weather.start=2026-05-02
has stderr 'help: the times go from 2026-05-01T06:00:00Z to 2026-05-01T08:00:00Z'

# The file is what its script makes.
if command -v python3 >/dev/null; then
  python3 "$source_tree/scripts/make_model_weather.py" made && same made/weather.nc \
    "$source_tree/cases/model-weather/weather.nc"
fi

# A station is met, and the model goes on away from it; a large model grid is found by its columns.
cat >with_station.toml <<TOML
[domain]
center = [47.0, 8.0]
size = ["8 km", "6 km"]
cell_size = ["100 m", "100 m", "5 m"]
height = "600 m"
[weather]
start = 2026-05-01T07:00:00Z
end = 2026-05-01T07:00:00Z
[weather.model]
file = "$source_tree/cases/model-weather/weather.nc"
[[weather.station]]
name = "mast"
position = [2050, 3050]
readings = [{ time = 2026-05-01T07:00:00Z, speed = 8, from = 270 }]
[wind]
top = "zero"
[output]
heights = [10]
TOML
run 0 check with_station.toml
matches stdout '^  weather +1 station \(mast\); '
run 0 run with_station.toml -o out

# At the pole each column has a north of its own: a wind that is uniform on the map of the Arctic, by
# components to the east and to the north of a grid round the Earth, with a row at the pole and without.
cat >pole.toml <<'TOML'
[domain]
crs = "EPSG:3995"
center = [0, 0]
size = 20000
cell_size = [1000, 20]
height = 100
[weather.model]
file = "pole.nc"
[output]
heights = [10]
TOML
for first in 90 88.75; do
  command -v python3 >/dev/null && command -v ncgen >/dev/null && command -v ncdump >/dev/null || break
  python3 - $first >pole.cdl <<'PYTHON'
import math
import sys
rows = [float(sys.argv[1]) - 2.5 * row for row in range(20)]
columns = [2.5 * column for column in range(144)]
east = [3 * math.cos(math.radians(at)) + 4 * math.sin(math.radians(at)) for at in columns] * len(rows)
north = [4 * math.cos(math.radians(at)) - 3 * math.sin(math.radians(at)) for at in columns] * len(rows)
text = {name: ", ".join(f"{value:.9g}" for value in values) for name, values in
        (("latitude", rows), ("longitude", columns), ("u10", east), ("v10", north))}
print(f"netcdf pole {{ dimensions: time = 1; latitude = {len(rows)}; longitude = {len(columns)}; variables:")
print('double time(time); time:units = "hours since 2026-05-01";')
print('double latitude(latitude); latitude:units = "degrees_north";')
print('double longitude(longitude); longitude:units = "degrees_east";')
for name in ("u10", "v10"):
    print(f'float {name}(time, latitude, longitude); {name}:units = "m s-1";')
print("data: time = 0;", *(f"{name} = {values};" for name, values in text.items()), "}")
PYTHON
  ncgen -o pole.nc pole.cdl || fail 'ncgen'
  for middle in 0,0 100000,50000 -300000,-200000; do
    run 0 run pole.toml -o out --overwrite --set "domain.center=[$middle]"
    has stderr 'true north turns by up to'
    ncdump -v wind_speed out/pole.nc | sed '1,/^ wind_speed/d' | tr -d ' ;}' | tr ',' '\n' | grep . |
      awk '$1 < 4.9999 || $1 > 5.0001 { exit 1 } END { if (NR != 400) exit 1 }' || fail "no wind of 5 m/s at $middle"
  done
done

find_python netCDF4
"$python" - >stdout 2>stderr <<'PYTHON' || fail "not the wind of the file"
import math
import netCDF4

def close(what, found, right, limit):
    if not abs(found - right) <= limit:
        print(f"{what}: {found:.8g} instead of {right:.8g}")
        return 1
    return 0

wrong = 0
with netCDF4.Dataset("out/model-weather.nc") as nc:
    turn = math.radians(float(nc.simoom_convergence))
    for t, (at_10, source) in enumerate(((5, 240), (5 * math.cos(math.radians(15)), 255), (5, 270),
                                         (5 * math.cos(math.radians(15)), 285), (5, 300))):
        angle = math.radians(source) - turn
        for k, z in enumerate(nc["z"][:]):
            speed = at_10 * math.log((z + 0.1) / 0.1) / math.log(10.1 / 0.1)
            for name, part in (("u", math.sin), ("v", math.cos)):
                layer = nc[name][t, k]
                wrong += close(f"least {name} at {z:g} m", float(layer.min()), -speed * part(angle), 1e-4 * speed)
                wrong += close(f"most {name} at {z:g} m", float(layer.max()), -speed * part(angle), 1e-4 * speed)
            wrong += close(f"w at {z:g} m", float(abs(nc["w"][t, k]).max()), 0, 1e-5)
        wrong += close("direction", float(nc["wind_from_direction"][t, 0, 3, 3]), source, 1e-2)
with netCDF4.Dataset("out/with_station.nc") as nc:
    speed = nc["wind_speed"][0, 0]
    wrong += close("at the mast", float(speed[30, 20]), 8, 0.3)
    wrong += close("far from it", float(speed[50, 75]), 5, 0.1)
raise SystemExit(1 if wrong else 0)
PYTHON

# Rain by the rates of the file, linear between its times; without rates it is refused, with the remedy.
cat >rain.toml <<TOML
[case]
name = "rain"
[domain]
center = [47.0, 8.0]
size = ["4 km", "4 km"]
cell_size = ["200 m", "200 m", "20 m"]
height = "600 m"
[weather]
start = 2026-05-01T06:00:00Z
end = 2026-05-01T07:00:00Z
[weather.model]
file = "rain.nc"
[rain]
from_weather = true
[particles]
duration = 3600
lateral_boundary = "periodic"
top = "reflect"
[[particles.species]]
scavenging_coefficient = 1e-4
scavenging_exponent = 1
[[particles.source]]
position = [2000, 2000]
height = 100
mass = 1
count = 1000
TOML
cp "$source_tree/cases/model-weather/weather.nc" rain.nc
run 4 run rain.toml -o rain
has stderr 'rain.toml:13: error: the weather files have no precipitation rate at time 1'
has stderr 'help: read are rates: prate or tprate of an instant in GRIB'
"$python" - <<'PYTHON' || fail "no rain in the file"
import netCDF4
with netCDF4.Dataset("rain.nc", "a") as nc:
    wind = next(v for v in nc.variables.values() if getattr(v, "standard_name", "") == "eastward_wind")
    names = [d for d in wind.dimensions if d in ("time", *wind.dimensions[-2:])]
    rain = nc.createVariable("pr", "f4", names)
    rain.standard_name, rain.units = "precipitation_flux", "kg m-2 s-1"
    for t in range(rain.shape[0]):
        rain[t] = 1e-3 * t # 3.6 mm/h more every hour
PYTHON
run 0 run rain.toml -o rain --overwrite
"$python" - <<'PYTHON' || fail "not the rain of the file"
import math, netCDF4
f = netCDF4.Dataset("rain/rain_plume.nc")
washed = 1 - math.exp(-1e-4 * 3600 * 1.8)
assert abs(float(f["wet_deposited"][0]) / washed - 1) < 1e-3, (f["wet_deposited"][0], washed)
PYTHON
run 3 check rain.toml --set rain.rate=2
has stderr "mutually exclusive"
run 3 check rain.toml --set 'weather={station=[{speed=2,from=270}]}'
has stderr "[weather.model] with files"

finish
