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
has stdout out/town_wind_speed.png
picture out/town_wind_speed.png
run 0 plot out/town.nc --height '8 ft' --field w --time 0
has stdout out/town_w_2.4384m_t0.png
picture out/town_w_2.4384m_t0.png
run 0 plot out/town.nc --section ew
picture out/town_wind_speed_section.png

# Of the heights for which the case wanted maps the one nearest to 10 m.
run 0 run town --set 'output.heights=[3, 25, 60]' -o heights
run 0 plot heights/town.nc -o low.png
run 0 plot heights/town.nc --height 3 -o three.png
same low.png three.png

run 2 plot heights/town.nc --height 900 -o none.png
matches stderr 'help: it reaches to [0-9.]+ m above the lowest ground'
run 2 plot heights/town.nc --species smoke -o none.png
has stderr "no species 'smoke'"
run 4 plot heights -o none.png
has stderr 'simoom plot heights/*.nc'
head -c 900 heights/town_run.json >cut_run.json
run 4 plot cut_run.json
has stderr truncated
run 2 plot heights/town_run.json --field wind_speed
has stderr 'the residuals are drawn, and no fields'
run 2 plot heights/town_run.json --streamlines
run 2 plot heights/town.nc --vectors 7
has stderr 'is not between 8 and 10000'
[ ! -e none.png ] || fail "none.png was drawn"

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
run 0 plot out/town.nc -o lines.png --streamlines
run 0 plot out/town.nc -o dense.png --streamlines --vectors 12
run 0 plot out/town.nc -o flat.png --no-vectors --no-relief
run 0 plot out/town.nc -o lines.svg --streamlines --section ns
# Cells of an SVG are pictures in it, lines and texts are not; another cairo than 1.16 has them as shapes.
run 0 plot out/town.nc -o map.svg
if grep -q '<image' map.svg; then
  [ "$(wc -c <map.svg)" -lt 2500000 ] || fail "map.svg has $(wc -c <map.svg) bytes"
  [ "$(grep -c '<image' map.svg)" -eq 2 ] || fail "air and buildings are not two pictures"
  lacks map.svg 'rgb(0.392157%,0.784314%'
  ! command -v python3 >/dev/null || python3 -c 'import xml.etree.ElementTree as x; x.parse("map.svg")' ||
    fail "map.svg is no XML"
fi
run 0 plot out/town.nc -o titled.png --no-vectors --title 'Wind of the town'
run 2 plot out/town.nc -o none.png --streamlines --no-vectors
for file in plain arrows range small lines dense flat; do picture $file.png; done
! cmp -s arrows.png lines.png || fail "streamlines are arrows"
! cmp -s lines.png dense.png || fail "streamlines are as far apart whatever was asked for"
same plain.png flat.png # there is no hill in this town
! cmp -s plain.png arrows.png || fail "no arrows"
! cmp -s plain.png titled.png || fail "the title makes no difference"
! cmp -s plain.png range.png || fail "the range makes no difference"
[ "$(od -An -tu1 -j16 -N8 small.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" = '400 300' ] ||
  fail "the picture is not 400 x 300"

# Part of a map.
run 0 plot out/town.nc -o part.png --no-vectors --extent 50,40,150,120
picture part.png
lacks stderr clipped
! cmp -s plain.png part.png || fail "the extent makes no difference"
run 0 plot out/town.nc --no-vectors --extent 50,40,150,120
ls out | grep -q '_extent.*\.png' || fail "the picture of an extent has the name of the whole map"
run 0 plot out/town.nc -o all.png --no-vectors --extent -1e6,-1e6,1e6,1e6
has stderr 'the extent is clipped to that of the file, -40,-40,340,280'
same plain.png all.png
run 2 plot out/town.nc -o none.png --extent -90,40,-50,120
has stderr 'has no cells of the file'
has stderr 'x runs from -40 to 340'
run 2 plot out/town.nc -o none.png --extent 50,40,50,120
has stderr '--extent: expected X0,Y0,X1,Y1'
run 2 plot out/town.nc -o none.png --extent 50,40,150,120 --section ew
has stderr 'an extent is of maps'
run 2 plot heights/town_run.json -o none.png --extent 50,40,150,120

