# Stations and the wind at their places: the misfit is told and warned of.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# station NAME X Y SPEED FROM
station() {
  printf '[[weather.station]]\nname = "%s"\nposition = [%s, %s]\nspeed = %s\nfrom = %s\nheight = 10\n' "$@"
}
{
  printf '[domain]\ncrs = "local"\nsize = [20000, 20000]\ncell_size = [200, 20]\nheight = 10000\n'
  printf 'stretch = 1.12\nmax_cell_z = 500\n'
  station A 5000 5000 5.14 300
  station B 15000 6000 0 0
  station C 6000 15000 0 0
  station D 15000 15000 1.79 114
} >four.toml

# The readings are met also under a high domain top, where a first guess without fading differences is
# changed most; nothing is said but in a verbose run.
run 0 run four.toml -o met --json met.json
lacks stderr 'warning'
matches stderr 'misfit of the stations, m/s: A 0\.0[0-9], B 0\.0[0-9], C 0\.0[0-9], D 0\.0[0-9]'
check_json met.json 'all(s["misfit"] < 0.1 for s in d["stations"])'
run 0 run four.toml -o met --overwrite --json met.json --set weather.vertical_scale=1e6
check_json met.json 'all(s["misfit"] < 0.1 for s in d["stations"])'
run 0 run four.toml -o met --overwrite --json met.json --set weather.match_tolerance=0.002
check_json met.json 'all(s["misfit"] < 0.0021 for s in d["stations"])'
run 0 run four.toml -o low --set domain.height=200 --set weather.match=false --json low.json
lacks stderr 'warning'
check_json low.json 'all(s["misfit"] < 0.02 and s["height"] == 10 for s in d["stations"])'
check_json low.json '[s["reading"] for s in d["stations"]] == [5.14, 0, 0, 1.79]'
run 0 run four.toml -o low --set domain.height=200 --overwrite -v
for name in A B C D; do has stderr "station '$name' at 10 m above ground: reading "; done

# Where they are not to be met, what is missed by more than 10 % and 0.1 m/s is warned of.
run 0 run four.toml -o high --json high.json --set weather.match=false --set weather.vertical_scale=1e6
has stderr "the wind misses station 'A' by 1.17 m/s"
check_json high.json 'all(("the wind misses station \x27" + s["name"] in "".join(d["warnings"]))
  == (s["misfit"] > max(0.1, 0.1 * s["reading"])) for s in d["stations"])'

# How much of the differences is lost, by the scale over which they fade (docs/theory/weather.md).
while read -r scale a b c d; do
  run 0 run four.toml -o faded --overwrite --set weather.match=false --set "weather.vertical_scale=$scale"
  has stderr "A $a, B $b, C $c, D $d"
done <<'END'
1e6 1.17 1.15 0.67 0.67
1000 0.26 0.25 0.14 0.11
463 0.12 0.12 0.06 0.05
200 0.05 0.05 0.03 0.02
END

# What is told is the wind of the file.
run 0 export high/four.nc -o at.csv --at A=5000,5000,10 --at B=15000,6000,10
! command -v python3 >/dev/null ||
  python3 - <<'END' || fail "the misfit is not that of the file"
import csv, json, math
told = {s["name"]: s for s in json.load(open("high.json"))["stations"]}
for row in csv.DictReader(open("at.csv")):
    name = row["place"]
    u, v = (float(row[key]) for key in "uv")
    angle = math.radians(300 if name == "A" else 0)
    speed = told[name]["reading"]
    missed = math.hypot(u + speed * math.sin(angle), v + speed * math.cos(angle))
    assert abs(missed - told[name]["misfit"]) < 1e-4, (name, missed, told[name])
    assert abs(math.hypot(u, v) - told[name]["wind"]) < 1e-4
END

# Of several times the worst counts, and its date is told.
cat >times.toml <<'END'
[domain]
crs = "local"
size = [20000, 20000]
cell_size = [500, 20]
height = 8000
stretch = 1.2
max_cell_z = 800
[[weather.station]]
name = "A"
position = [5000, 5000]
height = 10
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 3, from = 270 },
  { time = 2026-05-01T13:00:00Z, speed = 9, from = 270 },
]
[[weather.station]]
name = "B"
position = [15000, 6000]
height = 10
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 3, from = 270 },
  { time = 2026-05-01T13:00:00Z, speed = 0, from = 270 },
]
END
run 0 run times.toml -o times --json times.json
lacks stderr 'misses'
check_json times.json 'all(s["misfit"] < 0.1 for s in d["stations"])'
run 0 run times.toml -o times --overwrite --json times.json --set weather.match=false --set weather.vertical_scale=1e6
has stderr "the wind misses station 'B'"
has stderr ', 2026-05-01T13:00:00Z'
check_json times.json 'd["stations"][1]["time"] == 1 and d["stations"][1]["reading"] == 0'

