#!/usr/bin/env bash
# Configures one build folder again and again as its machine changes: optional libraries that are there
# by half, nvcc that comes and goes, other values of CUDAARCHS. None of it may break the build.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# configured WHAT COMMAND...: the folder configures with this environment.
configured() {
  local what=$1
  shift
  "$@" cmake -S "$root" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release >"$work/log" 2>&1 && return
  tail -n 20 "$work/log" >&2
  say "$what: configuration fails"
  failed=$((failed + 1))
}

# said TEXT: the last configuration printed it.
said() {
  grep -qF -- "$1" "$work/log" && return
  say "the configuration does not say: $1"
  failed=$((failed + 1))
}

parts=$(sed -n 's/^ *sm_find_part(\([A-Z0-9]*\) .*/\1/p' "$root/cmake/parts.cmake")
modules=$(sed -n 's/^ *sm_find_part([A-Z0-9]* [^ ]* [^ ]* \(.*\))/\1/p' "$root/cmake/parts.cmake")
[ -n "$parts" ] || die "no sm_find_part in cmake/parts.cmake"

# A folder of commands in the place of PATH, without nvcc.
without=
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
  [ -x "$folder/nvcc" ] || without=$without${without:+:}$folder
done
unset CUDACXX CUDA_PATH CUDA_BIN_PATH CUDAARCHS

# Libraries whose headers are missing, and an MPI compiler that does not work.
mkdir "$work/broken" "$work/bin"
broken_package() { # MODULE FOLDER
  printf 'Name: %s
Description: broken
Version: 9
Cflags: -I%s
Libs: -lnowhere
' "$1" \
    "$work/nowhere" >"$2/$1.pc"
}
for module in $modules; do broken_package "$module" "$work/broken"; done
printf '#!/bin/sh\necho "Cannot open configuration file" >&2\nexit 1\n' >"$work/bin/mpicc"
chmod +x "$work/bin/mpicc"
configured "broken libraries" env PATH="$work/bin:$without" PKG_CONFIG_LIBDIR="$work/broken:$(
  pkg-config --variable pc_path pkg-config
)"
for part in $parts; do said "Building without $part"; done
configured "libraries mended" env PATH="$without"

# Required libraries whose headers are missing: the message names the package.
system_packages=$(pkg-config --variable pc_path pkg-config)
for package in libnetcdf-dev libhdf5-dev; do
  mkdir "$work/$package"
  case $package in libnetcdf-dev) modules=netcdf ;; *) modules="hdf5-serial hdf5" ;; esac
  for module in $modules; do broken_package "$module" "$work/$package"; done
  rm -rf "$work/build"
  if PKG_CONFIG_LIBDIR="$work/$package:$system_packages" PATH=$without \
    cmake -S "$root" -B "$work/build" -G Ninja >"$work/log" 2>&1; then
    say "configures without $package"
    failed=$((failed + 1))
  fi
  said "(Debian: $package)"
done
rm -rf "$work/build"
configured "libraries mended" env PATH="$without"

if command -v nvcc >/dev/null && [ "$without" != "$PATH" ]; then
  configured "nvcc appears" env
  said "The CUDA compiler identification"
  configured "CUDAARCHS is set" env CUDAARCHS=90
  configured "CUDAARCHS is not set" env
  for environment in -uCUDAARCHS CUDAARCHS=; do
    sed -i 's/^CMAKE_CUDA_ARCHITECTURES:.*/CMAKE_CUDA_ARCHITECTURES:STRING=/' "$work/build/CMakeCache.txt"
    configured "the cache has no architectures, $environment" env "$environment"
  done
  nvcc=$(command -v nvcc)
  grep -rlF "$nvcc" "$work/build/CMakeCache.txt" "$work/build"/CMakeFiles/*/CMakeCUDACompiler.cmake |
    xargs sed -i "s#$nvcc#$work/gone/nvcc#"
  configured "nvcc disappears" env PATH="$without"
  said "CUDA compiler - NOTFOUND"
  mkdir "$work/fake"
  printf '#!/bin/sh\necho "unsupported GNU version" >&2\nexit 1\n' >"$work/fake/nvcc"
  chmod +x "$work/fake/nvcc"
  configured "nvcc does not work" env PATH="$work/fake:$without"
  said "CUDA compiler - NOTFOUND"
  rm -rf "$work/build"
  configured "CUDAARCHS is empty in a new folder" env CUDAARCHS=
else
  say "no nvcc in a folder of its own: its changes are not tried"
fi
[ $failed -eq 0 ] || die "$failed configurations went wrong"
say "configurations are good"
