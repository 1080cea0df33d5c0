# Results for other programs: what they read is what is in the file, where and when it is.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4 numpy

cat >hill.toml <<'TOML'
[case]
name = "hill"
title = "A <windy> hill"
[domain]
crs = "EPSG:32632"
origin = [690000, 5240000]
size = [600, 400]
cell_size = [20, 20, 4]
height = 60
[[buildings.box]]
corner = [200, 160]
size = [60, 80]
height = 20
[[weather.station]]
readings = [
  { time = 2026-05-01T10:30:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T11:00:00Z, speed = 8, from = 300 },
]
[particles]
step = 1
duration = 60
[[particles.source]]
position = [100, 200]
height = 5
count = 3000
rate = 1
[particles.concentration]
cell_size = [20, 20, 10]
interval = "30 s"
[output]
formats = ["netcdf", "vtk"]
TOML
sed '/^crs/d; /^origin/d; /^readings/,/^\]/d; s/^\[\[weather.station\]\]/&\nspeed = 5\nfrom = 270/' hill.toml |
  sed '/^\[particles\]/,$d' >local.toml
if has_module gis; then
  run 0 run hill.toml -o hill
else
  sed -i '/^crs/d; /^origin/d' hill.toml
  run 0 run hill.toml -o hill
fi
run 0 run local.toml -o local

# Places: as simoom finds them, once for each time; a wall has no wind.
run 0 export hill/hill.nc --at "mast=$(has_module gis && echo 690500,5240050,10 || echo 500,50,10)" \
  --at "in a, wall=$(has_module gis && echo 690230,5240200,5 || echo 230,200,5)" -o places.csv
has stdout places.csv
[ "$(wc -l <places.csv)" -eq 5 ] || fail "two places at two times"
has places.csv 'time,place,x,y,height,u,v,w,wind_speed,wind_from_direction'
matches places.csv '^2026-05-01T10:30:00Z,mast,[0-9]+,[0-9]+,10,3\.'
matches places.csv '"in a, wall",[0-9]+,[0-9]+,5,,,,,$'
run 0 export local/hill.nc --field wind_speed --at a=100,100,10 -o speed.csv
run 2 export hill/hill.nc -o none.csv
has stderr '--at'

# Places of a table: with those of --at, in any order of columns.
x0=$(has_module gis && echo 690000 || echo 0)
y0=$(has_module gis && echo 5240000 || echo 0)
printf 'height,Name,y,note,x\r\n10,"mast, tall",%d,dry,%d\r\n2,low,%d,,%d\r\n' \
  $((y0 + 50)) $((x0 + 500)) $((y0 + 60)) $((x0 + 510)) >masts.csv
run 0 export hill/hill.nc --at "mast=$((x0 + 500)),$((y0 + 50)),10" --stations masts.csv --time 0 -o table.csv
[ "$(wc -l <table.csv)" -eq 4 ] || fail "three places"
[ "$(sed -n 2p table.csv | cut -d, -f3-)" = "$(sed -n 3p table.csv | cut -d, -f4-)" ] ||
  fail "one place is not as the other"
matches table.csv '^2026-05-01T10:30:00Z,low,[0-9]+,[0-9]+,2,[0-9]'
refuses_table() {
  printf '%b' "$1" >wrong.csv
  run "$2" export hill/hill.nc --stations wrong.csv -o a.csv
  has stderr "$3"
}
refuses_table 'x,y\n1,2\n' 4 'must name the columns'
refuses_table '' 4 'must name the columns'
refuses_table 'name,x,y,height\n' 4 'no place'
refuses_table "name,x,y,height\na,$((x0 + 1)),$((y0 + 1)),ten\n" 4 "wrong.csv:2: error: 'ten' in field 4"
refuses_table "name,x,y,height\na,1\n" 4 "wrong.csv:2: error: '' in field 3"
refuses_table 'name,x,y,height\na,-5,-5,10\n' 2 'is outside of the domain'
refuses_table "name,x,y,height\na,$((x0 + 1)),$((y0 + 1)),500\n" 2 '500 m is outside of the domain'
printf 'name,lon,lat,height\na,11,47,10\n' >degrees.csv
run 4 export local/hill.nc --stations degrees.csv -o a.csv
has stderr 'longitudes cannot be used'
run 1 export hill/hill.nc --stations none-such.csv -o a.csv

