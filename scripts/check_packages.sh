#!/usr/bin/env bash
# Installs the packages in clean roots without a compiler and goes from there to a picture: Debian packages in a root of a
# Debian release, the wheel in an environment of its own in that root. The numbers must be those of a build from source,
# bit for bit. Needs root, a network, and mmdebstrap; takes minutes, so that it is no part of scripts/test.sh.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/check_packages.sh [--suite NAME] [--mirror URL] PROGRAM [deb] [wheel]
  PROGRAM   simoom as built from source, whose numbers the packages must have
  deb       build/deb/*.deb of scripts/make_deb.sh
  wheel     build/wheel/*.whl of scripts/make_wheel.sh
  --suite   release of Debian, or of Ubuntu with its mirror; default bookworm
  --mirror  source of the packages; default that of mmdebstrap
TEXT
}

suite=bookworm mirror=() components=main
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2 && shift 2 ;;
    --mirror) mirror=("$2") && components="main universe" && shift 2 ;;
    -h | --help) usage && exit 0 ;;
    *) break ;;
  esac
done
[ $# -ge 2 ] || { usage >&2 && exit 2; }
program=$(realpath "$1")
shift
[ "$(id -u)" -eq 0 ] || die "needs root, for chroot"
command -v mmdebstrap >/dev/null || die "needs mmdebstrap: apt-get install mmdebstrap"

clean=$root/build/roots/$suite.tar
mkdir -p "$(dirname "$clean")"
[ -s "$clean" ] || logged "root-$suite" mmdebstrap --variant=minbase --dpkgopt=force-unsafe-io --components="$components" \
  "$suite" "$clean" "${mirror[@]}" || die "no root of $suite"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# inside COMMAND...: runs it in the root, with mounts that end with it.
inside() {
  unshare --mount --fork bash -c 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" &&
    exec chroot "$0" env -i HOME=/srv LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' \
    "$work/clean" "$@"
}

# fresh: a new root, with package lists and without a compiler.
fresh() {
  rm -rf "$work/clean"
  mkdir -p "$work/clean"
  tar -C "$work/clean" --exclude='./dev/*' -xf "$clean"
  cp /etc/resolv.conf "$work/clean/etc/"
  mkdir -p "$work/clean/srv"
  logged "$1-update" inside apt-get -q -o Dpkg::Options::=--force-unsafe-io update
  ! inside sh -c 'command -v cc gcc c++' || die "the root of $suite has a compiler"
}

# pictures NAME COMMAND...: template and example, run and plotted by the command in the root; values as of $program.
pictures() {
  local name=$1 case
  shift
  inside sh -c "cd /srv && $* new town -q && $* run town -o out -q && $* plot out/town.nc --height '4 m' -o town.png" \
    >"$work/log" 2>&1 || { cat "$work/log" && die "$name: no picture"; }
  [ -s "$work/clean/srv/town.png" ] || die "$name: no picture"
  say "$name: $((SECONDS - started)) s from package to picture"
  for case in plume "${maps[@]}"; do
    inside sh -c "cd /srv && $* new example-$case --from $case -q >files && $* run example-$case -o out-$case -q" \
      >"$work/log" 2>&1 || { cat "$work/log" && die "$name: $case does not run"; }
    "$program" run "$work/clean/srv/example-$case" -o "$work/source-$case" --overwrite -q >/dev/null
    /usr/bin/python3 "$root/packaging/same_values.py" "$work/clean/srv/out-$case" "$work/source-$case"
  done
}

for what in "$@"; do
  say "$what in $suite"
  fresh "$what"
  started=$SECONDS
  case $what in
    deb)
      maps=(town)
      cp "$root"/build/deb/*.deb "$work/clean/srv/"
      logged deb-install inside sh -c 'apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io install /srv/*.deb' ||
        die "the packages cannot be installed in $suite"
      pictures deb simoom
      inside sh -c 'cd /srv && python3 -c "import simoom; print(simoom.Case(\"town\").run().summary[\"cells\"])"' ||
        die "no run from Python"
      for file in /usr/share/man/man1/simoom-run.1.gz /usr/share/doc/simoom/html/index.html \
        /usr/share/doc/simoom/docs/notebook.ipynb /usr/share/doc/simoom/copyright \
        /usr/share/bash-completion/completions/simoom; do
        inside test -s "$file" || die "$file is not there"
      done
      ;;
    wheel)
      maps=()
      logged wheel-python inside apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io install python3-venv \
        python3-numpy || die "no Python in $suite"
      ! inside sh -c 'command -v cc gcc c++' || die "the root of $suite has a compiler"
      cp "$root"/build/wheel/*.whl "$work/clean/srv/"
      started=$SECONDS
      logged wheel-install inside sh -c 'python3 -m venv --system-site-packages /srv/venv &&
        /srv/venv/bin/pip install --no-index /srv/*.whl' || die "the wheel cannot be installed in $suite"
      pictures wheel /srv/venv/bin/simoom
      inside sh -c 'cd /srv && venv/bin/python -m simoom --version && venv/bin/python -c "import simoom
print(simoom.Case(\"town\").run().summary[\"cells\"])"' || die "no run from Python"
      ;;
    *) usage >&2 && exit 2 ;;
  esac
done
say "the packages are complete, and their numbers are those of $program"
