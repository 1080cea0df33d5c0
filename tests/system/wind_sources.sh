# Winds that no weather makes: of a vortex, of rotors, and from the files of an earlier run.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# --- files ---

cat >town.toml <<'TOML'
[domain]
size = 120
cell_size = [4, 2]
height = 50
stretch = 1
[[buildings.box]]
corner = [40, 30]
size = [32, 26]
height = 17
[roughness]
z0 = 0.03
[[weather.station]]
readings = [
  { time = 2026-05-01T12:00:00Z, speed = 5, from = 250 },
  { time = 2026-05-01T12:10:00Z, speed = 4, from = 290 },
  { time = 2026-05-01T12:20:00Z, speed = 3, from = 310 },
]
[turbulence]
model = "local"
[output]
faces = true
zones = false
heights = [5]
TOML
cat >again.toml <<'TOML'
[wind]
model = "file"
[wind.file]
files = "out/town.nc"
[turbulence]
model = "local"
[output]
faces = true
heights = [5]
TOML

# same A B: all arrays of two files but what the solver said, and the turbulence: that of a file does
# not know which blocks the buildings are.
same() {
  for file in "$1" "$2"; do
    ncdump "$file" | sed -n '/^data:/,$p' |
      awk '/^ [a-z_0-9]+ =/ { keep = $1 !~ /^(iterations|residual|divergence|converged|tke|dissipation)$/ } keep' \
        >"$file.dump"
  done
  [ -s "$1.dump" ] || fail "$1 is empty"
  cmp -s "$1.dump" "$2.dump" || fail "$1 and $2 differ: $(diff "$1.dump" "$2.dump" | head -n 4)"
}

for solids in stair cut; do
  for precision in f32 f64; do
    rm -rf out
    run 0 run town.toml -o out --set domain.solids=\"$solids\" --precision $precision -q
    run 0 check again.toml
    matches stdout '^  wind +out/town.nc'
    matches stdout '^  times +3, 2026-05-01T12:00:00Z to 2026-05-01T12:20:00Z'
    matches stdout '^  buildings +up to 17 m tall'
    lacks stderr 'free of divergence'
    run 0 run again.toml -o out --precision $precision -q
    run 0 info out/again.nc
    matches stdout '^ +2026-05-01T12:10:00Z yes +0 '
    ! command -v ncdump >/dev/null || same out/town.nc out/again.nc
  done
done

# The domain of the case, where it is the same; its buildings, where they are.
sed -n '/^\[domain\]/,/^height = 17/p' town.toml >domain
run 0 run town.toml -o out --overwrite -q
cat domain again.toml >both.toml
run 0 check both.toml
run 4 check both.toml --set domain.cell_size=[4,2.5]
has stderr 'out/town.nc: error: its grid is not that of the case: along z'
run 4 check both.toml --set buildings.box[1].height=19
has stderr 'its solids are not those of the case in 142 cells'
sed -n '1,5p' town.toml | cat - again.toml >grid.toml
run 0 check grid.toml
matches stdout '^  fluid +[0-9]+ cells, [0-9.]+ % solid'
run 3 check again.toml --set terrain.elevation=3
has stderr 'without [domain], terrain and buildings are those of the files'
run 3 check again.toml --set weather.temperature=280
has stderr "'weather' has no meaning with wind.model = \"file\""

# Without faces it can be done too, and is said to be less.
run 0 run town.toml -o centres --set output.faces=false -q
run 0 run again.toml -o centres --set 'wind.file.files="centres/town.nc"' -q
has stderr 'no longer free of divergence'
has stderr 'output.faces = true where it is made'

