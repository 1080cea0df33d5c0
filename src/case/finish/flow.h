/* case/finish/flow.h - from what the file has of the flow to what the case holds. */
#ifndef SM_CASE_FINISH_FLOW_H
#define SM_CASE_FINISH_FLOW_H

#include "case/toml/value.h"

/* What is at each side, as far as the file and the defaults tell. */
void sm_flow_find_boundaries(const struct sm_case_draft *draft, bool mac_sor,
                             struct sm_case_boundary side[SM_SIDES]);

/* Fills the flow of the case, which has passed its checks. Needs its weather. Errors: ERR_MEMORY.
 */
SM_CHECKED enum sm_status sm_finish_flow(struct sm_case_reader *r, const struct sm_toml_node *root,
                                         struct sm_case_draft *draft);

#endif
