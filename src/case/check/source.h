/* case/check/source.h - what must hold between the keys of a source, of particles, of a scalar or
 * of a reacting gas. */
#ifndef SM_CASE_CHECK_SOURCE_H
#define SM_CASE_CHECK_SOURCE_H

#include "case/toml/value.h"

struct sm_source_check {
  struct sm_case_reader *r;
  const struct sm_toml_node *root, *node; /* of the case, of the source */
  const struct sm_case_draft *draft;
  const struct sm_schema_table *table;
  const struct sm_case_source *source;
  double duration; /* s, of the run */
};

/* Adds what does not fit together to the report. */
void sm_check_source(const struct sm_source_check *check);

/* Reports the end of a line source that is given in another way than its start, or equals it.
 * `label` names the table. */
void sm_check_end(struct sm_case_reader *r, const struct sm_toml_node *node, const char *label,
                  const struct sm_draft_place *place, const double end[2], double height,
                  double end_height);

/* The list that a key holds, if all of its rows could be read; else NULL: absent, or reported. */
const struct sm_toml_node *sm_check_whole_list(const struct sm_toml_node *table, const char *key,
                                               size_t count);

#endif
