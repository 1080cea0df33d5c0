#!/usr/bin/env bash
# Fuzzing of every reader by libFuzzer, with address and undefined-behaviour sanitizers: each target of
# tests/fuzz in turn, until it has made its number of executions. Meant for the night; what was reached
# is added up over calls and clones, in build/fuzz/kept and bench/results/trust/fuzz.json.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/fuzz.sh [OPTION]... [READER]...
  --text N      executions of each reader of text (default: 1e8)
  --binary N    executions of each reader of NetCDF files, maps and requests (default: 1e6)
  --seconds S   go on to the next reader after S seconds (default: none)
  --rounds N    so often, each reader in its turn (default: 1)
  --merge       only reduce what was found to what adds coverage, as tests/fuzz/found/READER.pack
  --package F   write the targets, their libraries and inputs to F (.tar.xz), for a machine without them;
                there: tar -xJf F && fuzz/fuzz_processes.py SECONDS PROCESSES RESULT.tar.xz
  --add RESULT  count in what such a machine has done, then --merge
  --record      only write what was reached to bench/results/trust/fuzz.json
READER: of tests/fuzz/fuzz_READER.c (default: all). Inputs that crash, leak, or take more than a second or
512 MB lie in build/fuzz/kept/READER/artifacts; the exit code is then 1.
TEXT
}

text=100000000 binary=1000000 seconds=0 rounds=1 action=run readers=()
while [ $# -gt 0 ]; do
  case $1 in
    --text) text=$(printf '%.0f' "$2") && shift ;;
    --binary) binary=$(printf '%.0f' "$2") && shift ;;
    --seconds) seconds=$2 && shift ;;
    --rounds) rounds=$2 && shift ;;
    --merge) action=merge ;;
    --package) action=package package=$2 && shift ;;
    --add) action=add result=$2 && shift ;;
    --record) action=record ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && exit 2 ;;
    *) readers+=("$1") ;;
  esac
  shift
done
if [ ${#readers[@]} -eq 0 ]; then
  for file in "$root"/tests/fuzz/fuzz_*.c; do
    file=${file##*/fuzz_}
    readers+=("${file%.c}")
  done
fi

build=$root/build/fuzz
kept=$build/kept
tools=$root/scripts/fuzz_tools.py

# is_binary READER: whether it reads NetCDF, maps or requests.
is_binary() {
  case $1 in
    checkpoint | grib | prisms | raster | request | result | ugrid | vector | weather | winds) true ;;
    *) false ;;
  esac
}

# goal READER: the executions that are wanted of it.
goal() {
  if is_binary "$1"; then echo "$binary"; else echo "$text"; fi
}

# Settings of all targets; @ is the folder of the build. A quarantine of the usual 256 MB would count as
# memory of the reader and leave no cache warm, memory handed back is asked for again at once, and long
# stacks of allocations take a tenth of the time. Choosing inputs by entropy takes a third of the time of
# readers of text: it is off.
settings=(
  ASAN_OPTIONS=quarantine_size_mb=1:thread_local_quarantine_size_kb=256:allocator_release_to_os_interval_ms=-1:allocator_may_return_null=1:malloc_context_size=1
  UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=@/leaks.txt OMP_NUM_THREADS=1)
limits=(-rss_limit_mb=512 -timeout=10 -report_slow_units=1 -entropic=0 -print_final_stats=1 -close_fd_mask=1)

# short READER: bytes of an input at most in one process of four, a half and a quarter in the next two: whole files of
# text, and of many messages of GRIB, take most of the time; empty where all processes take whole files.
short() {
  case $1 in
    grib) echo 1024 ;;
    *) is_binary "$1" || echo 512 ;;
  esac
}

# fuzzer READER ARGUMENT...: the target itself. What crashes it lies in its folder, never where it is called.
fuzzer() {
  local reader=$1
  shift
  mkdir -p "$kept/$reader/artifacts"
  env "${settings[@]//@/$root/tests/fuzz}" SIMOOM_MODULES="$build" "$build/fuzz_$reader" "${limits[@]}" \
    -artifact_prefix="$kept/$reader/artifacts/" "$@"
}

# run READER: one turn. A crash ends the fuzzer, which begins again where it was, a few times.
run() {
  local reader=$1 folder=$kept/$1 left status started began=$SECONDS turn
  mkdir -p "$folder/corpus"
  "$tools" begin "$folder" "$root/bench/results/trust/fuzz.json" "$reader"
  "$tools" unpack "$root/tests/fuzz/found/$reader.pack" "$folder/corpus"
  for turn in 1 2 3; do
    left=$(($(goal "$reader") - $("$tools" executions "$folder")))
    [ "$left" -gt 0 ] || return 0
    local limit=()
    [ "$seconds" -eq 0 ] || limit=(-max_total_time=$((seconds - (SECONDS - began) > 0 ? seconds - (SECONDS - began) : 1)))
    status=0 started=$SECONDS
    fuzzer "$reader" -runs="$left" "${limit[@]}" "$folder/corpus" "$root/tests/fuzz/corpus/$reader" \
      >"$folder/log.$turn" 2>&1 || status=$?
    "$tools" note "$folder" "$folder/log.$turn" "$status" $((SECONDS - started))
    [ "$status" -ne 0 ] || break
    [ "$seconds" -eq 0 ] || [ $((SECONDS - began)) -lt "$seconds" ] || break
  done
}

# is_slow READER INPUT: more than a second of CPU time, which neighbours on the machine do not stretch.
is_slow() {
  local TIMEFORMAT='%U' used
  used=$({ time fuzzer "$1" -runs=1 "$2" >/dev/null 2>&1; } 2>&1 || true)
  awk -v used="$used" 'BEGIN { exit !(used > 2) }' # with the start of the program, under sanitizers
}

