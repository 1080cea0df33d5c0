/* case/check/particle_source.h - what must hold between the keys of a species, and of a source of
 * particles. */
#ifndef SM_CASE_CHECK_PARTICLE_SOURCE_H
#define SM_CASE_CHECK_PARTICLE_SOURCE_H

#include "case/toml/value.h"

/* Add what does not fit together to the report. `root` is the tree that the draft was read from,
 * in which [particles] is a table. */
void sm_check_species(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);
void sm_check_sources(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft);

/* True when the keys of a species tell of grains, be it wrongly; false: a gas. */
bool sm_check_has_grains(const struct sm_toml_node *species);

#endif
