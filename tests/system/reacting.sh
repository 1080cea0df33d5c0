# Air that burns in the compressible solver: any number of threads, stopping and going on; what may
# be wrong with a mixture.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >spark.toml <<'TOML'
[case]
name = "spark"
[domain]
crs = "local"
size = [2.4e-3, 1e-4]
height = 1.6e-3
cell_size = 1e-4
stretch = 1
[wind]
model = "compressible"
duration = 2e-5
interval = 1e-6
[flow]
subgrid = "none"
initial = [3, 0, 0]
series = true
[flow.compressible]
gravity = 0
background = "isothermal"
temperature = 300
[flow.reaction]
mechanism = "hydrogen.inp"
mixture = "H2:2, O2:1, N2:3.76"
diffusion = "mixture-averaged"
outputs = ["H2", "OH"]
[[flow.reaction.zone]]
mass_fraction = "exp(-((x - 1e-3)^2 + (z - 8e-4)^2) / (4e-4)^2)"
temperature = 1800
[[flow.reaction.release]]
from = [3e-4, 0, 3e-4]
to = [5e-4, 1e-4, 5e-4]
rate = 1e-8
mixture = "H2:1"
[[flow.boundary]]
at = "west"
kind = "inflow"
velocity = [3, 0, 0]
mixture = "H2:1, O2:1, N2:3.76"
[[flow.boundary]]
at = "east"
kind = "outflow"
[[flow.boundary]]
at = ["south", "north", "bottom", "top"]
kind = "slip"
[output]
formats = ["netcdf", "vtk"]
TOML
cp "$source_tree/cases/flame/hydrogen.inp" .
"$program" check spark.toml >stdout 2>stderr || ! grep -q muParser stderr || skip "built without muParser"
run 0 check spark.toml
has stdout 'not included in the time; they may take most of it'
run 0 run spark.toml -o whole -t 1
if has_module plot; then
  run 0 plot whole/spark.nc
  has stdout whole/spark_temperature.png # of air that burns, unless somebody asks for the wind
  # One scale over all times, in which that of the begin, where nothing has burnt, does not count.
  run 0 plot whole/spark.nc --time all --field Y_OH -o all.png
  last=$(ls all_t*.png | tail -n 1)
  run 0 plot whole/spark.nc --field Y_OH --range 0,1 -o one.png
  grep -aq 'mass fraction of OH' whole/spark.nc || fail "the file does not say whose mass fraction"
  ! cmp -s "$last" one.png || fail "the scale of all times reaches to 1"
  rm -f whole/*.png
fi
run 0 report whole
has whole/spark_report.html 'Heat release, at the times of the file'
rm whole/spark_report.html
# Of each element as much is there or left as was there or came, to rounding.
run 0 run spark.toml -o exact --precision f64 --set wind.duration=4e-6 --json exact.json
matches stdout '^  mass budget, kg +initial +emitted +airborne +outflow +imbalance$'
check_json exact.json 'len([e for e in d["flow"]["element_budget"] if e["initial"] > 0]) == 3'
check_json exact.json 'all(abs(e["imbalance"]) <= 1e-12 * e["initial"] and e["outflow"] != 0
  for e in d["flow"]["element_budget"] if e["initial"] > 0)'
rm -r exact

run 0 run spark.toml -o threads -t 2
alike whole threads
interrupt spark.toml part spark_000000.000003000s.vti
run 0 run spark.toml -o part -t 2 --resume
alike whole part

# A cell whose chemistry takes more steps than it may is in a file.
sed -e 's/^diffusion.*/diffusion = "none"\nrtol = 1e-10\natol = 1e-20\nmax_steps = 1/' \
  -e 's/^duration.*/duration = 1e-6/' spark.toml >stiff.toml
run 6 run stiff.toml -o stiff
has stderr 'cannot be integrated; the cell is in stiff/spark_cell_'
cell=$(ls stiff/spark_cell_*.toml)
has "$cell" 'temperature = '
has "$cell" '"O2" = '
run 0 chem ignite "$cell" # with as many steps as it takes
has stdout 'steps'
sed 's/^rtol/on_failure = "continue"\nrtol/' stiff.toml >goes_on.toml
run 0 run goes_on.toml -o goes_on
has stderr 'they stay as they were'

# The method is that of the case, also in the file of the cell.
sed 's/^rtol/method = "rodas4"\nrtol/' stiff.toml >method.toml
run 6 run method.toml -o method
has "$(ls method/spark_cell_*.toml)" 'method = "rodas4"'

# wrong SED MESSAGE: the case with a mistake is refused.
wrong() {
  sed "$1" spark.toml >wrong.toml
  run "${3:-3}" run wrong.toml -o wrong
  has stderr "$2"
}
wrong 's/mixture = "H2:2, O2:1/mixture = "H2:2, O22:1/' "'flow.reaction.mixture': the mechanism has no species \"O22\""
has stderr 'did you mean "O2"?'
wrong 's/outputs = .*/outputs = ["OHH"]/' "'flow.reaction.outputs': the mechanism has no species"
wrong 's/mixture = "H2:1"/mixture = "H2"/' "'flow.reaction.release.mixture': no part is given in \"H2\""
wrong 's/mixture = "H2:1"/mixture = "H2:0"/' 'there is nothing in'
wrong 's/^background.*/background = "none"/' 'a reacting flow requires one'
wrong 's/^kind = "slip"/kind = "slip"\nmixture = "H2:1"/' "'flow.boundary.mixture' has no meaning at the south boundary"
wrong 's/^diffusion/method = "euler"\ndiffusion/' "'flow.reaction.method'"
sed -i '/^TRANSPORT/,$d' hydrogen.inp
wrong 's/x/x/' 'has no transport data'
finish
