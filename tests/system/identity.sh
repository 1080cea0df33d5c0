# The same wind whatever computes it: numbers of threads, solvers, precisions; and no divergence with
# stairs and cut cells, recomputed from the files by another program.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4
town=$source_tree/cases/town
small="--set domain.cell_size=[12,12,5] --set domain.max_cell_z=60"

# compare A B [LIMIT]
compare() {
  last="compare_winds.py $*"
  "$python" "$source_tree/tests/system/compare_winds.py" "$@" >stdout 2>stderr ||
    fail "the winds of $1 and $2 differ"
}

# Any number of threads gives the same bits.
for threads in 1 2 3; do
  # shellcheck disable=SC2086 # the words of the options
  run 0 run "$town" $small -t $threads -o threads-$threads
done
compare threads-1/town.nc threads-2/town.nc
compare threads-1/town.nc threads-3/town.nc
for file in threads-1/*.vtr threads-1/*.tif; do same "$file" "threads-2/$(basename "$file")"; done

# Mass balance in every cell and no flux through walls, in stairs and cut cells, in both precisions.
for solids in stair cut; do
  for precision in f32 f64; do
    limit=1e-5
    [ $precision = f32 ] || limit=1e-10
    # shellcheck disable=SC2086
    run 0 run "$town" $small --precision $precision --set domain.solids=$solids -q \
      -o $solids-$precision
    last="check_divergence.py $solids-$precision"
    "$python" "$source_tree/tests/system/check_divergence.py" $solids-$precision/town.nc $limit \
      >stdout 2>stderr || fail "the mass balance of $solids cells in $precision"
  done
done
compare stair-f32/town.nc stair-f64/town.nc 2e-3

# The solvers solve the same equations.
cat >cube.toml <<'TOML'
[domain]
size = 100
cell_size = [5, 5, 4]
height = 60
stretch = 1
[[buildings.box]]
corner = [40, 40]
size = [20, 20]
height = 22
[wind]
tolerance = 1e-9
[[weather.station]]
speed = 5
from = 250
[output]
faces = true
TOML
for solver in multigrid red-black-sor sor sor-global; do
  run 0 run cube.toml --precision f64 --set wind.solver=$solver -o $solver
done
# Files hold the wind in single precision, whose last place is 4.8e-7 above 4 m/s.
compare multigrid/cube.nc sor/cube.nc 5e-7
compare multigrid/cube.nc red-black-sor/cube.nc 5e-7
compare multigrid/cube.nc sor-global/cube.nc 5e-7
finish