# Times by their date.
at="mast=$((x0 + 500)),$((y0 + 50)),10"
run 0 export hill/hill.nc --at "$at" --time 1 -o number.csv
for date in 2026-05-01T11:00Z 2026-05-01T11:00 '2026-05-01 13:00+02:00'; do
  run 0 export hill/hill.nc --at "$at" --time "$date" -o date.csv
  same number.csv date.csv
  lacks stderr warning
done
run 0 export hill/hill.nc --at "$at" --time 2026-05-01T11:14Z -o date.csv
has stderr 'no time 2026-05-01T11:14:00Z: taken is the nearest, 2026-05-01T11:00:00Z'
same number.csv date.csv
run 2 export hill/hill.nc --at "$at" --time 2026-05-01T11:16Z -o none.csv
has stderr 'there are 2, from 2026-05-01T10:30:00Z to 2026-05-01T11:00:00Z; the nearest is 2026-05-01T11:00:00Z'
# A day or an hour: the first time in it, and which one where there are several.
for date in 2026-05-01T11 '2026-05-01 11:00' 2026-05-01T11Z 2026-05-01T13+02:00 2026-05-01_11:00:00 20260501T1100Z; do
  run 0 export hill/hill.nc --at "$at" --time "$date" -o date.csv
  same number.csv date.csv
  lacks stderr warning
done
run 0 export hill/hill.nc --at "$at" --time 0 -o number.csv
for date in 2026-05-01 20260501; do
  run 0 export hill/hill.nc --at "$at" --time "$date" -o date.csv
  same number.csv date.csv
  has stderr 'warning: 2 times on the day from 2026-05-01T00:00:00Z: the first, 2026-05-01T10:30:00Z, is used'
done
run 2 export hill/hill.nc --at "$at" --time 2026-05-02 -o none.csv
has stderr 'no time on the day from 2026-05-02T00:00:00Z'
has stderr 'the nearest is 2026-05-01T11:00:00Z'
run 2 export hill/hill.nc --at "$at" --time 2026-05-01T06 -o none.csv
has stderr 'no time in the hour from 2026-05-01T06:00:00Z'
run 2 export hill/hill.nc --at "$at" --time 2026-05 -o none.csv
has stderr "'2026-05' is not a time: expected"
run 2 export hill/hill.nc --at "$at" --time '600 s' -o none.csv
has stderr 'the times of the file are dates'
run 0 export hill/hill.nc --at "$at" --time all -o all.csv
[ "$(wc -l <all.csv)" -eq 3 ] || fail "all is not all times"

# ParaView: what a run writes itself, to the last bit, and the same cells as VTKHDF.
run 0 export hill/hill.nc -o cells.pvd
run 0 export hill/hill.nc --time 1 -o cells.vtr
cmp cells_0001.vtr cells.vtr || fail "one time is not as in the series"
n=0
for file in hill/hill*.vtr; do
  cmp "$file" cells_000$n.vtr || fail "$file is not what was exported"
  n=$((n + 1))
done
[ $n -eq 2 ] || fail "a run left $n files of VTK"
has cells.pvd 'timestep="1800" part="0" file="cells_0001.vtr"'
run 0 export hill/hill_plume.nc --time 1 -o boxes.vti
run 0 export hill/hill_plume.nc -o boxes.pvd
has boxes.pvd 'timestep="45" part="0" file="boxes_0001.vti"' # after the start of the run
"$python" "$source_tree/tests/system/check_vtk.py" cells.vtr boxes.vti >stdout 2>stderr ||
  fail "a broken file of VTK"
run 2 export hill/hill.nc --time 1 -o a.vti
has stderr 'cannot hold cells of several sizes'
run 2 export hill/hill.nc -o a.vtr
has stderr 'there are 2'
run 2 export hill/hill.nc --field nonsense -o a.pvd
has stderr "no variable 'nonsense'"
run 2 export hill/hill_plume.nc --species nonsense -o a.pvd
run 2 export hill/hill.nc --height 10 -o a.pvd
run 1 export hill/hill.nc -o /nowhere/a.pvd
run 0 export hill/hill.nc --time 1 -o cells.vtkhdf
"$python" "$source_tree/tests/system/check_cells.py" hill/hill.nc 1 cells.vtkhdf >stdout 2>stderr ||
  [ $? -eq 77 ] || fail "cells.vtkhdf: $(cat stderr)"
run 0 export hill/hill.nc -o steps.vtkhdf
"$python" "$source_tree/tests/system/check_steps.py" hill/hill.nc steps.vtkhdf >stdout 2>stderr ||
  [ $? -eq 77 ] || fail "steps.vtkhdf: $(cat stderr)"

