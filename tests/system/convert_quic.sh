# Projects of QUIC become cases: domain turned against north, buildings, canopy, sensor, sources.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
project=$source_tree/tests/data/site_inner

run 0 convert "$project/QU_simparams.inp" -o site.toml
for line in 'size = \[240, 200\]' 'cell_size = \[4, 4, 3\]' 'height = 60 ' 'corner = \[80, 75\]' \
  'vertices = \[\[180, 90\], \[220, 90\], \[220, 120\], \[190, 120\]\]' 'attenuation = 1.5 ' \
  'upwind = "mvp"' 'wake = "modified"' 'rate = "15 g/s"' 'mass = "300 g"' 'end = \[60, 45\]' \
  'duration = 120 ' 'cell_size = \[10, 10, 3\]'; do
  grep -q "^$line" site.toml || fail "the case has no line $line"
done
# 300 degrees from true north are 270 in a domain turned by 30 degrees; 1/L = 0.01.
has site.toml 'time = 2017-03-06T10:00:00Z, height = 6.1, speed = 5, from = 270 }'
has site.toml 'from = 340, obukhov_length = 100 }'
has stderr 'QU_buildings.inp:53: building, pentagon is not taken over'
has stderr 'QU_simparams.inp:16: street canyon flag is not taken over: 4 has no counterpart'
lacks stderr 'Source Strength'
run 0 check site.toml
matches stdout '^  buildings +2, up to 15 m tall'
matches stdout '^  times +2, 2017-03-06T10:00:00Z to 2017-03-06T11:00:00Z'
matches stdout '^  domain top +60 m'

# Any file of the project stands for all; so do several that are joined.
run 0 convert "$project/QU_buildings.inp" -o other.toml
grep -v '^#' site.toml >site.rest
grep -v '^#' other.toml >other.rest
diff site.rest other.rest >/dev/null || fail "another file of the project makes another case"
cp "$project/sensor1.inp" .
cat "$project"/Q*.inp | "$program" convert - >joined.toml 2>/dev/null || fail "joined files are not read"
grep -v '^#' joined.toml >other.rest
diff site.rest other.rest >/dev/null || fail "joined files make another case"

# Layers of their own thickness; a place in UTM.
mkdir own
cp "$project"/*.inp own
sed -e 's/^0\t!Vertical/1\t!Vertical/' -e 's/^3\t!dz.*/!dz array (meters)/' -e 's/^20\t!nz/3\t!nz/' \
  -e 's/^30\t!Domain rotation/0\t!Domain rotation/' -e 's/^0\t!UTMX/640000\t!UTMX/' \
  -e 's/^0\t!UTMY/3920000\t!UTMY/' -e 's/^1\t!UTM zone$/14\t!UTM zone/' -e 's/^17\t!UTM/19\t!UTM/' \
  "$project/QU_simparams.inp" | sed '/^!dz array/a 2\n3.5\n20' >own/QU_simparams.inp
run 0 convert own/QU_simparams.inp -o own.toml
has own.toml 'layers = [0, 2, 5.5, 25.5]'
has own.toml 'crs = "EPSG:32614"'
has own.toml 'origin = [640000, 3920000]'
has own.toml 'speed = 5, from = 300 }'

# What is missing or wrong is told with its line.
mkdir wrong
cp "$project"/*.inp wrong
rm wrong/sensor1.inp
run 4 convert wrong/QU_simparams.inp -o wrong.toml
has stderr "there is no sensor file 'sensor1.inp'"
cp "$project/sensor1.inp" wrong
sed -i 's/^12\t\t\t!Height.*/tall\t!Height [m]/' wrong/QU_buildings.inp
run 4 convert wrong/QU_simparams.inp -o wrong.toml
has stderr "QU_buildings.inp:9: error: Height [m]: 'tall' is not a number"
sed -i 's/^Bld.*//; /^!Start/,$d' wrong/QU_buildings.inp
printf '!Bld #\tGroup\tType\tHeight\tWidth\n1 1 1 3 4 5 6 7 0 0 0\n' >>wrong/QU_buildings.inp
run 4 convert wrong/QU_simparams.inp -o wrong.toml
has stderr 'buildings in cells, of QUIC before 5.5, are not read'
[ ! -e wrong.toml ] || fail "a wrong project makes a case"
rm wrong/QU_simparams.inp
run 4 convert wrong/QU_buildings.inp
has stderr 'there is no QU_simparams.inp beside it'

# A line of several points is a source for each piece, with the share of its length: 30 m and 60 m.
cp "$project"/*.inp own
sed -i 's/^60.000000 45.000000 0.500000/&\n60.000000 105.000000 0.500000/' own/QP_source.inp
run 0 convert own/QU_simparams.inp -o pieces.toml
for line in 'name = "Road 1" ' 'end = \[60, 45\]' 'mass = "100 g"' 'name = "Road 2" ' 'position = \[60, 45\]' \
  'end = \[60, 105\]' 'mass = "200 g"'; do
  grep -q "^$line" pieces.toml || fail "the case has no line $line"
done
lacks stderr 'points of a line'
run 0 check pieces.toml

# Rows of version 5.
printf '!QUIC 5.72\n0\t!x subdomain\n0\t!y subdomain\n60\t!x subdomain\n50\t!y subdomain\n0.1\t!Wall roughness length (m)\n2\t!Number of Structures\n!Bld #\tGroup\tType\tHeight(m)\tWidth(m)\tLength(m)\tXfo(m)\tYfo(m)\tZfo(m)\tGamma\tSuplemental Data\n1\t1\t1\t12\t50\t45\t80\t100\t0\t0\t0\n2\t1\t9\t4\t10\t20\t150\t100\t0\t90\t1.5\n' >own/QU_buildings.inp
run 0 convert own/QU_simparams.inp -o rows.toml
has rows.toml 'corner = [80, 75]'
has rows.toml '[[vegetation.box]]'
has rows.toml 'corner = [140, 105]'
has rows.toml 'rotation = 90 '
finish
