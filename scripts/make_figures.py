#!/usr/bin/env python3
"""Draws figures 2 and 3 of Bozorgmehr et al. (2021) and of Niemeyer and Sung (2013) from bench/results.

usage: make_figures.py [--check]
  --check      tells whether the pictures are those of the results, without drawing; exits with 1 when not

Writes poisson-errors.png, poisson-scaling.png, cavity-first-step.png and chemistry-cells.png in docs/images with
matplotlib. A picture carries a sum of the numbers that it shows, by which --check knows it.
"""
import hashlib
import json
import sys

from pages import ROOT

IMAGES = ROOT / "docs" / "images"
COMPONENTS = (("change", "error, m2/s", "black"), ("u", "u, m/s", "tab:blue"), ("v", "v, m/s", "tab:orange"),
              ("w", "w, m/s", "tab:green"))


def results(suite="poisson"):
    """The rows of a suite of each file that has it in its name, with the processor."""
    found = []
    for path in sorted((ROOT / "bench" / "results").glob(f"*-{suite}*.json")):
        data = json.loads(path.read_text())
        rows = [row for row in data["rows"] if row["suite"] == suite and row["status"] == "ok"]
        found.append((data["host"]["cpu"], rows))
    return found


def errors():
    """Figure 2: error and largest differences after some iterations: {row: [points]}, red-black and serial SOR as
    published, of the first file that has them."""
    for cpu, rows in results():
        of = {row["row"]: row for row in rows if row["row"].startswith("errors-")}
        if "errors-sor" in of:
            return {"cpu": cpu, "points": {name: of[name]["points"] for name in ("errors-sor", "errors-red-black-sor")
                                           if name in of}}
    return None


def scaling():
    """Figure 3: seconds per iteration over cells: {line: [(cells, s)]}, of the file with most rows on a GPU."""
    files = [(sum(row["device"] == "cuda" for row in rows), cpu, rows) for cpu, rows in results()]
    if not files:
        return None
    _, cpu, rows = max(files, key=lambda file: file[0])
    lines, paper = {}, {}
    for row in rows:
        if "points" in row or "kernels" in row or row["iteration_s"] is None or row["row"].endswith("-1"):
            continue
        solver = row["row"].split("-", 1)[1]
        name = f"{solver}, {'one thread' if solver == 'sor' else row['device_name']}"
        if solver != "multigrid" and solver != "sor-copied":
            lines.setdefault(name, []).append((row["cells"], row["iteration_s"]))
        for other in row["beside"]:
            if other["figure"] == "iteration_s":
                paper.setdefault(other["with"], {})[row["cells"]] = other["value"]
    return {"cpu": cpu, "lines": lines, "paper": {name: sorted(points.items()) for name, points in paper.items()}}


def most_lines(suite, lines_of):
    """{line: [(x, s)]} of the file that has most of them, with its processor."""
    files = [{"cpu": cpu, "lines": lines_of(rows)} for cpu, rows in results(suite)]
    return max(files, key=lambda file: len(file["lines"]), default=None)


def first_step_lines(rows):
    """Seconds of the pressure of the first step over the cells of a side."""
    lines = {}
    for row in rows:
        size, way = row["row"].split("-", 1)
        if way.startswith("optimal") or way == "multigrid":
            lines.setdefault(f"{way.removesuffix('-threads')}, {row['device_name']}", []).append((int(size), row["solver_s"]))
    return lines


def first_step():
    """Figure 2 of Niemeyer and Sung."""
    return most_lines("cavity", first_step_lines)


def chemistry_lines(rows):
    """Seconds of a Runge-Kutta step of all cells over their number."""
    lines = {}
    for row in rows:
        if row["row"].startswith("fig3-"):
            name = "one core" if row["row"].endswith("-core") else "all threads" if row["device"] == "cpu" else row["device_name"]
            lines.setdefault(name, []).append((row["cells"], row["cells"] * row["step_s"]))
    return lines


