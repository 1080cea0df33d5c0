# From `simoom new` to results, with every template.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# results FOLDER: the names a run printed exist; the last line is the closing one.
results() {
  sed '$d' stdout >files
  [ -s files ] || fail "no file is listed"
  while read -r file; do [ -s "$file" ] || fail "'$file' is listed, but empty or not there"; done <files
  tail -n 1 stdout >line
  matches line "^simoom: done: [0-9]+ outputs? in $1/, .* s \(.*\), .*cells, .*cells/s, residual .*, divergence .*"
  has line "done: $(grep -c . files) output"
  no_leftovers "$1"
}

for template in town street hill flat; do
  if [ $template = hill ] && ! has_module gis; then
    echo "left out: template hill (simoom was built without GDAL)"
    continue
  fi
  run 0 new "a place/$template" --template $template
  for file in case.toml README.md; do
    has stdout "a place/$template/$file"
    [ -s "a place/$template/$file" ] || fail "no $file"
  done
  run 2 new "a place/$template" --template $template
  has stderr 'not an empty folder'
  run 0 check "a place/$template/case.toml"
  [ -s stdout ] || fail "nothing reported"
  run 0 run "a place/$template/case.toml" -o $template
  results $template
  ! grep -q "$(printf '\033')" stderr || fail "escape codes in a file"
  run 0 info $template/$template.nc
  matches stdout '[Dd]iv'
done

# The default is a town; a folder stands for the case in it; what README.md says works.
run 0 new town-2
run 0 run town-2 -o town-2/out
results town-2/out
(
  cd town-2 || exit 1
  grep '^    simoom \(check\|info\)' README.md | sed 's/#.*//' >commands
  [ "$(grep -c . commands)" -eq 2 ] || exit 1
  while read -r _ command; do
    # shellcheck disable=SC2086 # the words of the command
    "$program" $command >/dev/null || exit 1
  done <commands
) || fail "a command of README.md does not work"

# An example with its data, under another name, with files that it takes from another example; foreign data are named.
run 0 new --list
matches stdout '^  town  *Town on a slope'
matches stdout '^  forecast-members  *All members of a forecast \(needs data\)$'
# Those without the mark are ready to run: their files come with them.
ready=$(sed -n '/(needs data)$/d; s/^  \([^ ]*\).*/\1/p' stdout | tr '\n' ' ')
foreign=$(sed -n 's/^  \([^ ]*\).* (needs data)$/\1/p' stdout | tr '\n' ' ')
[ "$foreign" = 'askervein big-butte city-10km2 forecast-members oklahoma-city ' ] || fail "foreign data: $foreign"
cp stdout examples.txt
run 0 new --list --json
check_json stdout 'd["schema"] == "simoom.examples/1" and d["version"].count(".") == 2'
check_json stdout '[list(e) for e in d["examples"]] == [["name", "title", "needs_data"]] * len(open("examples.txt").readlines())'
check_json stdout '[e["name"] for e in d["examples"] if e["needs_data"]] == "'"$foreign"'".split()'
check_json stdout '[e["title"] for e in d["examples"] if e["name"] == "town"][0].startswith("Town on a slope")'
run 2 new town --list
has stderr '--list cannot be combined with DIR or --from'
while read -r example _; do
  run 0 new "examples/$example" --from "$example" -q
  for file in "$source_tree/cases/$example"/*; do
    [ -s "examples/$example/$(basename "$file")" ] || fail "$file was not copied"
  done
  case " $ready" in *" $example "*) ;; *) continue ;; esac
  if has_module gis; then run 0 check "examples/$example"; fi
done <examples.txt
run 0 new --from les
has stdout les/case.toml
run 0 new fire --from fire
has stdout fire/hydrogen.inp
run 0 check fire
run 0 new hill-of-scotland --from askervein
has stderr 'needs data that do not come with simoom'
has stderr 'simoom run hill-of-scotland/case.toml --data FOLDER -o out'
run 2 new x --from nowhere
has stderr 'simoom new --list'
run 2 new x --from town --template hill
has stderr 'cannot be combined'
run 2 new
has stderr 'DIR is missing'

# Earlier results are left alone unless one says so.
before=$(cksum <town/town.nc)
"$program" run "a place/town" -o town >stdout 2>stderr && fail "earlier results were replaced"
has stderr --overwrite
[ "$before" = "$(cksum <town/town.nc)" ] || fail "earlier results were touched"
run 0 run "a place/town" -o town --overwrite
results town

# Keys from the command line, precision, threads, silence.
run 0 run "a place/flat" -o fine --set 'domain.cell_size=["10 m", "10 m", "5 m"]' --precision f64 -t 1 -q
results fine
[ ! -s stderr ] || fail "something was said in spite of -q"

# Folders and files that cannot be used.
echo x >file
run 2 new file
"$program" new file/below >stdout 2>stderr && fail "a folder below a file"
has stderr file/below
"$program" run "a place/flat" -o file >stdout 2>stderr && fail "results into a file"

# A folder stands for its case.toml: said where it has other cases, and named where it is not there.
run 0 new several -q
cp several/case.toml several/other.toml
run 0 check several
has stderr 'several/case.toml: taken of the 2 .toml files of the folder'
rm several/case.toml
run 1 check several
has stderr 'help: did you mean several/other.toml?'
finish
