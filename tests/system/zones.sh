# The zones of buildings: what is written and drawn of them, and kinds of buildings.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

python=/usr/bin/python3
$python -c 'import netCDF4' 2>/dev/null || python=

# same_wind A B: the two files hold the same numbers.
same_wind() {
  [ -n "$python" ] || return 0
  $python - "$1" "$2" <<'PYTHON' || fail "$1 and $2 differ"
import netCDF4, numpy, sys
a, b = (netCDF4.Dataset(name) for name in sys.argv[1:])
for name in ("u", "v", "w", "zone", "cell_type"):
    assert numpy.ma.allequal(a[name][:], b[name][:]), name
PYTHON
}

cat >block.toml <<'TOML'
[domain]
crs = "local"
size = [120, 90]
height = 50
cell_size = 2
[buildings]
box = [{ corner = [30, 30], size = 20, height = 15 }]
[[weather.station]]
speed = 5
from = 270
TOML

run 0 run block.toml -o out
run 0 plot out/block.nc --field zone --height 2
run 0 plot out/block.nc --field zone --section ew
[ -s out/block_zone_2m.png ] && [ -s out/block_zone_section.png ] || fail "no picture: $(ls out)"

# Without zones there are none to write, or they are not wanted.
run 0 run block.toml -o without --set wind.zones.on=false
run 2 plot without/block.nc --field zone
has stderr "the file contains no 'zone'"
run 0 run block.toml -o unwanted --set output.zones=false
run 2 plot unwanted/block.nc --field zone

# Every kind runs; a wrong one is told.
for zones in 'upwind="none"' 'upwind="roeckle"' 'upwind="mvp"' 'wake="none"' 'wake="roeckle"' 'wake="mixing-layers"' \
  'high_rise=true' 'canyon="none"' 'canyon="roeckle"' 'canyon="modified"' 'intersection="blended"' 'downwash=false' 'sidewall=false' \
  'rooftop="none"' 'rooftop="log"' 'roughness=0.01'; do
  run 0 run block.toml -o kind --overwrite --set "wind.zones.$zones"
done
run 3 run block.toml -o wrong --set 'wind.zones.wake="long"'
has stderr 'long'

# A porous building is not an obstacle; an open car park has solid floors.
for box in 'porosity = 0.4' 'storey = 3' 'base = 6'; do
  sed "s/height = 15 }/height = 15, $box }/" block.toml >special.toml
  run 0 run special.toml -o special --overwrite
done
sed 's/height = 15 }/height = 15, porosity = 1.5 }/' block.toml >special.toml
run 3 check special.toml
has stderr "porosity"
has stderr "special.toml:7"

# The same building from a map; what its attributes do not hold is told.
cat >map.geojson <<'JSON'
{"type": "FeatureCollection", "features": [{"type": "Feature",
 "properties": {"height": 15, "open": 40, "deck": 3, "floor_m": 4},
 "geometry": {"type": "Polygon", "coordinates": [[[30, 30], [50, 30], [50, 50], [30, 50], [30, 30]]]}}]}
JSON
for values in 'base = 3#base = "deck"' 'porosity = 0.4#porosity = "open * 0.01"' \
  'storey = 4#storey = "floor_m"' 'base = 3, storey = 4#base = "deck"\nstorey = "floor_m"'; do
  sed "s/height = 15 }/height = 15, ${values%#*} }/" block.toml >inline.toml
  sed "s/^box.*/file = \"map.geojson\"\n${values#*#}/; s/^size/origin = [0, 0]\n&/" block.toml >map.toml
  run 0 run inline.toml -o inline --overwrite
  run 0 run map.toml -o map --overwrite
  same_wind inline/inline.nc map/map.nc
done
sed 's/^box.*/file = "map.geojson"\nporosity = "opens"/; s/^size/origin = [0, 0]\n&/' block.toml >map.toml
run 4 run map.toml -o map --overwrite
has stderr "there is no attribute 'opens', which buildings.porosity names"
has stderr "did you mean 'open'?"

if [ -n "$python" ]; then
  $python - <<'PYTHON' || fail "the numbers are wrong"
import netCDF4
with netCDF4.Dataset("out/block.nc") as n:
    zone, names = n["zone"][0], n["zone"].flag_meanings.split()
    found = {names[z] for z in set(zone.compressed() if hasattr(zone, "compressed") else zone.ravel())}
    wanted = {"none", "upwind_cavity", "cavity", "wake", "side_wall", "rooftop"}
    assert wanted <= found, found
    u = n["u"][0]
    assert (u[zone == names.index("cavity")].mean()) < 0
PYTHON
fi
finish
