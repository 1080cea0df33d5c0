# Results in a browser: a page with all its data, decoded again and compared with the file; the server; wrong input. With node, playwright-core and
# Chromium the pages are opened, looked at and used.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4 numpy

cat >small.toml <<TOML
[case]
title = "A small <town>"
[domain]
size = [120, 90]
cell_size = 5
height = 50
[[buildings.box]]
corner = [50, 40]
size = [20, 20]
height = 20
[turbulence]
model = "local"
[[weather.station]]
name = "mast"
position = [100, 20]
speed = 5
from = 270
[particles]
step = 0.5
duration = 40
trajectories = 40
trajectory_step = 2
snapshots = 1
[[particles.species]]
name = "gas"
[[particles.source]]
position = [20, 45]
height = 5
count = 6000
rate = 0.01
[[particles.receptor]]
name = "<window>"
position = [75, 50]
height = 3
[particles.concentration]
interval = 20
TOML
run 0 run small.toml -o out

# One page of all files of a folder: what it holds are the numbers of the files.
run 0 view out --export page.html
has stdout page.html
no_leftovers .
"$python" "$source_tree/tests/system/check_view.py" page.html out >check 2>&1 || fail "the page: $(cat check)"
run 0 view out/small.nc --export wind.html --field tke --height 4
"$python" "$source_tree/tests/system/check_view.py" wind.html out >check 2>&1 || fail "the page: $(cat check)"
has wind.html '"height":4,'
lacks wind.html '"name":"eddy_viscosity"'

# All of many times, where they have room.
cat >many.toml <<TOML
[domain]
size = 30
cell_size = 2
height = 20
[wind]
model = "incompressible"
duration = 15
interval = 0.1
[flow]
initial = [2, 0, 0]
perturbation = 1
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
TOML
run 0 run many.toml -o many
run 0 view many --export many.html
lacks stderr 'times of'
run 0 view many --export many.html --size 1
has stderr 'times of'

# What was deposited, on columns that are not those of the boxes.
run 0 run small.toml -o own --set 'particles.concentration.cell_size=[10, 15, 5]' --set 'particles.species[1].deposition_velocity=0.05' \
  --set particles.duration=20 --set particles.concentration.interval=10
run 0 view own/small_plume.nc --export own.html
"$python" "$source_tree/tests/system/check_view.py" own.html own >check 2>&1 || fail "own columns: $(cat check)"
has own.html '"name":"deposition"'
matches own.html '"times":\[[-0-9.e+, ]*\],"peak":[0-9]'
matches own.html '"log":true,"records":\[[0-9,]*\],"range":\['
has own.html '"columns":{"n":[24,18],"by":1,"x":[0,120],"y":[0,90]}'

# Particles at some times: a list of them, or one, on the ground of their run, or without it.
run 0 view out/small_particles.pvd --export particles.html
"$python" "$source_tree/tests/system/check_view.py" particles.html out >check 2>&1 || fail "particles: $(cat check)"
has particles.html '"name":"terrain"'
lacks particles.html '"name":"wind"'
shot=$(ls out/small_particles_*.vtp | tail -n 1)
run 0 view "$shot" --export shot.html --field diameter
has shot.html '"name":"diameter"'
lacks shot.html '"name":"age"'
mkdir alone
cp "$shot" alone/a.vtp
run 0 view alone/a.vtp --export shot.html
"$python" "$source_tree/tests/system/check_view.py" shot.html alone >check 2>&1 || fail "particles alone: $(cat check)"
cp out/small_trajectories.nc alone/w.nc
run 0 view alone/w.nc --export ways.html
lacks ways.html '"origin":[0,0,0]'
head -c 100000 "$shot" >alone/b.vtp
run 4 view alone/b.vtp --export a.html
has stderr truncated
printf '<VTKFile><Collection><DataSet timestep="0" file="none.vtp"/></Collection></VTKFile>' >alone/a.pvd
run 4 view alone/a.pvd --export a.html
has stderr 'none.vtp: error: cannot be read'
cp small.toml alone/c.pvd
run 4 view alone/c.pvd --export a.html
has stderr 'contains no particles'
run 4 view alone/none.vtp --export a.html

# Prisms.
run 0 run "$source_tree/cases/prism/island.toml" -o prisms
run 0 view prisms/island.nc --export prisms.html
has prisms.html '"kind":"prisms"'
lacks prisms.html '"trouble":"The'
run 6 run "$source_tree/cases/prism/island.toml" --set poisson.max_iterations=1 -o bad
run 0 view bad/ --export bad.html
has bad.html '"trouble":"The solver did not converge."'
lacks stderr 'bad//'
run 6 run small.toml --set wind.max_iterations=1 --set wind.tolerance=1e-12 --set particles.duration=1 -o bad2
run 0 view bad2/small.nc --export bad.html
has bad.html '"trouble":"The solver did not converge in 1 of 1 winds."'

