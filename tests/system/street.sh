# The street of cases/street-nox on a coarse grid: gases that react; cells whose chemistry fails.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

sed -e 's/^cell_size = .*/cell_size = [10, 10, 5]/' -e 's/^stretch_from = .*/stretch_from = 0/' \
  -e 's/^max_cell_z = .*/max_cell_z = 12/' -e 's/^spin_up = .*/spin_up = 10/' \
  -e 's/^duration = .*/duration = 30/' -e 's/^interval = .*/interval = 10/' \
  -e 's/^start = .*/start = -10/' \
  -e 's/^mean_from = .*/mean_from = 0\ncheckpoint = 12/' "$source_tree/cases/street-nox/case.toml" >street-nox.toml
run 0 check street-nox.toml
run 0 run street-nox.toml -o one -t 1
matches stdout '^  NO2 +[0-9.e-]+ +[0-9.e-]+ +[0-9][0-9.e-]* '
matches stderr 'NO \+ NO2 kept to [0-9.]+e-0[6-9] of what was there or came, NO2 \+ O3 to [0-9.]+e-0[6-9]'
run 0 run street-nox.toml -o two -t 2
alike one two
# Pictures are of what the street carries, where people breathe, unless somebody chooses.
if has_module plot; then
  run 0 plot one/street-nox.nc
  has stdout one/street-nox_concentration.png
  run 0 plot one/street-nox.nc --field NO --height 2 --scale log -o no.png
  same one/street-nox_concentration.png no.png
  rm one/*.png
  run 0 plot one/street-nox.nc --species O3 -o o3.png
  ! cmp -s o3.png no.png || fail "--species chooses nothing"
  run 2 plot one/street-nox.nc --species CO -o none.png
fi
# Other units: 10 ppb of NO2 come with the wind, and are so many ug/m3 by the file's own attribute.
nc=one/street-nox.nc
run 0 export "$nc" --field NO2 --unit ppb --at up=10,60,60 -o up.csv
matches up.csv '^time,place,x,y,height,NO2_ppb$'
matches up.csv ',up,10,60,60,(10|10.00[0-9]*|9.99[0-9]*)$'
run 0 export "$nc" --field NO2 --unit ug/m3 --at up=10,60,60 -o up.csv
matches up.csv ',up,10,60,60,19.1[0-9]*$'
run 2 export "$nc" --field NO2 --unit K --at up=10,60,60 -o none.csv
has stderr "NO2 cannot be shown in 'K'"
has stderr 'help: it is a concentration or density (kg/m3, g/m3, mg/m3, ug/m3)'
run 2 export "$nc" --field kinematic_pressure --unit ppb --at up=10,60,60 -o none.csv
has stderr "kinematic_pressure cannot be shown in 'ppb'"
has stderr 'help: it is a quantity in m2 s-2'
run 2 export "$nc" --field wind_speed --unit ppb --at up=10,60,60 -o none.csv
has stderr 'help: it is a speed (m/s'
run 0 export "$nc" --field wind_speed --at up=10,60,60 -o own.csv
run 0 export "$nc" --field wind_speed --unit kt --at up=10,60,60 -o up.csv
matches up.csv '^time,place,x,y,height,u_kt,v_kt,w_kt,wind_speed_kt,wind_from_direction$'
awk -F, 'FNR > 1 { for (n = 6; n < 10; n++) v[n, FILENAME] = $n; direction[FILENAME] = $10 }
  END { for (n = 6; n < 10; n++) {
          d = v[n, "own.csv"] * 3600 / 1852 - v[n, "up.csv"]
          if (d > 1e-4 || d < -1e-4) bad = 1
        }
        exit bad || direction["own.csv"] != direction["up.csv"] }' own.csv up.csv ||
  fail "winds are not in knots"
run 2 export "$nc" --field NO2 --unit ppb -o none.vti
[ ! -e none.csv ] && [ ! -e none.vti ] || fail "something was written"
run 0 view "$nc" --unit ppb --export ppb.html
[ "$(grep -o '"unit":"ppb"' ppb.html | wc -l)" -eq 3 ] || fail "not three gases in ppb"
run 0 view "$nc" --unit kt --export kt.html
grep -q '"name":"wind"[^}]*"unit":"kt"' kt.html || fail "no wind in knots"
rm kt.html
run 2 view "$nc" --unit mol --export none.html
has stderr "nothing in these files can be shown in 'mol'"
rm ppb.html
if has_module plot; then
  run 0 plot "$nc" --unit ppb -o ppb.png
  run 0 plot "$nc" --unit 1e-3ug/m3 -o own.png
  ! cmp -s ppb.png own.png || fail "--unit chooses nothing"
  run 2 plot one/street-nox_probes.csv --unit ppb -o none.png
  run 2 plot "$nc" --field wind_from_direction --unit rad -o none.png
  has stderr 'has no other unit'
fi
resumes_alike one street-nox.toml part street-nox_checkpoint.nc

# The same reactions as a mechanism; one that fails leaves a cell, which is integrated again alone.
cat >nox.def <<'END'
#DEFVAR
NO = N + O; NO2 = N + 2O; O3 = 3O;
#EQUATIONS
<1> NO + O3 = NO2 : ARR2(1.8E-12, -1370.0);
<2> NO2 = NO + O3 : 8.0E-3;
END
sed -e 's/^no2_photolysis.*/mechanism = "nox.def"/' street-nox.toml >mechanism.toml
run 0 run mechanism.toml -o three -t 2
matches stdout '^  NO2 +[0-9.e-]+ +[0-9.e-]+ +[0-9][0-9.e-]* '
[ ! -e three/street-nox_failed_cell.toml ] || fail "a cell failed"
resumes_alike three mechanism.toml stopped street-nox_checkpoint.nc 1
sed -i 's/8.0E-3/SQRT(SUN - 2.0)/' nox.def
run 6 run mechanism.toml -o three -t 2 --overwrite
has stderr 'the chemistry of '
has stderr 'three/street-nox_failed_cell.toml, for simoom chem ignite'
run 6 chem ignite three/street-nox_failed_cell.toml
has stdout 'cell 0, 0, 0 at 5, 5, 2.5 m'
has stdout ', given up'
sed -i 's/^mechanism = .*/&\non_failure = "continue"/' mechanism.toml
run 0 run mechanism.toml -o three -t 2 --overwrite
has stderr 'warning: the chemistry of '
has stdout 'street-nox_failed_cell.toml'
sed -i 's/NO2 = NO/NO2 = N2O/' nox.def
run 4 run mechanism.toml -o three -t 2 --overwrite
has stderr "unknown species 'N2O'"
finish
