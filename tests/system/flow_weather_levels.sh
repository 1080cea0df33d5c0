# A flow has the temperature of a weather model by height, at the start and in time at its boundaries; relaxes towards
# the weather in a rim; and has the geostrophic wind of the weather.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "no module for maps: a weather model needs one"
command -v ncgen >/dev/null || skip "no ncgen"
find_python netCDF4 numpy

# Potential temperature 290 K + 0.01 K/m z, in 3 min 284 K + 0.03 K/m z; a wind of 5 m/s that does not change, or turns.
"$python" - <<'PYTHON' || fail 'no input'
rows, columns = [46.96 + 0.02 * row for row in range(5)], [8.96 + 0.02 * column for column in range(5)]
levels, lapse = [5, 40, 80, 130, 190, 260, 400], 9.80665 / 1004.7
part = 5 * 0.5**0.5
for turn in (0, 1):
    north, warm = [], []
    for time in range(3):
        for z in levels:
            north += [-part if turn and time > 0 else part] * 25
            warm += [(290 + 0.01 * z if time == 0 else 284 + 0.03 * z) - lapse * z] * 25
    text = {name: ", ".join(f"{value:.9g}" for value in values) for name, values in
            (("latitude", rows), ("longitude", columns), ("height", levels), ("u", [part] * len(north)), ("v", north),
             ("t", warm), ("time", (0, 3, 12)))}
    with open(f"levels{turn}.cdl", "w") as file:
        print(f"netcdf levels{turn} {{ dimensions: time = 3; height = {len(levels)}; latitude = 5; longitude = 5;",
              'variables: double time(time); time:units = "minutes since 2026-05-01 12:00:00";',
              'double latitude(latitude); latitude:units = "degrees_north";',
              'double longitude(longitude); longitude:units = "degrees_east";',
              'double height(height); height:units = "m"; height:standard_name = "height";', file=file)
        for name, unit in (("u", "m s-1"), ("v", "m s-1"), ("t", "K")):
            print(f'float {name}(time, height, latitude, longitude); {name}:units = "{unit}";', file=file)
        print("data:", *(f"{name} = {values};" for name, values in text.items()), "}", file=file)
PYTHON
for turn in 0 1; do ncgen -o levels$turn.nc levels$turn.cdl || fail 'ncgen'; done
cat >levels.toml <<'TOML'
[domain]
center = [47.0, 9.0]
size = [400, 320]
cell_size = 40
height = 200
layers = 10
stretch = 1
[wind]
duration = "6 min"
interval = "3 min"
[[flow.boundary]]
at = ["bottom"]
kind = "slip"
[weather.model]
file = "levels0.nc"
TOML
sed -i '/layers/d; s/cell_size = 40/cell_size = [40, 40, 20]/' levels.toml
for model in incompressible compressible; do
  heat=flow.heat.reference
  [ $model = incompressible ] || heat=flow.compressible.temperature
  run 0 run levels.toml -o $model --threads 1 --set wind.model=$model --set $heat=290
  "$python" - $model >stdout 2>stderr <<'PYTHON' || fail "not the temperature of the model by height, $model"
import sys
import netCDF4
import numpy as np
wrong = 0
with netCDF4.Dataset(f"{sys.argv[1]}/levels.nc") as file:
    z = file["z"][:]
    for t, (ground, slope) in ((0, (290, 0.01)), (2, (284, 0.03))):
        if "potential_temperature" in file.variables:
            theta = file["potential_temperature"][t]
        else:  # of the compressible solver: brought to the bottom along the dry adiabat
            theta = file["temperature"][t] + 9.80665 / 1004.7 * z[:, None, None]
        off = np.abs(theta - (ground + slope * z)[:, None, None])
        print(t, "largest difference %.3f K, mean %.4f K" % (off.max(), off.mean()))
        wrong += not (off.max() < (0.05 if t == 0 else 0.3) and off.mean() < (0.02 if t == 0 else 0.1))
raise SystemExit(1 if wrong else 0)
PYTHON
  cat stdout
done

