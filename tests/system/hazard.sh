# Hazard areas of a plume: levels, running means, people, rooms, polygons, against sums of its own.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

run 0 hazard
has stdout 'AEGL-2, 60 min'
has stdout 'SLOT DTL'
run 0 hazard --substance 7664-41-7 --json
has stdout '"schema": "simoom.hazard_levels/1"'
lacks stdout 'chlorine'
run 0 hazard --substance chlorine
matches stdout 'IDLH, 30 min  *10 ppm .*NIOSH'
run 0 hazard --substance methane
matches stdout 'LEL  *50000 ppm '

cat >local.toml <<'TOML'
[domain]
size = [200, 150]
cell_size = 10
height = 60
[[buildings.box]]
corner = [80, 60]
size = [20, 30]
height = 20
[turbulence]
model = "local"
[[weather.station]]
speed = 3
from = 270
[particles]
duration = "15 min"
[[particles.species]]
name = "ammonia"
[[particles.source]]
position = [30, 75]
height = 2
radius = 5
count = 20000
rate = 0.5
stop = "5 min"
[particles.concentration]
height = 20
interval = "20 s"
[output]
formats = ["netcdf"]
TOML
sed -e 's/^size = \[200, 150\]/&\ncrs = "EPSG:32632"\norigin = [690000, 5240000]/' local.toml >earth.toml
run 0 run local.toml -o out

# Shares of molecules by the molar mass of the species: 17.031 g/mol, 20 degrees Celsius, 1013.25 hPa.
for unit in mg/m3 ppm; do
  run 0 info out/local_plume.nc --unit $unit
  awk -v unit=$unit '$1 == "concentration" && $2 == unit { print $5 }' stdout >"most_${unit%/*}"
done
paste most_mg most_ppm | awk '{ exit !($1 > 0 && ($1 / $2 / 0.70800 - 1)^2 < 1e-8) }' ||
  fail "ppm of a plume of ammonia"
if has_module plot; then
  run 0 plot out/local_plume.nc --unit ppm -o ppm.png
  printf 'time_end,name,species,concentration\n60,gate,NH3,7.08e-07\n120,gate,NH3,7.08e-07\n' >a_receptors.csv
  run 0 plot a_receptors.csv --unit ppm --range 0,2 --scale linear -o ppm.svg
  printf 'time_end,name,species,ppm\n60,gate,NH3,1\n120,gate,NH3,1\n' >b.csv
  run 0 plot b.csv --range 0,2 --scale linear -o plain.svg
  for picture in ppm plain; do grep -o 'fill:none[^>]*' $picture.svg >$picture.lines; done
  cmp ppm.lines plain.lines >/dev/null || fail "ppm at receptors of ammonia"
  # A long line below the title is drawn as two, not in letters too small to read.
  run 0 plot out/local_plume.nc --size 400x300 -o small.png
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import PIL' 2>/dev/null || continue
    "$python" - <<'PYTHON' || fail "the line below the title is not drawn as two"
from PIL import Image
image = Image.open("small.png").convert("L")
dark = [min(image.crop((60, y, 200, y + 1)).getdata()) < 128 for y in range(66)]
lines = sum(below and not above for above, below in zip(dark, dark[1:]))
assert lines == 4, lines  # title, two lines, frame
PYTHON
    break
  done
  sed 's/NH3/fog/' a_receptors.csv >fog_receptors.csv
  run 2 plot fog_receptors.csv --unit ppm -o none.png
  has stderr "'fog' cannot be shown in 'ppm'"
fi

check() {
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import netCDF4' 2>/dev/null || continue
    last="check_hazard.py $*"
    "$python" "$source_tree/tests/system/check_hazard.py" "$@" >stdout 2>stderr ||
      fail "the areas are not those of the running means: $(cat stderr)"
    return
  done
}

