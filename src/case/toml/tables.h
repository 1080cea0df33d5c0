/* case/toml/tables.h - reads the tree of a case file into a draft, following the schema. */
#ifndef SM_CASE_TOML_TABLES_H
#define SM_CASE_TOML_TABLES_H

#include "case/toml/value.h"

/* Reads the keys and tables of `root`, with defaults, into *draft. Reports unknown, missing and
 * duplicate keys and wrong types. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_tables(struct sm_case_reader *r, struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

/* "weather.station[2]" and "speed" -> "weather.station[2].speed" */
enum { SM_LABEL_SIZE = 160 };
void sm_read_label(const char *table, const char *name, char out[SM_LABEL_SIZE]);

/* Source position of the start of a table, for problems of the table as a whole; for a table that
 * is not in the file, the whole file (line 0). */
struct sm_toml_span sm_read_span(const struct sm_toml_node *node);

/* Whether an unknown key of the table, reported as such, is this key misspelt. */
bool sm_read_is_misspelt(const struct sm_schema_table *table, const struct sm_toml_node *node,
                         const char *key);

/* locations.c: Adds the places of a table, whose keys have been read into the struct at `base`, to
 * the reader's list. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_locations(struct sm_case_reader *r,
                                            const struct sm_schema_table *table, const char *label,
                                            const struct sm_toml_node *node, const void *base);

/* overrides.c: "table.key=value" texts that replace or add keys of a case. */

/* Applies override `source` (from 1) of the report's list to the tree. The value is TOML, or else a
 * text. Element n (from 1) of [[tables]] is "weather.station[n].speed"; the index is optional for a
 * single element. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_override_apply(struct sm_case_reader *r, struct sm_toml_node *root,
                                            int source);

#endif
