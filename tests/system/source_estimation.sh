# Source estimation: a source in a uniform wind is found from readings of a forward run; backward and
# forward dispersion agree (reciprocity).
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >field.toml <<'TOML'
[domain]
size = [300, 200]
height = 60
cell_size = [10, 10, 4]
[roughness]
z0 = 0.1
[[weather.station]]
speed = 4
from = 270
height = 10
[turbulence]
model = "local"
[particles]
duration = 300
[particles.concentration]
cell_size = [5, 5, 4]
height = 8
TOML
source='particles.source=[{position=[50,100],height=1.5,rate=0.01,count=100000,start=30,stop=120}]'
receptors='particles.receptor=['
for x in 120 160 200 240; do
  for y in 80 95 105 120; do
    receptors="$receptors{position=[$x,$y],height=1.5,size=[5,5,3]},"
  done
done
run 0 run field.toml -o forward --set "$source" --set "$receptors]" --set particles.concentration.interval=60
python3 - <<'PY' || fail 'no readings'
import csv

places = [(x, y) for x in (120, 160, 200, 240) for y in (80, 95, 105, 120)]
with open("forward/field_receptors.csv") as made, open("sensors.csv", "w") as out:
    out.write("name,x,y,height,time_start,time_end,concentration [mg/m3],detection_limit [mg/m3]\n")
    for row in csv.DictReader(made):
        x, y = places[int(row["name"].split()[1]) - 1]
        value = 1e6 * float(row["concentration"])
        text = f"{value:.6g}" if value > 0.3 else "<0.3"
        out.write(f"{row['name']},{x},{y},1.5,{row['time_start']},{row['time_end']},{text},0.3\n")
PY
run 0 locate field.toml sensors.csv --particles 4000 -o place.nc --json
cp stdout found.json
! grep -q 'the number of particles' stderr || fail 'enough particles are told of'
python3 - <<'PY' || fail 'another source'
import json

found = json.load(open("found.json"))
assert found["schema"] == "simoom.source_estimation/1"
source = found["sources"][0]
assert abs(source["x"] - 50) < 15 and abs(source["y"] - 100) < 8, source
for key, truth in (("rate", 0.01), ("start", 30), ("stop", 120), ("mass", 0.9)):
    low, high = source[key]["interval_95"]
    slack = 0.2 * truth + (10 if key in ("start", "stop") else 0)
    assert low - slack < truth < high + slack, (key, source[key])
assert found["sampler"]["gelman_rubin"] < 1.05
assert 0 < found["sampler"]["particles_variance"] < 0.5, found["sampler"]
assert found["readings_explained"] >= 0.9 * len(found["readings"])
PY
# The columns of a region hold its probability, and without the last of them they would not.
if command -v ncdump >/dev/null; then
  ncdump -v source_probability,credible_region place.nc >place.txt
  python3 - <<'PY' || fail 'the columns of a region do not hold its probability'
import re

text = open("place.txt").read().split("data:")[1]
probability, region = ([float(v) for v in re.search(rf" {name} =([^;]*)", text)[1].replace("_", "-1").split(",")]
                       for name in ("source_probability", "credible_region"))
for level in (0.5, 0.9, 0.95):
    inside = [p for p, r in zip(probability, region) if 0 <= r < level]
    assert sum(inside) >= level - 1e-5 > sum(inside) - min(inside), (level, sum(inside), len(inside))
PY
fi
run 4 info place.nc
has stderr 'probabilities of a source'
run 0 locate field.toml sensors.csv --particles 1000 --iterations 100
matches stdout '^  sensors           sensors.csv$'
matches stdout '^  readings          80, [0-9]+ above the detection limit; [0-9]+ backward plumes$'
! grep -qv '^  ' stdout || fail 'a line is not indented'
has stdout 'source 1'
has stdout 'Gelman-Rubin'
has stderr 'the chains do not agree'

# Boxes in cells of 2 m would have few particles each: the place was 14 m off.
sed '/^cell_size = \[5, 5, 4\]/d; s/^cell_size = \[10, 10, 4\]/cell_size = [2, 2, 2]/' field.toml >fine.toml
run 0 locate fine.toml sensors.csv --particles 2000 --json
cp stdout fine.json
python3 - <<'PY' || fail 'another source in fine cells'
import json

found = json.load(open("fine.json"))
source = found["sources"][0]
assert found["boxes"] == [10, 10, 2], found["boxes"]
assert abs(source["x"] - 50) < 10 and abs(source["y"] - 100) < 8, source
low, high = source["mass"]["interval_95"]  # in the wind of other cells than those of the readings
assert low - 0.18 < 0.9 < high + 0.18, source["mass"]
PY
run 0 locate fine.toml sensors.csv --particles 1000 --iterations 100
has stdout 'boxes             14 m x 14 m x 2 m'

