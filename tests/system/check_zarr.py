"""Compares a Zarr store with the NetCDF file that it is of, by the specification of version 2 and the standard library.

usage: check_zarr.py FILE.nc FOLDER.zarr
"""
import itertools
import json
import math
import pathlib
import sys
import zlib

import netCDF4
import numpy

WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def read(store, name, meta):
    """Array from its chunks."""
    assert meta["zarr_format"] == 2 and meta["order"] == "C" and meta["filters"] is None
    assert meta["compressor"] == {"id": "zlib", "level": 1}
    shape, chunks = meta["shape"], meta["chunks"]
    out = numpy.zeros(shape, meta["dtype"])
    counts = [range(-(-n // c)) for n, c in zip(shape, chunks)]
    files = {p.name for p in (store / name).iterdir() if not p.name.startswith(".")}
    for index in itertools.product(*counts):
        key = ".".join(map(str, index)) or "0"
        files.remove(key)
        values = numpy.frombuffer(zlib.decompress((store / name / key).read_bytes()), meta["dtype"]).reshape(chunks)
        part = tuple(slice(i * c, min((i + 1) * c, n)) for i, c, n in zip(index, chunks, shape))
        out[part] = values[tuple(slice(0, p.stop - p.start) for p in part)]
    assert not files, files
    return out


def same(a, b):
    """Whether values of JSON are those of an attribute."""
    a, b = (numpy.atleast_1d(x) for x in (a, b))
    if b.dtype.kind in "US":
        return list(a) == list(b)
    a = [WORDS.get(x, x) for x in a.tolist()]
    return numpy.array_equal(numpy.asarray(a, float), b.astype(float), equal_nan=True)


def main(path, folder):
    store = pathlib.Path(folder)
    metadata = json.loads((store / ".zmetadata").read_text("ascii"))
    assert metadata["zarr_consolidated_format"] == 1
    for key, value in metadata["metadata"].items():
        assert json.loads((store / key).read_text("ascii")) == value, key
    keys = {str(p.relative_to(store)) for p in store.rglob(".z*")}
    assert keys == set(metadata["metadata"]) | {".zmetadata"}
    assert metadata["metadata"][".zgroup"] == {"zarr_format": 2}
    with netCDF4.Dataset(path) as file:
        file.set_auto_maskandscale(False)
        assert {k for k in file.ncattrs()} == set(metadata["metadata"][".zattrs"])
        for name, variable in file.variables.items():
            meta, attributes = (metadata["metadata"][f"{name}/{key}"] for key in (".zarray", ".zattrs"))
            assert attributes.pop("_ARRAY_DIMENSIONS") == list(variable.dimensions), name
            own = {k: variable.getncattr(k) for k in variable.ncattrs()}
            fill = own.pop("_FillValue", None)
            assert same(meta["fill_value"], fill) if fill is not None else meta["fill_value"] is None, (name, fill)
            assert set(own) == set(attributes) and all(same(attributes[k], own[k]) for k in own), name
            values = read(store, name, meta)
            assert values.dtype == variable.dtype and values.shape == variable.shape, name
            assert values.tobytes() == numpy.asarray(variable[...]).tobytes(), name
    print(f"{len(file.variables)} arrays")


main(*sys.argv[1:])
