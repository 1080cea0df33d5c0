"""Tables of docs/performance.md: Poisson equation, particles, cavity, flow."""
import re

from pages import table
from performance_rows import (has_relative, number, other_note, share, shown, small, suite, there,
                              whole)


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