# Geostrophic wind of the weather: no pressure gradient holds a uniform wind, before and after it has turned.
cat >>levels.toml <<'TOML'
[flow]
coriolis = 1e-3
TOML
sed -i 's/levels0/levels1/' levels.toml
run 0 run levels.toml -o still -q --threads 1 --set wind.model=incompressible --set flow.geostrophic_weather=true \
  --set 'wind.duration="12 min"' --set 'wind.interval="6 min"' # what is left of the turn halves every minute
"$python" - >stdout 2>stderr <<'PYTHON' || fail "the geostrophic wind is not that of the weather"
import netCDF4
import numpy as np
with netCDF4.Dataset("still/levels.nc") as file:
    pressure = [float(np.ptp(file["kinematic_pressure"][t])) for t in (0, 2)]
print("range of the pressure %.3g, %.3g m2/s2; f U L = 2" % tuple(pressure))
raise SystemExit(0 if max(pressure) < 0.1 else 1)
PYTHON
cat stdout

# A sponge damps towards the wind of the weather, not that of the start: 5 m/s from 225 deg, in 4 min from 315 deg.
cat >sponge.toml <<'TOML'
[domain]
crs = "local"
size = [400, 320]
cell_size = 40
height = 200
stretch = 1
[wind]
duration = "8 min"
interval = "8 min"
[flow]
sponge = 120
sponge_rate = 0.5
[[flow.boundary]]
at = ["bottom"]
kind = "slip"
[[weather.station]]
profile = "uniform"
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 5, from = 225 },
  { time = 2026-05-01T12:04:00Z, speed = 5, from = 315 },
  { time = 2026-05-01T12:08:00Z, speed = 5, from = 315 },
]
TOML
for model in incompressible compressible; do
  run 0 run sponge.toml -o sponge-$model -q --threads 1 --set wind.model=$model
  "$python" - $model >stdout 2>stderr <<'PYTHON' || fail "the sponge keeps another wind, $model"
import sys
import netCDF4
import numpy as np
with netCDF4.Dataset(f"sponge-{sys.argv[1]}/sponge.nc") as file:
    off = np.hypot(*(file[name][1].mean(axis=(1, 2)) - part * 12.5**0.5 for name, part in (("u", 1), ("v", -1)))).max()
print("mean wind of the layers, largest difference from the weather: %.3f m/s" % off)
raise SystemExit(0 if off < 0.25 else 1)
PYTHON
  cat stdout
done

# A rim: the wake of a house decays on the way to the side, by exp(-width / (2 U time)) = 0.37.
cat >rim.toml <<'TOML'
[domain]
crs = "local"
size = [120, 60]
cell_size = 5
height = 30
stretch = 1
[[buildings.box]]
corner = [50, 25]
size = [10, 10]
height = 10
[wind]
duration = "20 s"
interval = "5 s"
[flow.boundary_of_rim]
[[weather.station]]
profile = "uniform"
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 5, from = 270 },
  { time = 2026-05-01T12:05:00Z, speed = 5.2, from = 270 },
]
TOML
sed -i '/boundary_of_rim/d' rim.toml
for model in incompressible compressible; do
  run 0 run rim.toml -o free-$model -q --threads 1 --set wind.model=$model
  run 0 run rim.toml -o rim-$model -q --threads 1 --set wind.model=$model --set flow.nudging_width=40 \
    --set flow.nudging_time=4
  "$python" - $model >stdout 2>stderr <<'PYTHON' || fail "the wake does not decay in the rim, $model"
import sys
import netCDF4
import numpy as np
left = []
for name in ("free", "rim"):
    with netCDF4.Dataset(f"{name}-{sys.argv[1]}/rim.nc") as file:
        u = np.ma.filled(file["u"][4:].astype(float), np.nan)
        left.append(float(np.sqrt(np.nanmean((u[:, :2, :, -2] - np.nanmean(u[:, :2, :, -2], axis=(2,), keepdims=True)) ** 2))))
print("variations of the wind across the wake beside the side: %.3f m/s, with a rim %.3f: %.2f" % (*left, left[1] / left[0]))
raise SystemExit(0 if left[1] < 0.55 * left[0] else 1)
PYTHON
  cat stdout
done
finish
