/* case/check/turbine.h - what must hold between the keys of wind turbines. */
#ifndef SM_CASE_CHECK_TURBINE_H
#define SM_CASE_CHECK_TURBINE_H

#include "case/toml/value.h"

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_turbines(struct sm_case_reader *r, struct sm_toml_node *root,
                       const struct sm_case_draft *draft);

#endif
