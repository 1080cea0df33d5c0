# Inputs of other programs: converted, checked, run; the wind is that of the case written by hand.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

python3 - <<'PYTHON'
import math
n, cell = 40, 50
with open('hill.asc', 'w') as out:
    out.write(f'ncols {n}\nnrows {n}\nxllcorner 500000\nyllcorner 5000000\ncellsize {cell}\n')
    for j in range(n):
        row = [100 + 80 * math.exp(-(((i - 20) ** 2 + (j - 20) ** 2) / 30)) for i in range(n)]
        out.write(' '.join(f'{z:.2f}' for z in row) + '\n')
PYTHON
printf 'PROJCS["UTM32",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]' >hill.prj
cat >ninja.cfg <<'CFG'
# Wind from the south-west over a hill.
num_threads              = 2
elevation_file           = hill.asc
initialization_method    = domainAverageInitialization
input_speed              = 10
input_speed_units        = mph
input_direction          = 225
input_wind_height        = 20
units_input_wind_height  = ft
output_wind_height       = 10
units_output_wind_height = m
vegetation               = grass
mesh_resolution          = 100
units_mesh_resolution    = m
write_ascii_output       = true
CFG

# What an input of another program is, in place of an error of TOML.
run 3 run ninja.cfg
has stderr 'ninja.cfg: this is a configuration of WindNinja, not a case of simoom'
has stderr "'simoom convert ninja.cfg -o case.toml' makes a case of it"
run 3 check ninja.cfg
has stderr 'this is a configuration of WindNinja'

run 0 convert ninja.cfg -o sub/ninja.toml
has stderr 'warning: ninja.cfg:2: num_threads is not taken over: option --threads'
has stderr 'sub/ninja.toml: made from a configuration of WindNinja, 13 of its 14 keys taken over'
has sub/ninja.toml 'file = "../hill.asc"'
has sub/ninja.toml '#   line 2: num_threads: option --threads'
run 2 convert ninja.cfg -o sub/ninja.toml
has stderr 'sub/ninja.toml exists'
run 2 convert ninja.cfg -o ninja.cfg --overwrite
run 0 convert ninja.cfg
cp stdout piped.toml
has piped.toml 'file = "hill.asc"'
cat >hand.toml <<'TOML'
[domain]
cell_size = [100, 20]
stretch = 1.2
stretch_from = 100
max_cell_z = 400
solids = "cut"
[terrain]
file = "hill.asc"
[roughness]
z0 = 0.01
[[weather.station]]
speed = 4.4704
from = 225
height = 6.096
[output]
heights = [10]
TOML
if "$program" check hand.toml >stdout 2>stderr; then
  run 0 check sub/ninja.toml
  run 0 check piped.toml
  run 0 run sub/ninja.toml -o out
  run 0 run hand.toml -o out
  run 0 info out/ninja.nc --json
  mv stdout ninja.json
  run 0 info out/hand.nc --json
  mv stdout hand.json
  python3 - <<'PYTHON' || fail 'the wind of the converted case is another one'
import json
a, b = json.load(open('ninja.json')), json.load(open('hand.json'))
for d in (a, b):
    d.pop('file', None)
def numbers(d, path=''):
    if isinstance(d, dict):
        for k, v in d.items():
            yield from numbers(v, path + '.' + k)
    elif isinstance(d, list):
        for i, v in enumerate(d):
            yield from numbers(v, f'{path}[{i}]')
    elif isinstance(d, float):
        yield path, d
x, y = dict(numbers(a)), dict(numbers(b))
assert x.keys() == y.keys() and len(x) > 5, (x, y)
bad = {k: (x[k], y[k]) for k in x if abs(x[k] - y[k]) > 1e-5 * max(1, abs(x[k])) and 'divergence' not in k}
assert not bad, bad
PYTHON
fi

# Errors are all told at once, with their lines; nothing is written.
printf 'initialization_method = domainAverageInitialization\ninput_speed = fast\nvegetation = moss\nhello\n' >bad.cfg
run 4 convert bad.cfg -o bad.toml
has stderr "bad.cfg:2: error: input_speed: 'fast' is not a number"
has stderr "bad.cfg:3: error: vegetation is grass, brush or trees, not 'moss'"
has stderr 'bad.cfg:4: error:'
[ ! -e bad.toml ] || fail 'a case was written in spite of errors'
run 4 convert hand.toml
has stderr 'not an input of another program that simoom knows'
run 1 convert none.cfg
finish
