# Library of winds and `simoom release`: the wind and the plume of a node of the library are those of
# a direct run, bit for bit; between nodes the wind without building zones is that of a direct run to
# the tolerance of the solver; what the library fixes, and what it does not hold, is refused.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >site.toml <<'TOML'
[case]
name = "site"
[domain]
size = [240, 180]
height = 48
cell_size = [6, 6, 3]
[roughness]
z0 = 0.1
[[buildings.box]]
corner = [104, 70]
size = [24, 36]
height = 12
[wind.zones]
on = false
TOML
cat >plume.toml <<'TOML'
[turbulence]
model = "local"
stability = true
[particles]
duration = "2 min"
[[particles.species]]
name = "ammonia"
[[particles.source]]
position = [40, 90]
height = 2
rate = "20 g/s"
count = 2000
[particles.concentration]
interval = "20 s"
height = 15
[output]
faces = true
TOML
cat >library.toml <<TOML
$(cat site.toml)
[weather.library]
directions = [250, 270, 300, 90, 180]
speeds = [4, 8]
obukhov_lengths = ["neutral", 100]
significant_bits = 52
TOML
station() { # FROM SPEED [MORE]
  printf '[[weather.station]]\nfrom = %s\nspeed = %s\n%s\n' "$1" "$2" "${3:-}"
}
cat >compare.py <<'PY'
import sys
import netCDF4, numpy as np
tolerance, scale = float(sys.argv[3]), float(sys.argv[4])
a, b = [netCDF4.Dataset(f) for f in sys.argv[1:3]]
names = [n for n in ("u_face", "v_face", "w_face", "concentration", "dose") if n in b.variables]
assert names
for name in names:
    x, y = [np.ma.filled(f[name][:].astype(float), 0) for f in (a, b)]
    assert x.shape == y.shape and np.abs(y).max() > 0, name
    error = np.abs(scale * x - y).max() / np.abs(y).max()
    assert error <= tolerance, (name, error)
PY
compare() { # FILE FILE TOLERANCE SCALE
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import netCDF4' 2>/dev/null || continue
    last="compare $*"
    "$python" compare.py "$@" >stdout 2>stderr || fail "the files differ"
    return
  done
}
direct() { # FROM SPEED MORE
  cat site.toml >direct.toml
  station "$@" >>direct.toml
  cat plume.toml >>direct.toml
  run 0 run direct.toml -o direct --overwrite --set case.name=direct
}
release() { # FROM SPEED MORE
  printf '[case]\nname = "direct"\n' >release.toml
  station "$@" >>release.toml
  cat plume.toml >>release.toml
  run 0 release out/site.nc release.toml -o release --overwrite
}

run 0 run library.toml -o out
run 0 info out/site.nc
has stdout 'library of winds'

# the first wind of the library starts from nothing, as a direct run does: the same bits
sed -e 's/^directions.*/directions = [270]/' -e '/^speeds/d' -e '/^obukhov/d' library.toml >one.toml
run 0 run one.toml -o one
direct 270 5
printf '[case]\nname = "direct"\n' >release.toml
station 270 5 >>release.toml
cat plume.toml >>release.toml
if has_module gis; then
  run 0 release one/site.nc release.toml -o release --areas areas.geojson
  has stdout 'AEGL-1, 10 min'
  has areas.geojson 'AEGL'
else
  run 0 release one/site.nc release.toml -o release
fi
has stdout 'ammonia'
compare release/direct.nc direct/direct.nc 0 1
compare release/direct_plume.nc direct/direct_plume.nc 0 1

