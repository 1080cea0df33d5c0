#!/usr/bin/env python3
"""Wants VTK to read from a VTKHDF file the cells and the wind that a NetCDF file of simoom has at a
time. Ends with 77 where Python lacks VTK.

usage: check_cells.py NETCDF TIME VTKHDF
"""
import sys

import netCDF4
import numpy as np

try:
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError:
    sys.exit(77)

file, time = netCDF4.Dataset(sys.argv[1]), int(sys.argv[2])
reader = vtkHDFReader()
assert reader.CanReadFile(sys.argv[3]), "VTK does not know the file"
reader.SetFileName(sys.argv[3])
reader.Update()
grid = reader.GetOutput()
x, y, z = (file[name][:] for name in "xyz")
assert grid.GetNumberOfCells() == len(x) * len(y) * len(z), "VTK reads other cells"
wind = np.stack([file[name][time].filled(0).ravel() for name in "uvw"], axis=-1)
arrays = grid.GetCellData()
assert (vtk_to_numpy(arrays.GetArray("wind")) == wind).all(), "VTK reads another wind"
assert (vtk_to_numpy(arrays.GetArray("cell_type")) == file["cell_type"][:].ravel()).all()
for number in (0, grid.GetNumberOfCells() // 3, grid.GetNumberOfCells() - 1):
    low = np.array(grid.GetCell(number).GetBounds())
    k, j, i = np.unravel_index(number, (len(z), len(y), len(x)))
    for axis, (at, name) in enumerate(((i, "x"), (j, "y"), (k, "z"))):
        centre, width = file[name][at], file[f"{name}_width"][at]
        must = centre - width / 2, centre + width / 2
        assert np.allclose(low[2 * axis:2 * axis + 2], must, rtol=0, atol=1e-6), f"cell {number} is elsewhere"
