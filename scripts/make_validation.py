#!/usr/bin/env python3
"""Writes docs/validation.md from the results in validation/results.

usage: make_validation.py [--check]
  --check  compares with the page instead of writing it; exits with 1 when they differ

Every number of the page comes from a file that `simoom validate --json` wrote.
"""
import difflib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "validation" / "results"
PAGE = ROOT / "docs" / "validation.md"
PICTURES = ROOT / "docs" / "images" / "validation"
SCHEMA = "simoom.validate/1"

HEAD = """\
# Validation

<!-- Made by scripts/make_validation.py from validation/results; do not edit. -->

What `simoom validate` found: published results computed anew, beside what was measured and beside what
other programs find. A number with a gate passes or fails; all entries but cube and cube-zones, which are
set as in their paper, are computed with the same defaults. validation/README.md says where the
measurements are, and what is compared how.
"""


class Wrong(Exception):
    """A result file that cannot be used."""


def number(value):
    """Three digits, no exponent for numbers of everyday size; "" when there is none."""
    if value is None:
        return ""
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"


def table(heads, rows, align):
    """A Markdown table; `align` has l or r for every column."""
    rules = {"l": "---", "r": "---:"}
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(rules[a] for a in align) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


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


def section(path):
    """The part of the page that a result file gives."""
    try:
        data = json.loads(path.read_text())
        if data["schema"] != SCHEMA:
            raise Wrong(f"{path.name}: schema {data['schema']} is not {SCHEMA}")
        bad = [e["entry"] for e in data["entries"] if e["status"] not in ("ok", "skipped")]
        if bad:
            raise Wrong(f"{path.name}: not computed: {', '.join(bad)}")
        entries = [e for e in data["entries"] if e["status"] == "ok"]
        devices = sorted({e["device_name"] for e in entries})
        text = (f"`{data['command']}`, {data['date'][:10]}, simoom {data['version']}, "
                f"{data['host']['compiler']}, {data['host']['build']}.\n")
        return "\n".join([f"## {'; '.join(devices)}\n", text, summary(entries)]
                         + [entry(e) for e in entries])
    except (KeyError, TypeError, ValueError) as error:
        raise Wrong(f"{path.name}: not as `simoom validate --json` writes it: {error!r}") from error


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
        print(f"make_validation: {error}", file=sys.stderr)
        return 1
    if not arguments:
        PAGE.write_text(text)
        return 0
    old = PAGE.read_text() if PAGE.exists() else ""
    if old == text:
        print("make_validation: the page is that of the results")
        return 0
    sys.stdout.writelines(difflib.unified_diff(
        old.splitlines(True), text.splitlines(True), "docs/validation.md", "from validation/results"))
    print("make_validation: the page differs; run scripts/make_validation.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
