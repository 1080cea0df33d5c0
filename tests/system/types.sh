# Types of the package for Python: mypy, strict (python/pyproject.toml), finds nothing wrong with them, nor with what a
# program may do with them; it finds what is planted.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python mypy numpy xarray
export PYTHONDONTWRITEBYTECODE=1 MYPYPATH="$work/python" MYPY_CACHE_DIR="$work/cache"
cp -r "$source_tree/python" python

# check FILE...: mypy, by the settings of the package.
check() {
  last="(mypy) $*"
  "$python" -m mypy --config-file python/pyproject.toml --no-error-summary "$@" >stdout 2>stderr
}

cat >good.py <<'PYTHON'
from __future__ import annotations

import numpy as np
import simoom
import simoom.service
from numpy.typing import NDArray

case = simoom.Case("cases/town", set={"domain.cell_size": ["6 m", "6 m", "4 m"]})
report: str = case.check(threads=1)
cells: object = case.check(facts=True)["cells"]
about: str = simoom.describe("town.nc")
size: object = simoom.describe("town.nc", facts=True)["size"]


def show(wind: simoom.Result) -> None:
    print(simoom.at_height(wind, 10)["wind_speed"].values.max(), wind.arrays["u_face"].shape)


run: simoom.Run = case.run(on_wind=show, progress=lambda phase, done: print(phase.upper(), 100 * done))
name: str = run.case.name
winds: NDArray[np.float64] = simoom.probe(run, [[10, 20, 2]], time=-1)
simoom.plot.map(run, height=2, cmap="viridis")
prisms: float = float(simoom.prisms(run.files[0])["phi"].mean())
try:
    case.run(precision="f64")
except simoom.Error as error:
    if error.run is not None:
        print(error.status.upper(), error.run.warnings[0].upper())
with simoom.Simulation(case) as stepped:
    stepped.step()
    smoke: float = float(stepped.field("smoke").max()) + stepped.time
    print(stepped.finish()["schema"], stepped.budgets()["smoke"]["emitted"])
gas = simoom.Mechanism("hydrogen.inp")
mix = {"H2": 2, "O2": 1}  # of whole numbers
state: NDArray[np.float64] = gas.concentrations([1200, 1500], 101325, mix)
hot, state = gas.advance(1200, state, 1e-6)
warmest: float = float(np.max(hot)) + gas.ignite(1100, 101325, mix, end=0.01)["by_slope"]
job = simoom.service.Service().run("cases/town", outputs={"wind": "image/tiff"})
told: str = job.wait()["status"]
PYTHON
check good.py python/simoom || fail "mypy finds something"

cat >wrong.py <<'PYTHON'
import simoom
case = simoom.Case("town")
simoom.Case(5)
case.run(threads="all")
report: int = case.check()
case.run().summery
case.run().field("u_face")
simoom.probe("town.nc", [[1, 2, 3]]).upper()
PYTHON
echo 'def wrong(x): return x' >>python/simoom/_native.py
! check wrong.py python/simoom || fail "nothing of what is planted is found"
for line in 3 4 5 6 7 8; do
  has stdout "wrong.py:$line: error: "
done
lacks stdout 'wrong.py:2:'
matches stdout '_native.py.*no-untyped-def'
finish
