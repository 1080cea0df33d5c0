# The difference of two results, A minus B: pictures, exports and the page, of winds, statistics, plumes and prisms; what cannot be
# subtracted.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >rose.csv <<'CSV'
from,0-2,2-4,4-6,>6
N,15,15,12,10
S,10,15,10,10
calm,3
CSV
cat >block.toml <<'TOML'
[case]
name = "block"
[domain]
size = [200, 160]
cell_size = [5, 5, 4]
height = 60
[[buildings.box]]
corner = [80, 60]
size = [40, 30]
height = 20
[[weather.station]]
readings = [
  { time = 2026-05-01T10:30:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T11:00:00Z, speed = 8, from = 300 },
]
[output]
heights = ["10 m"]
[particles]
step = 1
duration = 60
[[particles.source]]
position = [30, 80]
height = 5
count = 2000
rate = 1
[particles.concentration]
cell_size = [10, 10, 10]
interval = "30 s"
TOML
sed '/^\[\[weather.station/,$d' block.toml >statistics.toml
cat >>statistics.toml <<'TOML'
[weather.rose]
file = "rose.csv"
directions = 4
[statistics]
heights = [1.75, 10]
percentiles = [50, 95]
comfort = ["nen8100"]
TOML
sed 's/corner = \[80, 60\]/corner = [120, 60]/' block.toml >moved.toml
sed 's/height = 60/height = 80/' block.toml >higher.toml
run 0 run block.toml -o a --set 'output.zones=true' --set 'turbulence.model="local"' --set 'output.turbulence=["tke"]'
run 0 run moved.toml -o b
run 0 run higher.toml -o higher
run 0 run block.toml -o late --set 'weather.station[1].readings=[{time=2026-05-01T11:00:00Z,speed=2,from=270}]'

# Tables: every number is that of A less that of B, directions the shorter way round.
for n in a b; do run 0 export $n/block.nc --at here=160,75,10 --at wall=135,75,5 --at far=20,20,3 -o $n.csv; done
run 0 export a/block.nc --minus b/block.nc --at here=160,75,10 --at wall=135,75,5 --at far=20,20,3 -o d.csv
has d.csv 'u_difference,v_difference,w_difference,wind_speed_difference,wind_from_direction_difference'
python3 - <<'PYTHON' || fail "the table is not A less B"
import csv
a, b, d = (list(csv.reader(open(name)))[1:] for name in ("a.csv", "b.csv", "d.csv"))
assert len(d) == 6
for x, y, z in zip(a, b, d):
    assert x[:5] == y[:5] == z[:5]
    for n in range(5, 10):
        if x[n] == "" or y[n] == "":
            assert z[n] == "", z
            continue
        must = float(x[n]) - float(y[n])
        if n == 9:
            must = (must + 180) % 360 - 180
        assert abs(float(z[n]) - must) < 2e-5 * max(1, abs(float(x[n]))), (x, y, z)
    assert z[1] != "here" or abs(float(z[8])) > 0.01
PYTHON

# Maps: points, areas, rasters, pictures for Google Earth.
if has_module gis; then
  for n in a b; do run 0 export $n/block.nc --field wind_speed --time 1 --height 10 -o $n.geojson; done
  run 0 export a/block.nc --minus b/block.nc --time 1 --height 10 -o d.geojson
  python3 - <<'PYTHON' || fail "the points are not A less B"
import json
def read(name, field):
    return {tuple(f["geometry"]["coordinates"][:2]): f["properties"][field]
            for f in json.load(open(name))["features"]}
a, b, d = read("a.geojson", "wind_speed"), read("b.geojson", "wind_speed"), read("d.geojson", "wind_speed_difference")
assert set(d) == set(a) & set(b) and len(d) < len(a)
assert max(abs(d[p] - (a[p] - b[p])) for p in d) < 1e-4 and max(map(abs, d.values())) > 0.5
PYTHON
  run 0 export a/block.nc --minus b/block.nc -o d.tif
  run 0 export a/block.nc --minus b/block.nc --above -0.5,0.5 -o areas.geojson
  has areas.geojson 'wind_speed_difference'
fi