# Zoom: the extent of half the width and height about the middle, or about a place, moved into the domain.
run 0 plot out/town.nc -o part.png --no-vectors --extent 55,40,245,200
run 0 plot out/town.nc -o zoom.png --no-vectors --zoom 2
same part.png zoom.png
run 0 plot out/town.nc -o part.png --no-vectors --extent 245,-40,340,40
run 0 plot out/town.nc -o zoom.png --no-vectors --zoom 4,330,-30
same part.png zoom.png
lacks stderr clipped
run 0 plot out/town.nc --no-vectors --zoom 2
ls out | grep -q '_zoom\.png' || fail "the picture of a zoom has the name of the whole map"
run 0 plot out/town.nc -o part.png --no-vectors --section 55,122,245,122
run 0 plot out/town.nc -o zoom.png --no-vectors --section ew --zoom 2
same part.png zoom.png
run 0 plot out/town.nc -o part.png --no-vectors --section 0,100,100,100
run 0 plot out/town.nc -o zoom.png --no-vectors --section 0,100,200,100 --zoom 2,10,0
same part.png zoom.png
run 2 plot out/town.nc -o none.png --zoom 2,500,0
has stderr 'the place of --zoom is outside: x runs from -40 to 340'
for wrong in 0 0.5 nan 4,10 4,10,10,10 x; do
  run 2 plot out/town.nc -o none.png --zoom $wrong
  has stderr '--zoom: expected a factor from 1'
done
run 2 plot out/town.nc -o none.png --zoom 2 --extent 0,0,9,9
run 2 plot heights/town_run.json -o none.png --zoom 2
has stderr '--zoom needs a map or a section'
run 4 plot none.nc -o none.png --zoom 2
has stderr 'none.nc'

# Units: a scale in knots with its ends in m/s gives the same colours.
run 0 plot out/town.nc -o ms.png --no-vectors --range 0,1852
run 0 plot out/town.nc -o kt.png --no-vectors --range 0,3600 --unit kt
run 0 plot out/town.nc -o ends.png --no-vectors --range 0,3600
! cmp -s kt.png ends.png || fail "--unit changes no values"
run 0 plot out/town.nc -o arrows.png --unit kt
run 0 plot out/town.nc -o profile.png --at 100,100 --unit mph
run 0 plot out/town.nc -o ft.png --field building_height --unit ft
run 2 plot out/town.nc -o none.png --unit kg
has stderr "wind_speed cannot be shown in 'kg'"
has stderr 'help: it is a speed (m/s, cm/s, mm/s, mm/h, km/h, mph, kt, ft/s)'
run 2 plot out/town.nc -o none.png --unit ppm
has stderr "wind_speed cannot be shown in 'ppm'"
has stderr 'help: it is a speed (m/s'
lacks stderr 'molar'
run 2 plot out/town.nc -o none.png --field wind_from_direction --unit rad
has stderr 'has no other unit'
has stderr 'help: directions are in degrees'

# Colour maps, of what rises from low to high.
run 0 plot out/town.nc -o viridis.png --no-vectors --colormap viridis
same plain.png viridis.png
run 0 plot out/town.nc -o gray.png --no-vectors --colormap gray
run 0 plot out/town.nc -o reversed.png --no-vectors --colormap gray_r
! cmp -s gray.png viridis.png || fail "--colormap changes nothing"
! cmp -s gray.png reversed.png || fail "gray_r is gray"
run 2 plot out/town.nc -o none.png --colormap jet
has stderr "no colour map 'jet'"
run 2 plot out/town.nc -o none.png --field wind_from_direction --colormap gray
has stderr 'a colour map can be chosen for sequential colour scales only'
run 2 plot heights/town_run.json -o none.png --colormap gray

