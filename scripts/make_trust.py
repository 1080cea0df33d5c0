#!/usr/bin/env python3
"""Writes docs/trust.md from the results in bench/results/trust.

usage: make_trust.py [--check]
  --check  compares with the page instead of writing it; exits with 1 when they differ

Every number of the page comes from a file that scripts/fuzz.sh, scripts/faults.sh,
tests/faults/kills.py, scripts/signal_latency.py, tests/system/service_load.py, scripts/large_inputs.py, tests/system/uniform_wind.py, scripts/analyse.sh, scripts/coverage.sh or scripts/threads.sh wrote. Missing measurements are stated.
"""
import json
import sys

from pages import ROOT, Wrong, main, table

RESULTS = "bench/results/trust"

HEAD = """\
# Robustness: fuzzing, fault injection, kills, static analysis, coverage

<!-- Made by scripts/make_trust.py from bench/results/trust; do not edit. -->

Results of fuzzing, fault injection, signals, large inputs, killed runs, a killed service, random cases, uniform wind, static analysis, code coverage and thread sanitizer. Partial
measurements state their fraction; lists of open items are the known defects.
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
            f" at most {data['memory_limit_mb']} MB and {data['time_limit_s']} s per input:"
            f" {count(sum(one['executions'] for one in data['readers']), 'execution')};"
            f" {whole} of {len(rows)} targets have reached their goal."
            " `scripts/fuzz.sh` continues; in the processes of `scripts/fuzz.sh --package`, on other machines, three of"
            " four take at most 512 bytes of a text, guided by edges without their counts. Edges are those of the latest build."
            " An execution of raster and vector takes one way through GDAL; the first 143 593 and 168 124 took four and two."
            " `scripts/check_fuzz.sh` compares tests/fuzz/readers.txt with the sources that open files.\n\n")
    return text + table(["reader", "executions", "of the goal", "edges covered", "time, s", "open inputs"], rows,
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
    text = ("Fault injection: the n-th allocation of simoom's own code, and the n-th write, fsync, close, rename, read"
            " and open of a file fails, for every n. The program must not crash or hang; exit code 0 only"
            " with complete, bit-identical results; earlier results unchanged, no partial files left."
            f" {count(data['faults'], 'fault')}, {count(data['failures'], 'failure')}."
            " Crashes of libraries: HDF5 1.10 frees memory that it does not own when a read fails; the files"
            " are compared there too. `scripts/faults.sh` repeats the run.\n\n")
    if "tried_again" in data:
        text += data["tried_again"][0].upper() + data["tried_again"][1:] + ".\n\n"
    text += table(["command", "faults", "failures", "crashes of libraries"], rows, "lrrr")
    return text + ("\nOpen:\n\n" + "\n".join(wrong) + "\n" if wrong else "")


def signals():
    """Commands that get SIGTERM before a call."""
    data = read("signals.json", "simoom.faults/1")
    if data is None:
        return "Not measured.\n"
    rows = [[name, f"{grouped(sum(one['tried'].values()))} of {grouped(sum(one['calls'].values()))}",
             grouped(len(one["failures"])), grouped(sum(one["calls after the signal"][k] for k in ("write", "rename"))),
             grouped(one["calls after the signal"]["read"])] for name, one in data["commands"].items()]
    text = ("SIGTERM arrives just before a write, rename or close (`tests/faults/faults.py --signal`). Required: exit code 75 with"
            " earlier results unchanged and no `.part` or lock file left, or exit code 0 with complete results."
            f" {count(data['faults'], 'signal')}, {count(data['failures'], 'failure')}. The columns on the right have the most"
            " calls that followed a signal; a child process that tests a NetCDF file reads it to its end.\n\n")
    return text + table(["command", "calls", "failures", "writes and renames after it", "reads after it"], rows, "lrrrr") + latency()


def latency():
    """Seconds from a signal to the end of large runs."""
    data = read("latency.json", "simoom.signal-latency/1")
    if data is None:
        return ""
    rows = [[one["what"], f"{one['million_cells']:g}" if one["million_cells"] else "", grouped(one["signals"]),
             f"{one['processor']:.2f}", f"{one['median']:.2f}", f"{one['largest']:.2f}", f"{one['state']:.2f}" if one["state"] else ""]
            for one in data["cases"].values()]
    text = ("\nTime from SIGTERM to the end of the program in large runs on one thread (`scripts/signal_latency.py`): a flow completes its"
            " step and writes its state, particles complete a batch of at most 16 steps, the others stop between parts of their work"
            " ([output files](files.md)). A second signal ends all of them at once."
            f" {data['note'][0].upper()}{data['note'][1:]}.\n\n")
    return text + table(["work", "million cells", "signals", "processor, largest, s", "time, median, s", "largest, s", "the state, largest, s"], rows, "lrrrrrr")


def large():
    """Time and memory of large inputs."""
    data = read("large.json", "simoom.large-inputs/1")
    if data is None:
        return "Not measured.\n"
    rows = []
    for name, one in data["inputs"].items():
        for size, figures in one["sizes"].items():
            for command in ("check", "run"):
                f = figures[command]
                rows.append([one["what"], grouped(int(size)), f"{figures['bytes'] / 1e6:.1f}", command, f"{f['cpu']:.1f}",
                             grouped(f["memory"])])
    wrong = [name for name, one in data["inputs"].items() if not one["linear"]]
    text = ("`scripts/large_inputs.py`: processor time of all threads and largest memory, of one size and of another four times as"
            " large. Required: four times as much takes at most six times as long. Not linear: "
            + (", ".join(wrong) or "none") + f". {data['program']}. `check` sets cases of at most 2 million cells up as a run does"
            " (commands.md), larger ones not: of the houses it takes less memory for 100 000 than for 25 000. Goals: a run"
            " with 100 000 houses in 10 s of one core, one with 10 000 stations in 2 s.\n\n")
    return text + table(["input", "number", "file, MB", "command", "processor time, s", "memory, MB"], rows, "lrrlrr")


def random_cases():
    """Cases that were drawn by chance."""
    data = read("random.json", "simoom.trust-random/1")
    if data is None:
        return "Not measured.\n"
    words = {"0": "ran", "3": "were refused by check and run", "4": "were refused because of their data"}
    ended = ", ".join(f"{grouped(n)} {words.get(code, 'ended with exit code ' + code)}"
                      for code, n in data["exit_codes"].items())
    text = ("Random cases: pairs, triples and more of all tables of the schema with random keys are checked and"
            " run (tests/system/random_cases.py). Required: no crash, no hang, no sanitizer report, and check"
            f" agrees with run: {grouped(data['cases'])} of {grouped(data['goal'])} cases, {data['build']}:"
            f" {ended}; {count(sum(data['open'].values()), 'fault')}. The suite draws 200.\n")
    if data.get("mended"):
        text += ("\nFailures found and fixed: " + ", ".join(
            f"`{kind}` {n}" for kind, n in data["mended"].items()) + ".\n")
    if data["open"]:
        text += "\nOpen:\n\n" + "".join(f"- `{kind}`: {n}\n" for kind, n in data["open"].items())
    return text


def uniform_wind():
    """Uniform wind and rest with all combinations of boundaries."""
    data = read("uniform_wind.json", "simoom.trust-uniform-wind/1")
    if data is None:
        return "Not measured.\n"
    rows = []
    for model, one in data["models"].items():
        largest = [max((value for key, value in one["largest_deviation"].items() if kind in key), default=None)
                   for kind in ("f64 uniform", "f32 uniform", "stirred")]
        rows.append([model, f"{grouped(one['ended'])} of {grouped(one['combinations'])}", grouped(one["wrong"]),
                     *("" if value is None else f"{value:.1e}" if value else "0" for value in largest)])
    return ("A uniform wind and air at rest stay as they are, whatever kinds of boundaries meet at an edge: all"
            " combinations of kinds on six sides that make sense, directions of the wind, both precisions, and for"
            " the compressible solver three fluxes, with and without gravity and background, and a wind stirred by"
            " 1 mm/s, which may grow by a half at most (tests/system/uniform_wind.py). Largest deviations in parts of 5 m/s.\n\n" +
            table(["model", "combinations", "wrong", "uniform, f64", "uniform, f32", "stirred"], rows, "lrrrrr"))


def kills():
    """Runs that were killed."""
    data = read("kills.json", "simoom.kills/1")
    if data is None:
        return "Not measured.\n"
    goal = data.get("goal", 1000)
    made = f"{grouped(data['kills'])} of {grouped(goal)}" if data["kills"] < goal else grouped(data["kills"])
    text = ("Runs are killed (SIGKILL) at random times, resumed from their checkpoints on one or two threads,"
            " and must give the same results, bit for bit, as an uninterrupted run:"
            f" {made} kills, {count(data['failures'], 'failure')}.\n\n")
    rows = [[name, grouped(one["runs"]), grouped(one["kills"]), grouped(one["resumes"]),
             grouped(len(one["failures"]))] for name, one in data["cases"].items()]
    return text + table(["case", "runs", "kills", "resumes", "failures"], rows, "lrrrr")


def service():
    """The service under many jobs and kills."""
    data = read("service.json", "simoom.trust-service/1")
    if data is None:
        return "Not measured.\n"
    rows = [[what, grouped(one["number"]), f"{one['median_ms']:.0f}", f"{one['largest_ms']:.0f}"] for what, one in data["answers"].items()]
    return (f"`simoom serve` gets {grouped(data['requests'])} small winds from {data['clients']} clients at a time, runs {data['runs_at_a_time']} at a time and is"
            f" killed (SIGKILL) {data['kills']} times, when half of the requests are accepted and when half of the jobs are done"
            " (tests/system/service_load.py). Required: no accepted job is lost, and the wind of every job is that of `simoom run`, bit for bit:"
            f" {count(data['jobs'], 'job')}, {data['lost']} lost, {data['not_successful']} not successful, {data['wrong']} with other numbers."
            f" {count(data['unanswered'], 'request')} without an answer were sent again. After a kill the service answers in at most"
            f" {max(data['restart_s']):.2f} s. On a shared machine of two processors, clients included, {grouped(round(data['seconds']))} s for all,"
            f" {data['accepted_s']:.0f} s until the last was accepted; the service itself took at most {data['memory_mb']:.0f} MB. The suite sends 40.\n\n"
            + table(["answer", "number", "median, ms", "largest, ms"], rows, "lrrr"))


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
    text = ("`scripts/analyse.sh`. An open finding is one neither fixed nor suppressed with a reason"
            " at its line or in scripts/analyse.txt; it need not be a defect.")
    if data.get("commit"):
        text += f" All sources of commit {data['commit']}; sources mended for a finding of a tool were analysed again by it."
    if data.get("changed"):
        later = data["changed"]
        text += (f" The {grouped(later['files'])} sources that have changed since were analysed again, as of {later['commit']}: "
                 + "; ".join(f"{names[one['tool']]} {part_of(one['files'], later['files'])}, open findings {one['findings']}, suppressed by"
                             f" the list {one['excused']}" for one in later["tools"])
                 + ("; the others were not reached." if any(one["files"] < later["files"] for one in later["tools"]) else "."))
    if any(one["files"] < one.get("of", 0) for one in data["tools"]):
        text += " Sources that are missing in the table failed or took a tool more than 300 s."
    text += "\n\n"
    return text + table(["tool", "version", "files", "open findings", "suppressed by the list"], rows,
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
    return (f"`scripts/coverage.sh`: lines and branches of src executed by the test suite, without pictures"
            f" (src/output/plot*) and CUDA, {data['compiler']}. The goal is 90 % of"
            f" the lines.{without}\n\n" + table(["folder", "lines", "lines executed", "branches taken"], rows, "lrrr")
            + "\nFiles with the most lines not executed:\n\n"
            + table(["file", "lines not executed"], missed, "lr"))


def threads():
    """The suite under the thread sanitizer."""
    data = read("threads.json", "simoom.trust-threads/1")
    if data is None:
        return "Not measured.\n"
    text = (f"`scripts/threads.sh`: the suite by {data['compiler']} with its OpenMP, on {data['threads']}"
            f" threads: {part_of(data['tests'], data.get('of'))} tests, {count(data['races'], 'data race report')},"
            f" {data['failed']} tests that failed for another reason.\n")
    text += f"\n{data['note']}\n" if data.get("note") else ""
    if data["excused"]:
        text += "\nSuppressed, with reasons in tests/threads/excused.txt:\n\n"
        text += "".join(f"- `{name}`: {reason}\n" for name, reason in data["excused"])
    return text


def page():
    """The whole page."""
    parts = [("Fuzzing", fuzzing()), ("Fault injection", faults()), ("Signals", signals()), ("Large inputs", large()), ("Kills", kills()), ("Service", service()),
             ("Random cases", random_cases()), ("Uniform wind", uniform_wind()),
             ("Static analysis", analysis()), ("Coverage", coverage()), ("Thread sanitizer", threads())]
    return "\n".join([HEAD] + [f"## {title}\n\n{text}" for title, text in parts])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__, "trust.md", RESULTS, page))
