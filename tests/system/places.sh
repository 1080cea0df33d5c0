# Domains anywhere on Earth: the files say where they are, and winds come from true north's bearings.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"

# place NAME FROM TEXT OPTION...: an empty domain there; check says TEXT, and the wind 10 m above the
# ground comes from FROM, though the grid is turned.
place() {
  name=$1
  from=$2
  text=$3
  shift 3
  printf '[domain]\nsize = [2000, 1500]\ncell_size = [100, 100, 5]\nheight = 60\n' >"$name.toml"
  printf '[[weather.station]]\nspeed = 5\nfrom = %s\n' "$from" >>"$name.toml"
  printf '[output]\nheights = [10]\nformats = ["netcdf", "geotiff"]\n' >>"$name.toml"
  run 0 check "$name.toml" "$@"
  has stdout "$text"
  run 0 run "$name.toml" -o "$name" "$@"
  command -v ncdump >/dev/null || return 0
  ncdump -v wind_from_direction "$name/$name.nc" |
    sed '1,/^ wind_from_direction/d' | tr -d ' ;}' | tr ',' '\n' | grep . >directions
  awk -v from="$from" '{ d = $1 - from; d -= 360 * int(d / 360 + (d > 0 ? 0.5 : -0.5))
    if (d > 0.01 || d < -0.01) exit 1 }' directions || fail "the wind does not come from $from"
  [ "$(grep -c . directions)" -eq 300 ] || fail "not every column has a direction"
}

place london 270 'EPSG:27700, grid north 1.48 deg east' --set domain.crs=EPSG:27700 \
  --set domain.origin=[530000,180000]
place paris 10 'EPSG:2154, grid north 0.47 deg west' --set domain.crs=EPSG:2154 \
  --set domain.center=[652000,6862000]
place sydney 0 'EPSG:32756, grid north 1.00 deg east' --set domain.center=[-33.86,151.21]
place fiji_west 90 'EPSG:32760' --set domain.center=[-16.8,179.999]
place fiji_east 90 'EPSG:32701' --set domain.center=[-16.8,-179.999]
place svalbard 180 'EPSG:32633' --set domain.center=[78.22,15.64]
place bergen 225 'EPSG:32631' --set domain.center=[60.39,5.32]
place wellington 315 'EPSG:2193' --set domain.crs=EPSG:2193 --set domain.center=[1749000,5428000]
place pole 30 'EPSG:3995' --set domain.crs=EPSG:3995 --set domain.center=[0,0]

# The place in the files is the right one, read by GDAL.
if command -v gdalinfo >/dev/null; then
  for file in london/london.tif NETCDF:london/london.nc:wind_speed; do
    gdalinfo "$file" >info 2>/dev/null
    has info 'OSGB36 / British National Grid'
    matches info '^Upper Left  \(  530000\.000,  181500\.000\)'
    matches info '^Lower Right \(  532000\.000,  180000\.000\)'
  done
  has info 'Pixel Size = (100.000000000000000,-100.000000000000000)'
fi

# Coordinates in which a metre is no metre on the ground, or which are used far from home.
run 0 check london.toml --set domain.crs=EPSG:3857 --set domain.center=[-10000,6700000]
has stderr 'warning: '
has stderr 'auto-utm'
run 0 check london.toml --set domain.crs=EPSG:27700 --set domain.center=[51.5,-0.1]
has stderr 'warning: '
run 4 check london.toml --set domain.crs=EPSG:4326 --set domain.center=[51.5,-0.1]
has stderr 'is in degrees'
run 4 check london.toml --set domain.crs=EPSG:2263 --set domain.center=[987000,200000]
has stderr 'US survey foot'
run 4 check london.toml --set domain.crs=EPSG:999999 --set domain.center=[0,0]
has stderr 'EPSG:999999'
run 3 check london.toml --set domain.center=[151.21,-33.86]
has stderr '[latitude, longitude]'
run 3 check london.toml --set domain.center=[89.9,0]
finish
