"""Files of simoom as datasets of xarray."""

from __future__ import annotations

import glob
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Literal, Protocol, Union, overload, runtime_checkable

import numpy as np

from ._case import Run
from ._library import Error, Session, doubles, floats, path_bytes
from ._result import Result

if TYPE_CHECKING:
    from collections.abc import Hashable

    import xarray
    from numpy.typing import ArrayLike, NDArray
    Path = Union[str, os.PathLike[str]]
    Data = Union[Run, xarray.Dataset, Path]


@runtime_checkable
class Opened(Protocol):
    """What tells a Dataset from a path where xarray may not be installed."""

    @property
    def encoding(self) -> dict[Hashable, Any]:
        """How the file holds it; "source" is its path."""
        ...


def open(path: Path) -> xarray.Dataset | dict[str, xarray.Dataset]:
    """Opens NetCDF files of simoom with xarray: a Dataset.

    A pattern, "out/*.nc", that fits several files gives a dict of them by their names.
    """
    files = [pathlib.Path(f) for f in sorted(glob.glob(os.fspath(path)))]
    if not files:
        files = [pathlib.Path(path)]
    return open_files(files)


def open_files(files: list[pathlib.Path]) -> xarray.Dataset | dict[str, xarray.Dataset]:
    opened = {path.stem: open_file(path) for path in files}
    if len(opened) > 1:
        return opened
    return next(iter(opened.values()))


def open_file(path: pathlib.Path) -> xarray.Dataset:
    import xarray
    if not path.exists():
        raise Error("data", f"{path}: error: no such file", 4)
    try:
        data = xarray.open_dataset(path)
    except (OSError, RuntimeError, ValueError) as problem:
        raise Error("data", f"{path}: error: not a NetCDF file, or truncated: {problem}", 4) from None
    if not any(str(name).startswith("simoom_") for name in data.attrs):
        data.close()
        raise Error("data", f"{path}: error: no file of simoom", 4)
    return data


@overload
def describe(path: Path, facts: Literal[False] = ...) -> str: ...


@overload
def describe(path: Path, facts: Literal[True]) -> dict[str, Any]: ...


@overload
def describe(path: Path, facts: bool) -> str | dict[str, Any]: ...


def describe(path: Path, facts: bool = False) -> str | dict[str, Any]:
    """What a NetCDF file of simoom holds, as `simoom info` says it.

    facts: return its JSON as a dict, not the text.
    """
    with Session() as session:
        report = session.call_text("sm_describe_file", path_bytes(path), int(facts))
        return json.loads(report) if facts else report


def prisms(data: Data) -> xarray.Dataset:
    """The prisms of a file, a number of each: an xarray.Dataset on layer (0 at the bottom) and face.

    data: a Run, a Dataset of simoom.open() or a path. Coordinates are `x`, `y` and `z`, m, of the
    centres; variables `phi`, `volume` and all else on prisms, and the triangles in `node_x`,
    `node_y` and `face_nodes`.
    """
    whole = data.open() if isinstance(data, Run) else data if isinstance(data, Opened) else open(data)
    if isinstance(whole, dict):
        raise Error("usage", f"these are several files, give one of them: {', '.join(whole)}", 2)
    if whole.attrs.get("simoom_kind") != "prisms":
        raise Error("usage", "these are not prisms: they come of a case with [mesh]", 2)
    names = [name for name in whole.data_vars if whole[name].dims == ("layer", "face")]
    out = whole[["node_x", "node_y", "face_nodes", "face_x", "face_y", *names]]
    return out.rename(face_x="x", face_y="y", height="z").set_coords(["x", "y", "z"])


def _source(data: Data) -> str:
    """The file of a Dataset, that with the wind of a Run, or a path."""
    if isinstance(data, Run):
        winds = [path for path in data.files if path.suffix == ".nc" and path.stem == data.facts["name"]]
        if not winds:
            raise Error("usage", "the run has written no NetCDF file of its wind", 2)
        return os.fspath(winds[0])
    if not isinstance(data, Opened):
        return os.fspath(data)
    source: str | None = data.encoding.get("source")
    if source is None:
        raise Error("usage", "this Dataset is of no file; give what simoom.open() has opened, a Run "
                    "or a path", 2)
    return source


