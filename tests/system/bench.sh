# Benchmarks: what is measured, skipped and refused; never how fast it was.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
OMP_NUM_THREADS=1
TMPDIR=$work/tmp
mkdir "$TMPDIR"
export OMP_NUM_THREADS TMPDIR

# Suites and rows are listed; a wrong name is refused before anything is measured.
run 0 bench --list
has stdout 'wind: '
has stdout '  cube-1m '
# Every row that is listed can be asked for by its name.
awk '/^  [^ ]/ { print $1 }' stdout >rows
for part in 1,200 201,400 401,600; do
  sed -n "${part}p" rows >part
  # shellcheck disable=SC2046
  run 0 bench --list $(sed 's/^/--row /' part)
  awk '/^  [^ ]/ { print $1 }' stdout | cmp -s - part || fail "rows that are listed are not known"
done
[ "$(wc -l <rows)" -le 600 ] || fail "rows were left out"
run 2 bench wnd
has stderr "did you mean 'wind'?"
run 2 bench --row cube-1n
has stderr "did you mean 'cube-1m'?"
run 2 bench --device gpu
has stderr "is not one of cpu, cuda, cuda:N"
run 2 bench --repeat 0

# Nothing there to be measured: every row tells why.
run 4 bench wind --device cpu --cases nowhere --json none.json
has stdout 'skipped: no case file nowhere/cube/case.toml; --cases DIR says where it is'
has stderr 'no row could be measured'
check_json none.json 'all(r["status"] == "skipped" and r["reason"] for r in d["rows"])'
run 4 bench --device cpu --row big-butte-60m --cases "$source_tree/cases"
has stdout 'skipped: needs big-butte/big_butte.tif; --data DIR says where it is'
run 4 bench --device cpu --row big-butte-60m --cases "$source_tree/cases" --data .
has stdout 'skipped: no data ./big-butte/big_butte.tif'
run 4 bench --device cuda --row cube-1m-sor --cases "$source_tree/cases"
has stdout 'skipped: '

# A small cube in the place of the large one: measured twice, in a process of its own each time.
mkdir -p cases/cube
sed 's/"100 m"/"40 m"/; s/\["2 m", "2 m", "1 m"\]/"5 m"/' "$source_tree/cases/cube/case.toml" \
  >cases/cube/case.toml
run 0 bench wind --device cpu --row cube-1m --row cube-1m-sor --repeat 2 --json cube.json
matches stdout '^cube-1m +cpu +0\.0128 '
matches stdout '^cube-1m +cpu .* solve: QES-Winds '
has stderr 'bench wind: cube-1m on cpu, 2 of 2'
check_json cube.json 'd["schema"] == "simoom.bench/1" and len(d["rows"]) == 2'
command="simoom bench wind --row cube-1m --row cube-1m-sor --repeat 2 --device cpu"
check_json cube.json "d['command'] == '$command'"
check_json cube.json 'd["host"]["cores"] > 0 and d["host"]["compiler"] and d["host"]["build"]'
check_json cube.json 'all(r["status"] == "ok" and r["repeats"] == 2 for r in d["rows"])'
check_json cube.json 'all(r["cells"] == 12800 and r["residual"] <= 1e-6 for r in d["rows"])'
check_json cube.json 'd["rows"][1]["iterations"] > d["rows"][0]["iterations"] > 0'
check_json cube.json 'all(0 < r["solve_s"] < r["wall_s"] and r["cpu_s"] > 0 for r in d["rows"])'
check_json cube.json 'all(r["peak_memory_bytes"] > 1e6 for r in d["rows"])'
check_json cube.json 'all(b["ratio"] > 0 for r in d["rows"] for b in r["beside"])'
lacks cube.json "$work"

# A signal ends it after the run that it is in; what was measured is told.
"$program" bench --device cpu --row cube-1m --row cube-1m-sor --repeat 99 --json stop.json \
  >stdout 2>stderr </dev/null &
