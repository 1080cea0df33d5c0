# The report of a run: one page with all of it, of every kind of run, however it ended.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || skip "python3 reads the page, and is not there"
run 4 report .
has stderr 'no run has left its record here'
has_module plot && pictures=true || pictures=false

# page FILE PICTURES: a page that is as it must be, with so many pictures where there are any.
page() {
  python3 "$source_tree/tests/system/check_report.py" "$1" $($pictures && echo "$2" || echo 0) ||
    fail "$1 is not as it must be"
}

cat >house.toml <<'TOML'
[case]
name = "house"
title = "A <small> house & its \"smoke\""
[domain]
size = [100, 80]
cell_size = 4
height = 60
[[buildings.box]]
corner = [25, 20]
size = 20
height = 13
[[weather.station]]
name = "mast & Söhne"
position = [10, 12]
readings = [
  { time = 2026-05-01T10:30:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T11:00:00Z, speed = 8, from = 300 },
]
[particles]
step = 2
duration = 60
[[particles.source]]
position = [10, 30]
height = 5
count = 2000
rate = 1
[[particles.receptor]]
name = "gate, \"north\""
position = [60, 30]
threshold = "1 ug/m3"
[particles.concentration]
cell_size = 8
interval = "30 s"
TOML
run 0 run house.toml -o 'a folder' --set wind.tolerance=1e-5
run 0 report 'a folder'
has stdout 'a folder/house_report.html'
report='a folder/house_report.html'
page "$report" 9
has "$report" '<span class="status good">done</span>'
has "$report" 'A &lt;small&gt; house &amp; its &quot;smoke&quot;'
has "$report" 'mast &amp; Söhne'
has "$report" 'wind.tolerance=1e-5'

# Without the drivers of PLplot, which cannot be called again after that: a page without pictures.
last="report 'a folder' (no drivers of PLplot)"
PLPLOT_DRV_DIR=$PWD "$program" report 'a folder' -o bare.html >stdout 2>stderr </dev/null
code=$?
[ $code -eq 0 ] || fail "exit code $code without drivers of PLplot"
has stderr 'a part of the page is missing'
has bare.html 'wind.tolerance=1e-5'
matches "$report" '25 x 20 x [0-9]+ = [0-9]+ cells, [0-9]+ of them air'
has "$report" '2026-05-01T11:00:00Z</th><td>yes</td>'
has "$report" 'Mass budget of each species'
has "$report" 'Receptors, over the whole run'
has "$report" '<th scope="row">gate, &quot;north&quot;</th><td>'
has "$report" 'Concentration at the receptors'
has "$report" 'theory/urban.md'
has "$report" 'Concentrations count particles'
has "$report" 'The whole program'
has "$report" 'The run warned of'
lacks "$report" 'Steps of the flow'
has "$report" 'Ground, buildings and stations'
no_leftovers 'a folder'

# In other units, each where it fits; heights stay in m.
run 0 info 'a folder/house.nc'
awk '$1 == "u" { print $3, $4, $5 }' stdout >metres
run 0 info 'a folder/house.nc' --unit kt
matches stdout '^ +building_height +m +0 +[0-9.]+ +13 '
awk '$1 == "u" && $2 == "kt" { print $3, $4, $5 }' stdout >knots
paste metres knots | awk '{ for (i = 1; i < 4; i++) if (($i / 0.514444 - $(i + 3))^2 > 1e-6) exit 1 }
  END { exit NR != 1 }' || fail "u in kt is not u in m/s over 0.514444"
run 0 info 'a folder/house_plume.nc' --unit ug/m3
matches stdout '^ +gas +[0-9.e+]+ ug/m3 +x '
run 2 info 'a folder/house_plume.nc' --unit ppm
has stderr "nothing in it can be shown in 'ppm'"
run 0 report 'a folder' --unit kt --unit mg/m3 -o units.html
has units.html 'kt, mg/m3; SI where these do not fit'
matches units.html '<th scope="row">u</th><td>kt</td>'
matches units.html '<th scope="row">concentration</th><td>mg/m3</td>'
has units.html 'Maximum of means, mg/m3'
has units.html 'Dose, kg s/m3'
page units.html 9
run 2 report 'a folder' --unit kt --unit mol -o none.html
has stderr "nothing of this run can be shown in 'mol'"
matches stderr 'help: there is .*a speed \(m/s'
[ ! -e none.html ] || fail "none.html was left"

