# A series of times: which ones, warm starts, and earlier files of each of them.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >series.toml <<'TOML'
[domain]
size = 800
cell_size = [20, 20, 5]
[[buildings.box]]
corner = [300, 300]
size = [100, 100]
height = 30
[[weather.station]]
position = [100, 100]
readings = [
  { time = 2026-05-01T00:00:00Z, speed = 4, from = 350 },
  { time = 2026-05-01T01:00:00Z, speed = 6, from = 10 },
  { time = 2026-05-01T02:00:00Z, speed = 6, from = 12 },
]
[[weather.station]]
position = [700, 700]
readings = [
  { time = 2026-05-01T00:00:00Z, speed = 4, from = 350 },
  { time = 2026-05-01T02:00:00Z, speed = 6, from = 12 },
]
[output]
heights = [10]
TOML

# found COUNT ARGUMENT...: a check of the case finds so many.
found() {
  count=$1
  shift
  run 0 check series.toml "$@"
  matches stdout "^  times +$count(,|\$)"
}
found 3
found 13 --set 'weather.interpolate="10 min"'
found 2 --set weather.start=2026-05-01T00:30:00Z
found 2 --set weather.end=2026-05-01T01:30:00Z
found 1 --set weather.start=2026-05-01T00:30:00Z --set weather.end=2026-05-01T01:30:00Z
found 10 --set 'weather.interpolate="10 min"' --set weather.start=2026-05-01T00:30:00Z
run 4 check series.toml --set weather.start=2027-05-01
has stderr 'no station has a reading from 2027-05-01T00:00:00Z'
has stderr 'from 2026-05-01T00:00:00Z to 2026-05-01T02:00:00Z'
run 3 check series.toml --set weather.interpolate=0.001
has stderr 'times (at most'
run 3 check series.toml --set weather.start=2026-05-02 --set weather.end=2026-05-01
has stderr "'weather.end' is before 'weather.start'"

# Each time starts from the last one's solution and needs fewer iterations than the first.
run 0 run series.toml -o out --set 'weather.interpolate="10 min"' --set wind.tolerance=1e-8 \
  --precision f64 --set weather.match=false
if command -v ncdump >/dev/null; then
  ncdump -v iterations out/series.nc >dump
  sed -n 's/^ iterations = \([0-9, ]*\).*/\1/p' dump | tr -d ' ' | tr ',' '\n' >iterations
  [ "$(grep -c . iterations)" -ge 10 ] || fail "few iterations are told"
  first=$(head -n 1 iterations)
  while read -r more; do [ "$more" -le "$first" ] || fail "$more iterations after $first"; done \
    <iterations
  [ "$(tail -n 1 iterations)" -lt "$first" ] || fail "no gain by starting warm"
fi

# Earlier files of every time and format are left alone.
for format in netcdf vtk geotiff; do
  run 0 run series.toml -o twice-$format --set "output.formats=$format"
  run 2 run series.toml -o twice-$format --set "output.formats=$format"
  has stderr --overwrite
  run 0 run series.toml -o twice-$format --set "output.formats=$format" --overwrite
done
for file in twice-vtk/*T010000Z.vt[ir]; do kept=$file; done
find twice-vtk -type f ! -name "$(basename "$kept")" -delete
run 2 run series.toml -o twice-vtk --set output.formats=vtk
[ "$(find twice-vtk -type f)" = "$kept" ] || fail "files beside an earlier one"

# However many files, all are listed.
run 0 run series.toml -o many --set output.formats=geotiff --set weather.interpolate=20 -q
[ "$(grep -c '\.tif$' stdout)" -eq 361 ] || fail "not all files are listed"
has stdout 'done: 361 outputs in many/'

# What was set on the command line is on record.
if command -v ncdump >/dev/null; then
  run 0 run series.toml -o set --set wind.alpha=2 --set 'case.title="A title"'
  ncdump -h set/series.nc >dump
  has dump 'simoom_overrides = "wind.alpha=2\ncase.title=\"A title\""'
fi
finish