bench=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do
  sleep 0.2
  ! grep -q 'cube-1m on cpu, 2 of 99' stderr || break
done
kill -TERM $bench
wait $bench
code=$?
[ $code -eq 75 ] || fail "exit code $code instead of 75 after SIGTERM"
has stderr 'stopped before all rows were measured'
check_json stop.json '[r["status"] for r in d["rows"]] == ["stopped"]'

# Rows that fail fail the command, and the rest is measured.
mkdir -p cases/town
echo 'nonsense = 1' >cases/town/case.toml
run 1 bench --device cpu --row town --row cube-1m --json bad.json
has stdout "unknown key 'nonsense'"
has stderr '1 of 2 rows failed'
check_json bad.json '[r["status"] for r in d["rows"]] == ["ok", "failed"]'
sed 's|^\[wind\]$|&\nmax_iterations = 1|' cases/cube/case.toml >one.toml
mv one.toml cases/cube/case.toml
run 6 bench --device cpu --row cube-1m --json bad.json
has stdout 'NOT CONVERGED'
check_json bad.json 'd["rows"][0]["status"] == "not converged" and "cells" not in d["rows"][0]'
run 1 bench --device cpu --row cube-1m-sor --json /dev/null/bad.json
has stderr 'bad.json: error: cannot be written'

# Memory bandwidth alone; each line is that of the list, with a figure.
run 0 devices --bandwidth -t 1
matches stdout '^cpu +CPU, .*, memory moves [0-9.]+ GB/s$'
matches stdout '^cuda'

# The experiment of Bozorgmehr et al.: the bandwidth of the memory, times, a profile, winds compared.
run 0 bench poisson --list
has stdout '  145m-sor-dynamic '
has stdout '  errors-multigrid '
run 0 bench poisson --device cpu --cases "$source_tree/cases" --row 0.1m-red-black-sor \
  --row 0.1m-multigrid --row 145m-multigrid-1 --row profile-1m-multigrid --row errors-multigrid \
  --json poisson.json
has stdout 'Table 1, figure 2'
has stdout 'Tables 2 and 3, figure 3'
has stdout 'Table 4'
lacks stdout 'Figure 4'
matches stdout '^145m-multigrid-1 +cpu +skipped: slow on one thread: --full measures it'
matches stdout '^errors-multigrid +cpu +5 '
check_json poisson.json 'd["host"]["bandwidth"]["cpu"] > 1e8 and d["host"]["bandwidth"]["cuda"] is None'
cat >rows.py <<'PYTHON'
import json
file = json.load(open("poisson.json"))
rows = {row["row"]: row for row in file["rows"]}
sor, multigrid = rows["0.1m-red-black-sor"], rows["0.1m-multigrid"]
assert sor["cells"] == multigrid["cells"] == 100000 and sor["iterations"] == 500
assert sor["converged_iterations"] > multigrid["iterations"] > 2
# Bytes a cell of the floor, from its share: the same however long the machine took.
moved = sor["floor_share"] * sor["iteration_s"] * file["host"]["bandwidth"]["cpu"] / sor["cells"]
assert abs(moved - 17) < 1e-9, moved
assert abs(sor["iteration_s"] * 500 / sor["solver_s"] - 1) < 1e-9 and sor["solver_s"] < sor["solve_s"]
assert multigrid["converged_s"] > 0 and multigrid["floor_share"] > 0
assert sor["beside"][0]["value"] == 7.33e-3 and "points" not in sor and "kernels" not in sor
points = rows["errors-multigrid"]["points"]
assert [point["iterations"] for point in points] == [1, 2, 3, 4, 5]
assert all(a["u"] > 5 * b["u"] > 0 for a, b in zip(points, points[1:]))
assert points[4]["residual"] < 1e-5 and points[4]["there_u"] is None
kernels = rows["profile-1m-multigrid"]["kernels"]
assert abs(sum(kernel["share"] for kernel in kernels) - 1) < 1e-9
assert {"smooth_open", "finalVelocity", "CUDA memcpy HtoD"} <= {k["name"] for k in kernels}
PYTHON
if command -v python3 >/dev/null; then
  python3 rows.py >stdout 2>stderr || fail "the rows of the suite poisson are not as they should be"
