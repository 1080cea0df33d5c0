# Cases of prisms: checked, solved and written, their errors found again from the files, and what is
# wrong with meshes and keys.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
cases=$source_tree/cases/prism
"$program" check "$cases" >stdout 2>stderr || ! grep -q muParser stderr || skip "built without muParser"

# The published example: what is there, and what comes out.
run 0 check "$cases"
matches stdout '^  mesh +522 vertices, 912 triangles'
has stdout 'boundaries      "south" (8 edges), "east" (57 edges), "north" (8 edges), "west" (57 edges)'
matches stdout '^  layers +31, total 28272 prisms'
run 0 run "$cases" -o out --json out.json --set 'output.formats=["netcdf","vtk"]'
matches stdout '^simoom: done: 2 outputs in out/.* 28.3 k cells.* largest error 0.000478, mean error 0.000117$'
check_json out.json 'd["prisms"]["error_maximum"] <= 1.02e-2 and d["prisms"]["error_mean"] <= 1.5e-3'
check_json out.json 'd["prisms"]["triangles"] == 912 and d["iterations"] <= 8 and d["flow"] is None'
check_json out.json 'd["cells"] == {"total": 28272, "fluid": 28272} and d["solver"]["name"] == "krylov"'
no_leftovers out

# Others find the same errors from the corners of the prisms alone.
for python in python3 /usr/bin/python3; do
  "$python" "$source_tree/tests/system/check_prisms.py" out/prism.nc out/prism.hdf >norms 2>&1
  code=$?
  [ $code -eq 77 ] || break
done
[ $code -eq 0 ] || [ $code -eq 77 ] || fail "the files do not agree: $(cat norms)"
if [ $code -eq 0 ]; then
  largest=$(sed -n 's/.*largest \([^,]*\),.*/\1/p' norms)
  mean=$(sed -n 's/.*by volume \([^,]*\),.*/\1/p' norms)
  check_json out.json "abs(d['prisms']['error_maximum'] / $largest - 1) < 1e-5"
  check_json out.json "abs(d['prisms']['error_mean'] / $mean - 1) < 1e-5"
fi

# Exported: the wedges that a run writes, triangles of a layer, prisms round places.
run 0 export out/prism.nc -o wedges.vtkhdf
"$python" "$source_tree/tests/system/check_prisms.py" out/prism.nc wedges.vtkhdf >norms 2>&1
code=$?
[ $code -eq 0 ] || [ $code -eq 77 ] || fail "wedges.vtkhdf: $(cat norms)"
run 0 info out/prism.nc
has stdout 'prisms on triangles, written by simoom'
matches stdout '^  phi  '
run 0 info --json out/prism.nc
check_json stdout 'd["kind"] == "prisms" and d["layers"] == 31 and d["converged"] == "yes"'
check_json stdout 'd["x"][0] < d["x"][1] and d["y"][0] < d["y"][1]'
check_json stdout '[v["name"] for v in d["variables"]].count("phi") == 1'
head -c 9000 out/prism.nc >cut.nc
run 4 info cut.nc
run 2 export out/prism.nc -o out.csv
has stderr '--stations'
run 2 export out/prism.nc --at far=5,5,0 -o out.csv
has stderr 'is outside of the mesh'
run 2 export out/prism.nc -o out.tif
has stderr '.vtkhdf, .geojson, .gpkg and .csv can'
run 2 export out/prism.nc --field nonsense -o out.vtkhdf
has stderr "no field 'nonsense'"
for file in out.csv out.tif out.vtkhdf; do [ ! -e $file ] || fail "$file was left"; done
if "$python" -c 'import netCDF4, numpy' 2>/dev/null; then
  "$python" - >masts.csv <<'PYTHON'
import netCDF4
f = netCDF4.Dataset("out/prism.nc")
nodes = f["face_nodes"][5]
print("name,x,y,height\na,%.15g,%.15g,%.15g" % (
    f["face_x"][5], f["face_y"][5], f["height"][3, 5] - f["bottom"][:][nodes].mean()))
PYTHON
  run 0 export out/prism.nc --stations masts.csv --field phi -o masts-out.csv
  sed -i '2s/.*,/a,9,9,/' masts.csv
  run 2 export out/prism.nc --stations masts.csv -o out.csv
  if has_module gis; then
    run 0 export out/prism.nc --height 0 -o layer.geojson
    run 2 export out/prism.nc --height 99 -o out.gpkg
    has stderr 'no prism reaches a height of 99 m'
  fi
  "$python" - <<'PYTHON' || fail "what was exported of prisms"
