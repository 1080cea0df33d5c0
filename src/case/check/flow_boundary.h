/* case/check/flow_boundary.h - what must hold between the keys of the sides of the domain,
 * [[flow.boundary]]. */
#ifndef SM_CASE_CHECK_FLOW_BOUNDARY_H
#define SM_CASE_CHECK_FLOW_BOUNDARY_H

#include "case/toml/value.h"

/* Adds what does not fit together to the report; see sm_check_flow. */
void sm_check_flow_boundaries(struct sm_case_reader *r, struct sm_toml_node *root,
                              const struct sm_case_draft *draft);

/* True when the case has measured wind, or that of a weather model. */
bool sm_check_has_weather(const struct sm_toml_node *root);

#endif
