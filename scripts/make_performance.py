#!/usr/bin/env python3
"""Writes docs/performance.md from the benchmark results in bench/results.

usage: make_performance.py [--check|--self-test]
  --check      compares with the page instead of writing it; exits with 1 when they differ
  --self-test  plants rows that hide what a figure was scaled from, which must be refused

Every number of the page comes from a file that `simoom bench --json` wrote.
"""
import json
import re
import sys

from pages import ROOT, Wrong, main, sections, table

RESULTS = "bench/results"

HEAD = """\
# Performance: benchmarks and comparison with other codes

<!-- Made by scripts/make_performance.py from bench/results; do not edit. -->

Results of `simoom bench`. Wall time, CPU time and the largest resident memory are those of the whole process, as counted by
the system; `solve` is the first guess, the solver and the projection. `ratio` is how many times less time or memory (for rates:
more) simoom takes than the other code or the goal. bench/README.md describes the rows and how to measure your machine.
"""

# Name in the JSON file: unit, its size in the file's unit, what it is called beside other figures.
FIGURES = {
    "solve_s": ("s", 1, "solve"),
    "solver_s": ("ms", 1e-3, "Poisson solver"),
    "zones_s": ("s", 1, "building parameterisations"),
    "iteration_s": ("ms", 1e-3, "solve, per iteration"),
    "wall_s": ("s", 1, "whole run"),
    "cpu_s": ("s", 1, "CPU time of the whole run"),
    "peak_memory_bytes": ("MB", 1e6, "peak memory"),
    "device_memory_bytes": ("MB", 1e6, "device memory"),
    "cells_per_second": ("M/s", 1e6, "cells"),
    "input_s": ("s", 1, "input and domain set-up"),
    "setup_s": ("s", 1, "setting up"),
    "output_s": ("s", 1, "writing the results"),
    "moves_per_second": ("G/s", 1e9, "particle steps, without sorting and sampling"),
    "step_s": ("ms", 1e-3, "a step of all particles, with sorting and sampling"),
    "hour_s": ("min", 60, "an hour of simulated time"),
    "whole_s": ("s", 1, "the whole published case"),
    "sweeps": ("", 1, "iterations"),
    "error_maximum": ("", 1, "largest error"),
    "error_mean": ("", 1, "RMS error"),
    "total_cpu_s": ("s", 1, "CPU time, set-up included"),
    "reduction_s": ("ms", 1e-3, "a reduction of 151 x 151 x 81 x 4 floats"),
}
COLUMNS = ["input_s", "setup_s", "solve_s", "output_s", "wall_s", "cpu_s", "peak_memory_bytes",
           "device_memory_bytes", "cells_per_second"]
# Figures that a suite may scale from a part of the work, by suite; a row's note then says of how much.
SCALED = {"brownout": {"whole_s"}, "cavity": {"solve_s", "solver_s"}, "compressible": {"whole_s"},
          "flow": {"hour_s"}, "poisson": {"iteration_s"}, "prism": {"solve_s", "solver_s", "whole_s"}}
PART = re.compile(r"([\d.]+) of (about )?([\d.]+) (.*), scaled")
HEADS = ["read, s", "set up, s", "solve, s", "write, s", "wall, s", "CPU, s", "peak, MB",
         "device, MB", "M cells/s"]


def number(value):
    """Three digits, no exponent."""
    if value is None:
        return ""
    if abs(value) >= 999.5:
        return f"{value:.0f}"
    text = f"{value:#.3g}"
    return text.rstrip(".") if "e" not in text else f"{value:.2g}"


def grouped(text):
    """A whole number with thin groups of three digits: 250 000."""
    return f"{int(text):,}".replace(",", " ") if text.isdigit() else text


def part(row):
    """Of how much of the work a row's scaled figures are: "200 of 100 000 steps, scaled"; "" where
    they are whole."""
    match = PART.fullmatch(row.get("note") or "")
    if not match:
        return ""
    some, about, of, what = match.groups()
    return f"{grouped(some)} of {about or ''}{grouped(of)} {what}, scaled"


def is_scaled(row, key):
    """Whether a figure of a row was measured on a part of the work."""
    return key in SCALED.get(row["suite"], ()) and part(row) != ""


def shown(row, key, size=1):
    """A figure of a row, in units of that size, with what it was scaled from."""
    if row.get(key) is None:
        return ""
    text = number(row[key] / size)
    return f"{text} ({part(row)})" if is_scaled(row, key) else text


def other_note(row):
    """The note of a row, where it is not the one that its scaled figures carry."""
    return "" if part(row) else row.get("note") or ""


def check_notes(row):
    """Refuses a row that does not say of how much of the work its figures are."""
    figures = [key for key in SCALED.get(row["suite"], ()) if row.get(key) is not None]
    note = row.get("note") or ""
    if figures and note.split(" ", 1)[0].isdigit() and " of " in note and not PART.fullmatch(note):
        raise Wrong(f"row '{row['row']}': its note '{note}' is not 'N of M steps, scaled'")
    if figures and note.startswith("of "):
        raise Wrong(f"row '{row['row']}': its note '{note}' does not say of how many it is a part")
    if part(row):
        return
    for key in figures:
        if row.get("wall_s") is not None and row[key] > row["wall_s"]:
            raise Wrong(f"row '{row['row']}': {key} is longer than the whole run, and no note says of "
                        "what it was scaled")


