/* ground_dust.h - the dust that the wind lifts from the ground (cell/dust.h), as sources. */
#ifndef SM_PHYSICS_GROUND_DUST_H
#define SM_PHYSICS_GROUND_DUST_H

#include "physics/particle_state.h"

/* By the friction velocities of the last wind: what columns emit, for all sources of shape GROUND:
 * the mass of a particle, and where they are born, of all devices. */
SM_CHECKED enum sm_status sm_ground_dust_update(struct sm_context *ctx, struct sm_particles *p);

#endif
