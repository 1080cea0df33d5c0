#!/usr/bin/env python3
"""Writes docs/performance.md from the benchmark results in bench/results.

usage: make_performance.py [--check]
  --check  compares with the page instead of writing it; exits with 1 when they differ

Every number of the page comes from a file that `simoom bench --json` wrote.
"""
import difflib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
PAGE = ROOT / "docs" / "performance.md"
SCHEMA = "simoom.bench/1"

HEAD = """\
# Performance

<!-- Made by scripts/make_performance.py from bench/results; do not edit. -->

What `simoom bench` measured on the machines at hand. A run is measured from outside, from the start
of the program to its end: wall and CPU seconds and the largest resident memory are what the system
counts, `solve` is the first guess, the solver and the projection. `times` says how many times less
(for rates: more) ours is than what it is set beside. bench/README.md says what each row is and how
to measure your machine.
"""

# Name in the JSON file: unit, its size in the file's unit, what it is called beside other figures.
FIGURES = {
    "solve_s": ("s", 1, "solve"),
    "iteration_s": ("ms", 1e-3, "solve, per iteration"),
    "wall_s": ("s", 1, "whole run"),
    "cpu_s": ("s", 1, "CPU time of the whole run"),
    "peak_memory_bytes": ("MB", 1e6, "peak memory"),
    "device_memory_bytes": ("MB", 1e6, "memory of the device"),
    "cells_per_second": ("M/s", 1e6, "cells solved"),
    "input_s": ("s", 1, "reading and building the domain"),
    "setup_s": ("s", 1, "setting up"),
    "output_s": ("s", 1, "writing the results"),
}
COLUMNS = ["input_s", "setup_s", "solve_s", "output_s", "wall_s", "cpu_s", "peak_memory_bytes",
           "device_memory_bytes", "cells_per_second"]
HEADS = ["read, s", "set up, s", "solve, s", "write, s", "wall, s", "CPU, s", "peak, MB",
         "device, MB", "M cells/s"]


class Wrong(Exception):
    """A result file that cannot be used."""


def number(value):
    """Three digits, no exponent."""
    if value is None:
        return ""
    if abs(value) >= 999.5:
        return f"{value:.0f}"
    text = f"{value:#.3g}"
    return text.rstrip(".") if "e" not in text else f"{value:.2g}"


def table(heads, rows, align):
    """A Markdown table; `align` has l or r for every column."""
    rules = {"l": "---", "r": "---:"}
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(rules[a] for a in align) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def machine(data):
    """The machine and how it was measured, as a paragraph."""
    host = data["host"]
    cores = f"{host['cores']} core" + ("" if host["cores"] == 1 else "s")
    title = ", ".join([host["cpu"], cores] + host["gpus"])
    text = (f"`{data['command']}`, {data['date'][:10]}, simoom {data['version']}, {host['system']}, "
            f"{host['compiler']}, {host['build']}.")
    load = host["load"]
    if load is not None and load > 0.25:
        text += (f" Others were using the machine: {load:.1f} processes wanted a core when it began,"
                 " so that wall times are upper bounds; CPU times can be compared.")
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
            if (other["source"] is not None) != wanted:
                continue
            unit, size, text = FIGURES[other["figure"]]
            line = [row["row"], row["device_name"], f"{text}, {unit}",
                    number(row[other["figure"]] / size), number(other["value"] / size),
                    number(other["ratio"])]
            if wanted:
                if other["source"] not in sources:
                    sources.append(other["source"])
                line.append(f"{other['with']} ({sources.index(other['source']) + 1})")
            lines.append(line)
    if not lines:
        return ""
    notes = "".join(f"\n{n + 1}. {source}" for n, source in enumerate(sources))
    heads = ["row", "device", "figure", "here", "there" if wanted else "goal", "times"]
    heads += ["beside"] if wanted else []
    return table(heads, lines, "lllrrr" + "l" * wanted) + (notes + "\n" if notes else "")


def section(path):
    """The part of the page that a result file gives."""
    try:
        data = json.loads(path.read_text())
        if data["schema"] != SCHEMA:
            raise Wrong(f"{path.name}: schema {data['schema']} is not {SCHEMA}")
        rows = [row for row in data["rows"] if row["status"] == "ok"]
        bad = [row["row"] for row in data["rows"] if row["status"] not in ("ok", "skipped")]
        title, text = machine(data)
        repeats = max((row["repeats"] for row in rows), default=0)
        if repeats > 1:
            text += f" Medians of {repeats} runs."
        if bad:
            raise Wrong(f"{path.name}: not measured: {', '.join(bad)}")
        parts = [f"## {title}\n", text + "\n", measured(rows)]
        others, goals = beside(rows, True), beside(rows, False)
        if others:
            parts += ["Beside other programs:\n", others]
        if goals:
            parts += ["Beside the goals:\n", goals]
        return "\n".join(parts)
    except (KeyError, TypeError, ValueError) as error:
        raise Wrong(f"{path.name}: not as `simoom bench --json` writes it: {error!r}") from error


def page():
    """The whole page."""
    files = sorted(RESULTS.glob("*.json"))
    if not files:
        raise Wrong(f"no results in {RESULTS}")
    return "\n".join([HEAD] + [section(path) for path in files])


def main(arguments):
    """Writes or checks the page; returns the exit code."""
    if arguments not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        text = page()
    except Wrong as error:
        print(f"make_performance: {error}", file=sys.stderr)
        return 1
    if not arguments:
        PAGE.write_text(text)
        return 0
    old = PAGE.read_text() if PAGE.exists() else ""
    if old == text:
        print("make_performance: the page is that of the results")
        return 0
    sys.stdout.writelines(difflib.unified_diff(
        old.splitlines(True), text.splitlines(True), "docs/performance.md", "from bench/results"))
    print("make_performance: the page differs; run scripts/make_performance.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
