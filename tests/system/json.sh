# The machine-readable summary of a run.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || skip "python3 reads the JSON, and is not there"

keys='["schema", "version", "case", "file", "status", "exit_code", "device", "cells", "domain_top", "times",
"iterations", "residual", "divergence", "solver", "zones", "flow", "prisms", "particles", "wall_s", "cells_per_second", "peak_memory_bytes",
"device_memory_bytes", "outputs", "warnings", "model", "ended", "case_text", "overrides", "stations"]'

run 0 new flat --template flat
run 0 run flat -o 'out "1"' --json summaries/flat.json
sed '$d' stdout >files
check_json summaries/flat.json "list(d) == $keys"
check_json summaries/flat.json 'd["schema"] == "simoom.run/1" and d["case"] == "flat"'
check_json summaries/flat.json 'd["status"] == "ok" and d["exit_code"] == 0'
check_json summaries/flat.json 'd["outputs"] == open("files").read().splitlines()'
check_json summaries/flat.json 'd["cells"]["nx"] * d["cells"]["ny"] * d["cells"]["nz"] == d["cells"]["total"]'
check_json summaries/flat.json '0 < d["cells"]["fluid"] <= d["cells"]["total"]'
check_json summaries/flat.json 'd["cells"]["nx"] == 50 and abs(d["domain_top"] - 200) < 10 and d["times"] == 1'
check_json summaries/flat.json '0 <= d["residual"] <= 1e-6 and 0 <= d["divergence"] <= 1e-5'
check_json summaries/flat.json 'all(d["wall_s"][k] >= 0 for k in ("input", "setup", "solve", "output"))'
check_json summaries/flat.json 'sum(d["wall_s"].values()) - d["wall_s"]["total"] <= d["wall_s"]["total"]'
check_json summaries/flat.json 'd["peak_memory_bytes"] > 1e6'
check_json summaries/flat.json 'd["model"] == "diagnostic" and d["ended"][10] == "T" and d["overrides"] == ""'
check_json summaries/flat.json 'd["case_text"].encode() == open("flat/case.toml", "rb").read()'
check_json summaries/flat.json '[s["name"] for s in d["stations"]] == [] and "residuals" not in d["solver"]'
no_leftovers summaries

