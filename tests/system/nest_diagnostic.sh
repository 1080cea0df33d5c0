# Diagnostic wind inside a coarser diagnostic wind over a hill: mean winds over its border as in the coarse run, with a
# house too; and a nest of that nest.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "no module for maps: terrain needs one"
find_python netCDF4 numpy

# A hill of 80 m, 200 m wide.
{
  printf 'ncols 160\nnrows 120\nxllcorner 500000\nyllcorner 5200000\ncellsize 10\n'
  awk 'BEGIN { for (j = 119; j >= 0; j--) { for (i = 0; i < 160; i++) {
    x = 10 * i - 700; y = 10 * j - 550; printf "%.3f ", 100 + 80 * exp(-(x * x + y * y) / 40000) } print "" } }'
} >hill.asc
cat >coarse.toml <<'TOML'
[domain]
crs = "EPSG:32632"
origin = [500040, 5200040]
size = [1520, 1120]
cell_size = [40, 40, 10]
height = 400
stretch = 1
[terrain]
file = "hill.asc"
crs = "EPSG:32632"
[[weather.station]]
easting = 500100
northing = 5200500
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 6, from = 265 },
  { time = 2026-05-01T13:00:00Z, speed = 8, from = 285 },
]
[[weather.station]]
easting = 501400
northing = 5200500
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 5, from = 240 },
  { time = 2026-05-01T13:00:00Z, speed = 6, from = 265 },
]
[weather]
match = false
TOML
run 0 run coarse.toml -o coarse -q --threads 1

# nest NAME FILE CELL ORIGIN SIZE [HOUSE]
nest() {
  cat >"$1.toml" <<TOML
[domain]
crs = "EPSG:32632"
origin = [$4]
size = [$5]
cell_size = [$3, $3, 5]
height = 300
stretch = 1
[terrain]
file = "hill.asc"
crs = "EPSG:32632"
[weather.nest]
file = "$2"
${6:-}
TOML
}
nest fine coarse/coarse.nc 10 '500440, 5200320' '640, 560'
nest house coarse/coarse.nc 10 '500440, 5200320' '640, 560' '[[buildings.box]]
corner = [300, 260]
size = [40, 40]
height = 30'
for name in fine house; do
  run 0 run $name.toml -o $name -q --threads 1
  "$python" - $name >stdout 2>stderr <<'PYTHON' || fail "not the wind of the coarse run on the border, $name"
import sys
import netCDF4
import numpy as np

def columns(name):
    """Winds of all times at 30, 60, 120 and 200 m above the ground, [component][time][height][y][x], and x, y."""
    with netCDF4.Dataset(f"{name}/{name}.nc") as file:
        z, ground = np.asarray(file["z"][:]), np.asarray(file["terrain"][:], float)
        if abs(float(ground.min())) > 50:
            ground = ground - float(getattr(file, "simoom_bottom", 0) or 0)
        out = []
        for part in "uv":
            u = np.ma.filled(file[part][:].astype(float), np.nan)
            field = np.full((u.shape[0], 4) + ground.shape, np.nan)
            for j in range(ground.shape[0]):
                for i in range(ground.shape[1]):
                    air = np.isfinite(u[0, :, j, i])
                    for t in range(u.shape[0]):
                        field[t, :, j, i] = np.interp(np.array([30, 60, 120, 200]) + ground[j, i], z[air], u[t, air, j, i])
            out.append(field)
        return np.array(out), np.asarray(file["x"][:], float), np.asarray(file["y"][:], float)

coarse, cx, cy = columns("coarse")
fine, x, y = columns(sys.argv[1])
worst = 0
for t in range(fine.shape[1]):
    for h in range(4):
        there = []
        for part in range(2):
            rows = np.array([np.interp(x, cx, coarse[part, t, h, j]) for j in range(len(cy))])
            there.append(np.array([np.interp(y, cy, rows[:, i]) for i in range(len(x))]).T)
        for side in (np.s_[:, 0], np.s_[:, -1], np.s_[0, :], np.s_[-1, :]):
            both = [(float(np.mean(fine[part, t, h][side])), float(np.mean(there[part][side]))) for part in range(2)]
            speed = np.hypot(both[0][1], both[1][1])
            worst = max(worst, np.hypot(both[0][0] - both[0][1], both[1][0] - both[1][1]) / speed)
print("mean wind over west, east, south and north, both times, 30 to 200 m: at most %.2f %% off" % (100 * worst))
raise SystemExit(0 if worst < 0.02 else 1)
PYTHON
  cat stdout
done
# One command runs the coarse case and the nests after it.
nest inner all/coarse.nc 10 '500440, 5200320' '640, 560'
nest finest all/inner.nc 5 '500600, 5200480' '200, 200'
sed -i 's/height = 300/height = 200/' finest.toml
run 0 run coarse.toml inner.toml finest.toml -o all --threads 1
[ -e all/finest.nc ] || fail 'not all cases were run'
cmp -s fine/fine.nc all/inner.nc || "$python" -c "
import netCDF4
a, b = netCDF4.Dataset('fine/fine.nc'), netCDF4.Dataset('all/inner.nc')
raise SystemExit(0 if (a['u'][:] == b['u'][:]).all() else 1)" || fail 'another wind by one command'
run 2 run coarse.toml inner.toml -o all --json summary.json
has stderr 'are for one CASE'
finish
