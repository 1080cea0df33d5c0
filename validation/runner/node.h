/* node.h - keys of the TOML tables that describe entries. */
#ifndef VALIDATION_RUNNER_NODE_H
#define VALIDATION_RUNNER_NODE_H

#include "lab/toml.h"

/* The text of a key; NULL where there is none, or no text. */
const char *cli_node_text(const struct sm_toml_node *table, const char *key);

/* True where a key is true. */
bool cli_node_flag(const struct sm_toml_node *table, const char *key);

/* The first item of a list or table of a key; NULL: there is none. The others are its `next`. */
const struct sm_toml_node *cli_node_first(const struct sm_toml_node *table, const char *key);

#endif
