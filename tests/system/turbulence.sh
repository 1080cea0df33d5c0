# The turbulence of a case: what is written of it, on maps and sections, and what is refused.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >block.toml <<'TOML'
[domain]
crs = "local"
size = [120, 90]
height = 50
cell_size = 3
stretch = 1.05
[buildings]
box = [{ corner = [40, 30], size = 20, height = 15 }]
[[weather.station]]
readings = [{ time = 2026-05-01T06:00:00Z, speed = 5, from = 270, obukhov_length = 80 },
            { time = 2026-05-01T12:00:00Z, speed = 5, from = 270, obukhov_length = -40 }]
TOML

# Without [turbulence] nothing is written of it, and nothing can be asked for.
run 0 run block.toml -o none
run 0 info none/block.nc
lacks stdout 'tke'
run 3 run block.toml -o wrong --set 'output.turbulence=["tke"]'
has stderr 'requires a turbulence model'

# The default, then all of it, in both precisions.
run 0 run block.toml -o some --set turbulence.model=local
run 0 info some/block.nc
has stdout ' tke '
has stdout ' dissipation '
lacks stdout ' viscosity '
all='output.turbulence=["tke","dissipation","eddy_viscosity","mixing_length","stresses","wall_distance"]'
for bits in 32 64; do
  run 0 run block.toml -o all$bits --precision f$bits --set turbulence.model=local --set "$all" \
    --set 'output.formats=["netcdf", "vtk"]'
  run 0 info all$bits/block.nc
  for name in tke dissipation eddy_viscosity mixing_length uu uv uw vv vw ww \
    wall_distance; do
    has stdout " $name "
    grep -qaF "Name=\"$name\"" all$bits/block_20260501T120000Z.vtr || fail "$name is not in the VTK"
  done
done

# The sun makes more of it than the night: the least and the largest of each time.
python=/usr/bin/python3
if $python -c 'import netCDF4' 2>/dev/null; then
  $python - <<'PYTHON' || fail "the numbers are wrong"
import netCDF4
f = [netCDF4.Dataset(f"all{bits}/block.nc") for bits in (32, 64)]
k = [n["tke"][:] for n in f]
assert (k[0][1] > k[0][0]).all()
assert abs(k[0] - k[1]).max() < 2e-3 * k[1].max()
for n in f:
    for variance in ("uu", "vv", "ww"):
        assert n[variance][:].min() > 0
assert f[0]["wall_distance"][0].min() > 0
PYTHON
else
  echo "not tested: the numbers of the file; no netCDF4 for Python"
fi

# A run needs more memory with it.
memory() { sed -n 's/^  memory  *about \([0-9.]*\) GB.*or \([0-9.]*\) GB on a GPU.*/\2/p' stdout; }
run 0 check block.toml --set domain.cell_size=0.5
without=$(memory)
run 0 check block.toml --set domain.cell_size=0.5 --set turbulence.model=local
awk -v a="$without" -v b="$(memory)" 'BEGIN { exit !(b > a && a > 0) }' ||
  fail "the same memory with turbulence: $without"

# Pictures.
if has_module plot; then
  run 0 plot all32/block.nc --field tke --height 5
  run 0 plot all32/block.nc --field uw --section ew
  run 0 plot all32/block.nc --field wall_distance --section ns
  [ -s all32/block_tke_5m.png ] && [ -s all32/block_uw_section.png ] || fail "no picture: $(ls all32)"
  run 2 plot none/block.nc --field tke
  has stderr "the file contains no 'tke'"
fi
finish
