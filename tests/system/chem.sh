# Mechanisms of reactions: what they hold, what is wrong with them, Cantera's form.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
files=$source_tree/tests/data/chem

run 0 chem check "$files/allforms.inp" --thermo "$files/allforms.therm"
has stdout 'allforms: CHEMKIN, 5 elements, 16 species, 19 reactions'
has stdout ', 3 falloff (Troe)'
has stdout 'reverse      14 by equilibrium, 1 given, 4 irreversible'
has stdout 'data of all species hold from 300 to 3500 K'
has stdout 'PLOG and Chebyshev rates from 1013.25 to 1.01325e+07 Pa'
run 0 chem check "$files/allforms.inp" --thermo "$files/allforms.therm" --list reactions
matches stdout '^ +1 H\+O2<=>O\+OH +elementary +2.65e\+16 +-0.6707 +17041$'
run 0 chem check "$files/allforms.inp" --thermo "$files/allforms.therm" --list species
matches stdout '^ +6 H2O +18.015 +0 NASA7 +200 1000 3500 +NO$'
run 0 chem check "$files/allforms.inp" --thermo "$files/allforms.therm" --json
check_json stdout 'd["schema"] == "simoom.mechanism/1" and len(d["reactions"]) == 19'
check_json stdout 'd["species"][0]["name"] == "H2" and d["warnings"] == []'
same_facts chem check "$files/allforms.inp" --thermo "$files/allforms.therm" --list species

run 0 chem check "$source_tree/cases/smog/cbm4.def" --photolysis "$files/cbm4.photolysis"
has stdout 'cbm4: KPP, 4 elements, 33 species, 81 reactions'
run 4 chem check "$source_tree/cases/smog/cbm4.def"
has stderr "photolysis rate 'no2' has no number: give it (--photolysis)"
# Light, by the formula of the file at 60 degrees, and none at night.
light() {
  run 0 chem rates "$source_tree/cases/smog/cbm4.def" --photolysis "$source_tree/cases/smog/photolysis.txt" \
    --temperature 298 --pressure 101325 --composition NO2:1,H2O:9 --list reactions "$@"
}
light --zenith 60
matches stdout '^ +1 +5\.767[0-9]*e-03 .*NO2 \+ hv'
light --zenith 95
matches stdout '^ +1 +0\.0+e\+00 '
light --sun 0
matches stdout '^ +1 +0\.0+e\+00 '
run 2 chem rates "$source_tree/cases/smog/cbm4.def" --photolysis "$source_tree/cases/smog/photolysis.txt" \
  --temperature 298 --pressure 101325 --composition NO2:1 --sun 2
has stderr "--sun: '2' is not a number from 0 to 1"

# What is wrong is told with its line, and nothing is written.
run 4 chem check "$files/allforms.inp"
has stderr 'there are no thermodynamic data'
run 4 chem convert "$files/allforms.inp" -o out.yaml
[ ! -e out.yaml ] || fail "something was written"
sed 's/^H+O2<=>O+OH /H+O3<=>O+OH /' "$files/allforms.inp" >wrong.inp
run 4 chem check wrong.inp --thermo "$files/allforms.therm"
has stderr "wrong.inp:11: error: unknown species 'O3'; did you mean 'O'?"
has stderr '   11 | H+O3<=>O+OH '
run 1 chem check absent.inp
run 2 chem chekc absent.inp
has stderr "did you mean 'check'?"
run 2 chem convert "$files/hydrogen38.inp"
has stderr '--output'

# Rates, ignition and equilibrium of gases.
run 0 chem equilibrium "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1000 \
  --pressure "1 atm" --composition H2:2,O2:1,N2:3.76 --pair hp --json
check_json stdout 'd["temperature"] > 2500 and abs(sum(d["fractions"].values()) - 1) < 1e-9'
run 0 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1500 \
  --pressure 1e5 --composition H2:2,O2:1,H:0.1 --list reactions --json
check_json stdout 'len(d["species"]) == 16 and len(d["reactions"]) == 19'
check_json stdout 'abs(sum(s["rate"] * n for s, n in zip(d["species"], [2, 1, 0, 0, 1, 2, 1, 2, 3, 4, 0, 0, 2, 6, 0, 0]))) < 1e-6 * max(abs(s["rate"]) for s in d["species"])'
run 2 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1500
has stderr '--pressure is missing'
run 2 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1500 \
  --pressure "1 psi" --composition H2:1
has stderr "'1 psi' is not a pressure"
run 2 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1500 \
  --pressure 1e5 --composition HO3:1
