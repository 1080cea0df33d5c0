/* physics/particles/checkpoint.h - what sm_particles_save and sm_particles_load (particles.h) do
 * inside. */
#ifndef SM_PHYSICS_PARTICLES_CHECKPOINT_H
#define SM_PHYSICS_PARTICLES_CHECKPOINT_H

#include "physics/particles/state.h"

/* Fills sets and plume from `saved`, once the step is known. Errors: ERR_DATA (parts do not fit),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particles_resume(struct sm_context *ctx, struct sm_particles *p);

#endif
