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

# Optional libraries whose headers are missing, and an MPI compiler that does not work.
mkdir "$work/broken" "$work/bin"
for module in $modules; do
  printf 'Name: %s\nDescription: broken\nVersion: 9\nCflags: -I%s\nLibs: -lnowhere\n' "$module" \
    "$work/nowhere" >"$work/broken/$module.pc"
done
printf '#!/bin/sh\necho "Cannot open configuration file" >&2\nexit 1\n' >"$work/bin/mpicc"
chmod +x "$work/bin/mpicc"
configured "broken libraries" env PATH="$work/bin:$without" PKG_CONFIG_LIBDIR="$work/broken:$(
  pkg-config --variable pc_path pkg-config
)"
for part in $parts; do
  case $part in
    HDF5 | DEFLATE | ZLIB) ;; # asked for with NetCDF only
    *) said "Building without $part" ;;
  esac
done
configured "libraries mended" env PATH="$without"

if command -v nvcc >/dev/null && [ "$without" != "$PATH" ]; then
  configured "nvcc appears" env
  said "The CUDA compiler identification"
  configured "CUDAARCHS is set" env CUDAARCHS=90
  configured "CUDAARCHS is not set" env
  sed -i 's/^CMAKE_CUDA_ARCHITECTURES:.*/CMAKE_CUDA_ARCHITECTURES:STRING=/' "$work/build/CMakeCache.txt"
  configured "the cache has no architectures" env
  nvcc=$(command -v nvcc)
  grep -rlF "$nvcc" "$work/build/CMakeCache.txt" "$work/build"/CMakeFiles/*/CMakeCUDACompiler.cmake |
    xargs sed -i "s#$nvcc#$work/gone/nvcc#"
  configured "nvcc disappears" env PATH="$without"
  said "CUDA compiler - NOTFOUND"
else
  say "no nvcc in a folder of its own: its changes are not tried"
fi
[ $failed -eq 0 ] || die "$failed configurations went wrong"
say "configurations are good"