# The same is left beside the outputs; not by a run that leaves none, nor one that fails.
same summaries/flat.json 'out "1"/flat_run.json'
run 2 run flat -o 'out "1"'
same summaries/flat.json 'out "1"/flat_run.json'
run 3 run flat -o nothing --set domain.cellsize=1
[ ! -e nothing ] || fail "a run that failed has left something"
cube="$source_tree/cases/cube"
run 0 run "$cube" -o cube --set domain.cell_size=5 --json cube.json
check_json cube.json 'len(d["solver"]["residuals"]) == d["iterations"] and d["solver"]["residual_every"] == 1'
check_json cube.json 'd["solver"]["residuals"][-1] == d["residual"]'
run 6 run "$cube" -o bad --set domain.cell_size=5 --set wind.max_iterations=1 --set wind.tolerance=1e-12
mv bad/*_run.json bad.json
check_json bad.json 'd["status"] == "diverged" and "did not converge" in d["message"]'
check_json bad.json 'd["overrides"].splitlines()[1] == "wind.max_iterations=1"'

# To stdout, alone; the closing line goes to stderr.
run 0 run flat -o out --json -
check_json stdout 'd["status"] == "ok"'
matches stderr '^simoom: done: '
run 0 run flat -o out --overwrite --json - -q
check_json stdout 'd["status"] == "ok"'
[ ! -s stderr ] || fail "something was said in spite of -q"

# The solver: its change where it measures one, its kernels where a profile is asked for.
check_json summaries/flat.json 'd["solver"]["name"] == "multigrid" and d["solver"]["change"] is None'
check_json summaries/flat.json 'list(d["solver"]) == ["name", "seconds", "iteration_bytes", "change"]'
run 0 run "$source_tree/cases/cube" -o sor --set domain.cell_size=5 --set wind.solver=sor-global --set wind.check_every=2 \
  --set wind.history=true --device cpu --profile --json sor.json
matches stdout '^  kernel +calls +s +share, % +MB$'
matches stdout '^  copy to host +[0-9]+ '
check_json sor.json 'd["solver"]["name"] == "sor-global" and d["solver"]["change"] > 0'
check_json sor.json 'd["solver"]["change_every"] == 2'
check_json sor.json 'd["solver"]["changes"][-1] == d["solver"]["change"]'
check_json sor.json 'len(d["solver"]["changes"]) == d["iterations"] // 2'
run 0 run "$source_tree/cases/cube" -o change --set domain.cell_size=5 --set wind.change_tolerance=1e-2 --quiet --json change.json
check_json change.json '0 < d["solver"]["change"] <= 1e-2 and d["residual"] > 1e-6'
run 6 run "$source_tree/cases/cube" -o change --overwrite --set domain.cell_size=5 --set wind.change_tolerance=1e-12 --set wind.max_iterations=2
matches stderr 'did not converge to a change of 1.00e-12 m2/s'
calls='{k["name"]: k["calls"] for k in d["solver"]["kernels"]}'
check_json sor.json "$calls[\"sor\"] == 2 * d[\"iterations\"]"
check_json sor.json "$calls[\"error\"] == d[\"iterations\"] // 2"
check_json sor.json 'd["solver"]["copy_to_host"]["bytes"] > 0'
run 5 run flat -o no --set wind.solver=sor-shared --device cpu
has stderr 'the solver "sor-shared" runs on a GPU only'
has stderr 'help: use wind.solver = "sor-global"'

# Also when the run fails: in the case, in the data, in the solver.
run 3 run flat -o no --set domain.cellsize=1 --json bad.json
check_json bad.json 'd["status"] == "case" and d["exit_code"] == 3 and "cell_size" in d["message"]'
check_json bad.json 'd["residual"] is None and d["cells"] is None and d["outputs"] == []'
run 1 run nowhere.toml --json bad.json
check_json bad.json 'd["status"] == "io" and d["case"] is None and d["exit_code"] == 1'

# The zones of buildings are a part of the time.
check_json summaries/flat.json 'd["zones"] is None'
run 0 new town
run 0 run town -o zones --json zones.json
check_json zones.json '0 < d["zones"]["seconds"] < d["wall_s"]["setup"] + d["wall_s"]["solve"]'
run 0 run town -o zones --overwrite --set wind.zones.on=false --json zones.json
check_json zones.json 'd["zones"] is None'
run 6 run town -o coarse --set wind.max_iterations=1 --set wind.tolerance=1e-12 --json bad.json
check_json bad.json 'd["status"] == "diverged" and d["exit_code"] == 6 and len(d["outputs"]) > 0'
check_json bad.json 'd["residual"] > 1e-12 and "converge" in d["message"]'
tail -n 1 stdout >line
matches line '^simoom: not converged: '

# Text and JSON of a command are one tree of facts.
same_facts check "$cube"
same_facts check town
same_facts check "$source_tree/cases/prism/island.toml"
same_facts check "$source_tree/cases/plume"
check_json facts.json 'd["schema"] == "simoom.check/1" and d["particles"]["count"] == 300000'
check_json facts.json '[p["kind"] for p in d["places"]][:2] == ["source", "receptor"] and d["set_up"]'
same_facts info out/flat.nc
check_json facts.json 'd["schema"] == "simoom.info/1" and d["version"].count(".") == 2'
run 0 run town -o facts --json facts.json
python3 "$source_tree/tests/system/check_facts.py" stdout facts.json >differences ||
  fail "text and JSON of a run differ: $(cat differences)"

# Commands that write files tell their names, also when they fail; servers their address.
run 0 new listed --json
check_json stdout 'd["schema"] == "simoom.new/1" and d["outputs"] == ["listed/case.toml", "listed/README.md"]'
run 0 plot zones/town.nc flat/case.toml --json
check_json stdout 'd["schema"] == "simoom.plot/1" and d["status"] == "ok" and len(d["outputs"]) == 1'
check_json stdout '[w.split(":")[0] for w in d["warnings"]] == ["flat/case.toml"]'
run 0 export zones/town.nc -o town.csv --at a=100,100,10 --json
check_json stdout 'd["schema"] == "simoom.export/1" and d["outputs"] == ["town.csv"]'
run 0 report zones --json
check_json stdout 'd["schema"] == "simoom.report/1" and d["outputs"] == ["zones/town_report.html"]'
run 0 view zones --export town.html --json
check_json stdout 'd["schema"] == "simoom.view/1" and d["outputs"] == ["town.html"]'
run 4 plot nowhere.nc --json
check_json stdout 'd["status"] == "data" and d["exit_code"] == 4 and "nowhere.nc" in d["message"] and d["outputs"] == []'
run 0 chem convert "$source_tree/cases/flame/hydrogen.inp" -o copy.yaml --json
check_json stdout 'd["schema"] == "simoom.chem-convert/1" and d["outputs"] == ["copy.yaml"]'
run 0 help --json
check_json stdout '"plot" in [c["name"] for c in d["commands"]]'
run 0 help plot --json
check_json stdout 'd["name"] == "plot" and "zoom" in [o["name"] for o in d["options"]]'
run 0 help zoom --json
check_json stdout '[o["command"] for o in d["options"]] == ["plot"]'
run 0 help keys --json
check_json stdout 'd["case"]["properties"]["domain"]["properties"]["cell_size"]["description"] != ""'

# What cannot be written is told, and the run's files stay.
echo x >file
run 1 run flat -o out2 --json file/below.json
has stderr 'file/below.json: error: cannot be written'
[ -s out2/flat.nc ] || fail "no results"
finish
