#!/usr/bin/env python3
"""Reads prisms from a UGRID file and, where there is one, from a VTKHDF file as others would: finds
areas, centres and volumes from the corners alone, by these the error of the field `phi` against
sin(pi x) sin(pi y) sin(pi z), which it prints, and wants both files, and the numbers in them, to
agree. Ends with 77 where Python lacks netCDF4; without VTK the second file is opened with h5py, or not at all.

usage: check_prisms.py UGRID [VTKHDF]
"""
import sys

try:
    import netCDF4
    import numpy as np
except ImportError:
    sys.exit(77)


def same(what, is_, must, tolerance=1e-12):
    scale = np.abs(must).max()
    worst = np.abs(np.asarray(is_) - np.asarray(must)).max()
    assert worst <= tolerance * scale, f"{what}: off by {worst}, of {scale}"


def read_ugrid(path):
    """Corners, layer by layer, of every prism, its volume and the field."""
    with netCDF4.Dataset(path) as file:
        assert "UGRID-1.0" in file.Conventions
        mesh = file["mesh"]
        assert mesh.cf_role == "mesh_topology" and mesh.topology_dimension == 2
        x, y = (file[name][:] for name in mesh.node_coordinates.split())
        nodes = file[mesh.face_node_connectivity]
        face = nodes[:] - nodes.start_index
        sigma, bottom, surface = (file[name][:] for name in ("sigma_face", "bottom", "surface"))
        height = bottom + sigma[:, None] * (surface - bottom)
        a, b, c = (np.array([x[face[:, n]], y[face[:, n]]]) for n in range(3))
        area = 0.5 * ((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])
        assert area.min() > 0, "triangles are turned over"
        same("area", file["area"][:], area)
        mean = height[:, face].mean(axis=2)
        volume = area * np.diff(mean, axis=0)
        same("volume", file["volume"][:], volume)
        same("height", file["height"][:], 0.5 * (mean[1:] + mean[:-1]))
        centre = (a + b + c) / 3
        for axis, name in enumerate(mesh.face_coordinates.split()):
            same(name, file[name][:], centre[axis])
        check_edges(file, mesh, face)
        phi = file["phi"][:]
        assert phi.shape == volume.shape and file["phi"].mesh == "mesh"
        exact = np.sin(np.pi * centre[0]) * np.sin(np.pi * centre[1]) * np.sin(np.pi * file["height"][:])
        error = np.abs(phi - exact)
        norms = error.max(), np.sqrt((volume * error**2).sum() / volume.sum()), np.sqrt((error**2).mean())
        points = np.stack([np.broadcast_to(x, height.shape), np.broadcast_to(y, height.shape), height], axis=-1)
        return points, face, volume, np.asarray(phi), norms


def check_edges(file, mesh, face):
    """Every edge of every face is there once, and those of one face alone are the outline."""
    edges = file[mesh.edge_node_connectivity][:]
    listed = {tuple(sorted(edge)): side for edge, side in zip(edges.tolist(), file["side"][:].tolist())}
    assert len(listed) == len(edges), "an edge is listed twice"
    count = {}
    for corners in face.tolist():
        for n in range(3):
            edge = tuple(sorted((corners[n], corners[(n + 1) % 3])))
            count[edge] = count.get(edge, 0) + 1
    assert count.keys() == listed.keys(), "the edges are not those of the faces"
    for edge, faces in count.items():
        assert (listed[edge] < 0) == (faces == 2), f"side of edge {edge}"
    assert len(file["side"].flag_meanings.split()) == len(np.atleast_1d(file["side"].flag_values))


def read_with_vtk(path):
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkFiltersVerdict import vtkCellSizeFilter
    from vtkmodules.vtkIOHDF import vtkHDFReader

    reader = vtkHDFReader()
    assert reader.CanReadFile(path), "VTK does not know the file"
    reader.SetFileName(path)
    sizes = vtkCellSizeFilter()
    sizes.SetInputConnection(reader.GetOutputPort())
    sizes.Update()
    grid = sizes.GetOutput()
    assert grid.GetNumberOfCells() > 0 and grid.GetCellType(0) == 13
    for n in (0, grid.GetNumberOfCells() - 1):
        check_wedge(grid.GetCell(n))
    cells = grid.GetCellData()
    corners = vtk_to_numpy(grid.GetCells().GetConnectivityArray()).reshape(-1, 6)
    return (vtk_to_numpy(grid.GetPoints().GetData()), corners, vtk_to_numpy(cells.GetArray("Volume")),
            vtk_to_numpy(cells.GetArray("phi")))


def check_wedge(cell):
    """The normals of all faces point outwards."""
    points = np.array([cell.GetPoints().GetPoint(n) for n in range(6)])
    for f in range(cell.GetNumberOfFaces()):
        face = cell.GetFace(f)
        at = np.array([face.GetPoints().GetPoint(n) for n in range(face.GetNumberOfPoints())])
        normal = np.cross(at[1] - at[0], at[2] - at[0])
        assert normal @ (at.mean(axis=0) - points.mean(axis=0)) > 0, f"face {f} of a wedge is turned over"


def read_with_h5py(path):
    import h5py

    with h5py.File(path) as file:
        group = file["VTKHDF"]
        assert group.attrs["Type"] == b"UnstructuredGrid" and list(group.attrs["Version"]) == [1, 0]
        count = group["NumberOfCells"][0]
        assert (group["Types"][:] == 13).all() and (np.diff(group["Offsets"][:]) == 6).all()
        assert group["Offsets"].shape == (count + 1,) and group["NumberOfPoints"][0] == len(group["Points"])
        corners = group["Connectivity"][:].reshape(-1, 6)
        return group["Points"][:], corners, None, group["CellData/phi"][:]


def check_vtkhdf(path, points, face, volume, phi):
    for read in (read_with_vtk, read_with_h5py):
        try:
            found = read(path)
        except ImportError:
            print(f"{read.__name__}: skipped: a library is missing")
            continue
        same("points", found[0], points.reshape(-1, 3))
        layers, nodes = volume.shape[0], points.shape[1]
        for corner, n in enumerate((0, 2, 1, 0, 2, 1)):
            must = np.concatenate([face[:, n] + nodes * (k + corner // 3) for k in range(layers)])
            assert (found[1][:, corner] == must).all(), f"corner {corner}"
        if found[2] is not None:
            same("VTK's volume", found[2], volume.reshape(-1), 1e-11)
        same("phi", found[3], phi.reshape(-1), 0)


def main():
    points, face, volume, phi, norms = read_ugrid(sys.argv[1])
    print(f"{volume.size} prisms, volume {volume.sum():.12g} m3; error of phi: largest %.6g, "
          "root of its mean square by volume %.6g, by number %.6g" % norms)
    if len(sys.argv) > 2:
        check_vtkhdf(sys.argv[2], points, face, volume, phi)


try:
    main()
except (AssertionError, KeyError, AttributeError, IndexError) as error:
    sys.exit(f"{sys.argv[1]}: {type(error).__name__} {error}")
