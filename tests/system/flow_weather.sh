# A flow follows a front that turns the wind by 90 degrees and cools the air by 8 K in 4 minutes: the same from the
# file of a weather model and from a station.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "no module for maps: a weather model needs one"
command -v ncgen >/dev/null || skip "no ncgen"
find_python netCDF4

"$python" - >front.cdl <<'PYTHON'
rows, columns = [46.96 + 0.02 * row for row in range(5)], [8.96 + 0.02 * column for column in range(5)]
part = 5 * 0.5**0.5
east, north, warm = [part] * 75, [part] * 25 + [-part] * 50, [290] * 25 + [282] * 50
text = {name: ", ".join(f"{value:.9g}" for value in values) for name, values in
        (("latitude", rows), ("longitude", columns), ("u10", east), ("v10", north), ("t2m", warm),
         ("time", (0, 4, 8)))}
print("netcdf front { dimensions: time = 3; latitude = 5; longitude = 5; variables:")
print('double time(time); time:units = "minutes since 2026-05-01 12:00:00";')
print('double latitude(latitude); latitude:units = "degrees_north";')
print('double longitude(longitude); longitude:units = "degrees_east";')
for name, unit in (("u10", "m s-1"), ("v10", "m s-1"), ("t2m", "K")):
    print(f'float {name}(time, latitude, longitude); {name}:units = "{unit}";')
print("data:", *(f"{name} = {values};" for name, values in text.items()), "}")
PYTHON
ncgen -o front.nc front.cdl || fail 'ncgen'
cat >model.toml <<'TOML'
[domain]
center = [47.0, 9.0]
size = [400, 320]
cell_size = 40
height = 200
[wind]
duration = "6 min"
interval = "2 min"
[[flow.boundary]]
at = ["bottom"]
kind = "slip"
[weather.model]
file = "front.nc"
TOML
sed '/weather.model/,$d' model.toml >station.toml
cat >>station.toml <<'TOML'
[[weather.station]]
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 5, from = 225, temperature = 290 },
  { time = 2026-05-01T12:04:00Z, speed = 5, from = 315, temperature = 282 },
  { time = 2026-05-01T12:08:00Z, speed = 5, from = 315, temperature = 282 },
]
TOML
for model in incompressible compressible; do
  heat=flow.heat.reference
  [ $model = incompressible ] || heat=flow.compressible.temperature
  for source in model station; do
    run 0 run $source.toml -o $model --threads 1 --set wind.model=$model --set $heat=290
    matches stderr '^the temperature at the boundaries follows that of .* by up to -8 K'
    has stderr 'boundaries follow the weather, linear in time between 3 times'
  done
  "$python" - $model >stdout 2>stderr <<'PYTHON' || fail "not the same front, $model"
import sys
import netCDF4
wrong = 0
with netCDF4.Dataset(f"{sys.argv[1]}/model.nc") as a, netCDF4.Dataset(f"{sys.argv[1]}/station.nc") as b:
    for t in range(4):
        for name in ("u", "v"):
            one, other = a[name][t], b[name][t]
            difference = float(abs(one - other).max())
            print(t, name, float(one.mean()), float(other.mean()), difference)
            wrong += difference > 0.05
        air = "potential_temperature" if "potential_temperature" in a.variables else "temperature"
        cooled = [float((d[air][t] - d[air][0]).mean()) for d in (a, b)]
        print(t, air, cooled, float(abs(a[air][t] - b[air][t]).max()))
        wrong += abs(cooled[0] - cooled[1]) > 0.02 or t == 3 and abs(cooled[0] + 8) > 0.05
    wrong += not abs(float(a["v"][0].mean()) + float(a["v"][3].mean())) < 0.05 * abs(float(a["v"][0].mean()))
raise SystemExit(1 if wrong else 0)
PYTHON
  cat stdout
done
finish
