# The package for Python: its rows are those of the headers, it runs a case and gives the numbers of
# its file, without copies; it is found where it is installed, and its notebook runs.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python numpy
library=$(dirname "$program")/libsimoom.so
[ -e "$library" ] || skip "no libsimoom.so was built"
export PYTHONPATH="$source_tree/python" SIMOOM_LIBRARY="$library" PYTHONDONTWRITEBYTECODE=1

cat >house.toml <<'TOML'
[case]
name = "house"
title = "Größe"
[domain]
size = [100, 80]
cell_size = [4, 4, 4]
height = 60
[[buildings.box]]
corner = [25, 20]
size = 20
height = 13
[[weather.station]]
position = [1, 1]
readings = [
  { time = 2026-05-01T10:30:00Z, speed = 4, from = 270 },
  { time = 2026-05-01T11:00:00Z, speed = 8, from = 300 },
]
[turbulence]
model = "local"
[output]
faces = true
heights = [2, 10]
turbulence = ["tke"]
TOML

# try COMMAND...: it must succeed.
try() {
  last=$*
  "$@" >stdout 2>stderr || fail "exit code $?"
  lacks stderr Traceback
}
try "$python" "$source_tree/tests/system/check_api.py" "$source_tree"
try "$python" "$source_tree/tests/system/check_python.py" house.toml "$source_tree/cases/flame/hydrogen.inp" \
  "$source_tree/cases/prism"
has stdout 'check_python: done'
try "$python" "$source_tree/tests/system/check_types.py"
run 0 report out # of a run from Python, which has left its record
lacks stderr HDF5-DIAG
no_leftovers .

# A library that is missing, invalid or of another version.
SIMOOM_LIBRARY=/nowhere/libsimoom.so "$python" -c 'import simoom; simoom.devices()' >stdout 2>stderr
has stderr 'simoom.Error: no libsimoom.so; looked for'
has stderr '  /nowhere/libsimoom.so'
echo none >none.so
SIMOOM_LIBRARY=none.so "$python" -c 'import simoom; simoom.devices()' >stdout 2>stderr
has stderr 'cannot open the library of simoom'
has stderr 'SIMOOM_LIBRARY names another one'
"$python" -c 'import simoom; simoom._api.VERSION = "0.0.9"; simoom.devices()' >stdout 2>stderr
has stderr 'but the Python package is of 0.0.9'

# Found through the program, and where it is installed.
mkdir -p "a prefix/bin" "a prefix/lib/simoom/0.2" "a prefix/share/simoom/python"
ln -s "$library" "a prefix/lib/simoom/0.2/libsimoom.so"
cp -r "$source_tree/python/simoom" "a prefix/share/simoom/python"
unset SIMOOM_LIBRARY
PYTHONPATH="$work/a prefix/share/simoom/python" try "$python" -c '
import simoom
assert simoom.devices().startswith("cpu")
assert simoom._library._loaded._name.endswith("a prefix/lib/simoom/0.2/libsimoom.so")'
export SIMOOM_LIBRARY="$library"

# The notebook of the documentation, from a folder of its own.
try "$python" "$source_tree/tests/system/run_notebook.py" "$source_tree/docs/notebook.ipynb"
finish
