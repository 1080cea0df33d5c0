#!/bin/sh
# Rebuilds web/dist, which is committed, from web/src: view.html (simoom view), desk.html (simoom view --release), math.js and math.css (equations of the
# documentation site, by KaTeX). Needs Node 18 or later with npm; what it fetches goes to
# build/web, which is not committed. Users of simoom never need it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
place=${1:-$here/../build/web}
mkdir -p "$place" "$here/dist"
if [ ! -d "$place/node_modules" ] || ! cmp -s "$here/package.json" "$place/package.json"; then
  rm -rf "$place/node_modules"
  cp "$here/package.json" "$place/package.json"
  (cd "$place" && npm install --no-package-lock --no-audit --no-fund --loglevel=error) || { rm "$place/package.json"; exit 1; }
fi
node "$here/build.mjs" "$(cd "$place" && pwd)/node_modules"
wc -c "$here"/dist/*
