/* case/toml/tables.h - from the tree of a file to the draft of a case, along the schema. */
#ifndef SM_CASE_TOML_TABLES_H
#define SM_CASE_TOML_TABLES_H

#include "case/toml/value.h"

/* Reads the keys and tables of `root` into *draft, defaults included. What is unknown, missing,
 * doubled or of a wrong type goes to the report. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_read_tables(struct sm_case_reader *r, struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

/* The line of the file where a table begins, for a problem of the table as a whole. A table that is
 * not in the file gives the span of the file as a whole (line 0). */
struct sm_toml_span sm_read_span(const struct sm_toml_node *node);

#endif
