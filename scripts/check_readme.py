#!/usr/bin/env python3
"""Compares the numbers of README.md with the committed results of `simoom validate` and `simoom bench`.

usage: check_readme.py

Every number of its tables stands here with the result that it comes from.
"""
import json
import sys

from pages import ROOT

# Line of the table; file; entry or row; number or figure; its size in the unit shown; as shown.
CLAIMS = [
    ("7 x 11 cubes", "validation/results/amd-epyc-2-cores.json", "epa-7x11", "hit rate (25 % or 0.17 m/s)", 1, "{:.3f}"),
    ("Prairie Grass", "validation/results/amd-epyc-2-cores.json", "prairie-grass", "largest of an arc, FAC2", 1, "{:.3f}"),
    ("vortex shedding", "validation/results/intel-xeon-16-cores-h100-flow.json", "cylinder-vortices", "Strouhal number", 1,
     "{:.3f}"),
    ("mountains", "bench/results/amd-epyc-2-cores.json", "big-butte-60m", "cpu_s", 1, "{:.3f} s"),
    ("145 M cells", "bench/results/intel-xeon-16-cores-h100.json", "cube-145m", "solve_s", 1, "{:.4f} s"),
    ("6.1 M particles", "bench/results/intel-xeon-16-cores-h100-brownout.json", "city-6m-faces", "moves_per_second", 1e9,
     "{:.1f} billion"),
]


def result(path, name, what):
    """The number of an entry (validation) or row (benchmark); of several devices that of the GPU."""
    data = json.loads((ROOT / path).read_text())
    found = [e for e in data.get("entries", data.get("rows")) if e.get("entry", e.get("row")) == name and e["status"] == "ok"][-1]
    if what in found:
        return found[what]
    return next(number["here"] for number in found["numbers"] if number["name"] == what)


def main():
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| [")]
    wrong = 0
    for words, path, name, what, size, form in CLAIMS:
        here = form.format(result(path, name, what) / size)
        cells = [cell.strip() for line in lines if words in line for cell in line.split("|")]
        if here not in cells:
            print(f"check_readme: README.md does not say {here} of '{words}': {path}, {name}, {what}", file=sys.stderr)
            wrong = 1
    return wrong


sys.exit(main())
