# Every command and block of Python in README, docs and cases that can run, runs; every option is one.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module plot || skip "simoom was built without PLplot"
has_module gis || skip "simoom was built without GDAL"
find_python numpy netCDF4 xarray matplotlib
export PYTHONPATH="$source_tree/python" PYTHONDONTWRITEBYTECODE=1
SIMOOM_LIBRARY=$(dirname "$program")/libsimoom.so
export SIMOOM_LIBRARY
"$python" "$source_tree/tests/system/documented_commands.py" "$program" "$source_tree" >stdout 2>stderr ||
  fail "commands of the documentation fail"
cat stdout
finish
