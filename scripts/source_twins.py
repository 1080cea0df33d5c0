#!/usr/bin/env python3
"""Synthetic twins of source estimation: how often the credible regions of `simoom locate` hold the source, and how near the
place is to it.

usage: source_twins.py PROGRAM OUT.json [--twins N] [--sources N] [--jobs N] [--seed N] [--city N]
                       [--particles N] [--keep DIR]
       source_twins.py --merge OUT.json IN.json...
       source_twins.py --docs [--check]
  --sources  number of sources of a twin, 1 to 3
  --city   0: rows of buildings, wind from 255 degrees; N: buildings and wind drawn from N
  --keep   folder of the runs: a measurement that was killed goes on from it, with the same options and program
  --merge  one result of those of several cities
  --docs   writes the table of docs/source-estimation.md from bench/results/source-estimation; with --check only compares

Sources in a small city, each with a place uniform in the air and a rate whose logarithm is uniform, as in the prior of
`simoom locate`, are computed forward. Their readings at 50 sensors, and at the first 10 of these, get a log-normal error of
10 %, and go to `simoom locate` without the source. A source that fewer than three of the 10 sensors detect is drawn again.
Of several sources all that the sensors read is added, and each is one that they would detect alone. The region of all places
is then counted once for each source, and the places found are paired with the sources such that the distances are least.
Every twenty sources have other sensors; 200 twins take about two hours of processor time, in processes of low priority
(nice 10). simoom needs its module for maps, which writes the polygons of the regions.
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from pages import ROOT, table

SIZE, CELL, HEIGHT = (300, 240), 5, 1.5  # m
RATE = (3e-3, 3e-2)  # kg/s
LIMIT = 2e-6  # kg/m3
NOISE = 0.1
SENSORS = (10, 50)
BATCH = 20  # sources with the same sensors
DETECTED = 3  # least number of detections of the first ten sensors
MASS = 5e-8  # kg, of a forward particle: the mean at a sensor has an error of 7 % at the limit, 3 % at four times the limit
DRAWN, MASS_DRAWN = 60, 1e-6  # sources drawn at a time, and the particles that tell which of them are detected
LEVELS = (50, 90, 95)
PAGE = ROOT / "docs" / "source-estimation.md"
RESULTS = ROOT / "bench" / "results" / "source-estimation"
MARKS = ("<!-- twins: scripts/source_twins.py --docs -->\n", "<!-- end of twins -->\n")

# x, y, length, width, height, m
ROWS = [(60 + 60 * i + 10 * (j % 2), 30 + 55 * j, 30, 25 + 5 * (i % 2), 9 + 3 * ((i + j) % 3))
        for i in range(4) for j in range(4)]

CASE = """\
[case]
name = "twins"
[domain]
size = [%(length)d, %(width)d]
height = 48
cell_size = [%(cell)d, %(cell)d, 3]
[roughness]
z0 = 0.1
[buildings]
box = [%(boxes)s]
[[weather.station]]
speed = 4
from = %(wind)d
height = 10
[turbulence]
model = "local"
[particles]
duration = 250
[particles.concentration]
cell_size = [%(cell)d, %(cell)d, 3]
height = 3
"""


def draw_city(number):
    """Buildings and wind direction."""
    if number == 0:
        return ROWS, 255
    rng, buildings = random.Random(f"city {number}"), []
    for i in range(4):
        for j in range(4):
            dx, dy = rng.choice((15, 20, 25, 30, 35, 40)), rng.choice((15, 20, 25, 30, 35))
            buildings.append((50 + 60 * i + 5 * rng.randint(0, (60 - dx) // 5 - 2), 15 + 55 * j + 5 * rng.randint(0, (55 - dy) // 5 - 2),
                              dx, dy, 3 * rng.randint(2, 7)))
    return buildings, 180 + 30 * (number % 7)


def make_case(city):
    buildings, wind = city
    boxes = ", ".join(f"{{corner = [{x}, {y}], size = [{dx}, {dy}], height = {h}}}" for x, y, dx, dy, h in buildings)
    return CASE % {"length": SIZE[0], "width": SIZE[1], "cell": CELL, "boxes": boxes, "wind": wind}


class Failed(Exception):
    """A run of simoom that failed."""


def call(*arguments, folder=None):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        raise Failed(f"simoom {arguments[1]}: {done.stderr}")
    return done.stdout


# --- twins ---


def draw_place(rng, buildings):
    """Uniform in the air of the lowest cells."""
    while True:
        place = rng.uniform(0, SIZE[0]), rng.uniform(0, SIZE[1])
        if not any(x <= place[0] < x + dx and y <= place[1] < y + dy for x, y, dx, dy, _ in buildings):
            return place


def draw_sensors(rng, buildings):
    """Centres of columns."""
    places = []
    while len(places) < SENSORS[-1]:
        place = tuple(CELL * math.floor(v / CELL) + CELL / 2 for v in draw_place(rng, buildings))
        if place not in places:
            places.append(place)
    return places


def compute(program, folder, sensors, sources, mass, seed):
    """Mean concentrations of steady sources at the sensors, kg/m3: the doses of pulses of one second, of particles of a mass."""
    species = ",".join(f'{{name="s{n}"}}' for n in range(len(sources)))
    released = ",".join(f'{{species="s{n}",position=[{x:.9g},{y:.9g}],height={HEIGHT},mass={rate:.9g},stop=1,count={round(rate / mass)}}}'
                        for n, (x, y, rate) in enumerate(sources))
    receptors = ",".join(f'{{name="r{n}",position=[{x},{y}],height={HEIGHT},size=[3,3,3]}}' for n, (x, y) in enumerate(sensors))
    call(program, "run", folder / "case.toml", "-o", folder / "forward", "--overwrite", "--threads", "1",
         "--set", f"particles.species=[{species}]", "--set", f"particles.source=[{released}]",
         "--set", f"particles.receptor=[{receptors}]", "--set", f"particles.seed={seed}", "--set", "output.formats=[]")
    mean = [[0.0] * len(sensors) for _ in sources]
    with open(folder / "forward" / "twins_receptors_summary.csv", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            mean[int(row["species"][1:])][int(row["name"][1:])] = float(row["dose"])
    return mean


def kept_in(folder, name, city):
    """What an earlier call kept in a folder; else None, and the folder is made, with the case."""
    if (folder / name).exists():
        return json.loads((folder / name).read_text())
    folder.mkdir(exist_ok=True)
    (folder / "case.toml").write_text(make_case(city))
    return None


def detections(readings, limit):
    """Of the first sensors."""
    return sum(value > limit for value in readings[:SENSORS[0]])


def read_sensors(rng, means):
    return [mean * math.exp(math.sqrt(math.log1p(NOISE**2)) * rng.gauss(0, 1)) for mean in means]


def make_batch(program, work, number, options):
    """Twins with the same sensors: [(sources, sensors, readings)], readings below the limit None."""
    rng = random.Random(1000 * options.seed + number)
    folder = work / f"batch{number}"
    city = draw_city(options.city)
    kept = kept_in(folder, "twins.json", city)
    if kept is not None:
        return kept
    sensors, twins, wanted = draw_sensors(rng, city[0]), [], BATCH // options.sources
    for attempt in range(100):
        sources = [(*draw_place(rng, city[0]), math.exp(rng.uniform(*map(math.log, RATE)))) for _ in range(DRAWN)]
        rough = compute(program, folder, sensors, sources, MASS_DRAWN, 1000 * number + 2 * attempt)
        sources = [source for source, means in zip(sources, rough) if detections(means, LIMIT / 2) >= DETECTED][:BATCH]
        if not sources:
            continue
        means = compute(program, folder, sensors, sources, MASS, 1000 * number + 2 * attempt + 1)
        for first in range(0, len(sources) + 1 - options.sources, options.sources):
            own = slice(first, first + options.sources)
            read = read_sensors(rng, [sum(parts) for parts in zip(*means[own])])
            if detections(read, LIMIT) >= DETECTED:
                twins.append((sources[own], sensors, [value if value > LIMIT else None for value in read]))
        if len(twins) >= wanted:
            (folder / "twins.json").write_text(json.dumps(twins[:wanted]))
            return twins[:wanted]
    raise Failed("too few sources are detected")


# --- estimates ---


def is_inside(place, geometry):
    """Whether a place is in polygons (even-odd rule over all rings)."""
    polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    inside = False
    for ring in (ring for polygon in polygons for ring in polygon):
        for (x0, y0, *_), (x1, y1, *_) in zip(ring, ring[1:]):
            if (y0 > place[1]) != (y1 > place[1]) and place[0] < x0 + (place[1] - y0) * (x1 - x0) / (y1 - y0):
                inside = not inside
    return inside


def pair(sources, found):
    """The found sources in the order of those that they are nearest to, all together."""
    return min(itertools.permutations(found),
               key=lambda order: sum(math.dist(source[:2], (own["x"], own["y"])) for source, own in zip(sources, order)))


def locate(program, folder, number, count, twin, options):
    """Result and areas of `simoom locate` with the first sensors."""
    _, sensors, read = twin
    with open(folder / "sensors.csv", "w", encoding="utf-8") as rows:
        rows.write("x,y,height,concentration [kg/m3],detection_limit [kg/m3],error [kg/m3]\n")
        for (x, y), value in list(zip(sensors, read))[:count]:
            rows.write(f"{x},{y},{HEIGHT},{f'<{LIMIT}' if value is None else f'{value:.9g}'},{LIMIT},1e-9\n")
    out = json.loads(call(program, "locate", "case.toml", "sensors.csv", "--json", "--threads", "1", "--model-error", str(NOISE),
                          "--rate", f"{RATE[0]},{RATE[1]}", "--height", str(HEIGHT), "--particles", str(options.particles),
                          "--sources", str(options.sources), "--seed", str(number), "--areas", "areas.geojson",
                          "--set", f"particles.seed={number}", folder=folder))
    areas = json.loads((folder / "areas.geojson").read_text())["features"]
    return out, {area["properties"]["label"]: area["geometry"] for area in areas}


def estimate(program, work, number, twin, count, options):
    folder = work / f"{number}-{count}"
    kept = kept_in(folder, "twin.json", draw_city(options.city))
    if kept is not None:
        return kept
    start = time.perf_counter()
    out, areas = locate(program, folder, number, count, twin, options)
    sources, found = twin[0], pair(twin[0], out["sources"])
    rates = [own["rate"]["interval_95"] for own in found]
    made = {"twin": number, "sensors": count, "sources": sources, "detected": out["readings_detected"],
            "found": [[own["x"], own["y"]] for own in found],
            "cells": [math.dist(source[:2], (own["x"], own["y"])) / CELL for source, own in zip(sources, found)],
            "holds": [[is_inside(source, areas[f"{level} % credible region"]) for level in LEVELS] for source in sources],
            "areas": [[area / CELL**2 for area in own["region_areas"]] for own in found],
            "rate_holds": [rate[0] <= source[2] <= rate[1] for source, rate in zip(sources, rates)],
            "explained": out["readings_explained"], "gelman_rubin": out["sampler"]["gelman_rubin"],
            "iterations": out["sampler"]["iterations"], "seconds": time.perf_counter() - start}
    (folder / "twin.json").write_text(json.dumps(made))
    return made


# --- summary ---


def quantile(values, part):
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def summarise(rows, count):
    own = [row for row in rows if row["sensors"] == count]
    cells, holds, areas, rate_holds = (sum((row[key] for row in own), []) for key in ("cells", "holds", "areas", "rate_holds"))
    return {"sensors": count, "twins": len(own), "sources": len(cells),
            "coverage": {str(level): sum(held[n] for held in holds) / len(holds) for n, level in enumerate(LEVELS)},
            "rate_coverage_95": sum(rate_holds) / len(rate_holds),
            "cells_median": quantile(cells, 0.5), "cells_90": quantile(cells, 0.9),
            "within_2_cells": sum(value <= 2 for value in cells) / len(cells),
            "area_95_median": quantile([area[2] for area in areas], 0.5),
            "seconds_median": quantile([row["seconds"] for row in own], 0.5),
            "not_converged": sum(not row["gelman_rubin"] < 1.05 for row in own)}


def measure(options, work):
    program = os.path.abspath(options.program)
    os.nice(10)
    work.mkdir(exist_ok=True)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        batches = list(pool.map(lambda b: make_batch(program, work, b, options), range(math.ceil(options.twins / (BATCH // options.sources)))))
        twins = [twin for batch in batches for twin in batch][:options.twins]
        jobs = [pool.submit(estimate, program, work, n, twin, count, options) for n, twin in enumerate(twins) for count in SENSORS]
        for job in concurrent.futures.as_completed(jobs):
            rows.append(job.result())
            if len(rows) % 20 == 0:
                print(f"{len(rows)} of {len(jobs)}", flush=True)
    rows.sort(key=lambda row: (row["twin"], row["sensors"]))
    return {"schema": "simoom.source-twins/1", "version": call(program, "version").split()[1], "processors": os.cpu_count(),
            "jobs": options.jobs, "seed": options.seed, "sources": options.sources, "city": options.city, "particles": options.particles, "noise": NOISE, "rate": RATE,
            "detection_limit": LIMIT, "cell": CELL, "estimate_seconds": sum(row["seconds"] for row in rows) / options.jobs,
            "summary": [summarise(rows, count) for count in SENSORS], "twins": rows}


def merge(out, *paths):
    """One result of several that differ in their cities, seeds and times."""
    all_of = [json.loads(pathlib.Path(path).read_text()) for path in paths]
    rows = [{"city": own["city"], **row} for own in all_of for row in own["twins"]]
    seconds = sum(own["estimate_seconds"] * own["jobs"] for own in all_of)
    made = {**all_of[0], "city": [own["city"] for own in all_of], "seed": [own["seed"] for own in all_of], "jobs": 1,
            "estimate_seconds": seconds, "summary": [summarise(rows, count) for count in SENSORS], "twins": rows}
    pathlib.Path(out).write_text(json.dumps(made, indent=1) + "\n")
    return 0


# --- docs ---


def interval(hits, count):
    """Of 95 % (Wilson 1927), in %."""
    z2, part = 1.96**2, hits / count
    middle, half = part + z2 / (2 * count), 1.96 * math.sqrt(part * (1 - part) / count + z2 / (4 * count**2))
    return f"{100 * (middle - half) / (1 + z2 / count):.0f} to {100 * (middle + half) / (1 + z2 / count):.0f}"


def table_row(data, own):
    held = [f"{100 * own['coverage'][str(level)]:.0f}" for level in LEVELS]
    return [", ".join(map(str, data["city"])) if isinstance(data["city"], list) else str(data["city"]),
            f"{own['sensors']}", f"{data['sources']}", f"{own['twins']}", *held[:2],
            f"{held[2]} ({interval(own['coverage']['95'] * own['sources'], own['sources'])})",
            f"{own['cells_median']:.1f}, {own['cells_90']:.1f}", f"{100 * own['within_2_cells']:.0f}",
            f"{own['area_95_median']:.1f}", f"{100 * own['rate_coverage_95']:.0f}"]


def make_block():
    rows, times = [], []
    for path in sorted(RESULTS.glob("*.json")):
        data = json.loads(path.read_text())
        rows += [table_row(data, own) for own in data["summary"]]
        times.append(f"{data['summary'][-1]['twins']} twins with {data['particles']} particles in {data['estimate_seconds'] * data['jobs'] / 60:.0f} minutes")
    heads = ["city", "sensors", "sources", "twins", "regions of 50 % that hold the source, %", "90 %, %",
             "95 %, % (its interval of 95 %)", "distance in cells: median, 90 %", "within 2 cells, %", "median area of 95 %, cells",
             "rates within their interval of 95 %, %"]
    return (f"{MARKS[0]}{table(heads, rows, 'r' * len(heads))}\n`scripts/source_twins.py PROGRAM OUT.json`: estimates of {'; '.join(times)} of one "
            f"thread, on a shared machine, and the forward runs before.\n{MARKS[1]}")


def write_docs(check):
    text = PAGE.read_text()
    start, end = text.index(MARKS[0]), text.index(MARKS[1]) + len(MARKS[1])
    made = text[:start] + make_block() + text[end:]
    if check and made != text:
        print("source_twins: the table is not that of the results; run scripts/source_twins.py --docs", file=sys.stderr)
        return 1
    if not check:
        PAGE.write_text(made)
    return 0


def main():
    if sys.argv[1:] in (["--docs"], ["--docs", "--check"]):
        return write_docs(len(sys.argv) == 3)
    if sys.argv[1:2] == ["--merge"] and len(sys.argv) > 3:
        return merge(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--twins", type=int, default=200)
    parser.add_argument("--sources", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--city", type=int, default=0)
    parser.add_argument("--particles", type=int, default=10_000)
    parser.add_argument("--keep")
    options = parser.parse_args()
    if options.keep:
        made = measure(options, pathlib.Path(options.keep).resolve())
    else:
        with tempfile.TemporaryDirectory(prefix="twins-") as work:
            made = measure(options, pathlib.Path(work))
    pathlib.Path(options.out).write_text(json.dumps(made, indent=1) + "\n")
    for row in made["summary"]:
        print(json.dumps(row))
    return 0


if __name__ == "__main__":
    sys.exit(main())
