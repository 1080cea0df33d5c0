/* case/finish/particles.h - what follows from the keys of particles. */
#ifndef SM_CASE_FINISH_PARTICLES_H
#define SM_CASE_FINISH_PARTICLES_H

#include "case/toml/value.h"

/* Index of the species of a source; -1 where none has its name. */
int sm_particles_species(const struct sm_case_draft *draft, const struct sm_case_source *source);

/* Sets draft->c.particles from a checked draft: sizes of species, places, shapes, times, names.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_finish_particles(struct sm_case_reader *r,
                                              const struct sm_toml_node *root,
                                              struct sm_case_draft *draft);

#endif
