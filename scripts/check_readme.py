#!/usr/bin/env python3
"""Compares the numbers of README.md with the committed results of `simoom validate` and `simoom bench`.

usage: check_readme.py

Every row of its two tables of results stands here with the file, entry and figures that its cells come from: those of simoom,
published ones and those of other programs. A row that is not here, or a cell that says anything else, is an error.
"""
import json
import re
import sys

from pages import ROOT

CPU = "validation/results/amd-epyc-2-cores.json"

# Start of the row: file; entry or row; figure; its size in the unit shown; the cells after the first. In a cell {here} is the
# number of simoom, {published} and {peer} are those beside it (of a benchmark: {peer}); {program} is the name of the other program.
ROWS = {
    "wind between 7 x 11 cubes": (CPU, "epa-7x11", "hit rate (25 % or 0.17 m/s)", 1,
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
    for text in wrong:
        print(f"check_readme: README.md: {text}", file=sys.stderr)
    return len(wrong) > 0


sys.exit(main())
