"""Reads files that simoom has exported as ParaView does, and wants what is in the NetCDF files they come from.
Run by pvbatch in the folder of tests/system/paraview.sh; prints "read" when all is well: the exit code of
pvbatch tells nothing.
"""
import netCDF4
import numpy as np
from paraview import simple
from vtkmodules.util.numpy_support import vtk_to_numpy


def read(path, time=None):
    """The data, and the times of the series."""
    source = simple.OpenDataFile(path)
    assert source is not None, f"{path}: ParaView knows no reader"
    source.UpdatePipeline() if time is None else source.UpdatePipeline(time)
    times = list(source.TimestepValues) if hasattr(source, "TimestepValues") else []
    return source.GetClientSideObject().GetOutputDataObject(0), times


def array(data, name):
    found = data.GetCellData().GetArray(name) or data.GetPointData().GetArray(name)
    assert found is not None, f"no array {name}"
    return vtk_to_numpy(found)


def check_wind(data, file, time):
    wind = np.stack([file[name][time].filled(0).ravel() for name in "uvw"], axis=-1)
    assert (array(data, "wind") == wind).all(), "ParaView reads another wind"
    for axis, name in enumerate("xyz"):
        centre, width = file[name][:], file[f"{name}_width"][:]
        ends = centre[0] - width[0] / 2, centre[-1] + width[-1] / 2
        assert np.allclose(data.GetBounds()[2 * axis:2 * axis + 2], ends, rtol=0, atol=1e-6), name


def check_plume(data, file, time):
    must = file["concentration"][time].filled(np.nan).ravel()
    assert np.array_equal(array(data, "concentration"), must, equal_nan=True), "another concentration"


def check_particles(count):
    data, times = read("hill/hill_particles.pvd", 60)
    assert times == [30, 60], times
    assert data.GetNumberOfPoints() == data.GetNumberOfVerts() == count, data.GetNumberOfPoints()
    assert 690000 < data.GetBounds()[0] < 690600, data.GetBounds()
    assert array(data, "velocity").shape == (count, 3)


def check_prisms():
    file = netCDF4.Dataset("prism/prism.nc")
    data, _ = read("prisms.hdf")
    must = np.sort(file["solution"][:].filled(np.nan).ravel())
    assert (np.sort(array(data, "solution")) == must[~np.isnan(must)]).all(), "other prisms"
    assert data.GetCellType(0) == 13, "no wedges"


def main():
    wind, plume = netCDF4.Dataset("hill/hill.nc"), netCDF4.Dataset("hill/hill_plume.nc")
    for path in "hill/hill.pvd", "cells.pvd":
        data, times = read(path, 1800)
        assert times == [0, 1800], times
        check_wind(data, wind, 1)
    for path in "cells.vtr", "cells.hdf":
        check_wind(read(path)[0], wind, 1)
    data, times = read("boxes.pvd", 45)
    assert times == [15, 45], times # as of the particles, after the start of the run
    check_plume(data, plume, 1)
    for path in "boxes.vti", "boxes.hdf":
        check_plume(read(path)[0], plume, 1)
    check_particles(3000)
    check_prisms()
    print("read")


main()