has stderr "did you mean 'HO2'?"
printf 'T_K,p_Pa,Y_H2,Y_O2\n1000,1e5,0.1,0.9\n1500,2e5,0.2,0.8\n' >states.csv
run 0 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --state states.csv -o rates.csv
[ "$(wc -l <rates.csv)" -eq 3 ] || fail "not a line per state"
printf 'T_K,p_Pa,Y_H2\n1000,-1,0.1\n' >states.csv
run 4 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --state states.csv
has stderr "states.csv:2: '-1' in column 2 is not a pressure in Pa"
wrong_states() { # what the file holds, what is told
  printf '%b' "$1" >states.csv
  run 4 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --state states.csv
  has stderr "$2"
}
wrong_states 'T_K,p_Pa,Y_H2\n\n1000,1e5,x\n' "states.csv:3: 'x' in column 3 is not a fraction"
wrong_states 'T_K,p_Pa,Y_H2\n1000,1e5,20%\n' "'20%' in column 3 is not a fraction: 20 % is 0.2"
wrong_states 'T_K,p_Pa,Y_H2\n1000,1e5,-1\n' "'-1' in column 3 is not a fraction"
wrong_states 'T_K,p_Pa,Y_H2,Y_O2\n1000,1e5,1\n' 'states.csv:2: 3 fields, but the first line has 4'
wrong_states 'T_K,p_Pa,Y_H2,X_O2\n1000,1e5,1,1\n' 'states.csv:1: fractions are all by mass (Y_) or all'
wrong_states 'T_K,p_Pa,Y_H2,Y_H2\n1000,1e5,1,1\n' 'states.csv:1: a second column of H2'
wrong_states 'T_K,p_Pa,Y_H2\n1000,1e5,0\n' 'states.csv:2: there is no gas in this state'
wrong_states 'T_K,p_Pa,Y_H2\n' 'there are no states in it'
wrong_states '\0377\0376T\0_\0' 'states.csv: the text is UTF-16: save it as UTF-8'
wrong_states 'T_K p_Pa Y_H2\n1000 1e5 1\n' 'commas, semicolons or tabs must separate the columns'
# As Excel saves it, where numbers have commas.
printf '\357\273\277T_K;p_Pa;Y_H2;Y_O2;\r\n1000;1e5;0,1;0,9;\r\n1500;2e5;0,2;0,8;\r\n' >states.csv
run 0 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --state states.csv -o excel.csv
cmp rates.csv excel.csv || fail 'states of Excel are others'
# Columns without a name, blanks, and names with a comma.
printf 'ELEMENTS\nH\nEND\nSPECIES\nH,2 H\nEND\nREACTIONS\n2H=>H,2 1E12 0 0\nEND\n' >comma.inp
printf '%s\n' 'T_K,,p_Pa, "X_H,2" ,X_H' '1000,,1e5,0.25,0.75' >states.csv
cat >comma.therm <<'EOT'
THERMO ALL
   300.000  1000.000  5000.000
H,2                     H   2               G   200.000  6000.000 1000.00      1
 3.50000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2
 0.00000000E+00 0.00000000E+00 3.50000000E+00 0.00000000E+00 0.00000000E+00    3
 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4
H                       H   1               G   200.000  6000.000 1000.00      1
 2.50000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2
 0.00000000E+00 0.00000000E+00 2.50000000E+00 0.00000000E+00 0.00000000E+00    3
 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4
END
EOT
run 0 chem rates comma.inp --thermo comma.therm --state states.csv -o rates.csv
python3 - <<'EOT' || fail "a name with a comma falls apart"
import csv
names, values = list(csv.reader(open("rates.csv")))
c = 0.75 * 1e5 / (8314.46261815324 * 1000)
assert names == ["state", "wdot_H,2", "wdot_H"], names
assert abs(float(values[1]) / (1e9 * c * c) - 1) < 1e-12, values
EOT

run 2 chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1500,1600 \
  --pressure 1e5 --composition H2:1
has stderr '--temperature: one gas is asked for, not several'

# Integrators side by side.
bench_gas() {
  run "$1" chem bench "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature "$2" \
    --pressure '1 atm' --composition H2:2,O2:1,N2:3.76,H:0.01 --tolerance 1e-4 --end 1e-7 --json
}
bench_gas 0 1300
check_json stdout 'd["schema"] == "simoom.chem-methods/1" and d["delay"] > 0 and d["cells"] == 256'
check_json stdout 'all(r["failed"] == 0 and r["seconds_per_cell"] > 0 and r["steps"] >= 1 for r in d["rows"])'
check_json stdout 'all(r["temperature_off"] < 0.1 and r["species_off"] < 1e-3 for r in d["rows"])'
check_json stdout 'set(r["method"] for r in d["rows"]) >= {"auto", "rkc2", "rodas3", "rodas4"}'
check_json stdout 'all(r["seconds_alone"] > 0 for r in d["rows"])'
run 2 chem bench "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 300 --pressure 1e5 --composition H2:1
has stderr 'this gas does not autoignite within 1 s'

# Times and tolerances that doubles cannot carry.
burn() {
  wanted=$1
  shift
  run "$wanted" chem ignite "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1200 \
    --pressure "1 atm" --composition H2:2,O2:1,N2:3.76 "$@"
}
burn 2 --end 1e9 --tolerance 1e-14
has stderr '--tolerance: 1e-14 is not from 1e-10 to 0.1'
has stderr 'help: a finer one takes more steps, whose rounding in doubles is more than it'
burn 2 --end 1e10
has stderr '--end: 1e+10 s is more than 1e+09 s'
burn 0 --end 0.17 --tolerance 1e-8 --json
check_json stdout 'abs(d["reactors"][0]["delay_slope"] / 0.1657973647 - 1) < 1e-8'

