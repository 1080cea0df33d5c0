/* case/toml/tables.h - from the tree of a file to the draft of a case, along the schema. */
#ifndef SM_CASE_TOML_TABLES_H
#define SM_CASE_TOML_TABLES_H

#include "case/toml/value.h"

/* Reads the keys and tables of `root` into *draft, defaults included. What is unknown, missing,
 * doubled or of a wrong type goes to the report. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_tables(struct sm_case_reader *r, struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

/* "weather.station[2]" and "speed" -> "weather.station[2].speed" */
enum { SM_LABEL_SIZE = 160 };
void sm_read_label(const char *table, const char *name, char out[SM_LABEL_SIZE]);

/* The line of the file where a table begins, for a problem of the table as a whole. A table that is
 * not in the file gives the span of the file as a whole (line 0). */
struct sm_toml_span sm_read_span(const struct sm_toml_node *node);

/* locations.c: Adds the places of a table, whose keys have been read into the struct at `base`, to
 * the reader's list. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_locations(struct sm_case_reader *r,
                                            const struct sm_schema_table *table, const char *label,
                                            const struct sm_toml_node *node, const void *base);

/* overrides.c: "table.key=value" texts that replace or add keys of a case. */

/* Puts override `source` (from 1) of the report's list into the tree. The value is TOML; what is no
 * TOML is a text. Of [[tables]] the n-th (from 1) is meant by "weather.station[n].speed"; the
 * number may be left out when there is but one. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_override_apply(struct sm_case_reader *r, struct sm_toml_node *root,
                                            int source);

#endif
