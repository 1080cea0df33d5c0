#!/usr/bin/env python3
"""Makes the town of cases/town: ground, land cover, buildings and weather of an invented place.

    scripts/make_town.py [FOLDER]     default: cases/town

Writes, always the same to the last byte and with nothing but Python's standard library:

    terrain.asc, terrain.prj   height of the ground, m, 5 m cells, WGS 84 / UTM zone 32N
    cover.asc, cover.prj       land cover, classes of ESA WorldCover, 10 m cells
    buildings.geojson          footprints, longitude and latitude (RFC 7946)
    stations.csv               two weather stations, three times, in WindNinja's layout

Lengths are in metres; x and y from the south-west corner of the rasters, X0 and Y0 in UTM.
"""

import json
import math
import os
import random
import sys

X0, Y0 = 590000.0, 5240000.0  # m, UTM zone 32N: south-west corner of the rasters
WIDTH, DEPTH = 1000.0, 800.0  # m, extent of the rasters
TOWN = (120.0, 890.0, 112.0, 688.0)  # m, west, east, south, north: houses stand in here

PRJ = (
    'PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",'
    'SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],'
    'UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],'
    'PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],'
    'PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],'
    'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]\n'
)

WATER, TREES, GRASS, FIELDS, BUILT = 80, 10, 30, 40, 50  # classes of ESA WorldCover


# Ground ------------------------------------------------------------------------------------------


def stream(y):
    """x of the stream, which runs from north to south."""
    return 285.0 + 42.0 * math.sin((y - 90.0) / 115.0) + 0.06 * (400.0 - y)


def ground(x, y):
    """Height of the ground: a slope that rises to the north, a valley along the stream, a wooded
    hill in the north-east, a knoll in the west, and a little unevenness."""
    slope = 420.0 + 0.055 * y + 0.012 * abs(x - stream(y))
    valley = -11.0 * math.exp(-(((x - stream(y)) / 62.0) ** 2))
    hill = 46.0 * math.exp(-(((x - 705.0) / 135.0) ** 2) - ((y - 570.0) / 105.0) ** 2)
    knoll = 14.0 * math.exp(-(((x - 70.0) / 90.0) ** 2) - ((y - 480.0) / 150.0) ** 2)
    uneven = 0.7 * math.sin(x / 37.0 + 1.3) * math.sin(y / 43.0) + 0.4 * math.sin((x + y) / 19.0)
    return slope + valley + hill + knoll + uneven


def cover(x, y):
    """Land cover class at a place."""
    to_stream = abs(x - stream(y))
    to_hill = math.hypot((x - 705.0) / 1.25, y - 585.0)
    if to_stream < 6.0:
        return WATER
    if to_stream < 16.0 + 6.0 * math.sin(y / 23.0):
        return TREES
    if 35.0 < to_hill < 125.0 + 14.0 * math.sin(x / 21.0) and y > 500.0:
        return TREES
    if math.hypot((x - 500.0) / 1.7, y - 340.0) < 190.0:
        return BUILT
    if x < 140.0 or y > 720.0 or (y < 130.0 and x > 450.0):
        return FIELDS
    return GRASS


def write_raster(path, cell, value, form):
    """An Arc/Info ASCII grid, north up, with its coordinate system beside it."""
    columns, rows = round(WIDTH / cell), round(DEPTH / cell)
    with open(path + ".asc", "w", newline="\n") as out:
        out.write(f"ncols {columns}\nnrows {rows}\nxllcorner {X0:.0f}\nyllcorner {Y0:.0f}\n")
        out.write(f"cellsize {cell:g}\nNODATA_value -9999\n")
        for row in reversed(range(rows)):
            y = (row + 0.5) * cell
            line = (form % value((i + 0.5) * cell, y) for i in range(columns))
            out.write(" ".join(line) + "\n")
    with open(path + ".prj", "w", newline="\n") as out:
        out.write(PRJ)


# Plane geometry ----------------------------------------------------------------------------------


def smooth(points, times=3):
    """Cuts the corners of a line (Chaikin), ends kept."""
    for _ in range(times):
        cut = [points[0]]
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        points = cut + [points[-1]]
    return points


def turned(shape, centre, angle):
    """Points turned by an angle (rad, counterclockwise) and moved to a centre."""
    c, s = math.cos(angle), math.sin(angle)
    return [(centre[0] + c * x - s * y, centre[1] + s * x + c * y) for x, y in shape]


