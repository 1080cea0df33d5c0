/* physics/particles/time_steps.h - inside of physics/particles/particles.h: how long the steps of a
 * run are, and how many there are. */
#ifndef SM_PHYSICS_PARTICLES_TIME_STEPS_H
#define SM_PHYSICS_PARTICLES_TIME_STEPS_H

#include "physics/particles/state.h"

/* Whether the case, its domain and the times of its winds fit each other. `last_wind` as in struct
 * sm_particles_options. Errors: ERR_CASE (no duration with one wind, a wind rose, fates that
 * contradict each other, too many cells). */
SM_CHECKED enum sm_status sm_particles_check_run(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain, double last_wind,
                                                 double *duration);

/* With the first wind: sets h, steps and every. Errors: ERR_CASE (too many steps). */
SM_CHECKED enum sm_status sm_particle_steps_set(struct sm_context *ctx, struct sm_particles *p);

/* With every wind: warns, once, when the air has become too fast for the steps. */
void sm_particle_steps_check(struct sm_context *ctx, struct sm_particles *p);

#endif
