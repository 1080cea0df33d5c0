# Inputs of other programs: converted, checked, run; the wind is that of the case written by hand.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python netCDF4

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

# same_wind CASE CASE: both run, and their winds are equal on every cell.
same_wind() {
  rm -rf a b
  run 0 run "$1" --set case.name=wind -o a
  run 0 run "$2" --set case.name=wind -o b
  last="compare_winds.py $1 $2"
  "$python" "$source_tree/tests/system/compare_winds.py" a/wind.nc b/wind.nc 1e-5 >stdout 2>stderr ||
    fail "the winds of $1 and $2 differ"
}

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
run 0 convert ninja.cfg -o told/ninja.toml --json
check_json stdout 'd["schema"] == "simoom.convert/1" and d["program"] == "a configuration of WindNinja"'
check_json stdout '[d["keys"], d["keys_left"], d["outputs"], len(d["warnings"])] == [14, 1, ["told/ninja.toml"], 1]'
run 2 convert ninja.cfg --json
has stderr 'help: -o CASE names a file for the case'
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
if "$program" check hand.toml >stdout 2>stderr; then # maps can be read
  run 0 check sub/ninja.toml
  run 0 check piped.toml
  same_wind sub/ninja.toml hand.toml
fi

# A case of QES-Winds with a sensor in a file of its own.
cat >qes.xml <<'XML'
<QESWindsParameters>
  <simulationParameters>
    <halo_x> 20.0 </halo_x> <halo_y> 20.0 </halo_y>
    <domain> 60 50 20 </domain> <!-- cells -->
    <cellSize> 4.0 4.0 4.0 </cellSize>
    <maxIterations> 500 </maxIterations>
  </simulationParameters>
  <metParams> <sensorName>mast.xml</sensorName> </metParams>
  <buildingsParams>
    <wallRoughness> 0.1 </wallRoughness> <rooftopFlag> 1 </rooftopFlag> <upwindCavityFlag> 2 </upwindCavityFlag>
    <streetCanyonFlag> 1 </streetCanyonFlag> <streetIntersectionFlag> 0 </streetIntersectionFlag>
    <wakeFlag> 2 </wakeFlag> <highRiseFlag> 0 </highRiseFlag> <sidewallFlag> 1 </sidewallFlag>
    <rectangularBuilding>
      <height> 16 </height> <baseHeight> 0 </baseHeight> <xStart> 100 </xStart> <yStart> 60 </yStart>
      <length> 32 </length> <width> 20 </width> <buildingRotation> 90 </buildingRotation>
    </rectangularBuilding>
  </buildingsParams>
</QESWindsParameters>
XML
cat >mast.xml <<'XML'
<sensor>
  <site_coord_flag> 1 </site_coord_flag> <site_xcoord> 10 </site_xcoord> <site_ycoord> 20 </site_ycoord>
  <timeSeries>
    <timeStamp>2020-01-01T01:00:00</timeStamp> <boundaryLayerFlag> 2 </boundaryLayerFlag>
    <siteZ0> 0.2 </siteZ0> <reciprocal> 0 </reciprocal>
    <height> 15 </height> <speed> 6 </speed> <direction> 250 </direction>
  </timeSeries>
</sensor>
XML
cat >hand.toml <<'TOML'
[domain]
crs = "local"
size = [200, 160]
cell_size = 4
margin = 20
height = 80
stretch = 1
[[buildings.box]]
corner = [80, 60]
size = [20, 32]
height = 16
[weather]
match = false
[[weather.station]]
position = [10, 20]
profile = "power"
exponent = 0.2
readings = [{ time = 2020-01-01T01:00:00Z, height = 15, speed = 6, from = 250 }]
[wind.zones]
upwind = "mvp"
wake = "modified"
canyon = "roeckle"
rooftop = "log"
downwash = false
sheltering = false
TOML
run 3 run qes.xml
has stderr 'qes.xml: this is a case of QES-Winds, not a case of simoom'
run 0 convert qes.xml -o converted.toml
if grep -q 'without expat' stderr; then skip 'no expat'; fi
has stderr 'warning: qes.xml:6: maxIterations is not taken over'
run 0 check converted.toml
same_wind converted.toml hand.toml

