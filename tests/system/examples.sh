# Programs that take a simulation through time themselves, in C and in Python, say the same.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# try COMMAND...: it must succeed.
try() {
  last=$*
  "$@" >stdout 2>stderr || fail "exit code $?"
}
mkdir out
try "$(dirname "$program")/example_alarm" "$source_tree/examples/yard/case.toml" out
has stdout '20.00 s: the leak begins'
has stdout 'kg/m3 at the gate'
matches stdout '^smoke: [0-9.]+ kg emitted'
cp stdout alarm
no_leftovers out

last="example_alarm nowhere.toml"
"$(dirname "$program")/example_alarm" nowhere.toml >stdout 2>stderr
[ $? -ne 0 ] || fail "no failure"
has stderr nowhere.toml

find_python numpy
library=$(dirname "$program")/libsimoom.so
[ -e "$library" ] || skip "no libsimoom.so was built"
export PYTHONPATH="$source_tree/python" SIMOOM_LIBRARY="$library" PYTHONDONTWRITEBYTECODE=1
try "$python" "$source_tree/examples/python/alarm.py" "$source_tree/examples/yard"
diff alarm stdout >differences || fail "the programs differ: $(cat differences)"
finish