import json, netCDF4, os
f = netCDF4.Dataset("out/prism.nc")
head, row = open("masts-out.csv").read().split()
assert head == "place,x,y,height,phi" and abs(float(row.split(",")[4]) - f["phi"][3, 5]) < 1e-8, row
if os.path.exists("layer.geojson"):
    areas = json.load(open("layer.geojson"))["features"]
    assert len(areas) == 912
    for t in 0, 500, 911:
        assert abs(areas[t]["properties"]["phi"] - f["phi"][0, t]) < 1e-12
        ring = areas[t]["geometry"]["coordinates"][0]
        x = {round(float(v), 5) for v in f["node_x"][:][f["face_nodes"][t]]}
        assert len(ring) == 4 and {round(c[0], 5) for c in ring} == x, ring
PYTHON
fi

# Earlier files are not lost by accident; the solvers agree; the same numbers in any order.
run 2 run "$cases" -o out
has stderr 'out/prism.nc: error: exists already'
for solver in jacobi sor colour-sor; do
  run 0 run "$cases" -o "$solver" --device cpu --set poisson.solver=$solver --json $solver.json
  check_json $solver.json 'abs(d["prisms"]["error_mean"] - 1.168e-4) < 1e-7 and d["prisms"]["change"] <= 1e-6'
done
run 0 run "$cases" -o plain --set mesh.reorder=false --json plain.json
check_json plain.json 'abs(d["prisms"]["error_mean"] - 1.168e-4) < 1e-7'

# Not converged: written and marked, and told.
run 6 run "$cases" -o few --set poisson.max_iterations=2 --json few.json
has stderr 'the solver did not converge in 2 iterations'
has stdout 'simoom: not converged: 1 output'
check_json few.json 'd["status"] == "diverged" and d["iterations"] == 2'
! command -v ncdump >/dev/null || { ncdump -h few/prism.nc >head && has head ':simoom_converged = "no"'; }

# Iterations in single precision, whose residual is computed in double: the same solution.
run 0 run "$cases" -o single --precision f32 --json single.json
check_json single.json 'd["residual"] <= 1e-8 and abs(d["prisms"]["error_mean"] / 1.17e-4 - 1) < 0.01'
if has_module gis; then
  run 0 run "$cases/hill.toml" -o single --precision f32 --json hill.json
  check_json hill.json 'd["residual"] <= 1e-6'
fi

# What prisms do not have.
run 2 run "$cases" -o other --resume
has stderr 'leaves no checkpoint'
[ ! -e other ] || fail "a folder was made for nothing"

# A mesh of gmsh, with names of its sides, and back from the UGRID file that it became.
run 0 check "$cases/island.toml"
has stdout '"island" (23 edges)'
run 0 run "$cases/island.toml" -o out --json island.json
check_json island.json 'd["prisms"]["error_mean"] is None and d["residual"] <= 1e-8'
run 0 run "$cases/island.toml" -o again --set mesh.file="$PWD/out/island.nc" --json again.json
check_json again.json 'd["cells"]["total"] == 4440 and d["residual"] <= 1e-8'
run 3 check "$cases/island.toml" --set 'poisson.boundary[2].at="north"'
has stderr 'the outline of the mesh has no side "north"'
has stderr '"bottom", "surface", "coast", "west", "east", "island"'

# Nothing holds phi: that of mean 0, and what has no sink is told.
cat >closed.toml <<'TOML'
[mesh]
block = [8, 8]
shape = "waves"
[prisms]
layers = 8
bottom = "0.1 * x"
surface = 1
[poisson]
source = "1 + x"
[[poisson.boundary]]
at = ["bottom", "surface", "south", "east", "north", "west"]
slope = 0
TOML
run 0 run closed.toml --json closed.json
has stderr 'nothing holds phi'
check_json closed.json 'abs(d["prisms"]["imbalance"] - 1) < 1e-6'

# Of a source that is the same everywhere nothing is left.
run 0 run closed.toml --overwrite --set 'poisson.source=2' --json closed.json
check_json closed.json 'abs(d["prisms"]["imbalance"] - 1) < 1e-6 and d["residual"] < 1e-8'

# Over a terrain, whose map must reach as far as the mesh.
cat >terrain.toml <<TOML
[mesh]
block = [40, 30]
origin = [590100, 5240100]
size = [810, 600]
[prisms]
layers = 6
stretch = 1.3
bottom_map = "$source_tree/cases/town/terrain.asc"
surface = 900
[[poisson.boundary]]
at = "bottom"
slope = 1
TOML
if has_module gis; then
  run 0 run terrain.toml --json terrain.json
  check_json terrain.json 'd["cells"]["total"] == 14400 and d["residual"] <= 1e-8'
  run 4 check terrain.toml --set mesh.size=2000
  matches stderr 'terrain.asc: error: the map of the bottom has no height at \(5910[0-9.]*, 52401[0-9.]*\)'
  run 4 check terrain.toml --set prisms.surface=450
  matches stderr '^terrain.toml:5: error: triangle [0-9]*: at its corner .* the surface, at 450 m, is not above'
fi

