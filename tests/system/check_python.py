#!/usr/bin/env python3
"""The package for Python: runs, arrays, files, errors, Ctrl-C. Works in the folder it is called in.

  check_python.py CASE MECHANISM    a small case with a turbulence model; a mechanism of H2 and O2
"""
import gc
import json
import logging
import os
import pathlib
import signal
import sys
import threading
import types

import numpy as np

import simoom

logging.getLogger("simoom").setLevel(logging.ERROR)
case_file = sys.argv[1]


def raises(status, function, *words, kind=simoom.Error):
    """The failure of a call, which has this status and these words."""
    try:
        function()
    except kind as error:
        assert status is None or error.status == status, (error.status, error)
        for word in words:
            assert word in str(error), (word, str(error))
        return error
    raise AssertionError(f"no error of {status}")


case = simoom.Case(case_file, set={"domain.cell_size": [5.0, 5.0, "4 m"]})
assert case.name == "house" and "cells" in case.check(threads=1)

# The library's memory, not copies; as in the file, bit for bit.
phases, shown = [], []
run = case.run(device="cpu", threads=2, output="out", progress=lambda *told: phases.append(told),
               on_wind=lambda wind: shown.append((wind.facts["time"], wind.arrays["u_face"].max(),
                                                  threading.current_thread())))
assert [p.name for p in run.files] == ["house.nc"] and run.files[0].exists()
assert phases and phases[0][0] == "domain" and all(0 <= f <= 1 for _, f in phases), phases[:3]
assert len(shown) == 2 and shown[1][1] > shown[0][1] and shown[1][0] - shown[0][0] == 1800
assert shown[0][2] is threading.main_thread()
assert run.summary["times"] == 2 and run.summary["residual"] < 1e-5, run.summary
assert json.loads(pathlib.Path("out/house_run.json").read_text(encoding="utf-8")) == run.summary
u = run.arrays["u_face"]
address = u.__array_interface__["data"][0]
assert address == run.arrays["u_face"].__array_interface__["data"][0]
assert not u.flags.owndata and not u.flags.writeable
raises(None, lambda: u.__setitem__((0, 0, 0), 1), kind=ValueError)
bits = {name: array.copy() for name, array in run.arrays.items()}
file = str(run.files[0])
try:
    import xarray
except ImportError:
    xarray = None
    print("without xarray: arrays alone are looked at")
if xarray is not None:
    data = run.open()
    last = data.isel(time=-1)
    for name in ("u", "v", "w", "tke", "u_face", "v_face", "w_face", "cell_type", "open_faces",
                 "terrain", "building_height", "z0", "x_width", "x", "y", "z", "xf", "zf"):
        mine, theirs = run.wind[name], last[name]
        assert mine.dims == theirs.dims, (name, mine.dims, theirs.dims)
        assert np.array_equal(mine.values, theirs.values, equal_nan=True), name
        assert mine.attrs.get("units") == theirs.attrs.get("units"), name
    assert np.isnan(run.wind.u.values[run.wind.cell_type.values == 1]).all()
    assert run.wind.u_face.values.__array_interface__["data"][0] == address  # not even here
    assert run.wind.time.values == last.time.values
    assert run.wind.attrs["simoom_name"] == "house"
    assert "cell_size" in run.wind.attrs["simoom_overrides"]
    for height in (2, 10):
        here, there = run.at_height(height), simoom.at_height(data, height)
        for name in here:
            assert np.allclose(here[name], there[name], atol=2e-4, equal_nan=True), name
        assert np.allclose(there.wind_speed, last.wind_speed.sel(height=height), equal_nan=True)
        assert np.allclose(there.wind_from_direction, last.wind_from_direction.sel(height=height),
                           atol=1e-3, equal_nan=True)
    assert run.at_height(3, "tke").tke.max() > 0
    run.to_netcdf("own.nc")
    own = simoom.open("own.nc")
    assert np.array_equal(own.u[0], last.u, equal_nan=True) and own.attrs["title"] == "Größe"
    assert np.array_equal(simoom.at_height(own, 10).u, simoom.at_height(file, 10).u, equal_nan=True)
    os.link("own.nc", "own2.nc")
    assert sorted(simoom.open("own*.nc")) == ["own", "own2"]
    raises("usage", lambda: simoom.prisms("own*.nc"), "several files", "own, own2")
    raises("usage", lambda: simoom.at_height(run.wind, 10), "of no file")
    raises("data", lambda: simoom.open("nowhere.nc"), "no such file")
    pathlib.Path("cut.nc").write_bytes(pathlib.Path(file).read_bytes()[:5000])
    raises("data", lambda: simoom.open("cut.nc"), "cut.nc", "truncated")
    xarray.Dataset({"a": 1}).to_netcdf("other.nc")
    raises("data", lambda: simoom.open("other.nc"), "no file of simoom")
    raises("usage", lambda: run.open("plume"), "house.nc")
    raises("usage", lambda: run.at_height(-1), "no air of the domain at -1 m")
    raises("usage", lambda: simoom.at_height(file, 500), "no air of the domain at 500 m")
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib.figure import Figure
        ax = Figure().add_subplot()  # one for all: axes take longest
        for made in (simoom.plot.map(run, ax=ax),
                     simoom.plot.map(data, "wind_from_direction", height=2, time=0, ax=ax),
                     simoom.plot.map(file, "tke", arrows=0, ax=ax),
                     simoom.plot.map(run, "terrain", ax=ax),
                     simoom.plot.section(run, "w", x=30, ax=ax), simoom.plot.section(data, time=0)):
            assert made.get_title().startswith("house") and made.get_xlabel().endswith(", m")
        low, high = simoom.plot.section(run, x=30, height=(0, 12), ax=Figure().add_subplot()).get_ylim()
        assert abs(high - low - 12) < 1e-6, (low, high)
        raises("usage", lambda: simoom.plot.map(run, "nonsense"), "nonsense")
        raises("usage", lambda: simoom.plot.section(run, x=30, height=(12, 0)), "low, high")
        raises("usage", lambda: simoom.plot.section(run, x=1e6), "outside")
        raises("usage", lambda: simoom.plot.map(run, height=1e6), "no air of the domain at 1e+06 m")
        raises("usage", lambda: simoom.plot.section(run, x=1, y=1), "one of them")
    except ImportError:
        print("without matplotlib: nothing is drawn")
