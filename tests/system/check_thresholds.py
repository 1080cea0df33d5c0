#!/usr/bin/env python3
"""Reads areas above thresholds as users of a GIS do: polygons are closed, turn as RFC 7946 wants, lie
where the plume file's boxes are above the threshold, and are as large, but for parts of boxes at
their edges.

usage: check_thresholds.py AREAS.geojson PLUME.nc
"""
import json
import math
import sys

try:
    import netCDF4
    import numpy as np
except ImportError:
    sys.exit(77)


def ring_area(ring):
    """Signed, anticlockwise above 0; of degrees in m2 on a sphere, near the ring's middle."""
    assert ring[0] == ring[-1] and len(ring) >= 4, "an open ring"
    x, y = np.array(ring).T
    if on_earth:
        metres = math.pi / 180 * 6.371e6
        x, y = x * metres * math.cos(math.radians(y.mean())), y * metres
    x, y = x - x[0], y - y[0]
    return 0.5 * float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum())


def polygons_area(geometry):
    parts = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    total = 0
    for outline, *holes in parts:
        assert not on_earth or ring_area(outline) > 0, "an outline that turns clockwise"
        total += abs(ring_area(outline)) - sum(abs(ring_area(hole)) for hole in holes)
    return total


def wanted_area(plume, species, threshold, lowest):
    largest = next(v for n, v in plume.variables.items() if n.startswith("concentration_maximum")
                   and v.simoom_species == species)[:].filled(np.nan)
    column = np.nanmax(largest, axis=0)
    if lowest:
        first = np.argmax(~np.isnan(largest), axis=0)
        column = np.take_along_axis(largest, first[None], axis=0)[0]
    above = column > threshold
    area = plume["y_width"][:][:, None] * plume["x_width"][:]
    edge = np.zeros_like(above)
    edge[1:] |= above[1:] != above[:-1]
    edge[:, 1:] |= above[:, 1:] != above[:, :-1]
    return float((area * above).sum()), float((area * edge).sum())


with open(sys.argv[1], encoding="utf-8") as file:
    areas = json.load(file)
with netCDF4.Dataset(sys.argv[2]) as plume:
    on_earth = "crs" in plume.variables
    found = 0
    for feature in areas["features"]:
        p = feature["properties"]
        area = polygons_area(feature["geometry"])
        wanted, edge = wanted_area(plume, p["species"], p["threshold"], "lowest" in p["quantity"])
        assert abs(area - p["area_m2"]) <= 0.01 * area, f"{area} m2, and {p}"
        assert abs(area - wanted) <= 0.5 * edge, f"{area} m2 are {wanted} m2 of boxes: {p}"
        found += 1
    assert found > 0, "no areas"
