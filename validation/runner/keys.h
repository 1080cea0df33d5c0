/* keys.h - allowed keys of an entry.toml, and their types. */
#ifndef VALIDATION_RUNNER_KEYS_H
#define VALIDATION_RUNNER_KEYS_H

#include "entry.h"

/* False: a key is unknown, missing or of a wrong type; `reason` says which, with file and line. */
bool cli_entry_check(const char *file, const struct sm_toml_node *text, char reason[CLI_REASON]);

#endif
