#!/usr/bin/env python3
"""Time and memory of large inputs: many buildings, stations, points and places, one file of 200 MB.

    large_inputs.py PROGRAM [--json FILE] [--only NAME]... [--scale FACTOR]

Each input is made in two sizes, one four times as large as the other, checked and run. Times are
processor time of all threads, so that other programs on the machine matter little; memory is the
largest resident set. An input is linear when four times as much of it takes at most six times as
long (both above a second). Exit code 1: a command failed, or an input is not linear.
"""
import argparse
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

DOMAIN = """[domain]
center = [47.31, 10.20]
size = [{side}, {side}]
height = 100
cell_size = [{cell}, {cell}, 10]
"""
STATION = """[[weather.station]]
speed = 5
from = 270
"""


def degrees(side, x, y):
    """Longitude and latitude of a place in the domain of this side, m from its corner."""
    return (10.20 + (x - side / 2) / (111320 * math.cos(math.radians(47.31))), 47.31 + (y - side / 2) / 111195)


def house(side, x, y, width, height, more):
    """A GeoJSON feature."""
    ring = [degrees(side, x + a * width, y + b * width) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))]
    places = ",".join(f"[{lon:.7f},{lat:.7f}]" for lon, lat in ring)
    return (f'{{"type":"Feature","properties":{{"height":{height:.1f}{more}}},'
            f'"geometry":{{"type":"Polygon","coordinates":[[{places}]]}}}}')


def houses(folder, count, more=""):
    """A town of detached houses, 25 m apart in both directions, and its case."""
    side = 25 * math.ceil(math.sqrt(count)) + 100
    draw = random.Random(1)
    with open(os.path.join(folder, "b.geojson"), "w", encoding="utf-8") as file:
        file.write('{"type":"FeatureCollection","features":[\n')
        for i in range(count):
            x, y = 50 + 25 * (i % (side // 25 - 4)), 50 + 25 * (i // (side // 25 - 4))
            file.write((",\n" if i else "") + house(side, x, y, draw.uniform(8, 18), draw.uniform(4, 25), more))
        file.write("]}\n")
    return DOMAIN.format(side=side, cell=10) + '[buildings]\nfile = "b.geojson"\n' + STATION


def dense_houses(folder, count):
    """A town of houses of 18 m by 18 m, one on 36 m2 so that they overlap, and its case."""
    side = 6 * math.ceil(math.sqrt(count))
    draw = random.Random(4)
    with open(os.path.join(folder, "b.geojson"), "w", encoding="utf-8") as file:
        file.write('{"type":"FeatureCollection","features":[\n')
        for i in range(count):
            x, y = draw.uniform(0, side), draw.uniform(0, side)
            file.write((",\n" if i else "") + house(side, x, y, 18, draw.uniform(3, 33), ""))
        file.write("]}\n")
    return (f'[domain]\ncenter = [47.31, 10.20]\nsize = [{side}, {side}]\nheight = 200\ncell_size = 5\n'
            f'[buildings]\nfile = "b.geojson"\n{STATION}')


def wide_file(folder, megabytes):
    """Houses with long attributes, most of which lie outside of the domain."""
    text = ',"name":"' + "a street with a long name, and what else registers hold; " * 12 + '"'
    houses(folder, int(megabytes * 1e6 / 985), text)
    return DOMAIN.format(side=1000, cell=10) + '[buildings]\nfile = "b.geojson"\n' + STATION


def stations(folder, count):
    """Stations of a file, in 2 km."""
    draw = random.Random(2)
    with open(os.path.join(folder, "s.csv"), "w", encoding="utf-8") as file:
        file.write("Station_Name,Lat/YCoord,Lon/XCoord,Height,Height_Units,Speed,Speed_Units,Direction\n")
        for i in range(count):
            lon, lat = degrees(2000, draw.uniform(50, 1950), draw.uniform(50, 1950))
            file.write(f"s{i},{lat:.6f},{lon:.6f},10,meters,{draw.uniform(4, 6):.1f},mps,{draw.randrange(260, 280)}\n")
    return DOMAIN.format(side=2000, cell=20) + '[[weather.station]]\nfile = "s.csv"\n'


def points(folder, count):
    """Winds at scattered points of a CSV file."""
    draw = random.Random(3)
    with open(os.path.join(folder, "p.csv"), "w", encoding="utf-8") as file:
        file.write("x,y,z,u,v,w\n")
        for _ in range(count):
            file.write(f"{draw.uniform(0, 400):.2f},{draw.uniform(0, 400):.2f},{draw.uniform(0, 100):.2f},5,1,0\n")
    return ('[domain]\ncrs = "local"\nsize = [400, 400]\nheight = 100\ncell_size = 10\n'
            '[wind]\nmodel = "points"\n[wind.points]\nfiles = "p.csv"\n')


INPUTS = {  # name: (what is counted, the larger size, how it is made)
    "buildings": ("detached houses in GeoJSON", 100000, houses),
    "dense": ("overlapping houses in GeoJSON, each on 36 m2", 100000, dense_houses),
    "stations": ("stations in a CSV file", 10000, stations),
    "points": ("points of a wind in a CSV file", 1000000, points),
    "file": ("MB of GeoJSON, most outside of the domain", 200, wide_file),
}


def measure(command, folder):
    """Processor time of a command, s, its wall time, its largest memory, MB, and its exit code."""
    start = time.monotonic()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        said = process.stderr.read().decode(errors="replace")
        _, state, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(state)
    if process.returncode != 0:
        print(said[-600:], file=sys.stderr)
    return {"cpu": round(used.ru_utime + used.ru_stime, 2), "wall": round(time.monotonic() - start, 2),
            "memory": round(used.ru_maxrss / 1024), "code": process.returncode}


def is_linear(small, large):
    """Whether the larger of two sizes does not take more than its share of time."""
    return large["cpu"] < 1 or large["cpu"] <= 6 * max(small["cpu"], 0.17)


def go(options, name):
    """An input in both sizes."""
    words, size, make = INPUTS[name]
    result = {"what": words, "sizes": {}}
    for part in (4, 1):
        count = max(1, int(size * options.scale) // part)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "case.toml"), "w", encoding="utf-8") as file:
                file.write(make(folder, count))
            one = {"bytes": max(os.path.getsize(os.path.join(folder, n)) for n in os.listdir(folder))}
            for command, more in (("check", []), ("run", ["-o", "out", "-q"])):
                one[command] = measure([options.program, command, "case.toml", "-t", "1", *more]
                                       if command == "run" else [options.program, command, "case.toml"], folder)
                print(name, count, command, one[command], flush=True)
        result["sizes"][str(count)] = one
    small, large = result["sizes"].values()
    result["linear"] = all(is_linear(small[c], large[c]) for c in ("check", "run"))
    return result


def main():
    """Measures all inputs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--json")
    parser.add_argument("--only", action="append", choices=list(INPUTS))
    parser.add_argument("--scale", type=float, default=1)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    version = subprocess.run([options.program, "version"], capture_output=True, text=True, check=True).stdout
    results = {name: go(options, name) for name in options.only or INPUTS}
    bad = [name for name, one in results.items()
           if not one["linear"] or any(s[c]["code"] for s in one["sizes"].values() for c in ("check", "run"))]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"schema": "simoom.large-inputs/1", "program": version.split("\n")[0], "scale": options.scale,
                       "inputs": results}, file, indent=1)
            file.write("\n")
    print("not linear, or failed: " + ", ".join(bad) if bad else "all inputs are linear")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
