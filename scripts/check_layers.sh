#!/usr/bin/env bash
# The one-way rule of the source tree: a file includes headers of its own folder and of folders
# below it, never above (docs/architecture.md). Also: physics never sees input, output never sees
# physics, the program sees the public headers only, and in it rooms of cli see no bench, bench no
# validation, and neither a command; the cell functions see no library but <math.h>, and a large
# library is seen by the one folder that wraps it.
#
#   check_layers.sh [TREE]      checks a source tree; default: this one
#   check_layers.sh --self-test plants one violation of every rule and expects to find it
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

check() {
  local files=() folders=() folder
  cd "$1"
  for folder in src cli bench/runner bench/suites validation include; do [ ! -d $folder ] || folders+=("$folder"); done
  mapfile -d '' files < <(find "${folders[@]}" -type f \
    \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' -o -name '*.def' \) -print0)
  [ ${#files[@]} -gt 0 ] || die "no sources in $1"
  awk '
    function wrong(text) { printf "%s:%d: %s\n", FILENAME, FNR, text; bad++ }
    function belongs(places, list, n) {
      for (n = split(places, list); n > 0; n--) if (index(FILENAME, list[n]) == 1) return 1
      return 0
    }
    BEGIN {
      n = split("base cell parallel device chem case input domain solve physics output run", order)
      for (i = 1; i <= n; i++) level[order[i]] = i
      program["cli"] = 1; program["bench"] = 2; program["validation"] = 3
      # Libraries of which the rest of the code knows nothing: header, the only folders or files.
      only["gdal"] = only["ogr_"] = only["cpl_"] = "src/input/gis/"
      only["eccodes"] = only["grib_api"] = "src/input/grib/"
      only["plplot"] = "src/output/plot/"
      only["mpi.h"] = "src/parallel/mpi/"
      only["cuda"] = "src/device/"
      only["toml++"] = only["udunits2"] = only["muParser"] = "src/case/"
      only["yaml"] = only["cvode"] = only["nvector"] = only["sunmatrix"] = only["sunlinsol"] = "src/chem/"
      only["expat"] = "src/input/convert/xml.c"
      only["kissfft"] = "src/solve/direct/"
      only["nvrtc"] = "src/device/"
      only["microhttpd"] = "cli/http/http.c"
      only["netcdf"] = "src/output/ src/input/netcdf/ncdata.c src/input/netcdf/packing.c src/input/netcdf/classic_header.c src/input/netcdf/probe.c"
    }
    FNR == 1 {
      count++
      split(FILENAME, part, "/")
      top = part[1]
      own = part[2]
      if (top == "src" && !(own in level)) wrong("\"" own "\" is no folder of the design")
    }
    match($0, /^[ \t]*#[ \t]*include[ \t]*["<]/) {
      quoted = substr($0, RSTART + RLENGTH - 1, 1) == "\""
      header = substr($0, RSTART + RLENGTH)
      sub(/[">].*/, "", header)
      if (header ~ /(^|\/)\.\.?\//) { wrong("relative path: " header); next }
      folder = header ~ /\// ? header : ""
      sub(/\/.*/, "", folder)
      if (!quoted) {
        if (own == "cell" && top == "src" && header !~ /^(math|stddef|stdint)\.h$/)
          wrong("cell may not include <" header ">")
        for (name in only)
          if (index(header, name) == 1 && !belongs(only[name]))
            wrong("<" header "> is for " only[name] " only")
        next
      }
      if (top in program) {
        room = top == "cli" && part[3] == "" ? 4 : program[top] # commands see all
        if (folder == "simoom" || folder == "lab" || folder == "") next
        if (!(folder in program)) wrong(top " may include public headers only, not " header)
        else if (program[folder] > room) wrong(top " may not include " header)
        next
      }
      if (top == "include") {
        if (folder != "simoom") wrong("include may include public headers only, not " header)
        next
      }
      if (folder == "" || folder == own) next
      if (own == "cell" && folder != "base") { wrong("cell may not include " header); next }
      if (folder == "simoom" || folder == "lab") next
      if (!(folder in level)) wrong("unknown folder: " header)
      else if (level[folder] > level[own]) wrong(own " may not include " header)
      else if (own == "physics" && folder == "input") wrong("physics may not include " header)
      else if (own == "output" && folder == "physics") wrong("output may not include " header)
    }
    END {
      if (bad) printf "check_layers: %d violations\n", bad
      else printf "check_layers: %d files keep the one-way rule\n", count
      exit bad > 0
    }' "${files[@]}"
}

# The second half of the rules: cycles, rooms, folders.
check_all() {
  local status=0
  (check "$1") || status=1
  python3 "$root/scripts/check_cycles.py" "$1" || status=1
  return $status
}

# plant FILE LINE: writes a file with one wrong include into a tree of its own, which must fail.
planted=0
plant() {
  local tree=$scratch/$planted
  planted=$((planted + 1))
  mkdir -p "$tree/$(dirname "$1")"
  printf '%s\n' "$2" >"$tree/$1"
  ! (check "$tree") >"$scratch/report" || die "not found: $1: $2"
  grep -q "^$1:1: " "$scratch/report" || die "found, but not at its place: $1: $2"
}

# plant_tree MESSAGE FILE LINE [FILE LINE...]: files that check_cycles.py must refuse with MESSAGE.
plant_tree() {
  local tree=$scratch/$planted message=$1
  planted=$((planted + 1))
  shift
  while [ $# -gt 0 ]; do
    mkdir -p "$tree/$(dirname "$1")"
    printf '%s\n' "$2" >>"$tree/$1"
    shift 2
  done
  ! python3 "$root/scripts/check_cycles.py" "$tree" >"$scratch/report" || die "not found: $message"
  grep -qF "$message" "$scratch/report" || die "found, but not as such: $message: $(cat "$scratch/report")"
}

plant_cycles() {
  local i many=()
  plant_tree 'include cycle: src/solve/a -> src/solve/b -> src/solve/a' src/solve/a.c '#include "solve/b.h"' \
    src/solve/a.h '' src/solve/b.h '#include "solve/a.h"'
  plant_tree 'src/a/x -> src/a/y -> src/a/z -> src/a/x' src/a/x.c '#include "a/y.h"' src/a/x.h '' \
    src/a/y.h '#include "a/z.h"' src/a/z.h '' src/a/z.c '#include "a/x.h"'
  plant_tree 'physics/flow may not include physics/compressible' src/physics/flow/a.c \
    '#include "physics/compressible/fields.h"' src/physics/compressible/fields.h ''
  plant_tree 'only the table of wind models may include' src/physics/scalars/a.c \
    '#include "physics/incompressible/model.h"' src/physics/incompressible/model.h ''
  plant_tree 'a section of a file that does not exist: b.c' src/solve/internal.h '/* b.c */' src/solve/a.c ''
  plant_tree 'names a file that does not exist: src/solve/b.c' src/solve/a.c '' docs/solve.md 'see `src/solve/b.c`'
  plant_tree 'names a file that does not exist: b.c' src/solve/a.c '' docs/solve.md 'see `b.c`'
  plant_tree 'docs/architecture.md does not name this folder' src/base/a.c '' docs/architecture.md '`src/solve`'
  for i in {1..25}; do many+=("src/base/a$i.c" ''); done
  plant_tree '25 files, more than 24 in one folder' "${many[@]}"
}

self_test() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  plant src/base/text.c '#include "domain/grid.h"'
  plant src/device/cuda/backend.cu '#include "solve/sor.h"'
  plant src/case/toml/toml.cpp '  #  include "input/gis.h"'
  plant src/physics/wind.c '#include "input/stations.h"'
  plant src/output/vtk/vtk.h '#include "physics/wind.h"'
  plant src/cell/sor.h '#include "device/device.h"'
  plant src/cell/sor.h '#include "simoom/status.h"'
  plant src/cell/sor.h '#include <stdio.h>'
  plant src/cell/kernels.def '#include "run/run.h"'
  plant src/solve/sor/red_black.c '#include "../run/run.h"'
  plant src/solve/sor/red_black.c '#include "misc/sor.h"'
  plant src/misc/sor.c '#include "base/text.h"'
  plant cli/main.c '#include "base/text.h"'
  plant cli/text/facts.c '#include "bench/runner/bench.h"'
  plant bench/runner/child.c '#include "validation/runner/trial.h"'
  plant validation/runner/trial.c '#include "input/gis.h"'
  plant include/simoom/run.h '#include "lab/chem_speed.h"'
  plant include/simoom/run.h '#include "case/case.h"'
  plant src/input/stations/stations.c '#include <gdal.h>'
  plant src/input/weather/grib.c '#include <eccodes.h>'
  plant src/output/picture/plot.c '#include <plplot/plplot.h>'
  plant src/solve/sor/red_black.c '#include <cuda_runtime.h>'
  plant src/input/weather/cf.c '#include <netcdf.h>'
  plant src/parallel/parallel.c '#include <mpi.h>'
  plant cli/main.c '#include <microhttpd.h>'
  plant src/domain/weather/weather.c '#include <muParserDLL.h>'
  mkdir -p "$scratch/good/src/solve" "$scratch/good/cli"
  printf '#include <math.h>\n#include "solve/sor.h"\n#include "cell/sor.h"\n#include "sor.h"\n' \
    >"$scratch/good/src/solve/sor.c"
  printf '#include "simoom/run.h"\n#include "command.h"\n#include "bench/runner/bench.h"\n' \
    >"$scratch/good/cli/main.c"
  plant_cycles
  check_all "$scratch/good" >"$scratch/report" || die "found where nothing is: $(cat "$scratch/report")"
  echo "check_layers: found all $planted planted violations"
}

case ${1:-} in
  --self-test) self_test ;;
  *) check_all "${1:-$root}" ;;
esac
