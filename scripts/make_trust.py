#!/usr/bin/env python3
"""Writes docs/trust.md from the results in bench/results/trust.

usage: make_trust.py [--check]
  --check  compares with the page instead of writing it; exits with 1 when they differ

Every number of the page comes from a file that scripts/fuzz.sh, scripts/faults.sh,
tests/faults/kills.py, scripts/analyse.sh, scripts/coverage.sh or scripts/threads.sh wrote. What was not measured is said.
"""
import json
import sys

from pages import ROOT, Wrong, main, table

RESULTS = "bench/results/trust"

HEAD = """\
# Trust: what was tried to break simoom, in figures

<!-- Made by scripts/make_trust.py from bench/results/trust; do not edit. -->

Figures are whole, or say of how much they are. A table that names what is open says what simoom does
wrong, as far as it is known.
"""


def grouped(value):
    """A whole number with thin groups of three digits: 250 000."""
    return f"{value:,}".replace(",", " ")


def count(value, noun):
    """A number and its noun: "1 failure", "2 failures"."""
    return f"{grouped(value)} {noun}" + ("" if value == 1 else "s")


def read(name, schema):
    """A file of results; None where there is none."""
    path = ROOT / RESULTS / name
    if not path.exists():
        return None
    try:
        data = json.loads(path.read_text())
    except ValueError as error:
        raise Wrong(f"{name}: {error}") from error
    if data.get("schema") != schema:
        raise Wrong(f"{name}: schema {data.get('schema')} is not {schema}")
    return data


def percent(part, whole):
    """Two digits, and never rounded up to all."""
    return "100" if part >= whole else f"{min(100 * part / whole, 99):.2g}"


def fuzzing():
    """Executions of each fuzz target."""
    data = read("fuzz.json", "simoom.trust-fuzz/1")
    if data is None:
        return "Not measured.\n"
    rows = []
    for one in data["readers"]:
        left = ", ".join(f"{n} {kind}" for kind, n in one["open"].items() if n)
        rows.append([one["reader"], f"{grouped(one['executions'])} of {grouped(one['goal'])}",
                     f"{percent(one['executions'], one['goal'])} %", grouped(one["edges"]),
                     grouped(one["seconds"]), left or "none"])
    whole = sum(one["executions"] >= one["goal"] for one in data["readers"])
    text = (f"Targets of tests/fuzz by libFuzzer ({data['compiler']}), sanitizers {data['sanitizers']},"
            f" at most {data['memory_limit_mb']} MB and {data['time_limit_s']} s for an input:"
            f" {count(sum(one['executions'] for one in data['readers']), 'execution')};"
            f" {whole} of {len(rows)} targets have made all that is wanted."
            " `scripts/fuzz.sh` goes on.\n\n")
    return text + table(["reader", "executions", "part", "edges", "time, s", "open inputs"], rows,
                        "lrrrrl")


def faults():
    """Calls that were let fail."""
    data = read("faults.json", "simoom.faults/1")
    if data is None:
        return "Not measured.\n"
    rows, wrong = [], []
    for name, one in data["commands"].items():
        calls, tried = sum(one["calls"].values()), sum(one["tried"].values())
        rows.append([name, f"{grouped(tried)} of {grouped(calls)}", grouped(len(one["failures"])),
                     grouped(len(one.get("crashes of libraries", [])))])
        wrong += [f"- `{line.split('; stderr')[0]}`" for line in one["failures"]]
    text = ("The n-th allocation of simoom's own code, and the n-th write, fsync, close, rename, read"
            " and open of a file fails, one after the other. It must not crash or hang; exit code 0 only"
            " with all results, bit for bit; earlier results whole, nothing begun left behind."
            f" {count(data['faults'], 'fault')}, {count(data['failures'], 'failure')}."
            " Crashes of libraries: HDF5 1.10 frees what it never had when a read fails; what simoom"
            " keeps is compared there too. `scripts/faults.sh` is the whole run.\n\n")
    if "tried_again" in data:
        text += data["tried_again"][0].upper() + data["tried_again"][1:] + ".\n\n"
    text += table(["command", "faults", "failures", "crashes of libraries"], rows, "lrrr")
    return text + ("\nOpen:\n\n" + "\n".join(wrong) + "\n" if wrong else "")


