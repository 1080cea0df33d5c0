/* keys.h - allowed keys of a TOML table and their types; other keys are errors. */
#ifndef CLI_TEXT_KEYS_H
#define CLI_TEXT_KEYS_H

#include "lab/toml.h"

/* kinds: t text, n number, b boolean, T list of texts, N list of numbers, v list of either, l table
 * or list of tables; ! required. */
struct cli_key {
  const char *name;  /* NULL: any key */
  const char *kinds; /* NULL after the last key */
  const struct cli_key *items;
};

/* False: a key is unknown, missing or of a wrong type; `reason` says which, with file and line. */
bool cli_keys_check(const char *file, const struct sm_toml_node *table, const struct cli_key *keys,
                    char *reason, size_t size);

#endif