# A part of the times, shifted; several files; files that cannot be.
run 0 check again.toml --set wind.file.times=[500,700] --set 'wind.file.offset="1 h"'
matches stdout '^  times +1, 2026-05-01T13:10:00Z'
run 3 check again.toml --set wind.file.times=[7,3]
has stderr 'the end is before the start'
run 4 check again.toml --set 'wind.file.files=["out/town.nc", "out/town.nc"]'
has stderr 'is not after the last of the file before'
run 4 check again.toml --set 'wind.file.files="nowhere.nc"'
has stderr 'nowhere.nc: No such file or directory'
head -c 3000 out/town.nc >short.nc
run 4 check again.toml --set 'wind.file.files="short.nc"'
has stderr 'short.nc: error: the NetCDF file is truncated or damaged'
run 4 check again.toml --set 'wind.file.files="town.toml"'
has stderr 'not a NetCDF file'
if command -v ncgen >/dev/null; then
  ncdump out/town.nc | sed 's/^ x = 2, 6, 10,/ x = 2, 6, 90,/' | ncgen -4 -o moved.nc
  run 4 check again.toml --set 'wind.file.files="moved.nc"'
  has stderr "moved.nc: error: variable 'x' does not fit its cells at index 2"
fi

# --- vortex and rotors ---

cat >vortex.toml <<'TOML'
[domain]
size = 15
cell_size = 0.5
height = 7.5
stretch = 1
[wind]
model = "vortex"
[wind.vortex]
strength = 40
size = 7.5
reverse = true
[output]
faces = true
formats = ["netcdf", "vtk"]
TOML
run 0 run vortex.toml -o out -q
run 0 info out/vortex.nc
matches stdout '^ +w_face +m s-1 +-16\.[0-9]+ +[0-9.]+ +16\.6'
[ -f out/vortex.vti ] || fail "no picture of the vortex"

cat >rotor.toml <<'TOML'
[domain]
size = 30
cell_size = 1
height = 15
stretch = 1
[wind]
model = "rotor"
interval = "20 ms"
duration = "60 ms"
spin_up = "1 s"
ambient = [1, 0]
[[wind.rotor]]
position = [15, 15]
height = 5.1
radius = 5.1
mass = "2980 kg"
rotor_speed = "395 rpm"
blades = 4
[output]
faces = true
formats = ["netcdf", "vtk"]
TOML
run 0 run rotor.toml -o out
matches stdout 'residual 0, divergence [0-9.]+e-0[789]'
for time in 000000.000s 000000.020s 000000.040s 000000.060s; do
  [ -f "out/rotor_$time.vti" ] || fail "out/rotor_$time.vti is missing"
done
run 0 info out/rotor.nc
matches stdout '^ +0\.04 +yes +0 +0\.00e\+00 +[0-9.]+e-0[789]'
run 0 check rotor.toml --set case.start=2026-05-01T12:00:00Z
matches stdout '^  times +4, 2026-05-01T12:00:00Z'
run 0 run rotor.toml -o out --set case.start=2026-05-01T12:00:00Z --set wind.interval=0.03 -q \
  --overwrite
[ -f out/rotor_000000.030s.vti ] || fail "times of less than a second are not told apart"

# What rotors have left can be read again.
cat >wake.toml <<'TOML'
[wind]
model = "file"
[wind.file]
files = "out/rotor.nc"
TOML
run 0 check wake.toml
matches stdout '^  times +3, 2026-05-01T12:00:00Z'

# The rings of a free wake take longer than anything else of their case, and the estimate says so.
sed -e 's/^model = "rotor"/&\nwake = "free"/' -e 's/^duration = .*/duration = "4 s"/' rotor.toml >free.toml
run 0 check free.toml
matches stdout '^  time +about ([1-9][0-9]*(\.[0-9]+)?|0\.[1-9][0-9]*) '

# A wind between scattered points, and particles in it.
{
  echo 'x [m],y [m],z [m],u [km/h],v [km/h],w [km/h]'
  for z in 0 2 4 6; do for y in 0 2 4 6; do for x in 0 2 4 6; do echo "$x,$y,$z,7.2,0,0"; done; done; done
} >points.csv
cat >points.toml <<'TOML'
[domain]
crs = "local"
size = [6, 6]
height = 6
cell_size = 1
stretch = 1
[roughness]
z0 = 0.01
[wind]
model = "points"
[wind.points]
files = "points.csv"
[particles]
duration = 1
[[particles.source]]
position = [1, 3]
height = 3
count = 10
[output]
formats = ["netcdf"]
TOML
run 0 check points.toml
matches stdout '^  wind +points.csv: 64 points, x 0 to 6 m, y 0 to 6 m, z 0 to 6 m'
run 0 run points.toml -o out
matches stdout '^  [a-z_]+ +10 '
run 0 info out/points.nc
finish
