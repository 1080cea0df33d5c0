# Results that other programs have packed are read as those that they were made from.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
for tool in ncdump ncgen python3; do command -v $tool >/dev/null || skip "no $tool"; done

cat >wind.toml <<'END'
[domain]
crs = "local"
size = [200, 160]
cell_size = 10
height = 60
[[buildings.box]]
corner = [80, 60]
size = [40, 40]
height = 20
[turbulence]
model = "local"
[[weather.station]]
speed = 5
from = 250
[output]
heights = [5]
[particles]
duration = 30
[particles.concentration]
interval = 10
[[particles.source]]
position = [20, 80]
height = 3
count = 500
mass = 1
stop = 10
END
run 0 run wind.toml -o out

# pack FILE VARIABLE...: writes packed/FILE.
pack() {
  file=$1
  shift
  mkdir -p packed
  ncdump -p 9,17 "out/$file" >plain.cdl
  python3 "$source_tree/tests/system/check_packed.py" plain.cdl packed.cdl "$@" || fail "$file is not packed"
  ncgen -k nc4 -o "packed/$file" packed.cdl || fail "ncgen"
}
# near FILE FILE: the same text, but for numbers that differ by less than 2e-3 of the largest of their line.
near() {
  python3 - "$1" "$2" <<'END' || fail "$1 and $2 differ"
import re, sys
number = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
for one, other in zip(*(open(path).read().replace("packed/", "out/").replace(",", "\n").split("\n") for path in sys.argv[1:])):
    if one == other:
        continue
    a, b = ([float(n) for n in number.findall(line)] for line in (one, other))
    assert number.sub("#", one) == number.sub("#", other) and len(a) == len(b), (one, other)
    for p, q in zip(a, b):
        assert abs(p - q) < 2e-3, (one, other)
END
}

pack wind.nc u v w tke wind_speed terrain
pack wind_plume.nc concentration terrain
has plain.cdl 'float concentration'
for folder in out packed; do
  run 0 export $folder/wind.nc -o $folder.csv --at a=50,80,5 --at b=150,80,15 --at c=101,81,25
  run 0 export $folder/wind.nc -o $folder.geojson --height '5 m' --field wind_speed
  run 0 info $folder/wind_plume.nc --json
  grep -o '"name":"concentration","units":"kg m-3","least":[^,]*,"mean":[^,]*,"most":[^,]*' stdout >$folder.info
  run 0 plot $folder/wind.nc -o $folder.png --height '5 m'
done
near out.csv packed.csv
near out.info packed.info
[ -s out.info ] || fail 'no concentration'

# Attributes that mean nothing are told.
ncdump -p 9,17 packed/wind.nc | sed 's/\tu:scale_factor = [^;]*;/\tu:scale_factor = "much" ;/' >wrong.cdl
ncgen -k nc4 -o wrong.nc wrong.cdl
run 4 export wrong.nc -o wrong.csv --at a=50,80,5
has stderr "variable 'u': attribute 'scale_factor' is a text, not a number"

finish
