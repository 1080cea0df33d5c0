#!/usr/bin/env python3
"""Reads the frame of a .vti or .vtr file as ParaView does: every array must lie where the header
says, be as long as the grid asks for, and the file must end after the last one.

usage: check_vtk.py FILE...
"""
import re
import struct
import sys
import xml.etree.ElementTree as xml

SIZE = {"Float32": 4, "Float64": 8, "UInt8": 1}


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
    extent = [int(word) for word in grid.get("WholeExtent").split()]
    cells = [extent[2 * axis + 1] - extent[2 * axis] for axis in range(3)]
    assert [int(word) for word in grid.find("Piece").get("Extent").split()] == extent
    next_offset = 0
    for place in ("CellData", "Coordinates"):
        parent = grid.find("Piece").find(place)
        for axis, array in enumerate(parent if parent is not None else []):
            count = cells[0] * cells[1] * cells[2] if place == "CellData" else cells[axis] + 1
            count *= int(array.get("NumberOfComponents", "1")) * SIZE[array.get("type")]
            offset = int(array.get("offset"))
            assert offset == next_offset, f"{array.get('Name')} begins at {offset}"
            length = struct.unpack_from("<Q", data, start + offset)[0]
            assert length == count, f"{array.get('Name')} has {length} bytes instead of {count}"
            next_offset = offset + 8 + length
    rest = data[start + next_offset:end].strip()
    assert rest == b"", f"{len(rest)} bytes after the last array"


for name in sys.argv[1:]:
    try:
        check(name)
    except (AssertionError, ValueError, AttributeError, struct.error) as error:
        sys.exit(f"{name}: {error}")
