#!/usr/bin/env bash
# GDAL and PROJ for the wheel, from the sources of this Debian release: PROJ without network, inside of libgdal.so; GDAL with
# the formats of maps that need no further library than GEOS, SQLite, Expat and Zstandard, none of them under the GPL. The GDAL of
# Debian itself is linked with Poppler (GPL) and some 100 libraries.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"

[ $# -eq 1 ] || die "usage: packaging/wheel/gdal.sh FOLDER"
mkdir -p "$1"
work=$(cd "$1" && pwd)
export CFLAGS="-ffile-prefix-map=$work=." CXXFLAGS="-ffile-prefix-map=$work=."

# Source packages need lists of their own, beside those of the system.
sources() {
  local option=(-o "Dir::Etc::sourcelist=$work/apt/sources.list" -o Dir::Etc::sourceparts=-
    -o "Dir::State::lists=$work/apt/lists")
  mkdir -p "$work/apt/lists/partial"
  if [ -e /etc/apt/sources.list.d/debian.sources ]; then
    option[1]=Dir::Etc::sourcelist=$work/apt/debian.sources
    sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$work/apt/debian.sources"
  else
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$work/apt/sources.list"
  fi
  logged gdal-lists apt-get "${option[@]}" update
  (cd "$work" && logged gdal-sources apt-get "${option[@]}" source --download-only gdal proj)
  for name in gdal proj; do
    rm -rf "${work:?}/$name"
    logged "$name-unpack" dpkg-source --no-check -x "$work/$name"_*.dsc "$work/$name"
  done
}

# build NAME OPTION...: configures, builds and installs. No path of this machine in the libraries: a prefix of its own for all,
# and no run path.
build() {
  local name=$1
  shift
  logged "$name-configure" cmake -S "$work/$name" -B "$work/$name/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX=/usr/local -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_SKIP_RPATH=ON \
    -DBUILD_TESTING=OFF -DBUILD_APPS=OFF "$@"
  logged "$name-build" cmake --build "$work/$name/build" -j "$(cores)"
  DESTDIR=$work/dest logged "$name-install" cmake --install "$work/$name/build"
  ln -sfn dest/usr/local "$work/installed"
}

sources
build proj -DBUILD_SHARED_LIBS=OFF -DENABLE_CURL=OFF -DENABLE_TIFF=OFF -DBUILD_PROJSYNC=OFF -DNLOHMANN_JSON_ORIGIN=internal \
  -DPROJ_LIB_ENV_VAR_TRIED_LAST=ON # a proj.db of another version, which PROJ_DATA may name, is no help
formats=()
for raster in AAIGRID DTED GSG HFA PNG RAW SRTMHGT USGSDEM XYZ ZMAP; do formats+=("-DGDAL_ENABLE_DRIVER_$raster=ON"); done
for vector in CSV DXF FLATGEOBUF GML GPKG GPX KML OPENFILEGDB OSM SQLITE; do formats+=("-DOGR_ENABLE_DRIVER_$vector=ON"); done
libraries=()
for library in EXPAT GEOS PROJ SQLITE3 ZSTD; do libraries+=("-DGDAL_USE_$library=ON"); done
build gdal -DBUILD_SHARED_LIBS=ON -DGDAL_USE_EXTERNAL_LIBS=OFF -DGDAL_USE_INTERNAL_LIBS=ON -DGDAL_BUILD_OPTIONAL_DRIVERS=OFF \
  -DOGR_BUILD_OPTIONAL_DRIVERS=OFF -DBUILD_PYTHON_BINDINGS=OFF -DBUILD_JAVA_BINDINGS=OFF -DBUILD_CSHARP_BINDINGS=OFF \
  -DPROJ_DIR="$work/installed/lib/cmake/proj" -DPROJ_INCLUDE_DIR="$work/installed/include" \
  -DPROJ_LIBRARY_RELEASE="$work/installed/lib/libproj.a" -DCMAKE_PREFIX_PATH="$work/installed" "${formats[@]}" "${libraries[@]}"
