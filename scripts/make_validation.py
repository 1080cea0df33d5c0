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
# Validation

<!-- Made by scripts/make_validation.py from validation/results; do not edit. -->

What `simoom validate` found: published results computed anew, beside what was measured and beside what
other programs find. A number with a gate passes or fails; all entries but cube and cube-zones, which are
set as in their paper, are computed with the same defaults. validation/README.md says where the
measurements are, and what is compared how.
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


def entry(data):
    """The part of one entry: what it is, its numbers, where the others come from."""
    numbers = data["numbers"]
    columns = [("number", "l", lambda i: i["name"] + (f", {i['unit']}" if i["unit"] else "")),
               ("here", "r", lambda i: number(i["here"])),
               ("gate", "r", gate),
               ("", "l", verdict),
               ("peer", "r", lambda i: number(i["peer"])),
               ("published", "r", lambda i: number(i["published"]))]
    columns = [c for c in columns if c[0] in ("number", "here") or any(c[2](i) for i in numbers)]
    rows = [[make(item) for _, _, make in columns] for item in numbers]
    parts = [f"### {data['entry']}\n", data["remark"][0].upper() + data["remark"][1:] + ".\n"]
    if data["note"] is not None:
        parts.append(data["note"] + "\n")
    parts.append(table([c[0] for c in columns], rows, "".join(c[1] for c in columns)))
    if data.get("rows"):
        lines = [[number(value) for value in row] for row in data["rows"]]
        parts.append(table(data["columns"], lines, "r" * len(data["columns"])))
    for picture in data.get("pictures", []):
        if (PICTURES / picture["file"]).exists():
            parts.append(f"![{picture['title']}](images/validation/{picture['file']})\n")
    parts.append(f"Published: {data['published']}.\n")
    if data["peer"] is not None:
        parts.append(f"Peer: {data['peer']}.\n")
    return "\n".join(parts)


def summary(entries):
    """The table of the gates of every entry."""
    rows = []
    for data in entries:
        verdicts = [item["verdict"] for item in data["numbers"]]
        passed, failed = verdicts.count("pass"), verdicts.count("fail")
        rows.append([f"[{data['entry']}](#{data['entry']})", data["remark"],
                     f"{data['cells'] / 1e6:.3g}", f"{passed} of {passed + failed}"])
    return table(["entry", "", "M cells", "gates passed"], rows, "llrr")


def section(data):
    """The part of the page that a result file gives."""
    bad = [e["entry"] for e in data["entries"] if e["status"] not in ("ok", "skipped")]
    if bad:
        raise Wrong(f"not computed: {', '.join(bad)}")
    entries = [e for e in data["entries"] if e["status"] == "ok"]
    devices = sorted({e["device_name"] for e in entries})
    text = (f"`{data['command']}`, {data['date'][:10]}, simoom {data['version']}, "
            f"{data['host']['compiler']}, {data['host']['build']}.\n")
    return "\n".join([f"## {'; '.join(devices)}\n", text, summary(entries)]
                     + [entry(e) for e in entries])


def page():
    """The whole page."""
    return "\n".join([HEAD] + sections(RESULTS, "simoom.validate/1", section))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__, "validation.md", RESULTS, page))
