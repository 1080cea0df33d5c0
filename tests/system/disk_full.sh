# A disk or quota that is full: an error that names the file, and nothing half-written.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

run 0 new town
run 0 run town -o out
before=$(cksum <out/town.nc)

# limited BLOCKS ARGUMENT...: runs the program with files of at most so many blocks of 512 bytes
# (1024 in some shells). What it says goes through pipes, which have no limit.
limited() {
  blocks=$1
  shift
  last="$* (ulimit -f $blocks)"
  { (ulimit -f "$blocks" && "$program" "$@" 2>&1; echo "code $?") | cat; } >stdout
  : >stderr
}

limited 16 run town -o out --overwrite
has stdout 'code 1'
has stdout 'out/town.nc'
has stdout 'error: '
no_leftovers out
[ "$before" = "$(cksum <out/town.nc)" ] || fail "earlier results were touched"

limited 16 run town -o fresh
has stdout 'code 1'
[ ! -e fresh/town.nc ] || fail "a truncated file was left"
no_leftovers fresh

if has_module plot; then
  for ending in png svg; do
    limited 16 plot out/town.nc -o "picture.$ending"
    has stdout 'code 1'
    has stdout "picture.$ending: error: cannot be written: "
    [ ! -e "picture.$ending" ] || fail "half a picture was left"
  done
fi

if has_module gis; then
  run 0 run town -o earth --set 'domain.crs="EPSG:32632"' --set 'domain.origin=[590100, 5240100]' \
    --set weather.station[1].position=[10,10]
  run 0 export out/town.nc -o areas.geojson --above 2,3
  cp areas.geojson before.geojson
  for ending in tif geojson gpkg kmz; do
    limited 4 export earth/town.nc -o "map.$ending" --field wind_speed
    has stdout 'code 1'
    has stdout "map.$ending: error: cannot be written"
    [ ! -e "map.$ending" ] || fail "half a map was left"
  done
  limited 4 export out/town.nc -o areas.geojson --above 1,2,3,4,5
  has stdout 'code 1'
  same areas.geojson before.geojson
  no_leftovers .
fi

# Devices and pipes are written to, or refused, and never replaced by a file.
if command -v mkfifo >/dev/null && mkfifo pipe pipe.png; then
  cat pipe >through &
  run 0 run town -o out --overwrite --json pipe
  wait $!
  check_json through 'd["status"] == "ok"'
  [ -p pipe ] || fail "a pipe was replaced"
  if has_module plot; then
    run 1 plot out/town.nc -o pipe.png
    has stderr 'pipe.png: error: a device or a pipe'
  fi
fi

limited 0 new other
has stdout 'code 1'
has stdout 'other/case.toml: error: cannot be written'
[ ! -e other/case.toml ] || fail "a truncated file was left"
no_leftovers other
finish