# From the record itself, from elsewhere, and after the folder was moved.
mv 'a folder' moved
run 0 report moved/house_run.json -o deep/r.html
page deep/r.html 9
cp moved/house_run.json summary.json
run 0 report summary.json
has summary_report.html 'Not shown: '
page summary_report.html 1

# A file that was truncated since, or went, is told of.
head -c 3000 moved/house_plume.nc >cut && mv cut moved/house_plume.nc
run 0 report moved
page moved/house_report.html 5
has moved/house_report.html 'house_plume.nc'
has moved/house_report.html 'Not shown: '

# Runs that did not come to a good end, and one of a flow.
run 6 run house.toml -o bad --set wind.max_iterations=1 --set wind.tolerance=1e-14
run 0 report bad
has bad/house_report.html '<span class="status bad">diverged or not converged</span>'
has bad/house_report.html 'raise wind.max_iterations'
page bad/house_report.html 8
cat >flow.toml <<'TOML'
[domain]
size = [40, 40]
cell_size = 4
height = 40
[wind]
model = "incompressible"
duration = 4
interval = 2
[flow]
initial = [2, 0, 0]
[[flow.scalar]]
name = "smoke"
[[flow.boundary]]
at = ["west", "east", "south", "north"]
kind = "periodic"
[output]
formats = ["netcdf"]
TOML
run 0 run flow.toml -o flow
run 0 report flow
has "$(ls flow/*_report.html)" 'Steps of the flow'
has "$(ls flow/*_report.html)" 'theory/incompressible.md'
has "$(ls flow/*_report.html)" 'section of smoke'
has "$(ls flow/*_report.html)" 'nothing stands on it'
! $pictures || has "$(ls flow/*_report.html)" 'map of mass concentration'
! $pictures || has "$(ls flow/*_report.html)" 'map of horizontal wind speed'
page "$(ls flow/*_report.html)" 4
run 0 run flow.toml -o means --set flow.mean_from=1 # which no solver made
run 0 report means
lacks "$(ls means/*_report.html)" 'Every time of flow_mean.nc'
has "$(ls flow/*_report.html)" 'Mass budgets of the flow, kg'
check_json "$(ls flow/*_run.json)" 'len(d["flow"]["mass_budget"]) == 1'
run 0 run "$source_tree/cases/prism" -o prism
run 0 report prism
has "$(ls prism/*_report.html)" 'triangles x'
has "$(ls prism/*_report.html)" 'Mean error against the known solution'
has "$(ls prism/*_report.html)" 'The mesh and its bottom'
page "$(ls prism/*_report.html)" 3
run 0 run flow.toml -o none --set 'output.formats=[]'
run 0 report none
page "$(ls none/*_report.html)" 0
has "$(ls none/*_report.html)" 'left no NetCDF file'

run 3 run house.toml --set domain.cellsize=2 --json never.json
run 0 report never.json
page never_report.html 0
has never_report.html '<h1>house.toml: report of a run'
has never_report.html '<span class="status bad">invalid case</span>'
has never_report.html "unknown key 'domain.cellsize'"

# Wrong options leave no file.
cp bad/house_run.json bad/other_run.json
run 2 report bad
has stderr 'holds 2 runs'
run 1 report nowhere
has stderr 'cannot be read'
run 4 report house.toml
has stderr 'not JSON, or truncated'
head -c 700 moved/house_run.json >cut.json
run 4 report cut.json
has stderr 'not JSON, or truncated'
echo '{"schema": "simoom.bench/1"}' >other.json
run 4 report other.json
has stderr 'not the summary of a run'
echo '[]' >list.json
run 4 report list.json
echo '{"schema": "simoom.run/1", "outputs": [1, "x.nc"], "warnings": 3, "particles": {"mass_budget": [2]}}' >odd.json
run 0 report odd.json
run 1 report moved -o house.toml/r.html
has stderr 'cannot be written'
run 2 report
for left in house_report.html cut_report.html other_report.html list_report.html; do
  [ ! -e $left ] || fail "$left was left"
done
no_leftovers .
finish