# Too few particles for the errors of the readings are told.
run 0 locate field.toml sensors.csv --particles 200 --model-error 0.05 --iterations 100
has stderr 'of the variance of the detected readings comes from the number of particles'

# The next sensor: a reading at the proposed place leaves a smaller region than one where the gain is low.
twin() { # FOLDER RECEPTORS
  run 0 run field.toml -o "$1" --set particles.concentration.interval=60 --set "particles.receptor=[$2]" \
    --set 'particles.source=[{position=[50,100],height=1.5,rate=0.01,count=100000,stop=180}]'
}
cat >add.py <<'PY'
# Readings of receptor NUMBER of a run, at X Y.
import csv
import sys

folder, number, x, y = sys.argv[1:]
with open(f"{folder}/field_receptors.csv") as made:
    for row in csv.DictReader(made):
        if row["name"].split()[1] == number and row["time_start"] in ("60", "120"):
            value = 1e6 * float(row["concentration"])
            text = f"{value:.6g}" if value > 0.3 else "<0.3"
            print(f"{x},{y},1.5,{row['time_start']},{row['time_end']},{text},0.3")
PY
box='height=1.5,size=[5,5,3]'
twin few "{position=[160,90],$box},{position=[200,105],$box},{position=[240,80],$box}"
{
  echo 'x,y,height,time_start,time_end,concentration [mg/m3],detection_limit [mg/m3]'
  python3 add.py few 1 160 90
  python3 add.py few 2 200 105
  python3 add.py few 3 240 80
} >few.csv
run 0 locate field.toml few.csv --particles 2000 --rate 1e-4,0.1 --next 2 -o next.nc --json
cp stdout next.json
has stderr 'half a particle is above the detection limit'
[ "$(grep -c '^domain top at 60 m' stderr)" -eq 1 ] || fail 'the domain is told of more than once'
x=$(python3 -c 'import json; print(json.load(open("next.json"))["next_sensors"]["places"][0]["x"])')
y=$(python3 -c 'import json; print(json.load(open("next.json"))["next_sensors"]["places"][0]["y"])')
twin more "{position=[$x,$y],$box},{position=[290,190],$box}"
{ cat few.csv && python3 add.py more 1 "$x" "$y"; } >proposed.csv
{ cat few.csv && python3 add.py more 2 290 190; } >low.csv
for name in proposed low; do
  run 0 locate field.toml $name.csv --particles 2000 --rate 1e-4,0.1 --json
  cp stdout $name.json
done
python3 - <<'PY' || fail 'the proposed place tells no more'
import json

next, areas = json.load(open("next.json"))["next_sensors"], {}
for name in ("next", "proposed", "low"):
    areas[name] = json.load(open(f"{name}.json"))["sources"][0]["region_areas"][2]
gain = [place["information_gain"] for place in next["places"]]
print(areas, next)
assert areas["proposed"] < 0.7 * areas["low"] and areas["low"] > 0.8 * areas["next"], areas
assert 1 < gain[0] < 5.65 and 0 < gain[1] < gain[0], gain
assert next["plumes"] == 50 and next["particles"] == 20000 and next["height"] == 1.5, next
assert (next["from"], next["until"]) == (120, 180), next
PY
if has_module gis; then
  run 0 locate field.toml few.csv --particles 1000 --iterations 100 --next 25 --areas next.geojson --json
  has next.geojson '90 % of the largest information gain'
  has next.geojson '"next sensor 25"'
  python3 - stdout <<'PY' || fail 'the area of the next sensor is elsewhere'
import json
import sys

place = json.load(open(sys.argv[1]))["next_sensors"]["places"][0]
for feature in json.load(open("next.geojson"))["features"]:
    if feature["properties"]["label"] == "next sensor 1":
        ring = feature["geometry"]["coordinates"][0][0][:-1]
        found = [sum(corner[d] for corner in ring) / len(ring) for d in (0, 1)]
assert abs(found[0] - place["x"]) < 2.5 and abs(found[1] - place["y"]) < 2.5, (found, place)
PY
fi
# A steady wind is computed once, one that changes for the backward and for the forward plumes.
run 0 locate -v field.toml few.csv --particles 1000 --iterations 100 --next 1
[ "$(grep -c '^time 1 of 1:' stderr)" -eq 1 ] || fail 'the wind is not computed once'
sed 's/^speed = 4/readings = [{time = "2026-05-01T12:00:00Z", speed = 4, from = 270}, {time = "2026-05-01T12:05:00Z", speed = 5, from = 265}]/;/^from = /d' \
  field.toml >changing.toml