# A station in a building, and one outside of the domain, which has no misfit.
{
  printf '[domain]\ncrs = "local"\nsize = [200, 200]\ncell_size = 5\nheight = 60\n'
  printf '[[buildings.box]]\ncorner = [80, 80]\nsize = [40, 40]\nheight = 20\n'
  station in 100 100 5 270
  station out -50 100 5 270
} >house.toml
run 0 run house.toml -o house --json house.json
has stderr "station 'in' has no air at 10 m above ground"
check_json house.json 'd["stations"][0]["misfit"] is None and d["stations"][1]["reading"] is None'

# One station on a hill: the speed-up over its top belongs to the reading. A tower is met at all levels;
# a station close behind a house is given up, and the others are met.
awk 'BEGIN { print "ncols 60\nnrows 60\nxllcorner 0\nyllcorner 0\ncellsize 50"
  for (j = 0; j < 60; j++) { for (i = 0; i < 60; i++)
    printf "%.2f ", 150 * exp(-((i - 29.5)^2 + (j - 29.5)^2) / 100); print "" } }' >hill.asc
printf '[domain]\ncrs = "local"\ncell_size = [50, 10]\n[terrain]\nfile = "hill.asc"\n' >hill.toml
station top 1500 1500 8 270 >>hill.toml
if has_module gis; then # the ground is a map
  run 0 run hill.toml -o hill --json hill.json --set weather.match=false
  has stderr "the wind misses station 'top'"
  run 0 run hill.toml -o hill --overwrite --json hill.json
  lacks stderr 'misses'
  check_json hill.json 'd["stations"][0]["misfit"] < 0.1'
  cat >>hill.toml <<'END'
[[weather.station]]
name = "mast"
position = [1000, 1500]
profile = "tower"
readings = [
  { height = 10, speed = 5, from = 260 },
  { height = 60, speed = 9, from = 280 },
]
END
  run 0 run hill.toml -o hill --overwrite --json hill.json
  check_json hill.json 'all(s["misfit"] < 0.1 for s in d["stations"])'
fi
{
  printf '[domain]\ncrs = "local"\nsize = [600, 600]\ncell_size = 5\nheight = 100\n'
  printf '[[buildings.box]]\ncorner = [280, 200]\nsize = [40, 200]\nheight = 30\n'
  station front 100 300 5 270
  station behind 328 300 5 270
} >lee.toml
run 0 run lee.toml -o lee --json lee.json
has stderr "the wind misses station 'behind'"
check_json lee.json 'd["stations"][0]["misfit"] < 0.1'

# A place nowhere is not compared, and the report has the table.
printf '[domain]\ncrs = "local"\nsize = [200, 200]\ncell_size = 10\nheight = 60\n[[weather.station]]\nspeed = 5\nfrom = 270\n' >one.toml
run 0 run one.toml -o one -v --json one.json
check_json one.json 'd["stations"] == []'
lacks stderr 'stations: largest misfit'
run 0 report high
has high/four_report.html 'Misfit, m/s'

# A network of 10 000 stations is analysed in seconds; with all pairs of them it took minutes.
{
  echo 'Station_Name,Coord_Sys(PROJCS,GEOGCS),Datum(WGS84,NAD83,NAD27),Lat/YCoord,Lon/XCoord,Height,Height_Units,Speed,Speed_Units,Direction(degrees)'
  awk 'BEGIN { for (n = 0; n < 10000; n++)
    printf "s%d,PROJCS,WGS84,%.2f,%.2f,10,meters,%.1f,mps,%d\n", n, (n * 7919 % 10000) / 10,
      (n * 104729 % 9973) / 10, 4 + n % 7 / 7, 240 + n % 11 }'
} >network.csv
printf '[domain]\ncrs = "local"\nsize = [1000, 1000]\ncell_size = [10, 10]\nheight = 200\n[[weather.station]]\nfile = "network.csv"\n' >network.toml
last='run network.toml within 60 s'
timeout 60 "$program" run network.toml -o network --json network.json >stdout 2>stderr </dev/null || fail "it took too long"
check_json network.json 'len(d["stations"]) == 10000'
matches stderr 'of 10000 stations the wind misses'
finish
