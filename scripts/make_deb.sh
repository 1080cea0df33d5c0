#!/usr/bin/env bash
# Debian packages of simoom: simoom, libsimoomX.Y, libsimoom-dev, python3-simoom, simoom-doc. Made with debhelper
# from packaging/debian in a copy of the sources; they lie in build/deb afterwards. Times in them are SOURCE_DATE_EPOCH.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"

usage() {
  cat <<'TEXT'
usage: scripts/make_deb.sh [--suite NAME | --cuda] [--stage FOLDER | --sources]
  --suite    for another release of Debian, in a root of it with what it builds from: build/deb-NAME/*.deb; as root, with
             mmdebstrap
  --cuda     with the CUDA back end (nvcc is not in Debian's main section, so it is left out by default)
  --stage    takes an installation of a shared build (-DBUILD_SHARED_LIBS=ON) with Debian's folders, and compiles
             nothing: to try the packaging
  --sources  only the tree that dpkg-buildpackage takes
Environment: SIMOOM_MAINTAINER, "Name <address>" for the field Maintainer; SOURCE_DATE_EPOCH, by default the time of
the last commit.
TEXT
}

export SIMOOM_CUDA=OFF
sources_only=false suite=
while [ $# -gt 0 ]; do
  case $1 in
    --cuda) SIMOOM_CUDA=ON ;;
    --suite) suite=${2:?} && shift ;;
    --stage) SIMOOM_STAGE=$(realpath "$2") && export SIMOOM_STAGE && shift ;;
    --sources) sources_only=true ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
if [ -n "$suite" ]; then
  need_roots
  [ "$SIMOOM_CUDA${SIMOOM_STAGE:-}" = OFF ] || die "--suite takes neither --cuda, since no root has nvcc, nor --stage"
fi
cd "$root"
version=$(project_version)
so=${version%.*}
source_date
out=$root/build/deb${suite:+-$suite}
tree=$out/simoom-$version
maintainer=${SIMOOM_MAINTAINER:-simoom authors <simoom@packages.debian.org>}
rm -rf "$out"
copy_sources "$tree"

cp -r packaging/debian "$tree/debian"
sed "s|@SO@|$so|g; s|@MAINTAINER@|$maintainer|" packaging/debian/control.in >"$tree/debian/control"
rm "$tree/debian/control.in"
for file in "$tree/debian"/libsimoom.*; do mv "$file" "$tree/debian/libsimoom$so.${file##*/libsimoom.}"; done
cat >"$tree/debian/changelog" <<TEXT
simoom ($version) unstable; urgency=medium

  * Version $version. CHANGELOG.md lists what changed.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT
find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
! $sources_only || exit 0

options="noautodbgsym ${DEB_BUILD_OPTIONS:-parallel=$(cores)}"
if [ -n "$suite" ]; then
  folder=$root/build/roots/$suite-build
  say "root of $suite with what the packages are built from"
  fresh_root "$folder" "$suite"
  cp -a "$tree" "$folder/srv/"
  { logged "make-deb-$suite-dpkg" inside_apt "$folder" install dpkg-dev &&
    logged "make-deb-$suite-packages" inside_apt "$folder" build-dep "/srv/simoom-$version"; } || die "no packages to build from"
  say "compiles in it"
  logged "make-deb-$suite" inside "$folder" sh -c "cd /srv/simoom-$version && DEB_BUILD_OPTIONS='$options' dpkg-buildpackage -b -us -uc" ||
    die "the packages cannot be built in $suite"
  cp "$folder"/srv/*.deb "$out/"
  rm -rf "$folder"
else
  command -v dpkg-buildpackage dh >/dev/null || die "needs dpkg-dev and debhelper: apt-get install dpkg-dev debhelper dh-python"
  cd "$tree"
  DEB_BUILD_OPTIONS=$options logged make-deb dpkg-buildpackage -b -us -uc || die "the packages cannot be built"
  rm -f "$out"/*.buildinfo "$out"/*.changes
fi
ls -l "$out"/*.deb
