#!/usr/bin/env python3
"""Reads files of trajectories as users do: the sampling geometry of CF (chapter 9, incomplete
multidimensional), by netCDF4, and again by xarray.

usage: check_trajectories.py FILE...
"""
import sys

try:
    import netCDF4
    import numpy as np
    import xarray
except ImportError:
    sys.exit(77)


def check(path):
    with netCDF4.Dataset(path) as file:
        assert file.featureType == "trajectory" and file.Conventions.startswith("CF-1.")
        assert file.simoom_kind == "trajectories"
        ids = [v for v in file.variables.values() if getattr(v, "cf_role", "") == "trajectory_id"]
        assert len(ids) == 1 and ids[0].dimensions == ("trajectory",)
        assert len(set(ids[0][:])) == len(ids[0]), "two trajectories of one particle"
        samples = {name: file[name][:] for name in ("time", "x", "y", "z")}
        for name, values in samples.items():
            assert file[name].dimensions == ("trajectory", "obs"), name
            assert (np.ma.getmaskarray(values) == np.ma.getmaskarray(samples["time"])).all(), name
            assert np.isfinite(values.compressed()).all(), name
        for row in samples["time"]:
            step = np.diff(row.compressed())
            assert (step > 0).all() or (step < 0).all(), "time neither rises nor falls"
        for variable in file.variables.values():
            if variable.dimensions == ("trajectory", "obs") and variable.name not in samples:
                assert variable.coordinates.split() == ["time", "x", "y", "z"], variable.name
                assert getattr(variable, "grid_mapping", "crs") in file.variables or "crs" not in file.variables
        assert len(file["species"].flag_meanings.split()) == len(np.atleast_1d(file["species"].flag_values))
    with xarray.open_dataset(path) as ways:
        assert ways.x.dims == ("trajectory", "obs")
        assert ways.sizes["trajectory"] == len(ways.trajectory)
        one = ways.sel(trajectory=ways.trajectory.values[0]).dropna("obs", subset=["x"])
        assert one.x.ndim == 1


for name in sys.argv[1:]:
    try:
        check(name)
    except (AssertionError, AttributeError, KeyError, OSError) as error:
        sys.exit(f"{name}: {error!r}")
