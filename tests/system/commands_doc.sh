# docs/commands.md shows the help of every command as the program prints it.
#
#   sh commands_doc.sh PROGRAM SOURCE update    writes it anew
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
page=$source_tree/docs/commands.md

# A line "<!-- simoom help run -->" is followed by a fenced block with the help.
"$program" help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' >commands
while read -r command; do
  grep -qF "<!-- simoom help $command -->" "$page" || fail "docs/commands.md lacks $command"
done <commands
awk -v program="$program" '
  inside && /^```$/ { inside = 0 }
  !inside { print }
  /^<!-- simoom help [a-z-]+ -->$/ { command = $4; wait = 1 }
  wait && /^```text$/ { wait = 0; inside = 1; fflush(); system("\"" program "\" help " command) }
' "$page" >page
if [ "${3:-}" = update ]; then
  cp page "$page"
else
  diff -u "$page" page || fail "docs/commands.md is not what the program prints; update it with:
  sh tests/system/commands_doc.sh PROGRAM . update"
fi
finish