# Its plume in a second file.
cat >plume.xml <<'XML'
<QESPlumeParameters>
  <plumeParameters> <simDur> 20 </simDur> <timeStep> 1 </timeStep> </plumeParameters>
  <particleParameters>
    <baseParticle>
      <tag>gas</tag>
      <source>
        <releaseType_continuous> <particlePerTimestep> 50 </particlePerTimestep> <massPerSec> 2 </massPerSec> </releaseType_continuous>
        <sourceGeometry_Point> <posX> 60 </posX> <posY> 100 </posY> <posZ> 3 </posZ> </sourceGeometry_Point>
      </source>
    </baseParticle>
  </particleParameters>
</QESPlumeParameters>
XML
run 4 convert plume.xml
has stderr 'a plume of QES needs its winds'
run 0 convert qes.xml plume.xml -o plume.toml
run 0 run plume.toml -o plume --json plume.json
has plume.toml 'rate = "2 g/s"'
has plume.toml 'count = 1000'
sed 's/<tag>gas<.tag>/& <particleDensity> 2500 <\/particleDensity>/' plume.xml >heavy.xml
run 0 convert qes.xml heavy.xml -o heavy.toml
has stderr 'heavy.xml:5: particleDensity is not taken over: QES-Plume 2.3 lets nothing settle'
# Pipes in place of files: stdin, and what a shell substitutes.
last='convert - <ninja.cfg'
"$program" convert - <ninja.cfg >stdout 2>stderr || fail 'stdin is not converted'
has stdout 'file = "hill.asc"'
"$program" check - <hand.toml >stdout 2>stderr || fail 'a case from stdin is not checked'
has stdout 'case "case", model diagnostic'
mkfifo fifo
cat hand.toml >fifo &
run 0 check fifo
wait $!
run 1 check /dev/zero
has stderr '/dev/zero: error: not a regular file'

printf '!QUIC 6.01\n100 !nx\n' >QU_simparams.inp
run 3 check QU_simparams.inp
has stderr 'this is a QUIC project'
has stderr "'simoom convert QU_simparams.inp -o case.toml' makes a case of it"
run 4 convert QU_simparams.inp
has stderr "QU_simparams.inp:1: error: no line 'ny'"

# A time zone that WindNinja finds from a map is told once.
printf 'initialization_method = pointInitialization\nelevation_file = hill.asc\nwx_station_filename = none.csv\ntime_zone = auto-detect\nstart_year = 2023\nstart_month = 6\nstart_day = 20\nstart_hour = 21\nstop_year = 2023\nstop_month = 6\nstop_day = 21\nstop_hour = 21\nnumber_time_steps = 4\nvegetation = grass\nmesh_choice = coarse\n' >zone.cfg
run 4 convert zone.cfg
has stderr "'auto-detect' is unknown here, as WindNinja takes it from a map of the zones: give a name such as"
[ "$(grep -c auto-detect stderr)" -eq 1 ] || fail "an unknown time zone is told twice"

# Errors are all told at once, with their lines; nothing is written.
printf 'initialization_method = domainAverageInitialization\ninput_speed = fast\nvegetation = moss\nhello\n' >bad.cfg
run 4 convert bad.cfg -o bad.toml
has stderr "bad.cfg:2: error: input_speed: 'fast' is not a number"
has stderr "bad.cfg:3: error: vegetation is grass, brush or trees, not 'moss'"
has stderr 'bad.cfg:4: error:'
[ ! -e bad.toml ] || fail 'a case was written in spite of errors'
run 4 convert bad.cfg -o nowhere/bad.toml
[ ! -e nowhere ] || fail 'a folder was left without a case'
run 4 convert hand.toml
has stderr 'not an input of another program that simoom knows'
run 1 convert none.cfg
finish
