# Validation: what is computed, skipped and refused, on small cases with measurements made up here.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
TMPDIR=$work/tmp
mkdir "$TMPDIR"
export TMPDIR

# A folder for pictures is made, or it is said why not, before anything is computed; so is that
# there is no PLplot.
if has_module plot; then
  run 4 validate aij-a --cases nowhere --data . --plots some/where/else
  [ -d some/where/else ] || fail "no folder for the pictures"
  : >file
  run 1 validate aij-a --cases nowhere --data . --plots file/it
  has stderr 'file/it: error: the folder cannot be made: Not a directory'
else
  run 4 validate aij-a --cases nowhere --data . --plots some/where/else
  has stderr 'this needs PLplot'
  [ ! -e some ] || fail "a folder for pictures that cannot be drawn"
fi

# Entries are listed; a wrong name is refused before anything is computed.
run 0 validate --list
has stdout 'cube '
has stdout 'aij-c '
has stdout 'fence '
run 0 validate --list hill
lacks stdout 'cube'
run 2 validate askervain
has stderr "did you mean 'askervein'?"
run 2 validate --device gpu
has stderr 'is not one of auto, cpu, cuda, cuda:N'

# Nothing there to be computed: every entry tells why.
run 4 validate askervein aij-a --cases "$source_tree/cases" --json none.json
has stdout 'skipped: needs askervein/ASW-ANE_TU03A_10m.csv; --data DIR says where it is'
has stdout 'skipped: needs aij/case-a.json; --data DIR says where it is'
has stderr 'no entry could be computed'
check_json none.json 'd["schema"] == "simoom.validate/1" and len(d["entries"]) == 2'
check_json none.json 'all(e["status"] == "skipped" and e["reason"] for e in d["entries"])'
run 4 validate aij-a --cases nowhere --data .
has stdout 'skipped: ./aij/case-a.json: cannot be read: No such file or directory'
run 4 validate cube --cases nowhere
has stdout 'skipped: no case file nowhere/cube/case.toml; --cases DIR says where it is'

# make_data SIGN: 186 points beside the block, whose streamwise wind grows with height, or falls.
make_data() {
  mkdir -p data/aij
  awk -v sign="$1" 'BEGIN {
    printf "{\"planes\": [{\"name\": \"made\", \"points\": ["
    for (i = 0; i < 186; i++)
      printf "%s{\"xOverB\": -3, \"yOverB\": 4, \"zOverB\": %g, \"U\": %g, \"V\": 0, \"W\": 0}\n",
        (i > 0 ? "," : ""), 0.5 + 0.03 * i, sign * (3 + 0.02 * i)
    printf "]}]}\n"
  }' >data/aij/case-a.json
}

# A coarse block in the place of the fine one: a gate passed and a gate failed.
mkdir -p cases validation/aij-a
sed 's/^cell_size = .*/cell_size = 4/' "$source_tree/validation/aij-a/case.toml" \
  >validation/aij-a/case.toml
make_data 1
run 0 validate aij-a --device cpu --cases cases --data data --json block.json
matches stdout '^aij-a +points +186 >= +186  pass '
matches stdout '^aij-a +streamwise wind, correlation +[0-9.]+ >= +0\.7  pass '
matches stdout '^aij-a +vertical wind, correlation +- +-  no gate '
has stdout '2 of 2 gates passed; 8 numbers without one; 0 of 1 entries skipped'
check_json block.json 'd["command"] == "simoom validate aij-a --device cpu" and d["host"]["cores"]'
check_json block.json 'd["entries"][0]["cells"] == 30 * 24 * 15'
check_json block.json '[n["verdict"] for n in d["entries"][0]["numbers"][:3]] == ["pass", "pass", "no gate"]'
check_json block.json 'd["entries"][0]["numbers"][1]["gate"] == "at least"'
lacks block.json "$work"
check_json block.json 'd["entries"][0]["pictures"] == []'
if has_module plot; then
  run 0 validate aij-a --device cpu --cases cases --data data --plots pictures --json drawn.json
  check_json drawn.json '[p["file"] for p in d["entries"][0]["pictures"]] == ["aij-a-streamwise.png"]'
  [ -s pictures/aij-a-streamwise.png ] || fail "no picture: $(ls pictures)"
  mkdir -p some/where/else/aij-a-streamwise.png
  run 1 validate aij-a --device cpu --cases cases --data data --plots some/where/else
  matches stdout '^aij-a +points +186 >= +186  pass '
  has stderr 'some/where/else/aij-a-streamwise.png: error: cannot be written'
fi
make_data -1
run 1 validate aij-a --device cpu --cases cases --data data
matches stdout '^aij-a +streamwise wind, correlation +-[0-9.]+ >= +0\.7  FAIL '
has stderr '1 of 2 gates failed'

