# Profiles, tables in time, residuals, and pictures of all times.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module plot || skip "simoom was built without PLplot"

cat >street.toml <<'TOML'
[domain]
size = [120, 80]
cell_size = 5
height = 60
[[buildings.box]]
corner = [50, 30]
size = [20, 20]
height = 15
[wind]
history = true
[[weather.station]]
position = [20, 20]
readings = [
  { time = 2026-05-01T06:00:00Z, speed = 3, from = 270 },
  { time = 2026-05-01T12:00:00Z, speed = 6, from = 270 },
]
TOML
run 0 run street.toml -o out --json run.json -q

# Shapes of an SVG: axes and texts, and more of them for each line that is drawn.
lines() {
  grep -c '<path' "$1"
}

# All times have one scale: a picture of the second time with its own scale is the same only for the
# faster wind, and the slower one differs from its own.
run 0 plot out/street.nc --time all -o all.png
has stdout all_t0.png
has stdout all_t1.png
run 0 plot out/street.nc --time 0 -o slow.png
run 0 plot out/street.nc --time 1 -o fast.png
same fast.png all_t1.png
! cmp -s slow.png all_t0.png || fail "each time has a scale of its own"
run 0 plot out/street.nc --time all --field terrain
has stdout out/street_terrain.png
cp out/street.nc other.nc
run 0 plot out/street.nc other.nc
has stdout out/street_wind_speed.png
has stdout other_wind_speed.png
run 2 plot out/street.nc other.nc -o one.png
has stderr 'cannot be drawn into one picture'

# Profiles: of one time, of all, of several files, beside what was measured.
run 0 plot out/street.nc --at 20,40 -o one.svg
run 0 plot out/street.nc --at 20,40 --time all -o both.svg
run 0 plot out/street.nc other.nc --at 20,40 --time all --height 30 -o four.svg
[ "$(lines one.svg)" -lt "$(lines both.svg)" ] || fail "one line for all times"
[ "$(lines both.svg)" -lt "$(lines four.svg)" ] || fail "no lines of the other file"
printf 'z,wind_speed\n2,1.5\n"10",3.2\n20,\n' >mast.csv
run 0 plot out/street.nc --at 20,40 --measured mast.csv
has stdout out/street_wind_speed_profile.png
run 0 plot out/street.nc --at 20,40 --measured mast.csv --scale log -o log.svg
run 2 plot out/street.nc --at 20,400
has stderr 'the place is outside the domain'
run 2 plot out/street.nc --at 20
run 2 plot out/street.nc --at 20,40 --section ew
run 2 plot out/street.nc --at 20,40 --field terrain
run 2 plot out/street.nc --at 20,40 --field u --measured mast.csv
has stderr "no column 'u'"
run 4 plot out/street.nc --at 20,40 --measured nowhere.csv
run 2 plot out/street.nc --measured mast.csv
has stderr 'beside profiles and tables'
for wrong in '1' '1,fast' '"1,2' ''; do
  printf 'z,wind_speed\n%s\n' "$wrong" >wrong.csv
  run 4 plot out/street.nc --at 20,40 --measured wrong.csv
  matches stderr '^wrong.csv:[0-9]: error: '
done

# Tables: columns of numbers, places and species by name, dates.
printf 'time,u_1,v_1,w_1,p_1,u_2,v_2,w_2,p_2\n0,1,2,3,4,5,6,7,8\n1,2,3,4,5,6,7,8,9\n' >a_probes.csv
run 0 plot a_probes.csv
has stdout a_probes.png
run 0 plot a_probes.csv --field u,p_2 -o some.svg
run 0 plot a_probes.csv --field p_2 -o single.svg
[ "$(lines single.svg)" -lt "$(lines some.svg)" ] || fail "as many lines of one column as of three"

