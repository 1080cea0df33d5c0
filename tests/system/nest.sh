# One-way nesting: a flow in a box inside a coarser run has its winds at the boundaries, in time, and keeps mass.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4 numpy

# A coarse wind around houses that changes in time; the nest lies behind the first house.
cat >coarse.toml <<'TOML'
[domain]
crs = "local"
size = [640, 480]
cell_size = [16, 16, 8]
height = 96
stretch = 1
[[buildings.box]]
corner = [96, 160]
size = [32, 160]
height = 24
[[buildings.box]]
corner = [176, 208]
size = [48, 48]
height = 32
[[buildings.box]]
corner = [304, 80]
size = [48, 32]
height = 24
[[buildings.box]]
corner = [352, 208]
size = [48, 48]
height = 24
[wind]
model = "incompressible"
duration = "4 min"
interval = "20 s"
spin_up = "2 min"
[flow.heat]
reference = 290
temperature = "290 + 0.02 * z"
[[flow.scalar]]
name = "tracer"
initial = "1e-6 * (1 + x / 640)"
inflow = 1.5e-6
[[weather.station]]
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 6, from = 265 },
  { time = 2026-05-01T12:04:00Z, speed = 8, from = 285 },
]
[output]
faces = true
TOML
run 0 run coarse.toml -o coarse -q --threads 1

# nest RATIO: the case of a nest with so many cells for one; its borders cut two of the houses.
nest() {
  cat <<TOML
[domain]
crs = "local"
origin = [192, 96]
size = [320, 256]
cell_size = [$((16 / $1)), $((16 / $1)), 4]
height = 80
stretch = 1
[[buildings.box]]
corner = [-16, 112]
size = [48, 48]
height = 32
[[buildings.box]]
corner = [112, -16]
size = [48, 32]
height = 24
[[buildings.box]]
corner = [160, 112]
size = [48, 48]
height = 24
[wind]
model = "incompressible"
duration = "2 min"
interval = "20 s"
[flow.heat]
reference = 290
[[flow.scalar]]
name = "tracer"
[weather]
start = 2026-05-01T12:01:00Z
[weather.nest]
file = "coarse/coarse.nc"
[output]
faces = true
TOML
}
nest 2 >nest.toml
run 0 check nest.toml
matches stdout '^  wind +the coarser run coarse/coarse.nc, cells 1:2 x 1:2 x 1:2'
run 0 run nest.toml -o nest --threads 1
lacks stderr 'does not come from the coarser run'
has stderr 'boundaries follow the weather, linear in time between 7 times'
nest 4 >fine.toml
run 0 run fine.toml -o fine -q --threads 1
cat >compare.py <<'PYTHON'
# Mean wind through each border: that of the coarse run within 2 % of its mean speed; and mass. Scalars: means
# of the box, and beside the west border.
import sys
import netCDF4
import numpy
wrong = 0
with netCDF4.Dataset("coarse/coarse.nc") as a, netCDF4.Dataset(sys.argv[1]) as b:
    cells = [b["u"].shape[3], b["u"].shape[2], b["u"].shape[1]]
    width = [320 / cells[0], 256 / cells[1], 80 / cells[2]]
    for t, time in enumerate(b["time"][:]):
        at = int(numpy.flatnonzero(abs(a["time"][:] - time) < 1)[0])
        flux, through = 0.0, 0.0
        speed = float(numpy.hypot(a["u"][at], a["v"][at]).mean())
        for name, axis, coarse, fine, sign in (("u_face", 2, 12, 0, -1), ("u_face", 2, 32, -1, 1),
                                               ("v_face", 1, 6, 0, -1), ("v_face", 1, 22, -1, 1)):
            one = a[name][at][:10, 6:22, coarse] if axis == 2 else a[name][at][:10, coarse, 12:32]
            other = b[name][t][:, :, fine] if axis == 2 else b[name][t][:, fine, :]
            one = float(numpy.ma.filled(one, 0).mean())
            other = numpy.ma.filled(other, 0).astype(float)
            area = width[2] * width[1 if axis == 2 else 0]
            flux += sign * area * other.sum()
            through += area * abs(other).sum()
            share = abs(other.mean() - one) / speed
            print(t, name, fine, round(one, 4), round(float(other.mean()), 4), f"{share:.4f}")
            wrong += share > 0.02
        one = float(a["w_face"][at][10, 6:22, 12:32].mean())
        other = numpy.ma.filled(b["w_face"][t][-1], 0).astype(float)
        flux += width[0] * width[1] * other.sum()
        print(t, "top", one, float(other.mean()))
        wrong += abs(other.mean() - one) > 0.02 * speed
        for name, gate in (("tracer", 0.02 * 1.5e-6), ("potential_temperature", 0.05)):
            inside, box = b[name][t], a[name][at][:10, 6:22, 12:32]
            west = 0.5 * float(a[name][at][:10, 6:22, 11:13].mean(axis=(0, 1)).sum())
            off = float(inside.mean() - box.mean()), float(inside[:, :, 0].mean() - west)
            print(t, name, float(box.mean()), off)
            wrong += max(abs(off[0]), abs(off[1])) > gate
        print(t, "flux", flux / through)
        wrong += abs(flux) > 1e-6 * through
raise SystemExit(1 if wrong else 0)
PYTHON
for run in nest/nest fine/fine; do
  "$python" compare.py $run.nc >stdout 2>stderr || fail "border of $run"
  cat stdout stderr
done

# A nest of a diagnostic wind, at one time; and what is refused.
sed -e '/^.flow.heat/,/^inflow/d; s/^model = .*/model = "diagnostic"/; /^duration/d; /^interval/d; /^spin_up/d; /time = 2026-05-01T12:04/d' coarse.toml >around.toml
run 0 run around.toml -o around -q
sed 's|coarse/coarse.nc|around/around.nc|; /^start/d; s/^\[weather\]$//' nest.toml >steady.toml
run 0 run steady.toml -o steady --set wind.duration="30 s"
has stderr "warning: the temperature, 'tracer' does not come from the coarser run"
run 3 check nest.toml --set 'domain.origin=[192,320]'
has stderr 'the domain reaches 96 m beyond the north of the coarser run'
run 3 check nest.toml --set domain.height=120
has stderr 'beyond the top of the coarser run'
run 3 check nest.toml --set wind.duration="5 min"
has stderr 'the coarser run has winds from -60 to 180 s of this run only'
run 3 check nest.toml --set domain.cell_size=32
has stderr 'are finer than those of the domain'
run 0 check nest.toml --set domain.cell_size=2
has stderr '1:8 of those of the coarser run'
run 3 check nest.toml --set 'domain.crs="EPSG:32632"'
has stderr 'that of the coarser run "local"'
run 4 check nest.toml --set weather.nest.file=nowhere.nc
has stderr nowhere.nc
cat nest.toml - >both.toml <<'TOML'
[[weather.station]]
speed = 5
from = 270
TOML
run 3 check both.toml
has stderr weather.nest
finish
