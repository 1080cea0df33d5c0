#!/usr/bin/env python3
"""Writes docs/validation.md from the results in validation/results.

usage: make_validation.py [--check]
  --check  compares with the page instead of writing it; exits with 1 when they differ

Every number of the page comes from a file that `simoom validate --json` wrote.
"""
import sys

from pages import ROOT, Wrong, main, sections, table

RESULTS = "validation/results"
PICTURES = ROOT / "docs" / "images" / "validation"

HEAD = """\
# Validation: comparison with measurements, exact solutions and other codes

<!-- Made by scripts/make_validation.py from validation/results; do not edit. -->

Results of `simoom validate`: published cases recomputed and compared with measurements, exact solutions and other
codes. A number with a gate passes or fails. All entries use the default settings, except cube and cube-zones, which use those
of their paper, and direction-spread, which varies one. validation/README.md has the sources of the measurements and the methods of comparison.
"""


def number(value):
    """Three digits, no exponent for numbers of everyday size; "" when there is none."""
    if value is None:
        return ""
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"


def gate(item):
    """The gate of a number, as people read it."""
    signs = {"at most": "<=", "at least": ">=", None: ""}
    return f"{signs[item['gate']]} {number(item['limit'])}".strip()


def verdict(item):
    """What stands in the column of verdicts: a gate that was not passed catches the eye."""
    return {"pass": "pass", "fail": "**fail**", "no gate": ""}[item["verdict"]]


def tables(data):
    """The numbers of an entry and its rows, as tables."""
    numbers = data["numbers"]
    columns = [("number", "l", lambda i: i["name"] + (f", {i['unit']}" if i["unit"] else "")),
               ("simoom", "r", lambda i: number(i["here"])),
               ("gate", "r", gate),
               ("", "l", verdict),
               ("other code", "r", lambda i: number(i["peer"])),
               ("published", "r", lambda i: number(i["published"]))]
    columns = [c for c in columns if c[0] in ("number", "simoom") or any(c[2](i) for i in numbers)]
    rows = [[make(item) for _, _, make in columns] for item in numbers]
    parts = [table([c[0] for c in columns], rows, "".join(c[1] for c in columns))]
    if data.get("rows"):
        lines = [[number(value) for value in row] for row in data["rows"]]
        parts.append(table(data["columns"], lines, "r" * len(data["columns"])))
    return parts


def by_tables(results):
    """The results of an entry by the text of their tables: those with equal numbers share one."""
    found = {}
    for data in results:
        found.setdefault("\n".join(tables(data)), []).append(data)
    return found


def entry(results):
    """The part of an entry: what it is, what each machine found, where the other numbers come from."""
    first = results[0]
    parts = [f"### {first['entry']}\n", first["remark"][0].upper() + first["remark"][1:] + ".\n"]
    told = set()

    def tell(text):
        if text not in told:
            told.add(text)
            parts.append(text)

    for text, same in by_tables(results).items():
        parts.append(f"**{'; '.join(data['machine'] for data in same)}**\n")
        for data in same:
            if data["note"] is not None:
                tell(data["note"] + "\n")
        parts.append(text)
        for picture in same[0].get("pictures", []):
            if (PICTURES / picture["file"]).exists():
                tell(f"![{picture['title']}](images/validation/{picture['file']})\n")
    for data in results:
        tell(f"Published: {data['published']}.\n")
        if data["peer"] is not None:
            tell(f"Other code: {data['peer']}.\n")
    return "\n".join(parts)


def gates(data):
    """How many gates of an entry are passed, and how many it has."""
    verdicts = [item["verdict"] for item in data["numbers"]]
    passed = verdicts.count("pass")
    return passed, passed + verdicts.count("fail")


def short(entries):
    """The start of the page: how many gates are passed, and those that are not."""
    passed, total = map(sum, zip(*map(gates, entries)))
    failed = [[f"[{data['entry']}](#{data['entry']})", data["device_name"], item["name"],
               number(item["here"]), gate(item), number(item["published"])]
              for data in entries for item in data["numbers"] if item["verdict"] == "fail"]
    text = f"## Summary\n\n{passed} of {total} gates are passed."
    if not failed:
        return [text + "\n"]
    heads = ["entry", "device", "number", "simoom", "gate", "published"]
    return [text + " Gates not passed; known reasons are given with the entries:\n", table(heads, failed, "lllrrr")]


def overview(groups):
    """The gates of the entries of a part, on CPUs and GPUs."""
    rows = []
    for results in groups:
        found = {"CPU": [], "GPU": []}
        for data in results:
            kind = "CPU" if data["device_name"].startswith("CPU") else "GPU"
            found[kind].append("{} of {}".format(*gates(data)))
        rows.append([f"[{results[0]['entry']}](#{results[0]['entry']})", results[0]["remark"],
                     f"{results[0]['cells'] / 1e6:.3g}"] + [", ".join(f) for f in found.values()])
    return table(["entry", "", "M cells", "gates passed: CPU", "GPU"], rows, "llrrr")


def parts():
    """The part of the page of every entry."""
    rows = (line.split(": ", 1) for line in (ROOT / "validation/entries.txt").read_text().splitlines()
            if not line.startswith("#"))
    return {name: title for title, names in rows for name in names.split()}


def section(data):
    """The entries of a result file, and the line that says how it was made."""
    bad = [e["entry"] for e in data["entries"] if e["status"] not in ("ok", "skipped")]
    if bad:
        raise Wrong(f"not computed: {', '.join(bad)}")
    entries = [e for e in data["entries"] if e["status"] == "ok"]
    for found in entries:
        on_gpu = not found["device_name"].startswith("CPU")
        found["machine"] = (found["device_name"] + ("" if on_gpu else f" ({data['host']['cpu']})")
                            + f", {data['date'][:10]}")
    machine = ", ".join([data["host"]["cpu"]] + data["host"]["gpus"])
    return entries, (f"- {machine}: `{data['command']}`, {data['date'][:10]}, "
                     f"simoom {data['version']}, {data['host']['compiler']}, "
                     f"{data['host']['build']}")


def page():
    """The whole page."""
    files = sections(RESULTS, "simoom.validate/1", section)
    part = parts()
    found = {title: {} for title in part.values()}
    for entries, _ in files:
        for data in entries:
            if data["entry"] not in part:
                raise Wrong(f"validation/entries.txt has no entry '{data['entry']}'")
            found[part[data["entry"]]].setdefault(data["entry"], []).append(data)
    text = [HEAD] + short([data for entries, _ in files for data in entries])
    for title, groups in found.items():
        if groups:
            text += [f"## {title}\n", overview(groups.values())] + [entry(g) for g in groups.values()]
    return "\n".join(text + ["## Runs\n"] + [line for _, line in files]) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__, "validation.md", RESULTS, page))
