"""A uniform wind and air at rest stay as they are, whatever kinds of boundaries meet.

    uniform_wind.py PROGRAM MODEL [all]

MODEL: incompressible or compressible. Without `all`: each kind beside each other kind, not every
combination. A row of means over all air tells: of a uniform wind the kinetic energy is half the
square of its speed, and there is no enstrophy.
"""
import itertools
import multiprocessing
import os
import subprocess
import sys
import tempfile

SPEED = 5.0
WIND = {"wind": [SPEED, 0, 0], "rest": [0, 0, 0]}
ALONG = [("inflow", "outflow"), ("periodic", "periodic"), ("inflow", "inflow"), ("outflow", "outflow")]
ACROSS = [("slip", "slip"), ("periodic", "periodic"), ("inflow", "inflow"), ("outflow", "outflow"),
          ("slip", "outflow"), ("inflow", "outflow"), ("outflow", "inflow"), ("inflow", "slip")]
UP = [("slip", "slip"), ("slip", "outflow"), ("slip", "inflow"), ("outflow", "outflow"), ("outflow", "slip")]
MOST = {"f64": 1e-6, "f32": 1e-4}  # of the speed; numbers of 32 bits have 7 digits, over many steps


def case_of(model, state, along, across, up, extra):
    wind = WIND[state]
    lines = ['[domain]', 'crs = "local"', 'size = [40, 35]', 'height = 30', 'cell_size = 5', 'stretch = 1',
             '[wind]', f'model = "{model}"', 'duration = 2', '[flow]', f'initial = {wind}',
             'series = true', 'subgrid = "none"', *extra, '[output]', 'formats = []']
    names = ["west", "east", "south", "north", "bottom", "top"]
    for name, kind in zip(names, along + across + up):
        lines += ['[[flow.side]]', f'at = "{name}"', f'kind = "{kind}"']
        if kind == "inflow":
            lines.append(f'velocity = {wind}')
    return "\n".join(lines) + "\n"


def deviation(work):
    """Of the speed; None and what was said where it does not run."""
    program, model, precision, state, along, across, up, extra = work
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/case.toml", "w") as file:
            file.write(case_of(model, state, along, across, up, extra))
        done = subprocess.run([program, "run", "case.toml", "-o", ".", "--precision", precision, "--device", "cpu"],
                              cwd=folder, capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"))
        series = [name for name in os.listdir(folder) if name.endswith("_series.csv")]
        if done.returncode != 0 or not series:
            return work, None, done.stderr
        with open(f"{folder}/{series[0]}") as file:
            rows = [line.split(",") for line in file]
    last = dict(zip(rows[0], map(float, rows[-1])))
    before = 0.5 * sum(u * u for u in WIND[state])
    # Roots, as energy and enstrophy are squares: of differences of the wind, over a cell of 5 m.
    wrong = abs((2 * last["kinetic_energy"]) ** 0.5 - (2 * before) ** 0.5)
    return work, max(wrong, 5 * (2 * last["enstrophy"]) ** 0.5) / SPEED, ""


def combinations(model, all_of_them):
    extras = [[]]
    if model == "compressible":
        extras = [["[flow.gas]", f'flux = "{flux}"', f"gravity = {gravity}", f'background = "{background}"']
                  for flux in ("hllc", "slau2") for gravity, background in
                  ((9.81, "neutral"), (9.81, "isothermal"), (0, "neutral"), (0, "none"))]
    full = list(itertools.product(("f64", "f32"), ("wind", "rest"), ALONG, ACROSS, UP, extras))
    # Air outside an outflow stands still, so that no wind comes from there; an inflow needs a wind.
    full = [c for c in full if not (c[1] == "wind" and c[2] == ("outflow", "outflow")) and
            (c[1:3] == ("wind", ("inflow", "outflow")) or c[1:3] == ("wind", ("inflow", "inflow")) or
             all("inflow" not in pair for pair in c[2:5]))]
    if all_of_them:
        return full
    chosen, seen = [], set()
    for c in full:
        pairs = {(a, b) for a, b in itertools.combinations([(n, str(v)) for n, v in enumerate(c[1:5])], 2)}
        if not pairs <= seen:
            seen |= pairs
            chosen.append(c)
    return chosen


def main():
    program, model = os.path.abspath(sys.argv[1]), sys.argv[2]
    works = [(program, model, *c) for c in combinations(model, "all" in sys.argv[3:])]
    worst, bad = 0, 0
    with multiprocessing.Pool(2) as pool:
        for work, value, said in pool.imap_unordered(deviation, works):
            if value is None or not value < MOST[work[2]]:
                bad += 1
                print("FAILED" if value is None else f"deviates by {value:.3g} of the speed:", *work[2:], said[:600])
            else:
                worst = max(worst, value)
    print(f"{model}: {len(works)} combinations, {bad} wrong, largest deviation of the others {worst:.3g}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
