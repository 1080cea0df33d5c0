# Exports as QGIS itself reads them: where and when they are, what bands and fields are called, colours.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$work"
find_python netCDF4 numpy qgis.core

sed -n '/^cat >hill.toml/,/^TOML/p' "$source_tree/tests/system/export.sh" | sed '1d;$d' >hill.toml
run 0 run hill.toml -o hill --set particles.trajectories=20 --set 'particles.trajectory_step="1 s"' \
  --set 'output.heights=["10 m"]' --set 'output.formats=["netcdf"]'
for format in tif gpkg geojson kmz; do
  run 0 export hill/hill.nc -o winds.$format
done
run 0 export hill/hill_plume.nc --height "5 m" -o smoke.tif
for format in gpkg geojson; do
  run 0 export hill/hill_plume.nc --above 1e-7,1e-6 -o smoke.$format
done
for format in gpkg geojson kml; do
  run 0 export hill/hill_trajectories.nc -o ways.$format
done
"$python" "$source_tree/tests/system/read_qgis.py" >stdout 2>stderr
has stdout read
finish
