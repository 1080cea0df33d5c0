/* case/check/wind_source.h - what must hold between the keys of winds that are not computed from
 * weather, and which others have no meaning beside them. */
#ifndef SM_CASE_CHECK_WIND_SOURCE_H
#define SM_CASE_CHECK_WIND_SOURCE_H

#include "case/toml/value.h"

/* True when the wind is that of files, and there is no [domain] to say where and how fine. */
bool sm_check_grid_of_file(const struct sm_toml_node *root, const struct sm_case_draft *draft);

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_wind_source(struct sm_case_reader *r, struct sm_toml_node *root,
                          const struct sm_case_draft *draft);

#endif
