# Animations: pictures of all times joined by ffmpeg, here by a program of its name that notes its arguments.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module plot || skip "simoom was built without PLplot"

run 0 new plume --from plume
run 0 run plume -o out --set 'domain.cell_size="9 m"'
plume=out/plume_plume.nc
mkdir bin
cat >bin/ffmpeg <<'SH'
#!/bin/sh
[ "$1" = -version ] && exit 0
echo "$*" >"$NOTED"
[ -n "$FAILS" ] && { echo "no such encoder"; exit 1; }
for last; do :; done
ls "$(dirname "$last")" | grep -c png >"$last"
SH
chmod +x bin/ffmpeg
without=$PATH
export PATH="$PWD/bin:$PATH" NOTED="$PWD/noted" TMPDIR="$PWD/scratch"
mkdir scratch

# A picture of every interval, whose number is in the file; nothing is left behind.
run 0 plot $plume -o plume.gif --fps 2
has stdout plume.gif
[ "$(cat plume.gif)" = 5 ] || fail "plume.gif has $(cat plume.gif) pictures"
has noted 'framerate 2'
has noted palettegen
run 0 plot $plume --time all -o plume.mp4
has noted faststart
has noted 'framerate 5'
[ -z "$(ls scratch)" ] || fail "pictures are left in TMPDIR"

# What cannot be: one time, one number of a time, no ffmpeg, an ffmpeg that fails.
run 2 plot out/plume.nc -o wind.gif
has stderr 'an animation needs several times'
run 2 plot $plume -o one.gif --time 1
run 2 plot $plume -o one.png --fps 4
has stderr 'NAME.gif or .mp4'
export FAILS=1
run 1 plot $plume -o broken.gif
unset FAILS
has stderr 'no such encoder'
rm bin/ffmpeg
PATH=$PWD/bin
run 1 plot $plume -o none.gif
PATH=$without
has stderr 'Debian: ffmpeg'
for file in wind one broken none; do [ ! -e $file.gif ] || fail "$file.gif was written"; done
[ -z "$(ls scratch)" ] || fail "pictures are left in TMPDIR"

# The real one, where it is.
if command -v ffmpeg >/dev/null; then
  run 0 plot $plume -o real.gif
  [ "$(head -c 6 real.gif)" = GIF89a ] || fail "real.gif is no GIF"
fi
finish
