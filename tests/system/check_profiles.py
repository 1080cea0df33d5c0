#!/usr/bin/env python3
"""Compares the wind over flat, open ground with the formulas of docs/theory/diagnostic.md.

usage: check_profiles.py FILE PROFILE [OBUKHOV]

The station reads 5 m/s from the west at 10 m, over a roughness of 0.1 m. PROFILE: uniform, log,
power (exponent 0.2), tower (2 m/s at 2 m, 4 m/s at 10 m, 7 m/s at 40 m). Exits 1 when the wind is
off by more than 1e-4 of itself in a cell,
or 1e-3 at a height between cells (2e-2 where the wind is no logarithm); exits 77 when Python's netCDF4 is missing.
"""
import math
import sys

try:
    import netCDF4
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

Z0 = 0.1


def psi(zeta):
    if zeta >= 1:
        return 4.7 * (1 + math.log(zeta))
    if zeta >= 0:
        return 4.7 * zeta
    x = (1 - 15 * zeta) ** 0.25
    return (-2 * math.log((1 + x) / 2) - math.log((1 + x * x) / 2) + 2 * math.atan(x)
            - math.pi / 2)


def log_wind(z, obukhov):
    def shape(height):
        return math.log((height + Z0) / Z0) + psi(height / obukhov)
    return 5 * shape(z) / shape(10)


def tower_wind(z):
    levels = [(2, 2), (10, 4), (40, 7)]
    step = [math.log((height + Z0) / Z0) for height, _ in levels]
    here = math.log((z + Z0) / Z0)
    if z < 2:
        return 2 * here / step[0]
    if z > 40:
        return 7 * here / step[2]
    low = 0 if z < 10 else 1
    share = (here - step[low]) / (step[low + 1] - step[low])
    return levels[low][1] + share * (levels[low + 1][1] - levels[low][1])


def main():
    profile = sys.argv[2]
    obukhov = float(sys.argv[3]) if len(sys.argv) > 3 else math.inf
    wind = {"uniform": lambda z: 5.0, "log": lambda z: log_wind(z, obukhov),
            "power": lambda z: 5 * (z / 10) ** 0.2, "tower": tower_wind}[profile]
    failed = False
    with netCDF4.Dataset(sys.argv[1]) as nc:
        heights = nc["z"][:]
        column = nc["u"][0, :, 2, 2]
        for z, u in zip(heights, column):
            right = wind(min(float(z), 1000.0))
            if not abs(float(u) / right - 1) <= 1e-4:
                print(f"at {z:g} m: {u:g} m/s instead of {right:g} m/s")
                failed = True
        slices = zip(nc["height"][:], nc["wind_speed"][0, :, 2, 2])
        for z, speed in slices:
            right = wind(float(z))
            limit = 1e-3 if profile == "log" and math.isinf(obukhov) else 2e-2
            if not abs(float(speed) / right - 1) <= limit:
                print(f"slice at {z:g} m: {speed:g} m/s instead of {right:g} m/s")
                failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