def check_page(text, rows):
    """Refuses a page with a scaled figure in a line that does not say so."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    for row in rows:
        for key in SCALED.get(row["suite"], ()):
            if row.get(key) is None or not is_scaled(row, key):
                continue
            cell = f"| {number(row[key] / FIGURES[key][1])} |"
            hidden = [line for line in lines if cell in line and f"| {row['row']} |" in line]
            if hidden:
                raise Wrong(f"row '{row['row']}': {key} is scaled, and a table does not say so: {hidden[0]}")


def named(figure):
    """What a figure is called beside others, with its unit."""
    unit, _, text = FIGURES[figure]
    return f"{text}, {unit}" if unit else text


def machine(data):
    """The machine and how it was measured, as a paragraph."""
    host = data["host"]
    cores = f"{host['cores']} core" + ("" if host["cores"] == 1 else "s")
    title = ", ".join([host["cpu"], cores] + host["gpus"])
    text = (f"`{data['command']}`, {data['date'][:10]}, simoom {data['version']}, {host['system']}, "
            f"{host['compiler']}, {host['build']}.")
    load = host["load"]
    if load is not None and load > 0.25:
        text += (f" The machine was shared: {load:.1f} runnable processes at the start,"
                 " so wall times are upper bounds; CPU times can be compared.")
    return title, text


def measured(rows):
    """The table of what was measured."""
    lines = []
    for row in rows:
        figures = [number(row[key] / FIGURES[key][1]) if row[key] is not None else ""
                   for key in COLUMNS]
        lines.append([row["row"], row["device_name"], f"{row['cells'] / 1e6:.3g}",
                      str(row["iterations"]), f"{row['residual']:.1e}", f"{row['divergence']:.1e}"]
                     + figures)
    heads = ["row", "device", "M cells", "iterations", "residual", "divergence"] + HEADS
    return table(heads, lines, "ll" + "r" * (len(heads) - 2))


def beside(rows, wanted):
    """The table of what the rows are set beside: other programs, or goals."""
    lines, sources = [], []
    for row in rows:
        for other in row["beside"]:
            if (other["source"] is not None) != wanted or row[other["figure"]] is None:
                continue
            size = FIGURES[other["figure"]][1]
            line = [row["row"], row["device_name"], named(other["figure"]),
                    shown(row, other["figure"], size), number(other["value"] / size),
                    number(other["ratio"])]
            if wanted:
                if other["source"] not in sources:
                    sources.append(other["source"])
                line.append(f"{other['with']} ({sources.index(other['source']) + 1})")
            lines.append(line)
    if not lines:
        return ""
    notes = "".join(f"\n{n + 1}. {source}" for n, source in enumerate(sources))
    heads = ["row", "device", "figure", "simoom", "other" if wanted else "goal", "ratio"]
    heads += ["other code"] if wanted else []
    return table(heads, lines, "lllrrr" + "l" * wanted) + (notes + "\n" if notes else "")


def small(value):
    """A number with an exponent."""
    return "" if value is None else f"{value:.2e}"


def share(value):
    """A share in percent."""
    return "" if value is None else number(100 * value)


def there(row, key, size=1):
    """What the first figure of that kind is set beside, and how many times better ours is."""
    for other in row["beside"]:
        if other["figure"] == key:
            return number(other["value"] / size), number(other["ratio"])
    return "", ""


def has_relative(row):
    """Whether a row was measured with the building parameterisations, which came with relative differences."""
    return "relative_u" in row["points"][0]


def points(rows):
    """Winds after some iterations beside the converged one."""
    lines, keys = [], ["change", "u", "v", "w"]
    heads = ["row", "device", "iterations", "error, m2/s", "paper", "u, m/s", "paper", "v, m/s",
             "paper", "w, m/s", "paper"]
    if has_relative(rows[0]):
        keys += ["relative_u", "relative_v", "relative_w"]
        heads += ["relative, u", "paper", "v", "paper", "w", "paper"]
    for row in rows:
        for point in row["points"]:
            line = [row["row"], row["device_name"], str(point["iterations"])]
            for key in keys:
                line += [small(point[key]), small(point["there_" + key])]
            lines.append(line)
    return table(heads, lines, "ll" + "r" * (len(heads) - 2))


def beside_value(row, key):
    """The figure of another program that is set beside one of ours; None: there is none."""
    return next((other["value"] for other in row["beside"] if other["figure"] == key), None)


def over_serial(row, rows):
    """How many times faster than serial SOR on the same size, here and in the paper: an iteration;
    or, where the paper's time to convergence is beside it, convergence against 500 iterations."""
    serial = next((r for r in rows if r["row"] == row["row"].split("-")[0] + "-sor"), None)
    if serial is None:
        return "", ""
    if beside_value(row, "converged_s") is not None:
        done = row["converged_s"]
        some = serial["iterations"]
        of = f" (serial: {some} of 500 iterations, scaled)" if some < 500 else ""
        return (number(500 * serial["iteration_s"] / done) + of if done is not None else ""), ""
    paper, paper_serial = (beside_value(r, "iteration_s") for r in (row, serial))
    theirs = number(paper_serial / paper) if paper != paper_serial and paper is not None else ""
    return number(serial["iteration_s"] / row["iteration_s"]), theirs


