"""The small commands whose calls are let fail, and what they read."""
import os
import shutil
import subprocess

WIND = """[case]
name = "wind"
title = "A block in the wind"
[domain]
size = [60, 40]
cell_size = [5, 5, 4]
height = 40
[[buildings.box]]
corner = ["20 m", 10]
size = [10, 10]
height = 12
[[weather.station]]
name = "mast, old"
position = [10, 30]
readings = [
  { time = 2026-05-01T12:00:00Z, speed = "5 m/s", from = 270 },
  { time = 2026-05-01T13:00:00Z, speed = "12 kt", from = 290 },
]
[output]
formats = ["netcdf", "vtk"]
heights = [2, 10]
"""

CARRIED = """[domain]
size = [60, 40]
cell_size = 5
height = 30
[[weather.station]]
speed = 5
from = 270
[particles]
step = 0.5
duration = 12
ground = "deposit"
snapshots = "6 s"
trajectories = 4
trajectory_step = 2
checkpoint = "5 s"
[[particles.species]]
name = "dust"
median_diameter = "60 um"
geometric_deviation = 2
density = 2650
deposition_velocity = "resistance"
[[particles.source]]
species = "dust"
position = [10, 20]
height = 5
radius = 4
count = 60
rate = 0.03
[particles.concentration]
cell_size = [10, 10, 10]
interval = "6 s"
thresholds = [1e-6]
[[particles.receptor]]
name = "door"
position = [40, 20]
threshold = 1e-6
[output]
formats = ["netcdf", "vtk"]
"""


def flow():
    """The lid of the system tests, on fewer cells and for a shorter time."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/lid.toml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for old, new in (('"lid"', '"flow"'), ('"0.25 m"', '"0.5 m"'), ('"62.5 mm"', '"125 mm"'),
                     ('"40 s"', '"4 s"'), ('interval = "4 s"', 'interval = "2 s"'),
                     ('mean_from = "6 s"', 'mean_from = "1 s"'),
                     ('checkpoint = "5 s"', 'checkpoint = "1 s"'), (', "vtk"', "")):
        if old not in text:
            raise ValueError(f"{path} has no {old}")
        text = text.replace(old, new)
    return text


FLOW = flow()

LIBRARY = """[domain]
size = [60, 40]
cell_size = 5
height = 30
[[buildings.box]]
corner = [25, 10]
size = [10, 10]
height = 8
[weather.library]
directions = [250, 270]
speeds = [4]
"""

RELEASE = """[[weather.station]]
from = 260
speed = 4
[turbulence]
model = "local"
[particles]
duration = "10 s"
[[particles.species]]
name = "ammonia"
[[particles.source]]
position = [10, 20]
height = 2
rate = "20 g/s"
count = 100
[particles.concentration]
interval = "5 s"
"""

NINJA = """elevation_file = hill.asc
initialization_method = domainAverageInitialization
input_speed = 10
input_speed_units = mph
input_direction = 225
input_wind_height = 20
units_input_wind_height = ft
output_wind_height = 10
units_output_wind_height = m
vegetation = grass
mesh_resolution = 100
units_mesh_resolution = m
"""

HILL = ("ncols 10\nnrows 10\nxllcorner 500000\nyllcorner 5000000\ncellsize 50\n"
        + "100 101 102 103 104 104 103 102 101 100\n" * 10)

STATES = """T_K,p_Pa,X_H2,X_O2,X_N2
1000,101325,2,1,4
1200,101325,2,1,4
"""

PLACED = WIND.replace('"wind"', '"placed"').replace("[domain]", "[domain]\ncenter = [47.31, 10.2]")  # on the globe

INPUTS = {"wind.toml": WIND, "placed.toml": PLACED, "carried.toml": CARRIED, "flow.toml": FLOW,
          "states.csv": STATES, "library.toml": LIBRARY, "release.toml": RELEASE,
          "ninja.cfg": NINJA, "hill.asc": HILL}
GAS = ["hydrogen.inp", "--pressure", "101325", "--composition", "H2:2,O2:1,N2:3.76"]

# name: (the command, another one of which the earlier results are, files that it leaves)
COMMANDS = {
    "check": (["check", "wind.toml"], None),
    "wind": (["run", "wind.toml", "-o", "wind", "-t", "1", "--overwrite", "--json", "sum.json"],
             ["--set", "buildings.box[1].height=8"]),
    "particles": (["run", "carried.toml", "-o", "carried", "-t", "1", "--overwrite"],
                  ["--set", "particles.source[1].rate=0.02"]),
    "flow": (["run", "flow.toml", "-o", "flow", "-t", "1", "--overwrite"],
             ["--set", "flow.viscosity=2e-2"]),
    "library": (["run", "library.toml", "-o", "lib", "-t", "1", "--overwrite"],
                ["--set", "buildings.box[1].height=6"]),
    "release": (["release", "winds/library.nc", "release.toml", "-o", "released", "-t", "1", "--overwrite"],
                ["--set", "weather.station[1].speed=5"]),
    "ninja": (["convert", "ninja.cfg", "-o", "ninja.toml"], None),
    "quic": (["convert", "QU_simparams.inp", "-o", "quic.toml"], None),
    "rates": (["chem", "rates", "hydrogen.inp", "--state", "states.csv", "-o", "rates.csv"], []),
    "ignite": (["chem", "ignite", *GAS, "--temperature", "1300", "--trajectory", "way.csv"],
               ["--temperature", "1200"]),
    "convert": (["chem", "convert", "hydrogen.inp", "-o", "made.yaml"], None),
    "picture": (["plot", "given/wind.nc", "-o", "map.svg"], ["--field", "u"]),
    "vtk": (["export", "given/wind.nc", "-o", "cells.vtkhdf"], None),
    "places": (["export", "given/wind.nc", "--at", "a=30,20,10", "-o", "at.csv"],
               ["--at", "b=10,20,10"]),
    "areas": (["export", "given/wind.nc", "-o", "areas.geojson", "--above", "2,3", "--time", "0"],
              ["--above", "1"]),
    "globe": (["export", "there/placed.nc", "-o", "wind.kmz", "--time", "0"], ["--height", "10"]),
    "page": (["report", "given", "-o", "page.html"], None),
    "view": (["view", "given/wind.nc", "--export", "view.html"], ["--size", "1"]),
    "new": (["new", "fresh"], None),
}


def prepare(program, source, folder):
    """Makes the inputs of all commands in a folder, with results to read."""
    for name, text in INPUTS.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    shutil.copy(os.path.join(source, "cases/flame/hydrogen.inp"), folder)
    shutil.copytree(os.path.join(source, "tests/data/site_inner"), folder, dirs_exist_ok=True)
    for case, results in (("wind.toml", "given"), ("placed.toml", "there"), ("library.toml", "winds")):
        subprocess.run([program, "run", case, "-o", results, "-t", "1", "-q"], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL)