# Heights of a section, above its lowest ground.
run 0 plot out/town.nc -o section.png --section ew
run 0 plot out/town.nc -o low.png --section ew --height 0,20
run 0 plot out/town.nc -o feet.png --section ew --height "0,65.6 ft"
run 0 plot out/town.nc -o both.png --section ew --height "0 m,65.6 ft"
! cmp -s section.png low.png || fail "--height changes nothing in a section"
same low.png feet.png
same low.png both.png
for heights in 20 20,10 a,b 0,1,2; do
  run 2 plot out/town.nc -o none.png --section ew --height $heights
  has stderr '--height: of a section expected LOW,HIGH'
done
run 2 plot out/town.nc -o none.png --section ew --height 900,1000
has stderr 'no cells between heights of 900 and 1000 m'
run 2 plot out/town.nc -o none.png --height 0,20
has stderr '--height: expected a height above the ground'

# What the wind carries, and particle trajectories.
cat >smoke.toml <<'TOML'
[domain]
size = [200, 160]
cell_size = 5
height = 60
[[buildings.box]]
corner = [80, 60]
size = [20, 40]
height = 20
[turbulence]
model = "local"
[[weather.station]]
speed = 5
from = 270
[particles]
duration = 60
ground = "deposit"
trajectories = 20
trajectory_step = 2
snapshots = 30
[[particles.species]]
name = "smoke"
[[particles.source]]
name = "chimney"
species = "smoke"
position = [30, 80]
height = 5
radius = 4
count = 20000
rate = 0.03
[particles.concentration]
cell_size = [10, 10, 5]
interval = "20 s"
thresholds = [1e-6, 1e-5]
[output]
formats = ["netcdf", "geojson"]
TOML
run 0 check smoke.toml --plot places.png
has stdout places.png
picture places.png
[ ! -e places.png.nc ] || fail "check --plot leaves a file"
run 0 check smoke.toml --json --plot json.png
lacks stdout json.png
same places.png json.png
run 2 check smoke.toml --plot places.gif
has stderr 'must end in .png, .svg or .pdf'
run 0 run smoke.toml -o carried
has stdout carried/smoke_thresholds.geojson
has carried/smoke_thresholds.geojson '"species": "smoke"'
run 2 run smoke.toml -o carried
has stderr smoke
run 0 plot carried/smoke_plume.nc
has stdout carried/smoke_plume_concentration.png
picture carried/smoke_plume_concentration.png
for field in dose concentration_maximum arrival_time arrival_time:1e-5 deposition terrain; do
  run 0 plot carried/smoke_plume.nc --field $field -o carried.png
  picture carried.png
done
run 0 plot carried/smoke_plume.nc --time 0 -o first.png
! cmp -s first.png carried/smoke_plume_concentration.png || fail "all intervals are the same picture"
run 0 plot carried/smoke_plume.nc --section ew --species smoke --scale linear -o carried.png
picture carried.png
run 0 plot carried/smoke_trajectories.nc
has stdout carried/smoke_trajectories_time.png
picture carried/smoke_trajectories_time.png
run 0 plot carried/smoke_trajectories.nc --section ew --field speed -o carried.png
picture carried.png

# All particles, on the ground and among the houses of the run's other files.
run 0 plot carried/smoke_particles.pvd
has stdout carried/smoke_particles_altitude.png
picture carried/smoke_particles_altitude.png
last_one=$(find carried -name '*.vtp' | sort | tail -n 1)
run 0 plot "$last_one" -o last.png
same_size() { [ "$(wc -c <"$1")" -eq "$(wc -c <"$2")" ]; }
! same_size last.png carried/smoke_particles_altitude.png || fail "the time is not told"
for field in species speed; do
  run 0 plot carried/smoke_particles.pvd --field $field --size 400x300 -o cloud.png
  picture cloud.png
