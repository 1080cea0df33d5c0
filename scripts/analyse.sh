#!/usr/bin/env bash
# Static analysis of the library and the program: cppcheck, gcc -fanalyzer, clang-tidy. Clean, but for what a line or
# scripts/analyse.txt excuses with its reason; .clang-tidy tells which checks are left out, and why.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/analyse.sh [cppcheck|analyzer|tidy]... [-- FILE...]
  Runs these (default: all three) over FILE... (default: every .c of both), and writes what was
  looked at and found to bench/results/trust/analysis.json when all files were. Exit code 1: findings.
  A tool that is missing is skipped, and said so. build/release must be configured: scripts/build.sh does it.
TEXT
}

parts=() files=() behind=false
for argument in "$@"; do
  case $argument in
    -h | --help) usage && exit 0 ;;
    --) behind=true ;;
    cppcheck | analyzer | tidy) $behind && files+=("$argument") || parts+=("$argument") ;;
    *) $behind || { usage >&2 && exit 2; } && files+=("$argument") ;;
  esac
done
[ ${#parts[@]} -gt 0 ] || parts=(cppcheck analyzer tidy)
cd "$root"
all=false
if [ ${#files[@]} -eq 0 ]; then
  all=true
  mapfile -t files < <(find src cli bench/runner bench/suites validation -name '*.c' | sort)
fi
build=$root/build/release
[ -f "$build/compile_commands.json" ] || die "build/release is not configured: scripts/build.sh"
mkdir -p "$logs"

# Headers that are not there are those of the system; macros without a value are given one.
run_cppcheck() {
  mkdir -p "$logs/cppcheck"
  cppcheck -q -j "$(cores)" --cppcheck-build-dir="$logs/cppcheck" --std=c11 --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem -Isrc -Iinclude -I. \
    -DSM_HAVE_MICROHTTPD -DSM_HAVE_YAML -DSM_HAVE_EXPAT -DSM_HAVE_MUPARSER -DSM_HAVE_LIBDEFLATE \
    -DSM_HAVE_PNG -DSM_HAVE_KISSFFT '-DSM_VERSION="0"' '-DSM_WITHOUT=""' '-DSM_MODULE_FOLDER=""' '-DSM_MODULE_LAYOUT=""' \
    '-DSM_BUILD=""' '-DSM_VIEW_PAGE=""' \
    --template='{file}:{line}: {severity}: {message} [{id}]' "${files[@]}" 2>&1
}

not_analysed() { echo "$1" >>"$logs/analyse-failed.txt"; }
export -f not_analysed

# analyze FILE: as it is compiled, without the vectors and threads of loops, which the analyzer does not
# understand (GCC 12 takes what is private to a thread for uninitialized).
analyze() {
  local folder command
  IFS=$'\t' read -r folder command < <(compile_lines "$build" "$1" | head -n 1) || true
  [ -n "${command:-}" ] || { not_analysed "$1" && return; }
  command=${command#*ccache }
  # shellcheck disable=SC2001
  command=$(sed 's/ -o [^ ]*/ -o \/dev\/null/; s/ -O3/ -O1/; s/ -Werror//; s/ -fopenmp//' <<<"$command")
  (cd "$folder" && { eval "timeout 300 $command -fanalyzer -DSM_CELL_CALLS -DSM_ANALYSIS" 2>&1 ||
    not_analysed "$1"; } | grep ' warning: .*-Wanalyzer') || true
}

# The analyzer of GCC 12 knows C, and takes what it does not see, such as a function of another file, for
# anything: what it says of memory that a caller frees, or of sizes from files that are checked
# elsewhere, is excused in scripts/analyse.txt, file by file, with the reason.
run_analyzer() {
  export -f analyze compile_lines die say
  export build logs
  printf '%s\0' "${files[@]}" | xargs -0 -P "$(cores)" -n 1 bash -c 'analyze "$0"' | sed "s#^$root/##" | sort -u
}

tidy() {
  timeout 300 clang-tidy -p "$build" --quiet --extra-arg=-DSM_ANALYSIS --extra-arg=-DSM_CELL_CALLS --warnings-as-errors='-*' "$1" 2>/dev/null ||
    not_analysed "$1"
}
run_tidy() {
  export -f tidy
  export build logs
  printf '%s\0' "${files[@]}" | xargs -0 -P "$(cores)" -n 1 bash -c 'tidy "$0"' |
    grep -E '(warning|error): ' | sed "s#^$root/##" | sort -u || true
}

# excuse: drops what scripts/analyse.txt excuses, lines "FILE CHECK reason".
excuse() {
  awk 'NR == FNR { if ($0 !~ /^#/ && NF > 2) known[$1 " " $2] = 1; next }
    { file = $1; sub(/:.*/, "", file); sub(/^(\.\.\/)+/, "", file); check = $NF; gsub(/[][]/, "", check)
      for (key in known) { split(key, part, " ")
        if (index(file, part[1]) == 1 && index(check, part[2]) > 0) next }
      print }' "$root/scripts/analyse.txt" -
}

# is_there PART: whether its tool is; says what is skipped.
is_there() {
  local tool=$1
  case $1 in
    analyzer) tool=gcc ;;
    tidy) tool=clang-tidy ;;
  esac
  if ! command -v "$tool" >/dev/null; then
    say "$1: skipped, no $tool here"
    return 1
  fi
  [ "$1" != analyzer ] || "$tool" -fanalyzer -fsyntax-only -x c - </dev/null 2>/dev/null || {
    say "$1: skipped, $tool has no -fanalyzer"
    return 1
  }
}

status=0 report=""
for part in "${parts[@]}"; do
  is_there "$part" || continue
  began=$SECONDS
  : >"$logs/analyse-failed.txt"
  "run_$part" >"$logs/analyse-$part.txt"
  excuse <"$logs/analyse-$part.txt" >"$logs/analyse-$part.left"
  found=$(grep -c . "$logs/analyse-$part.left" || true)
  excused=$(($(grep -c . "$logs/analyse-$part.txt" || true) - found))
  failed=$(grep -c . "$logs/analyse-failed.txt" || true)
  say "$part: $((${#files[@]} - failed)) of ${#files[@]} files, $found findings, $excused excused, $((SECONDS - began)) s"
  sed 's/$/: not analysed: not in this build, or the tool failed or took more than 300 s/' "$logs/analyse-failed.txt"
  cat "$logs/analyse-$part.left"
  [ "$found" -eq 0 ] || status=1
  report+="$part $((${#files[@]} - failed)) $found $excused $((SECONDS - began))"$'\n'
done
! $all || python3 - "$root/bench/results/trust/analysis.json" ${#files[@]} <<PYTHON
import json, os, subprocess, sys
path, of = sys.argv[1], int(sys.argv[2])
version = {"cppcheck": ["cppcheck", "--version"], "analyzer": ["gcc", "--version"], "tidy": ["clang-tidy", "--version"]}
try:
    tools = {one["tool"]: one for one in json.load(open(path))["tools"]}
except OSError:
    tools = {}
for line in """$report""".splitlines():
    tool, files, found, excused, seconds = line.split()
    text = subprocess.run(version[tool], capture_output=True, text=True).stdout.strip()
    told = next((l.strip() for l in text.splitlines() if any(c.isdigit() for c in l)), "")
    tools[tool] = {"tool": tool, "version": told, "files": int(files), "of": of, "findings": int(found), "excused": int(excused), "seconds": int(seconds)}
os.makedirs(os.path.dirname(path), exist_ok=True)
with open(path, "w") as out:
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
    json.dump({"schema": "simoom.trust-analysis/1", "commit": commit, "tools": [tools[t] for t in sorted(tools)]}, out, indent=1)
    out.write("\n")
PYTHON
exit $status
