# Export of whole files as Zarr stores, version 2, read back by the specification (check_zarr.py) and by GDAL.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4 numpy

run 0 new town
run 0 run town -o out
run 0 run "$source_tree/cases/town" -o out --set domain.cell_size=[18,18,6] --set case.name=times
# an array of several chunks in two dimensions, and values that JSON does not have
"$python" - out/town.nc <<'P' || fail "no array"
import sys, netCDF4, numpy
with netCDF4.Dataset(sys.argv[1], "a") as file:
    for name, size in (("p", 2), ("q", 3000), ("r", 1500)):
        file.createDimension(name, size)
    large = file.createVariable("large", "i2", ("p", "q", "r"))
    large[:] = numpy.arange(2 * 3000 * 1500).reshape(2, 3000, 1500) % 30011
    large.valid_range = numpy.array([-numpy.inf, numpy.nan])
    large.comment = "5 \u00b0C, \u98a8, \U0001f32c".encode()  # bytes: of type char, as simoom writes
P
for name in town times; do
  run 0 export out/$name.nc -o $name.zarr
  "$python" "$source_tree/tests/system/check_zarr.py" out/$name.nc $name.zarr >said 2>&1 || fail "$name.zarr: $(cat said)"
done
if command -v gdalmdiminfo >/dev/null && gdalinfo --formats | grep -q 'Zarr'; then
  gdalmdiminfo town.zarr | grep -q '"wind_speed"' || fail "GDAL does not read it"
fi

run 2 export out/town.nc -o town.zarr
has stderr 'is there already'
# a store that cannot be completed leaves nothing
(ulimit -f 200 && trap '' XFSZ && exec "$program" export out/town.nc -o full.zarr) >stdout 2>stderr && fail "a full disk is not an error"
has stderr 'cannot be written'
[ ! -e full.zarr ] && [ ! -e full.zarr.part ] || fail "half a store is left"
run 2 export out/town.nc --time 0 -o other.zarr
has stderr 'is the whole file'
[ ! -e other.zarr ] || fail "a store of wrong usage"
run 4 export town/case.toml -o other.zarr
finish
