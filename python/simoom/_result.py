"""The wind of a run in memory."""

from __future__ import annotations

import ctypes
import warnings
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _api
from ._library import Error, Session, floats, library, text

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    import xarray
    from numpy.typing import NDArray

    from ._case import Case
    from ._files import Path
    from ._simulation import Simulation

    Owner = Union[Case, Simulation]  # of the memory in which a result is
    Pointer = Union[ctypes.c_void_p, int, None]
    Item = tuple[Any, Any, dict[str, Any]]  # of a Dataset: dimensions, values, attributes


class _Memory:
    """Part of the library's memory, which lives as long as an array looks at it."""

    def __init__(self, owner: _Handle | None, array: ctypes.Structure) -> None:
        rank = array.rank
        self._owner = owner
        self.__array_interface__ = {
            "version": 3, "typestr": _api.ARRAY_TYPE[array.type], "data": (array.data, True),
            "shape": tuple(array.shape[:rank]), "strides": tuple(array.stride[:rank])}


class _Handle:
    """A result of the library, freed when nobody looks at it any more."""

    def __init__(self, pointer: Pointer, case: Owner, owns: bool) -> None:
        self.pointer, self._case, self._owns, self._library = pointer, case, owns, library()

    def __del__(self) -> None:
        if self._owns and self.pointer:
            self._library.sm_result_destroy(self.pointer)


def _characters(value: Any) -> Any:
    """Text that is not ASCII, so that it is written as all other text is."""
    return np.array(value.encode()) if isinstance(value, str) and not value.isascii() else value


def _words(array: ctypes.Structure) -> dict[str, Any]:
    words: dict[str, Any] = {"standard_name": text(array.standard_name), "long_name": text(array.long_name),
             "units": text(array.unit)}
    if array.flags:
        names = text(array.flags)
        words["flag_values"] = np.arange(len(names.split()), dtype="i1")
        words["flag_meanings"] = names
    return {key: value for key, value in words.items() if not isinstance(value, str) or value}