done
run 0 plot carried/smoke_particles.pvd --time all --section ns --size 400x300 -o side.svg
has stdout side_t0.svg
has stdout side_t1.svg
cp "$last_one" alone.vtp
run 0 plot alone.vtp -o alone.png
! same_size alone.png last.png || fail "ground and houses make no difference"
run 2 plot carried/smoke_particles.pvd --field u
has stderr 'of particles there are altitude, species'
run 2 plot carried/smoke_particles.pvd --species soot
run 2 plot carried/smoke_particles.pvd --time 7
has stderr 'there are 2, from 0'
run 2 plot "$last_one" --time 1
run 2 plot alone.vtp --height 3
for bytes in 500 5000; do
  head -c $bytes "$last_one" >short.vtp
  run 4 plot short.vtp
done
echo '<VTKFile type="Collection"><DataSet timestep="0" file="a.vtr"/>' >winds.pvd
run 4 plot winds.pvd
has stderr 'the .nc file of the same run'

run 0 info carried/smoke_plume.nc
has stdout 'largest mean'
run 0 info carried/smoke_trajectories.nc
has stdout 'particle trajectories'
run 2 plot carried/smoke_plume.nc --field wind_speed
has stderr concentration
run 2 plot carried/smoke_plume.nc --species soot
has stderr "there are 'smoke'"
run 2 plot carried/smoke_plume.nc --time 3
run 2 plot carried/smoke_plume.nc --scale square
run 2 plot carried/smoke_plume.nc --streamlines
has stderr 'no wind of which streamlines could be drawn'
run 2 plot carried/smoke_trajectories.nc --height 3
run 2 plot carried/smoke_trajectories.nc --extent 20,20,120,100
for field in concentration deposition; do
  run 0 plot carried/smoke_plume.nc --field $field -o carried.png
  run 0 plot carried/smoke_plume.nc --field $field --extent 20,20,120,100 -o part.png
  picture part.png
  ! cmp -s part.png carried.png || fail "the extent of a plume makes no difference"
done

# Times: seconds where there are no dates; of a mean the interval that contains it.
run 0 plot carried/smoke_plume.nc --time 0 -o first.png
run 0 plot carried/smoke_plume.nc --time '5 s' -o within.png
same first.png within.png
run 0 plot carried/smoke_plume.nc --time '25 s'
has stdout smoke_plume_concentration_t1.png
run 2 plot carried/smoke_plume.nc --time '61 s'
has stderr 'no time 61 s'
has stderr 'there are 3, from 10 s to 50 s; the nearest is 50 s'
run 2 plot carried/smoke_plume.nc --time 2026-05-01T12:00Z
has stderr 'the file has no dates'
run 0 plot carried/smoke_particles.pvd --time '30 s' --size 400x300
has stdout smoke_particles_altitude_t0.png
run 0 plot carried/smoke_particles.pvd --time '40s' --size 400x300
has stderr 'no time 40 s: taken is the nearest, 30 s'
run 2 plot carried/smoke_particles.pvd --time '10 s'
has stderr 'from 30 s to 60 s; the nearest is 30 s'
run 2 plot carried/smoke_trajectories.nc --time '10 s'
has stderr 'no times to choose from'
run 2 plot out/town.nc --time noon
has stderr "'noon' is not a time"

# Wrong options.
run 2 plot out/town.nc --field sped
has stderr speed
run 2 plot out/town.nc --height '5 km'
run 2 plot out/town.nc --time 7
run 4 plot nowhere.nc
run 4 plot town/case.toml
run 1 plot out/town.nc -o nowhere/a.png
[ ! -e nowhere ] || fail "a folder was made"
no_leftovers .

# Of several files those that are not drawn are left out with a word, as all of out/*.
echo note >notes.txt
run 0 plot out/town.nc notes.txt
has stderr 'notes.txt: not a result that is drawn: left out'
echo '{"schema": "simoom.run/1", "case": "flow"}' >flow_run.json
run 0 plot out/town.nc flow_run.json
has stderr 'flow_run.json: not a result that is drawn: left out'
run 4 plot flow_run.json
has stderr 'no residuals of a solver'
run 4 plot notes.txt

finish