# The step of a cell of a run is made again; where it fails, step by step.
cat >cell.toml <<END
mechanism = "$files/allforms.inp"
thermo = "$files/allforms.therm"
temperature = 1500
pressure = 101325
dt = 1e-5
fractions = { H2 = 2, O2 = 1, N2 = 3.76 }
cell = [3, 2, 1]
position = [3.5, 2.5, 1.5]
time = 12
END
run 0 chem ignite cell.toml --trajectory steps.csv
has stdout 'cell 3, 2, 1 at 3.5, 2.5, 1.5 m, 12 s; allforms, 16 species'
has stdout 'from 1500.0000 K, 101325 Pa to '
[ "$(wc -l <steps.csv)" -gt 2 ] || fail "no steps"
run 0 chem ignite cell.toml --method rodas4 --json
check_json stdout 'd["method"] == "rodas4" and d["failed"] == 0 and d["temperature"] > 1400'
sed 's/^dt.*/dt = 1/' cell.toml >far.toml
run 6 chem ignite far.toml --method rk4
has stdout ', given up'
has stderr 'the cell could not be integrated beyond 0 s of 1'
run 2 chem ignite cell.toml --method rodas5
has stderr "did you mean 'rodas3'?"
sed 's/^dt.*/dt = 1e-5\nrtol = 1e-15/' cell.toml >wrong.toml
run 3 chem ignite wrong.toml
has stderr "'rtol': expected a number from 1e-10"
sed 's/H2 = 2/H3 = 2/' cell.toml >wrong.toml
run 2 chem ignite wrong.toml
has stderr "wrong.toml: the mechanism has no species 'H3'"
sed 's/^dt.*/tempreature = 3/' cell.toml >wrong.toml
run 3 chem ignite wrong.toml
has stderr "wrong.toml:5:1: error: unknown key 'tempreature'"
has stderr "'dt' is missing"

# What is read is not written over, and what has no meaning is not passed over.
cp "$files/hydrogen38.inp" mine.inp
run 2 chem convert mine.inp -o ./mine.inp
has stderr 'it would be overwritten'
run 2 chem rates mine.inp --state mine.inp -o mine.inp
cmp -s mine.inp "$files/hydrogen38.inp" || fail "the mechanism was written over"
run 2 chem rates mine.inp --state mine.inp --json
has stderr 'leave --json away'
run 2 chem ignite mine.inp --method cvode
has stderr 'simoom chem bench puts the methods side by side'

# Dynamic mechanism reduction.
gas() {
  wanted=$1
  shift
  run "$wanted" chem ignite "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1200 --pressure '1 atm' \
    --composition CH4:1,O2:2,N2:7.52 --end 1e-6 "$@"
}
gas 0
mv stdout whole
gas 0 --reduction drgep --threshold 0
has stdout 'active species'
sed -n 's/ *16\.0$//p' stdout >reduced
tail -n 1 whole | cmp -s - reduced || fail "a threshold of 0 changes an ignition"
gas 2 --threshold 0.1
has stderr 'are of --reduction drgep'
gas 2 --reduction drgep --targets CH4,O9
has stderr "the mechanism has no species 'O9'"
gas 2 --reduction drgep --threshold 1
has stderr "'1' is not a number from 0 to 0.99"
run 2 chem ignite cell.toml --reduction drgep
has stderr 'by the whole mechanism'

# To the form of CHEMKIN, with data beside it; never over what is read.
run 0 chem convert "$files/allforms.inp" --thermo "$files/allforms.therm" -o form.inp
printf 'form.inp\nform_therm.dat\n' | cmp -s - stdout || fail "the files are not named"
run 0 chem check form.inp --thermo form_therm.dat
has stdout 'form: CHEMKIN, 5 elements, 16 species, 19 reactions'
run 0 chem convert form.inp --thermo form_therm.dat -o again.inp
cmp -s form.inp again.inp && cmp -s form_therm.dat again_therm.dat ||
  fail "reading and writing changes a mechanism"
run 2 chem convert form.inp --thermo again_therm.dat -o again.inp
has stderr 'again_therm.dat is an input, it would be overwritten'
run 4 chem convert "$source_tree/cases/smog/cbm4.def" --photolysis "$files/cbm4.photolysis" -o cbm4.inp
has stderr 'CHEMKIN has no words for a fixed species: H2O'
[ ! -e cbm4.inp ] || fail "something was written"

run 0 chem convert "$files/allforms.inp" --thermo "$files/allforms.therm" -o out.yaml
echo out.yaml | cmp -s - stdout || fail "the file is not named"
"$program" chem check out.yaml >stdout 2>stderr || ! grep -q libyaml stderr || skip "built without libyaml"
run 0 chem check out.yaml
has stdout 'out: Cantera YAML, 5 elements, 16 species, 20 reactions'
run 0 chem convert out.yaml -o again.yaml
cmp -s out.yaml again.yaml || fail "reading and writing changes a mechanism"
no_leftovers .
finish
