#!/usr/bin/env bash
# Fuzz targets of all readers: each source that opens files stands in tests/fuzz/readers.txt, with the
# targets of what it reads or why it needs none; and each target has inputs.
#
#   check_fuzz.sh [TREE]      checks a source tree; default: this one
#   check_fuzz.sh --self-test plants faults and expects to find them
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# opening TREE: sources that open files to read them, one a line.
opening() {
  local calls='fopen|(sm_)?nc_open|GDALOpenEx|H5Fopen|sm_file_read|cli_file_text|cli_file_bytes'
  cd "$1" || return
  grep -rlE --include='*.c' --include='*.cpp' "(^|[^_a-z])($calls)\(|[^_a-z]open\([^)]*O_RD(ONLY|WR)" src cli | sort
}

# faults TREE: a line for each.
faults() {
  local list=$1/tests/fuzz/readers.txt source targets target
  for source in $(opening "$1" | comm -23 - <(grep -v '^#' "$list" | cut -d' ' -f1 | sort)); do
    echo "$source opens files: its fuzz target, or why it needs none, goes into tests/fuzz/readers.txt"
  done
  for source in $(opening "$1" | comm -13 - <(grep -v '^#' "$list" | cut -d' ' -f1 | sort)); do
    echo "tests/fuzz/readers.txt: $source opens no file"
  done
  while read -r source targets; do
    case $source in '#'*) continue ;; esac
    case $targets in
      '- '*) continue ;;
      '') echo "tests/fuzz/readers.txt: $source has neither a target nor a reason" ;;
    esac
    for target in $targets; do
      [ -f "$1/tests/fuzz/fuzz_$target.c" ] || echo "tests/fuzz/readers.txt: $source: there is no target $target"
    done
  done <"$list"
  for target in "$1"/tests/fuzz/fuzz_*.c; do
    target=${target##*/fuzz_}
    [ -n "$(find "$1/tests/fuzz/corpus/${target%.c}" -type f -size +0 2>/dev/null | head -1)" ] ||
      echo "tests/fuzz/corpus/${target%.c}: the target ${target%.c} has no inputs"
  done
}

self_test() {
  local expected=4 found
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch"/{src,cli} "$scratch"/tests/fuzz/corpus/{good,bare}
  echo 'FILE *f = fopen(path, "rb");' | tee "$scratch/src/new.c" >"$scratch/src/good.c"
  echo 'sm_file_open(path);' >"$scratch/cli/old.c"
  echo 'x' >"$scratch/tests/fuzz/corpus/good/a"
  touch "$scratch"/tests/fuzz/fuzz_{good,bare}.c
  printf '%s\n' '# list' 'src/good.c good gone' 'cli/old.c - none' >"$scratch/tests/fuzz/readers.txt"
  found=$(faults "$scratch" | wc -l)
  [ "$found" -eq "$expected" ] || die "$found of $expected planted faults: $(faults "$scratch")"
  echo "check_fuzz: found all $expected planted faults"
}

if [ "${1:-}" = --self-test ]; then
  self_test
else
  found=$(faults "${1:-$root}")
  [ -z "$found" ] || die "$found"
  echo "check_fuzz: every reader has a target"
fi
