# Cases drawn by chance from the tables and keys of the schema: no crash, no hang, no report of a
# sanitizer, and check agrees with run. SIMOOM_RANDOM_CASES and SIMOOM_SEED draw more and others.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || skip "python3 draws the cases, and is not there"

# What only the set-up of a run finds out, check tells too.
domain='[domain]
crs = "local"
size = 20
cell_size = 5
height = 20
[[weather.station]]
speed = 4
from = 270'
printf '%s\n[statistics]\nheights = [2]\nweights = [1, 2]\n' "$domain" >weights.toml
printf '%s\n[wind]\nmodel = "incompressible"\nduration = 1\n[[flow.boundary]]\nat = "west"
kind = "inflow"\nvelocity = [4, 0, 0]\nreynolds_stress = ["0.1 - 0.1 * z", 1, 1, 0, 0, 0]\n' "$domain" >stress.toml
for command in check run; do
  run 3 $command weights.toml
  has stderr "there are 2 statistics.weights, but 1 times"
  run 3 $command stress.toml
  has stderr "is less than 0"
done
[ ! -e weights.nc ] || fail "a case that was refused has left a file"

# seconds that a case may take are SIMOOM_RANDOM_LIMIT, faults of one kind shown SIMOOM_RANDOM_SHOWN.
keys=$(dirname "$program")/list_keys
"$keys" >keys.jsonl || fail "list_keys does not list the keys"
python3 "$source_tree/tests/system/random_cases.py" "$program" keys.jsonl \
  "${SIMOOM_RANDOM_CASES:-200}" "${SIMOOM_SEED:-1}" || fail "cases are listed above"
finish
