#!/usr/bin/env bash
# Checks that every CUDA kernel fits into the registers of every architecture it is built for: none
# of them spills to memory. Needs nvcc, no GPU.
#
#   check_spills.sh BUILD_DIR  a build with CUDA; skipped (exit code 77) without
#   check_spills.sh --self-test
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# report LOG...: one line per kernel that spills, from the account of ptxas.
report() {
  awk '
    match($0, /Compiling entry function .* for /) {
      split($0, part, "\047")
      kernel = part[2] " for " part[4]
      count++
    }
    /bytes spill stores/ && !/ 0 bytes spill stores, 0 bytes spill loads/ {
      print kernel ":" $0
      bad = 1
    }
    END {
      if (!count) { print "check_spills: no kernels"; exit 1 }
      if (!bad) printf "check_spills: none of %d kernels spills\n", count
      exit bad
    }' "$@"
}

# check BUILD_DIR: of what ptxas said when the build was made (cmake/keep_messages.sh).
check() {
  local logs
  mapfile -t logs < <(find "$1" -name '*.cu.o.log')
  if [ ${#logs[@]} -eq 0 ]; then
    echo "check_spills: skipped: $1 was built without CUDA"
    exit 77
  fi
  report "${logs[@]}"
}

self_test() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  cat >"$scratch/log" <<'T'
ptxas info    : Compiling entry function '_Z1aPf' for 'sm_80'
ptxas info    : Function properties for _Z1aPf
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 28 registers, 384 bytes cmem[0]
T
  report "$scratch/log" >/dev/null || die "finds a spill where none is"
  sed 's/ 0 bytes spill stores/ 8 bytes spill stores/' "$scratch/log" >"$scratch/bad"
  ! report "$scratch/bad" >"$scratch/report" || die "does not find a spill"
  grep -q '^_Z1aPf for sm_80:' "$scratch/report" || die "does not name the kernel that spills"
  : >"$scratch/empty"
  ! report "$scratch/empty" >/dev/null || die "accepts a build without kernels"
  echo "check_spills: finds a planted spill"
}

case ${1:-} in
  '') die "usage: check_spills.sh BUILD_DIR | --self-test" ;;
  --self-test) self_test ;;
  *) check "$1" ;;
esac
