/* case/check/case.h - consistency checks between the keys of a case. */
#ifndef SM_CASE_CHECK_CASE_H
#define SM_CASE_CHECK_CASE_H

#include "case/toml/value.h"

/* The kind of coordinates: as given, else as the place of the case asks for. */
enum sm_crs_kind sm_check_crs(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_check_draft(struct sm_case_reader *r, struct sm_toml_node *root,
                                         const struct sm_case_draft *draft);

/* wind_source.c: What must hold between the keys of winds that are not computed from weather, and
 * which others have no meaning beside them. */

/* True when the wind is that of files, and there is no [domain] to say where and how fine. */
bool sm_check_grid_of_file(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_wind_source(struct sm_case_reader *r, struct sm_toml_node *root,
                          const struct sm_case_draft *draft);

#endif
