#!/usr/bin/env python3
"""Compares the results of a run in two folders: the same files, and in NetCDF the same variables with the same bits.

    same_values.py FOLDER FOLDER
"""
import pathlib
import sys

import netCDF4
import numpy

a, b = (pathlib.Path(p) for p in sys.argv[1:3])
count = 0
for path in sorted(a.glob("*.nc")):
    with netCDF4.Dataset(path) as one, netCDF4.Dataset(b / path.name) as other:
        one.set_auto_mask(False)
        other.set_auto_mask(False)
        if list(one.variables) != list(other.variables):
            sys.exit(f"{path.name}: other variables")
        for name, variable in one.variables.items():
            x, y = variable[...], other.variables[name][...]
            if x.dtype != y.dtype or x.shape != y.shape or numpy.asarray(x).tobytes() != numpy.asarray(y).tobytes():
                sys.exit(f"{path.name}: {name} differs")
            count += x.size
if count == 0:
    sys.exit(f"{a}: no values to compare")
print(f"same values: {count} numbers of {a.name}")
