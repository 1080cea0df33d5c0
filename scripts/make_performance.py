#!/usr/bin/env python3
"""Writes docs/performance.md from the benchmark results in bench/results.

usage: make_performance.py [--check|--self-test]
  --check      compares with the page instead of writing it; exits with 1 when they differ
  --self-test  plants rows that hide what a figure was scaled from, which must be refused

Every measured number of the page comes from a file that `simoom bench --json` wrote, goals from bench/suites; those of bench/results/before-after are the
least times, or largest rates, of several such files of two versions.
"""
import json
import sys

from pages import ROOT, Wrong, main, sections, table
from performance_rows import (FIGURES, check_notes, check_page, comparisons, machine, measured,
                              named, number, shown)
from performance_flows import brownout, cavity, compressible, flow, peers, poisson
from performance_goals import set_goals
from performance_prisms_chemistry import chemistry, mechanisms, prism, reacting, reduction

RESULTS = "bench/results"

HEAD = """\
# Performance: benchmarks and comparison with other codes

<!-- Made by scripts/make_performance.py from bench/results; do not edit. -->

Results of `simoom bench`. Wall time, CPU time and the largest resident memory are those of the whole process, as counted by
the system; `solve` is the first guess, the solver and the projection. `ratio` is how many times less time or memory (for rates:
more) simoom takes than the other code or the goal. bench/README.md describes the rows and how to measure your machine.
"""

WIND = """\
Whole runs of the diagnostic wind, `simoom bench wind`, with input and output:
"""


def wind(rows):
    """The tables of the suite wind."""
    return [WIND, measured(rows)] + comparisons(rows, "other programs")


SCALING = """\
Scaling over processes by MPI, `simoom bench scaling`, each with one thread or one GPU. Efficiency: time per cell, direction and process of one process over that
of the row, of the solve for a wind rose (`rose`), of the Poisson solver for one wind by all processes; for flows (`les`, `compressible`) per step in place of the
direction, for particles per step of a particle. Messages and bytes are those of a process in a solve, or in all steps:
"""


def scaling(rows):
    """The table of the suite scaling."""
    heads = ["row", "device", "processes", "M cells", "solve, s", "solver, s", "efficiency, %", "particle steps, M/s", "messages",
             "sent, MB", ""]
    lines = [[row["row"], row["device"], number(row["processes"]).rstrip("0").rstrip("."), number(1e-6 * row["cells"]), shown(row, "solve_s"),
              shown(row, "solver_s"), shown(row, "efficiency", 1e-2), shown(row, "moves_per_second", 1e6), shown(row, "messages"),
              shown(row, "sent_bytes", 1e6), row["remark"]] for row in rows]
    return [SCALING, table(heads, lines, "llrrrrrrrrl")]


# The suites in the order of the page: the title of its part, and the maker of its tables.
SUITES = {"wind": ("Diagnostic wind", wind),
          "poisson": ("Poisson equation: the cube of Bozorgmehr et al.", poisson),
          "peers": ("Poisson equation: comparison with hypre", peers),
          "prism": ("Poisson equation on prisms", prism),
          "brownout": ("Particles", brownout),
          "cavity": ("Lid-driven cavity", cavity),
          "flow": ("Incompressible flow in a town", flow),
          "compressible": ("Compressible flow", compressible),
          "chemistry": ("Chemistry", chemistry),
          "mechanisms": ("Large mechanisms", mechanisms),
          "reduction": ("Mechanism reduction", reduction),
          "reacting": ("Reacting flow", reacting),
          "scaling": ("Scaling over processes", scaling)}

# What stands above the machines of a suite: pictures that scripts/make_figures.py draws of all of them.
PICTURES = {"poisson": """\
![Error and largest differences of u, v and w over the iterations, lines, and of the paper, dots](images/poisson-errors.png)

![Time per iteration over the number of cells, lines, and of the paper, crosses](images/poisson-scaling.png)
""", "cavity": """\
![Seconds of the first step over the cells of a side, by SOR on one core, on threads and on a GPU](images/cavity-first-step.png)
""", "mechanisms": """\
![Seconds of a Runge-Kutta step over the number of cells, on one core, all threads and a GPU](images/chemistry-cells.png)
"""}

