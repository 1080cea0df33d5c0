#!/usr/bin/env bash
# Checks that gcc turned the loop of every kernel into vector instructions, in every build of
# src/device/cpu.c (one per instruction set). The rows of a kernel NAME of src/cell/kernels.def are run
# by the function loop_NAME_row, and those of the state's precision by loop_NAME_f32_row and
# loop_NAME_f64_row; the compiler's own account, function by function, says which of their loops
# became vectors.
#
#   check_vectorised.sh BUILD_DIR  an optimised build without sanitizers, compiled by gcc
#   check_vectorised.sh --self-test
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# report DUMP KERNELS: one line per kernel whose loop is not of vectors. FEW is for small boxes, which
# need none; ROW_ kernels are written in vectors (src/device/cpu_rows.h,
# cpu_flock.h).
report() {
  awk '
    FILENAME == ARGV[1] {
      if (match($0, /^[A-Z_]+\([ ]*[a-z0-9_]+/)) {
        text = substr($0, RSTART, RLENGTH)
        split(text, part, /[( ]+/)
        kind = part[1]
        both = sub(/_REAL$/, "", kind)
        if (kind ~ /^(FEW(_STEP)?|UNEVEN|MANY)$/ || kind ~ /^ROW_/) next
        if (kind == "STEP") kind = "EACH"
        if (kind == "SUM_THEN") kind = "SUM"
        if (kind !~ /^(EACH|SUM|MAX)$/) { print "what is a " part[1] "?"; bad = 1; next }
        if (both) {
          need["loop_" part[2] "_f32_row"] = 1
          need["loop_" part[2] "_f64_row"] = 1
        } else need["loop_" part[2] "_row"] = 1
        kernels++
      }
      next
    }
    /^;; Function / {
      # The compiler splits a function: NAME._omp_fn.0, NAME.constprop.0.
      current = $3
      sub(/\..*/, "", current)
      seen[current] = 1
    }
    /optimized: loop vectorized/ { vectors[current]++ }
    END {
      if (!kernels) { print "no kernels in " ARGV[1]; exit 1 }
      for (name in need) {
        loops++
        if (!(name in seen)) { print "no function " name; bad = 1 }
        else if (!vectors[name]) { print name " is not vectorised"; bad = 1 }
      }
      if (!bad) printf "%d kernels in %d functions, all of vectors\n", kernels, loops
      exit bad
    }' "$2" "$1"
}

# account COMMAND DUMP: makes DUMP the account that the build has left, or compiles once more for it.
# It keeps the functions apart, which -fopt-info-vec does not; of several -o the last one counts.
account() {
  local -a words
  local word left=
  eval "words=($1)"
  for word in "${words[@]}"; do
    [[ $word != -fdump-tree-vect-optimized=* ]] || left=${word#*=}
  done
  if [ -s "$left" ]; then
    cp "$left" "$2"
  else
    eval "$1 -o '$2.o' -fdump-tree-vect-optimized='$2'"
  fi
}

# check BUILD_DIR KERNELS: every build of cpu.c, side by side.
check() {
  local count=0 status=0 directory command dump i
  dump=$(mktemp -d)
  while IFS=$'\t' read -r directory command; do
    count=$((count + 1))
    grep -oE -- '-march=[^ ]+' <<<"$command" >"$dump/name.$count" ||
      echo "plain" >"$dump/name.$count"
    (cd "$directory" && account "$command" "$dump/vect.$count") &
  done < <(compile_lines "$1" src/device/cpu.c)
  wait
  for ((i = 1; i <= count; i++)); do
    [ -s "$dump/vect.$i" ] || die "no account of the loops; was this built by gcc, and optimised?"
    report "$dump/vect.$i" "$2" >"$dump/report" || status=1
    sed "s/^/  $(cat "$dump/name.$i"): /" "$dump/report"
  done
  rm -rf "$dump"
  [ $count -gt 0 ] || die "src/device/cpu.c is not in $1/compile_commands.json"
  [ $status -eq 0 ] && echo "check_vectorised: $count builds of cpu.c are all of vectors"
}

self_test() {
  local flags="-std=c11 -O3 -fopenmp -fPIC -fno-trapping-math -fno-math-errno"
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch/a tree/src/device"
  # A loop of vectors; one in which each turn needs the turn before; a sum of each kind.
  cat >"$scratch/a tree/src/device/cpu.c" <<'C'
float unknown(float);
#define EACH(ROW, R, TURN)                                                                         \
  void ROW(R *a, const R *b, int n) {                                                              \
    _Pragma("omp simd") for (int i = 1; i < n; i++) a[i] = TURN;                                   \
  }
#define SUM(ROW, TERM)                                                                             \
  void ROW(const float *a, int n, double *lanes) {                                                 \
    _Pragma("omp simd") for (int l = 0; l < n; l++) lanes[l] += (double)TERM(a[l]);                \
  }
#define SQUARE(X) ((X) * (X))
EACH(loop_scale_f32_row, float, 2 * b[i])
EACH(loop_scale_f64_row, double, 2 * b[i])
EACH(loop_chain_row, float, unknown(b[i]))
SUM(loop_squares_row, SQUARE)
SUM(loop_calls_row, unknown)
C
  {
    printf '[\n{\n  "directory": "%s",\n' "$scratch"
    printf '  "command": "%s %s -march=x86-64-v3 -o cpu.o -c \\"%s\\"",\n' "${CC:-gcc}" "$flags" \
      "$scratch/a tree/src/device/cpu.c"
    printf '  "file": "%s"\n}\n]\n' "$scratch/a tree/src/device/cpu.c"
  } >"$scratch/compile_commands.json"
  try() { # EXPECTED_STATUS LINE: a list of one kernel
    local status=0
    echo "$2" >"$scratch/kernels.def"
    check "$scratch" "$scratch/kernels.def" >"$scratch/report" || status=1
    [ $status -eq "$1" ] || die "$2: status $status: $(cat "$scratch/report")"
  }
  try 0 'EACH_REAL(scale, R)'
  try 0 'SUM(squares, R)'
  try 1 'EACH(chain, R)'
  try 1 'SUM(calls, R)'
  try 1 'EACH(gone, R)'
  try 0 'EACH_REAL(scale, R)
FEW(chain, R)
ROW_EACH(chain, R)'
  try 1 'EACH_REAL(scale, R)
SOME(scale, R)'
  try 1 '/* no kernel */'
  echo "check_vectorised: tells loops of vectors from scalar and from missing ones"
}

case ${1:-} in
  '') die "usage: check_vectorised.sh BUILD_DIR | --self-test" ;;
  --self-test) self_test ;;
  *) check "$1" "$root/src/cell/kernels.def" ;;
esac
