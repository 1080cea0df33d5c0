# Wakes that an outflow cuts: houses on it and beside it, in a large-eddy simulation of several passages. Backflow stays
# below the wind aloft and does not grow.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4 numpy

# Cubes of 8 m, 16 m apart; wind from the south-west leaves through two sides that cut cubes.
{
  cat <<'TOML'
[domain]
crs = "local"
size = [72, 72]
cell_size = 2
height = 24
stretch = 1
[wind]
model = "incompressible"
duration = "2 min"
interval = "5 s"
[flow]
perturbation = 0.2
[[flow.boundary]]
at = ["west", "south", "north", "east"]
kind = "weather"
turbulence = 0.15
turbulence_length = 8
[[weather.station]]
speed = 5
from = 225
TOML
  for y in 4 20 36 52 68; do
    for x in 4 20 36 52 68; do
      printf '[[buildings.box]]\ncorner = [%d, %d]\nsize = [8, 8]\nheight = 8\n' $x $y
    done
  done
} >houses.toml
run 0 run houses.toml -o houses -q --threads 1
"$python" - >stdout 2>stderr <<'PYTHON' || fail 'backflow at the outflow'
import netCDF4
import numpy as np
file = netCDF4.Dataset("houses/houses.nc")
u, v = (np.ma.filled(file[name][1:].astype(float), 0.0) for name in "uv")
beside = np.zeros(u.shape[1:], bool)
beside[:, :, -4:] = beside[:, -4:, :] = True
back = np.maximum(-u, -v)  # the wind blows to the north-east
near, inside = (np.where(beside, back, 0).max(axis=(1, 2, 3)), np.where(beside, 0, back).max(axis=(1, 2, 3)))
half = len(near) // 2
aloft = float(np.hypot(u[:, -1], v[:, -1]).mean())
print("backflow, m/s: beside the outflow %.2f, inside %.2f; halves of the run %.2f, %.2f; wind aloft %.2f"
      % (near.max(), inside.max(), near[:half].max(), near[half:].max(), aloft))
assert max(near.max(), inside.max()) < aloft and near[half:].max() < 1.5 * near[:half].max()
PYTHON
finish