SHORT = """\
## Summary

One row of each comparison; the sections below have all rows and machines. Times of QES-Winds 2021, Miglio et al., Arkhipov and the paper on
prisms are as published, on the hardware of their time, which is part of the ratio; the other programs were timed by us:
"""

# Suite, row, figure, and how the name of the program begins that it is set beside.
HEADLINES = [
    ("wind", "big-butte-60m", "cpu_s", "WindNinja"),
    ("wind", "cube-1m", "solve_s", "QES-Winds 2.3.0"),
    ("wind", "cube-145m", "solve_s", "QES-Winds 2021, 496"),
    ("poisson", "145m-red-black-sor", "iteration_s", "QES-Winds 2021, dynamic"),
    ("peers", "city-6m", "total_cpu_s", "hypre"),
    ("prism", "3-128-resident", "solve_s", "the paper's, a Tesla"),
    ("brownout", "analytic-6m", "step_s", "Miglio et al. 2016, one GPU of a K80, four"),
    ("brownout", "analytic-3m-two", "whole_s", "Miglio et al. 2016, two GPUs of a K80, by their"),
    ("cavity", "512-sor", "solve_s", "Niemeyer"),
    ("compressible", "arkhipov-50-f32", "whole_s", "Arkhipov's program, one core"),
    ("compressible", "arkhipov-100", "whole_s", "Arkhipov"),
    ("chemistry", "rates-53-325", "cells_per_second", "Cantera"),
    ("chemistry", "ch4-10us-rodas3", "cells_per_second", "CVODE"),
]


def link(title):
    """A link to a part of the page."""
    words = title.lower().replace(" ", "-")
    return f"[{title}](#{''.join(c for c in words if c.isalnum() or c == '-')})"


def place(row):
    """The device of a row; of a CPU which one."""
    return row["device_name"] if row["device"] == "cuda" else f"{row['device_name']}: {row['cpu']}"


def headline(rows, suite, name, figure, with_):
    """A row of the table at the start of the page."""
    for row in rows:
        for other in row["beside"]:
            if (row["suite"], row["row"], other["figure"]) != (suite, name, figure):
                continue
            if other["source"] is None or not other["with"].startswith(with_):
                continue
            size = FIGURES[figure][1]
            here = (shown(row, figure, size) if figure in row
                    else number(other["value"] / other["ratio"] / size))  # beside hypre
            return [link(SUITES[suite][0]), name, place(row), named(figure), here,
                    number(other["value"] / size), number(other["ratio"]), other["with"]]
    raise Wrong(f"no row '{name}' of the suite {suite} with {figure} beside {with_}")


def short(rows):
    """The start of the page: the most telling comparisons, and which goals are met."""
    heads = ["part", "row", "device", "figure", "simoom", "other", "ratio", "other code"]
    lines = [headline(rows, *wanted) for wanted in HEADLINES]
    missed, goals = [], 0
    for row in rows:
        for other in row["beside"]:
            if other["source"] is not None or other["ratio"] is None:
                continue
            goals += 1
            if other["ratio"] < 1:
                size = FIGURES[other["figure"]][1]
                missed.append([link(SUITES[row["suite"]][0]), row["row"], place(row),
                               named(other["figure"]),
                               shown(row, other["figure"], size), number(other["value"] / size),
                               number(other["ratio"])])
    parts = [SHORT, table(heads, lines, "llllrrrl")]
    text = f"{goals - len(missed)} of {goals} goals are met"
    parts.append(text + (". Not met:\n" if missed else ".\n"))
    if missed:
        parts.append(table(heads[:5] + ["goal", "ratio"], missed, "llllrrr"))
    return parts


def bandwidths(host):
    """The bandwidth of the machine's memories, as a sentence; "" when it was not measured."""
    names = {"cpu_one_thread": "one thread", "cpu": "all threads", "cuda": "the GPU"}
    known = [f"{names[key]} {number(value * 1e-9)} GB/s"
             for key, value in host.get("bandwidth", {}).items() if value is not None]
    return f" Memory, read and written: {', '.join(known)}." if known else ""


