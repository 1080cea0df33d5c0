"""What the scripts share that write a page of docs from files of results."""
import difflib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Wrong(Exception):
    """A result file that cannot be used."""


def table(heads, rows, align):
    """A Markdown table; `align` has l or r for every column."""
    rules = {"l": "---", "r": "---:"}
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(rules[a] for a in align) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def sections(folder, schema, section):
    """What `section` makes of each file of results of a folder, which the command of the schema
    ("simoom.COMMAND/1") wrote."""
    files = sorted((ROOT / folder).glob("*.json"))
    if not files:
        raise Wrong(f"no results in {ROOT / folder}")
    made = []
    for path in files:
        try:
            data = json.loads(path.read_text())
            if data["schema"] != schema:
                raise Wrong(f"schema {data['schema']} is not {schema}")
            made.append(section(data))
        except Wrong as error:
            raise Wrong(f"{path.name}: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            command = schema.split("/")[0].replace(".", " ")
            raise Wrong(f"{path.name}: not as `{command} --json` writes it: {error!r}") from error
    return made


def main(arguments, usage, name, folder, make):
    """Writes the page docs/NAME that `make` returns, or checks it; returns the exit code."""
    script = pathlib.Path(sys.argv[0]).stem
    page = ROOT / "docs" / name
    if arguments not in ([], ["--check"]):
        print(usage.strip(), file=sys.stderr)
        return 2
    try:
        text = make()
    except Wrong as error:
        print(f"{script}: {error}", file=sys.stderr)
        return 1
    if not arguments:
        page.write_text(text)
        return 0
    old = page.read_text() if page.exists() else ""
    if old == text:
        print(f"{script}: the page is that of the results")
        return 0
    sys.stdout.writelines(difflib.unified_diff(
        old.splitlines(True), text.splitlines(True), f"docs/{name}", f"from {folder}"))
    print(f"{script}: the page differs; run scripts/{script}.py", file=sys.stderr)
    return 1
