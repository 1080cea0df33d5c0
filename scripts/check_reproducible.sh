#!/usr/bin/env bash
# Builds the packages twice, in two folders with paths of different lengths, and compares them byte for byte. Takes twice
# the time of a build, so that it is no part of scripts/test.sh.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/check_reproducible.sh [deb] [wheel]
  deb    the packages of scripts/make_deb.sh
  wheel  the wheel of scripts/make_wheel.sh
TEXT
}

[ $# -ge 1 ] || { usage >&2 && exit 2; }
source_date
export CCACHE_DISABLE=1 # an object from a cache would be the same by itself
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
first=$work/a second=$work/a-second-folder
# differ FILE FILE: ends the script with the names of the files in two packages that differ.
differ() {
  local place
  for place in one other; do
    case $1 in
      *.deb) dpkg-deb -R "$1" "$work/$place" ;;
      *) unzip -q "$1" -d "$work/$place" ;;
    esac
    shift
  done
  diff -rq --no-dereference "$work/one" "$work/other" >&2 || true
  die "two builds are not equal"
}

for what in "$@"; do
  case $what in
    deb | wheel) ;;
    *) usage >&2 && exit 2 ;;
  esac
  for tree in "$first" "$second"; do
    rm -rf "$tree"
    copy_sources "$tree"
    say "$what in $tree"
    "$tree/scripts/make_$what.sh" >/dev/null || die "the $what cannot be built"
    mkdir -p "$work/$what-$(basename "$tree")"
    cp "$tree/build/$what"/*.{deb,whl} "$work/$what-$(basename "$tree")/" 2>/dev/null || true
    rm -rf "$tree"
  done
  one=$work/$what-$(basename "$first") other=$work/$what-$(basename "$second") count=0
  for file in "$one"/*; do
    cmp "$file" "$other/$(basename "$file")" || differ "$file" "$other/$(basename "$file")"
    count=$((count + 1))
  done
  if [ "$count" -eq 0 ] || [ "$count" -ne "$(find "$other" -type f | wc -l)" ]; then
    die "no files to compare, or other ones"
  fi
  say "$what: $count files, equal byte for byte"
done
