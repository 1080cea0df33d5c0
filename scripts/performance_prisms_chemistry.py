"""Tables of docs/performance.md: prisms, chemistry, reacting flow."""
from pages import table
from performance_rows import number, other_note, ratio, shown, suite, whole

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
        lines.append([name.removesuffix("-f32"), device, shown(row, "cells", 1e6), whole(double["iterations"]),
                      whole(row["iterations"]), prism_seconds(double)[1], prism_seconds(row)[1],
                      ratio(prism_seconds(double)[0], prism_seconds(row)[0]),
                      shown(double, "device_memory_bytes", double["cells"]),
                      shown(row, "device_memory_bytes", row["cells"])])
    heads = ["row", "device", "M prisms", "iterations, double", "single", "s, double", "single", "times",
             "bytes/prism, double", "single"]
    return [PRISM_SINGLE, table(heads, lines, "ll" + "r" * 8)] if lines else []


def prism_steep(of):
    """The default solver on steep slopes."""
    lines = [[name, device, shown(row, "cells", 1e6), whole(row["iterations"]), prism_seconds(row)[1],
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
