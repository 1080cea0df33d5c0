#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that simoom is built from. Touches nothing, and needs
# neither rights nor a network, when they are all there.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
usage: scripts/install-deps.sh [--minimal] [--test] [--print]
  --minimal  without GDAL (maps), ecCodes (GRIB), muParser (expressions), PLplot (pictures), libyaml
             (Cantera's mechanisms), expat (cases of QES-Winds), KISS FFT (direct Poisson solver), Open MPI (several processes) and libmicrohttpd (simoom serve, the server of simoom view)
  --test     also what the tests compare with
  --print    only print the names of the packages
TEXT
}

minimal=false test=false print=false
for argument in "$@"; do
  case $argument in
    --minimal) minimal=true ;;
    --test) test=true ;;
    --print) print=true ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done

packages=(build-essential cmake ninja-build pkg-config libtomlplusplus-dev libudunits2-dev
  libnetcdf-dev libhdf5-dev zlib1g-dev libdeflate-dev check)
$minimal || packages+=(libgdal-dev libeccodes-dev libmuparser-dev libplplot-dev libpng-dev plplot-driver-cairo fonts-dejavu-core
  libyaml-dev libexpat1-dev libkissfft-dev libmicrohttpd-dev libopenmpi-dev openmpi-bin)
! $test || packages+=(netcdf-bin python3 python3-netcdf4 python3-xarray python3-matplotlib clang-format mandoc mypy
  mkdocs mkdocs-material)
! $test || $minimal || packages+=(gdal-bin libeccodes-tools)

if $print; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi
if ! command -v dpkg-query apt-get >/dev/null; then
  say "no apt-get here; install what these Debian packages hold in your system's own way:"
  say "${packages[*]}"
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true) in
    *' ok installed') ;;
    *) missing+=("$package") ;;
  esac
done
if [ ${#missing[@]} -eq 0 ]; then
  say "all ${#packages[@]} packages are there"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    die "not root and no sudo; as root, run: apt-get install --no-install-recommends ${missing[*]}"
  as_root=(sudo)
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q)
say "installing ${missing[*]}"
logged apt-update "${apt[@]}" update || say "going on with the package lists that are there"
logged apt-install "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
  die "could not install: ${missing[*]}"
say "installed ${#missing[@]} packages"
