#!/usr/bin/env python3
"""Two runs of one case have left the same: every variable of the NetCDF files of two folders bit for
bit, with the same attributes but for when and on what they were run.

usage: compare_runs.py FOLDER FOLDER
"""
import pathlib
import sys

try:
    import netCDF4
    import numpy as np
except ImportError:
    sys.exit(77)

OF_THE_RUN = {"history", "date_created", "device", "simoom_device", "simoom_command", "command"}


def attributes(thing):
    return {n: str(thing.getncattr(n)) for n in thing.ncattrs() if n not in OF_THE_RUN}


def compare(one, other):
    with netCDF4.Dataset(one) as a, netCDF4.Dataset(other) as b:
        assert attributes(a) == attributes(b), "attributes of the file"
        assert list(a.variables) == list(b.variables), "variables"
        for name, variable in a.variables.items():
            same = b[name]
            assert attributes(variable) == attributes(same), f"attributes of {name}"
            variable.set_auto_maskandscale(False)
            same.set_auto_maskandscale(False)
            x, y = np.asarray(variable[:]), np.asarray(same[:])
            assert x.shape == y.shape, f"{name}: {x.shape} and {y.shape}"
            assert x.tobytes() == y.tobytes(), f"{name} differs"


folders = [pathlib.Path(name) for name in sys.argv[1:]]
names = [sorted(path.name for path in folder.glob("*.nc")) for folder in folders]
if names[0] != names[1] or not names[0]:
    sys.exit(f"{names[0]} and {names[1]}")
for name in names[0]:
    try:
        compare(folders[0] / name, folders[1] / name)
    except (AssertionError, KeyError, OSError) as error:
        sys.exit(f"{name}: {error}")
