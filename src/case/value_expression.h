/* value_expression.h - keys of a case that are a number or an expression of the place. */
#ifndef SM_CASE_VALUE_EXPRESSION_H
#define SM_CASE_VALUE_EXPRESSION_H

#include "case/value.h"

/* Reads a node into the key's struct sm_expression, or into so many of them as the key counts.
 * Problems go to the report; the place then has "not given". Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_value_expression(const struct sm_value *v,
                                              const struct sm_toml_node *node);

/* Makes them "not given". */
void sm_value_no_expression(const struct sm_value *v);

#endif
