#!/usr/bin/env python3
"""Makes the weather of cases/model-weather: what a weather model might give, of an invented day.

    scripts/make_model_weather.py [FOLDER]     default: cases/model-weather

Writes weather.nc, a file of the CF conventions in NetCDF's classic format, always the same to the
last byte and with nothing but Python's standard library: 7 x 6 columns, 6 levels, 3 times. The wind
is logarithmic, 5 m/s at 10 m over a roughness of 0.1 m, alike in all columns, and veers by 30 deg in
an hour. So the wind that simoom computes over flat ground is known at every height and time.
"""

import math
import os
import struct
import sys

SOUTH, WEST, STEP = 46.95, 7.94, 0.02  # deg: first column, and from one to the next
ROWS, COLUMNS = 6, 7
HEIGHTS = [10.0, 40.0, 120.0, 300.0, 700.0, 1500.0]  # m above the ground
HOURS = [6, 7, 8]  # after 2026-05-01T00:00:00Z
FROM = [240.0, 270.0, 300.0]  # deg, at each of them
Z0, SPEED, HEIGHT, KARMAN = 0.1, 5.0, 10.0, 0.4

DIMENSIONS = [("time", len(HOURS)), ("height", len(HEIGHTS)), ("lat", ROWS), ("lon", COLUMNS)]
INT, FLOAT, DOUBLE, CHAR = 4, 5, 6, 2  # of NetCDF
FORMAT = {FLOAT: "f", DOUBLE: "d"}


def speed(height):
    """The logarithmic wind, m/s."""
    return SPEED * math.log((height + Z0) / Z0) / math.log((HEIGHT + Z0) / Z0)


def wind(part):
    """A component at all times, levels, rows and columns: sine for u, cosine for v."""
    return [-speed(height) * part(math.radians(direction))
            for direction in FROM for height in HEIGHTS for _ in range(ROWS * COLUMNS)]


def surface(value):
    """One value at all times, rows and columns."""
    return [value] * (len(HOURS) * ROWS * COLUMNS)


def variables():
    """Name, type, dimensions, attributes, values."""
    on_levels, on_ground = ("time", "height", "lat", "lon"), ("time", "lat", "lon")
    friction = KARMAN * SPEED / math.log((HEIGHT + Z0) / Z0)
    return [
        ("time", DOUBLE, ("time",), {"standard_name": "time", "calendar": "standard",
                                     "units": "hours since 2026-05-01 00:00:00"}, HOURS),
        ("height", DOUBLE, ("height",), {"standard_name": "height", "units": "m",
                                         "positive": "up"}, HEIGHTS),
        ("lat", DOUBLE, ("lat",), {"standard_name": "latitude", "units": "degrees_north"},
         [round(SOUTH + STEP * j, 6) for j in range(ROWS)]),
        ("lon", DOUBLE, ("lon",), {"standard_name": "longitude", "units": "degrees_east"},
         [round(WEST + STEP * i, 6) for i in range(COLUMNS)]),
        ("u", FLOAT, on_levels, {"standard_name": "eastward_wind", "units": "m s-1"},
         wind(math.sin)),
        ("v", FLOAT, on_levels, {"standard_name": "northward_wind", "units": "m s-1"},
         wind(math.cos)),
        ("z0", FLOAT, on_ground, {"standard_name": "surface_roughness_length", "units": "m"},
         surface(Z0)),
        ("zust", FLOAT, on_ground, {"long_name": "friction velocity", "units": "m s-1"},
         surface(friction)),
        ("hfss", FLOAT, on_ground, {"standard_name": "surface_upward_sensible_heat_flux",
                                    "units": "W m-2"}, surface(0.0)),
        ("t2m", FLOAT, on_ground, {"standard_name": "air_temperature", "units": "K"},
         surface(288.15)),
    ]


# NetCDF's classic format: big-endian, names and values padded to 4 bytes ----------------------------


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def number(value):
    return struct.pack(">i", value)


def name_of(text):
    return number(len(text)) + padded(text.encode())


def attributes(texts):
    if not texts:
        return number(0) + number(0)
    items = [name_of(key) + number(CHAR) + name_of(value) for key, value in texts.items()]
    return number(0x0C) + number(len(items)) + b"".join(items)


def packed(kind, values):
    return padded(struct.pack(f">{len(values)}{FORMAT[kind]}", *values))


def header(listed, offsets):
    numbers = {name: n for n, (name, _) in enumerate(DIMENSIONS)}
    dimensions = b"".join(name_of(name) + number(size) for name, size in DIMENSIONS)
    described = b""
    for (name, kind, on, texts, values), offset in zip(listed, offsets):
        described += name_of(name) + number(len(on))
        described += b"".join(number(numbers[dimension]) for dimension in on)
        described += attributes(texts) + number(kind) + number(len(packed(kind, values)))
        described += number(offset)
    globals_ = {"Conventions": "CF-1.11", "title": "Invented weather, made by make_model_weather.py"}
    return (b"CDF\x01" + number(0) + number(0x0A) + number(len(DIMENSIONS)) + dimensions +
            attributes(globals_) + number(0x0B) + number(len(listed)) + described)


def write(path):
    listed = variables()
    at, offsets = len(header(listed, [0] * len(listed))), []
    for _, kind, _, _, values in listed:
        offsets.append(at)
        at += len(packed(kind, values))
    with open(path, "wb") as file:
        file.write(header(listed, offsets))
        for _, kind, _, _, values in listed:
            file.write(packed(kind, values))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "cases", "model-weather")
    os.makedirs(folder, exist_ok=True)
    write(os.path.join(folder, "weather.nc"))


if __name__ == "__main__":
    main()