# rounded mantissas, the default: a relative error of 2^-13 in each velocity
sed '/^significant/d' one.toml >rounded.toml
run 0 run rounded.toml -o rounded
run 0 release rounded/site.nc release.toml -o release --overwrite
compare release/direct.nc direct/direct.nc 1.3e-4 1
[ "$(stat -c %s rounded/site.nc)" -lt "$(stat -c %s one/site.nc)" ] || fail "the rounded library is not smaller"
# a coarse answer, of the overview: its fluxes are those of the grid; the mass budget closes
run 0 release one/site.nc release.toml -o coarse --coarse
matches stderr 'warning: a coarse answer.*cells of 12 m x 12 m x 6 m'
[ ! -e coarse/direct.nc ] || fail "the coarse answer wrote its wind"
# an odd number of columns: the overview ends with the last whole coarse cell; a source beyond is told why
sed 's/^size = \[240, 180\]/size = [246, 180]/' one.toml >odd.toml
run 0 run odd.toml -o odd
sed 's/^position = \[40, 90\]/position = [244, 90]/' release.toml >end.toml
run 0 release odd/site.nc end.toml -o end
run 3 release odd/site.nc end.toml -o end --overwrite --coarse
has stderr 'is outside the domain: x = 244 m'
has stderr 'help: a coarse answer has whole coarse cells only and ends at x = 240 m, y = 180 m'
cat >overview.py <<'PY'
import netCDF4, numpy as np
file = netCDF4.Dataset("one/site.nc", "r+")
group = file["overview"]
fluxes = []
for f in (file, group):
    area = np.asarray(f["z_width"][:])[:, None] * np.asarray(f["y_width"][:])[None, :]
    u = np.asarray(f["u_face"][0], float)[:, :, 0]
    fluxes.append((area * u).sum())
assert abs(fluxes[0] - fluxes[1]) < 1e-5 * abs(fluxes[0]), fluxes
n = [len(group.dimensions[d]) for d in "zyx"]
cells = np.prod(n)
part = np.where(np.asarray(group["open_faces"][:]).reshape(cells, 1) >> np.arange(6) & 1, 1.0, 0.0)
part[np.asarray(group["cut_cell"][:])] = group["cut_fraction"][:]
assert np.asarray(group["cut_volume"][:]).min() > 0 and len(group["cut_cell"][:]) > 0
part = part.reshape(*n, 6)
net = 0
for d, name in enumerate(("u_face", "v_face", "w_face")):
    u = np.asarray(group[name][0], float)
    low = [slice(None)] * 3
    high = [slice(None)] * 3
    low[2 - d], high[2 - d] = slice(None, -1), slice(1, None)
    width = np.asarray(group["xyz"[d] + "_width"][:]).reshape([-1 if a == 2 - d else 1 for a in range(3)])
    net = net + (part[..., 2 * d + 1] * u[tuple(high)] - part[..., 2 * d] * u[tuple(low)]) / width
assert np.abs(net).max() * 6 / np.abs(group["u_face"][0]).max() < 2e-4, np.abs(net).max()
file.renameGroup("overview", "away")
file.close()
PY
for python in python3 /usr/bin/python3; do
  "$python" -c 'import netCDF4' 2>/dev/null || continue
  last=overview.py
  "$python" overview.py >stdout 2>stderr || fail "the overview is not the wind"
  run 0 release one/site.nc release.toml -o uncoarse --coarse
  has stderr 'the library has no overview'
  compare uncoarse/direct_plume.nc direct/direct_plume.nc 0 1
  break
done
# winds at cell centres are not in a library: they are computed from the faces
if has_module plot; then
  run 0 plot rounded/site.nc --field u --minus direct/direct.nc --height 4 -o minus.png
fi

# later ones start from earlier solutions: equal to the tolerance of the solver
direct 250 8 'obukhov_length = 100'
release 250 8 'obukhov_length = 100'
compare release/direct.nc direct/direct.nc 2e-5 1

# between directions, at other speeds and heights
for wind in '260 5' '287.5 8' '215 6.5' '255 4'; do
  # shellcheck disable=SC2086
  direct $wind
  # shellcheck disable=SC2086
  release $wind
  compare release/direct.nc direct/direct.nc 2e-5 1
done
direct 260 6 'height = 20'
release 260 6 'height = 20'
compare release/direct.nc direct/direct.nc 2e-5 1
# linear in 1/L, where a direct run is not: bounded, not exact
direct 260 6 'obukhov_length = 200'
release 260 6 'obukhov_length = 200'
compare release/direct.nc direct/direct.nc 0.03 1

# a substance without levels, and a release without concentrations: said, an error only with --areas
sed 's/"ammonia"/"tracer"/' release.toml >tracer.toml
run 0 release out/site.nc tracer.toml -o tracer
has stderr "warning: no hazard areas: no hazard levels of 'tracer'"
run 2 release out/site.nc tracer.toml -o tracer --overwrite --areas areas.kmz
has stderr "no hazard levels of 'tracer'"
sed '/^.particles.concentration/,/^height/d' release.toml >dry.toml
run 0 release out/site.nc dry.toml -o dry
has stderr 'warning: no hazard areas: '
run 0 release out/site.nc dry.toml -o none --set 'output.formats=[]'
has stderr 'warning: no hazard areas: the release has no plume file'