def at_height(data: Data | Result, height: float, field: str | None = None, time: int = -1) -> xarray.Dataset:
    """The wind at a height above the ground, m, with the logarithmic law below the lowest cells.

    data: a Run, a Dataset of simoom.open() or a path. field: another variable on cells instead,
    "tke" ...; time: index, of files; -1: the last. Returns an xarray.Dataset with u, v, w, wind_speed
    and wind_from_direction (degrees clockwise from true north), or the field.
    """
    import xarray
    if isinstance(data, Result):
        return data.at_height(height, field)
    source = _source(data)
    with xarray.open_dataset(source, decode_times=False) as file:
        x, y = file["x"].values, file["y"].values
        convergence = file.attrs.get("simoom_convergence", 0.0)
    out = np.empty(((3,) if field is None else ()) + (len(y), len(x)), np.float32)
    with Session() as session:
        session.call("sm_height_slice", path_bytes(source), field.encode() if field else None, time,
                     float(height), out.size, floats(out))
    return slice_dataset(out, field, x, y, height, convergence)


def slice_dataset(values: NDArray[np.float32], field: str | None, x: NDArray[Any], y: NDArray[Any], height: float,
                  convergence: float) -> xarray.Dataset:
    """A Dataset of what the library gives at a height: u, v, w [3, y, x], or the field [y, x]."""
    import xarray
    if np.isnan(values).all():
        raise Error("usage", f"there is no air of the domain at {float(height):g} m above the ground", 2)
    dims = ("y", "x")
    coordinates: dict[str, Any] = {"x": ("x", x, {"units": "m"}), "y": ("y", y, {"units": "m"}),
                   "height": ((), float(height), {"units": "m",
                                                  "long_name": "height above the ground"})}
    if field is not None:
        return xarray.Dataset({field: (dims, values)}, coordinates)
    u, v, w = values
    speed = np.hypot(u, v)
    with np.errstate(invalid="ignore"):
        direction = np.where(speed > 0, np.degrees(np.arctan2(-u, -v)) + convergence, np.nan) % 360
    metres = {"units": "m s-1"}
    return xarray.Dataset({
        "u": (dims, u, metres), "v": (dims, v, metres), "w": (dims, w, metres),
        "wind_speed": (dims, speed, {"standard_name": "wind_speed",
                                     "long_name": "horizontal wind speed", **metres}),
        "wind_from_direction": (dims, direction.astype(np.float32), {
            "standard_name": "wind_from_direction", "units": "degree",
            "long_name": "direction that the wind comes from"})}, coordinates)


def probe(data: Data, points: ArrayLike, field: str | None = None, time: int = 0) -> NDArray[np.float64]:
    """The wind at points: u, v, w, m/s, an array of a row for each; NaN in solids.

    data: a Run that has written its wind, a Dataset of simoom.open() or a path. points: x and y in the coordinates of the
    file and the height above the ground, m, a row for each. field: another variable on cells instead, an array of a
    number for each. time: index; -1: the last.
    """
    rows = np.ascontiguousarray(points, float)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"points are rows of x, y and height, not an array of {rows.shape}")
    out = np.empty(rows.shape if field is None else len(rows))
    source = _source(data)
    if time < 0:
        import xarray
        with xarray.open_dataset(source, decode_times=False) as file:
            time += file.sizes.get("time", 1)
    path = path_bytes(source)
    with Session() as session:
        if field is None:
            session.call("sm_probe_wind", path, time, len(rows), doubles(rows), doubles(out))
        else:
            session.call("sm_probe_variable", path, field.encode(), time, len(rows), doubles(rows), doubles(out))
    return out