def whole(value):
    """A number of iterations."""
    return "" if value is None else f"{value:.0f}"


def times(rows):
    """Time per iteration and to convergence, by size and solver."""
    lines, notes = [], []
    for row in rows:
        name = row["row"]
        note = other_note(row)
        if note:
            if note not in notes:
                notes.append(note)
            name += f" ({notes.index(note) + 1})"
        iteration, faster = there(row, "iteration_s", 1e-3)
        seconds, gained = there(row, "converged_s")
        lines.append([name, row["device_name"], shown(row, "iteration_s", 1e-3), iteration,
                      share(row["floor_share"]), whole(row["same_error_iterations"]),
                      whole(beside_value(row, "same_error_iterations")),
                      shown(row, "same_error_s"), there(row, "same_error_s")[0],
                      whole(row["converged_iterations"]), shown(row, "converged_s"), seconds,
                      faster or gained, *over_serial(row, rows)])
    heads = ["row", "device", "ms per iteration", "paper", "floor, %", "iterations to the error",
             "paper", "s", "paper", "iterations to 1e-6", "s", "paper, 500 iterations", "ratio",
             "over serial", "paper"]
    text = "".join(f"\n{n + 1}. {note}" for n, note in enumerate(notes))
    return table(heads, lines, "ll" + "r" * 13) + (text + "\n" if text else "")


def profiles(rows):
    """What the kernels take."""
    lines = []
    for row in rows:
        for kernel in row["kernels"]:
            if kernel["share"] < 0.005 and kernel["there_share"] is None:
                continue
            name = kernel["name"] + (f" ({kernel['of']})" if kernel["of"] else "")
            lines.append([row["row"], row["device_name"], name, f"{kernel['calls']:.0f}",
                          number(kernel["seconds"]), share(kernel["share"]),
                          number(kernel["there_seconds"]), share(kernel["there_share"])])
    heads = ["row", "device", "activity", "calls", "s", "%", "paper, s", "%"]
    return table(heads, lines, "lll" + "r" * 5)


PEERS = """\
Comparison with hypre, `simoom-peers` (bench/README.md, "Beside hypre"): conjugate gradients on the same
systems to the same residual; the fastest of PFMG's and of BoomerAMG's variants, set-up included.
`ratio` is the time of hypre over that of simoom, with set-up and for the solve alone.
"""


def peers(rows):
    """The tables of the suite peers."""
    if not rows:
        return []
    lines = []
    for row in rows:
        clock = "_cpu_s" if row["threads"] == 1 else "_s"
        line = [row["row"], str(row["threads"]), f"{row['cells'] / 1e6:.3g}",
                f"{row['residual']:.0e}", str(row["iterations"]), number(row["setup" + clock]),
                number(row["solve" + clock])]
        for with_ in ("PFMG", "BoomerAMG"):
            of = {b["figure"]: b for b in row["beside"] if with_ in b["with"]}
            total, solve = of["total" + clock], of["solve" + clock]
            line += [str(total["iterations"]), number(total["value"]), number(total["ratio"]),
                     number(solve["ratio"])]
        lines.append(line)
    heads = ["scene", "threads", "M cells", "residual", "iterations", "set up, s", "solve, s"]
    for with_ in ("PFMG", "BoomerAMG"):
        heads += [f"{with_}: iterations", "total, s", "ratio", "solve, ratio"]
    return [PEERS, table(heads, lines, "l" + "r" * (len(heads) - 1))]


POISSON = """\
The experiment of Bozorgmehr et al. (2021), `simoom bench poisson`: a cube of 20 m on nine grids, by
the solvers of the paper and by ours (cases/cube/README.md).
"""

# Of the suite `poisson`: what a row must have or be called, the words above its table, the table.
TABLES = [
    (lambda row: row["row"].startswith("errors-") and not has_relative(row), points,
     "Table 1 and figure 2 of the paper, without building parameterisations (which the paper has) and by the residual as stopping "
     "criterion: the error (eq. 7) and the largest difference from the converged wind, 1 M cells:"),
    (lambda row: row["row"].startswith("errors-") and has_relative(row), points,
     "Table 1 and figure 2 of the paper: the error (eq. 7), the largest difference from the converged wind (ours by multigrid to "
     "1e-9, the paper's after 100 000 iterations), and the relative difference: the largest difference over the converged "
     "component in the same cell ([why](theory/poisson.md#table-1-of-the-paper)). 1 M cells, with building parameterisations as in the paper but in "
     "`-bare`:"),
    (lambda row: "points" not in row and "kernels" not in row, times,
     "Tables 2 and 3 and figure 3: time per iteration, and its share explained by memory bandwidth "
     "(`floor`); time to the error of 500 serial iterations, and to a residual of 1e-6. `ratio` is over "
     "the paper's solver, `over serial` over serial SOR on the same machine; for multigrid the time to "
     "convergence is compared with 500 iterations. Blank: the way to 1e-6 where it takes SOR too long, and the paper where it has none:"),
    (lambda row: "kernels" in row, profiles,
     "Table 4: time per kernel, above 0.5 %; the paper's on a GTX TITAN X. Kernels inside the loops of `sor-dynamic` and `sor-graph` by the "
     "clock of the GPU; `dynamic_parallel` and `while_node` are what is left of the loop:"),
    (lambda row: row["row"] == "order", points,
     "Figure 4: the largest difference of red-black from serial SOR at 10 m, after 500 iterations "
     "and converged, 1 M cells:"),
]


