"""A uniform wind and air at rest stay as they are, whatever kinds of boundaries meet.

    uniform_wind.py PROGRAM MODEL [all [RESULT.json [SECONDS]]]

MODEL: incompressible or compressible. Without `all`: a sample, for the compressible solver a random one
(SIMOOM_SEED repeats it). RESULT: bench/results/trust/uniform_wind.json, in which the model's part is replaced; with
SECONDS, what has ended by then, in random order. A row of means over all air tells: of a uniform wind the kinetic energy is half the
square of its speed, and there is no enstrophy. A wind of the compressible solver is also "stirred" by
1 mm/s, which may not grow.
"""
import itertools
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time

WIND = {"wind": [5, 0, 0], "rest": [0, 0, 0], "slanted": [4, 3, 0], "upward": [3.6, 2.8, 2]}
ALONG = [("inflow", "outflow"), ("periodic", "periodic"), ("inflow", "inflow"), ("outflow", "outflow")]
ACROSS = [("slip", "slip"), ("periodic", "periodic"), ("inflow", "inflow"), ("outflow", "outflow"),
          ("slip", "outflow"), ("inflow", "outflow"), ("outflow", "inflow"), ("inflow", "slip")]
UP = [("slip", "slip"), ("slip", "outflow"), ("slip", "inflow"), ("outflow", "outflow"), ("outflow", "slip")]
MOST = {"f64": 1e-6, "f32": 1e-4}  # of the speed; numbers of 32 bits have 7 digits, over many steps
GROWTH = 1.5  # of what is stirred
SPEED = 5.0
SAMPLE = 25


def case_of(model, state, stirred, along, across, up, extra):
    wind = WIND[state]
    start = str(wind)
    if stirred:
        waves = ("0.3*x+0.5*y+0.4*z+1", "0.4*x+0.2*y+0.3*z+2", "0.2*x+0.3*y+0.6*z+0.5")
        start = str([f"{u} + 0.001*sin({wave})" for u, wave in zip(wind, waves)])
    lines = ['[domain]', 'crs = "local"', 'size = [40, 35]', 'height = 30', 'cell_size = 5', 'stretch = 1',
             '[wind]', f'model = "{model}"', f'duration = {6 if stirred else 2}', '[flow]', f'initial = {start}',
             'series = true', 'subgrid = "none"', *extra, '[output]', 'formats = []']
    names = ["west", "east", "south", "north", "bottom", "top"]
    for name, kind in zip(names, along + across + up):
        lines += ['[[flow.boundary]]', f'at = "{name}"', f'kind = "{kind}"']
        if kind == "inflow":
            lines.append(f'velocity = {wind}')
    return "\n".join(lines) + "\n"


def of_row(row, wind):
    """Roots, as energy and enstrophy are squares: of differences of the wind, over a cell of 5 m."""
    wrong = abs((2 * row["kinetic_energy"]) ** 0.5 - sum(u * u for u in wind) ** 0.5)
    return max(wrong, 5 * (2 * row["enstrophy"]) ** 0.5)