class Result:
    """The wind of one time, in memory.

    arrays: numpy arrays by name: views of the memory in which the library has worked, read-only and
        not copied: u_face, v_face, w_face, terrain, cell, tke ... In solids fields mean nothing.
    wind: an xarray.Dataset with the names and numbers of the file of winds.
    """

    case: Owner

    def __init__(self, pointer: Pointer, case: Owner, owns: bool = False) -> None:
        self.case = case
        self._handle = _Handle(pointer, case, owns) if pointer else None
        self._wind: xarray.Dataset | None = None
        self._rows: dict[str, ctypes.Structure] = {}
        if self._handle is None:
            return
        known = library()
        for i in range(known.sm_result_count(pointer)):
            array = _api.sm_array(size=ctypes.sizeof(_api.sm_array))
            known.sm_result_array(pointer, i, array)
            self._rows[text(array.name)] = array

    def _use(self, function: Callable[[Result], object]) -> None:
        """Has a function look at a result that ends with the call."""
        function(self)
        self._handle, self._wind, self._rows = None, None, {}

    def _pointer(self) -> Pointer:
        if self._handle is None:
            raise Error("usage", "there is no wind in memory: the run has none (prisms), or has gone "
                        "on; its files have what it wrote: run.open()", 2)
        return self._handle.pointer

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """Arrays of numpy by name: views of the solver's memory, not copied, which cannot be written
        to and keep that memory alive.

        u_face [z, y, xf], v_face [z, yf, x], w_face [zf, y, x]: m/s, on the faces of the cells, of
        which there is one more than cells; fields on cells [z, y, x], such as tke, m2/s2, and cell
        and zone, whole numbers; terrain, building_height, z0 [y, x], m; x, y, z [cells], xf, yf, zf
        [faces] and x_width ..., m, in the coordinates of the files.
        """
        self._pointer()
        return {name: np.asarray(_Memory(self._handle, row)) for name, row in self._rows.items()}

    @property
    def facts(self) -> dict[str, Any]:
        """What belongs to the arrays, as a dict: name, crs, time (s since 1970), residual ..."""
        facts = library().sm_result_get_facts(self._pointer())
        values = ((name, getattr(facts, name)) for name, _ in facts._fields_)
        return {name: text(value) if isinstance(value, bytes) else value for name, value in values}

    def cells(self, name: str) -> NDArray[np.float32]:
        """u, v, w at the centres of cells, or a field; NaN in solids. A copy."""
        out = np.empty(tuple(self._rows["cell"].shape) if self._pointer() else 0, np.float32)
        with Session() as session:
            session.call("sm_result_cells", self._pointer(), name.encode(), floats(out))
        return out

    def at_height(self, height: float, field: str | None = None) -> xarray.Dataset:
        """The wind at a height above the ground, m, as a Dataset: see simoom.at_height."""
        from ._files import slice_dataset
        arrays = self.arrays
        shape = ((3,) if field is None else ()) + arrays["terrain"].shape
        out = np.empty(shape, np.float32)
        with Session() as session:
            session.call("sm_result_slice", self._pointer(), field.encode() if field else None,
                         float(height), floats(out))
        return slice_dataset(out, field, arrays["x"], arrays["y"], height,
                             self.facts["convergence"])

    @property
    def wind(self) -> xarray.Dataset:
        """An xarray.Dataset: u, v, w and fields at the centres of cells, NaN in solids, which are
        copies; velocities on faces and maps, which are not."""
        if self._wind is None:
            self._wind = self._make_wind()
        return self._wind

    def to_netcdf(self, path: Path) -> None:
        """Writes the wind as a file that the commands of simoom read as one of theirs."""
        data = self.wind
        fixed = {name for name, row in self._rows.items() if row.rank < 3}
        fixed |= {"cell_type", "open_faces", "crs"}
        moving = [name for name in data.data_vars if name not in fixed]
        data = data.assign({name: data[name].expand_dims("time") for name in moving})
        encoding: dict[Hashable, dict[str, Any]] = {name: {"zlib": True, "complevel": 1} for name in data if data[name].ndim > 1}
        for name, item in data.items():
            if item.dtype.kind == "f":  # 9.97e36: what NetCDF means by no number
                fills = item.dtype == np.float32 and name in moving and "_face" not in str(name)
                encoding.setdefault(name, {})["_FillValue"] = \
                    np.float32(9.969209968386869e36) if fills else None
        written: list[xarray.Dataset | xarray.Variable] = [data, *data.variables.values()]
        for part in written:
            part.attrs = {name: _characters(value) for name, value in part.attrs.items()}
        data.to_netcdf(path, encoding=encoding)

    def _attributes(self, facts: dict[str, Any]) -> dict[str, Any]:
        given = {"Conventions": "CF-1.11", "title": facts["title"] or
                 f"Wind of the case {facts['name']}",
                 "source": f"simoom {_api.VERSION}, through Python",
                 "simoom_version": _api.VERSION, "simoom_name": facts["name"],
                 "simoom_case": facts["case_text"], "simoom_overrides": facts["overrides"],
                 "simoom_device": facts["device"], "simoom_weather": facts["weather"],
                 "simoom_convergence": facts["convergence"]}
        return {name: value for name, value in given.items() if value != ""}

    def _make_wind(self) -> xarray.Dataset:
        import xarray
        arrays, facts = self.arrays, self.facts
        mapped = {"grid_mapping": "crs"} if facts["crs"] else {}
        coordinates: dict[str, Item] = {}
        data: dict[str, Item] = {}
        for name, row in self._rows.items():
            dims = [text(d) for d in row.dimension[:row.rank]]
            if name == "cell":
                data["cell_type"] = (dims, arrays[name] >> 6, {
                    "long_name": "what fills the cell", "flag_values": np.arange(4, dtype="i1"),
                    "flag_meanings": "air building terrain canopy", **mapped})
                data["open_faces"] = (dims, arrays[name] & 63, {
                    "long_name": "faces of the cell that air may cross",
                    "flag_masks": (1 << np.arange(6)).astype("i1"),
                    "flag_meanings": "west east south north down up", **mapped})
            elif dims == [name]:
                coordinates[name] = (dims, arrays[name], _words(row))
            elif row.rank < 3 or "_face" in name or name == "zone":
                data[name] = (dims, arrays[name], {**_words(row), **(mapped if row.rank > 1 else {})})
            else:
                data[name] = (dims, self.cells(name), {**_words(row), **mapped})
        for name, standard in (("u", "x_wind"), ("v", "y_wind"), ("w", "upward_air_velocity")):
            data[name] = (("z", "y", "x"), self.cells(name), {
                "standard_name": standard, "long_name": f"{name}-component of wind",
                "units": "m s-1", **mapped})
        for name, what in (("converged", "the solver reached its tolerance"),
                           ("iterations", "iterations of the solver"),
                           ("residual", "relative residual of the solver"),
                           ("divergence", "largest |div u| h / U over the cells of air")):
            data[name] = ((), facts[name], {"long_name": what})
        if facts["crs"]:
            data["crs"] = ((), np.int32(0), {"crs_wkt": facts["crs"]})
        coordinates["time"] = _time(facts)
        return xarray.Dataset(data, coordinates, self._attributes(facts))


def _time(facts: dict[str, Any]) -> Item:
    if not facts["is_date"]:
        time = facts["time"]
        return ((), float(facts["index"]) if np.isnan(time) else time, {"long_name": "time",
                                                                      "units": "s"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of versions that know nanoseconds only
        return ((), np.datetime64(round(facts["time"] * 1e9), "ns"), {"standard_name": "time"})
