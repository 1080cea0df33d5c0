"""Values of keys of case files, drawn by chance (random_cases.py): in likely ranges, at the limits, beyond them."""
import json

# Where a value drawn freely would make a long run, or nearly always be refused: its likely range.
LIKELY = {
    "domain.cell_size": (4, 7), "domain.size": (20, 40), "domain.margin": (0, 10),
    "domain.height": (20, 50), "domain.max_cell_z": (4, 20), "domain.stretch_from": (0, 20),
    "domain.stretch": (1, 1.3), "wind.interval": (0.2, 1), "wind.duration": (0.2, 1),
    "wind.spin_up": (0, 0.5), "wind.tolerance": (1e-8, 1e-3), "flow.time_step": (0.004, 0.1),
    "flow.max_time_step": (0.02, 0.5), "flow.courant": (0.3, 1), "flow.divergence": (1e-9, 1e-3),
    "flow.viscosity": (0, 0.1), "flow.checkpoint": (0.1, 2), "flow.steady": (1e-3, 1),
    "flow.mac_sor.tau": (0.2, 1), "flow.mac_sor.tolerance": (1e-6, 1e-2),
    "flow.mac_sor.max_iterations": (1, 5000), "wind.max_iterations": (1, 1000),
    "flow.heat.prandtl": (0.3, 3), "flow.heat.turbulent_prandtl": (0.3, 3),
    "flow.compressible.prandtl": (0.3, 3), "flow.compressible.turbulent_prandtl": (0.3, 3),
    "flow.compressible.stability": (0, 0.03), "flow.compressible.pressure": (5e4, 1.1e5), "flow.compressible.gravity": (0, 20),
    "flow.compressible.density": (0.5, 2), "flow.compressible.initial_pressure": (5e4, 1.2e5),
    "flow.coriolis": (-2e-4, 2e-4), "flow.acceleration": (-1, 1), "flow.scalar.diffusivity": (0, 1),
    "flow.scalar.turbulent_schmidt": (0.3, 2), "flow.reaction.lewis": (0.3, 3),
    "flow.reaction.turbulent_schmidt": (0.3, 3), "flow.boundary.reynolds_stress": (-0.2, 1),
    "flow.reaction.max_steps": (1, 100000), "flow.grid_sequencing": (0, 4), "rans.grid_sequencing": (0, 4),
    "weather.interpolate": (600, 4000), "particles.duration": (0.5, 5), "particles.step": (0.05, 1),
    "particles.snapshots": (0.3, 5), "particles.trajectory_step": (0.1, 1),
    "particles.trajectories": (0, 50), "particles.checkpoint": (0.3, 5),
    "particles.concentration.cell_size": (4, 20), "particles.concentration.interval": (0.3, 5),
    "particles.concentration.sample": (0.1, 1), "particles.source.count": (1, 200),
    "particles.seed": (0, 1000), "particles.species.diameter": (1e-6, 1e-3),
    "particles.species.median_diameter": (1e-6, 1e-3), "particles.species.half_life": (0.1, 100),
    "wind.rotor.rotor_speed": (10, 50), "wind.rotor.radius": (1, 8), "wind.rotor.blades": (1, 4),
    "wind.rotor.thrust": (100, 50000), "wind.rotor.mass": (10, 5000), "wind.vortex.size": (5, 60),
    "prisms.layers": (2, 8), "mesh.block": (1, 8), "mesh.section": (1, 1), "mesh.size": (1, 40),
    "poisson.max_iterations": (1, 5000), "poisson.tolerance": (1e-9, 1e-3), "poisson.omega": (0.5, 1.9),
    "poisson.coefficient": (0.1, 3), "prisms.bottom": (-3, 0), "prisms.surface": (1, 5),
    "terrain.smooth": (0, 3), "weather.rose.directions": (0, 359), "wind.omega": (0.5, 1.9),
    "wind.check_every": (1, 50), "buildings.box.height": (3, 25), "statistics.weights": (0, 1),
    "particles.source.rates": (0, 2), "particles.air_density": (0.5, 2),
    "particles.air_viscosity": (1e-5, 1e-4), "particles.mean_free_path": (0, 1e-6),
}
UNITS = {"m": (0.01, 40), "s": (0.1, 5), "m/s": (0, 10), "K": (270, 320), "deg": (0, 359),
         "kg/s": (0, 1), "kg/m3": (0, 1e-3), "Pa": (9e4, 1.05e5), "s-1": (1e-4, 1), "1": (0, 1),
         "m/s2": (0, 10), "m2/s": (0, 1), "kg": (0.1, 10), "%": (1, 99)}
TEXTS = {
    "flow.boundary.mixture": ["H2:2, O2:1, N2:3.76", "N2:1", "XX:1"],
    "flow.reaction.mixture": ["H2:2, O2:1, N2:3.76", "O2:0.21, N2:0.79", "XX:1"],
    "flow.reaction.zone.mixture": ["H2:2, O2:1, N2:3.76", "N2:1"],
    "flow.reaction.release.mixture": ["H2:1", "N2:1"],
    "flow.reaction.bath": ["N2", "O2", "XX"], "flow.reaction.outputs": ["H2", "OH", "XX"],
    "flow.chemistry.fixed_species.species": ["O2", "M", "XX"], "particles.source.species": ["a", "b"],
    "flow.scalar.name": ["NO", "NO2", "O3", "smoke"], "particles.species.name": ["a", "b"],
    "poisson.boundary.at": ["bottom", "surface", "south", "east", "north", "west", "xx"],
}
PATHS = {
    "flow.reaction.mechanism": "hydrogen.inp", "flow.chemistry.mechanism": "no_no2_o3.eqn",
    "weather.rose.file": "rose.csv", "weather.station.file": "stations.csv",
    "particles.source.path_file": "path.csv", "particles.source.rate_file": "rate.csv",
}
TIMES = ["2024-06-21T12:00:00Z", "2024-06-21T14:00:00+02:00", "2024-06-21T13:30:00Z"]


