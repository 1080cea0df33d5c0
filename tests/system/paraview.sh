# Exports as ParaView itself reads them: grids, series, particles, prisms.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
command -v pvbatch >/dev/null || skip "pvbatch of ParaView is not here"
last=pvbatch
echo 'import netCDF4, paraview.simple; print("well")' >try.py
[ "$(pvbatch try.py 2>/dev/null)" = well ] || skip "pvbatch lacks paraview.simple or netCDF4"

sed -n '/^cat >hill.toml/,/^TOML/p' "$source_tree/tests/system/export.sh" | sed '1d;$d' >hill.toml
has_module gis || sed -i '/^crs/d; s/^origin.*/origin = [690000, 5240000]/' hill.toml
run 0 run hill.toml -o hill --set 'particles.snapshots="30 s"'
run 0 export hill/hill.nc -o cells.pvd
run 0 export hill/hill.nc --time 1 -o cells.vtr
run 0 export hill/hill.nc --time 1 -o cells.hdf
run 0 export hill/hill_plume.nc -o boxes.pvd
run 0 export hill/hill_plume.nc --time 1 -o boxes.vti
run 0 export hill/hill_plume.nc --time 1 -o boxes.hdf
run 0 run "$source_tree/cases/prism" -o prism
run 0 export prism/prism.nc -o prisms.hdf
pvbatch "$source_tree/tests/system/read_paraview.py" >stdout 2>stderr
has stdout read
finish
