# The documentation site: every page is named by docs/index.md, every link leads somewhere.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# Every path of the source tree that a page names is there.
grep -ohE '`(src|tests|scripts|include|cli|bench|validation|python|web)/[A-Za-z0-9_./-]+`' "$source_tree"/*.md "$source_tree"/docs/*.md \
  "$source_tree"/docs/theory/*.md "$source_tree"/cases/*/README.md "$source_tree"/bench/README.md "$source_tree"/validation/README.md |
  tr -d '`' | sort -u >paths
while read -r path; do
  [ -e "$source_tree/$path" ] || fail "a page names $path, which is not there"
done <paths

# What web/dist redistributes has its licences with it.
for file in view.html math.js math.css; do
  has "$source_tree/web/dist/$file" 'Permission is hereby granted, free of charge'
done
has "$source_tree/web/dist/math.css" 'SIL OPEN FONT LICENSE Version 1.1'
has "$source_tree/web/dist/math.css" 'Design Science, Inc.'

command -v mkdocs >tools || skip "no mkdocs here"
python3=/usr/bin/python3
[ -x $python3 ] || python3=python3
$python3 "$source_tree/scripts/make_site.py" site >stdout 2>stderr || fail "the site cannot be made"
[ ! -s stderr ] || fail "MkDocs complains"
[ -s site/cases/town.html ] || fail "no page of a case"
for readme in "$source_tree"/cases/*/README.md; do
  name=$(basename "$(dirname "$readme")")
  has "site/cases/$name.html" '<img'
  has "site/cases/$name.html" 'simoom run'
done

# The gallery has a picture of every case, with a link and commands.
for readme in "$source_tree"/cases/*/README.md; do
  name=$(basename "$(dirname "$readme")")
  has site/cases/gallery.html "<a href=\"$name.html\"><img src=\"../images/"
  has site/cases/gallery.html "simoom new --from $name"
done
[ "$(grep -c '^simoom plot ' site/cases/gallery.html)" -eq "$(ls "$source_tree"/cases/*/README.md | wc -l)" ] ||
  fail "a picture of the gallery has no command"
grep -o 'img src="../images/[^"]*"' site/cases/gallery.html | sed 's/.*images.//; s/"$//' >pictures
while read -r picture; do [ -s "site/images/$picture" ] || fail "the gallery shows $picture, which is not there"; done <pictures
has site/cases/gallery.html 'simoom run prism/island.toml -o out'
has site/cases/gallery.html 'simoom run askervein --data FOLDER -o out'
has site/cases/gallery.html 'simoom run oklahoma-city/inflow-turbulence.toml --data FOLDER -o out'
has site/cases/gallery.html 'simoom run forecast-members --data FOLDER -o first-hour --set weather.end='
has site/cases/gallery.html 'simoom run city-10km2 --data FOLDER -o coarse --set '

# Every equation is valid TeX and typeset by the page's own script; none is left as text.
if command -v node >/dev/null; then
  node "$source_tree/tests/system/check_equations.mjs" site >stdout 2>stderr || fail "an equation cannot be typeset"
  cat stdout
fi

# Searched as files, in a browser: the field is there, and finds.
if command -v chromium >/dev/null; then
  sed 's#</body>#<script>addEventListener("load", () => { const i = document.querySelector(".simoom-search input");\
    i.focus(); i.value = "saltation"; setTimeout(() => i.dispatchEvent(new Event("input")), 1500); });</script></body>#' \
    site/cases/town.html >site/cases/tried.html
  timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
    --virtual-time-budget=6000 --dump-dom "file://$work/site/cases/tried.html" >dom 2>stderr
  has dom "href=\"file://$work/site/theory/particles.html\""
fi
finish
