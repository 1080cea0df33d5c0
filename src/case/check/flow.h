/* case/check/flow.h - what must hold between the keys of the flow solvers. */
#ifndef SM_CASE_CHECK_FLOW_H
#define SM_CASE_CHECK_FLOW_H

#include "case/toml/value.h"

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from;
 * the case's model is a flow solver, called `name`. */
void sm_check_flow(struct sm_case_reader *r, struct sm_toml_node *root,
                   const struct sm_case_draft *draft, const char *name);

#endif