run 0 locate -v changing.toml few.csv --particles 1000 --iterations 100 --next 1
[ "$(grep -c '^time [12] of 2:' stderr)" -eq 4 ] || fail 'the winds are not computed twice'
has stdout 'next sensor 1'
run 2 locate field.toml few.csv --particles 1000 --iterations 100 --next 1 --next-height 30
has stderr 'no box of [particles.concentration] has air at 30 m'
run 2 locate field.toml few.csv --next-height 2
has stderr 'it needs --next N'

# Two estimates in one folder go on side by side if their files have other names, else the second is refused; no other
# file is left, though the case wants checkpoints.
mkdir both
cp field.toml few.csv both
"$program" locate both/field.toml both/few.csv --particles 3000000 -t 1 -o both/slow.nc >slow.out 2>&1 &
process=$!
until [ -e both/slow.nc.lock ] || ! kill -0 $process 2>/dev/null; do sleep 0.1; done
(
  failures=0
  cd both || exit 1
  run 0 locate field.toml few.csv --particles 1000 --iterations 100 --set particles.checkpoint=60 -o quick.nc
  run 2 locate field.toml few.csv --particles 1000 --iterations 100 -o slow.nc
  has stderr 'slow.nc: error: another run is writing files of this name'
  exit $failures
) || fail 'two estimates in one folder'
kill -0 $process 2>/dev/null || fail 'the first estimate has ended'
kill -TERM $process
wait $process 2>/dev/null
rm -f both/stdout both/stderr
[ "$(cd both && echo *)" = 'few.csv field.toml quick.nc' ] || fail "other files are left: $(ls both)"

# Reciprocity: the sensitivity of a reading to a place is the reading of a release there.
run 0 run field.toml -o one --set 'particles.source=[{position=[52.5,97.5],height=1.5,mass=1,stop=1,count=100000}]' \
  --set 'particles.receptor=[{position=[202.5,102.5],height=1.5,size=[5,5,3]}]'
run 0 run field.toml -o back --set 'particles.direction="backward"' \
  --set 'particles.source=[{position=[202.5,102.5],height=1.5,mass=1,stop=1,count=100000}]' \
  --set 'particles.receptor=[{position=[52.5,97.5],height=1.5,size=[5,5,3]}]'
python3 - <<'PY' || fail 'no reciprocity'
import csv

dose = [float(list(csv.DictReader(open(f"{folder}/field_receptors.csv")))[-1]["dose"]) for folder in ("one", "back")]
assert abs(dose[1] / dose[0] - 1) < 0.1, dose
PY

# Winds of a library, for a case without a domain.
sed '/weather.station/,$d' field.toml >winds.toml
printf '[weather.library]\ndirections = 4\nspeeds = [4]\n' >>winds.toml
run 0 run winds.toml -o winds
sed -n '/weather.station/,$p' field.toml >release.toml
run 0 locate release.toml few.csv --library winds/winds.nc --particles 1000 --iterations 100 --next 1
has stdout 'next sensor 1'

# What cannot be.
echo 'x,y,height,concentration,error' >empty.csv
run 4 locate field.toml empty.csv
has stderr 'no readings'
run 2 locate field.toml sensors.csv --rate 3,1
has stderr '--rate'
sed '/concentration/,$d' field.toml >no_columns.toml
run 3 locate no_columns.toml sensors.csv
has stderr 'particles.concentration'

# A sensor outside of the domain, and latitude and longitude as x and y, are told with the line of the file.
printf 'name,x,y,height,concentration [mg/m3],detection_limit [mg/m3]\ngate,100,90,1.5,0.4,0.02\nhill,3500,90,1.5,0.4,0.02\n' >far.csv
run 4 locate field.toml far.csv -o far.nc
has stderr "far.csv:3: error: sensor 'hill' is outside the domain: x = 3500 m, but the domain is from 0 to 300 m"
if has_module gis; then
  printf 'x,y,height,concentration [mg/m3],detection_limit [mg/m3]\n47.3,10.2004,1.5,0.4,0.02\n' >degrees.csv
  run 4 locate field.toml degrees.csv -o far.nc --set 'domain.center=[47.3, 10.2]'
  has stderr "degrees.csv:2: error: sensor 'line 2' is at 47.3 m, 10.2004 m, but as degrees this is in the domain"
fi

# A species that has a daughter is located; one that forms of another is not.
cat field.toml - >chain.toml <<'TOML'
[[particles.species]]
name = "kr-88"
half_life = "10170 s"
daughter = "rb-88"
[[particles.species]]
name = "rb-88"
half_life = "1066 s"
TOML
run 0 locate chain.toml sensors.csv --species kr-88 --particles 200 --iterations 100
run 3 locate chain.toml sensors.csv --species rb-88
has stderr 'error: rb-88 forms of kr-88 during transport, which cannot be followed backward'
has stderr "help: --species kr-88 with readings of it, or the case without 'daughter'"

finish
