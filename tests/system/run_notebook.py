#!/usr/bin/env python3
"""Runs the cells of a notebook one after the other, as Jupyter would: run_notebook.py NOTEBOOK"""
import json
import os
import sys

try:
    import matplotlib
    import xarray  # noqa: F401
except ImportError as missing:
    print(f"the notebook is not run: {missing}")
    sys.exit(0)
matplotlib.use("Agg")
path = os.path.abspath(sys.argv[1])
cells = [cell for cell in json.load(open(path))["cells"] if cell["cell_type"] == "code"]
assert cells, "no code in it"
names = {"__name__": "__main__"}
for number, cell in enumerate(cells, 1):
    source = "".join(cell["source"])
    exec(compile(source, f"{path}, cell {number}", "exec"), names)
print(f"run_notebook: {len(cells)} cells")
