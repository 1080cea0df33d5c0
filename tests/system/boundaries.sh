# A uniform wind and air at rest stay as they are, whatever kinds of boundaries meet at an edge.
# SIMOOM_ALL_BOUNDARIES=1: every combination, not only a sample.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || skip "python3 makes the cases, and is not there"

for model in incompressible compressible; do
  python3 "$source_tree/tests/system/uniform_wind.py" "$program" $model \
    ${SIMOOM_ALL_BOUNDARIES:+all} >table || fail "$(cat table)"
  tail -n 1 table
done
finish
