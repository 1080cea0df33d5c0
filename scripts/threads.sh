#!/usr/bin/env bash
# Races of threads: the suite under the thread sanitizer of clang, with its OpenMP.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/threads.sh [-- CTEST_OPTION...]
  Builds the preset tsan and runs the suite in it (default: all but gates and fuzz targets, which have
  one thread; the others have two), prints the races, and writes bench/results/trust/threads.json. Exit code 1: a race.
TEXT
}

tests=(-LE 'gate|fuzz')
while [ $# -gt 0 ]; do
  case $1 in
    --) shift && tests=("$@") && break ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done
command -v clang >/dev/null || die "clang is not here (Debian: clang, libomp-dev)"
build_preset tsan || die "the preset tsan cannot be built"
build=$root/build/tsan
reports=$logs/threads
excused=$root/tests/threads/excused.txt
rm -rf "$reports"
mkdir -p "$reports"

status=0
TSAN_OPTIONS="ignore_noninstrumented_modules=1 history_size=4 suppressions=$excused log_path=$reports/report" \
  OMP_TOOL_LIBRARIES=$build/openmp_tool.so \
  ctest --test-dir "$build" --timeout 1200 "${tests[@]}" >"$logs/threads-suite.log" || true

python3 - "$reports" "$logs/threads-suite.log" "$excused" "$root/bench/results/trust/threads.json" <<'PYTHON' || status=1
import glob, json, re, subprocess, sys
reports, suite, excused, path = sys.argv[1:]
races = {}
for name in sorted(glob.glob(reports + "/*")):
    text = open(name, errors="replace").read()
    for one in text.split("==================\n"):
        summary = re.search(r"SUMMARY: ThreadSanitizer: (.*)", one)
        if summary:
            races.setdefault(re.sub(r"\(.*?\)|/\S*/(src|cli|tests)/", r"\1/", summary[1]), one)
for summary, report in races.items():
    print(summary, report, sep="\n")
log = open(suite, errors="replace").read()
tests = len(re.findall(r"^ *\d+/\d+ Test", log, re.M))
whole = subprocess.run(["ctest", "--test-dir", "build/tsan", "-N", "-LE", "gate|fuzz"], capture_output=True, text=True).stdout
whole = int(re.search(r"Total Tests: (\d+)", whole)[1])
failed = re.findall(r"^\s+\d+ - (\S+) \((.*)\)", log, re.M)
known, reason = [], ""
for line in open(excused):
    if line.startswith("#"):
        reason = line[1:].strip()
    elif line.strip():
        known.append([line.strip(), reason])
compiler = subprocess.run(["clang", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
for name, how in failed:
    print(f"not passed: {name} ({how})")
print(f"{tests} tests, {len(races)} races, {len(failed)} tests not passed")
with open(path, "w", encoding="utf-8") as out:
    json.dump({"schema": "simoom.trust-threads/1", "compiler": compiler, "threads": 2, "tests": tests, "of": whole, "races": len(races),
               "failed": len(failed), "excused": known}, out, indent=1)
    out.write("\n")
sys.exit(bool(races))
PYTHON
exit $status
