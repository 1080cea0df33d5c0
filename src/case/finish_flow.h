/* finish_flow.h - from what the file has of the flow to what the case holds. */
#ifndef SM_CASE_FINISH_FLOW_H
#define SM_CASE_FINISH_FLOW_H

#include "case/value.h"

/* The kind of a side that the case does not tell. */
enum sm_side_kind sm_flow_default_kind(enum sm_side side);

/* Fills the flow of the case, which has passed its checks. Needs its weather. */
void sm_finish_flow(const struct sm_toml_node *root, struct sm_draft *draft);

#endif
