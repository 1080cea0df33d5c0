/* keys.h - which keys an entry.toml may have, and of which kind. */
#ifndef VALIDATION_RUNNER_KEYS_H
#define VALIDATION_RUNNER_KEYS_H

#include "entry.h"

/* False: a key is unknown, missing or of another kind; which one, with its file and line. */
bool cli_entry_check(const char *file, const struct sm_toml_node *text, char reason[CLI_REASON]);

#endif
