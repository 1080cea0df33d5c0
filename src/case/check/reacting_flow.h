/* case/check/reacting_flow.h - what may be wrong with air that reacts. */
#ifndef SM_CASE_CHECK_REACTING_FLOW_H
#define SM_CASE_CHECK_REACTING_FLOW_H

#include "case/schema/schema.h"
#include "case/toml/value.h"

/* Problems go to the report. */
void sm_check_reaction(struct sm_case_reader *r, struct sm_toml_node *root,
                       const struct sm_case_draft *draft);

#endif