# Wrong options.
run 2 export hill/hill.nc
run 2 export hill/hill.nc -o hill.xyz
has stderr 'must end with .tif'
run 2 export hill/hill.nc --field nonsense -o a.tif
has stderr "simoom: error: no field 'nonsense'"
run 2 export hill/hill.nc --height 500 -o a.tif
has stderr 'there is no air of the domain at 500 m'
run 2 export hill/hill.nc --time 2 -o a.tif
has stderr 'no time 2: there are 2'
run 2 export hill/hill.nc --above 1,,2 -o a.gpkg
run 2 export hill/hill.nc --at nowhere -o a.csv
run 4 export hill.toml -o a.tif
head -c 3000 hill/hill.nc >cut.nc
run 4 export cut.nc -o a.tif
run 4 export local/hill.nc -o a.atm
has stderr 'domain.crs'
for file in a.tif a.gpkg a.csv a.atm a.vti a.vtr a.pvd none.csv; do [ ! -e $file ] || fail "$file was left"; done
has_module gis || finish
run 4 export local/hill.nc -o a.kmz
has stderr 'coordinates are local'
run 1 export hill/hill.nc -o /nowhere/a.tif
[ ! -e a.kmz ] || fail "a.kmz was left"

# Degrees are turned into the coordinates of the file: UTM zone 32.
printf 'name,lon,lat,height\na,11.516706252,47.28762935,10\n' >degrees.csv
run 0 export hill/hill.nc --stations degrees.csv --time 0 -o degrees-out.csv
matches degrees-out.csv 'Z,a,690(300|299\.99)[0-9.]*,5240(200|199\.99)[0-9.]*,10,[0-9]'

# FARSITE: whole miles per hour at 20 ft, rows from the north, in local time; directions from grid north.
run 0 export hill/hill.nc --utc-offset -6 -o winds.atm
matches stderr '^FARSITE: directions are from grid north, which is 1.85 deg clockwise of true north'
has winds.atm 'WINDS_AND_CLOUDS'
matches winds.atm '^5 1 430 winds_speed_0000.asc winds_direction_0000.asc winds_clouds_0000.asc$'
matches winds.atm '^5 1 500 winds_speed_0001.asc'
has winds_speed_0001.asc 'xllcorner 690000'
run 0 export hill/hill.nc -o a.tif
run 0 export hill/hill.nc -o wind.geojson
run 0 export hill/hill.nc --every 3 -o wind.gpkg
run 0 export hill/hill.nc --field wind_speed --above 3,5 -o areas.geojson
run 0 export hill/hill_plume.nc --above 1e-9,1e-8 -o smoke.geojson
run 0 export hill/hill_plume.nc --field dose -o dose.tif
run 0 export hill/hill.nc -o maps.kmz
run 0 export hill/hill_plume.nc -o smoke.kmz
no_leftovers .
"$python" - <<'PYTHON' || fail "what was exported"
import json, math, netCDF4, numpy, re, zipfile
f = netCDF4.Dataset("hill/hill.nc")
wind = json.load(open("wind.geojson"))
assert wind["description"] == "wind at 10 m above the ground: wind_speed, u and v in m/s, wind_from_direction in degrees", wind["description"]
wind = wind["features"]
assert len(wind) == 2 * (30 * 20 - 12), len(wind)
p = wind[-1]
assert p["properties"]["time"].startswith("2026-05-01T11:00") or p["properties"]["time"].startswith("2026/05/01 11:00"), p
assert abs(math.hypot(p["properties"]["u"], p["properties"]["v"]) - p["properties"]["wind_speed"]) < 1e-5
assert 11 < p["geometry"]["coordinates"][0] < 12 and 47 < p["geometry"]["coordinates"][1] < 48, p
areas = json.load(open("areas.geojson"))["features"]
assert {a["properties"]["threshold"] for a in areas} == {3, 5}
assert all(a["properties"]["unit"] == "m/s" and a["properties"]["area_m2"] <= 240000 for a in areas)
smoke = json.load(open("smoke.geojson"))["features"]
assert len(smoke) >= 2 and smoke[0]["properties"]["species"] == "gas" and smoke[0]["properties"]["unit"].startswith("kg")
rows = [line.split() for line in open("winds_speed_0001.asc")]
speeds = numpy.array([[int(v) for v in row] for row in rows[6:]])
assert speeds.shape == (20, 30) and (speeds[8:12, 10:13] == -9999).all(), speeds
assert 10 < speeds.max() < 25 and rows[5] == ["NODATA_value", "-9999"]
for name, maps in (("maps.kmz", 2), ("smoke.kmz", 2)):
    with zipfile.ZipFile(name) as archive:
        assert archive.testzip() is None
        assert sum(n.endswith(".png") for n in archive.namelist()) == maps + 1, archive.namelist()
        legend = archive.read("legend.png")
        width, height = int.from_bytes(legend[16:20], "big"), int.from_bytes(legend[20:24], "big")
        assert 200 < width < 500 and 150 < height < 500, (width, height)
        text = archive.read("doc.kml").decode()
        assert text.count("<GroundOverlay>") == maps and "<TimeSpan>" in text
        assert text.count("<ScreenOverlay>") == 1
        if name == "maps.kmz": # arrows at each time, along the wind, none inside the building
            assert "A &lt;windy&gt; hill" in text and text.count("the longest arrow is") == 2
            lines = [[tuple(map(float, p.split(","))) for p in l.split(" ")]
                     for l in re.findall("<LineString>.*?<coordinates>(.*?)</coordinates>", text)]
            assert len(lines) == 2 * (30 * 20 - 12), len(lines)
            assert all(len(l) == 5 and l[1] == l[3] for l in lines)
            middle = [(l[0][0] + l[1][0], l[0][1] + l[1][1]) for l in lines]
            for axis, (low, high) in enumerate([(11.5126574950, 11.5207552672), (47.2857442662, 47.2895143076)]):
                places = [0.5 * m[axis] for m in middle] # half a column from the borders of the map
                step = (high - low) / (30, 20)[axis]
                assert abs(min(places) - low) < 2 * step and abs(max(places) - high) < 2 * step, (axis, min(places), max(places))
            mean = float(f["u"][:].mean())
            assert sum((l[1][0] - l[0][0]) * mean > 0 for l in lines) > 1000, mean
        else:
            assert ">source</description>" in text and "<LineString>" not in text
        import xml.etree.ElementTree as tree
        root, ns = tree.fromstring(text), "{http://www.opengis.net/kml/2.2}"
        for side, degrees in {"west": 11.5126574950, "south": 47.2857442662, "east": 11.5207552672, "north": 47.2895143076}.items(): # gdaltransform
            found = float(root.find(f".//{ns}LatLonBox/{ns}{side}").text)
            assert abs(found - degrees) < 2e-8, (name, side, found, degrees)
        span = [root.find(f".//{ns}TimeSpan/{ns}{end}").text for end in ("begin", "end")]
        wanted = ["10:30:00Z", "11:00:00Z"] if name == "maps.kmz" else ["10:30:00Z", "10:30:30Z"] # till the next; a mean
        assert [s[11:] for s in span] == wanted, (name, span)