def random_cases():
    """Cases that were drawn by chance."""
    data = read("random.json", "simoom.trust-random/1")
    if data is None:
        return "Not measured.\n"
    words = {"0": "ran", "3": "were refused by check and run", "4": "were refused for their data"}
    ended = ", ".join(f"{grouped(n)} {words.get(code, 'ended with exit code ' + code)}"
                      for code, n in data["exit_codes"].items())
    text = ("Pairs, triples and more of all tables of the schema, with keys drawn by chance, are checked and"
            " run (tests/system/random_cases.py); no crash, no hang, no report of a sanitizer, and check"
            f" agrees with run: {grouped(data['cases'])} of {grouped(data['goal'])} cases, {data['build']}:"
            f" {ended}; {count(sum(data['open'].values()), 'fault')}. The suite draws 200.\n")
    if data.get("mended"):
        text += ("\nCases that failed, of kinds that have been mended since: " + ", ".join(
            f"`{kind}` {n}" for kind, n in data["mended"].items()) + ".\n")
    if data["open"]:
        text += "\nOpen:\n\n" + "".join(f"- `{kind}`: {n}\n" for kind, n in data["open"].items())
    return text


def kills():
    """Runs that were killed."""
    data = read("kills.json", "simoom.kills/1")
    if data is None:
        return "Not measured.\n"
    goal = data.get("goal", 1000)
    made = f"{grouped(data['kills'])} of {grouped(goal)}" if data["kills"] < goal else grouped(data["kills"])
    text = ("Runs are killed (SIGKILL) at random times, go on from their checkpoints on one or two threads,"
            " and must leave the same numbers, bit for bit, as a run that nobody killed:"
            f" {made} kills, {count(data['failures'], 'failure')}.\n\n")
    rows = [[name, grouped(one["runs"]), grouped(one["kills"]), grouped(one["resumes"]),
             grouped(len(one["failures"]))] for name, one in data["cases"].items()]
    return text + table(["case", "runs", "kills", "resumes", "failures"], rows, "lrrrr")


def analysis():
    """Static analysis."""
    data = read("analysis.json", "simoom.trust-analysis/1")
    if data is None:
        return "Not measured.\n"
    names = {"cppcheck": "cppcheck", "analyzer": "gcc -fanalyzer", "tidy": "clang-tidy"}
    known = {one["tool"]: one for one in data["tools"]}
    rows = []
    for tool, name in names.items():
        one = known.get(tool)
        rows.append([name, "not run", "", "", ""] if one is None else
                    [name, one["version"], part_of(one["files"], one.get("of")), grouped(one["findings"]),
                     grouped(one["excused"])])
    text = ("`scripts/analyse.sh`. An open finding is one that was neither mended nor excused with a reason"
            " at its line or in scripts/analyse.txt; it need not be a fault.\n\n")
    return text + table(["tool", "version", "files", "open findings", "excused by the list"], rows,
                        "llrrr")


def part_of(some, everything):
    """A number, and of how many it is where it is not all."""
    return grouped(some) + (f" of {grouped(everything)}" if everything and everything > some else "")


def part(share):
    """Percent of a pair (some, all)."""
    return f"{100 * share[0] / share[1]:.1f} %" if share[1] else "-"


def coverage():
    """Lines and branches that the suite runs."""
    data = read("coverage.json", "simoom.trust-coverage/1")
    if data is None:
        return "Not measured.\n"
    rows = [[name, grouped(one["lines"][1]), part(one["lines"]), part(one["branches"])]
            for name, one in data["rooms"].items()]
    rows.append(["**together**", grouped(data["lines"][1]), part(data["lines"]), part(data["branches"])])
    missed = [[one["file"], f"{one['lines'][1] - one['lines'][0]} of {grouped(one['lines'][1])}"]
              for one in data["most_missed"]]
    without = f" Not run: {data['without']}." if data["without"] else ""
    return (f"`scripts/coverage.sh`: lines and branches of src that the suite runs, without pictures"
            f" (src/output/plot*) and CUDA, {data['compiler']}. The goal is 90 % of"
            f" the lines.{without}\n\n" + table(["folder", "lines", "lines run", "branches taken"], rows, "lrrr")
            + "\nFiles with the most lines that were never run:\n\n"
            + table(["file", "lines never run"], missed, "lr"))


def threads():
    """The suite under the thread sanitizer."""
    data = read("threads.json", "simoom.trust-threads/1")
    if data is None:
        return "Not measured.\n"
    text = (f"`scripts/threads.sh`: the suite by {data['compiler']} with its OpenMP, on {data['threads']}"
            f" threads: {part_of(data['tests'], data.get('of'))} tests, {count(data['races'], 'report')} of a race,"
            f" {data['failed']} tests that failed for another reason (time, mostly).\n")
    if data["excused"]:
        text += "\nExcused, each with its reason in tests/threads/excused.txt:\n\n"
        text += "".join(f"- `{name}`: {reason}\n" for name, reason in data["excused"])
    return text


def page():
    """The whole page."""
    parts = [("Fuzzing", fuzzing()), ("Faults of the system", faults()), ("Kills", kills()), ("Random cases", random_cases()),
             ("Static analysis", analysis()), ("Coverage", coverage()), ("Races of threads", threads())]
    return "\n".join([HEAD] + [f"## {title}\n\n{text}" for title, text in parts])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__, "trust.md", RESULTS, page))
