#!/usr/bin/env python3
"""Reads files of plumes as users do: mass budgets add up, what lies on the ground is what the
mass budget says, the dose is the sum of the means, and xarray knows the intervals.

usage: check_plume.py FILE...
"""
import sys

try:
    import netCDF4
    import numpy as np
    import xarray
except ImportError:
    sys.exit(77)


def by_species(file, start):
    """Variables of each species whose names begin so."""
    names = [str(name) for name in netCDF4.chartostring(file["species_name"][:])]
    found = {getattr(v, "simoom_species", None): v for n, v in file.variables.items()
             if n == start or (n.startswith(start + "_") and not n.startswith("concentration_maximum"))}
    return [found[name] for name in names]


def check(path):
    with netCDF4.Dataset(path) as file:
        assert file.simoom_kind == "plume" and file.Conventions.startswith("CF-1.")
        budget = {m: file[m][:] for m in ("emitted", "airborne", "deposited", "wet_deposited", "outflow", "decayed", "lost")}
        rest = budget["emitted"] - sum(budget[m] for m in budget if m != "emitted")
        assert (abs(rest) <= 1e-12 * budget["emitted"]).all(), f"the budget does not add up: {rest}"
        axes = "ground_" if "ground_x" in file.variables else ""
        area = file[axes + "y_width"][:][:, None] * file[axes + "x_width"][:]
        for n, variable in enumerate(by_species(file, "deposition")):
            mass = float((variable[:].astype(float) * area).sum())
            assert abs(mass - budget["deposited"][n]) <= 1e-5 * max(budget["emitted"][n], 1e-30), \
                f"{mass} kg on the ground, {budget['deposited'][n]} kg in the budget"
        if "time" not in file.dimensions:
            return
        steps = abs(np.diff(file["time_bnds"][:], axis=1))[:, 0]
        for mean, dose in zip(by_species(file, "concentration"), by_species(file, "dose")):
            assert mean.cell_methods == "time: mean"
            total = (mean[:].astype(float) * steps[:, None, None, None]).sum(axis=0)
            assert abs(total - dose[:]).max() <= 1e-5 * max(float(dose[:].max()), 1e-30), dose.name
            assert (np.ma.getmaskarray(mean[0]) == np.ma.getmaskarray(dose[:])).all()
    with xarray.open_dataset(path) as plume:
        assert plume.time.attrs["bounds"] == "time_bnds" and plume.time_bnds.dims == ("time", "nv")
        assert plume.species_name.dims == ("species",)


for name in sys.argv[1:]:
    try:
        check(name)
    except (AssertionError, AttributeError, KeyError, OSError) as error:
        sys.exit(f"{name}: {error!r}")
