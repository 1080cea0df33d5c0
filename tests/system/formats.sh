# The files, as other programs read them: VTK frames, the series, CF by xarray, maps by GDAL.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
has_module gis || skip "simoom was built without GDAL"
town=$source_tree/cases/town

run 0 run "$town" -o out --set domain.cell_size=[18,18,6] -q
if command -v python3 >/dev/null; then
  last=check_vtk.py
  python3 "$source_tree/tests/system/check_vtk.py" out/*.vtr >stdout 2>stderr || fail "a broken .vtr"
  run 0 run "$town" -o uniform --set domain.cell_size=18 --set domain.stretch=1 \
    --set domain.height=216 --set output.formats=vtk -q
  python3 "$source_tree/tests/system/check_vtk.py" uniform/*.vti >stdout 2>stderr ||
    fail "a broken .vti"
  python3 -c "import xml.etree.ElementTree as x; x.parse('out/town.pvd')" || fail "a broken .pvd"
fi
grep -o 'file="[^"]*"' out/town.pvd | cut -d'"' -f2 >listed
[ "$(grep -c . listed)" -eq 3 ] || fail "the series does not list three files"
while read -r file; do [ -s "out/$file" ] || fail "the series lists $file"; done <listed

if command -v gdalinfo >/dev/null; then
  for file in out/town_20260501T120000Z.tif NETCDF:out/town.nc:wind_speed; do
    last="gdalinfo $file"
    gdalinfo "$file" >stdout 2>stderr
    has stdout 'WGS 84 / UTM zone 32N'
    matches stdout '^Upper Left  \(  590100\.000, 5240712\.000\)'
    matches stdout '^Lower Right \(  590910\.000, 5240100\.000\)'
  done
fi

for python in python3 /usr/bin/python3; do
  "$python" -c 'import xarray, netCDF4' 2>/dev/null || continue
  last=xarray
  "$python" - >stdout 2>stderr <<'PYTHON' || fail "xarray does not understand the file"
import xarray
with xarray.open_dataset("out/town.nc") as wind:
    assert str(wind.time.values[1]).startswith("2026-05-01T12:00:00")
    here = wind.wind_speed.sel(height=10).isel(time=1).sel(x=590500, y=5240400, method="nearest")
    assert 0 < float(here) < 20
    assert wind.u.dims == ("time", "z", "y", "x") and float(wind.u.isnull().mean()) > 0
PYTHON
  break
done
finish
