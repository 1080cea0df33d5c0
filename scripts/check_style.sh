#!/usr/bin/env bash
# How the text of the sources looks: clang-format, no tabs, no trailing blanks, a newline at the
# end, no path of somebody's machine, at most 400 lines in a file of code; and in the library no call
# that prints or ends the program.
#
#   check_style.sh [TREE]      checks a source tree; default: this one
#   check_style.sh --self-test plants violations and expects to find them
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# find_files TREE PATTERN...: files of the source folders of a tree whose names match a pattern.
find_files() {
  local tree=$1 names=() pattern
  shift
  for pattern in "$@"; do names+=(-o -name "$pattern"); done
  find "$tree" \( -name build -o -name .git -o -name out -o -name demo -o -path "$tree/shared" \
    -o -path "$tree/web/dist" -o -path "$tree/tests/fuzz/corpus" \) -prune -o -type f \( "${names[@]:1}" \) -print0
}

check_text() {
  local files=()
  mapfile -d '' files < <(find_files "$1" '*.[ch]' '*.cpp' '*.cu' '*.cuh' '*.def' '*.sh' '*.py' \
    '*.cmake' '*.in' '*.toml' '*.md' '*.json' '*.geojson' '*.cff' CMakeLists.txt)
  [ ${#files[@]} -gt 0 ] || die "no sources in $1"
  awk -v tree="$1/" '
    function wrong(text) { printf "%s:%d: %s\n", name, FNR, text; bad = 1 }
    FNR == 1 { name = substr(FILENAME, length(tree) + 1) }
    /\t/ { wrong("tab") }
    /[ \t\r]$/ { wrong("trailing blank") }
    /\/(work|root|home)\// { wrong("path of a machine") }
    END { exit bad }' "${files[@]}" || return 1
  local file bad=0
  for file in "${files[@]}"; do
    [ -z "$(tail -c 1 "$file")" ] || { echo "${file#"$1"/}: no newline at the end" && bad=1; }
  done
  return $bad
}

check_length() {
  local files=()
  mapfile -d '' files < <(find_files "$1" '*.[ch]' '*.cpp' '*.cu' '*.cuh' '*.sh' '*.py' '*.js' '*.mjs')
  [ ${#files[@]} -gt 0 ] || return 0
  awk -v tree="$1/" '
    FNR == 401 { print substr(FILENAME, length(tree) + 1) ": more than 400 lines"; bad = 1 }
    END { exit bad }' "${files[@]}"
}

# The library reports through its context: it never prints and never ends the program.
check_calls() {
  local files=()
  [ -d "$1/src" ] || return 0
  mapfile -d '' files < <(find_files "$1/src" '*.[ch]' '*.cpp' '*.cu' '*.cuh' '*.def')
  [ ${#files[@]} -gt 0 ] || return 0
  awk -v tree="$1/" '
    FNR == 1 { name = substr(FILENAME, length(tree) + 1); comment = 0 }
    {
      line = $0
      gsub(/\\./, "", line)
      gsub(/"[^"]*"/, "\"\"", line)
      gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", line)
      if (comment) { if (!sub(/^.*\*\//, "", line)) next; comment = 0 }
      if (sub(/\/\*.*/, "", line)) comment = 1
      sub(/\/\/.*/, "", line)
    }
    name == "src/input/netcdf/probe.c" && sub(/ _exit\(/, "", line) { } # of a child process
    line ~ /(^|[^_[:alnum:]])(exit|_exit|_Exit|quick_exit|abort|v?printf|puts|putchar|perror)[ ]*\(/ ||
    line ~ /(^|[^_[:alnum:]])(stdout|stderr)([^_[:alnum:]]|$)/ {
      printf "%s:%d: the library neither prints nor exits: %s\n", name, FNR, $0
      bad = 1
    }
    END { exit bad }' "${files[@]}"
}

check_format() {
  local files=() major
  if ! command -v clang-format >/dev/null; then
    say "skipped the layout: no clang-format"
    return 0
  fi
  major=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
  if [ "$major" != 14 ]; then
    say "skipped the layout: clang-format $major lays out otherwise than 14"
    return 0
  fi
  mapfile -d '' files < <(find_files "$1" '*.[ch]' '*.cpp' '*.cu' '*.cuh')
  [ ${#files[@]} -gt 0 ] || return 0
  clang-format --dry-run -Werror "${files[@]}" 2>&1 | awk -F: -v tree="$1/" '
    / error: / { count[substr($1, length(tree) + 1)]++ }
    END {
      for (name in count) {
        printf "%s: %d places are laid out otherwise; run: clang-format -i %s\n", name, count[name], name
        bad = 1
      }
      exit bad
    }'
}

check() {
  local tree status=0
  tree=$(cd "$1" && pwd)
  check_text "$tree" || status=1
  check_length "$tree" || status=1
  check_calls "$tree" || status=1
  check_format "$tree" || status=1
  [ $status -ne 0 ] || echo "check_style: clean"
  return $status
}

# plant FILE TEXT: a tree of one file, which must fail.
planted=0
plant() {
  local tree=$scratch/$planted
  planted=$((planted + 1))
  mkdir -p "$tree/$(dirname "$1")"
  cp "$root/.clang-format" "$tree"
  printf '%b' "$2" >"$tree/$1"
  ! check "$tree" >"$scratch/report" 2>&1 || die "not found: $1: $2"
}

self_test() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  plant src/base/text.c 'int x;\t\n'
  plant docs/index.md 'text \n'
  plant README.md 'text'
  plant cases/town/case.toml 'file = "/ho''me/me/a.tif"\n'
  plant tests/unit/test_text.c "$(printf '/* %s */\\n' $(seq 401))"
  plant src/base/text.c 'void f(void) { exit(1); }\n'
  plant src/base/text.c 'void f(void) { fputs("", stderr); }\n'
  plant src/solve/sor.cu '/* a\n b */ void f(void) { printf("x"); }\n'
  mkdir -p "$scratch/good/src"
  printf '%s\n' '/* exit(1) and' ' * abort() */' 'void f(char *s) { snprintf(s, 1, "printf(/*"); }' \
    'void g(void) { on_exit(1); } // puts("")' >"$scratch/good/src/a.c"
  check "$scratch/good" >"$scratch/report" 2>&1 ||
    die "found where nothing is: $(cat "$scratch/report")"
  echo "check_style: found all $planted planted violations"
}

case ${1:-} in
  --self-test) self_test ;;
  *) check "${1:-$root}" ;;
esac
