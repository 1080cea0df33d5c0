/* case/toml/expression_value.h - keys of a case that are a number or an expression of the place. */
#ifndef SM_CASE_TOML_EXPRESSION_VALUE_H
#define SM_CASE_TOML_EXPRESSION_VALUE_H

#include "case/toml/value.h"

/* Reads a node into the key's struct sm_case_expression, or into so many of them as the key counts.
 * Problems go to the report; the place then has "not given". Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_value_expression(const struct sm_case_value *v,
                                              const struct sm_toml_node *node);

/* Makes them "not given". */
void sm_value_no_expression(const struct sm_case_value *v);

#endif