def quoted(text):
    return json.dumps(text)


def limits(key, full):
    """Likely range of a number of this key, within what the schema allows."""
    low = -1e300 if key["low"] is None else key["low"]
    high = 1e300 if key["high"] is None else key["high"]
    if key["low"] == 0 and key["high"] == 0:  # texts and the like have none
        low, high = -1e300, 1e300
    likely = LIKELY.get(full) or UNITS.get(key["unit"]) or (0, 3)
    least, most = max(low, likely[0]), min(high, likely[1])
    if least > most:
        least, most = (low, min(high, low + 10)) if low > likely[1] else (max(low, high - 10), high)
    return low, high, least, most


def number(rng, key, full):
    low, high, least, most = limits(key, full)
    chance = rng.random()
    if chance < 0.02:  # beyond the range
        return rng.choice([low - 1 if low > -1e300 else -1e30, high + 1 if high < 1e300 else 1e30])
    if chance < 0.07 and full not in LIKELY and low > -1e300:
        return low
    if chance < 0.12 and full not in LIKELY and high < 1e9:
        return high
    if chance < 0.17 and full not in LIKELY:
        return max(low, min(high, 10 ** rng.uniform(-6, 4)))
    if least > 0 and most / least > 50:
        return least * (most / least) ** rng.random()
    return rng.uniform(least, most)


def printed(value):
    return f"{value:.5g}" if abs(value) < 1e15 else "1e30"


def expression(rng, key, full):
    constant = printed(number(rng, key, full))
    return rng.choice([constant, constant, quoted(f"{constant} + 0.001 * x"),
                       quoted(f"{constant} * (1 + 0.1 * sin(y / 10))"), quoted(f"{constant} + 0 * z")])


def several(rng, key, draw, count):
    return "[" + ", ".join(draw(rng, key) for _ in range(count)) + "]"


def value(rng, key):
    """Text of TOML for a key."""
    full = f"{key['table']}.{key['key']}"
    kind = key["type"]
    if rng.random() < 0.01:
        return rng.choice(["[]", "true", '""', '"5 furlong"', "nan", "-1", "[[1, 2]]", "{}"])
    one = lambda r, k: printed(number(r, k, full))
    if kind == "number":
        if key["words"] and rng.random() < 0.3:
            return quoted(rng.choice(key["words"]))
        drawn = number(rng, key, full)
        return printed(round(drawn) if full in ("particles.seed", "particles.source.count",
                                                "particles.trajectories") else drawn)
    if kind == "integer":
        return str(int(number(rng, key, full)))
    if kind == "flag":
        return rng.choice(["true", "false"])
    if kind == "word":
        return quoted(rng.choice(key["words"]))
    if kind == "words":
        words = rng.sample(key["words"], rng.randint(0, len(key["words"])))
        return "[" + ", ".join(map(quoted, words)) + "]"
    if kind in ("text", "name"):
        return quoted(rng.choice(TEXTS.get(full, ["a", "b c" if kind == "text" else "b"])))
    if kind == "texts":
        return "[" + ", ".join(quoted(t) for t in rng.sample(TEXTS.get(full, ["a"]), 1)) + "]"
    if kind in ("path", "paths"):
        return quoted(PATHS.get(full, "missing.dat") if rng.random() < 0.97 else "missing.dat")
    if kind == "time":
        return rng.choice(TIMES)
    if kind == "vector":
        return several(rng, key, one, rng.randint(key["least"] or key["count"], key["count"]))
    if kind == "extent":
        return several(rng, key, one, key["count"]) if rng.random() < 0.6 else one(rng, key)
    if kind == "list":
        if full == "domain.layers":
            return rng.choice(["[0, 5, 10, 20]", "[0, 4, 10, 18, 30]", "[0, 10, 5]", "[0]"])
        return several(rng, key, one, rng.randint(1, 4))
    if kind == "points":
        if full == "wind.turbine.thrust_curve":
            return "[[3, 0], [5, 0.8], [12, 0.5], [25, 0.1]]"
        return several(rng, key, lambda r, k: several(r, k, one, 2), rng.randint(2, 5))
    if kind == "rows":
        if full in ("particles.source.rates", "particles.source.path"):
            rows = sorted(rng.uniform(0, 4) for _ in range(rng.randint(1, 3)))
            columns = key["count"] - 1
            return "[" + ", ".join(f"[{t:.3g}, " + ", ".join(printed(rng.uniform(1, 20)) for _ in range(columns)) + "]" for t in rows) + "]"
        if full == "particles.species.diameters":
            return "[[1e-5, 0.25], [1e-4, 0.75]]"
        return several(rng, key, lambda r, k: several(r, k, one, k["count"]), rng.randint(1, 3))
    if kind == "epsg":
        return '"EPSG:32633"'
    if kind == "crs":
        return '"local"'
    if kind == "rules":
        return '["height", "levels * 3"]'
    if kind == "classes":
        return "{ 1 = 0.1, 2 = 0.5 }"
    if kind == "expression":
        if key["count"]:
            return several(rng, key, lambda r, k: expression(r, k, full), key["count"])
        return expression(rng, key, full)
    raise ValueError(kind)
