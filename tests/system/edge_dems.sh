# Odd elevation models: each runs, or an error tells what is wrong with it.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"

# write NAME FILE CELL TEXT...: the case NAME.toml over a terrain file.
write() {
  {
    printf '[domain]\ncell_size = %s\nstretch = 1.3\n' "$3"
    printf '[[weather.station]]\nspeed = 5\nfrom = 225\n'
    printf '[output]\nfaces = true\nheights = [10]\nformats = ["netcdf", "vtk", "geotiff"]\n'
    printf '[terrain]\nfile = "%s"\n' "$2"
    shift 3
    [ $# -eq 0 ] || printf '%s\n' "$@"
  } >"$name.toml"
}

# good NAME FILE CELL TEXT...: the case runs, and its mass balance holds.
good() {
  name=$1
  shift
  write "$name" "$@"
  run 0 run "$name.toml" -o "$name"
  no_leftovers "$name"
  run 0 info "$name/$name.nc"
}

# bad CODE TEXT NAME FILE CELL TEXT...: refused by check and run with this code and text.
bad() {
  wanted_code=$1
  text=$2
  name=$3
  shift 3
  write "$name" "$@"
  for command in check run; do
    run "$wanted_code" $command "$name.toml"
    has stderr 'error: '
    has stderr "$text"
  done
  [ ! -e "$name.nc" ] || fail "a wind over $name"
}

# Damaged files, cut off at several places: the program's own GeoTIFF serves as terrain.
good whole "$source_tree/cases/town/terrain.asc" 20
run 0 check whole.toml
has stdout 'as steps of 20 m (domain.solids = "cut" follows slopes)'
run 0 check whole.toml --set domain.solids=cut
lacks stdout 'as steps of'
size=$(wc -c <whole/whole.tif)
for percent in 0 1 20 40; do
  head -c $((size * percent / 100)) whole/whole.tif >"cut$percent.tif"
  bad 4 "cut$percent.tif" "cut-$percent" "cut$percent.tif" 20
done
lines=$(grep -c . "$source_tree/cases/town/terrain.asc")
for part in 3 50 $((lines - 1)); do
  head -n $part "$source_tree/cases/town/terrain.asc" >short.asc
  cp "$source_tree/cases/town/terrain.prj" short.prj
  bad 4 short.asc "short-$part" short.asc 20
done
bad 4 'not a map that can be read' text "$source_tree/README.md" 20
bad 4 'not a map that can be read' folder . 20
bad 4 'No such file' nowhere nowhere.tif 20

# Marks of "not known" that a file does not declare, and heights of no ground.
for odd in -9999 -32768 99999; do
  {
    printf 'ncols 20\nnrows 20\nxllcorner 590000\nyllcorner 5240000\ncellsize 20\n'
    for row in $(seq 20); do
      for column in $(seq 20); do
        if [ "$row" = 5 ] && [ "$column" = 7 ]; then echo $odd; else echo 100; fi
      done
    done
  } >odd.asc
  cp "$source_tree/cases/town/terrain.prj" odd.prj
  bad 4 "1 of 400 columns of the domain have heights that no ground has, such as $odd m" odd odd.asc 20
  has stderr 'gdal_translate -a_nodata'
done


# A map of several bands, none of them heights: the bands are listed.
name=bands
write bands whole/whole.tif 20
run 4 check bands.toml
has stderr 'it is not clear which of 2 bands is the elevation'
has stderr 'terrain.band = NUMBER or "DESCRIPTION"'
run 4 check bands.toml --set terrain.band=1
has stderr 'the unit "m s-1" of its values is not known'
has stderr 'terrain.unit = "m", "ft" or "us-ft"'

# A map that the run would replace by what it writes.
cp whole/whole.tif ground.tif
cp whole.toml ground.toml
sed -i 's/^file = .*/file = "ground.tif"\nband = 1\nunit = "m"/; s/^formats = .*/formats = ["geotiff"]/' ground.toml
before=$(cksum <ground.tif)
run 2 run ground.toml -o . --overwrite
has stderr 'ground.tif: error: the case reads this file, and would write it too'
has stderr 'help: -o DIR writes elsewhere'
[ "$before" = "$(cksum <ground.tif)" ] || fail "the terrain was replaced"

bad 4 'not a raster' vector "$source_tree/cases/town/buildings.geojson" 20

# Places that the terrain does not cover.
run 4 check whole.toml --set domain.size=5000
has stderr 'error: '
has stderr terrain.asc
run 4 check whole.toml --set 'domain.origin=[45.0, 7.0]' --set domain.size=500
has stderr terrain.asc

dems=$data/edge-case-dems
[ -d "$dems" ] || { echo "left out: the files of $dems are not there" && finish; }
good tiny "$dems/tiny.tif" 10
good steep "$dems/palouse_hires.tif" 8
good skinny_x "$dems/mackay_skinny_x.tif" 200
good skinny_y "$dems/mackay_skinny_y.tif" 200
good degrees "$dems/geog.tif" 400
run 0 check tiny.toml --set domain.crs=local
run 4 check degrees.toml --set domain.crs=local
has stderr 'degrees'
bad 4 'names no coordinate system' no_srs "$dems/no_srs.tif" 10
run 0 run no_srs.toml --set domain.crs=local -o no_srs
run 0 run no_srs.toml --set 'terrain.crs="EPSG:32611"' -o no_srs-11
bad 4 'no ground in the domain' nodata "$dems/nodata.tif" 400
bad 4 'terrain.fill = "interpolate"' some "$dems/some_nodata.tif" 400
good filled "$dems/some_nodata.tif" 400 'fill = "interpolate"'
has stdout filled.nc
finish
