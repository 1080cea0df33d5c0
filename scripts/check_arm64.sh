#!/usr/bin/env bash
# Builds simoom for ARM64 by a cross compiler in a root of a Debian release, and runs the unit tests under qemu-user there.
# With PROGRAM, of this machine, also a small case by both, whose numbers are compared. Needs root, a network, mmdebstrap
# and qemu-user-static; takes long, so that it is no part of scripts/test.sh.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"

usage() {
  cat <<'TEXT'
usage: scripts/check_arm64.sh [--suite NAME] [PROGRAM]
  PROGRAM   simoom of this machine, whose numbers are compared with those of ARM64
  --suite   release of Debian; default bookworm
TEXT
}

suite=bookworm
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2 && shift 2 ;;
    -h | --help) usage && exit 0 ;;
    *) break ;;
  esac
done
[ $# -le 1 ] || { usage >&2 && exit 2; }
program=${1:+$(realpath "$1")}
need_roots
qemu=$(command -v qemu-aarch64-static) || die "needs qemu-aarch64-static: apt-get install qemu-user-static"

# Root with the cross compiler and the libraries of ARM64: kept, since they take some minutes.
folder=$root/build/roots/$suite-arm64
if ! inside "$folder" test -e /srv/complete 2>/dev/null; then
  say "packages of ARM64 in a root of $suite"
  fresh_root "$folder" "$suite"
  inside "$folder" dpkg --add-architecture arm64
  mapfile -t libraries < <("$root/scripts/install-deps.sh" --print | grep -- '-dev$\|^check$\|^plplot-driver')
  logged arm64-update inside_apt "$folder" update || die "no package lists of ARM64"
  logged arm64-packages inside_apt "$folder" install crossbuild-essential-arm64 cmake ninja-build pkg-config \
    fonts-dejavu-core python3 "${libraries[@]/%/:arm64}" || die "the libraries of ARM64 cannot be installed"
  touch "$folder/srv/complete"
fi
cp "$qemu" "$folder/usr/bin/"

tree=/srv/simoom
rm -rf "$folder$tree"
copy_sources "$folder$tree"
# cross COMMAND...: in the folder of the build, where pkg-config finds the libraries of ARM64.
cross() {
  inside "$folder" env PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig OMP_WAIT_POLICY=passive \
    sh -c "cd $tree/build && $*"
}
mkdir -p "$folder$tree/build"
say "compiles for ARM64"
logged arm64-configure cross cmake -S .. -B . -G Ninja -DCMAKE_BUILD_TYPE=Release -DSM_CUDA=OFF -DCMAKE_SYSTEM_NAME=Linux \
  -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CROSSCOMPILING_EMULATOR=/usr/bin/qemu-aarch64-static || die "cannot be configured"
tests=$(cross ctest -N -L unit | sed -n 's/.*: unit\.//p' | tr '\n' ' ')
[ -n "$tests" ] || die "no unit tests"
logged arm64-build cross cmake --build . -j "$(cores)" --target product "$tests" || die "does not compile"
say "unit tests under qemu-user"
logged arm64-tests cross ctest -j "$(cores)" -L unit --timeout 1200 || status=$?
grep -E '^ *[0-9]+/[0-9]+ .*(Skipped|\*\*\*)' "$logs/arm64-tests.log" || true
grep -E 'tests passed' "$logs/arm64-tests.log"

if [ -n "$program" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  for case in plume town; do
    "$program" new "$work/$case" --from "$case" -q >/dev/null
    cp -r "$work/$case" "$folder/srv/"
    "$program" run "$work/$case" -o "$work/out-$case" --overwrite -q >/dev/null
    cross qemu-aarch64-static ./simoom run "/srv/$case" -o "/srv/out-$case" --overwrite -q
    /usr/bin/python3 "$root/packaging/same_values.py" "$folder/srv/out-$case" "$work/out-$case"
  done
fi