def rectangle(width, depth, centre=(0.0, 0.0), angle=0.0):
    w, d = width / 2.0, depth / 2.0
    return turned([(-w, -d), (w, -d), (w, d), (-w, d)], centre, angle)


def to_line(point, line):
    """Distance from a point to a line of several pieces."""
    best = math.inf
    px, py = point
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        dx, dy = bx - ax, by - ay
        t = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)
        t = min(1.0, max(0.0, t))
        best = min(best, math.hypot(px - ax - t * dx, py - ay - t * dy))
    return best


def apart(a, b, gap):
    """True when two convex polygons are at least `gap` apart (separating axes)."""
    for polygon in (a, b):
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
            length = math.hypot(bx - ax, by - ay)
            nx, ny = (by - ay) / length, (ax - bx) / length
            along_a = [nx * x + ny * y for x, y in a]
            along_b = [nx * x + ny * y for x, y in b]
            if min(along_b) - max(along_a) >= gap or min(along_a) - max(along_b) >= gap:
                return True
    return False


# The town ----------------------------------------------------------------------------------------

STREETS = [  # name, corner points, houses are (row: wall to wall), chance that a plot is built on
    ("Main Street", [(372, 100), (398, 200), (428, 300), (440, 400), (424, 510), (404, 625)],
     "row", 0.95),
    ("Upper Street", [(440, 300), (590, 322), (690, 385), (790, 425), (905, 440)], "house", 0.93),
    ("Lower Street", [(405, 222), (550, 215), (700, 238), (900, 226)], "house", 0.93),
    ("Hill Lane", [(436, 440), (530, 492), (572, 580), (580, 700)], "house", 0.85),
    ("Meadow Road", [(172, 100), (192, 240), (180, 390), (202, 520), (196, 610)], "house", 0.75),
    ("Bridge Street", [(190, 330), (310, 322), (432, 318)], "row", 0.9),
    ("Church Street", [(440, 378), (540, 398), (640, 352)], "row", 0.95),
    ("School Road", [(700, 238), (722, 320), (790, 425)], "house", 0.9),
    ("Field Lane", [(550, 215), (590, 140), (730, 128), (895, 140)], "house", 0.85),
]


