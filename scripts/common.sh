# shellcheck shell=bash
# common.sh - what the scripts share; sourced. Gives `root`, the folder of the project.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/log

# say TEXT: one line about what happens now.
say() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2; }

# die TEXT: one line about why nothing more happens.
die() {
  say "error: $*"
  exit 1
}

# cores: how many this process may use.
cores() { nproc 2>/dev/null || echo 2; }

# logged NAME COMMAND...: runs a command with its output in build/log/NAME.log, whose end is shown
# when the command fails.
logged() {
  local log=$logs/$1.log status=0
  shift
  mkdir -p "$logs"
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 40 "$log" >&2
    say "failed ($status): $*"
    say "all of its output: $log"
  fi
  return "$status"
}

# build_preset NAME [TARGET...]: configures one preset of CMakePresets.json into build/NAME and builds
# it, or only some targets.
build_preset() {
  local preset=$1
  shift
  cd "$root"
  logged "configure-$preset" cmake --preset "$preset" &&
    logged "build-$preset" cmake --build --preset "$preset" -j "$(cores)" ${1:+--target "$@"}
}

# compile_lines BUILD_DIR FILE: "folder<TAB>command" of every compilation of a file of the project.
compile_lines() {
  [ -f "$1/compile_commands.json" ] || die "no compile_commands.json in $1"
  awk -v file="/$2\"" '
    function value(line) {
      sub(/^[^:]*:[ ]*"/, "", line)
      sub(/",?[ ]*$/, "", line)
      gsub(/\\"/, "\"", line)
      gsub(/\\\\/, "\\", line)
      return line
    }
    /^ *"directory":/ { directory = value($0) }
    /^ *"command":/ { command = value($0) }
    /^ *"file":/ && index($0, file) { printf "%s\t%s\n", directory, command }
  ' "$1/compile_commands.json"
}

# project_version: the version of the project, which stands in CMakeLists.txt alone.
project_version() { sed -n 's/^project(simoom VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt"; }

# source_date: exports SOURCE_DATE_EPOCH, the time that packages carry: that of the last commit, or of the CHANGELOG.
source_date() {
  : "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")}"
  export SOURCE_DATE_EPOCH
}

# copy_sources FOLDER: the tracked files of the project, as they are now; all but build in a tree without git.
copy_sources() {
  mkdir -p "$1"
  if git -C "$root" rev-parse --show-toplevel >/dev/null 2>&1; then
    git -C "$root" ls-files -z --cached --others --exclude-standard --deduplicate
  else
    (cd "$root" && find . -path ./build -prune -o -type f -print0)
  fi | tar -C "$root" --null --files-from=- --ignore-failed-read -cf - | tar -C "$1" -xf -
}