# Cells: vectors, and speeds that the lengths of these are not.
run 0 export a/block.nc --minus b/block.nc --field wind_speed -o speed.vtkhdf
run 0 export b/block.nc --minus late/block.nc --time 1 -o d.vtr
has d.vtr 'Name="wind"'
has d.vtr 'Name="wind_speed"'
run 2 export a/block.nc --minus b/block.nc -o d.vtkhdf
has stderr "b/block.nc contains no 'tke' to subtract from that of a/block.nc"
run 2 export a/block.nc --minus b/block.nc --field zone -o d.vtkhdf
has stderr "'zone' is of classes"
run 2 export a/block.nc --minus b/block.nc -o d.atm
has stderr 'no differences'

# Plumes.
if has_module gis; then run 0 export a/block_plume.nc --minus b/block_plume.nc --field dose -o dose.geojson; fi
run 0 export a/block_plume.nc --minus b/block_plume.nc --time 1 -o plume.vti

# The page.
run 0 view a/block.nc --minus b/block.nc --field wind_speed --export d.html
has d.html '"name":"wind_speed","label":"horizontal wind speed difference"'
has d.html '"signed":true'
has d.html '"title":"a/block minus b/block"'
lacks d.html '"components":3'
run 0 view a/block_plume.nc --minus b/block_plume.nc --export plume.html
has plume.html 'difference'
run 2 view a/block.nc --minus b/block.nc --export none.html
has stderr "contains no 'tke'"
run 2 view a --minus b/block.nc --export none.html
has stderr 'only one file'
run 2 view b/block.nc --minus late/block.nc --export none.html
has stderr 'there is no 2026-05-01T10:30:00Z'

run 0 run statistics.toml -o a --set 'case.name="statistics"'
run 0 run statistics.toml -o b --set 'case.name="statistics"' --set 'roughness.z0=0.5'
run 0 view a/statistics_statistics.nc --minus b/statistics_statistics.nc --export statistics.html
lacks statistics.html '"name":"comfort_nen8100"'

# Pictures.
if has_module plot; then
  run 0 plot a/block.nc --minus b/block.nc
  has stdout a/block_minus_block_wind_speed.png
  run 0 plot a/block.nc --minus b/block.nc --time all --section ew
  has stdout a/block_minus_block_wind_speed_section_t1.png
  run 0 plot a/block.nc --minus b/block.nc --at 100,40 -o profile.png
  run 0 plot a/block.nc --minus a/block.nc --field tke -o same.png
  run 0 plot b/block.nc --minus late/block.nc --time 1 -o late.png
  run 2 plot b/block.nc --minus late/block.nc --time 0 -o none.png
  has stderr 'there is no 2026-05-01T10:30:00Z'
  run 2 plot a/block.nc --minus b/block.nc --field tke -o none.png
  has stderr "the file contains no 'tke'"
  run 2 plot a/block.nc --minus a/block.nc --field zone -o none.png
  has stderr "'zone' is of classes"
  run 2 plot a/block.nc --minus higher/block.nc -o none.png
  has stderr '40 x 32 x 13 cells, x 0 to 200, y 0 to 160, z 0 to 60 m'
  has stderr '40 x 32 x 15 cells, x 0 to 200, y 0 to 160, z 0 to 80 m'
  run 2 plot a/block.nc --minus a/block_plume.nc -o none.png
  has stderr 'cannot be subtracted from one another'
  run 2 plot a/block.nc --minus b/block.nc --streamlines -o none.png
  has stderr 'has no streamlines'
  run 4 plot a/block.nc --minus absent.nc -o none.png
  run 0 plot a/block_plume.nc --minus b/block_plume.nc --field concentration -o plume.png
  run 0 plot a/statistics_statistics.nc --minus b/statistics_statistics.nc -o mean.png
  run 2 plot a/statistics_statistics.nc --minus b/statistics_statistics.nc --field comfort_nen8100 -o none.png
  has stderr 'is of classes'
  [ ! -e none.png ] || fail "none.png was drawn"
  if "$program" check "$source_tree/cases/prism" >stdout 2>stderr; then
    run 0 run "$source_tree/cases/prism" -o p
    run 0 run "$source_tree/cases/prism" -o q --set 'poisson.tolerance=1e-3'
    run 0 plot p/prism.nc --minus q/prism.nc -o prism.png
    run 4 plot p/prism.nc --minus a/block.nc -o none.png
    fi
fi
finish
