#!/usr/bin/env bash
# From a fresh machine to pictures: sets up, builds, computes the wind over the town that comes
# with simoom, draws a map and a section of it, and makes pages that a browser shows.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case ${1:-} in
  '') ;;
  *)
    say "usage: scripts/demo.sh"
    exit 2
    ;;
esac

"$root/scripts/build.sh" release product
simoom=$root/build/release/simoom
out=$root/demo
say "computing the wind over the town"
"$simoom" run "$root/cases/town/case.toml" -o "$out" --overwrite
say "drawing it"
"$simoom" plot "$out/town.nc" --time 1 --height "2 m" -o "$out/town-map.png"
"$simoom" plot "$out/town.nc" --time 1 --section ew --height 0,120 -o "$out/town-section.png"
say "making pages of it"
"$simoom" view "$out/town.nc" --export "$out/town.html"
"$simoom" report "$out"

cat <<TEXT

Wind, ground and buildings (NetCDF, CF):  $out/town.nc
Map at 2 m above ground, at noon:         $out/town-map.png
Section from west to east:                $out/town-section.png
In three dimensions, in a browser:        $out/town.html
Report of the run:                        $out/town_report.html
All files:                                $out
Next: docs/tutorial-town.md tells what they show and what to change.
TEXT
