# The documentation site: every page is named by docs/index.md, every link leads somewhere.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

command -v mkdocs >tools || skip "no mkdocs here"
python3=/usr/bin/python3
[ -x $python3 ] || python3=python3
$python3 "$source_tree/scripts/make_site.py" site >stdout 2>stderr || fail "the site cannot be made"
[ ! -s stderr ] || fail "MkDocs complains"
[ -s site/cases/town.html ] || fail "no page of a case"
finish