# Another unit: the curves and axes of a table that is in it.
printf 'time,speed\n0,10\n1,20\n' >metres.csv
printf 'time,speed\n0,36\n1,72\n' >kilometres.csv
run 0 plot metres.csv --unit km/h --measured metres.csv --title t -o converted.svg
run 0 plot kilometres.csv --measured kilometres.csv --title t -o direct.svg
run 0 plot metres.csv --measured metres.csv --title t -o own.svg
for name in converted direct own; do grep '^<path.*stroke-linejoin' $name.svg | sort >$name.paths; done
cmp -s converted.paths direct.paths || fail "a table in another unit is another picture"
! cmp -s own.paths direct.paths || fail "the unit changes nothing"
run 2 plot metres.csv --unit kg
has stderr "the column 'speed' cannot be shown in 'kg'"
has stderr 'help: it is a speed (m/s'
run 2 plot a_probes.csv --field p_2 --unit kt
has stderr "the unit of the column 'p_2' is not known"

# The unit of what is in no list of fields, as a scalar, is that of the file beside it.
printf 'time,x_width_1\n0,1\n1,2\n' >out/street_probes.csv
cp out/street_probes.csv .
run 0 plot out/street_probes.csv --field x_width -o unit.png
run 0 plot street_probes.csv --field x_width -o bare.png
! cmp -s unit.png bare.png || fail "the unit of a probe is not told"

run 2 plot a_probes.csv --field q
has stderr 'there are time, u_1, v_1'
run 2 plot a_probes.csv --at 1,2
for option in '--section ew' '--height 3' '--time 0' '--species gas' '--receptor a'; do
  # shellcheck disable=SC2086 # two words
  run 2 plot a_probes.csv $option
done
printf 'time_start,time_end,name,species,concentration,dose\n0,60,"a, b",gas,1e-6,0\n0,60,c,gas,2e-6,0\n' >receptors.csv
run 0 plot receptors.csv -o places.svg
run 0 plot receptors.csv --field dose --measured receptors.csv -o places.svg
printf 'time,place,x,y,height,wind_speed\n2026-05-01T06:00:00Z,a,1,2,3,4\n2026-05-01T07:00:00Z,a,1,2,3,5\n' >dates.csv
run 0 plot dates.csv -o dates.svg
run 4 plot dates.csv --measured receptors.csv -o dates.svg
has stderr 'its times are seconds'
printf 'name,dose\na,1\n' >summary.csv
run 2 plot summary.csv
: >empty.csv
run 4 plot empty.csv
has stderr 'the file is empty'

# A power law needs three points.
awk 'BEGIN { print "time,u"; for (n = 0; n < 200; n++) print n "," sin(n * n) }' >noise.csv
run 0 plot noise.csv --spectrum u --range 0.1,0.4 -o law.svg
matches stdout '^power -?[0-9.]+ from'
run 2 plot noise.csv --spectrum u --range 0.49,0.5 -o law.svg
has stderr 'less than three points'

# More lines than colours, and more than can be told apart.
awk 'BEGIN { printf "time"; for (n = 1; n <= 30; n++) printf ",c_%d", n; print ""
  for (t = 0; t < 3; t++) { printf "%d", t; for (n = 1; n <= 30; n++) printf ",%d", t * n; print "" } }' >many.csv
run 0 plot many.csv -o many.svg
run 0 plot many.csv --field c -o all.svg
same many.svg all.svg
run 0 plot many.csv --field c_1,c_2,c_3 -o few.svg
[ "$(lines few.svg)" -lt "$(lines many.svg)" ] || fail "three lines are as many as thirty"

# The residuals of a solver, from the summary of a run.
run 0 plot run.json
has stdout run_residuals.png
echo '{"schema": "simoom.run/1", "case": "a", "solver": {"name": "vortex"}}' >plain.json
run 4 plot plain.json
has stderr 'has no residuals of a solver'
echo '{"a": 1}' >other.json
run 4 plot other.json
has stderr 'not the summary'

# What others draw.
: >town.kmz && echo x >town.kmz
run 4 plot town.kmz
has stderr 'Google Earth'
no_leftovers .
# Nothing but 0 has no axis below it.
printf 'time,concentration\n0,0\n1,0\n2,0\n' >zero.csv
run 0 plot zero.csv -o zero.png
run 0 plot zero.csv --range -0.05,1 -o given.png
same zero.png given.png
finish