assert "house" in simoom.describe(file)
points = simoom.probe(file, [[10, 10, 10], [30, 25, 3]], time=1)
assert points.shape == (2, 3) and points[0, 0] > 1 and np.isnan(points[1]).all(), points
assert simoom.probe(file, [[10, 10, 10]], "tke")[0] > 0
at_end = simoom.probe(run, [[10, 10, 10]], time=1)
assert np.array_equal(simoom.probe(run, [[10, 10, 10]], time=-1), at_end)
assert np.array_equal(at_end[0], points[0]), at_end

# A plume: its maps have the concentrations of the file at the height, and of the boxes without air nothing.
pathlib.Path("leak.toml").write_text("""
[domain]
size = [60, 40]
height = 30
cell_size = 2
[[buildings.box]]
corner = [30, 10]
size = 10
height = 9
[[weather.station]]
speed = 3
from = 270
[particles]
duration = 30
[[particles.species]]
name = "gas"
[[particles.source]]
position = [10, 20]
height = 2
count = 2000
rate = 0.01
[particles.concentration]
thresholds = [1e-6]
""")
leak = simoom.Case("leak.toml").run(output="leak")

# The same release in a library of winds that holds its wind: the same plume.
site, release = pathlib.Path("leak.toml").read_text().split("[particles]", 1)
site, station = site.split("[[weather.station]]")
pathlib.Path("winds.toml").write_text(site + "[weather.library]\ndirections = [270]\nspeeds = 3\n"
                                      "significant_bits = 52\n")
pathlib.Path("leak.toml").write_text(f"[[weather.station]]{station}[particles]{release}")
simoom.Case("winds.toml").run(output="winds")
again = simoom.Case("leak.toml", winds="winds/winds.nc").run(output="again")
if "xarray" in sys.modules:
    assert again.open("plume")["dose"].equals(leak.open("plume")["dose"])
raises("case", lambda: simoom.Case("winds.toml", winds="winds/winds.nc"), "'weather.library'")
if "matplotlib" in sys.modules and "xarray" in sys.modules:
    plume = leak.open("plume")
    drawn = simoom.plot.map(leak, "concentration", height=3)
    values = drawn.collections[0].get_array()
    layer = int(np.searchsorted(plume["z_bnds"].values[:, 1], 3))
    known = np.nan_to_num(plume["concentration"].isel(time=-1, z=layer).values)
    assert np.ma.allclose(values.reshape(known.shape).filled(0), known) and known.max() > 0
    inside = (slice(6, 9), slice(16, 19))
    assert values.reshape(known.shape).mask[inside].all(), "a concentration in a building"
    assert "at 3 m" in drawn.get_title() and "kg m-3" in drawn.figure.axes[-1].get_ylabel()
    for field in ("dose", "concentration_maximum", "arrival_time", "terrain"):
        simoom.plot.map("leak/leak_plume.nc", field, height=3)
    raises("usage", lambda: simoom.plot.map(leak, "nonsense"), "the plume has: ", "concentration")
    raises("usage", lambda: simoom.plot.map(leak, "dose", height=500), "no air of the plume at 500 m")
