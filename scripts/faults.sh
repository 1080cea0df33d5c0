#!/usr/bin/env bash
# Lets every call of the small commands of tests/faults fail, one after the other: minutes to hours.
#
#   faults.sh [BUILD] [OPTION...]    options of tests/faults/faults.py, as --json FILE or --jobs N
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
build=$(cd "${1:-$root/build/release}" && pwd)
[ $# -eq 0 ] || shift
cmake --build "$build" --target inject simoom_program >/dev/null || die "cannot build"
SIMOOM_MODULES=$build nice python3 "$root/tests/faults/faults.py" "$build/simoom" "$root" "$build/inject.so" "$@"