class Town:
    """Footprints found so far; `solid` holds their convex outlines, which keep others away."""

    def __init__(self):
        self.random = random.Random(1983).random
        self.features = []
        self.solid = []
        self.streets = [(n, smooth(p), kind, chance) for n, p, kind, chance in STREETS]

    def between(self, low, high):
        return low + (high - low) * self.random()

    def add(self, parts, **properties):
        """One feature: parts are polygons, each a list of rings (the outline, then its holes)."""
        self.features.append((parts, properties))

    def reserve(self, outline):
        self.solid.append(outline)

    def free(self, outline, gap):
        """True when nothing stands in the way of a house."""
        west, east, south, north = TOWN
        for x, y in outline:
            if not (west < x < east and south < y < north):
                return False
            if abs(x - stream(y)) < 17.0:
                return False
            if any(to_line((x, y), line) < 4.5 for _, line, _, _ in self.streets):
                return False
        return all(apart(outline, other, gap) for other in self.solid)

    def landmarks(self):
        """The buildings that have a name, before the houses take what is left."""
        angle = math.radians(9.0)
        place = (500.0, 432.0)
        nave = rectangle(34.0, 15.0, place, angle)
        tower = rectangle(9.0, 9.0, turned([(-21.5, 0.0)], place, angle)[0], angle)
        self.add([[nave]], name="Church, nave", height=15.0)
        self.add([[tower]], name="Church, tower", height=41.0)
        self.reserve(rectangle(60.0, 24.0, turned([(-3.0, 0.0)], place, angle)[0], angle))

        blocks = [((485.0, 346.0), 8.0, 50.0, 34.0, 14.5), ((556.0, 359.0), 9.0, 46.0, 38.0, 13.0),
                  ((480.0, 261.0), -3.0, 52.0, 40.0, 13.5), ((396.0, 365.0), 7.0, 40.0, 44.0, 12.5)]
        for centre, degrees, width, depth, height in blocks:
            turn = math.radians(degrees)
            outline = rectangle(width, depth, centre, turn)
            court = rectangle(width - 22.0, depth - 22.0, centre, turn)
            self.add([[outline, court[::-1]]], name="Courtyard block", height=height)
            self.reserve(outline)

        corner, turn = (757.0, 281.0), math.radians(-16.0)
        school = [(-30, -24), (30, -24), (30, -9), (-14, -9), (-14, 24), (-30, 24)]
        self.add([[turned(school, corner, turn)]], name="School", **{"building:levels": 3})
        self.reserve(rectangle(66.0, 54.0, corner, turn))

        wings = [rectangle(30.0, 11.0, (455.0, 168.0), 0.1), rectangle(30.0, 11.0, (452.0, 143.0), 0.1)]
        self.add([[wings[0]], [wings[1]]], name="Barns", height=8.5)
        for wing in wings:
            self.reserve(wing)

        top = (712.0, 566.0)
        wall = turned([(22 * math.cos(a), 17 * math.sin(a)) for a in
                       (k * math.pi / 6.0 for k in range(12))], top, 0.4)
        ward = turned([(17.5 * math.cos(a), 12.5 * math.sin(a)) for a in
                       (k * math.pi / 6.0 for k in range(12))], top, 0.4)
        keep = rectangle(10.0, 10.0, turned([(-15.0, 0.0)], top, 0.4)[0], 0.4)
        self.add([[wall, ward[::-1]]], name="Castle, wall", height=8.0)
        self.add([[keep]], name="Castle, keep", height=26.0)
        self.reserve(wall)

        hall = rectangle(64.0, 26.0, (262.0, 178.0), math.radians(96.0))
        self.add([[hall]], name="Sawmill", height=9.0)
        self.add([[rectangle(5.0, 5.0, (238.0, 158.0), math.radians(6.0))]],
                 name="Sawmill, chimney", height=32.0)
        self.reserve(hall)
        self.reserve(rectangle(9.0, 9.0, (238.0, 158.0), math.radians(6.0)))
        self.reserve(rectangle(34.0, 26.0, (455.0, 404.0), 0.12))  # the market place stays open

    def houses(self, line, kind, chance):
        """Plots along both sides of a street, each turned like the street is there."""
        row = kind == "row"
        for side in (1.0, -1.0):
            at, since = 6.0, 0.0
            for (ax, ay), (bx, by) in zip(line, line[1:]):
                length = math.hypot(bx - ax, by - ay)
                since += length
                while at < since:
                    t = 1.0 - (since - at) / length
                    x, y = ax + t * (bx - ax), ay + t * (by - ay)
                    angle = math.atan2(by - ay, bx - ax)
                    front = self.between(13.0, 19.0) if row else self.between(11.0, 16.0)
                    depth = self.between(11.0, 14.0) if row else self.between(9.5, 12.5)
                    back = 6.0 if row else self.between(8.0, 12.0)
                    off = side * (back + depth / 2.0)
                    centre = (x - math.sin(angle) * off, y + math.cos(angle) * off)
                    turn = angle + (0.0 if row else math.radians(self.between(-4.0, 4.0)))
                    outline = rectangle(front, depth, centre, turn)
                    wanted = self.random() < chance
                    if wanted and self.free(outline, 0.05 if row else 4.0):
                        self.house(outline, row)
                        at += front + (0.15 if row else self.between(9.0, 17.0))
                        if not row and self.random() < 0.12:
                            self.shed(centre, depth, angle, side)
                    else:
                        at += 3.0 if wanted else 12.0

    def house(self, outline, row):
        levels = 2 + (self.random() < 0.55) + (row and self.random() < 0.35)
        if self.random() < 0.3:
            self.add([[outline]], **{"building:levels": levels})
        else:
            self.add([[outline]], height=round(3.0 * levels + self.between(0.5, 3.0), 1))
        self.reserve(outline)

    def shed(self, centre, depth, angle, side):
        """A shed behind a house; nobody measured its height."""
        off = side * (depth / 2.0 + 9.0)
        place = (centre[0] - math.sin(angle) * off, centre[1] + math.cos(angle) * off)
        outline = rectangle(7.0, 5.0, place, angle)
        if self.free(outline, 2.0):
            self.add([[outline]], building="shed")
            self.reserve(outline)


# Files -------------------------------------------------------------------------------------------


