/* node.h - access to keys of the TOML tables that describe benchmarks and validations. */
#ifndef CLI_TEXT_NODE_H
#define CLI_TEXT_NODE_H

#include "lab/toml.h"

/* Text of a key; NULL if absent or not a text. */
const char *cli_node_text(const struct sm_toml_node *table, const char *key);

/* Number of a key; 0 if absent. */
double cli_node_number(const struct sm_toml_node *table, const char *key);

/* Whether a key is true. */
bool cli_node_flag(const struct sm_toml_node *table, const char *key);

/* Index of the text of a key in `words` (NULL after the last); -1 if not found. */
int cli_node_word(const struct sm_toml_node *table, const char *key, const char *const *words);

/* First item of a list or table; NULL if empty or absent. Further items follow by `next`. */
const struct sm_toml_node *cli_node_first(const struct sm_toml_node *table, const char *key);

/* Writes "file:line: error: ..." with the line of the node into `reason`; returns false. */
bool cli_node_wrong(const char *file, const struct sm_toml_node *node, char *reason, size_t size,
                    const char *format, ...) SM_FORMAT(5, 6);

#endif
