# Wrong cases: what is said, where, and with which exit code.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# write TEXT...: a small case of which the lines given are part.
write() {
  {
    printf '%s\n' '[domain]' 'crs = "local"' 'origin = [0, 0]' 'size = [100, 100]'
    printf '%s\n' "$@"
    printf '%s\n' '[[weather.station]]' 'speed = 5' 'from = 270'
  } >case.toml
}

# refused TEXT: check and run refuse the case with exit code 3 and this text, and write nothing.
refused() {
  run 3 check case.toml
  has stderr "$1"
  [ ! -s stdout ] || fail "something on stdout"
  run 3 run case.toml -o results
  has stderr "$1"
  [ ! -e results ] || fail "a folder for results was made"
}

write 'cell_size = 10'
run 0 check case.toml
run 2 run case.toml -o results --json case.toml # the file itself
has stderr 'case.toml: error: exists, and its name is not that of a .json file, so it is not replaced'
grep -q cell_size case.toml || fail "the case was replaced"
run 2 view case.toml --export case.toml
has stderr 'its name is not that of a .html file'
run 2 run case.toml -o results --device tpu
matches stderr "^simoom: error: unknown device 'tpu'"
run 2 run case.toml -o results --device cuda:4294967296 # 0 in 32 bits
matches stderr "^simoom: error: unknown device 'cuda:4294967296'"

write 'cellsize = 10'
refused "case.toml:5:1: error: unknown key 'domain.cellsize'"
has stderr 'cellsize = 10'
matches stderr '\^~*$'
matches stderr "help: .*cell_size"

write 'cell_size = "many"'
refused 'case.toml:5:'
write 'cell_size = true'
refused 'case.toml:5:'
write 'cell_size = -10'
refused 'case.toml:5:'
write 'cell_size = "10 kg"'
refused 'case.toml:5:'
write 'cell_size = 0'
refused 'case.toml:5:'
write 'cell_size = [10'
refused 'case.toml:'
write 'cell_size = 10' '[domian]' 'a = 1'
refused domian

# All problems at once.
write 'cell_size = "many"' 'margn = 3' 'stretch = "x"'
run 3 check case.toml
for line in 5 6 7; do matches stderr "case.toml:$line:[0-9]+: error: "; done

# A key on the command line.
write 'cell_size = 10'
run 3 check case.toml --set domain.cellsize=5
has stderr cell_size
run 3 check case.toml --set nonsense
run 0 check case.toml --set domain.cell_size=20
run 0 check case.toml --set 'domain.cell_size="20 m"'

# Files that are not there, or no case.
run 1 check nowhere.toml
has stderr 'nowhere.toml: error: '
mkdir folder
run 1 check folder
has stderr 'folder/case.toml: error: '
head -c 4096 /dev/urandom >noise.toml
run 3 check noise.toml
: >empty.toml
run 3 check empty.toml

# Input data that is missing.
write 'cell_size = 10' '[terrain]' 'file = "nowhere.tif"'
run 4 check case.toml
has stderr nowhere.tif
printf '%s\n' '[domain]' 'crs = "local"' 'origin = [0, 0]' 'size = [100, 100]' 'cell_size = 10' \
  '[[weather.station]]' 'file = "nowhere.csv"' >stations.toml
run 4 check stations.toml
has stderr nowhere.csv

# Files that simoom did not write.
run 4 info case.toml
has stderr 'case.toml: error: '
run 4 info nowhere.nc
has stderr 'nowhere.nc: error: '

# A device that is not there.
write 'cell_size = 10'
run 5 run case.toml --device cuda:99 -o results
[ -z "$(ls results 2>/dev/null)" ] || fail "results in spite of a device that is not there"

# A module of another simoom, here some other library: no map is read with it.
other=$(ldd "$program" | awk '/libm\.so/ { print $3 }')
if [ -n "$other" ]; then
  mkdir modules
  cp "$other" modules/simoom_gis.so
  cp "$other" modules/simoom_plot.so
  printf '%s\n' '[domain]' 'center = [47, 11]' 'size = [100, 100]' 'cell_size = 10' \
    '[[weather.station]]' 'speed = 5' 'from = 270' >case.toml
  chosen=${SIMOOM_MODULES:-}
  export SIMOOM_MODULES=modules
  run 4 check case.toml
  has stderr 'belongs to another simoom than this program'
  # Neither maps nor pictures that cannot be made cost a computation.
  sed -e "s/^center.*/crs = 'local'/" -e '$a\
[output]\
formats = ["geotiff"]\
heights = [2]' case.toml >maps.toml
  run 4 check maps.toml
  run 4 run maps.toml -o maps
  has stderr 'belongs to another simoom than this program'
  [ ! -e maps ] || fail "a folder in spite of maps that cannot be written"
  run 4 validate cube --cases "$source_tree/cases" --plots pictures
  has stderr 'belongs to another simoom than this program'
  [ ! -e pictures ] || fail "a folder in spite of pictures that cannot be drawn"
  # A module that is there but cannot be loaded, as for lack of memory or of a library.
  echo cut >modules/simoom_gis.so
  run 4 check case.toml
  has stderr 'error: the module of GDAL'
  has stderr 'cannot be loaded: '
  SIMOOM_MODULES=$chosen
  [ -n "$chosen" ] || unset SIMOOM_MODULES
fi

# Colours only on request.
write 'cellsize = 10'
run 3 check case.toml
! grep -q "$(printf '\033')" stderr || fail "escape codes in a file"
run 3 check case.toml --color always
grep -q "$(printf '\033')\[1;31merror:" stderr || fail "no red error"
finish
