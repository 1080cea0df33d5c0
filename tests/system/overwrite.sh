# Runs with --overwrite that do not end well: killed, or with a full disk after the first checkpoint.
# Earlier results stay as they are, byte by byte, and --resume goes on to the same numbers.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
formats='"netcdf", "vtk"'
! has_module gis || formats="$formats, \"geotiff\""

# A flow, its tables and means, and what it carries.
{
  sed 's/^name = "lid"/name = "all"/; s/"0.25 m"/"0.5 m"/; s/^interval.*/interval = "5 s"/
    s/^checkpoint.*/checkpoint = "8 s"/; s/^probes.*/probes = [[0.5, 0.125, 0.5]]/; /^\[output\]/,$d' \
    "$source_tree/tests/data/lid.toml"
  cat <<TOML
[[buildings.box]]
corner = [0.25, 0.125]
size = [0.25, 0.25]
height = 0.25
[[flow.body]]
name = "west"
from = [0, 0, 0]
to = [0.5, 0.5, 0.5]
[output]
formats = [$formats]
heights = [0.5]
[particles]
step = 0.1
duration = 36
turbulence = false
snapshots = "20 s"
trajectories = 5
trajectory_step = 4
[[particles.species]]
name = "gas"
[[particles.source]]
species = "gas"
position = [0.5, 0.3]
height = 0.5
rate = 1e-3
count = 400
stop = 30
[particles.concentration]
cell_size = "0.25 m"
interval = "5 s"
thresholds = [1e-4]
[[particles.receptor]]
name = "door"
position = [0.25, 0.25]
height = 0.5
TOML
} >both.toml
# Particles in one wind.
{
  cat <<TOML
[case]
name = "all"
[domain]
size = [100, 60]
cell_size = 5
height = 40
[[weather.station]]
speed = 5
from = 270
[output]
formats = [$formats]
heights = [5]
[particles]
step = 0.05
duration = 60
checkpoint = "5 s"
TOML
  sed -n '/^turbulence = /,$p' both.toml |
    sed 's/"0.25 m"/10/; s/\[0.5, 0.3\]/[20, 30]/; s/\[0.25, 0.25\]/[60, 30]/; s/0\.5/5/; s/400/20000/'
} >particles.toml

# sums FOLDER: all results in it, without what a run tells of itself and what waits.
sums() {
  (cd "$1" && for file in *; do
    case $file in
    *_run.json | *.saved | *.part | *.lock | *_checkpoint.nc | *_live.*) ;;
    *) echo "$file $(cksum <"$file")" ;;
    esac
  done)
}

# untouched NAME FOLDER: the earlier results are in the folder, as they were.
untouched() {
  sums "$2" >now
  cmp -s "$1.sums" now || fail "earlier results were touched: $(diff "$1.sums" now | head -n 5)"
}

inject=${SIMOOM_INJECT:-}
if [ -e "$inject" ]; then # LD_PRELOAD ends a path at a blank
  cp "$inject" inject.so
  inject=$work/inject.so
fi
for name in both particles; do
  # Earlier results, of another case.
  earlier='--set flow.viscosity=2e-2'
  [ $name != particles ] || earlier='--set weather.station[1].speed=3'
  # shellcheck disable=SC2086
  run 0 run $name.toml -o $name -t 1 $earlier
  no_leftovers $name
  sums $name >$name.sums
  [ "$(wc -l <$name.sums)" -gt 5 ] || fail "few results: $(cat $name.sums)"
  cp -r $name $name-first
  run 0 run $name.toml -o $name-whole -t 1
  ended $name-whole
  # Replaced by a run that ends well.
  run 0 run $name.toml -o $name-first -t 1 --overwrite
  no_leftovers $name-first
  alike $name-whole $name-first

  # Killed after its first checkpoint.
  cp -r $name $name-killed
  begin $name.toml $name-killed all_checkpoint.nc --overwrite
  kill -KILL $process
  wait $process 2>/dev/null
  untouched $name $name-killed
  run 0 run $name.toml -o $name-killed -t 1 --resume
  has stderr 'going on from '
  no_leftovers $name-killed
  alike $name-whole $name-killed
  ended $name-killed

  # Another run was killed here before: what it has left is not taken for that of this one.
  begin $name.toml $name-killed all_checkpoint.nc --overwrite
  kill -KILL $process
  wait $process 2>/dev/null
  # shellcheck disable=SC2086
  "$program" run $name.toml -o $name-killed --overwrite -t 1 $earlier >stdout 2>stderr &
  process=$!
  for _ in $(seq 500); do
    [ ! -e $name-killed/all.nc.part ] || break
    sleep 0.01
  done
  kill -KILL $process
  wait $process 2>/dev/null
  last="run $name.toml -o $name-killed (two were killed)"
  "$program" run $name.toml -o $name-killed --resume >stdout 2>stderr
  case $? in
  0) alike $name-whole $name-killed ;;
  4) has stderr error ;; # the second one had a checkpoint already: of another case
  *) fail "exit code of a run that goes on after two" ;;
  esac

  # The disk is full, from some write on.
  [ -e "$inject" ] || continue
  rm -f report && cp -r $name $name-full
  disk="LD_PRELOAD=$inject FAULT_ROOT=$(realpath $name-full)/ FAULT_REPORT=$work/report"
  # shellcheck disable=SC2086
  env $disk "$program" run $name.toml -o $name-full -t 1 --overwrite >stdout 2>stderr || fail "counting writes"
  writes=$(od -An -j 8 -N 8 -t u8 report | tr -d ' ')
  saved=0
  for percent in 30 85; do
    rm -rf $name-full report && cp -r $name $name-full
    last="run $name.toml -o $name-full --overwrite (disk full after $percent %)"
    # shellcheck disable=SC2086
    env $disk FAULT_KIND=write FAULT_ON=1 FAULT_AT=$((writes * percent / 100)) \
      "$program" run $name.toml -o $name-full -t 1 --overwrite >stdout 2>stderr
    code=$?
    [ $code -eq 1 ] || fail "exit code $code instead of 1"
    has stderr 'error: cannot be written: No space left on device'
    if grep -q 'all_run.json: error' stderr; then # after all results
      no_leftovers $name-full
      sums $name-whole >whole
      [ "$(cut -d' ' -f1 whole)" = "$(sums $name-full | cut -d' ' -f1)" ] || fail "other results"
      continue
    fi
    untouched $name $name-full
    [ -z "$(find $name-full -name '*.part')" ] || fail "left behind: $(ls $name-full)"
    [ -e $name-full/all_checkpoint.nc ] || { no_leftovers $name-full && continue; }
    has stderr 'note: the last checkpoint is kept, and --resume goes on from it: '
    saved=$((saved + 1))
    run 0 run $name.toml -o $name-full -t 1 --resume
    no_leftovers $name-full
    alike $name-whole $name-full
  done
  [ $saved -gt 0 ] || fail "no disk that was full after a checkpoint"
done

finish
