#!/usr/bin/env python3
"""Compares the numbers of README.md, and those in the text of docs, with the committed results of `simoom validate` and `simoom bench`.

usage: check_readme.py

Every row of its two tables of results stands here with the file, entry and figures that its cells come from: those of simoom,
published ones and those of other programs. A row that is not here, or a cell that says anything else, is an error. Sentences of docs with
figures of benchmarks stand in PROSE.
"""
import json
import re
import sys

from pages import ROOT

CPU = "validation/results/amd-epyc-2-cores.json"

# Start of the row: file; entry or row; figure; its size in the unit shown; the cells after the first. In a cell {here} is the
# number of simoom, {published} and {peer} are those beside it (of a benchmark: {peer}); {program} is the name of the other program.
ROWS = {
    "wind between 7 x 11 cubes": ("validation/results/amd-epyc-2-cores-epa.json", "epa-7x11", "hit rate (25 % or 0.17 m/s)", 1,
                                  ["{here:.3f}", "1 (all points)", "{peer:.2f}, {program}"]),
    "Project Prairie Grass": (CPU, "prairie-grass", "largest of an arc, FAC2", 1, ["{here:.3f}", "1 (all arcs)", ""]),
    "vortex shedding behind a cylinder": ("validation/results/intel-xeon-16-cores-h100-flow.json", "cylinder-vortices",
                                          "Strouhal number", 1, ["{here:.3f}", "{published:.3f}, published", ""]),
    "2.2 M cells of mountains": ("bench/results/amd-epyc-2-cores.json", "big-butte-60m", "cpu_s", 1,
                                 ["{here:.3f} s", "{peer:.1f} s, {program}"]),
    "145 M cells around a cube": ("bench/results/intel-xeon-16-cores-h100.json", "cube-145m", "solve_s", 1,
                                  ["{here:.4f} s", "{peer:.1f} s, {program}"]),
    "6.1 M particles": ("bench/results/intel-xeon-16-cores-h200-brownout.json", "city-6m-faces", "moves_per_second", 1e9,
                        ["{here:.1f} billion", ""]),
}

# Counts in the first cell: row; text; the figure that it comes from, in the same entry; its size in the unit shown.
COUNTS = [
    ("wind between 7 x 11 cubes", "{:.0f} points", "points", 1),
    ("Project Prairie Grass", "{:.0f} arcs", "arcs", 1),
    ("2.2 M cells of mountains", "{:.1f} M cells", "cells", 1e6),
    ("145 M cells around a cube", "{:.0f} M cells", "cells", 1e6),
]


BENCH = "bench/results/"
THREADS, CHEMISTRY, PRISM = (BENCH + name + ".json" for name in (
    "amd-epyc-2-cores-threads", "intel-xeon-16-cores-h200-chemistry", "intel-xeon-16-cores-h200-prism"))
XEON_POISSON, LIBRARY = BENCH + "intel-xeon-2-cores-poisson-times.json", BENCH + "wind-library/h200-"
METHANE = "ch4-10us-rodas4"


def bench(path, name, what):
    return entry(path, name)[what]


def per_row(path, what, *names):
    return [bench(path, name, what) for name in names]


def threads(path, what):
    """One thread over two, of three sizes."""
    return [bench(path, f"{n}m-multigrid-1", what) / bench(path, f"{n}m-multigrid", what) for n in (1, 5, 10)]


def of_run(path, *keys):
    """A value of the summary of a run."""
    value = json.loads((ROOT / path).read_text())
    for key in keys:
        value = value[key]
    return value


def slower(path):
    """Time of a particle step in f64 over that in f32."""
    return bench(path, "analytic-6m", "moves_per_second") / bench(path, "analytic-6m-f64", "moves_per_second")


