"""check_hazard.py JSON PLUME MOLAR_MASS [AIR_CHANGES]: areas and maxima of `simoom hazard`, against
running means that are summed second by second; or its odour hours."""
import json
import sys

import netCDF4
import numpy as np

facts = json.load(open(sys.argv[1]))
plume = netCDF4.Dataset(sys.argv[2])
ppm = 1e-9 * float(sys.argv[3]) * 101325 / (8.31446261815324 * 293.15)
c = np.ma.filled(plume["concentration"][:].astype(float), np.nan)  # time z y x
lowest = np.argmax(~np.isnan(c[0]), axis=0)
c = np.take_along_axis(c, lowest[None, None], axis=1)[:, 0]
there = ~np.isnan(c[0])
c = np.nan_to_num(c)
ends = np.array(plume["time_bnds"][:])
if "areas" in facts:  # odour hours
    lengths = ends[:, 1] - ends[:, 0]
    peaks = c * ((lengths / facts["peak_time"]) ** facts["peak_exponent"])[:, None, None]
    shares = np.tensordot(lengths / lengths.sum(), peaks > facts["threshold"], axes=1) * 100
    columns = np.outer(plume["y_width"][:], plume["x_width"][:])
    assert abs(shares[there].max() - facts["largest_share"]) < 1e-4, (shares.max(), facts)
    for own in facts["areas"]:
        low, high = (np.sum(columns[there & (shares > own["share"] + d)]) for d in (1e-4, -1e-4))
        assert low <= own["area"] <= high and high > 0, (own, low, high)
    sys.exit()
step = 1.0  # s
seconds = np.repeat(c, np.round(ends[:, 1] - ends[:, 0]).astype(int), axis=0)
if len(sys.argv) > 4:
    rate, room, inside = float(sys.argv[4]) / 3600, np.zeros(c.shape[1:]), []
    for outdoors in seconds:
        before = room
        room = outdoors + (room - outdoors) * np.exp(-rate * step)
        inside.append(0.5 * (before + room))
    seconds = np.array(inside)
total = np.concatenate([np.zeros((1,) + c.shape[1:]), np.cumsum(seconds, axis=0) * step])
area = np.outer(plume["y_width"][:], plume["x_width"][:])
x = plume["x"][:]
assert facts["levels"], "no levels"
for level in facts["levels"]:
    if level["unit"] == "ppm^2 min":
        continue
    average = level["averaging_time"]
    if average > 0:
        back = np.maximum(np.arange(total.shape[0]) - round(average / step), 0)
        means = (total - total[back]) / average
    else:
        means = seconds
    most = np.where(there, means.max(axis=0), 0) / ppm
    assert abs(most.max() / level["maximum"] - 1) < 1e-3, (level, most.max())
    low, high = (np.sum(area[most > f * level["value"]]) for f in (1.001, 0.999))
    assert low <= level["area"] + 1e-3 and level["area"] <= high + 1e-3, (level, low, high)
    if "people" in level and level["area"] > 0:
        half = np.broadcast_to(x < 100, most.shape)
        people = [0.005 * np.sum(area[(most > f * level["value"]) & half]) for f in (1.001, 0.999)]
        edge = 0.005 * 3 * 150 * 10  # interpolation at the edge of the raster
        assert people[0] - edge <= level["people"] <= people[1] + edge, (level, people)
