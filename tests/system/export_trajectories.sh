# Particle trajectories for other programs: where and when the file says they were, in lines, tracks and a
# table.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4 numpy

cat >hill.toml <<'TOML'
[case]
name = "hill"
[domain]
crs = "EPSG:32632"
origin = [690000, 5240000]
size = [300, 200]
cell_size = [20, 20, 5]
height = 60
[[weather.station]]
readings = [
  { time = 2026-05-01T10:30:00Z, speed = 4, from = 270 },
]
[particles]
step = 0.5
duration = 20
trajectories = 20
trajectory_step = 1
[[particles.species]]
name = "smoke & soot"
[[particles.species]]
name = "pollen"
[[particles.source]]
species = "smoke & soot"
position = [100, 100]
height = 15
count = 300
rate = 1
[[particles.source]]
species = "pollen"
position = [100, 120]
height = 5
count = 300
rate = 1
TOML
sed '/^crs/d; /^origin/d; /^readings/,/^\]/d; s/^\[\[weather.station\]\]/&\nspeed = 5\nfrom = 270/' \
  hill.toml >local.toml
run 0 run local.toml -o local
run 0 export local/hill_trajectories.nc -o local.csv
has stdout local.csv
matches local.csv '^[0-9]+,smoke___soot,0,[0-9.e-]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+$'
run 0 export local/hill_trajectories.nc --species pollen -o pollen.csv
! grep -q soot pollen.csv || fail "a species that nobody asked for"

# What cannot be.
run 2 export local/hill_trajectories.nc -o a.tif
has stderr '.geojson, .gpkg, .kml, .kmz and .csv take them'
run 2 export local/hill_trajectories.nc --species nonsense -o a.csv
has stderr 'there are smoke___soot pollen'
run 2 export local/hill_trajectories.nc --height 10 -o a.csv
run 4 export local/hill_trajectories.nc -o a.kml
has stderr 'coordinates are local'
run 2 export local/hill.nc -o a.kml
has stderr 'only particle trajectories'
run 1 export local/hill_trajectories.nc -o /nowhere/a.csv
head -c 4000 local/hill_trajectories.nc >cut.nc
run 4 export cut.nc -o a.csv
for file in a.tif a.csv a.kml; do [ ! -e $file ] || fail "$file was left"; done
no_leftovers .
has_module gis || finish

run 0 run hill.toml -o hill
run 0 run hill.toml -o back --set 'particles.direction="backward"'
for format in geojson gpkg kml kmz csv; do
  run 0 export hill/hill_trajectories.nc -o ways.$format
done
run 0 export back/hill_trajectories.nc -o back.kml
run 1 export hill/hill_trajectories.nc -o /nowhere/a.kmz
matches stderr 'cannot be written: .'
no_leftovers .
"$python" - <<'PYTHON' || fail "the trajectories are not those of the file"
import json, netCDF4, numpy, zipfile
import xml.etree.ElementTree as tree
f = netCDF4.Dataset("hill/hill_trajectories.nc")
x = f["x"][:]
there = (~x.mask).sum(axis=1)
lines = json.load(open("ways.geojson"))["features"]
assert len(lines) == (there > 1).sum() and len(lines) > 10, len(lines)
number = f["trajectory"][:].tolist()
for line in lines:
    p = number.index(line["properties"]["particle"])
    at = line["geometry"]["coordinates"]
    assert len(at) == there[p] and len(at[0]) == 3, len(at)
    z = f["z"][p].compressed()
    assert abs(at[-1][2] - z[-1]) < 1e-2 and 11 < at[0][0] < 12 and 47 < at[0][1] < 48, at[0]
    t = f["time"][p].compressed()
    assert abs(line["properties"]["duration_s"] - (t[-1] - t[0])) < 1e-6
    assert line["properties"]["species"] == ["smoke___soot", "pollen"][f["species"][p]]
    assert line["properties"]["begin"].startswith("2026-05-01T10:30:"), line["properties"]
rows = open("ways.csv").read().splitlines()[1:]
assert len(rows) == there[there > 1].sum(), len(rows)
text = open("ways.kml").read()
with zipfile.ZipFile("ways.kmz") as archive:
    assert archive.testzip() is None and archive.read("doc.kml").decode() == text
kml, gx = "{http://www.opengis.net/kml/2.2}", "{http://www.google.com/kml/ext/2.2}"
for name in "ways.kml", "back.kml":
    tracks = tree.parse(name).getroot().findall(f".//{gx}Track")
    assert len(tracks) > 10
    for track in tracks:
        when = [w.text for w in track.findall(f"{kml}when")]
        assert when == sorted(when) and len(when) == len(track.findall(f"{gx}coord")) > 1, when
lon, lat, z = map(float, tree.parse("ways.kml").getroot().find(f".//{gx}coord").text.split())
first = next(line for line in lines if line["properties"]["species"] == "smoke___soot")
assert abs(lon - first["geometry"]["coordinates"][0][0]) < 2e-7, lon
PYTHON
"$python" "$source_tree/tests/system/check_kml.py" ways.kml ways.kmz back.kml >stdout 2>stderr ||
  fail "not as KML wants it"
has ways.kml relativeToGround
run 0 run hill.toml -o high --set terrain.elevation=500
run 0 export high/hill_trajectories.nc -o high.kml
lacks high.kml relativeToGround
run 0 export local/hill_trajectories.nc -o local.gpkg
if command -v ogrinfo >/dev/null; then
  ogrinfo -al -so ways.gpkg >info 2>/dev/null
  has info 'Geometry: 3D Line String'
  has info 'WGS 84 / UTM zone 32N'
  ogrinfo -al -so local.gpkg >info 2>/dev/null
  has info 'Undefined Cartesian SRS'
fi
finish
