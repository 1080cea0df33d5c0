#!/usr/bin/env bash
# Sets up the machine and builds simoom: build/release/simoom, or another preset by name. Target
# `product` is what is installed, without the tests.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

preset=${1:-release}
case $preset in
  -*)
    say "usage: scripts/build.sh [release|cuda|debug|strict|asan [TARGET...]]"
    exit 2
    ;;
esac
"$root/scripts/install-deps.sh" ||
  say "going on: the build says what it cannot do without"
say "building preset '$preset'"
build_preset "$preset" "${@:2}"
say "built $root/build/$preset/simoom"