# Wrong meshes, by the number of the triangle.
write_mesh() {
  cat >"$1" <<'MSH'
$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
6
1 0 0 0
2 2 0 0
3 2 1 0
4 0 1 0
5 1 0 0
6 1 -1 0
$EndNodes
$Elements
MSH
  shift
  echo $# >>"$file"
  for triangle in "$@"; do echo "$triangle" >>"$file"; done
  echo '$EndElements' >>"$file"
}
plate() {
  printf '[mesh]\nfile = "%s"\n[prisms]\nlayers = 4\nbottom = 0\nsurface = 1\n[poisson]\nsource = 1\n' "$1"
}
file=hanging.msh
write_mesh $file '11 2 0 1 2 3' '12 2 0 1 3 4' '13 2 0 6 5 1' '14 2 0 6 2 5'
plate $file >hanging.toml
run 4 run hanging.toml
matches stderr '^hanging.msh: .*triangle 1[1-4].*'
file=fold.msh
write_mesh $file '21 2 0 1 2 3' '22 2 0 1 2 4'
plate $file >fold.toml
run 4 check fold.toml
matches stderr 'triangle 2[12]'
plate nowhere.msh >nowhere.toml
run 4 run nowhere.toml
has stderr 'nowhere.msh'

# Wrong keys, at their line.
sed 's/^layers = 4/layers = 1/' fold.toml >thin.toml
run 3 check thin.toml
has stderr "thin.toml:4:10: error: 'prisms.layers' is 1, but must be 2"
{ cat closed.toml && printf '[domain]\nsize = 10\n'; } >both.toml
run 3 check both.toml
has stderr "both.toml:13:2: error: 'domain' and 'mesh' are mutually exclusive"
run 3 check closed.toml --set 'poisson.coefficient="x - 0.5"'
matches stderr "'poisson.coefficient' is -0.*in layer 1 over triangle [0-9]* of the mesh"
run 4 check closed.toml --set 'prisms.surface="0.05"'
matches stderr "^closed.toml:4: error: triangle [0-9]*: at its corner .* the surface, at 0.05 m, is not above"

# Pictures: from above, in a layer or at a height, and cut.
has_module plot || finish
run 0 plot out/prism.nc
has stdout out/prism_phi.png
run 0 plot out/prism.nc --field bottom -o bottom.svg
run 0 plot out/prism.nc --height 0.1 -o layer.svg
run 0 plot out/prism.nc --section ew -o cut.svg
for file in layer cut; do ! cmp -s $file.svg bottom.svg || fail "$file.svg is the bottom"; done
run 2 plot out/prism.nc --field speed
has stderr 'there are bottom, surface'
run 2 plot out/prism.nc --height 5
has stderr 'no prism reaches 5 m'
run 2 plot out/prism.nc --section 5,5,6,6
has stderr 'x runs from'
run 2 plot out/prism.nc --field bottom --section ew
run 2 plot out/prism.nc --at 0.5,0.1
run 4 plot out/prism.hdf
head -c 20000 out/prism.nc >short.nc
run 4 plot short.nc


# The mass-consistent wind on prisms: closed to mass, beside that on cells, and what it does not have.
if has_module gis; then
  hill=$source_tree/cases/prism/hill.toml
  run 0 check "$hill"
  has stdout '4800 triangles x 28 layers that follow the terrain'
  run 0 run "$hill" -o hill --device cpu --json hill.json
  check_json hill.json 'd["model"] == "diagnostic" and d["prisms"]["triangles"] == 4800'
  check_json hill.json 'd["divergence"] < 1e-5 and d["residual"] <= 1e-6 and d["iterations"] <= 18'
  run 0 info hill/hill.nc
  matches stdout '^  wind_speed  *m s-1 '
  ! has_module plot || { run 0 plot hill/hill.nc -o speed.svg && has stdout speed.svg; }
  run 0 run "$hill" -o cells --device cpu --set wind.mesh=cells --set domain.solids=cut
  for mesh in hill cells; do
    field=$([ $mesh = hill ] && echo "--field wind_speed")
    # shellcheck disable=SC2086
    run 0 export $mesh/hill.nc $field --at top=501200,5001000,10 -o $mesh.csv
  done
  on_prisms=$(sed -n '2s/.*,//p' hill.csv)
  on_cells=$(sed -n '2p' cells.csv | cut -d, -f9)
  "$python" -c "assert abs($on_prisms / $on_cells - 1) < 0.05" ||
    fail "on the hill $on_prisms m/s on prisms, $on_cells on cells"
  for setting in 'wind.lee="separated"' 'output.heights=[10]' 'domain.solids="cut"' \
    'wind.solver="sor"' 'wind.zones.on=false' 'output.faces=true' 'turbulence.model="local"'; do
    run 3 check "$hill" --set "$setting"
    has stderr 'has no meaning with wind.mesh = "prisms"'
    has stderr 'mesh = "cells" in [wind]'
  done
fi
finish
