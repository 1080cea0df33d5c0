/* keys.h - which keys a TOML table may have, and of which kind: all others are refused. */
#ifndef CLI_TEXT_KEYS_H
#define CLI_TEXT_KEYS_H

#include "lab/toml.h"

/* kinds: t a text, n a number, b true or false, T a list of texts, N a list of numbers, v a list of
 * either, l a table or a list of tables; ! it must be there. */
struct cli_key {
  const char *name;  /* NULL: any */
  const char *kinds; /* NULL after the last */
  const struct cli_key *items;
};

/* False: a key is unknown, missing or of another kind; `reason` says which, with file and line. */
bool cli_keys_check(const char *file, const struct sm_toml_node *table, const struct cli_key *keys,
                    char *reason, size_t size);

#endif