def degrees(x, y):
    """Longitude and latitude (deg, WGS 84) of a place: the inverse transverse Mercator projection
    of UTM zone 32, Krueger's series to third order (error below 1 mm)."""
    a, f, k0 = 6378137.0, 1.0 / 298.257223563, 0.9996
    n = f / (2.0 - f)
    radius = a / (1.0 + n) * (1.0 + n**2 / 4.0 + n**4 / 64.0)
    beta = (n / 2.0 - 2.0 * n**2 / 3.0 + 37.0 * n**3 / 96.0, n**2 / 48.0 + n**3 / 15.0,
            17.0 * n**3 / 480.0)
    delta = (2.0 * n - 2.0 * n**2 / 3.0 - 2.0 * n**3, 7.0 * n**2 / 3.0 - 8.0 * n**3 / 5.0,
             56.0 * n**3 / 15.0)
    xi0, eta0 = (Y0 + y) / (k0 * radius), (X0 + x - 500000.0) / (k0 * radius)
    xi, eta = xi0, eta0
    for j, b in enumerate(beta, 1):
        xi -= b * math.sin(2 * j * xi0) * math.cosh(2 * j * eta0)
        eta -= b * math.cos(2 * j * xi0) * math.sinh(2 * j * eta0)
    chi = math.asin(math.sin(xi) / math.cosh(eta))
    latitude = chi + sum(d * math.sin(2 * j * chi) for j, d in enumerate(delta, 1))
    longitude = math.radians(9.0) + math.atan2(math.sinh(eta), math.cos(xi))
    return math.degrees(longitude), math.degrees(latitude)


def write_buildings(path, features):
    lines = []
    for number, (parts, properties) in enumerate(features, 1):
        rings = []
        for polygon in parts:
            closed = [ring + ring[:1] for ring in polygon]
            rings.append([[[round(v, 7) for v in degrees(*p)] for p in ring] for ring in closed])
        geometry = ({"type": "Polygon", "coordinates": rings[0]} if len(rings) == 1 else
                    {"type": "MultiPolygon", "coordinates": rings})
        feature = {"type": "Feature", "id": number, "properties": properties, "geometry": geometry}
        lines.append(json.dumps(feature, separators=(", ", ": ")))
    with open(path, "w", newline="\n") as out:
        out.write('{"type": "FeatureCollection", "name": "buildings", "features": [\n')
        out.write(",\n".join(lines) + "\n]}\n")


def write_stations(path):
    columns = ("Station_Name", "Coord_Sys(PROJCS,GEOGCS)", "Datum(WGS84,NAD83,NAD27)",
               "Lat/YCoord", "Lon/XCoord", "Height", "Height_Units(meters,feet)", "Speed",
               "Speed_Units(mph,kph,mps,kts)", "Direction(degrees)", "Temperature",
               "Temperature_Units(F,C)", "Cloud_Cover(%)", "Radius_of_Influence",
               "Radius_of_Influence_Units(miles,feet,meters,km)", "date_time")
    times = ("2026-05-01T06:00:00Z", "2026-05-01T12:00:00Z", "2026-05-01T18:00:00Z")
    stations = (  # name, x, y, then speed (m/s), direction (deg), temperature (C), cloud (%)
        ("MEADOW", 145.0, 300.0, ((1.6, 35, 9.0, 20), (4.2, 235, 18.5, 40), (3.4, 282, 15.0, 60))),
        ("CASTLE", 740.0, 600.0, ((2.9, 50, 8.0, 20), (6.8, 242, 16.0, 40), (5.6, 275, 13.5, 60))),
    )
    with open(path, "w", newline="\n") as out:
        out.write(",".join(f'"{c}"' for c in columns) + "\n")
        for name, x, y, readings in stations:
            longitude, latitude = degrees(x, y)
            for time, (speed, direction, temperature, cloud) in zip(times, readings):
                out.write(f"{name},GEOGCS,WGS84,{latitude:.6f},{longitude:.6f},10,meters,{speed},mps,"
                          f"{direction},{temperature},C,{cloud},-1,km,{time}\n")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "cases", "town")
    os.makedirs(folder, exist_ok=True)
    town = Town()
    town.landmarks()
    for _, line, kind, chance in town.streets:
        town.houses(line, kind, chance)
    write_raster(os.path.join(folder, "terrain"), 5.0, ground, "%.2f")
    write_raster(os.path.join(folder, "cover"), 10.0, cover, "%d")
    write_buildings(os.path.join(folder, "buildings.geojson"), town.features)
    write_stations(os.path.join(folder, "stations.csv"))
    print(f"make_town: {len(town.features)} footprints in {os.path.normpath(folder)}")


if __name__ == "__main__":
    main()
