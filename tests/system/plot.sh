# Pictures of a result.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module plot || skip "simoom was built without PLplot"

# picture FILE: it is there, a PNG, and not tiny.
picture() {
  [ "$(head -c 8 "$1" 2>/dev/null | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] ||
    fail "$1 is no PNG"
  [ "$(wc -c <"$1")" -gt 2000 ] || fail "$1 is tiny"
}

run 0 new town
run 0 run town -o out

# Names: derived from the file, or given.
run 0 plot out/town.nc
has stdout out/town_speed.png
picture out/town_speed.png
run 0 plot out/town.nc --height '8 ft' --field w --time 0
has stdout out/town_w_2.4384m_t0.png
picture out/town_w_2.4384m_t0.png
run 0 plot out/town.nc --section ew
picture out/town_speed_section.png

# West-east, south-north and a free line are different sections.
run 0 plot out/town.nc --section ew -o ew.png
run 0 plot out/town.nc --section ns -o ns.png
run 0 plot out/town.nc --section 10,10,200,150 -o line.png
for file in ew ns line; do picture $file.png; done
! cmp -s ew.png ns.png || fail "ew and ns are the same picture"
! cmp -s ew.png line.png || fail "ew and a free line are the same picture"

# Options that change the picture.
run 0 plot out/town.nc -o plain.png --no-vectors
run 0 plot out/town.nc -o arrows.png --vectors 20
run 0 plot out/town.nc -o range.png --no-vectors --range 0,20
run 0 plot out/town.nc -o small.png --size 400x300
for file in plain arrows range small; do picture $file.png; done
! cmp -s plain.png arrows.png || fail "no arrows"
! cmp -s plain.png range.png || fail "the range makes no difference"
[ "$(od -An -tu1 -j16 -N8 small.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" = '400 300' ] ||
  fail "the picture is not 400 x 300"

# Wrong wishes.
run 2 plot out/town.nc --field sped
has stderr speed
run 2 plot out/town.nc --height '5 km'
run 2 plot out/town.nc --time 7
run 4 plot nowhere.nc
run 4 plot town/case.toml
run 1 plot out/town.nc -o nowhere/a.png
[ ! -e nowhere ] || fail "a folder was made"
no_leftovers .
finish