# Turbulent flows are only computed where they are named; coarse ones are not judged.
run 0 validate --list taylor-green
run 0 validate neutral-abl --coarse --device cpu --cases "$source_tree/cases" --json neutral.json
has stdout '0 of 0 gates passed; 7 numbers without one'
check_json neutral.json '{n["verdict"] for n in d["entries"][0]["numbers"]} == {"no gate"}'
check_json neutral.json 'd["command"] == "simoom validate neutral-abl --coarse --device cpu"'
check_json neutral.json '0.3 < d["entries"][0]["numbers"][0]["here"] < 0.6'

# Measurements that are not as they should be fail the entry.
echo '{"planes": [{"points": [{"xOverB": 1}]}]}' >data/aij/case-a.json
run 1 validate aij-a --device cpu --cases cases --data data
has stdout 'FAILED: aij/case-a.json: 1 points, not 186'
mkdir data/epa-7x11
echo '**** nothing' >data/epa-7x11/3DU.txt
run 1 validate epa-7x11 --cases "$source_tree/cases" --data data
has stdout 'FAILED: epa-7x11/3DU.txt: 0 points in its profiles, not 894'

# A run that does not converge tells so.
make_data 1
sed 's/^model = .*/model = "diagnostic"\nmax_iterations = 1/' validation/aij-a/case.toml >one.toml
mv one.toml validation/aij-a/case.toml
run 6 validate aij-a --device cpu --cases cases --data data --json one.json
has stdout 'aij-a         not converged: '
check_json one.json 'd["entries"][0]["status"] == "not converged"'
run 6 validate aij-a --device cpu --cases cases --data data --json /dev/null/one.json
has stderr 'one.json: error: cannot be written'

# Tables that lie beside a case: read, missing, wrong.
run 4 validate aij-b channel --cases nowhere
has stdout 'skipped: nowhere/../validation/aij-b/wind.csv: cannot be read: No such file or directory'
mkdir -p validation/channel validation/fence
sed 's/^cell_size = .*/cell_size = 2/' "$source_tree/validation/channel/case.toml" \
  >validation/channel/case.toml
cp "$source_tree/validation/channel/wind.csv" validation/channel/
"$program" validate channel --device cpu --cases cases >stdout 2>stderr
matches stdout '^channel +points +200 >= +200  pass '
matches stdout '^channel +length of the cavity, heights +1\.[0-9]+ '
head -4 validation/channel/wind.csv >wind.csv
mv wind.csv validation/channel/wind.csv
run 1 validate channel --device cpu --cases cases
has stdout 'FAILED: cases/../validation/channel/wind.csv: 1 points, not 200'
echo '-25;3;1' >>validation/channel/wind.csv
run 1 validate channel --device cpu --cases cases
has stdout 'wind.csv:5: not a table of x,z,u'
sed 's/^cell_size = .*/cell_size = [1, 8, 0.4]/' "$source_tree/validation/fence/case.toml" \
  >validation/fence/case.toml
run 0 validate fence --device cpu --cases cases
matches stdout '^fence +points +60 >= +60  pass '
matches stdout '^fence +to 10 heights behind, over that measured +0\.[789]'

# The real measurements are read whole; on coarse grids, whatever their gates say.
coarse() {
  mkdir -p "$(dirname "$1")"
  sed 's/^cell_size = .*/cell_size = '"$2"'/' "$source_tree/$1" >"$1"
}
if [ -r "$data/epa-7x11/3DU.txt" ] && [ -r "$data/aij/case-c.json" ]; then
  coarse validation/epa-7x11/case.toml 5
  coarse validation/aij-c/case.toml 5
  run 1 validate epa-7x11 aij-c --device cpu --cases cases --data "$data"
  matches stdout '^epa-7x11 +points +894 >= +894  pass '
  matches stdout '^aij-c +points +360 >= +360  pass '
else
  echo "not tested: profiles of wind tunnels; no epa-7x11 or aij in $data"
fi
if [ -r "$data/askervein/askervein.tif" ] && has_module gis; then
  coarse cases/askervein/case.toml '["60 m", "60 m", "8 m"]'
  "$program" validate askervein --device cpu --cases cases --data "$data" >stdout 2>stderr
  matches stdout '^askervein +line A, RMSE windward and at the top, m/s +[12]\.[0-9]+ '
  matches stdout '^askervein +line B, of 17, within 25 % +1[0-9] '
else
  echo "not tested: Askervein hill; no askervein in $data, or no GDAL"
fi

# Entries that read fields at probes and on slices by their names.
if "$program" check "$source_tree/validation/gas-pulse/case.toml" >stdout 2>stderr || ! grep -q muParser stderr; then
  run 0 validate gas-duct gas-pulse --coarse --device cpu --cases "$source_tree/cases"
  has stdout '0 of 2 entries skipped'
else
  echo "not tested: fields at probes; built without muParser"
fi

# The folder of the results is gone.
[ -z "$(ls "$TMPDIR")" ] || fail "left behind: $(ls "$TMPDIR")"
finish
