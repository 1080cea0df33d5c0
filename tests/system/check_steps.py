#!/usr/bin/env python3
"""Wants a series in VTKHDF, read as its specification says (2.0, UnstructuredGrid), to be the winds of a NetCDF file
of simoom at all its times, on cells that are written once. Ends with 77 where Python lacks h5py.

usage: check_steps.py NETCDF VTKHDF
"""
import sys

import netCDF4
import numpy as np

try:
    import h5py
except ImportError:
    print("no h5py")
    sys.exit(77)

file, root = netCDF4.Dataset(sys.argv[1]), h5py.File(sys.argv[2], "r")["VTKHDF"]
assert list(root.attrs["Version"]) == [2, 0] and root.attrs["Type"] == b"UnstructuredGrid"
steps, times = root["Steps"], len(file["time"])
assert steps.attrs["NSteps"] == times
assert np.allclose(steps["Values"], file["time"][:] - file["time"][0])
cells, points = root["NumberOfCells"][0], root["NumberOfPoints"][0]
assert len(root["Types"]) == cells == len(root["Offsets"]) - 1 and len(root["Points"]) == points
assert root["Connectivity"][:].max() == points - 1
for name, all_are in ("NumberOfParts", 1), ("PartOffsets", 0), ("PointOffsets", 0), ("CellOffsets", 0), \
        ("ConnectivityIdOffsets", 0):
    assert list(steps[name]) == [all_are] * times, name
assert set(steps["CellDataOffsets"]) == set(root["CellData"])
for step in range(times):
    def part(name):
        first = steps["CellDataOffsets"][name][step]
        return root["CellData"][name][first:first + cells]
    wind = np.stack([file[name][step].filled(0).ravel() for name in "uvw"], axis=-1)
    assert np.array_equal(part("wind"), wind), f"another wind at time {step}"
    assert np.array_equal(part("cell_type"), file["cell_type"][:].ravel()), "cells of another kind"
assert len(root["CellData"]["cell_type"]) == cells, "what stays as it is was written again and again"
