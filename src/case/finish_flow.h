/* finish_flow.h - from what the file has of the flow to what the case holds. */
#ifndef SM_CASE_FINISH_FLOW_H
#define SM_CASE_FINISH_FLOW_H

#include "case/value.h"

/* What is at each side, as far as the file and the defaults tell. */
void sm_flow_find_sides(const struct sm_draft *draft, bool griebel,
                        struct sm_case_side side[SM_SIDES]);

/* Fills the flow of the case, which has passed its checks. Needs its weather. */
void sm_finish_flow(const struct sm_toml_node *root, struct sm_draft *draft);

#endif
