#!/usr/bin/env bash
# What is in the built library: no variable that changes (two runs in one process must not meet),
# and no reference to a function that prints or ends the program.
#
#   check_symbols.sh BUILD_DIR  checks libsimoom.a of a build without sanitizers
#   check_symbols.sh --self-test
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Names that are allowed, as an extended regular expression each:
allowed=(
  '_ZStL8__ioinit'                           # the streams of C++, through toml++
  '_ZGV.*|DW[.]ref[.].*'                     # what a C++ compiler adds for itself
  'udunits_lock'                             # UDUNITS keeps variables: one thread at a time
  'udunits'                                  # its table, which is read once and then only looked at
  '_ZZL[0-9]+__device_stub__.*'              # nvcc: handle of a kernel
  '.*__cuda.*|.*__nv_.*|.*[Ff]at[Bb]in.*'    # nvcc: registration of the device code
  '_ZZN3cub.*'                               # CUB keeps what it has asked of the devices
)

check() {
  local library=$1 pattern
  [ -f "$library" ] || die "no $library"
  pattern=$(IFS='|' && echo "${allowed[*]}")
  objdump -t "$library" | awk -v allowed="^($pattern)\$" '
    /:     file format / { object = $1; sub(/:$/, "", object); next }
    {
      # address flags section size name; the flag column is 7 characters wide and may hold blanks
      rest = substr($0, index($0, " ") + 9)
      split(rest, field, /[ \t]+/)
      section = field[1]
      name = field[3] == ".hidden" ? field[4] : field[3]
      flags = substr($0, index($0, " ") + 1, 7)
      if (flags ~ /[dfF]/) next
      changes = section ~ /^\.(data|bss|tdata|tbss)/ && section !~ /^\.data\.rel\.ro/
      if ((changes || section == "*COM*") && name !~ /^\./ && field[2] !~ /^0+$/ &&
          name !~ allowed) {
        printf "%s: variable that changes: %s (%s)\n", object, name, section
        bad = 1
      }
      if (object == "probe.c.o" && name == "_exit") next # a child process of its own ends so
      if (section == "*UND*" &&
          name ~ /^(exit|_exit|_Exit|quick_exit|abort|(__)?v?printf(_chk)?|puts|putchar|perror|stdout|stderr)$/) {
        printf "%s: refers to %s\n", object, name
        bad = 1
      }
      symbols++
    }
    END {
      if (!symbols) { print "check_symbols: the library has no symbols"; exit 1 }
      if (!bad) printf "check_symbols: %d symbols, none that prints, exits or changes\n", symbols
      exit bad
    }'
}

# plant TEXT: a library of one C file, which must fail.
planted=0
plant() {
  planted=$((planted + 1))
  printf '%s\n' "$1" >"$scratch/a.c"
  (cd "$scratch" && rm -f a.a && ${CC:-cc} -fPIC -c a.c -o a.o && ar rc a.a a.o)
  ! check "$scratch/a.a" >"$scratch/report" || die "not found: $1"
}

self_test() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  plant 'int counter;'
  plant 'int first = 1;'
  plant 'int next(void) { static int n; return ++n; }'
  plant 'const char *name = "a";'
  plant '_Thread_local int n;'
  plant '#include <stdlib.h>
         void f(void) { exit(1); }'
  plant '#include <stdio.h>
         void f(void) { printf("a\n"); }'
  plant '#include <stdio.h>
         void f(void) { fputs("a", stderr); }'
  printf '%s\n' 'static const char *const names[] = {"a", "b"}; static int f(void) { return 1; }' \
    'int (*const g)(void) = f; const char *h(int i) { return names[i]; }' >"$scratch/a.c"
  (cd "$scratch" && rm -f a.a && ${CC:-cc} -fPIC -c a.c -o a.o && ar rc a.a a.o)
  check "$scratch/a.a" >"$scratch/report" || die "found where nothing is: $(cat "$scratch/report")"
  echo "check_symbols: found all $planted planted violations"
}

case ${1:-} in
  '') die "usage: check_symbols.sh BUILD_DIR | --self-test" ;;
  --self-test) self_test ;;
  *) check "$1/libsimoom.a" ;;
esac
