/* case/finish/case.h - from a checked draft to the case. */
#ifndef SM_CASE_FINISH_CASE_H
#define SM_CASE_FINISH_CASE_H

#include "case/toml/value.h"

/* Sets in draft->c what follows from several keys: coordinates, inline buildings, stations, names.
 * `name` is that of a case that does not name itself. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_draft(struct sm_case_reader *r, const struct sm_toml_node *root,
                                          const char *name, struct sm_case_draft *draft);

/* The place that is given, of the three kinds, and which one. */
enum sm_position_kind sm_finish_place(const struct sm_draft_place *from, double place[2]);

/* Calls a nameless thing "station 2", after its kind and its index. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_name(struct sm_case_reader *r, const char *kind, size_t index,
                                         char **name);

/* source.c */

/* The shape of a source: as given, else as its keys ask for; SM_SOURCE_UNSET where they do not
 * tell. */
enum sm_source_shape sm_source_shape(const struct sm_toml_node *node,
                                     const struct sm_case_source *source);

/* Sets shape, place, times, mass and name of a checked source, number `index` of its list. `start`:
 * of a constant rate without one, s. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_source(struct sm_case_reader *r,
                                           const struct sm_toml_node *node, size_t index,
                                           double start, struct sm_case_source *source);

#endif