def poisson(rows):
    """The tables of the suite poisson."""
    parts = [POISSON] if rows else []
    for belongs, make, words in TABLES:
        chosen = [row for row in rows if belongs(row)]
        if chosen:
            parts += [words + "\n", make(chosen)]
    return parts


BROWNOUT = """\
Particles, `simoom bench brownout` (cases/miglio/README.md): particle steps per second while moving, the overhead of
sorting and sampling, a step of all particles with both, and the whole case with its winds, extrapolated from a part
of its steps where stated. Precision of particles: in f32 places in 2^-32 of a cell (0.02 nm of 0.1 m), velocities, wind and drag in
single precision; in f64 (`particles.precision`) places in 2^-52 of a cell, velocities, drag, the analytic wind and interpolation in double
precision, between points in single; masses in integers. The paper computes in double precision.
Table 3 of the paper prints the time of one GPU, 5040 s, for two; its own speed-up gives 3900 s, which is compared here.
"""


def comparisons(rows, others_are):
    """The tables of what the rows of a suite are set beside."""
    parts = []
    others, goals = beside(rows, True), beside(rows, False)
    if others:
        parts += [f"Comparison with {others_are}:\n", others]
    if goals:
        parts += ["Comparison with the goals:\n", goals]
    return parts


def suite(rows, words, heads, align, line, others_are):
    """The tables of a suite: what was measured, a line for each row, and what it is set beside."""
    if not rows:
        return []
    return [words, table(heads, [line(row) for row in rows], align)] + comparisons(rows, others_are)


def brownout(rows):
    """The tables of the suite brownout."""
    heads = ["row", "device", "precision", "G steps/s", "overhead, %", "a step, ms", "whole case, s", ""]
    return suite(rows, BROWNOUT, heads, "lllrrrrl", lambda row: [
        row["row"], row["device"], "f64" if row["row"].endswith("-f64") else "f32", shown(row, "moves_per_second", 1e9),
        shown(row, "on_top", 1e-2), shown(row, "step_s", 1e-3), shown(row, "whole_s"),
        other_note(row)], "the paper")


CAVITY = """\
The first step of a lid-driven cavity, `simoom bench cavity` (cases/cavity/README.md): the pressure by red-black SOR
of Niemeyer and Sung (2013), with their omega, the optimum of their program (`optimal`) and that for walls in the
coefficients (`best`); by the kernel shared by CPU and GPU (`generic`); and by multigrid, to the same residual. Rows
`steady` are all steps from rest to the steady flow:
"""


FIRST_STEP = """\
Figure 2 of Niemeyer and Sung (2013), a single step, its solver of pressure alone; `shared kernel` stands where the paper has OpenACC: the kernel made
from the cell function that CPU and GPU share. The paper prints ratios of 2048 x 2048 cells (a core and six of a Xeon X5650, a Tesla C2075), and not its
omega; its program has 1.7:
"""
BY_HAND = """`shared/by hand`: at omega `optimal`, the kernel written by hand for the GPU, which has no flags to read, is {faster}. For large grids without
obstacles set `flow.mac_sor.generic = true`, which selects the shared kernel: {slower}.
"""
FIRST_STEP_PAPER = {"core": 8.1, "threads": 2.8, "shared": 1.3}


def threads_of(row):
    """The number of threads of a row of a CPU: "CPU, 6 threads, x86-64-v4" has 6."""
    match = re.search(r"(\d+) thread", row["device_name"])
    return match.group(1) if match else "all"


def first_step(rows):
    """Figure 2 of Niemeyer and Sung: SOR on one core, on threads and on the GPU of one machine."""
    of = {(row["row"], row["device"]): row for row in rows}
    lines, threads = [], set()
    for size in (64, 128, 256, 512, 1024, 2048):
        for way, omega in (("sor", "1.7"), ("optimal", "optimal")):
            all_of = {"core": of.get((f"{size}-{way}", "cpu")), "threads": of.get((f"{size}-{way}-threads", "cpu")),
                      "gpu": of.get((f"{size}-{way}", "cuda")), "shared": of.get((f"{size}-{way}-generic", "cuda"))}
            if not all_of["core"] or not all_of["gpu"]:
                continue
            threads |= {threads_of(all_of["threads"])} if all_of["threads"] else set()
            line = [f"{size} x {size}", omega] + [shown(row, "solver_s") if row else "" for row in all_of.values()]
            for name, paper in FIRST_STEP_PAPER.items():
                row = all_of[name]
                line += [number(row["solver_s"] / all_of["gpu"]["solver_s"]), number(paper) if size == 2048 else ""] \
                    if row else ["", ""]
            lines.append(line)
    if not lines:
        return []
    heads = ["cells", "omega", "one core, s", f"{' or '.join(sorted(threads)) or 'no'} threads, s", "GPU, s", "shared kernel, s",
             "core/GPU", "paper", "threads/GPU", "paper", "shared/by hand", "paper"]
    return [FIRST_STEP, table(heads, lines, "llrrrrrrrrrr")] + by_hand(of)


