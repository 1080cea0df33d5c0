# Maps for GIS of a plume: GeoTIFF, and areas above thresholds.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"

cat >local.toml <<'TOML'
[domain]
size = [400, 300]
cell_size = 10
height = 80
[[buildings.box]]
corner = [120, 100]
size = [40, 60]
height = 20
[turbulence]
model = "local"
[[weather.station]]
speed = 5
from = 270
[particles]
duration = 90
ground = "deposit"
[[particles.species]]
name = "smoke"
[[particles.species]]
name = "road dust"
median_diameter = "60 um"
geometric_deviation = 2
density = 2650
[[particles.source]]
species = "smoke"
position = [30, 150]
height = 8
radius = 5
count = 20000
rate = 0.3
[[particles.source]]
species = "road dust"
position = [60, 60]
radius = 5
height = 3
count = 5000
rate = 0.3
[particles.concentration]
cell_size = [8, 10, 5]
interval = "30 s"
thresholds = [1e-6, 1e-5, 1]
[output]
formats = ["netcdf", "geojson"]
TOML
sed -e 's/^size = \[400, 300\]/&\ncrs = "EPSG:32632"\norigin = [690000, 5240000]/' \
  -e 's/"geojson"\]/"geotiff"]\nheights = ["10 m"]/' local.toml >earth.toml

for case in local earth; do
  run 0 run $case.toml -o out
  has stdout out/${case}_thresholds.geojson
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import netCDF4' 2>/dev/null || continue
    last="check_thresholds.py of $case"
    "$python" "$source_tree/tests/system/check_thresholds.py" out/${case}_thresholds.geojson \
      out/${case}_plume.nc >stdout 2>stderr || fail "areas are not those of the boxes"
    break
  done
done
[ ! -e out/local_plume.tif ] || fail "a GeoTIFF that nobody asked for"
# GDAL places local coordinates too
if command -v gdalinfo >/dev/null; then
  gdalinfo NETCDF:out/local_plume.nc:dose_smoke >info 2>/dev/null
  has info 'Origin = ('
fi
has out/local_thresholds.geojson '"species": "road dust"'
lacks out/local_thresholds.geojson '"threshold": 1.0,'
# QGIS finds the colours beside each.
for map in earth earth_plume earth_deposition; do
  has out/$map.qml singlebandpseudocolor
  [ "$(grep -c '<item ' out/$map.qml)" -ge 17 ] || fail "$map.qml has few colours"
done
if command -v gdalinfo >/dev/null; then
  last="gdalinfo"
  gdalinfo out/earth_plume.tif >stdout 2>stderr
  has stdout 'WGS 84 / UTM zone 32N'
  has stdout 'maximum of mean concentration of road dust at 10 m'
  has stdout 'dose of smoke at 10 m'
  matches stdout '^Upper Left  \(  690000\.000, 5240300\.000\)'
  gdalinfo -stats out/earth_deposition.tif >stdout 2>stderr
  has stdout 'deposition of road dust'
  matches stdout 'Size is 40, 30'
fi

# Files that are there are not replaced; areas need thresholds.
run 2 run earth.toml -o out
rm out/local.nc out/local_plume.nc
run 2 run local.toml -o out
has stderr local_thresholds.geojson
sed '/^thresholds/d' local.toml >none.toml
run 3 run none.toml -o out
has stderr thresholds
no_leftovers .
# Names of contours stay within the map, beside the border through which a plume leaves.
if has_module plot; then
  run 0 plot out/earth_plume.nc --species smoke -o names.png
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import PIL' 2>/dev/null || continue
    "$python" - <<'PYTHON' || fail "a name of a contour crosses the border of the map"
from PIL import Image
image = Image.open("names.png").convert("L")
row = [image.getpixel((x, image.height // 2)) < 250 for x in range(image.width)]
bar = max(x for x in range(image.width - 20) if not row[x] and all(row[x + 1:x + 16]))  # left of the colour bar
assert min(image.crop((bar - 22, 100, bar - 4, image.height - 150)).getdata()) > 200, bar
PYTHON
    break
  done
fi
finish
