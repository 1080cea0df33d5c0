"""Pictures with matplotlib: maps at a height above the ground, vertical sections, layers of prisms."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ._case import Run
from ._files import Opened, at_height, open_file, open_files, prisms
from ._library import Error
from ._result import Result

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from ._files import Data

_LABELS = {"wind_speed": "wind speed, m/s", "wind_from_direction": "wind from, degrees",
           "u": "u, m/s", "v": "v, m/s", "w": "w, m/s"}


def _axes(ax: Axes | None) -> Axes:
    import matplotlib.pyplot as plt
    return ax if ax is not None else plt.subplots(figsize=(8, 6), constrained_layout=True)[1]


def _edges(centres: NDArray[Any], widths: NDArray[Any]) -> NDArray[Any]:
    return np.append(centres - widths / 2, centres[-1] + widths[-1] / 2)


def _dataset(data: Data | Result, time: int) -> xarray.Dataset:
    """A Dataset of one time, of a Run, a Dataset or a path."""
    if isinstance(data, Result):
        return data.wind
    whole = data if isinstance(data, Opened) else open_file(pathlib.Path(data))
    return whole.isel(time=time) if "time" in whole.dims else whole


def _when(data: xarray.Dataset) -> str:
    time = data.coords.get("time")
    if time is None or time.ndim > 0:
        return ""
    if time.dtype.kind == "M":
        return f", {np.datetime_as_string(time.values, 's')} UTC"
    return ""


def _label(data: xarray.Dataset, field: str) -> str:
    if field in _LABELS:
        return _LABELS[field]
    words = data[field].attrs
    return f"{words.get('long_name', field)}, {words.get('units', '1')}"


def _plume(data: Data, field: str) -> xarray.Dataset | None:
    """The Dataset of a plume that has the field; None: it is not a field of a plume."""
    if isinstance(data, Run):
        found = [path for path in data.files if path.stem.endswith("_plume") and path.suffix == ".nc"]
        if field in _LABELS or field in data.wind or not found:
            return None
        whole = open_files(found)
        if isinstance(whole, dict):
            return None
    else:
        whole = data if isinstance(data, Opened) else open_file(pathlib.Path(data))
    return whole if whole.attrs.get("simoom_kind") == "plume" else None


def _at_height_of_boxes(plume: xarray.Dataset, field: str, height: float) -> NDArray[Any]:
    """A field of the plume in the boxes that hold a height above the ground; NaN where no air is."""
    tops = plume["z_bnds"].values[:, 1]
    altitude = plume["terrain"].values + height
    layer = np.searchsorted(tops, altitude, side="right")
    there = (layer < len(tops)) & (altitude >= plume["z_bnds"].values[0, 0])
    rows, columns = np.indices(altitude.shape)
    place = np.where(there, layer, 0), rows, columns
    there &= plume["air_fraction"].values[place] > 0
    if not there.any():
        raise Error("usage", f"there is no air of the plume at {height:g} m above the ground", 2)
    return np.where(there, plume[field].values[place], np.nan)


def _plume_map(plume: xarray.Dataset, field: str, height: float, time: int, ax: Axes | None,
               options: dict[str, Any]) -> Axes:
    """A map of a concentration, dose ... with colours by powers of ten."""
    from matplotlib.colors import LogNorm
    if field not in plume:
        raise Error("usage", f"there is no field '{field}' to draw; the plume has: "
                    f"{', '.join(str(name) for name in plume.data_vars if plume[name].dims[-2:] == ('y', 'x'))}", 2)
    one = plume.isel({d: {"time": time, "threshold": 0}[d] for d in ("time", "threshold") if d in plume[field].dims})
    flat = one[field].ndim == 2
    values = one[field].values if flat else _at_height_of_boxes(one, field, height)
    largest = np.nanmax(values)
    if largest > 0 and one[field].dtype.kind == "f" and not {"norm", "vmin", "vmax"} & set(options) and \
            not field.startswith(("arrival", "terrain", "air")):
        options = {"norm": LogNorm(largest * 1e-4, largest), **options}
        values = np.where(values > 0, values, np.nan)
    ax = _axes(ax)
    edges = [_edges(plume[d].values, plume[f"{d}_width"].values) for d in ("x", "y")]
    drawn = ax.pcolormesh(*edges, np.ma.masked_invalid(values), **options)
    ax.figure.colorbar(drawn, ax=ax, label=_label(one, field), shrink=0.8)
    if plume["building_height"].values.max() > 0:
        ax.contour(plume["x"], plume["y"], plume["building_height"].values > 0, [0.5], colors="0.3", linewidths=0.6)
    where = "" if flat else f" at {height:g} m"
    when = _when(one) if "time" in plume[field].dims else ""
    ax.set(aspect="equal", xlabel="x, m", ylabel="y, m", title=f"{plume.attrs.get('simoom_name', '')}{where}{when}")
    ax.ticklabel_format(style="plain", useOffset=False)
    ax.locator_params(axis="x", nbins=6)
    return ax


def map(data: Data, field: str = "wind_speed", height: float = 10, time: int = -1, ax: Axes | None = None,
        arrows: int = 25, **options: Any) -> Axes:
    """Draws a map at a height above the ground, m; returns the axes.

    data: a Run, a Dataset of simoom.open() or a path. field: "wind_speed",
    "wind_from_direction", "u", "v", "w", a field on cells ("tke") or a map ("terrain"), or of a plume
    "concentration", "dose", "concentration_maximum", "arrival_time" (of the first threshold), "deposition", "wet_deposition". arrows:
    how many of the wind along the longer side; 0: none. options go to pcolormesh (vmin, vmax, cmap ...).
    """
    plume = _plume(data, field)
    if plume is not None:
        return _plume_map(plume, field, height, time, ax, options)
    whole = _dataset(data, time)
    ax = _axes(ax)
    x, y = whole["x"].values, whole["y"].values
    edges = [_edges(whole[d].values, whole[f"{d}_width"].values) for d in ("x", "y")]
    if field not in _LABELS and field not in whole:
        raise Error("usage", f"there is no field '{field}' to draw", 2)
    wind = at_height(data, height, time=time) if field in _LABELS or arrows else None
    if wind is not None and field in _LABELS:
        values = wind[field].values
    elif whole[field].ndim == 2:
        values = whole[field].values
    else:
        values = at_height(data, height, field=field, time=time)[field].values
    if field == "wind_from_direction":
        options = {"cmap": "twilight", "vmin": 0, "vmax": 360, **options}
    drawn = ax.pcolormesh(*edges, np.ma.masked_invalid(values), **options)
    ax.set_facecolor("0.75")  # where there is no air
    ax.figure.colorbar(drawn, ax=ax, label=_label(whole, field), shrink=0.8)
    building = whole["building_height"].values
    if building.max() > 0:
        ax.contour(x, y, building > 0, [0.5], colors="0.3", linewidths=0.6)
    if wind is not None and arrows:
        step = max(1, max(len(x), len(y)) // arrows)
        some = np.s_[step // 2::step]
        ax.quiver(x[some], y[some], wind["u"].values[some, some], wind["v"].values[some, some],
                  color="k", alpha=0.7, width=0.002)
    where = "" if field in whole and whole[field].ndim == 2 else f" at {height:g} m"
    ax.set(aspect="equal", xlabel="x, m", ylabel="y, m",
           title=f"{whole.attrs.get('simoom_name', '')}{where}{_when(whole)}")
    ax.ticklabel_format(style="plain", useOffset=False)
    ax.locator_params(axis="x", nbins=6)  # coordinates have many digits
    return ax


def section(data: Data, field: str = "wind_speed", x: float | None = None, y: float | None = None,
            height: tuple[float, float] | None = None, time: int = -1, ax: Axes | None = None, **options: Any) -> Axes:
    """Draws a vertical section from south to north at x, or from west to east at y, m in the file's
    coordinates; neither: through the middle, from west to east. Returns the axes. The colours are of what is drawn.

    height: (low, high) of what is drawn, m above the lowest ground of the section; by default up to the top.
    data, field and options: as of map.
    """
    whole = _dataset(data, time)
    ax = _axes(ax)
    if x is not None and y is not None:
        raise Error("usage", "a section is along x or along y: give one of them", 2)
    across, along = ("x", "y") if x is not None else ("y", "x")
    place = x if x is not None else y if y is not None else float(whole["y"].mean())
    centres, half = whole[across].values, whole[f"{across}_width"].values / 2
    if not centres[0] - half[0] <= place <= centres[-1] + half[-1]:
        raise Error("usage", f"{across} = {place:g} m is outside of the domain, {centres[0] - half[0]:g}"
                    f" to {centres[-1] + half[-1]:g} m", 2)
    cut = whole.sel({across: place}, method="nearest")
    if field == "wind_speed":
        values = np.hypot(cut["u"].values, cut["v"].values)
    elif field == "wind_from_direction":
        convergence = whole.attrs.get("simoom_convergence", 0.0)
        values = (np.degrees(np.arctan2(-cut["u"].values, -cut["v"].values)) + convergence) % 360
        options = {"cmap": "twilight", "vmin": 0, "vmax": 360, **options}
    elif field in cut and cut[field].ndim == 2:
        values = cut[field].values
    else:
        raise Error("usage", f"there is no field '{field}' to draw in a section", 2)
    edges = [_edges(whole[d].values, whole[f"{d}_width"].values) for d in (along, "z")]
    if height is not None:
        low, high = (float(cut["terrain"].min()) + h for h in height)
        inside = (edges[1][1:] > low) & (edges[1][:-1] < high)
        if not low < high or not inside.any():
            raise Error("usage", "height is (low, high), m above the lowest ground of the section, within the domain", 2)
        rows = np.flatnonzero(inside)
        values = values[rows[0]:rows[-1] + 1]
        edges[1] = edges[1][rows[0]:rows[-1] + 2]
    drawn = ax.pcolormesh(*edges, np.ma.masked_invalid(values), **options)
    if height is not None:
        ax.set_ylim(low, high)
    ax.figure.colorbar(drawn, ax=ax, label=_label(whole, field))
    ax.set_facecolor("0.75")  # solids
    ax.plot(whole[along], cut["terrain"], color="0.2", linewidth=1)
    ax.set(xlabel=f"{along}, m", ylabel="altitude, m",
           title=f"{whole.attrs.get('simoom_name', '')} along {across} = {place:.10g} m{_when(whole)}")
    ax.ticklabel_format(style="plain", useOffset=False)
    ax.locator_params(axis="x", nbins=6)  # coordinates have many digits
    return ax


def layer(data: Data, field: str = "phi", number: int | None = None, ax: Axes | None = None,
          **options: Any) -> Axes:
    """Draws a layer of prisms, seen from above; returns the axes.

    data: a Run, a Dataset of simoom.open() or of simoom.prisms(), or a path. number: of the layer, 0 at the
    bottom; None: half way up. options go to tripcolor.
    """
    whole = data if isinstance(data, Opened) and "z" in data.coords else prisms(data)
    if field not in whole or "layer" not in whole[field].dims:
        raise Error("usage", f"there is no field '{field}' to draw", 2)
    layers = whole.sizes["layer"]
    number = layers // 2 if number is None else number
    if not -layers <= number < layers:
        raise Error("usage", f"there is no layer {number}: there are {layers}", 2)
    ax = _axes(ax)
    drawn = ax.tripcolor(whole["node_x"].values, whole["node_y"].values, whole["face_nodes"].values,
                         facecolors=whole[field].isel(layer=number).values, **options)
    ax.figure.colorbar(drawn, ax=ax, label=_label(whole, field))
    ax.set(aspect="equal", xlabel="x, m", ylabel="y, m", title=f"{field}, layer {number}")
    return ax
