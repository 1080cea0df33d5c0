#!/usr/bin/env python3
"""Reads the frame of a .vti, .vtr or .vtp file as ParaView does: every array must lie where the header
says, be as long as the grid asks for, and the file must end after the last one. Where Python has
the library VTK, that must read as many points from a .vtp.

usage: check_vtk.py FILE...
"""
import re
import struct
import sys
import xml.etree.ElementTree as xml

SIZE = {"Float32": 4, "Float64": 8, "UInt8": 1, "Int32": 4, "Int64": 8}


def counts_of_grid(grid):
    """Items of the arrays of an image or a rectilinear grid; the last one is that of all that follow."""
    extent = [int(word) for word in grid.get("WholeExtent").split()]
    assert [int(word) for word in grid.find("Piece").get("Extent").split()] == extent
    cells = [extent[2 * axis + 1] - extent[2 * axis] for axis in range(3)]
    return {"CellData": [cells[0] * cells[1] * cells[2]], "Coordinates": [n + 1 for n in cells]}


def counts_of_points(grid):
    """Likewise of points."""
    points = int(grid.find("Piece").get("NumberOfPoints"))
    assert int(grid.find("Piece").get("NumberOfVerts")) == points
    return {"PointData": [points], "Points": [points], "Verts": [points]}


def read_with_vtk(path, points):
    try:
        from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    except ImportError:
        return
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetOutput().GetNumberOfPoints() == points, "VTK reads other points"
    assert reader.GetOutput().GetNumberOfVerts() == points, "VTK reads other vertices"


def check(path):
    with open(path, "rb") as file:
        data = file.read()
    start = data.index(b'<AppendedData encoding="raw">')
    start = data.index(b"_", start) + 1
    end = data.rindex(b"</AppendedData>")
    head = re.sub(rb"<AppendedData.*", b"</VTKFile>", data[:start], flags=re.S)
    root = xml.fromstring(head)
    assert root.get("byte_order") == "LittleEndian" and root.get("header_type") == "UInt64"
    grid = root.find(root.get("type"))
    points = root.get("type") == "PolyData"
    counts = counts_of_points(grid) if points else counts_of_grid(grid)
    next_offset = 0
    for place, items in counts.items():
        parent = grid.find("Piece").find(place)
        for n, array in enumerate(parent if parent is not None else []):
            count = items[min(n, len(items) - 1)]
            count *= int(array.get("NumberOfComponents", "1")) * SIZE[array.get("type")]
            offset = int(array.get("offset"))
            assert offset == next_offset, f"{array.get('Name')} begins at {offset}"
            length = struct.unpack_from("<Q", data, start + offset)[0]
            assert length == count, f"{array.get('Name')} has {length} bytes instead of {count}"
            next_offset = offset + 8 + length
    rest = data[start + next_offset:end].strip()
    assert rest == b"", f"{len(rest)} bytes after the last array"
    if points:
        read_with_vtk(path, counts["Points"][0])


for name in sys.argv[1:]:
    try:
        check(name)
    except (AssertionError, ValueError, AttributeError, struct.error) as error:
        sys.exit(f"{name}: {error}")
