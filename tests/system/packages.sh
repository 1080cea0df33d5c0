# What packages are built from, cheaply: the lists of libraries agree, and the tree for Debian has the version of the
# project. scripts/check_packages.sh installs packages in clean roots.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

# Every library of install-deps.sh is a build dependency of the Debian packages and of the container.
"$source_tree/scripts/install-deps.sh" --print | grep -- '-dev$' | sort >libraries
[ -s libraries ] || fail "install-deps.sh lists no libraries"
while read -r library; do
  case $library in *gcc*) continue ;; esac
  for file in debian/control.in Containerfile; do
    case $library in zlib1g-dev) continue ;; esac # in the place of libdeflate
    grep -qw -- "$library" "$source_tree/packaging/$file" || fail "packaging/$file lacks $library"
  done
done <libraries

# The version stands in CMakeLists.txt; the program says it.
version=$(sed -n 's/^project(simoom VERSION \([0-9.]*\).*/\1/p' "$source_tree/CMakeLists.txt")
run 0 version
has stdout "$version"
grep -qx "version: $version" "$source_tree/CITATION.cff" || fail "CITATION.cff has another version"
grep -q "\"version\": \"$version\"" "$source_tree/web/package.json" || fail "web/package.json has another version"
for text in "libsimoom${version%.*}" "find_package(simoom ${version%.*} " "lib/simoom/${version%.*}"; do
  grep -qF -- "$text" "$source_tree/docs/install.md" || fail "docs/install.md lacks $text"
done
grep -q "libsimoom@SO@" "$source_tree/packaging/debian/control.in" || fail "the package of the library has a fixed number"
for script in make_deb make_wheel check_arm64 check_packages check_reproducible roots; do
  bash -n "$source_tree/scripts/$script.sh" || fail "$script.sh"
done

# Maps and processes are of what the library recommends and suggests: from package to picture it needs neither.
grep -q 'Recommends: .{shlibs:Recommends}' "$source_tree/packaging/debian/control.in" || fail "GDAL is a dependency"

# The table of docs/install.md is that of the results.
results=$source_tree/bench/results/packages/roots.json
python3 "$source_tree/packaging/results_table.py" "$results" >table || fail "results_table.py"
[ -s table ] || fail "no rows in $results"
while read -r row; do
  grep -qF -- "$row" "$source_tree/docs/install.md" || fail "docs/install.md has no row: $row"
done <table
passed=$(sed -n 's/.*"passed": \([0-9]*\).*/\1/p' "$source_tree/bench/results/packages/arm64.json")
grep -qF "on ARM64 $passed unit tests pass" "$source_tree/docs/install.md" || fail "docs/install.md: $passed unit tests on ARM64"
finish
