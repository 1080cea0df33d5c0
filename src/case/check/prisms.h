/* case/check/prisms.h - what must hold between the keys of a case of prisms. */
#ifndef SM_CASE_CHECK_PRISMS_H
#define SM_CASE_CHECK_PRISMS_H

#include "case/toml/value.h"

/* True when the case is one of prisms, of which nothing else is to be checked. Adds what does not
 * fit together to the report; of other cases, tables that only prisms have. */
bool sm_check_prisms(struct sm_case_reader *r, struct sm_toml_node *root,
                     const struct sm_case_draft *draft);

#endif
