# Desk for releases (simoom view --release): wrong usage; its server with wrong requests, two at once, a killed run and a token
# (check_desk.py); with node, playwright-core and Chromium the page: clicks, drags, keys, time, saving, phone.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python json

cat >site.toml <<'TOML'
[case]
name = "site"
title = "A small <site>"
[domain]
size = [600, 400]
height = 60
cell_size = [10, 10, 5]
[roughness]
z0 = 0.3
[[buildings.box]]
corner = [200, 150]
size = [30, 80]
height = 15
[weather.library]
directions = 8
obukhov_lengths = [-100, "neutral", 100]
TOML
run 0 run site.toml -o winds
library=winds/site.nc

# Options of the release alone: people inside, and the table as JSON.
cat >release.toml <<'TOML'
[[weather.station]]
speed = 3
from = 270
height = 10
[turbulence]
model = "local"
[particles]
duration = 120
[[particles.species]]
name = "ammonia"
[[particles.source]]
position = [100, 190]
height = 1
rate = 0.5
count = 2000
[particles.concentration]
interval = 30
height = 30
TOML
run 0 release $library release.toml -o out --hazard-json out/hazard.json
lacks stdout 'AEGL-1'
has out/hazard.json '"level": "AEGL-1, 10 min"'
run 2 release $library release.toml -o out --overwrite --hazard-json out/hazard.json --set 'particles.species[1].name="dust"'
has stderr 'dust'

raster=
if has_module gis; then
  { printf 'ncols 6\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 100\n'; for _ in 1 2 3 4; do echo '9 9 9 9 9 9'; done; } >people.asc
  raster=people.asc
  run 0 release $library release.toml -o out --overwrite --population $raster
  has stdout 'people'
fi

# Wrong usage.
run 2 view $library --release --export a.html
has stderr '--release takes one library'
run 2 view $library --release --height 10
run 2 view $library $library --release
run 2 view $library --listen 0.0.0.0
has stderr 'are of --release'
run 2 view $library --token-file token
run 2 view $library --population people.tif
if "$program" version | grep -q 'libmicrohttpd'; then
  run 1 view $library --release --no-browser
  has stderr 'built without libmicrohttpd'
  finish
fi
run 2 view $library --release --no-browser --listen 0.0.0.0
has stderr '--listen needs --token-file'
echo short >token
run 2 view $library --release --no-browser --token-file token
has stderr 'fewer than 16 characters'
run 1 view $library --release --no-browser --token-file none
run 1 view none.nc --release --no-browser
run 1 view $library --release --no-browser --population none.tif
run 4 view out/release_plume.nc --release --no-browser
has stderr "and no winds"

echo '0123456789abcdef' >token
export TMPDIR="$work/scratch"
mkdir scratch
timeout 300 "$python" "$source_tree/tests/system/check_desk.py" "$program" $library token $raster >said 2>&1 || fail "check_desk.py: $(cat said)"
[ -z "$(ls scratch)" ] || fail "the desk leaves $(ls scratch)"

# In a browser.
modules=${SIMOOM_NODE_MODULES:-$source_tree/build/web/node_modules}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ] || ! command -v node >/dev/null || [ ! -d "$modules/playwright-core" ]; then
  echo "not looked at in a browser: chromium, node or playwright-core (web/build.sh) is missing"
  finish
fi
"$program" view $library --release --no-browser >served 2>server_said &
server=$!
"$program" view $library --release --no-browser --token-file token >closed 2>>server_said &
closed=$!
for _ in $(seq 400); do
  [ ! -s served ] || [ ! -s closed ] || break
  sleep 0.05
done
timeout 400 node "$source_tree/tests/web/desk.mjs" "$modules" "$browser" "${SIMOOM_PICTURES:-.}" "$(cat served)" "$(cat closed)" "$(cat token)" >look 2>&1 ||
  fail "in the browser: $(cat look)"
for one in $server $closed; do
  kill -INT "$one"
  wait "$one" || fail "a server ended badly: $(cat server_said)"
done
[ -z "$(ls scratch)" ] || fail "the desk leaves $(ls scratch)"
finish
