# Systems that fail: memory that is not there, files that cannot be read, written or closed, a link
# planted at the name of a temporary file.
#
# SIMOOM_FAULTS=all tries every call of every small command, which takes an hour; without it a few.
# SIMOOM_KILLS=1000 kills as many runs; without it a few.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# Exit codes are those of the page of commands.
awk -F'[(,]' '/^ *X\(/ && !/NAME/ { gsub(/[^0-9]/, "", $3); print $3 }' "$source_tree/include/simoom/status.h" |
  sort -un >codes
while read -r code; do
  grep -q "^| $code |" "$source_tree/docs/commands.md" || fail "docs/commands.md lacks exit code $code"
done <codes
[ "$(wc -l <codes)" -ge 8 ] || fail "exit codes: $(cat codes)"

# A link at the name of a temporary file is replaced, and never followed.
cat >small.toml <<'TOML'
[domain]
size = [60, 40]
cell_size = 5
height = 40
[[weather.station]]
speed = 5
from = 270
[output]
formats = ["netcdf", "vtk"]
TOML
echo precious >victim
# plant FILE...: links beside the files to be.
plant() {
  for planted in "$@"; do
    rm -f "$planted.part"
    ln -s "$work/victim" "$planted.part"
  done
}
# untouched FILE...: the files are there, and nobody wrote through the links.
untouched() {
  [ "$(cat victim)" = precious ] || fail "a planted link was followed: $*"
  echo precious >victim
  for planted in "$@"; do
    [ -f "$planted" ] && [ ! -L "$planted" ] || fail "$planted is not a file"
    [ ! -L "$planted.part" ] || fail "$planted.part is left"
  done
}
mkdir out
plant out/small.nc out/small.vtr out/small.pvd out/small_run.json sum.json
run 0 run small.toml -o out -t 1 --json sum.json
untouched out/small.nc out/small.vtr out/small.pvd out/small_run.json sum.json
plant cells.vtkhdf cells.vtr at.csv page.html report.html
run 0 export out/small.nc -o cells.vtkhdf
run 0 export out/small.nc -o cells.vtr
run 0 export out/small.nc --at a=30,20,10 -o at.csv
run 0 view out/small.nc --export page.html
run 0 report out -o report.html
untouched cells.vtkhdf cells.vtr at.csv page.html report.html
if has_module plot; then
  plant map.png map.svg
  run 0 plot out/small.nc -o map.png
  run 0 plot out/small.nc -o map.svg
  untouched map.png map.svg
fi
if has_module gis; then
  plant areas.geojson
  run 0 export out/small.nc -o areas.geojson --above 2,3
  untouched areas.geojson
fi
ln -s "$work/none" other.lock
run 1 run small.toml -o . -t 1 --set output.prefix=other
[ ! -e none ] || fail "a planted link at a lock was followed"
has stderr 'other.lock: error: cannot be written'
rm other.lock

# starts_in KILOBYTES: the program gets as far as its version. Before main() the libraries of the
# system start, and GnuTLS, which NetCDF needs, ends with SIGSEGV where it gets no memory. That is a
# narrow range of sizes: at most one of those below is in it.
before_main=
starts_in() {
  (ulimit -v "$1" && exec "$program" --version) >version 2>/dev/null </dev/null && [ -s version ] && return
  echo "the libraries of the system end before main() in $1 kB"
  [ "${before_main:-$1}" = "$1" ] || return 0
  before_main=$1
  return 1
}

# Little address space: a message and an exit code, whatever is asked for.
cp "$source_tree/cases/flame/hydrogen.inp" .
for kilobytes in 60000 100000 112000 130000 160000 200000 400000; do
  for command in 'check small.toml' 'run small.toml -o tight --overwrite -t 1' 'plot out/small.nc -o m.svg' \
    'chem check hydrogen.inp'; do
    last="$command (ulimit -v $kilobytes)"
    # shellcheck disable=SC2086
    (ulimit -v $kilobytes && exec "$program" $command) >stdout 2>stderr </dev/null
    code=$?
    case $code in
    0) ;;
    1 | 127) [ -s stderr ] || fail "exit code $code without a word" ;;
    *) starts_in $kilobytes && fail "exit code $code" ;;
    esac
  done
done
[ ! -d tight ] || no_leftovers tight

# Runs that are killed go on to the same numbers; beside the faults below.
kills=
if command -v python3 >/dev/null && command -v ncdump >/dev/null; then
  python3 "$source_tree/tests/faults/kills.py" "$program" "$source_tree" --kills "${SIMOOM_KILLS:-3}" \
    --case flow --case particles --seed "${SIMOOM_SEED:-1}" >kills.txt 2>&1 &
  kills=$!
fi

# The n-th call of a kind fails; or SIGTERM comes before it.
inject=${SIMOOM_INJECT:-}
if [ -e "$inject" ] && command -v python3 >/dev/null; then
  share='--most 1 --jobs 2'
  for name in check wind flow ignite picture; do share="$share --command $name"; done
  [ "${SIMOOM_FAULTS:-}" != all ] || share="${SIMOOM_FAULTS_JSON:+--json $SIMOOM_FAULTS_JSON}"
  # shellcheck disable=SC2086
  python3 "$source_tree/tests/faults/faults.py" "$program" "$source_tree" "$inject" $share >faults.txt 2>&1 ||
    { cat faults.txt && fail "injected faults"; }
  # Each allocation of a conversion: a text that is lost must not become a case without it.
  python3 "$source_tree/tests/faults/faults.py" "$program" "$source_tree" "$inject" --command ninja \
    --kind alloc >faults.txt 2>&1 || { cat faults.txt && fail "a conversion without memory"; }
  # The last ones of check: it prints what it has found, whole or not at all.
  python3 "$source_tree/tests/faults/faults.py" "$program" "$source_tree" "$inject" --command check \
    --kind alloc --from 430 >faults.txt 2>&1 || { cat faults.txt && fail "a report without memory"; }
  share='--signal --jobs 2 --kind write --kind rename --kind read'
  for name in vtk areas page rates; do share="$share --command $name"; done
  [ "${SIMOOM_FAULTS:-}" = all ] && share=--signal || share="$share --most 1"
  # shellcheck disable=SC2086
  python3 "$source_tree/tests/faults/faults.py" "$program" "$source_tree" "$inject" $share >faults.txt 2>&1 ||
    { cat faults.txt && fail "signals in the middle of a command"; }
else
  echo "skipped injected faults: no library inject, or no python3"
fi

[ -z "$kills" ] || wait "$kills" || { cat kills.txt && fail "kills"; }
finish
