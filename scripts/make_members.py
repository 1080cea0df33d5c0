#!/usr/bin/env python3
"""Makes the ensemble forecast and the hills of cases/forecast-members.

    scripts/make_members.py FOLDER [MEMBERS [HOURS [CELLS]]]     default: 51 members, 24 hours, 200 x 200 cells

Writes members.nc (CF, NetCDF's classic format: u and v at 10 m, 5 x 5 columns) and hills.asc to FOLDER/forecast-members,
always the same to the last byte and with nothing but Python's standard library.
"""

import math
import os
import random
import sys

import make_model_weather as netcdf

SOUTH, WEST, STEP = 46.8, 10.8, 0.1  # deg: first column, and from one to the next
COLUMNS = 5
X0, Y0, CELL = 660000, 5200000, 50  # m, UTM zone 32: south-west corner of the hills; cells


def variables(members, hours):
    """Name, type, dimensions, attributes, values: a wind per member and hour, alike in all columns."""
    draw, east, north = random.Random(43), [], []
    turn = [draw.gauss(0, 15) for _ in range(members)]
    factor = [math.exp(draw.gauss(0, 0.2)) for _ in range(members)]
    for hour in range(hours):
        for member in range(members):
            speed, come = (6 + 3 * math.sin(hour / 4)) * factor[member], math.radians(240 + 5 * hour + turn[member])
            east += [-speed * math.sin(come)] * COLUMNS**2
            north += [-speed * math.cos(come)] * COLUMNS**2
    on = ("time", "number", "latitude", "longitude")
    line = [round(STEP * n, 6) for n in range(COLUMNS)]
    return [
        ("time", netcdf.DOUBLE, ("time",), {"units": "hours since 2026-05-01 00:00:00"}, list(range(hours))),
        ("number", netcdf.DOUBLE, ("number",), {"long_name": "member"}, list(range(members))),
        ("latitude", netcdf.DOUBLE, ("latitude",), {"units": "degrees_north"}, [round(SOUTH + y, 6) for y in line]),
        ("longitude", netcdf.DOUBLE, ("longitude",), {"units": "degrees_east"}, [round(WEST + x, 6) for x in line]),
        ("u10", netcdf.FLOAT, on, {"standard_name": "eastward_wind", "units": "m s-1"}, east),
        ("v10", netcdf.FLOAT, on, {"standard_name": "northward_wind", "units": "m s-1"}, north),
    ]


def hills(cells):
    """An ESRI grid of three rounded hills, 300 m above the plain."""
    rows = [f"ncols {cells}\nnrows {cells}\nxllcorner {X0}\nyllcorner {Y0}\ncellsize {CELL}\n"]
    tops, width = ((0.3, 0.35), (0.6, 0.6), (0.7, 0.25)), 0.1
    for j in reversed(range(cells)):
        row = []
        for i in range(cells):
            x, y = (i + 0.5) / cells, (j + 0.5) / cells
            row.append(f"{500 + 300 * sum(math.exp(-((x - a)**2 + (y - b)**2) / width**2) for a, b in tops):.1f}")
        rows.append(" ".join(row) + "\n")
    return "".join(rows)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = os.path.join(sys.argv[1], "forecast-members")
    members, hours, cells = (int(number) for number in (sys.argv[2:] + ["51", "24", "200"][len(sys.argv) - 2:]))
    os.makedirs(folder, exist_ok=True)
    netcdf.DIMENSIONS = [("time", hours), ("number", members), ("latitude", COLUMNS), ("longitude", COLUMNS)]
    netcdf.variables = lambda: variables(members, hours)
    netcdf.write(os.path.join(folder, "members.nc"))
    with open(os.path.join(folder, "hills.asc"), "w", encoding="ascii") as file:
        file.write(hills(cells))


if __name__ == "__main__":
    main()
