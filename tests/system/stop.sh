# Ctrl-C and SIGTERM: the run stops at a safe point with exit code 75 and leaves no half files.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

run 0 new town
# long_run: starts a run with the slow solver on fine cells, to a residual that it never reaches:
# minutes, if nobody stops it. Leaves its process id when it solves.
long_run() {
  : >stderr
  "$program" run town -o out --overwrite --json stopped.json -t 1 --set domain.cell_size=2 \
    --set 'wind.solver="sor"' --set wind.omega=1e-6 --set wind.max_iterations=10000000 \
    >stdout 2>stderr &
  process=$!
  until grep -q '^solve: ' stderr || ! kill -0 $process 2>/dev/null; do sleep 0.1; done
  kill -0 $process 2>/dev/null || fail "the long run ended before it was stopped"
}

run 0 run town -o out
before=$(cksum <out/town.nc)
for signal in INT TERM; do
  last="run town (stopped by SIG$signal)"
  long_run
  kill -$signal $process
  wait $process
  code=$?
  [ $code -eq 75 ] || fail "exit code $code instead of 75 after SIG$signal"
  has stderr 'stopping after this step; again to stop at once'
  matches stdout '^simoom: stopped: '
  check_json stopped.json 'd["status"] == "stopped" and d["exit_code"] == 75'
  no_leftovers out
  [ "$before" = "$(cksum <out/town.nc)" ] || fail "earlier results were touched"
done

# A second run of the same names is refused, and leaves that which goes on alone.
last='run town (twice at once)'
long_run
"$program" run town -o out --overwrite >second 2>&1
code=$?
[ $code -eq 2 ] || fail "exit code $code instead of 2 beside another run"
has second 'out/town: error: another run is writing files of this name'
has second 'help: wait until it has ended, or -o writes elsewhere'
[ -e out/town.nc.part ] || fail "the second run took the file of the first away"
run 0 run town -o out --set output.prefix=other
kill -KILL $process
wait $process 2>/dev/null
run 0 run town -o out --overwrite
[ ! -e out/town.lock ] || fail "the lock is left"

# A series that is stopped keeps the times that were computed.
cat >series.toml <<'TOML'
[domain]
size = 400
cell_size = [5, 5, 5]
[weather]
interpolate = "1 s"
[[weather.station]]
readings = [
  { time = 2026-05-01T00:00:00Z, speed = 4, from = 350 },
  { time = 2026-05-01T02:00:00Z, speed = 6, from = 12 },
]
[output]
formats = ["netcdf", "vtk"]
TOML
last='run series.toml (stopped by SIGINT)'
"$program" run series.toml -o series --json series.json -t 1 >stdout 2>stderr &
process=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 1
  [ "$(find series -name '*Z.vt[ir]' 2>/dev/null | wc -l)" -lt 2 ] || break
done
kill -INT $process
wait $process
code=$?
[ $code -eq 75 ] || fail "exit code $code instead of 75"
check_json series.json 'd["times"] >= 2 and d["status"] == "stopped" and d["residual"] <= 1e-6'
[ "$(grep -c DataSet series/series.pvd)" -eq "$(find series -name '*Z.vt[ir]' | wc -l)" ] ||
  fail "the series does not list the times that were written"
no_leftovers series
run 0 info series/series.nc

# While a case is read and its run set up nothing waits for the end of one large file, map or array.
awk 'BEGIN {
  print "Station_Name,Lat/YCoord,Lon/XCoord,Height,Height_Units,Speed,Speed_Units,Direction"
  for (i = 0; i < 400000; i++)
    printf "s%d,%.6f,%.6f,10,meters,%.1f,mps,%d\n", i, 47.3 + i % 997 * 2e-5, 10.19 + i % 1009 * 2e-5, 1 + i % 5, i % 360
}' >stations.csv
cat >large.toml <<'TOML'
[domain]
center = [47.31, 10.20]
size = ["1200 m", "1200 m"]
height = 200
cell_size = 4
[[weather.station]]
file = "stations.csv"
TOML
cat >eddies.toml <<'TOML'
[domain]
crs = "local"
size = [640, 640]
height = 160
cell_size = 3
stretch = 1
[wind]
model = "incompressible"
duration = 100
interval = 50
[flow]
initial = [5, 0, 0]
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[[flow.boundary]]
at = ["bottom", "top"]
kind = "slip"
TOML
# stopped_after SAID NEXT COMMAND: stopped by SIGTERM as soon as it has said the one, it never says
# the other, which comes after all of the work that it was in. While it is looked at it stands still.
stopped_after() {
  last="$3 (SIGTERM after '$1')"
  : >stderr
  # shellcheck disable=SC2086
  "$program" $3 >stdout 2>stderr &
  process=$!
  until grep -q "$1" stderr || ! kill -0 $process 2>/dev/null; do sleep 0.01; done
  kill -STOP $process 2>/dev/null
  cat stdout stderr >said
  kill -TERM $process 2>/dev/null
  kill -CONT $process 2>/dev/null
  wait $process
  code=$?
  grep -q "$1" said || fail "never said: $1"
  ! grep -q "$2" said || return # a machine on which that work takes no time
  [ $code -ne 0 ] || return     # nor what was left of all
  [ $code -eq 75 ] || fail "exit code $code instead of 75"
  lacks stdout "$2"
  lacks stderr "$2"
  stopped=$((stopped + 1))
}
stopped=0
for command in 'check large.toml' 'run large.toml -o large --overwrite -t 1 -v'; do
  stopped_after 'domain top at 200 m' 'stations are outside the domain' "$command"
done
stopped_after 'stations are outside the domain' 'done: ' 'run large.toml -o large --overwrite -t 1'
stopped_after 'domain top at 162 m' 'step 1: ' 'run eddies.toml -o large --overwrite -t 1 -v'
[ $stopped -gt 0 ] || fail "nothing was stopped while it was set up"
[ ! -d large ] || no_leftovers large

# A second signal does not wait for anything, and leaves no half files either.
stop_twice() {
  kill -STOP $process
  kill -INT $process
  kill -TERM $process
  kill -CONT $process
  wait $process
  code=$?
  [ $code -eq 130 ] || fail "exit code $code instead of 130 after two signals"
}
run 0 run town -o out --overwrite
before=$(cksum <out/town.nc)
last='run town (stopped twice)'
long_run
stop_twice
no_leftovers out
[ "$before" = "$(cksum <out/town.nc)" ] || fail "earlier results were touched by two signals"

# A flow goes on from its last checkpoint afterwards.
small='--set domain.cell_size=20 --set flow.time_step=0.05 --set flow.checkpoint=1 -t 1'
# shellcheck disable=SC2086
run 0 run eddies.toml -o whole $small
last='run eddies.toml (stopped twice)'
# shellcheck disable=SC2086
"$program" run eddies.toml -o twice $small >stdout 2>stderr &
process=$!
until [ -e twice/eddies_checkpoint.nc ] || ! kill -0 $process 2>/dev/null; do sleep 0.01; done
stop_twice
for file in twice/*.part twice/*.lock; do [ ! -e "$file" ] || fail "$file is left"; done
# shellcheck disable=SC2086
run 0 run eddies.toml -o twice $small --resume
matches stderr '^going on from [0-9.]+ s'
no_leftovers twice
compared=77 # no Python with netCDF4
for python in python3 /usr/bin/python3; do
  [ $compared -ne 77 ] || { "$python" "$source_tree/tests/system/compare_runs.py" whole twice && compared=0 || compared=$?; }
done
[ $compared -eq 0 ] || [ $compared -eq 77 ] || fail "other numbers after two signals"
finish