def by_hand(of):
    """Where the kernel written by hand is faster than the shared one, and where slower, by more than 5 %."""
    faster, slower = [], []
    for size in (64, 128, 256, 512, 1024, 2048):
        hand, shared = of.get((f"{size}-optimal", "cuda")), of.get((f"{size}-optimal-generic", "cuda"))
        ratio = shared["solver_s"] / hand["solver_s"] if hand and shared else 1
        if ratio > 1.05:
            faster.append(f"{number(ratio)} times as fast for {size} x {size} cells")
        if ratio < 0.95:
            slower.append(f"{number(1 / ratio)} times as fast for {size} x {size} cells")
    return [BY_HAND.format(faster=", ".join(faster), slower=", ".join(slower))] if faster and slower else []


def cavity(rows):
    """The tables of the suite cavity."""
    heads = ["row", "device", "iterations", "s", "an iteration, us", ""]
    return suite(rows, CAVITY, heads, "llrrrl", lambda row: [
        row["row"], row["device"], number(row["iterations"]), shown(row, "solver_s"),
        shown(row, "iteration_s", 1e-6), other_note(row)], "the paper's program") + first_step(rows)


FLOW = """\
Time steps of the incompressible solver in a town of 1000 buildings, `simoom bench flow` (cases/blocks): a step with
projection, subgrid model and the options of the row, and the set-up:
"""


def flow(rows):
    """The tables of the suite flow."""
    heads = ["row", "device", "M cells", "a step, s", "M cell steps/s", "set-up, s", ""]
    return suite(rows, FLOW, heads, "llrrrrl", lambda row: [
        row["row"], row["device"], shown(row, "cells", 1e6), number(row["step_s"]),
        shown(row, "cells_per_second", 1e6), number(row["setup_s"]), row["remark"]], "others")


COMPRESSIBLE = """\
Time steps of the compressible solver, `simoom bench compressible` (cases/arkhipov): the published runs of Arkhipov, and steps of
64 million cells by his scheme and by the default one with a subgrid model. Rows of one thread by CPU time:
"""


CORES = """\
One core and the GPU of this machine, beside the paper's:
"""


def beside_core(rows):
    """The table of the published runs on one core and on the GPU of one machine."""
    of = {(row["row"], row["device"]): row for row in rows}
    there = {key: next((other["value"] for other in row["beside"]
                        if other["figure"] == "whole_s" and other["source"]), None)
             for key, row in of.items()}
    lines = [[name, shown(of[name, "cpu"], "whole_s"), shown(row, "whole_s"),
              number(of[name, "cpu"]["whole_s"] / row["whole_s"]),
              number(there[name, "cpu"] / there[name, "cuda"])]
             for (name, device), row in of.items()
             if device == "cuda" and there[name, device] and there.get((name, "cpu"))]
    heads = ["row", "one core, s", "GPU, s", "ratio", "ratio of the paper"]
    return [CORES, table(heads, lines, "lrrrr")] if lines else []


LIMITS = """\
Time per kernel, above 0.5 %; `limit` is its share explained by memory bandwidth, with every array moved once per
call:
"""


def compressible(rows):
    """The tables of the suite compressible."""
    heads = ["row", "device", "M cells", "M cell steps/s", "100 000 steps, s", "device, GB", ""]
    parts = suite([row for row in rows if "kernels" not in row], COMPRESSIBLE, heads, "llrrrrl",
                  lambda row: [
                      row["row"], row["device"], shown(row, "cells", 1e6),
                      shown(row, "cells_per_second", 1e6), shown(row, "whole_s"),
                      shown(row, "device_memory_bytes", 1e9), row["remark"]], "the paper")
    parts += beside_core(rows)
    lines = [[row["row"], row["device_name"], shown(row, "cells", 1e6), kernel["name"],
              f"{kernel['calls']:.0f}", number(kernel["seconds"]), share(kernel["share"]),
              share(kernel["limit_share"])]
             for row in rows for kernel in row.get("kernels", []) if kernel["share"] >= 0.005]
    heads = ["row", "device", "M cells", "kernel", "calls", "s", "%", "limit, %"]
    return parts + ([LIMITS, table(heads, lines, "llrlrrrr")] if lines else [])


PRISM = """\
The Poisson equation on prisms, `simoom bench prism` (cases/prism): tables 2 and 3 of Uh Zapata and Hernandez-Lopez. Jacobi in
the three versions of the paper (`global`: CUDA D, `read-only`: CUDA DT, `resident`: CUDA DTM), SOR, multicolour SOR, and the
default solver (`krylov`), on meshes of its table 1; rows are named by mesh and Nz. Where one core made a part of the sweeps the
time of all of them is scaled. The share of the bandwidth counts the minimum traffic of an iteration, every array once per kernel:
"""

