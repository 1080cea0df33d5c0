#!/usr/bin/env bash
# Installs a build into a folder of its own, then builds and runs a small program against it, once
# with CMake's find_package and once with pkg-config: what a user of the library does. Then opens it
# from Python, where numpy is there: the installed package, and one that pip has installed.
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
cat >"$scratch/user/main.c" <<'C'
#include <simoom/simoom.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  struct sm_context *context = NULL;
  char *devices = NULL; /* asks the back ends, so that what they need is linked too */
  if (sm_context_create(NULL, &context) != SM_OK || sm_devices(context, &devices) != SM_OK)
    return 1;
  free(devices);
  puts(sm_version());
  sm_context_destroy(&context);
  return 0;
}
C
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
version=$("$scratch/build/user")
[ -s "$prefix/share/man/man1/simoom-run.1" ] || die "no page for man was installed"

# pkg-config escapes the blanks of the path, which the shell has to read again.
pc=$(dirname "$(find "$prefix" -name simoom.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --static --cflags --libs simoom)
eval "${CC:-cc} '$scratch/user/main.c' -o '$scratch/user/main' $flags" >"$scratch/log" 2>&1 || {
  cat "$scratch/log"
  die "a program cannot be built with pkg-config: $flags"
}
[ "$("$scratch/user/main")" = "$version" ] || die "the two programs disagree"

# python FOLDER: the package in the folder finds the installed library.
python() {
  env -u SIMOOM_LIBRARY PATH="$prefix/bin:$PATH" PYTHONPATH="$1" "$interpreter" -c '
import simoom, sys
simoom.devices()
known = simoom._library.library()._name
sys.exit(known + " was opened" if not known.startswith(sys.argv[1]) else simoom.__version__ != sys.argv[2])' \
    "$prefix" "$version" || die "the package for Python in $1 does not find the installed library"
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