run 0 hazard out/local_plume.nc --json
matches stderr 'the run of 900 s is shorter than the averaging time of 28800 s'
cp stdout out.json
check out.json out/local_plume.nc 17.031
run 0 hazard out/local_plume.nc --air-changes 2 --level AEGL-3 --json
cp stdout in.json
check in.json out/local_plume.nc 17.031 2
# Shelter or evacuate: rooms above a level, and the rest of what is above it outdoors.
run 0 hazard out/local_plume.nc --level AEGL-1 --json
cp stdout outdoors.json
run 0 hazard out/local_plume.nc --air-changes 2 --level AEGL-1 --json
cp stdout rooms.json
run 0 hazard out/local_plume.nc --shelter --air-changes 2 --level AEGL-1 --json -o shelter.geojson
cp stdout shelter.json
python3 - outdoors.json rooms.json shelter.json shelter.geojson <<'P' || fail "areas of shelter and evacuation"
import json, sys
outdoors, rooms, shelter = (json.load(open(name))["levels"] for name in sys.argv[1:4])
assert any(s["shelter_area"] > 0 and s["evacuate_area"] > 0 for s in shelter)
for a, b, s in zip(outdoors, rooms, shelter, strict=True):
    assert s["evacuate_area"] == b["area"] and s["shelter_area"] == a["area"] - b["area"], s
    assert (s["maximum_outdoors"], s["maximum_indoors"]) == (a["maximum"], b["maximum"])
    assert (s["leave_before"] != "") == (b["area"] > 0) and (s["air_from"] != "") == (s["shelter_area"] > 0)
labels = [f["properties"]["label"] for f in json.load(open(sys.argv[4]))["features"]]
assert "AEGL-1, 10 min" in labels and "AEGL-1, 10 min, indoors" in labels, labels
P
run 0 hazard out/local_plume.nc --shelter
has stdout '0.5 1/h'
run 2 hazard out/local_plume.nc --shelter --probit=-16.14,1,2
has stderr '--shelter compares levels'
run 2 hazard out/local_plume.nc --shelter --odour 1e-6
has stderr 'odour hours have no hazard levels'
run 0 hazard out/local_plume.nc --probit=-16.14,1,2
has stdout 'fraction affected at most'

printf 'substance,cas,molar_mass,level,unit,instant,source\nammonia,,17.03,trace,mg/m3,1e-3,plant\n' >trace.csv
run 0 hazard out/local_plume.nc --table trace.csv --level trace --json
has stderr '"trace", reach a side of the boxes'
has stdout '"reaches_side": true'
run 0 hazard out/local_plume.nc --level LEL --json
lacks stderr 'reach a side'
# a substance with IDLH and LEL alone, with its own molar mass
run 0 hazard out/local_plume.nc --substance n-hexane
has stdout '86.178 g/mol'
has stdout 'IDLH, 30 min'
has stdout 'LEL'
lacks stdout 'AEGL'
run 2 hazard out/local_plume.nc --substance unobtainium
has stderr "no hazard levels of 'unobtainium'"
run 2 hazard out/local_plume.nc --level AEGL-9
has stderr "no level 'AEGL-9' of ammonia"
run 2 hazard out/local.nc
has stderr 'not a plume file'
run 2 hazard out/local_plume.nc --air-changes 0
printf 'substance,cas,molar_mass,level,unit,instant,load,45 s,source\nammonia,,17.03,site,mg/m3,,,50,plant\n' >own.csv
run 0 hazard out/local_plume.nc --table own.csv --level site
has stdout 'site, 45 s'
printf 'substance,cas,molar_mass,level,unit,instant,source\nammonia,,17.03,site,pounds,1,plant\n' >own.csv
run 4 hazard out/local_plume.nc --table own.csv
has stderr "own.csv:2: error: units are ppm, mg/m3 and ppm^N min, not 'pounds'"

