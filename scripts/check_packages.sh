#!/usr/bin/env bash
# Installs the packages in clean roots without a compiler and goes from there to a picture: Debian packages in a root of a
# Debian release, the wheel in an environment of its own in that root. The numbers must be those of a build from source,
# bit for bit. Needs root, a network, and mmdebstrap; takes minutes, so that it is no part of scripts/test.sh. What was
# tried and measured goes to bench/results/packages/roots.json.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"

usage() {
  cat <<'TEXT'
usage: scripts/check_packages.sh [--suite NAME] [--mirror URL] PROGRAM [deb] [wheel] [container]
  PROGRAM   simoom as built from source, whose numbers the packages must have
  deb       the packages of scripts/make_deb.sh: of build/deb-NAME where --suite made them, else of build/deb
  wheel     build/wheel/*.whl of scripts/make_wheel.sh
  container the image of packaging/Containerfile, built here; its suite is bookworm
  --suite   release of Debian, or of Ubuntu with its mirror; default bookworm
  --mirror  source of the packages; default that of mmdebstrap
TEXT
}

suite=bookworm mirror=
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2 && shift 2 ;;
    --mirror) mirror=$2 && shift 2 ;;
    -h | --help) usage && exit 0 ;;
    *) break ;;
  esac
done
[ $# -ge 2 ] || { usage >&2 && exit 2; }
program=$(realpath "$1")
shift
need_roots
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clean=$work/clean

# processor_time: sets `used` to the processor time of all children so far, in seconds.
processor_time() {
  times >"$work/times"
  used=$(awk 'NR == 2 { gsub(/s/, ""); split($1 "m" $2, t, "m"); print 60 * (t[1] + t[3]) + t[2] + t[4] }' "$work/times")
}

# start: from now on `installed` and `processor` count, for record.
start() {
  started=$SECONDS
  processor_time
  used_before=$used
}

# stop_installing, stop_drawing: ends of the two parts of the way from package to picture.
stop_installing() { installed=$((SECONDS - started)) && started=$SECONDS; }
stop_drawing() {
  picture=$((SECONDS - started))
  processor_time
  processor=$(awk -v a="$used_before" -v b="$used" 'BEGIN { printf "%.0f", b - a }')
}

# command_line TEXT: a command line in the folder /srv of the root.
command_line() { inside "$clean" sh -c "cd /srv && $1" >"$work/log" 2>&1 || { cat "$work/log" && die "fails: $1"; }; }

# pictures NAME COMMAND...: a template, run and plotted by the command in the root; the values of an example.
pictures() {
  local name=$1
  shift
  command_line "$* new town -q && $* run town -o out -q && $* plot out/town.nc --height '4 m' -o town.png"
  [ -s "$clean/srv/town.png" ] || die "$name: no picture"
  stop_drawing
  say "$name: $((installed + picture)) s from package to picture, processor time $processor s"
  example plume "$@"
  values plume
}

# example CASE COMMAND...: an example, run by the command in the root.
example() { command_line "${*:2} new example-$1 --from $1 -q && ${*:2} run example-$1 -o out-$1 -q"; }

# values CASE: it has the values of $program.
values() {
  "$program" run "$clean/srv/example-$1" -o "$work/source-$1" --overwrite -q >"$work/log" 2>&1 ||
    { cat "$work/log" && die "$1 does not run from source"; }
  /usr/bin/python3 "$root/packaging/same_values.py" "$clean/srv/out-$1" "$work/source-$1" | tee "$work/values"
}

# record WHAT LOG FILE...: the row of this suite and package in bench/results/packages/roots.json.
record() {
  python3 - "$root/bench/results/packages/roots.json" "$suite" "$installed" "$picture" "$processor" "$work/values" \
    "$(inside "$clean" getconf GNU_LIBC_VERSION)" "$@" <<'PYTHON'
import json, os, pathlib, re, sys
path, suite, installed, picture, processor, values, glibc, what, log, *files = sys.argv[1:]
path, log = pathlib.Path(path), pathlib.Path(log).read_text()
first = lambda pattern: (re.findall(pattern, log) or [None])[0]
row = {"suite": suite, "what": what, "install_s": int(installed), "picture_s": int(picture), "processor_s": int(processor),
       "package_MB": round(sum(os.path.getsize(f) for f in files) / 1e6, 1), "glibc": glibc.split()[1],
       "same_values": sum(int(n) for n in re.findall(r"same values: (\d+)", pathlib.Path(values).read_text()))}
if fetched := re.findall(r"Fetched ([0-9.,]+) (k?M?)B in (?:(\d+)min )?(\d+)s", log):
    number, unit, minutes, seconds = fetched[0]
    row["fetched_MB"] = float(number.replace(",", "")) / (1 if unit == "M" else 1000)
    row["fetch_s"] = int(minutes or 0) * 60 + int(seconds)
    row["installed_packages"] = int(first(r"(\d+) newly installed"))
rows = json.loads(path.read_text()) if path.exists() else []
rows = [r for r in rows if (r["suite"], r["what"]) != (suite, what)] + [row]
rows.sort(key=lambda r: (r["suite"], r["what"]))
path.parent.mkdir(exist_ok=True)
path.write_text("[\n" + ",\n".join(" " + json.dumps(r) for r in rows) + "\n]\n")
PYTHON
}

# The command and its library without what they recommend, then that: maps and GRIB; then documentation and Python.
check_deb() {
  local packages=$root/build/deb file
  [ ! -d "$packages-$suite" ] || packages=$packages-$suite
  cp "$packages"/*.deb "$clean/srv/" || die "no packages: scripts/make_deb.sh makes them"
  start
  logged deb-install inside_apt "$clean" install "/srv/simoom_*.deb /srv/libsimoom[0-9]*.deb" ||
    die "the packages cannot be installed in $suite"
  stop_installing
  pictures deb simoom
  record deb "$logs/deb-install.log" "$packages"/simoom_*.deb "$packages"/libsimoom[0-9]*.deb
  ! inside "$clean" sh -c "cd /srv && simoom new maps --from town -q && simoom run maps -o out-maps" >"$work/log" 2>&1 ||
    die "cases/town ran without GDAL"
  grep -q 'module of GDAL.*cannot be loaded: libgdal' "$work/log" || { cat "$work/log" && die "it is not said that GDAL is missing"; }

  start
  logged deb-recommends inside_apt "$clean" install "\$(dpkg-query -W -f '\${Recommends}' 'libsimoom[0-9]*' | sed 's/([^)]*)//g; s/,//g')" ||
    die "what the packages recommend cannot be installed in $suite"
  stop_installing
  example town simoom
  command_line "simoom plot out-town/town.nc -o map.png && test -s map.png"
  stop_drawing
  values town
  record deb-maps "$logs/deb-recommends.log"

  logged deb-others inside_apt "$clean" install "/srv/simoom-doc_*.deb /srv/python3-simoom_*.deb" ||
    die "simoom-doc and python3-simoom cannot be installed in $suite"
  without_compiler "$clean"
  command_line 'python3 -c "import simoom; print(simoom.Case(\"town\").run().summary[\"cells\"])"'
  for file in /usr/share/man/man1/simoom-run.1.gz /usr/share/doc/simoom/html/index.html \
    /usr/share/doc/simoom/docs/notebook.ipynb /usr/share/doc/simoom/copyright \
    /usr/share/bash-completion/completions/simoom; do
    inside "$clean" test -s "$file" || die "$file is not there"
  done
}

# grib COMMAND: a weather file in GRIB is read and gives a wind.
grib() {
  command -v grib_set >/dev/null || die "needs grib_set: apt-get install libeccodes-tools"
  local level part
  for level in 10 200; do
    for part in u v; do
      grib_set -d 5 -s "latitudeOfFirstGridPointInDegrees=48.5,latitudeOfLastGridPointInDegrees=45.5,longitudeOfFirstGridPointInDegrees=7.25,longitudeOfLastGridPointInDegrees=8.75,iDirectionIncrementInDegrees=0.1,jDirectionIncrementInDegrees=0.1,dataDate=20260501,dataTime=0600,shortName=$part,typeOfLevel=heightAboveGround,level=$level" \
        "$(codes_info -s)/regular_ll_sfc_grib2.tmpl" "$work/one.grib"
      cat "$work/one.grib" >>"$clean/srv/weather.grib"
    done
  done
  printf '%s\n' '[domain]' 'center = [47.0, 8.0]' 'size = [2000, 2000]' 'cell_size = [100, 100, 20]' 'height = 300' \
    '[weather.model]' 'file = "weather.grib"' >"$clean/srv/grib.toml"
  command_line "$1 run grib.toml -o out-grib"
}

check_wheel() {
  logged wheel-python inside_apt "$clean" install python3-venv python3-numpy || die "no Python in $suite"
  without_compiler "$clean"
  cp "$root"/build/wheel/*.whl "$clean/srv/" || die "no wheel: scripts/make_wheel.sh makes it"
  start
  logged wheel-install inside "$clean" sh -c 'python3 -m venv --system-site-packages /srv/venv &&
    /srv/venv/bin/pip install --no-index /srv/*.whl' || die "the wheel cannot be installed in $suite"
  stop_installing
  pictures wheel /srv/venv/bin/simoom
  example town /srv/venv/bin/simoom
  values town
  grib /srv/venv/bin/simoom
  command_line 'venv/bin/python -m simoom --version && venv/bin/python -c "import simoom
print(simoom.Case(\"town\").run().summary[\"cells\"])"'
  record wheel "$logs/wheel-install.log" "$root"/build/wheel/*.whl
}

# The image, whose files are then the root. Its base is made by mmdebstrap where there is no registry of images.
check_container() {
  local base=docker.io/library/debian:bookworm-slim image=simoom-check mounted
  command -v podman >/dev/null || die "needs podman: apt-get install podman"
  podman image exists "$base" || logged container-pull podman pull "$base" ||
    logged container-import podman import "$root/build/roots/bookworm.tar" "$base" || die "no base of the image"
  logged container-build podman build --isolation chroot -f "$root/packaging/Containerfile" -t "$image" "$root" ||
    die "the image cannot be built"
  [ "$(podman image inspect -f '{{.Config.Entrypoint}} {{.Config.WorkingDir}}' "$image")" = "[simoom] /data" ] ||
    die "the image does not start simoom in /data"
  rm -rf "$clean"
  mounted=$(podman image mount "$image")
  cp -a "$mounted" "$clean"
  podman image unmount "$image" >/dev/null
  without_compiler "$clean"
  podman save "$image" | gzip -1 >"$work/image.tar.gz"
  start
  stop_installing # nothing: the image has it
  pictures container simoom
  example town simoom
  values town
  command_line 'python3 -c "import simoom; print(simoom.Case(\"town\").run().summary[\"cells\"])"'
  command_line "env $(podman image inspect -f '{{range .Config.Env}}{{.}} {{end}}' "$image") simoom run town -o two --ranks 2"
  record container /dev/null "$work/image.tar.gz"
}

for what in "$@"; do
  case $what in
    deb | wheel | container) ;;
    *) usage >&2 && exit 2 ;;
  esac
  say "$what in $suite"
  fresh_root "$clean" "$suite" "$mirror"
  "check_$what"
done
say "the packages are complete, and their numbers are those of $program"
