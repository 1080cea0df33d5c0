"""Rows of benchmark results: their figures as text, what a table must say of them, tables that several suites have."""
import re

from pages import Wrong, table

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
    "processes": ("", 1, "processes"),
    "efficiency": ("%", 1e-2, "efficiency of the processes"),
    "messages": ("", 1, "halo exchanges and gathers of a solve"),
    "sent_bytes": ("MB", 1e6, "sent by a process in a solve"),
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


def whole(value):
    """A number of iterations."""
    return "" if value is None else f"{value:.0f}"


def ratio(a, b):
    """a over b; "" without one of them."""
    return number(a / b) if a and b else ""


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
