# Landscape files: bands in any order become ground, canopies and roughness; wrong units are named.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"

# grid NAME VALUE: a map of 40 x 40 columns of 50 m.
grid() {
  {
    printf 'ncols 40\nnrows 40\nxllcorner 500000\nyllcorner 4800000\ncellsize 50\nNODATA_value -9999\n'
    awk -v value="$2" 'BEGIN { for (j = 0; j < 40; j++) for (i = 0; i < 40; i++) print value }'
  } >"$1.asc"
}
# bands NAME...: landscape.vrt with these bands in this order, from NAME.asc.
bands() {
  printf '<VRTDataset rasterXSize="40" rasterYSize="40"><SRS>EPSG:32612</SRS>'
  printf '<GeoTransform>500000, 50, 0, 4802000, 0, -50</GeoTransform>'
  number=0
  for name; do
    number=$((number + 1))
    printf '<VRTRasterBand dataType="Float32" band="%d"><Description>%s</Description><UnitType>%s</UnitType>' \
      $number "${name%%:*}" "${name##*:}"
    printf '<SimpleSource><SourceFilename relativeToVRT="1">%s.asc</SourceFilename>' "${name%%:*}"
    printf '<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand>'
  done
  printf '</VRTDataset>'
}
grid US_ELEV2020 1000
grid US_SLPD2020 5
grid US_240CC 60
grid US_240CH 200
grid US_240CBH 50
grid US_240CBD 10
cat >case.toml <<'TOML'
[domain]
size = 1000
cell_size = [50, 10]
[terrain]
file = "landscape.vrt"
[vegetation]
landscape = "landscape.vrt"
[[weather.station]]
speed = 5
from = 270
TOML

bands US_240CBD: US_SLPD2020: US_240CH: US_240CC: US_ELEV2020: US_240CBH: >landscape.vrt
run 0 check case.toml -v
matches stdout '^  vegetation +canopies on 100 % of the ground'
matches stdout '^  roughness +0\.94 m' # Raupach (1994) with a leaf area index of 4.1 x 0.1 x 15
has stderr "band 'US_240CH' states no unit: that of LANDFIRE, m x 10, is taken"
run 0 run case.toml -o out -q
run 0 check case.toml --set vegetation.landscape_units=si --set vegetation.canopy_height_band=3 -v
has stderr 'canopy height of 200'

bands US_240CBD: US_240CH:cubits US_240CC: US_ELEV2020: US_240CBH: >landscape.vrt
run 4 check case.toml
has stderr 'the unit "cubits" of its values is not known'
has stderr 'vegetation.landscape_units = "landfire" or "si"'
run 0 check case.toml --set vegetation.landscape_units=landfire

mv US_240CC.asc cover.asc
mv US_240CH.asc height.asc
bands US_ELEV2020: height: cover: US_240CBH: >landscape.vrt
run 4 check case.toml
has stderr "band 2, 'height', does not state the unit of its values"
bands US_ELEV2020: height:ft cover:% >landscape.vrt
run 0 check case.toml
matches stdout '^  roughness +[0-9.]+ m'

bands US_SLPD2020: >landscape.vrt
sed '/vegetation/,/^landscape/d' case.toml >slope.toml
run 4 check slope.toml
has stderr "its only band is described as 'US_SLPD2020', not as elevation"
run 3 check case.toml --set vegetation.canopy_height=landscape.vrt
has stderr landscape
run 3 check case.toml --set vegetation.landscape_units=metres
has stderr landfire
finish