# Page; its text, lines joined; the numbers in it.
PROSE = [
    ("theory/particles.md", "{:.1f} times the time for a particle step of the analytic wind ([performance](../performance.md#particles), "
     "`analytic-6m-f64`: 32 and 16 of 250 000 steps), {:.1f} times on a GPU",
     lambda: [slower(BENCH + "intel-xeon-2-cores-brownout.json"), slower(BENCH + "intel-xeon-16-cores-h200-brownout.json")]),
    ("theory/poisson.md", "{:.4f} against {:.3f} s at 1 M cells ({:.2f} times), {:.3f} against {:.3f} s at 5 M ({:.2f}), {:.3f} against "
     "{:.3f} s at 10 M ({:.2f})",
     lambda: [value for n, ratio in zip((1, 5, 10), threads(THREADS, "solve_s"))
              for value in (*per_row(THREADS, "solve_s", f"{n}m-multigrid", f"{n}m-multigrid-1"), ratio)]),
    ("theory/poisson.md", "an iteration is {:.2f}, {:.2f} and {:.2f} times as fast", lambda: threads(XEON_POISSON, "iteration_s")),
    ("theory/prisms.md", "an H200 takes {:.1f}, {:.1f} and {:.1f} s",
     lambda: per_row(PRISM, "solve_s", "3-128-global", "3-128-read-only", "3-128-resident")),
    ("theory/rans.md", "after {:.0f} iterations, {:.0f} s on one H200", lambda: [
        of_run(BENCH + "rans-town/intel-xeon-16-cores-h200.json", *keys) for keys in (["iterations"], ["solver", "seconds"])]),
    ("theory/urban.md", "take {:.0f} ms on an H100, host included (docs/performance.md, row `blocks-145m`)",
     lambda: [bench(BENCH + "intel-xeon-16-cores-h100.json", "blocks-145m", "zones_s") * 1e3]),
    ("theory/chemistry-gpu.md", "A million cells of methane through 10 us take {:.2f} s on an H200, by RODAS4, a {:.0f}th",
     lambda: [bench(CHEMISTRY, METHANE, "wall_s"), bench(CHEMISTRY, METHANE, "cells_per_second") /
              bench(CHEMISTRY, METHANE + "-threads", "cells_per_second")]),
    ("wind-library.md", "{:.1f} s, of which {:.1f} s the file of 2.0 GB | {:.1f} s, of which {:.1f} s the file of 14.6 GB",
     lambda: [of_run(LIBRARY + name, "wall_s", key) for name in ("library.json", "library-145m.json") for key in ("total", "output")]),
    *(("wind-library.md", text, lambda names=names: [of_run(BENCH + "wind-library/" + name, "release_to_areas_s") for name in names])
      for text, names in ((" | {:.1f} s | {:.1f} s |", ("h200-release.json", "h200-release-145m.json")),
                          ("the plume alone | {:.1f} s | {:.1f} s |", ("h200-release-plume-only.json", "h200-release-145m-plume-only.json")),
                          ("--coarse` | {:.1f} s | {:.1f} s |", ("h200-release-coarse.json", "h200-release-145m-coarse.json")),
                          ("alone, the plume alone | {:.1f} s | {:.1f} s |",
                           ("xeon-8-threads-release.json", "xeon-8-threads-release-145m.json")),
                          ("alone, `--coarse` | {:.1f} s | {:.1f} s |",
                           ("xeon-8-threads-release-coarse.json", "xeon-8-threads-release-145m-coarse.json")))),
]


def wrong_prose():
    for page, form, numbers in PROSE:
        text = form.format(*numbers())
        if text not in " ".join((ROOT / "docs" / page).read_text().split()):
            yield f"docs/{page}: should say '{text}'"


def entry(path, name):
    """The entry (validation) or row (benchmark); of several devices that of the last, the GPU."""
    data = json.loads((ROOT / path).read_text())
    return [e for e in data.get("entries", data.get("rows")) if e.get("entry", e.get("row")) == name and e["status"] == "ok"][-1]


def figures(found, what):
    """The figure of simoom and those beside it."""
    if what not in found:
        number = next(n for n in found["numbers"] if n["name"] == what)
        return {**number, "program": found["peer"]}
    beside = [b for b in found["beside"] if b["figure"] == what and b["with"] != "goal"]
    other = {"peer": beside[0]["value"], "program": beside[0]["with"]} if beside else {}
    return {"here": found[what], **other}


def main():
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| [")]
    lines = [line for line in lines if re.search(r"docs/(validation|performance)\.md#", line)]
    wrong = []
    for line in lines:
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        start = next((start for start in ROWS if first.startswith(f"[{start}")), None)
        if start is None:
            wrong.append(f"no source for the row '{first}'")
            continue
        path, name, what, size, forms = ROWS[start]
        numbers = {k: v / size if isinstance(v, (int, float)) else v for k, v in figures(entry(path, name), what).items()}
        for cell, form in zip(cells + [""] * len(forms), forms):
            if cell != form.format(**numbers):
                wrong.append(f"'{cell}' of '{start}' should be '{form.format(**numbers)}': {path}, {name}, {what}")
        for text, figure, unit in (c[1:] for c in COUNTS if c[0] == start):
            if (expected := text.format(figures(entry(path, name), figure)["here"] / unit)) not in first:
                wrong.append(f"'{start}' should say '{expected}': {path}, {name}, {figure}")
    if len(lines) != len(ROWS):
        wrong.append(f"{len(lines)} rows of results, {len(ROWS)} sources")
    wrong = [f"README.md: {text}" for text in wrong] + list(wrong_prose())
    for text in wrong:
        print(f"check_readme: {text}", file=sys.stderr)
    return len(wrong) > 0


sys.exit(main())
