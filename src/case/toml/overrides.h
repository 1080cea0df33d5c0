/* case/toml/overrides.h - "table.key=value" texts that replace or add keys of a case. */
#ifndef SM_CASE_TOML_OVERRIDES_H
#define SM_CASE_TOML_OVERRIDES_H

#include "case/toml/value.h"

/* Puts override `source` (from 1) of the report's list into the tree. The value is TOML; what is no
 * TOML is a text. Of [[tables]] the n-th (from 1) is meant by "weather.station[n].speed"; the
 * number may be left out when there is but one. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_override_apply(struct sm_case_reader *r, struct sm_toml_node *root,
                                            int source);

#endif