raises(None, lambda: simoom.probe(file, [1, 2, 3]), kind=ValueError)
raises("data", lambda: simoom.probe(file, [[1, 2, 3]], "nonsense"), "nonsense")

# Arrays outlive their run, and what its callbacks were shown does not.
values = run.arrays["tke"]
del run, case
gc.collect()
assert np.array_equal(values, bits["tke"]) and np.array_equal(u, bits["u_face"])
case = simoom.Case(case_file)
kept = []
other = case.run(threads=1, on_wind=kept.append)
raises("usage", lambda: kept[0].arrays, "gone on")
assert other.files[0].exists()
gone = other.files[0]
del other, kept
gc.collect()
assert not gone.exists()  # the temporary folder

# One thread or two: the same numbers.
one, two = (case.run(threads=n) for n in (1, 2))
assert np.array_equal(one.arrays["w_face"], two.arrays["w_face"])
double = case.run(precision="f64")
assert double.arrays["u_face"].dtype == np.float64
del one, two, double

# What is wrong is said.
raises("case", lambda: simoom.Case(case_file, set={"domain.cellsize": 2}), "cellsize", "cell_size")
raises("io", lambda: simoom.Case("nowhere.toml"), "nowhere.toml")
raises(None, lambda: simoom.Case(case_file, set={"a.b": object()}), kind=TypeError)
raises(None, lambda: simoom.Case(case_file, set="a.b=1"), "set is a dict", kind=TypeError)
error = raises("usage", lambda: case.run(output="out"), "exists already")
assert error.exit_code == 2 and error.run is None
case.run(output="out", overwrite=True)
raises("usage", lambda: case.run(device="abacus"), "abacus")
raises(None, lambda: case.run(precision="f16"), kind=ValueError)
raises(None, lambda: case.run(threads=-1), kind=ValueError)
stiff = {"wind.max_iterations": 1, "wind.tolerance": 1e-12}
error = raises("diverged", simoom.Case(case_file, set=stiff).run, "did not converge")
assert error.exit_code == 6 and not error.run.facts["converged"] and error.run.files


def stumble(*_):
    raise RuntimeError("stumbled")


raises(None, lambda: case.run(progress=stumble), "stumbled", kind=RuntimeError)
raises(None, lambda: case.run(on_wind=stumble), "stumbled", kind=RuntimeError)

# Ctrl-C ends a run that would take minutes, and leaves no file.
long = simoom.Case(case_file, set={"wind.solver": "sor", "wind.tolerance": 1e-15,
                                   "wind.max_iterations": 10000000, "domain.cell_size": 2})
timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
timer.start()
raises(None, lambda: long.run(output="stopped", threads=1), kind=KeyboardInterrupt)
assert not list(pathlib.Path("stopped").iterdir())
assert case.run().summary["times"] == 2  # and the next one runs

# Prisms as arrays.
run = simoom.Case(sys.argv[3]).run()
grid = simoom.prisms(run)
assert grid.phi.dims == ("layer", "face") and grid.phi.shape == (31, 912), grid.phi
exact = np.sin(np.pi * grid.x) * np.sin(np.pi * grid.y) * np.sin(np.pi * grid.z)
assert abs(exact - grid.solution).max() < 1e-12, "the places are not those of the prisms"
assert abs(float((grid.volume * grid.error ** 2).sum() / grid.volume.sum()) ** 0.5 - run.summary["prisms"]["error_mean"]) < 1e-8
assert simoom.prisms(run.files[0]).equals(grid)
raises("usage", lambda: simoom.prisms(case.run()), "not prisms")
try:
    import matplotlib
    matplotlib.use("Agg")
except ImportError:
    print("no matplotlib: prisms are not drawn")
else:
    axes = simoom.plot.layer(run, "error", 3, cmap="coolwarm")
    assert axes.get_title() == "error, layer 3" and len(axes.collections[0].get_array()) == 912
    raises("usage", lambda: simoom.plot.layer(grid, number=31), "there are 31")
    raises("usage", lambda: simoom.plot.layer(grid, "speed"), "speed")

