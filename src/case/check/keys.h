/* case/check/keys.h - problems with keys that several checks find. */
#ifndef SM_CASE_CHECK_KEYS_H
#define SM_CASE_CHECK_KEYS_H

#include "case/toml/value.h"

/* Reports a problem with a key: at its value, else at its table. `help`: the remedy, or NULL. */
void sm_check_report(struct sm_case_reader *r, const struct sm_toml_node *table, const char *key,
                     const char *help, const char *format, ...) SM_FORMAT(5, 6);

/* Reports a thing without a place, called "turbine" in the message, or with one on Earth where the
 * domain has none. `help` tells which keys give it a place. */
void sm_check_place(struct sm_case_reader *r, const struct sm_toml_node *root,
                    const struct sm_case_draft *draft, const struct sm_toml_node *node,
                    const char *thing, const char *help);

#endif
