#!/usr/bin/env bash
# Debian packages of simoom: simoom, libsimoomX.Y, libsimoom-dev, python3-simoom, simoom-doc. Made with debhelper
# from packaging/debian in a copy of the sources; they lie in build/deb afterwards. Two builds are equal byte for byte.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/make_deb.sh [--cuda] [--stage FOLDER | --sources]
  --cuda     with the CUDA back end (nvcc is not in Debian's main section, so it is left out by default)
  --stage    takes an installation of a shared build (-DBUILD_SHARED_LIBS=ON) with Debian's folders, and compiles
             nothing: to try the packaging
  --sources  only the tree that dpkg-buildpackage takes
Environment: SIMOOM_MAINTAINER, "Name <address>" for the field Maintainer; SOURCE_DATE_EPOCH, by default the time of
the last commit.
TEXT
}

export SIMOOM_CUDA=OFF
sources_only=false
while [ $# -gt 0 ]; do
  case $1 in
    --cuda) SIMOOM_CUDA=ON ;;
    --stage) SIMOOM_STAGE=$(realpath "$2") && export SIMOOM_STAGE && shift ;;
    --sources) sources_only=true ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
cd "$root"
version=$(project_version)
so=${version%.*}
source_date
tree=$root/build/deb/simoom-$version
maintainer=${SIMOOM_MAINTAINER:-simoom authors <simoom@packages.debian.org>}
rm -rf "$root/build/deb"
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

command -v dpkg-buildpackage dh >/dev/null || die "needs dpkg-dev and debhelper: apt-get install dpkg-dev debhelper dh-python"
cd "$tree"
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-parallel=$(cores)}" logged make-deb dpkg-buildpackage -b -us -uc ||
  die "the packages cannot be built"
rm -f "$root"/build/deb/*.buildinfo "$root"/build/deb/*.changes
ls -l "$root"/build/deb/*.deb