# sift READER: drops inputs that were slow only because the machine was.
sift() {
  local input
  for input in "$kept/$1"/artifacts/{slow-unit,timeout}-*; do
    [ -f "$input" ] || continue
    is_slow "$1" "$input" || rm "$input"
  done
}

# merge READER: the fewest inputs that reach every edge, but for those of tests/fuzz/corpus.
merge() {
  local reader=$1 folder=$kept/$1 fewest
  [ -d "$folder/corpus" ] || return 0
  fewest=$(mktemp -d)
  mkdir "$fewest/seeds"
  cp "$root/tests/fuzz/corpus/$reader"/* "$fewest/seeds/"
  fuzzer "$reader" -merge=1 -use_counters=0 "$fewest/seeds" "$folder/corpus" >"$folder/log.merge" 2>&1 ||
    say "$reader: the merge was not whole, see $folder/log.merge"
  "$tools" pack "$root/tests/fuzz/found/$reader.pack" "$fewest/seeds" "$root/tests/fuzz/corpus/$reader"
  rm -rf "$fewest"
}

# package FILE: the targets with their libraries, the program that starts them, inputs, and what is left.
# Leaks are not looked for there, where libraries have no names: replays and fuzz.sh itself do.
package() {
  local place folder reader
  place=$(mktemp -d)
  folder=$place/fuzz
  mkdir -p "$folder"/{bin,lib,modules,share}
  for reader in "${readers[@]}"; do
    strip -o "$folder/bin/fuzz_$reader" "$build/fuzz_$reader"
    mkdir -p "$folder/seeds/$reader" "$kept/$reader"
    cp "$root/tests/fuzz/corpus/$reader"/* "$folder/seeds/$reader/"
    "$tools" unpack "$root/tests/fuzz/found/$reader.pack" "$folder/seeds/$reader"
    "$tools" begin "$kept/$reader" "$root/bench/results/trust/fuzz.json" "$reader"
  done
  case " ${readers[*]} " in
    *" raster "* | *" vector "*)
      strip -o "$folder/modules/simoom_gis.so" "$build/simoom_gis.so"
      mkdir "$folder/share/proj"
      cp /usr/share/proj/proj.{db,ini} "$folder/share/proj/"
      cp -r /usr/share/gdal "$folder/share/"
      ;;
  esac
  case " ${readers[*]} " in
    *" grib "*)
      strip -o "$folder/modules/simoom_grib.so" "$build/simoom_grib.so"
      cp -r /usr/share/eccodes/definitions "$folder/share/eccodes"
      rm -rf "$folder"/share/eccodes/{bufr,grib3,metar,taf,tide,gts}
      ;;
  esac
  find "$folder" -name 'fuzz_*' -o -name '*.so' | xargs ldd | awk '/=> \//{ print $3 } /^\t\/.*ld-linux/{ print $1 }' |
    sort -u | xargs -I{} cp -L {} "$folder/lib/"
  cp -rL "$(dirname "$(find /usr/share -name udunits2.xml -print -quit)")" "$folder/share/udunits"
  cp "$root/scripts/fuzz_processes.py" "$folder/"
  cp "$root/tests/fuzz/leaks.txt" "$folder/"
  for reader in "${readers[@]}"; do
    echo "$reader $(goal "$reader") $(short "$reader") $kept/$reader"
  done | "$tools" plan "$folder/plan.json" "${settings[@]/#ASAN_OPTIONS=/ASAN_OPTIONS=detect_leaks=0:}" SIMOOM_MODULES=@/modules GDAL_DATA=@/share/gdal \
    PROJ_DATA=@/share/proj ECCODES_DEFINITION_PATH=@/share/eccodes \
    UDUNITS2_XML_PATH=@/share/udunits/udunits2.xml -detect_leaks=0 "${limits[@]}"
  tar -C "$place" -c fuzz | xz -T0 -3 >"$1"
  rm -rf "$place"
}

if [ $action = package ]; then
  build_preset fuzz fuzz_targets simoom_gis simoom_grib || die "the targets could not be built"
  package "$package"
  exit
elif [ $action = add ]; then
  for reader in "${readers[@]}"; do
    mkdir -p "$kept/$reader/corpus" "$kept/$reader/artifacts"
    "$tools" begin "$kept/$reader" "$root/bench/results/trust/fuzz.json" "$reader"
    "$tools" unpack "$root/tests/fuzz/found/$reader.pack" "$kept/$reader/corpus"
  done
  mapfile -t readers < <("$tools" add "$result" "$kept")
  for reader in "${readers[@]}"; do merge "$reader"; done
elif [ $action = run ]; then
  build_preset fuzz fuzz_targets simoom_gis simoom_grib || die "the targets could not be built"
  for ((round = 1; round <= rounds; round++)); do
    for reader in "${readers[@]}"; do
      run "$reader"
      sift "$reader"
      say "$reader: $("$tools" summary "$kept/$reader")"
    done
  done
elif [ $action = merge ]; then
  for reader in "${readers[@]}"; do merge "$reader"; done
fi
for reader in "${readers[@]}"; do
  echo "$reader $(goal "$reader") $kept/$reader"
done | "$tools" record "$root/bench/results/trust/fuzz.json"
found=$(find "$kept" -path '*/artifacts/*' -type f 2>/dev/null | wc -l)
[ "$found" -eq 0 ] || die "$found inputs are to be looked at: $kept/*/artifacts"