def chemistry():
    """Figure 3 of Niemeyer and Sung."""
    return most_lines("mechanisms", chemistry_lines)


def draw_errors(axes, data):
    """Lines of ours, dots of the paper."""
    for name, points in data["points"].items():
        iterations = [point["iterations"] for point in points]
        for key, label, colour in COMPONENTS:
            axes.plot(iterations, [point[key] for point in points], "-" if name == "errors-sor" else "--", color=colour,
                      label=f"{label}, {'serial SOR as published' if name == 'errors-sor' else 'red-black-sor'}")
    points = next(iter(data["points"].values()))
    for key, label, colour in COMPONENTS:
        axes.plot([point["iterations"] for point in points], [point["there_" + key] for point in points], "o", color=colour,
                  label=f"{label}, paper")
    axes.set(xlabel="iterations", ylabel="error (eq. 7), largest difference from the converged wind", yscale="log",
             ylim=(1e-7, 1), title="Figure 2 of Bozorgmehr et al. (2021): cube, 1 M cells")


def draw_scaling(axes, data):
    """Lines of ours, dots of the paper."""
    for name, line in data["lines"].items():
        axes.plot(*zip(*sorted(line)), "-", marker=".", label=name)
    for name, line in data["paper"].items():
        axes.plot(*zip(*line), "x", label=name)
    axes.set(xlabel="cells", ylabel="time per iteration, s", xscale="log", yscale="log",
             title="Figure 3 of Bozorgmehr et al. (2021): time per iteration")


def draw_lines(axes, data):
    """Lines, both axes logarithmic."""
    for name, line in data["lines"].items():
        axes.plot(*zip(*sorted(line)), "-", marker=".", label=name)
    axes.set(xscale="log", yscale="log")


def draw_first_step(axes, data):
    """Pressure of the first step of the cavity."""
    draw_lines(axes, data)
    axes.set(xlabel="cells of a side", ylabel="pressure of the first step, s",
             title="Figure 2 of Niemeyer and Sung (2013): lid-driven cavity; in the paper, 2048 cells of a side, a GPU is\n"
                   "8.1 times as fast as one core, 2.8 times as six, 1.3 times as by OpenACC (here: generic)")


def draw_chemistry(axes, data):
    """Runge-Kutta steps of hydrogen."""
    draw_lines(axes, data)
    axes.set(xlabel="cells", ylabel="Runge-Kutta step of all cells, s",
             title="Figure 3 of Niemeyer and Sung (2013): hydrogen, 9 species and 38 reactions;\n"
                   "in the paper a GPU is up to 75 times as fast as one core")


FIGURES = {"poisson-errors": (errors, draw_errors), "poisson-scaling": (scaling, draw_scaling),
           "cavity-first-step": (first_step, draw_first_step), "chemistry-cells": (chemistry, draw_chemistry)}


def digest(data):
    """The sum of what a picture shows."""
    return "data " + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def is_drawn(name, data):
    """Whether the picture shows these numbers."""
    path = IMAGES / f"{name}.png"
    return path.exists() and digest(data).encode() in path.read_bytes()


def draw(name, data, function):
    """Draws a picture."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib.figure import Figure
    figure = Figure(figsize=(9, 6.5), dpi=90, layout="constrained")
    axes = figure.add_subplot()
    function(axes, data)
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize="x-small")
    figure.savefig(IMAGES / f"{name}.png", metadata={"Description": digest(data), "Software": None})


def main():
    """Draws what is not drawn yet, or checks."""
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    stale = []
    for name, (collect, function) in FIGURES.items():
        data = collect()
        if data is None or is_drawn(name, data):
            continue
        stale.append(name)
        if not sys.argv[1:]:
            draw(name, data, function)
    if sys.argv[1:] and stale:
        print(f"make_figures: not of these results: {', '.join(stale)}; run scripts/make_figures.py", file=sys.stderr)
        return 1
    print("make_figures: the pictures are those of the results")
    return 0


if __name__ == "__main__":
    sys.exit(main())
