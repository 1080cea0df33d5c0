#!/usr/bin/env python3
"""Makes the invented city of cases/city-10km2: 1369 buildings on 10 km2, of a kind with downtown Oklahoma City.

    scripts/make_city.py FOLDER [PLOTS]

Writes FOLDER/city-10km2/buildings.geojson, or with PLOTS that many plots each way to buildings-PLOTS.geojson
(316: 99 856 buildings), always the same to the last byte and with nothing but Python's
standard library: footprints in metres of WGS 84 / UTM zone 14N, `height` in m.

37 x 37 plots of 84 m have one building each, as many per area as there. Heights and areas are drawn from log-normal distributions with the
median and the mean of the 172 buildings of the Joint Urban 2003 footprints (heights 7.9 and 16.7 m, at most 113.5 m;
areas 796 and 1743 m2), cut off at the largest height and at what a plot holds.
"""

import json
import math
import os
import random
import sys

X0, Y0 = 634000.0, 3924000.0  # m, UTM: south-west corner of the domain
MARGIN, PLOT, PLOTS = 26.0, 84.0, 37  # m, m, default number of plots each way
SIDE = (10.0, 66.0)  # m, of a building
HEIGHT = (7.9, 16.7, 3.0, 113.5)  # m: median, mean, least, most
AREA = (796.0, 1743.0, 80.0, SIDE[1] ** 2)  # m2


def log_normal(draw, median, mean, least, most):
    """A number of the log-normal distribution with that median and mean, within limits."""
    sigma = math.sqrt(2 * math.log(mean / median))
    return min(max(median * math.exp(sigma * draw.gauss(0, 1)), least), most)


def footprint(draw, x, y):
    """A rectangle on the plot with that south-west corner, turned by up to 4 degrees; its corners."""
    area = log_normal(draw, *AREA)
    ratio = draw.uniform(1, 2) ** draw.choice((-1, 1))
    width, depth = (min(max(s, SIDE[0]), SIDE[1]) for s in (math.sqrt(area * ratio), math.sqrt(area / ratio)))
    angle = math.radians(draw.uniform(-4, 4))
    room = [PLOT - 12 - s for s in (width, depth)]
    middle = [corner + PLOT / 2 + draw.uniform(-0.5, 0.5) * max(r, 0)
              for corner, r in zip((x, y), room)]
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    return [[round(middle[0] + 0.5 * (a * width * math.cos(angle) - b * depth * math.sin(angle)), 2),
             round(middle[1] + 0.5 * (a * width * math.sin(angle) + b * depth * math.cos(angle)), 2)]
            for a, b in corners]


def city(plots):
    """All buildings as GeoJSON."""
    draw = random.Random(2021)
    features = []
    for j in range(plots):
        for i in range(plots):
            ring = footprint(draw, X0 + MARGIN + PLOT * i, Y0 + MARGIN + PLOT * j)
            height = round(log_normal(draw, *HEIGHT), 1)
            features.append({"type": "Feature", "properties": {"height": height},
                             "geometry": {"type": "Polygon", "coordinates": [ring]}})
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32614"}}
    return {"type": "FeatureCollection", "name": "buildings", "crs": crs, "features": features}


def main():
    """Writes the file."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    plots = int(sys.argv[2]) if len(sys.argv) == 3 else PLOTS
    folder = os.path.join(sys.argv[1], "city-10km2")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "buildings.geojson" if plots == PLOTS else f"buildings-{plots}.geojson")
    with open(path, "w", encoding="ascii") as file:
        json.dump(city(plots), file, separators=(",", ":"))
        file.write("\n")
    print(path)


if __name__ == "__main__":
    main()
