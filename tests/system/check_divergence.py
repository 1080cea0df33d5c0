#!/usr/bin/env python3
"""Recomputes the mass balance of a wind file of simoom, as docs/files.md says it is done.

usage: check_divergence.py FILE [LIMIT]

Prints, for each time, the largest |div u| h / U over the cells of air and the largest flux through
a closed face; exits 1 when the first is over LIMIT or the second is not 0. Exits 77 (skipped) when
Python's netCDF4 is missing.
"""
import sys

try:
    import netCDF4
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


def balance(nc, time):
    """Largest |div u| h / U, and largest flux (m3/s) through a closed face."""
    dx, dy, dz = (nc[f"{axis}_width"][:] for axis in "xyz")
    nx, ny, nz = len(dx), len(dy), len(dz)
    cut = cut_fraction = None
    if "cut_cell" in nc.variables:
        cut, cut_fraction = nc["cut_cell"][:], nc["cut_fraction"][:]
    speed = divergence = leak = 0.0
    for k in range(nz):  # layer by layer, so that large files fit in memory
        u = nc["u_face"][time, k].astype(float)
        v = nc["v_face"][time, k].astype(float)
        w = nc["w_face"][time, k : k + 2].astype(float)
        bits = nc["open_faces"][k]
        flow = (u[:, :-1], u[:, 1:], v[:-1], v[1:], w[0], w[1])
        area = (dy[:, None] * dz[k] + 0 * dx, dx * dz[k] + 0 * dy[:, None], dx * dy[:, None])
        fraction = np.stack([(bits >> side & 1).astype(float) for side in range(6)])
        if cut is not None:
            here = (cut >= nx * ny * k) & (cut < nx * ny * (k + 1))
            j, i = np.divmod(cut[here] - nx * ny * k, nx)
            fraction[:, j, i] *= cut_fraction[here].T
        outflow = np.zeros((ny, nx))
        for side in range(6):
            closed = (bits >> side & 1) == 0
            leak = max(leak, np.max(np.abs(flow[side]) * area[side // 2] * closed))
            outflow += (1 if side % 2 else -1) * fraction[side] * area[side // 2] * flow[side]
        edge = np.minimum(np.minimum(dx, dy[:, None]), dz[k])
        div = np.abs(outflow) / (area[2] * dz[k]) * edge
        divergence = max(divergence, np.max(div[bits != 0], initial=0.0))
        speed = max(speed, *(np.max(np.abs(f)) for f in flow))
    return (divergence / speed if speed > 0 else 0.0), leak


def main():
    path = sys.argv[1]
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else 1e-5
    failed = False
    with netCDF4.Dataset(path) as nc:
        nc.set_auto_maskandscale(False)
        if "u_face" not in nc.variables:
            sys.exit(f"{path}: contains no velocities on faces (output.faces = true)")
        for time in range(len(nc.dimensions["time"])):
            divergence, leak = balance(nc, time)
            good = divergence <= limit and leak == 0
            failed = failed or not good
            print(f"time {time}: max |div u| h / U = {divergence:.3e} (limit {limit:g}), "
                  f"max flux through closed faces = {leak:g} m3/s: {'good' if good else 'BAD'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
