#!/usr/bin/env bash
# Checks that gcc turned the loop of every kernel into vector instructions, in every build for an
# instruction set (-march=...) of src/device/cpu/*.c. The rows of a kernel NAME of
# src/cell/*/kernels_*.def are run by the function sm_row_NAME, and those of the state's precision by
# sm_row_NAME_f32 and sm_row_NAME_f64, then the level of x86-64; the compiler's own account, function
# by function, says which of their loops became vectors.
#
#   check_vectorised.sh BUILD_DIR  an optimised build without sanitizers, compiled by gcc
#   check_vectorised.sh --self-test
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# report DUMP KERNELS: one line per kernel whose loop is not of vectors. FEW is for small boxes, which
# need none; ROW_ kernels are written in vectors (src/device/cpu/rows.h,
# device/cpu/particle_pack.h).
report() {
  awk '
    FILENAME == ARGV[1] {
      if (match($0, /^[A-Z_]+\([ ]*[a-z0-9_]+/)) {
        text = substr($0, RSTART, RLENGTH)
        split(text, part, /[( ]+/)
        kind = part[1]
        both = sub(/_REAL$/, "", kind)
        if (kind == "LINES") { # rows of faces (src/device/cpu/compressible_lines.h)
          sub(/^compressible_/, "compressible_faces_", part[2])
          need[part[2] "_f32"] = need[part[2] "_f64"] = 1
          kernels++
          next
        }
        if (both && kind == "MANY") kind = "EACH"
        sub(/^LONG_/, "", kind)
        if (kind ~ /^(FEW(_STEP)?|UNEVEN|MANY)$/ || kind ~ /^ROW_/) next
        if (kind == "STEP") kind = "EACH"
        if (kind == "SUM_THEN") kind = "SUM"
        if (kind !~ /^(EACH|SUM|MAX)$/) { print "what is a " part[1] "?"; bad = 1; next }
        if (both) {
          need["sm_row_" part[2] "_f32"] = 1
          need["sm_row_" part[2] "_f64"] = 1
        } else need["sm_row_" part[2]] = 1
        kernels++
      }
      next
    }
    /^;; Function / {
      # The compiler splits a function: NAME._omp_fn.0, NAME.constprop.0.
      current = $3
      sub(/\..*/, "", current)
      sub(/_v[0-9]$/, "", current)
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
    eval "$1 -o /dev/null -fdump-tree-vect-optimized='$2'"
  fi
}

# check BUILD_DIR KERNELS: every build for an instruction set, its files side by side.
check() {
  local count=0 status=0 file directory command dump level levels=0
  dump=$(mktemp -d)
  for file in "$root"/src/device/cpu/*.c; do
    while IFS=$'\t' read -r directory command; do
      level=$(grep -oE -- '-march=[^ ]+' <<<"$command") || continue
      count=$((count + 1))
      (cd "$directory" && account "$command" "$dump/$level.$count") &
    done < <(compile_lines "$1" "src/device/cpu/${file##*/}")
  done
  wait
  while read -r level; do
    cat "$dump/$level".* >"$dump/all"
    [ -s "$dump/all" ] || die "no account of the loops; was this built by gcc, and optimised?"
    report "$dump/all" "$2" >"$dump/report" || status=1
    sed "s/^/  $level: /" "$dump/report"
    levels=$((levels + 1))
  done < <(find "$dump" -name '*march*' -printf '%f\n' | sed 's/\.[0-9]*$//' | sort -u)
  rm -rf "$dump"
  [ $levels -gt 0 ] || die "no kernel is built for an instruction set in $1/compile_commands.json"
  [ $status -eq 0 ] && echo "check_vectorised: $levels builds of the kernels are all of vectors"
}

self_test() {
  local flags="-std=c11 -O3 -fopenmp -fPIC -fno-trapping-math -fno-math-errno"
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch/a tree/src/device/cpu"
  # A loop of vectors; one in which each turn needs the turn before; a sum of each kind.
  cat >"$scratch/a tree/src/device/cpu/flow.c" <<'C'
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
EACH(sm_row_scale_f32_v3, float, 2 * b[i])
EACH(sm_row_scale_f64_v3, double, 2 * b[i])
EACH(sm_row_chain_v3, float, unknown(b[i]))
SUM(sm_row_squares_v3, SQUARE)
SUM(sm_row_calls_v3, unknown)
C
  {
    printf '[\n{\n  "directory": "%s",\n' "$scratch"
    printf '  "command": "%s %s -march=x86-64-v3 -o cpu.o -c \\"%s\\"",\n' "${CC:-gcc}" "$flags" \
      "$scratch/a tree/src/device/cpu/flow.c"
    printf '  "file": "%s"\n}\n]\n' "$scratch/a tree/src/device/cpu/flow.c"
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
  *)
    list=$(mktemp)
    trap 'rm -f "$list"' EXIT
    cat "$root"/src/cell/*/kernels_*.def >"$list"
    check "$1" "$list"
    ;;
esac