PRISM_TABLE_2 = """\
Table 2 of the paper, to its tolerance: sweeps with the paper's weights of vertices, and with linear ones (`-linear`); they are
counted, in whole runs. The paper's times are of a core of a Xeon of 3.0 GHz and, of `resident`, of a Tesla K40, as table 3 has them:
"""

PRISM_TABLE_3 = """\
Table 3 of the paper and, of mesh 2, its figure 8: seconds to its tolerance, and times as fast as Jacobi on one core of the same
machine. The paper's are below ours:
"""

PRISM_SOR = """\
Times as fast as SOR on one core of the same machine:
"""

PRISM_SINGLE = """\
Iterations in single precision (`--precision f32`), beside those in double, to the same tolerance on the same machine: corrections of
a solution whose residual is computed in double ([theory](theory/prisms.md#single-precision)):
"""

PRISM_STEEP = """\
Slopes of up to 10:1 (cases/prism/steep.toml), the default solver to 1e-8:
"""

PRISM_SIZES = [f"{mesh}-{levels}" for mesh in (1, 2, 3) for levels in (32, 64, 128)]
PRISM_GPU = ("global", "read-only", "resident")


def published(row, key):
    """The paper's figure beside one of ours; None: there is none."""
    return next((other["value"] for other in row["beside"] if other["figure"] == key and other["source"]), None)


def paper_seconds(row):
    """The paper's seconds of a row; None: it has none, or the row was not measured."""
    return published(row, "solve_s") if row else None


def prism_seconds(row):
    """Seconds of all sweeps, and the same as text with what they are scaled from."""
    for key in ("solve_s", "whole_s"):
        if row is not None and row.get(key) is not None:
            return row[key], shown(row, key)
    return None, ""


def ratio(a, b):
    """a over b; "" without one of them."""
    return number(a / b) if a and b else ""


def prism_table_2(of):
    """Errors, sweeps and times of Jacobi and SOR, with both rules of weights."""
    keys = [("error_maximum", 1), ("error_mean", 1), ("sweeps", 1), ("iteration_s", 1e-3)]
    lines = []
    if not any(name.endswith("-linear") for name, _ in of):
        return []
    for size in ("1-32", "2-64", "3-128"):
        for way in ("jacobi", "resident", "resident-linear", "sor", "sor-linear", "colour-sor",
                    "colour-sor-linear", "krylov"):
            for device in ("cpu", "cuda"):
                row = of.get((f"{size}-{way}", device))
                if row is None:
                    continue
                line = [size, way, device]
                for key, unit in keys:
                    other = published(row, key)
                    line += [whole(row[key]) if key == "sweeps" else shown(row, key, unit),
                             number(other / unit) if other is not None else ""]
                lines.append(line + [prism_seconds(row)[1],
                                     number(paper_seconds(row)) if way in ("jacobi", "resident", "sor") else ""])
    heads = ["mesh, Nz", "row", "device", "largest error", "paper", "RMS error", "paper", "iterations", "paper",
             "ms each", "paper", "s", "paper"]
    return [PRISM_TABLE_2, table(heads, lines, "lll" + "r" * 10)]


def prism_table_3(of):
    """Seconds of Jacobi on one core and on a GPU, and how many times faster that is."""
    lines = []
    for size in PRISM_SIZES:
        core = of.get((f"{size}-jacobi", "cpu"))
        gpu = [of.get((f"{size}-{way}", "cuda")) for way in PRISM_GPU]
        if core is None or not any(gpu):
            continue
        here, there_ = [size, "simoom", prism_seconds(core)[1]], [size, "paper", number(paper_seconds(core))]
        for row in gpu:
            here += [prism_seconds(row)[1], ratio(core["iteration_s"], row and row["iteration_s"])]
            there_ += [number(paper_seconds(row)), ratio(paper_seconds(core), paper_seconds(row))]
        for way in ("colour-sor", "colour-sor-1.8", "krylov"):
            seconds = prism_seconds(of.get((f"{size}-{way}", "cuda")))
            here += [seconds[1], ratio(prism_seconds(core)[0], seconds[0])]
            there_ += ["", ""]
        lines += [here, there_]
    heads = ["mesh, Nz", "", "one core", "CUDA D", "times", "CUDA DT", "times", "CUDA DTM", "times",
             "multicolour SOR", "times", "the same, omega 1.8", "times", "default solver", "times"]
    return [PRISM_TABLE_3, table(heads, lines, "ll" + "r" * 13)] if lines else []


def prism_over_sor(of):
    """How many times faster than serial SOR the sweeps of a GPU are."""
    lines = []
    for size in ("1-32", "2-64", "3-128"):
        core = of.get((f"{size}-sor", "cpu"))
        rows = [of.get((f"{size}-{way}", "cuda")) for way in ("resident", "colour-sor", "colour-sor-1.8", "krylov")]
        if core is None or not any(rows):
            continue
        seconds, text = prism_seconds(core)
        lines.append([size, text] + [ratio(seconds, prism_seconds(row)[0]) for row in rows] +
                     [ratio(paper_seconds(core), paper_seconds(rows[0]))])
    heads = ["mesh, Nz", "SOR, one core, s", "Jacobi", "multicolour SOR", "the same, omega 1.8", "default solver",
             "the paper: Jacobi"]
    return [PRISM_SOR, table(heads, lines, "l" + "r" * 6)] if lines else []


