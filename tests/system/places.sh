# Domains anywhere on Earth: the files say where they are, and winds come from true north's bearings.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"

# place NAME FROM TEXT OPTION...: an empty domain there; check says TEXT, and the wind 10 m above the
# ground comes from FROM, though the grid is turned.
place() {
  name=$1
  from=$2
  text=$3
  shift 3
  printf '[domain]\nsize = [2000, 1500]\ncell_size = [100, 100, 5]\nheight = 60\n' >"$name.toml"
  printf '[[weather.station]]\nspeed = 5\nfrom = %s\n' "$from" >>"$name.toml"
  printf '[output]\nheights = [10]\nformats = ["netcdf", "geotiff"]\n' >>"$name.toml"
  run 0 check "$name.toml" "$@"
  has stdout "$text"
  run 0 run "$name.toml" -o "$name" "$@"
  command -v ncdump >/dev/null || return 0
  ncdump -v wind_from_direction "$name/$name.nc" |
    sed '1,/^ wind_from_direction/d' | tr -d ' ;}' | tr ',' '\n' | grep . >directions
  awk -v from="$from" '{ d = $1 - from; d -= 360 * int(d / 360 + (d > 0 ? 0.5 : -0.5))
    if (d > 0.01 || d < -0.01) exit 1 }' directions || fail "the wind does not come from $from"
  [ "$(grep -c . directions)" -eq 300 ] || fail "not every column has a direction"
}

place london 270 'EPSG:27700, grid north 1.48 deg east' --set domain.crs=EPSG:27700 \
  --set domain.origin=[530000,180000]
place paris 10 'EPSG:2154, grid north 0.47 deg west' --set domain.crs=EPSG:2154 \
  --set domain.center=[652000,6862000]
place sydney 0 'EPSG:32756, grid north 1.00 deg east' --set domain.center=[-33.86,151.21]
place fiji_west 90 'EPSG:32760' --set domain.center=[-16.8,179.999]
place fiji_east 90 'EPSG:32701' --set domain.center=[-16.8,-179.999]
place svalbard 180 'EPSG:32633' --set domain.center=[78.22,15.64]
place bergen 225 'EPSG:32631' --set domain.center=[60.39,5.32]
place wellington 315 'EPSG:2193' --set domain.crs=EPSG:2193 --set domain.center=[1749000,5428000]
place pole 30 'EPSG:3995' --set domain.crs=EPSG:3995 --set domain.center=[0,0]

# The place in the files is the right one, read by GDAL.
if command -v gdalinfo >/dev/null; then
  for file in london/london.tif NETCDF:london/london.nc:wind_speed; do
    gdalinfo "$file" >info 2>/dev/null
    has info 'OSGB36 / British National Grid'
    matches info '^Upper Left  \(  530000\.000,  181500\.000\)'
    matches info '^Lower Right \(  532000\.000,  180000\.000\)'
  done
  has info 'Pixel Size = (100.000000000000000,-100.000000000000000)'
fi

# Coordinates in which a metre is not a metre on the ground, or which are used far from home.
run 0 check london.toml --set domain.crs=EPSG:3857 --set domain.center=[-10000,6700000]
has stderr 'warning: '
has stderr 'auto-utm'
run 0 check london.toml --set domain.crs=EPSG:27700 --set domain.center=[51.5,-0.1]
has stderr 'warning: '
run 4 check london.toml --set domain.crs=EPSG:4326 --set domain.center=[51.5,-0.1]
has stderr 'is in degrees'
run 4 check london.toml --set domain.crs=EPSG:2263 --set domain.center=[987000,200000]
has stderr 'US survey foot'
run 4 check london.toml --set domain.crs=EPSG:999999 --set domain.center=[0,0]
has stderr 'EPSG:999999'
run 3 check london.toml --set domain.center=[151.21,-33.86]
has stderr '[latitude, longitude]'
run 3 check london.toml --set domain.center=[89.9,0]

# Where everything is: check lists it, and a verbose run.
cat >where.toml <<'END'
[domain]
center = [47.31, 10.20]
size = [1500, 1000]
cell_size = 20
margin = 100
[[weather.station]]
name = "mast"
position = [100, 200]
speed = 5
from = 240
[[weather.station]]
name = "other"
latitude = 47.31
longitude = 10.2
speed = 5
from = 240
[particles]
duration = 10
turbulence = false
[[particles.source]]
name = "leak"
position = [47.31, 700]
count = 10
height = 1
mass = 1
stop = 10
[[particles.receptor]]
name = "school"
latitude = 47.311
longitude = 10.201
height = 2
size = [10, 10, 2]
[[wind.turbine]]
position = [300, 400]
hub_height = 60
rotor_diameter = 40
thrust_coefficient = 0.8
END
run 0 check where.toml
matches stdout '^  place +name +x, m +y, m +height, m +latitude +longitude$'
matches stdout '^  station +mast +100\.0 +200\.0 +10\.0 +47\.30739[0-9] +10\.19134[0-9]$'
matches stdout '^  station +other +750\.0 +500\.0 +10\.0 +47\.310000 +10\.200000$'
matches stdout '^  source +leak +47\.3 +700\.0 +1\.0 +47\.3'
matches stdout '^  receptor +school +823\.[0-9] +612\.[0-9] +2\.0 +47\.311000 +10\.201000$'
matches stdout '^  turbine +turbine 1 +300\.0 +400\.0 +60\.0 '
run 0 run where.toml -o where -v
matches stderr '^  source +leak +47\.3 +700\.0 '
run 0 run where.toml -o where --overwrite
lacks stderr 'places'

