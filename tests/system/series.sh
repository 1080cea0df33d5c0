# Statistics of time series (simoom info FILE.csv): means with standard errors, gust speed, wrong input.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# 600 s in steps of 0.5 s: 4 m/s along x with a gust of 8 m/s for 3 s, 3 m/s along y; a column that drifts.
awk 'BEGIN {
  print "time,u_1,v_1,w_1,gas_1"
  for (n = 1; n <= 1200; n++)
    printf "%.1f,%g,3,%g,%g\n", 0.5 * n, (n > 600 && n <= 606 ? 8 : 4), (n % 2 ? 0.1 : -0.1), n
}' >out_probes.csv
run 0 info out_probes.csv
has stdout 'out_probes.csv: time series, 1200 rows, 0.5 to 600 s'
matches stdout '^ +1 +5\.018 .* 8\.544 '
has stdout 'Some columns have 2.9 samples, fewer than 10'
same_facts info out_probes.csv
run 0 info out_probes.csv --json
has stdout '"kind":"series"'
has stdout '"least_samples":2.87'
run 0 info out_probes.csv --from 400 --json
has stdout '"rows":401'
has stdout '"gust":5,'

# In another unit: what it fits, the rest as it is.
run 0 info out_probes.csv --unit kt
matches stdout '^ +1 +9\.75[0-9]* kt .* 16\.61 '
matches stdout '^ +u_1 +kt '
matches stdout '^ +gas_1 +- +600\.5 '
has stdout '--unit: quantities that it does not fit'
run 2 info out_probes.csv --unit kg
has stderr "nothing in it can be shown in 'kg'"
has stderr 'help: there is '
run 2 info out_probes.csv --unit kt --json
has stderr '--unit cannot be combined with --json'

# From standard input and from a pipe.
"$program" info out_probes.csv | sed 1d >file
"$program" info - <out_probes.csv | sed 1d >piped
same file piped
cat out_probes.csv | "$program" info - | sed 1d >piped
same file piped
mkfifo fifo
cat out_probes.csv >fifo &
run 0 info fifo
has stdout 'fifo: time series, 1200 rows'
run 0 devices --json
check_json stdout 'd["schema"] == "simoom.devices/1" and d["devices"][0]["name"] == "cpu"'
if has_module plot; then
  "$program" plot - -o piped.png <out_probes.csv >stdout 2>stderr || fail "a table from standard input is not drawn"
  [ -s piped.png ] || fail "no piped.png"
  for pipe in - /dev/stdin /dev/fd/0; do
    "$program" plot $pipe <out_probes.csv >stdout 2>stderr && fail "a picture without a name"
    has stderr 'a picture of standard input, or of a pipe, needs a name: -o PICTURE'
  done
  "$program" plot - --spectrum u_1 <out_probes.csv >stdout 2>stderr && fail "a picture without a name"
  has stderr '-o PICTURE'
fi
# "-" is no name of a file to write, and no result that is read by its name.
for command in 'plot out.nc -o -' 'export out.nc -o -' 'report . -o -' 'view out.nc --export -' 'run . -o -' \
  'check . --plot -' 'hazard out.nc -o -' 'validate box --json -' 'compare out.nc --measured x.csv --plot -'; do
  # shellcheck disable=SC2086 # the words of the command
  run 2 $command
  matches stderr 'needs a name: it is not written to standard output'
done
for command in report 'export -o x.tif' view hazard 'compare --measured x.csv'; do
  # shellcheck disable=SC2086 # the words of the command
  run 2 $command -
  has stderr 'reads results by their names, not from standard input'
done
[ ! -e ./- ] || fail "a file called -"
[ ! -e ./-.png ] || fail "a file called -.png"

# Only a time series.
run 2 info out_probes.csv --from 600
has stderr '1 rows from 600 s on: statistics need 2'
run 2 info out_probes.csv --from soon
has stderr "--from is a number of seconds, not 'soon'"
run 2 info out.nc --from 3
has stderr "--from needs a time series (.csv), not 'out.nc'"
printf 'name,x\na,1\n' >places.csv
run 4 info places.csv
has stderr 'places.csv'
printf 'x,y\n1,2\n3,4\n' >points.csv
run 4 info points.csv
has stderr "points.csv: the first column is 'x', not 'time'"
printf 'time,u\n2,1\n1,2\n' >back.csv
run 2 info back.csv
has stderr 'the times of a series must increase: 2 s, then 1 s'
finish