def prism_single(of):
    """Iterations in single precision beside those in double."""
    lines = []
    for (name, device), row in of.items():
        double = of.get((name.removesuffix("-f32"), device))
        if not name.endswith("-f32") or double is None:
            continue
        lines.append([name.removesuffix("-f32"), device, shown(row, "cells", 1e6), number(double["iterations"]),
                      number(row["iterations"]), prism_seconds(double)[1], prism_seconds(row)[1],
                      ratio(prism_seconds(double)[0], prism_seconds(row)[0]),
                      shown(double, "device_memory_bytes", double["cells"]),
                      shown(row, "device_memory_bytes", row["cells"])])
    heads = ["row", "device", "M prisms", "iterations, double", "single", "s, double", "single", "times",
             "bytes/prism, double", "single"]
    return [PRISM_SINGLE, table(heads, lines, "ll" + "r" * 8)] if lines else []


def prism_steep(of):
    """The default solver on steep slopes."""
    lines = [[name, device, shown(row, "cells", 1e6), number(row["iterations"]), prism_seconds(row)[1],
              number(row["setup_s"])]
             for (name, device), row in of.items() if name.startswith("steep-")]
    heads = ["row", "device", "M prisms", "iterations", "s", "set-up, s"]
    return [PRISM_STEEP, table(heads, lines, "ll" + "r" * 4)] if lines else []


def prism(rows):
    """The tables of the suite prism."""
    of = {(row["row"], row["device"]): row for row in rows}
    heads = ["row", "device", "M prisms", "iterations", "s", "bandwidth, %", "set-up, s",
             "device, GB", ""]
    return (prism_table_2(of) + prism_table_3(of) + prism_over_sor(of) + prism_single(of) + prism_steep(of) +
            suite(rows, PRISM, heads, "llrrrrrrl", lambda row: [
                row["row"], row["device"], shown(row, "cells", 1e6), number(row["iterations"]),
                prism_seconds(row)[1], shown(row, "floor_share", 0.01), number(row["setup_s"]),
                shown(row, "device_memory_bytes", 1e9), other_note(row)], "the paper"))


CHEMISTRY = """\
Chemical kinetics, `simoom bench chemistry`: evaluations of all rates, Runge-Kutta steps, and the integrators over 1 and 10 us of cells
along an ignition (hydrogen 9/38, methane 53/325: species/reactions) at constant volume, relative tolerance 1e-4. On the CPU 1204 cells (rates
and steps: 4096; all threads: 9632), 64 side by side, one-core rows by CPU time. On a GPU a million cells resident in its memory, by kinetics
generated for the mechanism; the row `tables` is the CPU version of the table kernels of a GPU without a compiler, a cell at a time. Stiff cells use
RODAS4. `simoom chem bench FILE` measures other mechanisms:
"""


THREADS = """\
Time per cell by the same integrator, of a million cells on the GPU and of 9632 on all threads of the CPU (the goal is a ratio of 20):
"""


def beside_threads(rows):
    """The table of what a GPU integrates, beside all threads of its CPU."""
    of = {(row["row"], row["device"]): row for row in rows}
    pairs = [(row, of.get((f"{row['row']}-threads", "cpu")))
             for row in rows if row["device"] == "cuda"]
    lines = [[gpu["row"], shown(gpu, "step_s", 1e-6), shown(cpu, "step_s", 1e-6),
              number(cpu["step_s"] / gpu["step_s"])] for gpu, cpu in pairs if cpu]
    if not lines:
        return []
    return [THREADS, table(["row", "GPU, us per cell", "CPU, us per cell", "ratio"], lines, "lrrr")]


def chemistry(rows):
    """The tables of the suite chemistry."""
    heads = ["row", "device", "us each", "per second", ""]
    return suite(rows, CHEMISTRY, heads, "llrrl", lambda row: [
        row["row"], row["device"], shown(row, "step_s", 1e-6), f"{row['cells_per_second']:.3g}",
        row["remark"]], "others") + beside_threads(rows)


REDUCTION = """\
Dynamic mechanism reduction (DRGEP; [theory](theory/chemistry.md#dynamic-mechanism-reduction)), `simoom bench reduction`: CPU time of four ignitions or 1024
cells, steps, species that are not frozen, largest error against the whole mechanism (`-0`):
"""


def reduction(rows):
    """The tables of the suite reduction."""
    heads = ["row", "ms", "steps", "species", "error", ""]
    return suite(rows, REDUCTION, heads, "lrrrrl", lambda row: [
        row["row"], shown(row, "cpu_s", 1e-3), str(row["iterations"]),
        f"{row['active_species']:.1f}", f"{row['error_maximum']:.1e}", row["remark"]], "others")


