#!/usr/bin/env python3
"""Source estimation in a large city: how near `simoom locate` comes to a known source, and in what time.

usage: source_city.py PROGRAM OUT.json [--device NAME] [--cell X,Y,Z] [--particles N]... [--forward N]
  --cell       of the grid, m; the default of 2,2,0.8 has 145 million cells
  --particles  of each reading; default 10000, 100000 and 1000000, and 10000 with the place of a further sensor
  --forward    particles of the forward run; default 4000000

The city is that of cases/blocks, its wind that of a library. A source of 0.5 kg/s at (88, 560) m from 0 to 300 s is computed
forward; 50 sensors, at random 60 to 1200 m downwind of it, read four means of two minutes with a log-normal error of 10 % and
a detection limit of 0.1 mg/m3. The estimates do not know the source. simoom needs its module for maps, which writes the
polygons of the regions.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from pages import ROOT
from source_twins import is_inside

CITY = ROOT / "cases" / "blocks" / "case.toml"
SOURCE, RATE, STOP = (88, 560), 0.5, 300  # m, kg/s, s
SENSORS, NEAR, FAR, HEIGHT = 50, 60, 1200, 1.5  # m
WIND, SPEED = 250, 5  # degrees, m/s
INTERVAL, READINGS = 120, 4  # s
LIMIT, NOISE = 1e-7, 0.1  # kg/m3

RELEASE = f"""\
[case]
name = "leak"
[[weather.station]]
speed = {SPEED}
from = {WIND}
height = 10
[turbulence]
model = "local"
[particles]
duration = {INTERVAL * READINGS}
[[particles.species]]
name = "gas"
[particles.concentration]
interval = {INTERVAL}
height = 12
"""


def make_library(cell):
    """Case of a library of one wind."""
    text = CITY.read_text()
    start = text.index("[[weather.station]]")
    text = text[:start] + text[text.index("[wind]", start):]
    text = text.replace('cell_size = ["4 m", "4 m", "2 m"]', f"cell_size = [{cell}]")
    return text + f"\n[weather.library]\ndirections = [{WIND}]\nspeeds = [{SPEED}]\n"


def call(*arguments, folder):
    """Output and time of a command, s."""
    start = time.perf_counter()
    done = subprocess.run([str(own) for own in arguments], capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode != 0:
        sys.exit(f"simoom {arguments[1]}: {done.stderr}")
    return done.stdout, time.perf_counter() - start


def draw_sensors():
    """Places downwind, in the air or not."""
    rng, places = random.Random("sensors"), []
    to = math.radians(WIND + 180)
    while len(places) < 3 * SENSORS:
        along = rng.uniform(NEAR, FAR)
        across = rng.gauss(0, 1) * (15 + 0.15 * along)
        x = SOURCE[0] + along * math.sin(to) + across * math.cos(to)
        y = SOURCE[1] + along * math.cos(to) - across * math.sin(to)
        if 20 < x < 1980 and 20 < y < 1140:
            places.append((round(x, 1), round(y, 1)))
    return places


def in_building(place):
    """Whether a place is in a building of the city or within two metres of it."""
    for line in CITY.read_text().splitlines():
        if "corner" not in line:
            continue
        box = json.loads("{" + line.strip(" {},").replace("corner =", '"corner":').replace("size =", '"size":')
                         .replace("height =", '"height":').replace("rotation =", '"rotation":') + "}")
        middle = [box["corner"][d] + 0.5 * box["size"][d] for d in (0, 1)]
        if math.dist(place, middle) < 2 + 0.5 * math.hypot(*box["size"]):
            return True
    return False


def read_sensors(program, folder, forward, device):
    """Means of a forward run: [(x, y, start, end, kg/m3)]."""
    sensors = [place for place in draw_sensors() if not in_building(place)][:SENSORS]
    text = RELEASE + (f'[[particles.source]]\nspecies = "gas"\nposition = {list(SOURCE)}\nheight = {HEIGHT}\nrate = {RATE}\n'
                      f"stop = {STOP}\ncount = {forward}\n")
    for number, place in enumerate(sensors):
        text += f'[[particles.receptor]]\nname = "{number}"\nposition = {list(place)}\nheight = {HEIGHT}\nsize = [4, 4, 3]\n'
    (folder / "truth.toml").write_text(text)
    call(program, "release", "winds/blocks.nc", "truth.toml", "-o", "truth", "--device", device, folder=folder)
    with open(folder / "truth" / "leak_receptors.csv", encoding="utf-8") as rows:
        return [(*sensors[int(row["name"])], float(row["time_start"]), float(row["time_end"]), float(row["concentration"]))
                for row in csv.DictReader(rows)]


def write_readings(path, means):
    """With errors; returns the numbers of readings and detections."""
    rng, detected = random.Random("errors"), 0
    with open(path, "w", encoding="utf-8") as rows:
        rows.write("x,y,height,time_start,time_end,concentration [kg/m3],detection_limit [kg/m3],error [kg/m3]\n")
        for x, y, start, end, mean in means:
            value = mean * math.exp(math.sqrt(math.log1p(NOISE**2)) * rng.gauss(0, 1))
            rows.write(f"{x},{y},{HEIGHT},{start:g},{end:g},{f'{value:.6g}' if value > LIMIT else f'<{LIMIT}'},{LIMIT},{LIMIT / 100}\n")
            detected += value > LIMIT
    return len(means), detected


def locate(program, folder, device, particles, *more):
    output, seconds = call(program, "locate", "site.toml", "sensors.csv", "--library", "winds/blocks.nc", "--json", "--device", device,
                           "--model-error", NOISE, "--rate", "0.01,10", "--height", HEIGHT, "--particles", particles,
                           "--areas", "areas.geojson", *more, folder=folder)
    out = json.loads(output)
    source = out["sources"][0]
    areas = {area["properties"]["label"]: area["geometry"] for area in json.loads((folder / "areas.geojson").read_text())["features"]}
    return {"particles": particles, "seconds": seconds, "boxes": out.get("boxes"), "place": [source["x"], source["y"]],
            "distance": math.dist((source["x"], source["y"]), SOURCE), "region_areas": source["region_areas"],
            "holds": [is_inside(SOURCE, areas[f"{level} % credible region"]) for level in (50, 90, 95)],
            **{key: [source[key]["median"], *source[key]["interval_95"]] for key in ("rate", "start", "stop")},
            "explained": out["readings_explained"], "particles_variance": out["sampler"]["particles_variance"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--cell", default="2,2,0.8")
    parser.add_argument("--particles", type=int, action="append")
    parser.add_argument("--forward", type=int, default=4_000_000)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory(prefix="source-city-") as work:
        folder = pathlib.Path(work)
        (folder / "city.toml").write_text(make_library(options.cell))
        (folder / "site.toml").write_text(RELEASE)
        call(program, "run", "city.toml", "-o", "winds", "--device", options.device, folder=folder)
        readings, detected = write_readings(folder / "sensors.csv", read_sensors(program, folder, options.forward, options.device))
        estimates = []
        for particles in options.particles or (10_000, 100_000, 1_000_000):
            estimates.append(locate(program, folder, options.device, particles))
            print(json.dumps(estimates[-1]), flush=True)
        further = locate(program, folder, options.device, 10_000, "--next", "1")["seconds"]
    made = {"schema": "simoom.source-city/1", "version": call(program, "version", folder=".")[0].split()[1], "device": options.device,
            "processors": os.cpu_count(), "cell": options.cell, "truth": {"place": SOURCE, "rate": RATE, "start": 0, "stop": STOP},
            "forward_particles": options.forward, "noise": NOISE, "detection_limit": LIMIT, "readings": readings, "detected": detected,
            "estimates": estimates, "next_seconds": further}
    pathlib.Path(options.out).write_text(json.dumps(made, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
