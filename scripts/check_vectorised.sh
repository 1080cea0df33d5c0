#!/usr/bin/env bash
# Checks that gcc turned the loop of every kernel into vector instructions, in every build of
# src/device/cpu.c (one per instruction set). A kernel K(name, ...) of src/cell/kernels.def is run
# by functions called loop_<name>_<precision>; the compiler's own account, function by function,
# says which of their loops became vectors.
#
#   check_vectorised.sh BUILD_DIR  an optimised build without sanitizers, compiled by gcc
#   check_vectorised.sh --self-test
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# compile_lines BUILD_DIR: "directory<TAB>command" of every compilation of cpu.c.
compile_lines() {
  awk '
    function value(line) {
      sub(/^[^:]*:[ ]*"/, "", line)
      sub(/",?[ ]*$/, "", line)
      gsub(/\\"/, "\"", line)
      gsub(/\\\\/, "\\", line)
      return line
    }
    /^ *"directory":/ { directory = value($0) }
    /^ *"command":/ { command = value($0) }
    /^ *"file":.*\/src\/device\/cpu\.c"/ { printf "%s\t%s\n", directory, command }
  ' "$1/compile_commands.json"
}

# report DUMP KERNELS: one line per kernel whose loop is not of vectors.
report() {
  awk '
    FILENAME == ARGV[1] {
      if (match($0, /^[ \t]*K\([ \t]*[a-z0-9_]+/)) {
        name = substr($0, RSTART, RLENGTH)
        sub(/.*[( \t]/, "", name)
        kernel[++kernels] = name
      }
      next
    }
    /^;; Function / { current = $3; seen[current] = 1 }
    /optimized: loop vectorized/ { vectors[current]++ }
    END {
      if (!kernels) { print "no kernels in " ARGV[1]; exit 1 }
      for (k = 1; k <= kernels; k++) {
        split("", loops)
        split("", done)
        prefix = "loop_" kernel[k] "_"
        # A function may be split by the compiler (name._omp_fn.0, name.constprop.0): one loop
        # of vectors in any of its pieces counts for it.
        for (f in seen) if (index(f, prefix) == 1) {
          whole = f
          sub(/\..*/, "", whole)
          precision = substr(whole, length(prefix) + 1)
          if (precision !~ /^[a-z]+[0-9]+$/) continue
          loops[whole] = 1
          if (vectors[f]) done[whole] = 1
        }
        count = 0
        for (l in loops) {
          count++
          if (!(l in done)) { print l ": its loop is not vectorised"; bad = 1 }
        }
        if (!count) { print "no function " prefix "<precision>"; bad = 1 }
        total += count
      }
      if (!bad) printf "%d kernels, %d loops, all of vectors\n", kernels, total
      exit bad
    }' "$2" "$1"
}

# check BUILD_DIR KERNELS
check() {
  local count=0 status=0 directory command dump
  [ -f "$1/compile_commands.json" ] || die "no compile_commands.json in $1"
  dump=$(mktemp -d)
  while IFS=$'\t' read -r directory command; do
    count=$((count + 1))
    # The dump keeps the functions apart, which -fopt-info-vec does not. A later -o wins.
    (cd "$directory" &&
      eval "$command -o '$dump/cpu.o' -fdump-tree-vect-optimized='$dump/vect'") || return 1
    [ -s "$dump/vect" ] || die "the compiler gave no account of its loops (is it gcc?)"
    printf '%s: ' "$(grep -oE -- '-march=[^ ]+' <<<"$command" || echo "first instruction set")"
    report "$dump/vect" "$2" || status=1
  done < <(compile_lines "$1")
  rm -rf "$dump"
  [ $count -gt 0 ] || die "src/device/cpu.c is not in $1/compile_commands.json"
  [ $status -eq 0 ] && echo "check_vectorised: $count builds of cpu.c are all of vectors"
}

self_test() {
  local flags="-std=c11 -O3 -fopenmp -fPIC -fno-trapping-math -fno-math-errno"
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch/a tree/src/device"
  # A loop of vectors in two precisions; and a sum that each turn needs from the one before.
  cat >"$scratch/a tree/src/device/cpu.c" <<'C'
#define LOOPS(R, P)                                                                                \
  void loop_scale_##P(R *a, const R *b, int n, int m) {                                            \
    _Pragma("omp parallel for") for (int j = 0; j < m; j++) {                                      \
      _Pragma("omp simd") for (int i = 0; i < n; i++) a[j * n + i] = 2 * b[j * n + i];             \
    }                                                                                              \
  }                                                                                                \
  void loop_sum_##P(R *a, const R *b, int n, int m) {                                              \
    _Pragma("omp parallel for") for (int j = 0; j < m; j++) {                                      \
      for (int i = 1; i < n; i++) a[j * n + i] = a[j * n + i - 1] * b[i];                          \
    }                                                                                              \
  }
LOOPS(float, f32)
LOOPS(double, f64)
C
  {
    printf '[\n{\n  "directory": "%s",\n' "$scratch"
    printf '  "command": "%s %s -march=x86-64-v3 -o cpu.o -c \\"%s\\"",\n' "${CC:-gcc}" "$flags" \
      "$scratch/a tree/src/device/cpu.c"
    printf '  "file": "%s"\n}\n]\n' "$scratch/a tree/src/device/cpu.c"
  } >"$scratch/compile_commands.json"
  printf 'K(scale, R)\n' >"$scratch/good.def"
  printf 'K(scale, R)\nK(sum, R)\n' >"$scratch/bad.def"
  printf 'K(scale, R)\nK(gone, R)\n' >"$scratch/gone.def"
  check "$scratch" "$scratch/good.def" >"$scratch/report" || die "rejects a loop of vectors"
  ! check "$scratch" "$scratch/bad.def" >"$scratch/report" || die "accepts a scalar loop"
  grep -q 'loop_sum_f32: its loop' "$scratch/report" || die "does not name the scalar loop"
  ! check "$scratch" "$scratch/gone.def" >"$scratch/report" || die "accepts a missing kernel"
  echo "check_vectorised: finds a scalar loop and a missing kernel"
}

case ${1:-} in
  '') die "usage: check_vectorised.sh BUILD_DIR | --self-test" ;;
  --self-test) self_test ;;
  *) check "$1" "$root/src/cell/kernels.def" ;;
esac