MECHANISMS = """\
Chemistry over the number of cells and the size of the mechanism, `simoom bench mechanisms`: `fig3-*` is the experiment of figure 3 of Niemeyer and
Sung (2013), Runge-Kutta steps of hydrogen (9 species, 38 reactions) in 1e2 to 1e6 cells, for which they publish "up to 75" times one core; `rates-*`
and `10us-*` are a synthetic mechanism, families of alkanes on top of GRI-Mech 3.0, of 123 to 3273 species, about the sizes that they discuss (1550,
2877, nearly 3300), and real ones (`-usc`, `-aramco`, `-jetsurf`): evaluations of all rates, and stoichiometric gas and air at 1200 to 1800 K through
10 us by RODAS4 (rtol 1e-4). One core by CPU time. Memory: cells, tables and work memory on the device, without those of generated kinetics:
"""


SPEEDUPS = """\
Time per cell on one core, all threads and the GPU, and how many times faster the GPU is than they (figure 3 of the paper: up to 75 times one core):
"""


def mechanisms(rows):
    """The tables of the suite mechanisms."""
    of = {row["row"]: row for row in rows}
    heads = ["row", "device", "cells", "us each", "per second", "device, GB", ""]
    text = suite(rows, MECHANISMS, heads, "llrrrrl", lambda row: [
        row["row"], row["device"], str(row["cells"]), shown(row, "step_s", 1e-6),
        f"{row['cells_per_second']:.3g}", shown(row, "device_memory_bytes", 1e9), row["remark"]],
        "others")
    lines = []
    for name, gpu in of.items():
        core, threads = of.get(f"{name}-core"), of.get(f"{name}-threads")
        if gpu["device"] == "cuda" and core and threads:
            times = [row["step_s"] for row in (core, threads, gpu)]
            lines.append([name] + [number(1e6 * time) for time in times]
                         + [number(times[0] / times[2]), "75.0" if name == "fig3-1e6" else "", number(times[1] / times[2])])
    if not lines:
        return text
    heads = ["row", "one core, us", "all threads, us", "GPU, us", "GPU over core", "paper", "over threads"]
    return text + [SPEEDUPS, table(heads, lines, "lrrrrrr")]


REACTING = """\
Reacting flow, `simoom bench reacting`: the first steps of cases/flame, made wide, and of cases/fire, in double precision, with transport and chemistry
apart. All of it is on the device, as in the solver of Le et al. that Niemeyer and Sung (2013) cite with up to 40 times one core (methane with 36
species and 308 reactions, backward Euler, more than 1e4 cells):
"""


def reacting(rows):
    """The tables of the suite reacting."""
    of = {row["row"]: row for row in rows}
    for row in rows:
        row["chemistry_step"] = row["chemistry_s"] / row["iterations"]
        row["transport_step"] = row["step_s"] - row["chemistry_step"]
    heads = ["row", "device", "k cells", "steps", "ms a step", "transport", "chemistry", ""]
    text = suite(rows, REACTING, heads, "llrrrrrl", lambda row: [
        row["row"], row["device"], shown(row, "cells", 1e3), number(row["iterations"]),
        shown(row, "step_s", 1e-3), shown(row, "transport_step", 1e-3),
        shown(row, "chemistry_step", 1e-3), row["remark"]], "others")
    lines = []
    for name, gpu in of.items():
        for other in (of.get(f"{name}-core"), of.get(f"{name}-threads")):
            if gpu["device"] == "cuda" and other:
                lines.append([name, other["row"][len(name) + 1:]] + [
                    number(other[key] / gpu[key])
                    for key in ("step_s", "transport_step", "chemistry_step")])
    if not lines:
        return text
    return text + ["How many times faster the GPU is than one core and all threads:\n",
                   table(["row", "than", "whole step", "transport", "chemistry"], lines, "llrrr")]


WIND = """\
Whole runs of the diagnostic wind, `simoom bench wind`, with input and output:
"""


def wind(rows):
    """The tables of the suite wind."""
    return [WIND, measured(rows)] + comparisons(rows, "other programs")


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
          "reacting": ("Reacting flow", reacting)}

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
        check_notes(row)
    parts = {}
    for name, (_, tables) in SUITES.items():
        chosen = [row for row in rows if row["suite"] == name]
        if chosen:
            parts[name] = (title, "\n".join([text + "\n"] + tables(chosen)))
    return rows, parts


BEFORE_AFTER = """\
## Before and after

The same rows by the program of commit 541f53b9, before its names, folders and mechanisms were put in order, and by this one: CPU time of the whole
process, medians of {repeats} runs on one core of an {cpu}, row by row one program after the other ({date}):
"""


def before_after():
    """Rows of two versions of the program, from two files that it wrote; nothing where they are not there."""
    paths = [ROOT / RESULTS / "before-after" / f"{name}.json" for name in ("before", "after")]
    if not all(path.exists() for path in paths):
        return []
    before, after = [json.loads(path.read_text()) for path in paths]
    old = {row["row"]: row for row in before["rows"]}
    lines = [[row["suite"], row["row"], number(old[row["row"]]["cpu_s"]), number(row["cpu_s"]),
              number(row["cpu_s"] / old[row["row"]]["cpu_s"])] for row in after["rows"]]
    text = BEFORE_AFTER.format(repeats=after["rows"][0]["repeats"], cpu=after["host"]["cpu"], date=after["date"][:10])
    return [text, table(["suite", "row", "before, s", "after, s", "after/before"], lines, "llrrr")]


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
