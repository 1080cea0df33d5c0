# Source terms of a case: what check tells, what a run emits, what is refused.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

cat >base.toml <<'TOML'
[domain]
size = [200, 150]
cell_size = 10
height = 60
[turbulence]
model = "local"
[[weather.station]]
speed = 4
from = 270
temperature = "20 degC"
TOML
cat >particles.toml <<'TOML'
[particles]
duration = "5 min"
[particles.concentration]
height = 20
[output]
formats = ["netcdf"]
TOML
term() {
  cat base.toml particles.toml - >case.toml <<TOML
[[source_term]]
name = "t"
$1
[[particles.source]]
position = [30, 75]
height = 1
count = 2000
term = "t"
${2-}
TOML
}

term 'model = "gas-leak"
substance = "ammonia"
tank_volume = 5
tank_pressure = "6 bar"
hole_diameter = "2 cm"'
run 0 check case.toml
has stdout '"t", gas-leak of ammonia: 15.64 of 20.96 kg in the air'
has stdout 'choked until 71'
run 0 check case.toml --json
lacks stdout '"flash_fraction"'
has stdout '"choked_until"'
run 0 run case.toml -o out
has stderr 'source term  "t", gas-leak of ammonia: 15.64 of 20.96 kg'
has stdout ' 15.6'

term 'model = "two-phase-leak"
substance = "7782-50-5"
liquid_mass = "100 kg"
hole_diameter = "1 cm"'
run 0 check case.toml
has stdout 'two-phase-leak of chlorine: 100 of 100 kg in the air from 0 to 136.7 s'
has stdout 'of which 15.9 % flash'

has stderr 'warning: source "source 1" is not a passive release: 0.7314 kg/s of 22.4 kg/m3'
[ "$(grep -c 'not a passive release' stderr)" = 1 ] || fail "the warning comes more than once"
matches stdout 'dense gas +"source 1" on flat ground: .* ppm at 50 m'
run 0 check case.toml --json
has stdout '"dense_plumes"'
run 0 run case.toml -o flash
has stderr 'is not a passive release'
[ "$(grep -c 'not a passive release' stderr)" = 1 ] || fail "the warning comes more than once"

# The shallow layer of dense gas; a gas that is not heavier than air is told.
run 0 run case.toml -o slumps --set 'particles.source[1].dense_gas=true' \
  --set 'particles.source[1].height=0'
lacks stderr 'not a passive release'
lacks stderr 'not denser than air'
cat base.toml particles.toml - >light.toml <<'TOML'
[[particles.species]]
name = "methane"
[[particles.source]]
position = [50, 75]
radius = 10
rate = 10
stop = 100
start = 0
count = 1000
dense_gas = true
TOML
run 0 check light.toml
has stderr 'has dense_gas, but its gas of 0.667 kg/m3 is not denser than air'
run 0 check light.toml --set 'particles.source[1].temperature=112'
lacks stderr 'not denser than air'

term 'model = "fire"
heat_release_rate = "20 MW"
fire_diameter = 6
fuel_rate = 0.8
emission_factor = "20 g/kg"
duration = "2 min"'
run 0 check case.toml
has stdout '"t", fire of 20 MW: 1.92 kg from 0 to 120 s, 0.016 kg/s'

term 'model = "gas-leak"
substance = "ammonia"
tank_volume = 5
tank_pressure = "6 bar"
hole_diameter = "2 cm"'
printf '[[particles.species]]\nname = "chlorine"\n' >>case.toml
run 0 check case.toml
has stderr 'warning: source "source 1" releases ammonia as the species "chlorine"'
sed -i 's/name = "chlorine"/name = "NH3"/' case.toml
run 0 check case.toml
lacks stderr 'as the species'

refused() { run 3 check case.toml; has stderr "$1"; }
term 'model = "gas-leak"
substance = "ammonia"
tank_volume = 5
tank_pressure = "20 bar"
hole_diameter = "2 cm"'
refused 'would be liquid: above 8.49 bar'
term 'model = "pool"
substance = "unobtainium"
pool_mass = 1'
refused 'the table does not have: "unobtainium"'
term 'model = "pool"
substance = "chlorine dioxide"
pool_mass = 1'
refused 'needs the heat capacity of the liquid of chlorine dioxide'
term 'model = "two-phase-leak"
substance = "aniline"
liquid_mass = 1
hole_diameter = "1 cm"'
refused 'does not flash below its boiling point'
term 'model = "pool"
substance = "chlorine"
pool_mass = 1
hole_diameter = "1 cm"'
refused "'source_term.hole_diameter' has no meaning with"
term 'model = "liquid-leak"
substance = "aniline"
hole_diameter = "1 cm"'
refused "'source_term.liquid_mass' is missing"
term 'model = "pool"
substance = "aniline"
pool_mass = 1' 'rate = 1'
refused "rate"
sed -i 's/term = "t"/term = "u"/; /^rate = 1/d' case.toml
refused 'no source term is called "u"'

# The cloud of a detonation: 293 m of 100 kg of TNT, in layers; refused above the domain, and what is wrong in it.
explosion() {
  cat base.toml particles.toml - >case.toml <<TOML
[[source_term]]
name = "charge"
model = "explosion"
explosive_mass = "100 kg"
released_mass = "2 kg"
respirable_fraction = 0.25
cloud_radius = 20
start = 10
cloud_layers = ${1:-[[0, 0.4, 0.2], [0.4, 1, 0.8]]}
[[particles.source]]
name = "cloud"
position = [60, 75]
count = 2000
term = "charge"
${2-}
TOML
}
explosion
run 3 check case.toml
has stderr "'source_term.explosive_mass': the cloud reaches 292.9 m, above 'domain.height', 60 m"
has stderr 'help: domain.height = 300 or more'
run 0 check case.toml --set domain.height=400
has stdout '"charge", explosion: cloud top 292.9 m, radius 20 m, 0.5 kg at 10 s: 20 % from 0 to 117.1 m, 80 % from 117.1 to 292.9 m'
has stdout 'cloud, layer 2'
run 0 check case.toml --set domain.height=400 --json
mv stdout check.json
check_json check.json 'abs(d["source_terms"][0]["cloud_top"] - 92.6 * 100 ** 0.25) < 0.1'
run 0 run case.toml -o cloud --set domain.height=400 --set particles.duration=20
matches stdout '^  gas +2000 +0.5 +0.5 '
sed '/^height = 60/d' case.toml >automatic.toml
run 3 check automatic.toml
has stderr 'source term "charge" has a cloud up to 292.9 m above the ground, but the domain ends'
explosion '[[0, 0.4, 0.2], [0.4, 1.1, 0.8]]'
run 3 check case.toml --set domain.height=400
has stderr 'a layer must be within 0 and 1 of the cloud top'
explosion '[[0, 0.4, 0.2], [0.4, 1, 0.7]]'
run 3 check case.toml --set domain.height=400
has stderr 'the mass fractions must add up to 1, but their sum is 0.9'
explosion '' 'radius = 5'
run 3 check case.toml --set domain.height=400
has stderr "'particles.source.radius': the shape is that of the cloud of \"charge\""

finish