# Odour hours: peaks of a breath over the means of 20 s, (20 / 5)^0.35.
run 0 hazard out/local_plume.nc --odour 2e-4
has stdout 'odour hours above, %'
run 0 hazard out/local_plume.nc --odour 2e-4 --json
cp stdout odour.json
for python in python3 /usr/bin/python3; do
  "$python" -c 'import netCDF4' 2>/dev/null || continue
  "$python" "$source_tree/tests/system/check_hazard.py" odour.json out/local_plume.nc 17.031 >stdout 2>stderr ||
    fail "odour hours: $(cat stderr)"
  break
done
run 2 hazard out/local_plume.nc --odour 2e-4 --level AEGL-2
has stderr 'odour hours have no hazard levels'
run 2 hazard out/local_plume.nc --peak-time 10
has stderr 'need --odour'
run 0 hazard out/local_plume.nc --odour 2e-4 --peak-time 60
has stderr 'not longer than the peaks of 60 s'

if has_module gis; then
  run 0 hazard out/local_plume.nc --odour 2e-4 -o odour.geojson
  grep -q '"label": "odour hours, 10 %"' odour.geojson || fail 'odour.geojson has no label'
  # 2 people in each cell of 20 m x 20 m, half of the map: 0.005 a square metre.
  { printf 'ncols 5\nnrows 8\nxllcorner 0\nyllcorner 0\ncellsize 20\n'
    for _ in 1 2 3 4 5 6 7 8; do echo 2 2 2 2 2; done; } >people.asc
  run 0 hazard out/local_plume.nc --population people.asc --level AEGL-2 --json -o areas.geojson
  matches stderr 'covers 50 % of the map'
  cp stdout people.json
  check people.json out/local_plume.nc 17.031
  grep -q '"label": "AEGL-2, 10 min"' areas.geojson || fail 'areas.geojson has no label'
  grep -q '"people"' areas.geojson || fail 'areas.geojson has no people'
  run 4 hazard out/local_plume.nc -o areas.kmz
  has stderr 'needs a map projection'
  cp stdout kept.txt
  run 0 hazard out/local_plume.nc
  same stdout kept.txt
  run 0 run earth.toml -o out
  for ending in geojson gpkg kmz; do
    run 0 hazard out/earth_plume.nc --level AEGL-1 -o "areas.$ending"
    [ -s "areas.$ending" ] || fail "areas.$ending is empty"
  done
  if command -v unzip >/dev/null; then
    unzip -p areas.kmz doc.kml >doc.kml
    grep -q '<name>AEGL-1, 10 min</name>' doc.kml || fail 'areas.kmz has no placemark with a name'
    grep -q '<SimpleData name="species">ammonia<' doc.kml || fail 'the species of areas.kmz is another field'
    grep -q '<SimpleData name="threshold">30<' doc.kml || fail 'the threshold of areas.kmz is another field'
    run 0 hazard out/earth_plume.nc --level AEGL-1 --level AEGL-2 --level IDLH -o kinds.kmz
    unzip -p kinds.kmz doc.kml | grep -o '<LineStyle><color>[0-9a-fA-F]*' | sort -u >colours
    grep -qi 'ff00a5ff$' colours || fail 'the areas of AEGL-2 are not orange'
    [ "$(wc -l <colours)" -eq 3 ] || fail "$(wc -l <colours) colours of three kinds of levels"
    "$python" "$source_tree/tests/system/check_kml.py" kinds.kmz >stdout 2>stderr || fail "not as KML wants it"
    unzip -p kinds.kmz legend.png >legend.png
    if "$python" -c 'import PIL' 2>/dev/null; then
      "$python" - <<'PYTHON' || fail 'the legend has not the colours of the areas'
from PIL import Image
seen = {colour: count for count, colour in Image.open("legend.png").convert("RGB").getcolors(65536)}
for colour in ((255, 255, 0), (255, 165, 0), (255, 0, 255)):
    assert seen[colour] > 300, (colour, seen)
assert seen[(0, 0, 0)] > 1000, seen  # letters
PYTHON
    fi
  fi
fi
finish
