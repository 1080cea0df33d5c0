# The city of cases/city-les on a coarse grid: eddies, smoke as a scalar and as particles, together.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# A minute at a tenth of the cells, with all that the case asks for.
sed -e 's/^cell_size = .*/cell_size = [10, 10, 8]/' -e 's/^stretch_from = .*/stretch_from = 0/' \
  -e 's/^max_cell_z = .*/max_cell_z = 16/' -e 's/^spin_up = .*/spin_up = 20/' \
  -e 's/^duration = .*/duration = 60/' -e 's/^count = .*/count = 2000/' \
  -e 's/^snapshots = .*/snapshots = 30/' -e 's/^interval = "1 min"/interval = 30/' \
  -e 's/^mean_from = .*/mean_from = 0\ncheckpoint = 12/' "$source_tree/cases/city-les/case.toml" >city-les.toml
run 0 check city-les.toml
run 0 run city-les.toml -o one -t 1 --json one.json
matches stdout '^simoom: done: '
check_json one.json 'd["times"] == 21 and d["divergence"] <= 1e-5'
for file in city-les.nc city-les_mean.nc city-les_probes.csv city-les_series.csv city-les_plume.nc; do
  [ -s "one/$file" ] || fail "no $file"
done
run 0 info one/city-les_mean.nc
has stdout 'smoke_variance'

# Threads; stopped and gone on with.
run 0 run city-les.toml -o two -t 2
alike one two
interrupt city-les.toml part city-les_checkpoint.nc
[ -e part/city-les_checkpoint.nc ] || fail "no checkpoint"
run 0 run city-les.toml -o part -t 2 --resume
alike one part

if has_module plot; then
  run 0 plot one/city-les.nc --field smoke --height '4 m' -o smoke.png
  run 0 plot one/city-les_mean.nc --field tke_resolved --section ew -o tke.png
  run 0 plot one/city-les_series.csv --spectrum kinetic_energy -o energy.png
fi
finish
