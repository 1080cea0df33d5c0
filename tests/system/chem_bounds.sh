# Chemistry of absurd gases and times: told, bounded, stopped.
# shellcheck source=tests/system/support.sh disable=SC2086
. "$(dirname "$0")/support.sh"
files=$source_tree/tests/data/chem
gas="--pressure 1e5 --composition H2:2,O2:1,N2:3.76" # words
chem() { # CODE ACTION, then options
  wanted_code=$1 action=$2
  shift 2
  run "$wanted_code" chem "$action" "$files/allforms.inp" --thermo "$files/allforms.therm" "$@"
}

# Outside of the thermodynamic data: a warning with the range and how many species; what is not a number is an error.
chem 0 rates --temperature 1500 $gas
lacks stderr 'outside'
chem 0 rates --temperature 6000 $gas
has stderr 'warning: 6000 K is outside of the thermodynamic data of 16 of 16 species (H2: 200 to 3500 K): they are extrapolated'
lacks stdout nan
chem 6 rates --temperature 50 $gas --list reactions
has stderr 'are not finite numbers, first that of '
has stderr 'help: the data of all species hold from 300 to 3500 K'
for temperature in 1 1e3 5e4 1e300; do
  for pressure in 1e-300 1e5 1e300; do
    for list in none reactions; do
      "$program" chem rates "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature "$temperature" \
        --pressure "$pressure" --composition H2:2,O2:1,H:0.1 --list "$list" >stdout 2>stderr
      code=$?
      case $code in
        0) ! grep -qiE '\b-?(nan|inf)' stdout || fail "$temperature K, $pressure Pa: no numbers" ;;
        6) grep -q 'not finite numbers' stderr || fail "$temperature K, $pressure Pa: no reason" ;;
        *) fail "$temperature K, $pressure Pa: exit code $code" ;;
      esac
    done
  done
done
printf 'T_K,p_Pa,X_H2,X_O2\n1000,1e5,1,1\n7000,1e5,1,1\n9e9,1e5,1,1\n' >states.csv
chem 6 rates --state states.csv -o rates.csv
has stderr '2 of 3 temperatures, 7000 K the first, are outside'
has stderr 'in state 2, at 9e+09 K'
[ ! -e rates.csv ] || fail "something was written"
chem 0 equilibrium --temperature 5000 --pair tp $gas
has stderr 'warning: 5000 K is outside'

# A gas that does not ignite has no delay, and no number in its place.
chem 0 ignite --temperature 1300 $gas,H:0.01 --end 1e-3
lacks stderr 'did not ignite'
chem 0 ignite --temperature 300,310 $gas --end 1e-3
has stderr '2 of 2 reactors did not ignite within 0.001 s'
lacks stdout nan
matches stdout '^ +300\.00 +1e\+05 +- +- +- '
chem 0 ignite --temperature 300 $gas --end 1e-3 --json
check_json stdout 'd["reactors"][0]["delay_slope"] is None'

# Absurd times and tolerances.
chem 2 ignite --temperature 1300 $gas --end 1e30
has stderr '--end: 1e+30 s is more than 1e+09 s'
chem 2 bench --temperature 1300 $gas --end 1e30
has stderr '--end: 1e+30 s is more than 1e+09 s'
for tolerance in 1e-30 0.5; do
  chem 2 ignite --temperature 1300 $gas --tolerance "$tolerance"
  has stderr "--tolerance: $tolerance is not from 1e-10 to 0.1"
done
chem 0 ignite --temperature 1300 $gas --end 1e9
chem 0 ignite --temperature 1300 $gas --end 1e-300
cat >cell.toml <<END
mechanism = "$files/allforms.inp"
thermo = "$files/allforms.therm"
temperature = 1500
pressure = 101325
dt = 1e30
fractions = { H2 = 2, O2 = 1, N2 = 3.76 }
END
run 6 chem ignite cell.toml
has stderr 'the cell could not be integrated beyond '

# A rate that no number holds is refused at its line.
printf 'ELEMENTS H END\nSPECIES H H2 END\nREACTIONS MOLECULES\n2H=>H2 1E300 0 0\nEND\n' >huge.inp
run 4 chem check huge.inp
has stderr 'huge.inp:4: error: a constant of the rate of 2H=>H2 is not a finite number in kmol, m and s'

# Signals are answered at once, and nothing half-written stays.
for signal in TERM INT; do
  last="chem ignite (stopped by SIG$signal)"
  "$program" chem ignite "$files/allforms.inp" --thermo "$files/allforms.therm" --temperature 1300 $gas \
    --tolerance 1e-10 --end 1e9 --trajectory way.csv >stdout 2>stderr &
  process=$!
  for _ in $(seq 500); do
    [ ! -s way.csv.part ] || break
    sleep 0.02
  done
  kill -0 $process 2>/dev/null || fail "it ended before it was stopped"
  begun=$(date +%s%N)
  kill -$signal $process
  wait $process
  code=$?
  [ $code -eq 75 ] || fail "exit code $code instead of 75"
  [ $(($(date +%s%N) - begun)) -lt 1000000000 ] || fail "SIG$signal was not answered within a second"
  has stderr 'simoom: stopped'
  no_leftovers .
  [ ! -e way.csv ] || fail "half a trajectory was kept"
done
finish