# A simulation that is stepped here: views of its memory, and the numbers of a run.
yard = simoom.Case(pathlib.Path(sys.argv[3]).parent.parent / "examples/yard",
                   set={"wind.duration": 4, "wind.interval": 2})
with simoom.Simulation(yard, device="cpu", threads=1) as stepped:
    assert stepped.time == stepped.start_time == 0 and stepped.end_time == 4 and not stepped.ended
    while not stepped.ended:
        stepped.step()
    u, same = stepped.field("u_face"), yard.run(device="cpu", threads=1).arrays["u_face"]
    assert (u == same).all() and not u.flags.owndata and not u.flags.writeable
    assert stepped.finish()["flow"]["steps"] > 3 and stepped.time_step > 0
    raises("usage", stepped.step, "is finished")
with simoom.Simulation(yard) as stepped:
    stepped.advance_to(1.25)
    assert stepped.time == 1.25 and stepped.settable == ["u_face", "v_face", "w_face", "smoke"]
    smoke = stepped.field("smoke")
    address = smoke.__array_interface__["data"][0]
    stepped.set_field("smoke", 0.25)
    assert (stepped.field("smoke")[:, 0, 0] == 0.25).all() and stepped.value("smoke", 4, 4, 6) == 0.25
    assert stepped.field("smoke").shape == smoke.shape and address
    stepped.add_source("smoke", (40, 24, 2), rate=1, duration=0.5)
    before = stepped.budgets()["smoke"]
    stepped.advance_to(2)
    assert abs(stepped.budgets()["smoke"]["emitted"] - before["emitted"] - 0.5) < 1e-6
    raises("usage", lambda: stepped.field("smell"), "smell")
    raises("usage", lambda: stepped.set_field("kinematic_pressure", 0), "kinematic_pressure")
    raises("case", lambda: stepped.add_source("smoke", (1000, 0, 2), rate=1), "outside")
    raises("usage", lambda: stepped.advance_to(1), "not ahead")
    raises(None, lambda: stepped.set_field("smoke", np.zeros((2, 3))), kind=ValueError)
at_end = stepped.summary["flow"]["mass_budget"]
assert [b["species"] for b in at_end] == ["smoke"] and at_end[0]["emitted"] > 0 and stepped.summary["particles"] is None
assert stepped.summary["schema"] == "simoom.run/1" and stepped.summary["status"] == "ok"
del stepped, u, smoke
gc.collect()

# Help, devices, mechanisms.
assert "cpu" in simoom.devices() and "cell_size" in simoom.help("domain")
raises("usage", lambda: simoom.help("domain.cellsize"), "cell_size")
gas = simoom.Mechanism(sys.argv[2])
mixed = gas.fractions({gas.species[0]: 2, gas.species[1]: 1})
assert abs(mixed.sum() - 1) < 1e-15
read_only = types.MappingProxyType({gas.species[0]: 2, gas.species[1]: 1})
assert (gas.concentrations(1200.0, 101325.0, read_only) == gas.concentrations(1200.0, 101325.0, mixed)).all()
state = gas.concentrations(np.array([1200.0, 1500.0]), 101325.0, np.full(len(gas.species), 1 /
                                                                        len(gas.species)))
rates = gas.rates([1200.0, 1500.0], state)
assert rates.shape == state.shape and np.isfinite(rates).all() and abs(rates).max() > 0
assert np.allclose(gas.rates(1500.0, state[:, 1]), rates[:, 1], rtol=1e-12)
balance = gas.weights @ rates
assert abs(balance).max() < 1e-9 * (gas.weights @ abs(rates)).max(), balance
hot, after = gas.advance([1200.0, 1500.0], state, 1e-6)
assert np.allclose(gas.weights @ after, gas.weights @ state, rtol=1e-10) and (hot != [1200, 1500]).all()
raises("data", lambda: gas.fractions({"unobtainium": 1}), "unobtainium")
raises(None, lambda: gas.advance(1000, state, 1, mode="sideways"), kind=ValueError)
raises(None, lambda: gas.advance(1000, state, -1), "more than 0 s", kind=ValueError)
raises(None, lambda: gas.rates(1000, state[:2]), kind=ValueError)
raises("io", lambda: simoom.Mechanism("none.yaml"), "none.yaml")
print("check_python: done")
