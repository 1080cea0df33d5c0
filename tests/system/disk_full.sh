# A disk or quota that is full: an error that names the file, and nothing half-written.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

run 0 new town
run 0 run town -o out
before=$(cksum <out/town.nc)

# limited BLOCKS ARGUMENT...: runs the program with files of at most so many blocks of 512 bytes
# (1024 in some shells). What it says goes through pipes, which have no limit.
limited() {
  blocks=$1
  shift
  last="$* (ulimit -f $blocks)"
  { (ulimit -f "$blocks" && "$program" "$@" 2>&1; echo "code $?") | cat; } >stdout
  : >stderr
}

limited 16 run town -o out --overwrite
has stdout 'code 1'
has stdout 'out/town.nc'
has stdout 'error: '
no_leftovers out
[ "$before" = "$(cksum <out/town.nc)" ] || fail "earlier results were touched"

limited 16 run town -o fresh
has stdout 'code 1'
[ ! -e fresh/town.nc ] || fail "a truncated file was left"
no_leftovers fresh

if has_module plot; then
  for ending in png svg; do
    limited 16 plot out/town.nc -o "picture.$ending"
    has stdout 'code 1'
    has stdout "picture.$ending: error: cannot be written to its end"
    [ ! -e "picture.$ending" ] || fail "half a picture was left"
  done
fi

limited 0 new other
has stdout 'code 1'
has stdout 'other/case.toml: error: cannot be written'
[ ! -e other/case.toml ] || fail "a truncated file was left"
no_leftovers other
finish
