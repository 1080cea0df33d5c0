/* physics/particles/dust_emission.h - the dust that the wind lifts from the ground
 * (cell/particles/dust.h), as sources. */
#ifndef SM_PHYSICS_PARTICLES_DUST_EMISSION_H
#define SM_PHYSICS_PARTICLES_DUST_EMISSION_H

#include "physics/particles/state.h"

/* By the friction velocities of the last wind: what columns emit, for all sources of shape GROUND:
 * the mass of a particle, and where they are born, of all devices. */
SM_CHECKED enum sm_status sm_dust_emission_update(struct sm_context *ctx, struct sm_particles *p);

#endif
