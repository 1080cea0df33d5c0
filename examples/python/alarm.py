#!/usr/bin/env python3
"""A program that takes a simulation through time: smoke begins to leak after 20 s, the field of smoke
is looked at without a copy, and the run ends when a gate smells it.

  alarm.py CASE       CASE: examples/yard
"""
import sys

import simoom

LEAK_BEGINS = 20  # s
GATE = (64, 24, 2)  # m: x, y, height above the ground
LIMIT = 1e-5  # kg/m3, at the gate

with simoom.Simulation(simoom.Case(sys.argv[1])) as s:
    s.advance_to(LEAK_BEGINS)
    print(f"{s.time:6.2f} s: the leak begins")
    s.add_source("smoke", (28, 20, 0), (36, 28, 4), rate=0.05)
    smelled = 0
    while smelled < LIMIT and not s.ended:
        s.step()
        smelled = s.value("smoke", *GATE)
    print(f"{s.time:6.2f} s: {smelled:.2g} kg/m3 at the gate, {s.field('smoke').max():.2g} kg/m3 at most")
    smoke = s.budgets()["smoke"]
    print(f"smoke: {smoke['emitted']:.3g} kg emitted, {smoke['airborne']:.3g} kg in the air, "
          f"{smoke['outflow']:.3g} kg out of the domain")
