# Leave-one-out cross-validation of stations: simoom cross-validate.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# Over flat ground the wind of two equal stations is uniform: the third, with 8 m/s instead of 5, is missed by
# 3 m/s, and each of the others is drawn towards it.
cat >three.toml <<'TOML'
[domain]
crs = "local"
size = [1000, 800]
cell_size = [50, 50, 10]
height = 100
[wind]
top = "zero"
[[weather.station]]
name = "A"
position = [200, 200]
profile = "uniform"
readings = [{ time = 2026-05-01T12:00:00Z, speed = 5, from = 270 }, { time = 2026-05-01T13:00:00Z, speed = 5, from = 270 }]
[[weather.station]]
name = "B"
position = [800, 200]
profile = "uniform"
readings = [{ time = 2026-05-01T12:00:00Z, speed = 5, from = 270 }, { time = 2026-05-01T13:00:00Z, speed = 5, from = 270 }]
[[weather.station]]
name = "C"
position = [500, 600]
profile = "uniform"
readings = [{ time = 2026-05-01T12:00:00Z, speed = 8, from = 270 }, { time = 2026-05-01T14:00:00Z, speed = 8, from = 270 }]
TOML
run 0 cross-validate three.toml --json
cp stdout three.json
find_python json
"$python" - <<'PYTHON' || fail 'not the errors of the stations'
import json
with open("three.json", encoding="utf-8") as stream:
    found = json.load(stream)
assert found["schema"] == "simoom.cross_validation/1"
by_name = {row["name"]: row for row in found["stations"]}
c = by_name["C"]
assert c["readings"] == 1 and abs(c["bias"] + 3) < 0.01 and abs(c["rmse"] - 3) < 0.01, c
assert abs(c["vector_rmse"] - 3) < 0.01 and c["direction_error"] < 0.1, c
a, b = by_name["A"], by_name["B"]
assert a["readings"] == 2 and 0 < a["bias"] < 3 and a["rmse"] > a["bias"], a  # at 13:00 B alone, which is equal
assert abs(a["bias"] - b["bias"]) < 0.02, (a, b)
assert found["all"]["readings"] == 5
assert found["left_out"]["readings_alone"] == 1  # C at 14:00
PYTHON
run 0 cross-validate three.toml
matches stdout '^ *C +1 +8\.00 +5\.0[01] +-[23]\.[09][0-9] '
has stdout 'all stations: 5 readings, bias'
has stdout '1 readings at times without any other station are left out'
run 3 cross-validate three.toml --set 'wind.model="incompressible"' --set wind.duration=1 --set wind.interval=1
sed '/name = "B"/,$d' three.toml | sed '$d' >one.toml
run 3 cross-validate one.toml
has stderr 'cross-validation of stations needs at least two stations'

# Two stations that never have a reading at the same time: nothing can be compared.
sed '/name = "C"/,$d' three.toml | sed '$d' >apart.toml
sed -i '0,/readings = .*/s//readings = [{ time = 2026-05-01T12:00:00Z, speed = 5, from = 270 }]/' apart.toml
sed -i 's/^readings = \[{ time = .*13:00.*/readings = [{ time = 2026-05-01T13:00:00Z, speed = 5, from = 270 }]/' apart.toml
run 4 cross-validate apart.toml
has stderr 'no reading can be compared'
finish
