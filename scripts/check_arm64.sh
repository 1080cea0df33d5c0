#!/usr/bin/env bash
# Builds simoom for ARM64 by a cross compiler in a root of a Debian release, and runs the unit tests under qemu-user there.
# With PROGRAM, of this machine, also a small case by both, whose numbers are compared. What ran goes to
# bench/results/packages/arm64.json. Needs root, a network, mmdebstrap and qemu-user-static; takes long, so that it is no
# part of scripts/test.sh.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. "$(dirname "${BASH_SOURCE[0]}")/roots.sh"

usage() {
  cat <<'TEXT'
usage: scripts/check_arm64.sh [--suite NAME] [--limit SECONDS] [PROGRAM]
  PROGRAM   simoom of this machine, whose numbers are compared with those of ARM64
  --suite   release of Debian; default bookworm
  --limit   of a unit test under emulation, 30 to 80 times slower; default 120. Those that need more are listed.
TEXT
}

suite=bookworm limit=120
while [ $# -gt 0 ]; do
  case $1 in
    --suite) suite=$2 && shift 2 ;;
    --limit) limit=$2 && shift 2 ;;
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

# The folder of the build is kept as well.
tree=/srv/simoom build=/srv/build
rm -rf "$folder$tree"
copy_sources "$folder$tree"
# cross COMMAND...: in the folder of the build, where pkg-config finds the libraries of ARM64.
cross() {
  inside "$folder" env PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig OMP_WAIT_POLICY=passive \
    sh -c "cd $build && $*"
}
mkdir -p "$folder$build"
say "compiles for ARM64"
logged arm64-configure cross cmake -S $tree -B . -G Ninja -DCMAKE_BUILD_TYPE=Release -DSM_CUDA=OFF -DCMAKE_SYSTEM_NAME=Linux \
  -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CROSSCOMPILING_EMULATOR=/usr/bin/qemu-aarch64-static || die "cannot be configured"
tests=$(cross ctest -N -L unit | sed -n 's/.*: unit\.//p' | tr '\n' ' ')
[ -n "$tests" ] || die "no unit tests"
logged arm64-build cross cmake --build . -j "$(cores)" --target product "$tests" -- -k 0 || die "does not compile"
say "unit tests under qemu-user"
left_out=test_rows # starts mpirun, which qemu-user of a process cannot
logged arm64-tests cross ctest -j "$(cores)" -L unit -E "unit.$left_out" --timeout "$limit" || true

# The wind of the template and a small plume, by both.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/values"
compare() { # NAME FROM OPTION...
  "$program" new "$work/$1" ${2:+--from "$2"} -q >/dev/null
  rm -rf "$folder/srv/$1"
  cp -r "$work/$1" "$folder/srv/"
  "$program" run "$work/$1" -o "$work/out-$1" -q "${@:3}" >/dev/null 2>&1
  logged "arm64-$1" inside "$folder" qemu-aarch64-static "$build/simoom" run "/srv/$1" -o "/srv/out-$1" --overwrite -q "${@:3}" ||
    die "$1 does not run"
  /usr/bin/python3 "$root/packaging/same_values.py" "$folder/srv/out-$1" "$work/out-$1" | tee -a "$work/values"
}
if [ -n "$program" ]; then
  compare wind ""
  compare plume plume --set 'domain.cell_size="9 m"' --set 'particles.duration="1 min"' --set 'particles.snapshots="30 s"'
fi
python3 - "$root/bench/results/packages/arm64.json" "$suite" "$limit" "$logs/arm64-tests.log" "$work/values" \
  "$left_out" "$tests" <<'PYTHON'
import json, pathlib, re, sys
path, suite, limit, log, values, left_out, tests = sys.argv[1:]
log, values = pathlib.Path(log).read_text(), pathlib.Path(values).read_text()
ended = re.findall(r"Test +#\d+: unit\.(\S+) \.+[ *]*(Passed|Skipped|Failed|Timeout|\S+)", log)
named = lambda state: sorted(name for name, was in ended if was == state)
others = sorted({was for _, was in ended} - {"Passed", "Skipped", "Timeout"})
result = {"suite": suite, "limit_s": int(limit), "passed": len(named("Passed")), "skipped": named("Skipped"),
          "failed": sorted(name for was in others for name in named(was)), "not_within_limit": named("Timeout"),
          "starts_programs": [left_out], "not_run": sorted(set(tests.split()) - {name for name, _ in ended} - {left_out}),
          "same_values": sum(int(n) for n in re.findall(r"same values: (\d+)", values))}
path = pathlib.Path(path)
path.write_text(json.dumps(result, indent=1) + "\n")
print(f"{result['passed']} passed, {len(result['failed'])} failed, {len(result['skipped'])} skipped,",
      f"{len(result['not_within_limit'])} not within {limit} s")
sys.exit(1 if result["failed"] else 0)
PYTHON
