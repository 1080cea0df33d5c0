/* case/check/wind_rose.h - what must hold between the keys of a wind rose and of statistics. */
#ifndef SM_CASE_CHECK_WIND_ROSE_H
#define SM_CASE_CHECK_WIND_ROSE_H

#include "case/toml/value.h"

/* Add what does not fit together to the report. `root` is the tree that the draft was read from. */
void sm_check_rose(struct sm_case_reader *r, struct sm_toml_node *root,
                   const struct sm_case_draft *draft);
void sm_check_statistics(struct sm_case_reader *r, struct sm_toml_node *root,
                         const struct sm_case_draft *draft);

#endif
