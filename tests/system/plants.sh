# Plants from a map and from the case slow the wind; wrong ones are named.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"
orchard=$source_tree/cases/orchard

run 0 check "$orchard"
matches stdout '^  vegetation +canopies on 4\.[0-9]+ % of the ground, 6 trees, 51 pieces'

run 0 run "$orchard" -o out --set domain.cell_size=[4,4,1] -q
run 0 info out/orchard.nc
run 0 run "$orchard" -o out --set domain.cell_size=[4,4,1] --set domain.solids=cut --overwrite -q \
  --precision f64

run 3 check "$orchard" --set vegetation.lai=-1
has stderr "'vegetation.lai'"
run 3 check "$orchard" --set vegetation.kind=shrubs
has stderr '"canopy"'
run 4 check "$orchard" --set vegetation.file=nowhere.geojson
has stderr nowhere.geojson
run 4 check "$orchard" --set vegetation.layer=forest
has stderr "there is no layer 'forest'"
run 4 check "$orchard" --set vegetation.height=tallness --set vegetation.default_height=0.001 \
  --set vegetation.canopy_height=plants.geojson
has stderr plants.geojson

sed 's/"height": 12, //' "$orchard/plants.geojson" >plants.geojson
sed '/^default_height/d' "$orchard/case.toml" >case.toml
run 4 check case.toml
has stderr 'plants.geojson: error: feature 0 is a plant with no height'
sed 's/"kind": "canopy"/"kind": "jungle"/' "$orchard/plants.geojson" >plants.geojson
run 4 check case.toml
has stderr 'is of kind "jungle"'
finish
