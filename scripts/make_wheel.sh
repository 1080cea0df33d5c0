#!/usr/bin/env bash
# A manylinux wheel of simoom: the Python package, the command, and the libraries that both need, GDAL built for it. The number
# of the tag, the oldest glibc, is measured. The wheel lies in build/wheel afterwards. Times in it are SOURCE_DATE_EPOCH.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/make_wheel.sh [--cuda] [--stage FOLDER]
  --cuda          with the CUDA back end; the wheel runs on machines without a GPU too
  --stage FOLDER  takes an installation of a shared build (-DBUILD_SHARED_LIBS=ON), and builds nothing
TEXT
}

cuda=OFF stage=
while [ $# -gt 0 ]; do
  case $1 in
    --cuda) cuda=ON ;;
    --stage) stage=${2:?} && shift ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done
command -v patchelf objdump >/dev/null || die "needs patchelf and binutils: apt-get install patchelf binutils"
[ -d /usr/share/eccodes/definitions ] || die "needs the tables of ecCodes: apt-get install libeccodes-data"
source_date
work=$root/build/wheel
if [ -z "$stage" ]; then
  rm -rf "$work"
  stage=$work/stage
  copy_sources "$work/src"
  logged wheel-configure cmake -S "$work/src" -B "$work/src/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DBUILD_SHARED_LIBS=ON -DSM_TESTS=OFF -DSM_CUDA=$cuda -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_PREFIX=/usr/local \
    -DCMAKE_C_FLAGS="-ffile-prefix-map=$work/src=." -DCMAKE_CXX_FLAGS="-ffile-prefix-map=$work/src=."
  logged wheel-build cmake --build "$work/src/build" -j "$(cores)" --target product
  DESTDIR=$work/dest logged wheel-install cmake --install "$work/src/build"
  mv "$work/dest/usr/local" "$stage"
fi
[ -f "$root/build/gdal/installed/share/proj/proj.db" ] || "$root/packaging/wheel/gdal.sh" "$root/build/gdal"
/usr/bin/python3 "$root/packaging/wheel/assemble.py" "$stage" "$root/build/gdal" "$root/python" "$work" "$(project_version)"
