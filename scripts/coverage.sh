#!/usr/bin/env bash
# Line and branch coverage of src by the suite, counted by gcc and gcovr; pictures (src/output/plot*) are
# looked at by eye and left out.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/coverage.sh [--report] [--without TEXT] [-- CTEST_OPTION...]
  Builds the preset coverage, runs the suite without its gates, prints the coverage, lists in
  build/coverage/uncovered.txt each line that was never run, and writes
  bench/results/trust/coverage.json.
  --report        no build and no tests: counts what earlier runs have left
  --without TEXT  says in the record which tests were not run
TEXT
}

run=true without="" tests=(-LE gate)
while [ $# -gt 0 ]; do
  case $1 in
    --report) run=false ;;
    --without) without=$2 && shift ;;
    --) shift && tests=("$@") && break ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
command -v gcovr >/dev/null || die "gcovr is not here (Debian: gcovr)"
build=$root/build/coverage

if $run; then
  build_preset coverage || die "the preset coverage cannot be built"
  find "$build" -name '*.gcda' -delete
  ctest --test-dir "$build" -j "$(cores)" --timeout 900 "${tests[@]}" >"$logs/coverage-suite.log" ||
    say "tests failed, as a Debug build may by its time: $logs/coverage-suite.log"
fi

cd "$root"
gcovr -r "$root" "$build" -j "$(cores)" --filter "$root/src/" --exclude "$root/src/output/plot.*" \
  --exclude-throw-branches --exclude-unreachable-branches --gcov-ignore-parse-errors \
  --json "$build/coverage.json" >/dev/null 2>"$logs/gcovr.log" || die "gcovr failed: $logs/gcovr.log"
python3 - "$build/coverage.json" "$build/uncovered.txt" "$root/bench/results/trust/coverage.json" "$without" <<'PYTHON'
import json, os, subprocess, sys
counted, listing, path, without = sys.argv[1:]
ROOMS, WORST = 2, 20


def share(part):
    return 100 * part[0] / part[1] if part[1] else 100


files, rooms, text = [], {}, []
for file in json.load(open(counted))["files"]:
    lines, taken = {}, {}
    for line in file["lines"]:  # once for each level of the CPU and each function made of a macro
        if line.get("gcovr/noncode"):
            continue
        at = line["line_number"]
        lines[at] = lines.get(at, 0) + line["count"]
        for n, branch in enumerate(line["branches"]):
            taken[at, n] = taken.get((at, n), 0) + branch["count"]
    if not lines:
        continue
    missed = sorted(at for at, count in lines.items() if count == 0)
    one = {"file": file["file"], "lines": [len(lines) - len(missed), len(lines)],
           "branches": [sum(c > 0 for c in taken.values()), len(taken)]}
    files.append(one)
    room = "/".join(file["file"].split("/")[:ROOMS])
    sums = rooms.setdefault(room, {"lines": [0, 0], "branches": [0, 0]})
    for kind in sums:
        sums[kind] = [a + b for a, b in zip(sums[kind], one[kind])]
    source = open(file["file"], encoding="utf-8").read().split("\n")
    text += [f"{file['file']}:{at}: {source[at - 1].strip()}" for at in missed if at <= len(source)]
with open(listing, "w", encoding="utf-8") as out:
    out.write("\n".join(text) + "\n")
whole = {kind: [sum(r[kind][i] for r in rooms.values()) for i in (0, 1)] for kind in ("lines", "branches")}
for room, sums in sorted(rooms.items()):
    print(f"{room:24} lines {share(sums['lines']):5.1f} %   branches {share(sums['branches']):5.1f} %")
print(f"{'src without pictures':24} lines {share(whole['lines']):5.1f} %   branches {share(whole['branches']):5.1f} %")
worst = sorted(files, key=lambda f: f["lines"][0] - f["lines"][1])[:WORST]
for one in worst:
    print(f"  {one['lines'][1] - one['lines'][0]} lines never run: {one['file']}")
compiler = subprocess.run(["gcc", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
with open(path, "w", encoding="utf-8") as out:
    json.dump({"schema": "simoom.trust-coverage/1", "compiler": compiler, "without": without, **whole,
               "rooms": dict(sorted(rooms.items())), "most_missed": worst}, out, indent=1)
    out.write("\n")
PYTHON
say "lines that were never run: $build/uncovered.txt"
