#!/usr/bin/env python3
"""Measures how far the steady RANS wind is from its final state where the iterations stop.

    scripts/measure_rans_stop.py PROGRAM FOLDER [OUT.json]

PROGRAM: simoom. In FOLDER, which is made, a town of 400 m x 320 m is cut from cases/blocks and
computed from the diagnostic wind (rans.grid_sequencing = 0): once to a hundredth of the default
tolerance, which is taken as the final state, and again until each of a few estimates is reached.
Errors are those of the wind vector in air cells, over the fastest component. Takes about 3000
iterations of 512 000 cells. Needs NumPy and netCDF4.
"""

import json
import os
import re
import subprocess
import sys

import netCDF4
import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZE = (400, 320)  # m
MARGIN = 30  # m, without buildings along the sides
TOLERANCE = 0.001  # default of rans.tolerance
FINAL = TOLERANCE / 100
LOW = 6  # layers, 12 m
LINE = re.compile(r"iteration (\d+): (\S+) of the fastest wind from the steady one, at most (\S+)")
LIST = re.compile(r"\[[^\[\]{}]*\]")
BOX = re.compile(r"corner = \[(\d+), (\d+)\], size = \[(\d+), (\d+)\]")


def town():
    """The case."""
    with open(os.path.join(ROOT, "cases", "blocks", "case.toml"), encoding="utf-8") as file:
        lines = file.read().split("\n")
    kept = []
    for line in lines:
        box = BOX.search(line)
        if box:
            x, y, dx, dy = (int(number) for number in box.groups())
            if min(x, y) < MARGIN or x + dx > SIZE[0] - MARGIN or y + dy > SIZE[1] - MARGIN:
                continue
        kept.append(line)
    text = "\n".join(kept).replace('["2000 m", "1160 m"]', f'["{SIZE[0]} m", "{SIZE[1]} m"]')
    text = text.replace('height = "200 m"', 'height = "128 m"')
    return text.replace('model = "diagnostic"', 'model = "rans"\n[rans]\ngrid_sequencing = 0')


def run(program, case, folder, **keys):
    """Computes the case; gives the lines of its log and its wind file."""
    sets = [word for key, value in keys.items() for word in ("--set", f"rans.{key}={value}")]
    command = [program, "run", case, "-o", folder, "-v", "--overwrite", *sets]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode not in (0, 6):  # 6: not steady
        sys.exit(done.stderr)
    history = [LINE.search(line) for line in (done.stdout + done.stderr).split("\n")]
    rows = [(int(m[1]), float(m[2]), float(m[3])) for m in history if m]
    return rows, netCDF4.Dataset(os.path.join(folder, "blocks.nc"))


def wind(data):
    """u, v and w in [3][z][y][x]."""
    return numpy.array([data.variables[name][0].filled(0) for name in "uvw"], dtype=float)


def errors(data, final, air, fastest):
    """Root mean square, that of the lowest layers, 99.9 % quantile and largest error."""
    distance = numpy.sqrt(((wind(data) - final) ** 2).sum(axis=0)) / fastest
    low = distance[:LOW][air[:LOW]]
    all_air = distance[air]
    numbers = (
        numpy.sqrt((all_air**2).mean()),
        numpy.sqrt((low**2).mean()),
        numpy.quantile(all_air, 0.999),
        all_air.max(),
    )
    return [float(f"{number:.2g}") for number in numbers]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    program, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    case = os.path.join(folder, "case.toml")
    with open(case, "w", encoding="utf-8") as file:
        file.write(town())
    history, data = run(program, case, os.path.join(folder, "final"), tolerance=FINAL)
    final = wind(data)
    air = ~numpy.ma.getmaskarray(data.variables["u"][0])
    fastest = numpy.abs(final).max()
    stops = [
        (f"root mean square {limit:g}", next(row for row in history if row[1] <= limit))
        for limit in (4 * TOLERANCE, 2 * TOLERANCE, TOLERANCE, TOLERANCE / 2)
    ]
    stops.append(("largest 0.01", next(row for row in history if row[2] <= 0.01)))
    rows = []
    for name, (iterations, rms, largest) in stops:
        out = os.path.join(folder, str(iterations))
        _, data = run(program, case, out, tolerance=FINAL / 100, max_iterations=iterations)
        rows.append([name, iterations, rms, largest, *errors(data, final, air, fastest)])
        print(rows[-1], flush=True)
    columns = ["stop", "iterations", "estimated_rms", "estimated_largest"]
    result = {
        "what": "scripts/measure_rans_stop.py: a town of 400 m x 320 m of cases/blocks, cells of 4 m x 4 m x 2 m, without "
        "grid sequencing: iterations until an estimate of the distance from the steady wind is reached, and the distance "
        "from the wind of many iterations there, all over the fastest wind; low: the lowest six layers",
        "cells": int(air.size),
        "final_iterations": history[-1][0],
        "columns": columns + ["rms", "low_rms", "quantile_99.9", "largest"],
        "rows": rows,
        "history_columns": ["iterations", "estimated_rms", "estimated_largest"],
        "history": history,
    }
    out = sys.argv[3] if len(sys.argv) == 4 else os.path.join(folder, "stop.json")
    with open(out, "w", encoding="utf-8") as file:
        file.write(LIST.sub(lambda m: " ".join(m[0].split()), json.dumps(result, indent=1)) + "\n")


if __name__ == "__main__":
    main()