def section(data):
    """What a result file gives: its rows, and by suite its machine and the text of the page."""
    rows = [row for row in data["rows"] if row["status"] == "ok"]
    bad = [row["row"] for row in data["rows"] if row["status"] not in ("ok", "skipped")]
    if bad:
        raise Wrong(f"not measured: {', '.join(bad)}")
    unknown = {row["suite"] for row in rows} - set(SUITES)
    if unknown:
        raise Wrong(f"suites that the page does not know: {', '.join(sorted(unknown))}")
    title, text = machine(data)
    text += bandwidths(data["host"])
    repeats = max((row["repeats"] for row in rows), default=0)
    if repeats > 1:
        text += f" Medians of {repeats} runs."
    for row in rows:
        row["cpu"] = data["host"]["cpu"]
        set_goals(row)
        check_notes(row)
    parts = {}
    for name, (_, tables) in SUITES.items():
        chosen = [row for row in rows if row["suite"] == name]
        if chosen:
            parts[name] = (title, "\n".join([text + "\n"] + tables(chosen)))
    return rows, parts


BEFORE_AFTER = """\
## Before and after

The same rows by the program of 24 November 2026 (commit d1046c2), before its names, folders and mechanisms were put in order, and by a later one, row by
row one program after the other: the least time of several runs, or the largest rate. Time after over time before. `blocks-145m` on the GPU has newer building
parameterisations, which take the additional time.
"""


def ratio(row):
    """Time after over time before."""
    return row["before"] / row["after"] if row["rate"] else row["after"] / row["before"]


def before_after():
    """Tables of rows of two versions of the program."""
    parts = []
    for path in sorted((ROOT / RESULTS / "before-after").glob("*.json")):
        pairs = json.loads(path.read_text())
        lines = []
        for row in pairs["rows"]:
            scale, unit = (1e-9, ", G") if row["rate"] else (1, "")
            lines.append([row["suite"], row["row"], row["figure"] + unit, number(scale * row["before"]), number(scale * row["after"]),
                          number(ratio(row)), str(row["runs"])])
        parts += [f"### {pairs['host']}\n", f"Version of {pairs['after']}. {pairs['note']}\n",
                  table(["suite", "row", "figure", "before", "after", "after/before", "runs"], lines, "lllrrrr")]
    return [BEFORE_AFTER] + parts if parts else []


def page():
    """The whole page."""
    files = sections(RESULTS, "simoom.bench/1", section)
    rows = [row for rows, _ in files for row in rows]
    parts = [HEAD] + short(rows)
    for name, (title, _) in SUITES.items():
        if any(name in made for _, made in files):
            parts.append(f"## {title}\n")
            parts += [PICTURES[name]] if name in PICTURES else []
        before = None
        for _, made in files:
            if name in made:
                machine_title, text = made[name]
                parts += [f"### {machine_title}\n"] * (machine_title != before) + [text]
                before = machine_title
    text = "\n".join(parts + before_after())
    check_page(text, rows)
    return text


def self_test():
    """Plants rows and lines of tables that hide a scaled figure, and expects each to be refused."""
    row = {"suite": "compressible", "row": "planted", "whole_s": 1234.0, "wall_s": 5.0,
           "note": "200 of 100000 steps, scaled"}
    honest = f"| planted | {shown(row, 'whole_s')} |"
    check_notes(row)
    check_page(honest, [row])
    planted = {
        "no note": lambda: check_notes(row | {"note": None}),
        "a note without 'scaled'": lambda: check_notes(row | {"note": "200 of 100000 steps"}),
        "a note without the whole": lambda: check_notes(row | {"note": "of 100000 steps, scaled"}),
        "a table without the part": lambda: check_page(f"| planted | {number(1234.0)} |", [row]),
    }
    for name, check in planted.items():
        try:
            check()
        except Wrong:
            continue
        print(f"make_performance: not refused: {name}", file=sys.stderr)
        return 1
    print(f"make_performance: {len(planted)} planted faults are refused")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    sys.exit(main(sys.argv[1:], __doc__, "performance.md", RESULTS, page))
