#!/usr/bin/env bash
# Installs a build into a folder of its own, then builds the program of docs/install.md against it and
# runs it, once with CMake's find_package and once with pkg-config: what a user of the library does. Then
# opens it from Python, where numpy is there: the installed package, and one that pip has installed.
#
#   check_install.sh BUILD_DIR
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -eq 1 ] || die "usage: check_install.sh BUILD_DIR"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix="$scratch/a prefix"
cmake --install "$1" --prefix "$prefix" >"$scratch/log" 2>&1 || {
  cat "$scratch/log"
  die "cannot install $1"
}

mkdir "$scratch/user"
# shellcheck disable=SC2016 # marks of Markdown
sed -n '/^```c$/,/^```$/p' "$root/docs/install.md" | sed '1d;$d' >"$scratch/user/main.c"
grep -q 'int main' "$scratch/user/main.c" || die "docs/install.md has no program in C"
printf '[domain]\nsize = 40\ncell_size = 4\n[[weather.station]]\nspeed = 5\nfrom = 270\n' \
  >"$scratch/small.toml"

# runs PROGRAM: the program runs a case.
runs() {
  (cd "$scratch" && rm -rf out && "$1" small.toml | grep -q '^1[0-9]* cells on ' && [ -s out/small.nc ]) ||
    die "$1 does not run a case"
}
cat >"$scratch/user/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES C)
find_package(simoom REQUIRED)
add_executable(user main.c)
target_link_libraries(user PRIVATE simoom::simoom)
C
(cmake -S "$scratch/user" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" &&
  cmake --build "$scratch/build") >"$scratch/log" 2>&1 || {
  cat "$scratch/log"
  die "a CMake project cannot use the installed library"
}
runs "$scratch/build/user"
version=$("$prefix/bin/simoom" --version | sed -n "s/^simoom //p")
[ -s "$prefix/share/man/man1/simoom-run.1" ] || die "no page for man was installed"

# pkg-config escapes the blanks of the path, which the shell has to read again.
pc=$(dirname "$(find "$prefix" -name simoom.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --static --cflags --libs simoom)
eval "${CC:-cc} '$scratch/user/main.c' -o '$scratch/user/main' $flags" >"$scratch/log" 2>&1 || {
  cat "$scratch/log"
  die "a program cannot be built with pkg-config: $flags"
}
runs "$scratch/user/main"

# python FOLDER: the package in the folder finds the installed library.
python() {
  env -u SIMOOM_LIBRARY PATH="$prefix/bin:$PATH" PYTHONPATH="$1" "$interpreter" -c '
import os, simoom, sys
simoom.devices()
os.path.exists(os.path.join(os.path.dirname(simoom.__file__), "py.typed")) or sys.exit("no py.typed")
known = simoom._library.library()._name
sys.exit(known + " was opened" if not known.startswith(sys.argv[1]) else simoom.__version__ != sys.argv[2])' \
    "$prefix" "$version" || die "the package for Python in $1 does not find the installed library, or is without types"
}
for interpreter in python3 /usr/bin/python3; do
  "$interpreter" -c 'import numpy' 2>/dev/null || continue
  python "$prefix/share/simoom/python"
  cp -r "$root/python" "$scratch/python" # pip leaves files beside the sources
  if "$interpreter" -c 'import pip, setuptools, wheel' 2>/dev/null; then
    "$interpreter" -m pip install -q --no-index --no-build-isolation --no-deps --root-user-action ignore \
      --target "$scratch/site" "$scratch/python" >"$scratch/log" 2>&1 || {
      cat "$scratch/log"
      die "pip does not install the package for Python"
    }
    python "$scratch/site"
  fi
  break
done
echo "check_install: version $version is found by CMake and by pkg-config"
