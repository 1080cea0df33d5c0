/* node.h - keys of the TOML tables that describe benchmarks and validations. */
#ifndef CLI_TEXT_NODE_H
#define CLI_TEXT_NODE_H

#include "lab/toml.h"

/* The text of a key; NULL: absent, or not a text. */
const char *cli_node_text(const struct sm_toml_node *table, const char *key);

/* The number of a key; 0: absent. */
double cli_node_number(const struct sm_toml_node *table, const char *key);

/* True where a key is true. */
bool cli_node_flag(const struct sm_toml_node *table, const char *key);

/* Which of the words, a NULL after the last, the text of a key is; -1: none. */
int cli_node_word(const struct sm_toml_node *table, const char *key, const char *const *words);

/* The first item of a list or table of a key; NULL: empty or absent. The others are its `next`. */
const struct sm_toml_node *cli_node_first(const struct sm_toml_node *table, const char *key);

/* Writes "file:line: error: ..." with the line of the node into `reason`; returns false. */
bool cli_node_wrong(const char *file, const struct sm_toml_node *node, char *reason, size_t size,
                    const char *format, ...) SM_FORMAT(5, 6);

#endif
