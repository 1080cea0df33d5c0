/* case/check/chemistry.h - what must hold between the scalars of a flow and their reactions. */
#ifndef SM_CASE_CHECK_CHEMISTRY_H
#define SM_CASE_CHECK_CHEMISTRY_H

#include "case/toml/value.h"

/* flow: the table of the file. */
void sm_check_chemistry(struct sm_case_reader *r, const struct sm_toml_node *flow,
                        const struct sm_case_flow *c);

#endif
