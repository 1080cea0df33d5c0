# Turbines from the case and from a map slow the wind and are flagged; wrong ones are named.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
park=$source_tree/cases/turbines

run 0 check "$park"
matches stdout '^  turbines +6, hubs up to 90 m, rotors up to 120 m'

run 0 run "$park" -o out --set domain.cell_size=[30,30,20] -q
run 0 info out/turbines.nc
matches stdout '^ +turbine_wake +[0-9]+'
! has_module plot || run 0 plot out/turbines.nc --field zone --height 90 -q
run 0 run "$park" -o out --set domain.cell_size=[30,30,20] --overwrite -q --precision f64

run 3 check "$park" --set wind.turbine[2].yaw=90
has stderr "'wind.turbine[2].yaw'"
run 3 check "$park" --set wind.turbine[1].hub_height=50
has stderr 'is less than the radius of the rotor'
run 3 check "$park" --set domain.height=140
has stderr 'a turbine reaches 150 m above the ground'
run 3 check "$park" --set wind.turbine[6].position=[5000,0]
has stderr "'wind.turbine[6].position' is outside the domain: x = 5000 m"

has_module gis || finish
cat >turbines.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"t_hh": 80, "t_rd": 82.5},
  "geometry": {"type": "Point", "coordinates": [9.0027, 47.0027]}},
 {"type": "Feature", "properties": {"hub_height": "300 ft"},
  "geometry": {"type": "Point", "coordinates": [9.0080, 47.0027]}},
 {"type": "Feature", "properties": {},
  "geometry": {"type": "Point", "coordinates": [10.5, 47.0027]}}]}
END
cat >map.toml <<'END'
[domain]
center = [47.0027, 9.006]
size = ["1.2 km", "0.6 km"]
cell_size = [30, 30, 20]
height = 300
[[weather.station]]
speed = 8
from = 270
[[wind.turbine]]
file = "turbines.geojson"
rotor_diameter = 90
thrust_coefficient = 0.8
END
run 0 check map.toml
matches stdout '^  turbines +2, hubs up to 91.44 m, rotors up to 90 m'
run 0 run map.toml -o out -q
sed 's/^rotor_diameter.*//' map.toml >none.toml
run 4 check none.toml
has stderr 'turbines.geojson: error: feature 1 is a turbine with no rotor diameter'
run 4 check map.toml --set wind.turbine[1].file=nowhere.geojson
has stderr nowhere.geojson
finish