PYTHON
"$python" "$source_tree/tests/system/check_kml.py" maps.kmz smoke.kmz >stdout 2>stderr || fail "not as KML wants it"
# Across longitude 180: west is larger than east, and the box is not around the globe.
cat >fiji.toml <<'TOML'
[domain]
center = [-16.8, 180]
size = [600, 400]
height = 100
cell_size = 20
[[weather.station]]
speed = 5
from = 270
TOML
title=$(printf '&%.0s' $(seq 200)) # longer, as it is written in KML
run 0 run fiji.toml -o fiji --set "case.title=\"$title\""
run 0 export fiji/fiji.nc -o fiji.kmz
"$python" - <<'PYTHON' || fail "the map across longitude 180"
import re, zipfile
text = zipfile.ZipFile("fiji.kmz").read("doc.kml").decode()
assert "<Document><name>" + "&amp;" * 200 + "</name>" in text, "title"
for side, degrees in {"west": 179.9971600287, "east": -179.9971600780, "south": -16.8018464598, "north": -16.7981535076}.items(): # gdaltransform
    found = float(re.search(f"<{side}>(.*?)</{side}>", text).group(1))
    assert abs(found - degrees) < 2e-8, (side, found, degrees)
PYTHON
has a.qml 'singlebandpseudocolor'
echo '<qgis>mine</qgis>' >a.qml
run 0 export hill/hill.nc -o a.tif
has a.qml mine
if command -v gdalinfo >/dev/null; then
  gdalinfo a.tif >info 2>/dev/null
  has info 'wind from direction at 10 m 2026-05-01T11:00:00Z'
  has info 'WGS 84 / UTM zone 32N'
  matches info '^Upper Left  \(  690000\.000, 5240400\.000\)'
fi
finish
