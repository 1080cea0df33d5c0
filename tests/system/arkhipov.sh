# The blocks of cases/arkhipov on coarse grids: speeds that a wind of 7 m/s can have between blocks, and smoke that stays in
# the air, by the default scheme and with the flux and the time integration of Arkhipov.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cases="$source_tree/cases/arkhipov"

# Every component of the wind in a file is smaller than 1.5 times the inflow's 7.07 m/s.
slow_enough() {
  run 0 info "$1"
  awk '$1 ~ /^[uvw]$/ { rows++; if ($4 < -10.6 || $6 > 10.6) exit 1 } END { exit rows != 3 }' stdout ||
    fail "winds of $1: $(grep -E '^ +[uvw] ' stdout)"
}

# Smoke is never negative, and there is as much as was released.
keeps_smoke() {
  check_json "$1" '[abs(b["emitted"] - 0.01 * d["flow"]["time"]) < 1e-6 * b["emitted"] for b in d["flow"]["mass_budget"]] == [True]'
  check_json "$1" '[abs(b["airborne"] + b["outflow"] - b["emitted"]) < 1e-4 * b["emitted"] for b in d["flow"]["mass_budget"]] == [True]'
  run 0 info "$2"
  awk '$1 == "smoke" { rows++; if ($4 < 0 || $6 <= 0) exit 1 } END { exit rows != 1 }' stdout ||
    fail "smoke: $(grep smoke stdout)"
}

run 0 run "$cases/default.toml" -o default --set domain.cell_size=5
slow_enough default/arkhipov-default.nc

run 0 run "$cases/smoke.toml" -o smoke --set domain.cell_size=8 --set wind.duration=8 --json smoke.json
slow_enough smoke/arkhipov-smoke.nc
keeps_smoke smoke.json smoke/arkhipov-smoke.nc

run 0 run "$cases/smoke.toml" -o published --set domain.cell_size=8 --set wind.duration=2 --set flow.time_step=8e-4 \
  --set 'flow.compressible.flux="kurganov-tadmor"' --set 'flow.compressible.integrator="euler"' \
  --set 'flow.compressible.background="none"' --json published.json
slow_enough published/arkhipov-smoke.nc
keeps_smoke published.json published/arkhipov-smoke.nc
finish