# directions that are far apart
release 215 5
matches stderr 'between directions that are 70 deg apart'

refused() { # CODE TEXT ARGUMENT...
  wanted_code=$1 text=$2
  shift 2
  run "$wanted_code" release out/site.nc release.toml -o refused "$@"
  matches stderr "$text"
}
release 270 5
refused 3 "'terrain' has no meaning with wind.model = \"library\"" --set terrain.elevation=3
refused 3 "'domain' has no meaning with wind.model = \"library\"" --set domain.height=30
refused 3 "'roughness' has no meaning" --set roughness.z0=0.2
refused 3 "'weather.match' has no meaning" --set weather.match=false
refused 3 "'weather.station.position' has no meaning" --set 'weather.station=[{from=270,speed=5,position=[1,2]}]'
refused 3 'a speed of 9 m/s, and the library .* has those from 4 to 8 m/s' --set 'weather.station=[{from=270,speed=9}]'
refused 3 'a speed of 0 m/s' --set 'weather.station=[{from=270,speed=0}]'
refused 3 'an inverse Obukhov length of 0.02 1/m' --set 'weather.station=[{from=270,speed=5,obukhov_length=50}]'
refused 3 'must be a finite number' --set 'weather.station=[{from=270,speed=nan}]'
sed -e 's/^directions.*/directions = [0, 130]/' library.toml >wide.toml
run 0 run wide.toml -o wide
run 3 release wide/site.nc release.toml -o refused
matches stderr 'are 230 deg apart'

# winds in time, as of the hours of a forecast: their solids and winds, to the bit
{
  cat site.toml
  echo '[[weather.station]]'
  echo 'readings = [{time = "2026-05-01T12:00:00Z", speed = 3, from = 270}, {time = "2026-05-01T12:01:00Z", speed = 4, from = 300}]'
  printf '[output]\nfaces = true\n'
} >hours.toml
run 0 run hours.toml -o hours
{
  printf '[case]\nname = "later"\n'
  sed '/^stability/d' plume.toml
} >later.toml
run 0 release hours/site.nc later.toml -o later
has stdout '2026-05-01T12:0'
compare later/later.nc hours/site.nc 0 1
run 0 check later.toml --library hours/site.nc
run 2 release hours/site.nc later.toml -o refused --coarse
has stderr 'these are winds in time, without an overview'
run 3 release hours/site.nc release.toml -o refused
has stderr "'weather' has no meaning"
has stderr 'help: without [weather]: winds of this model, and their times, are of its own files'

# a wind rose: its winds have directions, not times
printf 'from,frequency,A,k\n0,50,5,2\n180,50,5,2\n' >rose.csv
{
  cat site.toml
  printf '[weather.rose]\nfile = "rose.csv"\ndirections = [0, 180]\n[statistics]\nheights = 2\n'
  printf '[output]\nmembers = true\nfaces = true\n'
} >rose.toml
run 0 run rose.toml -o rose
for case in later.toml release.toml; do
  run 4 release rose/site.nc $case -o refused
  has stderr 'is no library of winds'
  run 4 check $case --library rose/site.nc
  has stderr 'is no library of winds'
done
run 4 release rose/site_statistics.nc later.toml -o refused
has stderr 'the file holds statistics, and no winds'

# files that are not libraries, and damaged ones
run 4 release direct/direct_plume.nc release.toml -o refused
has stderr 'no winds'
: >empty.nc
run 4 release empty.nc release.toml -o refused
has stderr 'not a NetCDF file'
head -c 30000 out/site.nc >damaged.nc
run 4 release damaged.nc release.toml -o refused
has stderr 'truncated or damaged'
run 1 release absent.nc release.toml -o refused
has stderr 'absent.nc'

# a case that is not a library
sed 's/^directions.*/directions = [90, 90]/' library.toml >twice.toml
run 3 check twice.toml
has stderr 'duplicate'
sed 's/^speeds.*/speeds = [4, 4]/' library.toml >twice.toml
run 3 check twice.toml
has stderr 'duplicate'
run 3 check library.toml --set output.faces=false
has stderr 'output.faces'
finish
