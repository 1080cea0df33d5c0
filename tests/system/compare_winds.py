#!/usr/bin/env python3
"""Compares the numbers of two wind files of simoom.

usage: compare_winds.py A B [LIMIT]

Every variable but the solver's own report must be equal bit by bit; with LIMIT, winds may differ by
so many m/s. Exits 1 and names what differs; exits 77 when Python's netCDF4 is missing.
"""
import sys

try:
    import netCDF4
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

REPORT = ("iterations", "residual", "divergence")


def differ(a, b, limit):
    """How far two arrays are apart; None where they may be."""
    if a.shape != b.shape:
        return f"shapes {a.shape} and {b.shape}"
    if a.tobytes() == b.tobytes():
        return None
    apart = np.max(np.abs(a.astype(float) - b.astype(float)))
    return None if limit is not None and apart <= limit else f"by up to {apart:.3g}"


def main():
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else None
    failed = False
    with netCDF4.Dataset(sys.argv[1]) as a, netCDF4.Dataset(sys.argv[2]) as b:
        for nc in (a, b):
            nc.set_auto_maskandscale(False)
        if set(a.variables) != set(b.variables):
            sys.exit(f"other variables: {set(a.variables) ^ set(b.variables)}")
        for name in a.variables:
            if limit is not None and (name in REPORT or name == "wind_from_direction"):
                continue
            text = differ(a[name][:], b[name][:], limit)
            if text is not None:
                failed = True
                print(f"{name} differs {text}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