# Numbers of a latitude and longitude in keys that take metres: the metres are told.
# degrees NAME TEXT: where.toml with what follows on stdin is refused.
degrees() {
  { cat where.toml && cat; } >"$1.toml"
  run 3 check "$1.toml"
  has stderr "$2"
  has stderr 'these look like degrees'
  has stderr '[750.0, 500.0]'
  run 3 run "$1.toml" -o "$1"
  has stderr 'these look like degrees'
}
degrees box "'buildings.box[1].corner' is at 47.31 m, 10.2 m" <<'END'
[[buildings.box]]
corner = [47.31, 10.20]
size = [20, 20]
height = 10
END
degrees tree "'vegetation.tree[1].position' is at 10.2 m, 47.31 m" <<'END'
[[vegetation.tree]]
position = [10.20, 47.31]
height = 10
END
degrees polygon "'buildings.polygon[1].vertices[2]' is at 47.31 m, 10.2 m" <<'END'
[[buildings.polygon]]
vertices = [[100, 100], [47.31, 10.20], [100, 0]]
height = 10
END
# Buildings and plants of the case are in the list; those outside are told with the place.
{ cat where.toml && cat <<'END'; } >shapes.toml
[[buildings.box]]
corner = [740, 490]
size = [20, 20]
height = 12
[[buildings.box]]
corner = [5000, 490]
size = [20, 20]
height = 10
[[vegetation.tree]]
position = [750, 600]
height = 9
crown = 4
[[vegetation.tree]]
position = [-5000, 600]
height = 9
crown = 4
END
run 0 check shapes.toml
matches stdout '^  building +line [0-9]+ +750\.0 +500\.0 +12\.0 +47\.310000 +10\.200000$'
matches stdout '^  plant +tree, line [0-9]+ +750\.0 +600\.0 +9\.0 '
matches stderr '1 of 2 buildings lie wholly outside the domain: the first, of line [0-9]+, has a corner at x = 5000 m, y = 490 m'
matches stderr '1 of 2 plants lie wholly outside the domain: the first, of line [0-9]+, is at -5000 m, 600 m'
sed "/^.\[weather/,\$d" where.toml >flow.toml
cat >>flow.toml <<'END'
[wind]
model = "incompressible"
duration = 1
[[weather.station]]
speed = 5
from = 240
END
mv flow.toml where.toml
degrees probe "'flow.probes[2]' is at 47.31 m, 10.2 m" <<'END'
[flow]
probes = [[100, 100, 10], [47.31, 10.20, 10]]
END
degrees body "'flow.body[1].to' is at 47.31 m, 10.2 m" <<'END'
[[flow.body]]
name = "tower"
from = [20, 5, 0]
to = [47.31, 10.20, 10]
END
{ cat where.toml && cat <<'END'; } >smoke.toml
[[flow.scalar]]
name = "smoke"
[[flow.scalar.source]]
position = [47.31, 10.20]
rate = 1
END
run 3 check smoke.toml
has stderr "'flow.scalar[1].source[1].position' is at 47.31 m, 10.2 m, but as degrees this is in the domain"
has stderr 'give latitude = 47.31 and longitude = 10.2'

# The same as degrees: the place is the middle of the domain, in the list, the probe's and the source's.
cat where.toml - >geographic.toml <<'END'
[flow]
probes = [[47.31, 10.20, 10]]
probe_coordinates = "geographic"
[[flow.scalar]]
name = "smoke"
[[flow.scalar.source]]
latitude = 47.31
longitude = 10.2
height = 1
rate = 1
END
run 0 check geographic.toml
matches stdout '^  scalar source +smoke +750\.0 +500\.0 +1\.0 +47\.310000 +10\.200000$'
matches stdout '^  probe +probe 1 +750\.0 +500\.0 +10\.0 +47\.310000 +10\.200000$'
run 3 check geographic.toml --set 'flow.probes=[[48.31,10.20,10]]'
has stderr "'flow.probes[1]' is outside the domain"
run 3 check geographic.toml --set 'flow.probes=[[147.31,10.20,10]]'
has stderr 'is not a latitude and longitude'
sed 's/latitude = 47.31/latitude = 47.51/' geographic.toml >far.toml
run 3 check far.toml
has stderr "'flow.scalar[1].source[1].latitude' is outside the domain"
finish