fi

# A row that was measured before is kept: the time to the error that serial SOR leaves needs it.
run 0 bench poisson --device cpu --cases "$source_tree/cases" --row 0.1m-sor --json serial.json
run 0 bench poisson --device cpu --cases "$source_tree/cases" --row 0.1m-sor --row 0.1m-sor-global --keep serial.json \
  --json both.json
lacks stderr 'bench poisson: 0.1m-sor on'
cat >both.py <<'PYTHON'
import json
before = json.load(open("serial.json"))["rows"][0]
serial, red_black = json.load(open("both.json"))["rows"]
assert serial == before and serial["iterations"] == serial["same_error_iterations"] == 500
assert 400 < red_black["same_error_iterations"] < 600 and red_black["change"] <= serial["change"]
PYTHON
if command -v python3 >/dev/null; then
  python3 both.py >stdout 2>stderr || fail "the kept row is not what was measured"
fi
run 0 bench poisson --device cuda --cases "$source_tree/cases" --row 0.1m-sor --row 0.1m-sor-shared --keep both.json --json kept.json
check_json kept.json '[(r["device"], r["status"]) for r in d["rows"]] == [("cpu", "ok"), ("cuda", "skipped"), ("cuda", "skipped")]'
sed 's/"cores": *[0-9][0-9]*/"cores": 1000/' serial.json >elsewhere.json
run 4 bench poisson --device cpu --row 0.1m-sor --keep elsewhere.json
matches stderr 'elsewhere.json: error: measured on another machine'
run 4 bench poisson --device cpu --row 0.1m-sor --keep both.py
matches stderr 'both.py: error: not written by'
mkdir -p old/cube
sed 's/^\[wind\]$/&\nnonsense = 1/' "$source_tree/cases/cube/zones.toml" >old/cube/zones.toml
# The cases of the rows are what the program reads today, with the keys that their suites add.
run 0 bench reacting flow cavity brownout --check --cases "$source_tree/cases" --row flame-1e4 --row fire-2e5 --row town-2m \
  --row 512-steady --row analytic-3m
[ "$(grep -c 'its case is right' stdout)" = 5 ] || fail "not all cases were checked"
run 1 bench poisson --check --cases old --row 0.1m-multigrid
has stdout "unknown key 'wind.nonsense'"

# Sweeps on prisms: a whole run counts them, as the rows' file does; of a part only the time of a sweep is known, and what is
# scaled from it stands beside nothing.
run 0 bench prism --device cpu --cases "$source_tree/cases" --row 1-32-sor --row 1-32-colour-sor-linear --row 1-128-jacobi \
  --json prism.json
check_json prism.json '([(r["row"], r["sweeps"], "note" in r) for r in d["rows"] if r["row"] != "1-128-jacobi"] ==
  [("1-32-sor", 556, False), ("1-32-colour-sor-linear", 550, False)])'
check_json prism.json 'all(b["ratio"] > 0 for r in d["rows"] if r["sweeps"] for b in r["beside"])'
check_json prism.json '([(r["note"], r["solve_s"], r["solver_s"], r["sweeps"], r["error_mean"]) for r in d["rows"] if "note" in r] ==
  [("5180 of 8978 sweeps, scaled", None, None, None, None)])'
check_json prism.json 'all(abs(r["whole_s"] / (8978 * r["iteration_s"]) - 1) < 1e-12 for r in d["rows"] if "note" in r)'
check_json prism.json 'all(b["ratio"] is None for r in d["rows"] if "note" in r for b in r["beside"])'

# The folder of the results is gone.
[ -z "$(ls "$TMPDIR")" ] || fail "left behind: $(ls "$TMPDIR")"
finish
