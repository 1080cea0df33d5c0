/* case/check/case.h - consistency checks between the keys of a case. */
#ifndef SM_CASE_CHECK_CASE_H
#define SM_CASE_CHECK_CASE_H

#include "case/toml/value.h"

/* Coordinate reference of the case: as given, else derived from the position keys. */
enum sm_crs_kind sm_check_crs(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* Reports inconsistent keys. `root` is the tree that the draft was read from. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_check_draft(struct sm_case_reader *r, struct sm_toml_node *root,
                                         const struct sm_case_draft *draft);

/* conditions.c: Removes the tables and keys that the schema gives to other wind models, each with a
 * warning: of a case whose model was replaced by another that starts from the weather. A prescribed
 * wind has grid and solids of its own: beside it such keys are errors. */
void sm_drop_other_models(struct sm_case_reader *r, struct sm_toml_node *root);

/* wind_source.c: Consistency of the keys of prescribed winds, and keys without effect beside
 * them. */

/* Whether the wind comes from files and no [domain] defines the grid. */
bool sm_check_grid_of_file(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* Reports inconsistent keys. `root` is the tree that the draft was read
 * from. */
void sm_check_wind_source(struct sm_case_reader *r, struct sm_toml_node *root,
                          const struct sm_case_draft *draft);

#endif
