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
position = [0.0004, 5e-05]
height = 0.0003
size = [0.0002, 0.0001, 0.0002]
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
run 0 check "$source_tree/cases/ignition/case.toml" # a hot spot moves the air
lacks stderr 'nothing moves'
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

# Sources of every shape, one run each: what is given off is the mass of the case, of a source that ends, of one by a table
# of rates that ends with the run, and at once; and all of it comes into the air.
# shape KEYS KG: the case, cold, with a release of these keys and this mass.
sed '/^\[\[flow.reaction.zone/,/^mixture = "H2:1"$/d' spark.toml >cold.toml
shape() {
  printf '[[flow.reaction.release]]\nmixture = "H2:1"\n%b\n' "$1" | cat cold.toml - >shape.toml
  run 0 run shape.toml -o shape --overwrite --precision f64 --set wind.duration=4e-6
  has stderr "gas: $2 kg released"
  grep -E '^  (H|O|N) ' stdout | awk '{print $2, $6}' >elements
  awk '$2 > 1e-12 * $1 || -$2 > 1e-12 * $1 {bad = 1} END {exit bad || NR != 3}' elements ||
    fail "elements are lost of a source of $1: $(cat elements)"
}
at='position = [5e-4, 5e-5]\nheight = 4e-4\n'
shape "${at}mass = 3e-15" 3e-15
shape "${at}rate = 1e-9\nstart = 1e-6\nstop = 3.5e-6" 2.5e-15
shape "${at}end = [9e-4, 5e-5]\nend_height = 9e-4\nrates = [[0, 0], [2e-6, 4e-9], [4e-6, 0]]" 8e-15
shape "${at}size = [3e-4, 1e-4, 2e-4]\nmass = 2e-15\nstart = 1e-6\nstop = 2e-6" 2e-15
shape "${at}radius = 4e-5\nrate = 1e-9" 4e-15
shape "${at}shape = \"sphere\"\nradius = 4.5e-5\nrate = 1e-9" 4e-15
shape 'shape = "domain"\nrate = 1e-9' 4e-15
shape 'path = [[0, 3e-4, 5e-5, 2e-4], [4e-6, 7e-4, 5e-5, 8e-4]]\nmass = 5e-15' 5e-15

run 0 run spark.toml -o threads -t 2
alike whole threads
resumes_alike whole spark.toml part spark_000000.000003000s.vti

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
