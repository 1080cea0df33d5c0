# The example of docs/adding-a-kernel.md compiles beside all cell functions: its names are free and its rules hold.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
compiler=${CC:-cc}
command -v "$compiler" >/dev/null || skip "no C compiler ($compiler)"
{
  echo '#include "cell/cells.h"'
  echo '#include <stddef.h>'
  awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source_tree/docs/adding-a-kernel.md"
  echo 'int main(void) { struct sm_leaf_drag drag = {0}; return (int)drag.dt; }'
} >kernel.c
grep -q "sm_cell_leaf_drag" kernel.c || fail "docs/adding-a-kernel.md has no example sm_cell_leaf_drag"
"$compiler" -std=c11 -Wall -Wextra -Werror -Wno-unused-function -I "$source_tree/src" -I "$source_tree/include" \
  kernel.c -o kernel -lm >stdout 2>stderr || fail "the example of docs/adding-a-kernel.md does not compile"
finish