# A row of cells, a plane of them, and enough cells to be joined.
run 0 run "$source_tree/cases/flame/case.toml" --set wind.duration=1e-5 --set wind.interval=5e-6 \
  --set 'flow.probes=[[1e-3, 2e-5, 2e-5]]' -o row
run 0 view row --export row.html
run 0 run "$source_tree/cases/ignition/case.toml" --set wind.duration=4e-6 --set wind.interval=2e-6 --set domain.cell_size=2.5e-4 \
  --set 'domain.size=[4e-3, 2.5e-4]' --set 'output.formats=["netcdf"]' -o plane
run 0 view plane --export plane.html
has plane.html '"finer":[]'
run 0 run small.toml --set 'domain.size=[400, 320]' --set domain.cell_size=4 --set domain.height=80 --set particles.duration=1 -o large
rm -f large/small_*.nc

# Wrong input.
run 4 view none.nc --export a.html
run 4 view small.toml --export a.html
has stderr 'not a NetCDF file'
mkdir empty
run 4 view empty --export a.html
has stderr 'no result of simoom'
head -c 3000 out/small.nc >cut.nc
run 4 view cut.nc --export a.html
has stderr truncated
run 2 view out --export a.html --field smoke
has stderr "no field 'smoke'"
run 2 view out --export a.html --height 400
has stderr 'outside the domain'
run 2 view out --export a.html --height tall
run 2 view out --export a.html --port 8000
run 1 view out --export none/a.html
[ ! -e a.html ] || fail "a page of wrong input"

# The server.
# serve FILES: sets address, "" where there is no server, and server.
serve() {
  address=
  : >served # another server's address is not this one's
  "$program" view "$1" --no-browser >served 2>server_said &
  server=$!
  for _ in $(seq 600); do
    address=$(head -n 1 served)
    [ -z "$address" ] || break
    kill -0 $server 2>/dev/null || break
    sleep 0.05
  done
}
if "$program" view out --no-browser --port 70000 >stdout 2>stderr; then fail "a port beyond 65535"; fi
serve large
large=$address
large_server=$server
serve out
if [ -n "$address" ]; then
  "$python" "$source_tree/tests/system/check_view.py" "$address" out >check 2>&1 || fail "the server: $(cat check)"
  port=${address%/}
  run 1 view out --no-browser --port "${port##*:}"
  has stderr 'without --port any that is free'
else
  has server_said libmicrohttpd
fi

# A run that goes on.
run 2 view out prisms --follow --no-browser
has stderr 'folder of one run'
run 2 view out --follow --export a.html
if [ -n "$address" ]; then
  cat >long.toml <<TOML
[domain]
size = [60, 60]
cell_size = 5
height = 30
[wind]
model = "incompressible"
duration = 100000
interval = 2
[[buildings.box]]
corner = [25, 25]
size = 10
height = 10
[[weather.station]]
speed = 5
from = 270
TOML
  "$program" view --follow long --no-browser >followed 2>followed_said &
  follower=$!
  "$program" run long.toml -o long --live >long_out 2>long_said &
  runner=$!
  "$python" "$source_tree/tests/system/check_follow.py" followed $runner >check 2>&1 || fail "following: $(cat check)"
  kill -INT $runner 2>/dev/null
  wait $runner
  [ ! -e long/long_live.nc ] && [ ! -e long/long_live.json ] || fail "what is live outlives the run"
  [ -s long/long.nc ] || fail "the run that was followed leaves no wind"
  kill -INT $follower
  wait $follower || fail "the server that follows ended badly: $(cat followed_said)"
fi

# In a browser; what needs none first.
if command -v node >/dev/null; then
  node "$source_tree/tests/web/shape.mjs" >shape 2>&1 || fail "field shown first and colour ranges: $(cat shape)"
fi
modules=${SIMOOM_NODE_MODULES:-$source_tree/build/web/node_modules}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ] || ! command -v node >/dev/null || [ ! -d "$modules/playwright-core" ]; then
  echo "not looked at in a browser: chromium, node or playwright-core (web/build.sh) is missing"
else
  timeout 300 node "$source_tree/tests/web/look.mjs" "$modules" "$browser" "${SIMOOM_PICTURES:-.}" \
    "file://$work/page.html" "file://$work/prisms.html" "file://$work/row.html" "file://$work/plane.html" $address $large >look 2>&1 || fail "in the browser: $(cat look)"
fi
if [ -n "$address" ]; then
  lacks server_said HDF5
  for one in $server $large_server; do
    kill -INT $one
    wait $one
    code=$?
    [ $code -eq 0 ] || fail "the server ended with $code"
  done
  lacks server_said stopping
fi
finish
