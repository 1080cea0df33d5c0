# member = "all": the winds of all members of a forecast in one run, with percentiles and frequencies of
# exceedance over them at every time.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "no module for maps: a weather model needs one"
command -v ncgen >/dev/null || skip "no ncgen (Debian: netcdf-bin) to write the file"

# Three members with 4, 8 and 12 m/s at the first time, one more m/s at the second.
values() { for v in "$@"; do for _ in 1 2 3 4 5 6 7 8 9; do printf '%s, ' "$v"; done; done | sed 's/, $//'; }
cat >members.cdl <<CDL
netcdf members { dimensions: time = 2; number = 3; latitude = 3; longitude = 3; variables:
double time(time); time:units = "hours since 2026-05-01";
int number(number);
double latitude(latitude); latitude:units = "degrees_north";
double longitude(longitude); longitude:units = "degrees_east";
float u10(time, number, latitude, longitude); u10:units = "m s-1"; u10:standard_name = "eastward_wind";
float v10(time, number, latitude, longitude); v10:units = "m s-1"; v10:standard_name = "northward_wind";
data: time = 6, 7; number = 0, 1, 2; latitude = 46, 47, 48; longitude = 7, 8, 9;
u10 = $(values 4 8 12 5 9 13);
v10 = $(values 0 0 0 0 0 0); }
CDL
ncgen -o members.nc members.cdl || fail ncgen
cat >case.toml <<'TOML'
[case]
name = "hill"
[domain]
center = [47.0, 8.0]
size = ["1 km", "1 km"]
cell_size = ["100 m", "100 m", "20 m"] # centres at 10 m
height = "200 m"
[weather.model]
file = "members.nc"
member = "all"
[statistics]
heights = [10]
percentiles = [50]
exceedance = [6]
TOML
run 0 check case.toml
matches stdout '^  members +3, of the numbers 0 to 2$'
matches stdout '^  times +2, 2026-05-01T06:00:00Z to 2026-05-01T07:00:00Z$'
run 0 run case.toml -o out
[ ! -e out/hill.nc ] || fail "the winds of the members are written"

# must FILE VARIABLE VALUE: all values of a map are within 0.1 %.
must() {
  ncdump -v "$2" "$1" | sed "1,/^ $2 =/d" | tr -d ' ;}' | tr ',' '\n' | grep . |
    awk -v right="$3" '{ d = $1 - right; if (d < 0) d = -d; if (d > 1e-3 * right) exit 1 }
                       END { if (NR != 100) exit 1 }' || fail "$2 is not $3 in $1"
}
must out/hill_statistics_20260501T060000Z.nc wind_speed_mean 8
must out/hill_statistics_20260501T060000Z.nc wind_speed_percentile 8
must out/hill_statistics_20260501T060000Z.nc wind_speed_exceedance 66.6667
must out/hill_statistics_20260501T070000Z.nc wind_speed_mean 9
must out/hill_statistics_20260501T070000Z.nc wind_speed_percentile 9
run 0 info out/hill_statistics_20260501T060000Z.nc
run 2 run case.toml -o out
has stderr 'hill_statistics_20260501T060000Z.nc'

# One time has one file; one member is a usual run.
run 0 run case.toml -o one --set weather.end=2026-05-01T06:00:00Z
[ -e one/hill_statistics.nc ] || fail "no file of one time"
run 0 run case.toml -o two --set weather.model.member=1 --set output.heights=[10]
[ -e two/hill.nc ] || fail "no wind of member 1"
must two/hill_statistics.nc wind_speed_mean 8.5

# What is refused.
run 4 check case.toml --set weather.model.member=7
has stderr 'no member 7'
run 3 check case.toml --set weather.model.member=1.5
has stderr 'a whole number'
run 3 check case.toml --set output.members=true
has stderr 'the winds of all members of a forecast are not written'
sed '/statistics/,$d' case.toml >bare.toml
run 3 check bare.toml
has stderr 'no output: all members of a forecast, but no [statistics]'
finish