def deviation(work):
    """How much it deviates, of what is allowed, and of the speed; None and what was said where it does not run."""
    program, model, precision, state, stirred, along, across, up, extra = work
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/case.toml", "w") as file:
            file.write(case_of(model, state, stirred, along, across, up, extra))
        done = subprocess.run([program, "run", "case.toml", "-o", ".", "--precision", precision, "--device", "cpu"],
                              cwd=folder, capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"))
        series = [name for name in os.listdir(folder) if name.endswith("_series.csv")]
        if done.returncode != 0 or not series:
            return work, None, None, done.stderr
        with open(f"{folder}/{series[0]}") as file:
            rows = [line.split(",") for line in file]
    first, last = [of_row(dict(zip(rows[0], map(float, rows[n]))), WIND[state]) for n in (1, -1)]
    return work, last / (GROWTH * first if stirred else SPEED * MOST[precision]), last / SPEED, ""


def sensible(combination):
    _, state, stirred, along, across, up, extra = combination
    # Air outside an outflow stands still, so that no wind comes from there; an inflow needs a wind.
    if state in ("slanted", "upward"):
        through = [("inflow", "outflow"), ("inflow", "inflow")]
        if state == "upward" and "gravity = 9.81" in extra:
            return False  # no steady flow: what rises gets thinner, so that its mass flux is not the same everywhere
        return along in through and across in through and ((up == ("inflow", "outflow")) == (state == "upward"))
    if up == ("inflow", "outflow") or (state == "wind" and along == ("outflow", "outflow")):
        return False
    return ((state == "wind" and along in (("inflow", "outflow"), ("inflow", "inflow"))) or
            all("inflow" not in pair for pair in (along, across, up)))


def combinations(model, all_of_them):
    extras, states, stirred = [[]], ("wind", "rest"), (False,)
    ups = UP
    if model == "compressible":
        states, stirred, ups = tuple(WIND), (False, True), UP + [("inflow", "outflow")]
        extras = [["[flow.compressible]", f'flux = "{flux}"', f"gravity = {gravity}", f'background = "{background}"']
                  for flux in ("hllc", "slau2", "kurganov-tadmor") for gravity, background in
                  ((9.81, "neutral"), (9.81, "isothermal"), (0, "neutral"), (0, "none"))]
    full = list(filter(sensible, itertools.product(("f64", "f32"), states, stirred, ALONG, ACROSS, ups, extras)))
    if all_of_them:
        return full
    if model == "compressible":
        seed = int(os.environ.get("SIMOOM_SEED", random.randrange(10 ** 6)))
        print(f"SIMOOM_SEED={seed}")
        return random.Random(seed).sample(full, SAMPLE)
    chosen, seen = [], set()
    for c in full:
        pairs = set(itertools.combinations([(n, str(v)) for n, v in enumerate(c[1:6])], 2))
        if not pairs <= seen:
            seen |= pairs
            chosen.append(c)
    return chosen


def record(path, model, told):
    """Replaces the part of a model."""
    data = {"schema": "simoom.trust-uniform-wind/1", "models": {}}
    if os.path.exists(path):
        with open(path) as file:
            data = json.load(file)
    data["models"][model] = told
    with open(path, "w") as file:
        json.dump(data, file, indent=1)
        file.write("\n")


def main():
    program, model, *rest = sys.argv[1:]
    works = [(os.path.abspath(program), model, *c) for c in combinations(model, bool(rest))]
    end = time.monotonic() + float(rest[2]) if rest[2:] else float("inf")
    worst, ended, bad, without = {}, 0, 0, 0
    if rest[2:]:
        random.Random(1).shuffle(works)
    with multiprocessing.Pool() as pool:
        for work, part, value, said in pool.imap_unordered(deviation, works):
            if time.monotonic() > end:
                pool.terminate()
                break
            ended += 1
            if ended % 200 == 0:
                print(f"{ended} of {len(works)}", file=sys.stderr)
            if value is None and work[4] and "muParser" in said:
                without += 1
                continue
            if value is None or not part < 1:
                bad += 1
                print("FAILED" if value is None else f"deviates by {value:.3g} of the speed:", *work[2:], said[:600])
                continue
            key = " ".join([work[2], "stirred" if work[4] else "uniform", *work[8][1:]])
            worst[key] = max(worst.get(key, 0), value)
    for key in sorted(worst) if rest else ():
        print(f"{worst[key]:.2e}", key)
    if without:
        print(f"{without} stirred winds left out: built without muParser")
    if rest[1:]:
        record(rest[1], model, {"combinations": len(works), "ended": ended - without, "wrong": bad,
                                "largest_deviation": {key: float(f"{worst[key]:.3g}") for key in sorted(worst)}})
    print(f"{model}: {ended} of {len(works)} combinations, {bad} wrong, largest deviation of the others "
          f"{max(worst.values(), default=0):.3g} of the speed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
