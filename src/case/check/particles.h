/* case/check/particles.h - what must hold between the keys of particles. */
#ifndef SM_CASE_CHECK_PARTICLES_H
#define SM_CASE_CHECK_PARTICLES_H

#include "case/toml/value.h"

/* Adds what does not fit together to the report. `root` is the tree that the draft was read from.
 */
void sm_check_particles(struct sm_case_reader *r, struct sm_toml_node *root,
                        const struct sm_case_draft *draft);

#endif
