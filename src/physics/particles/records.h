/* physics/particles/records.h - the records of all particles in the air, of all devices, on the
 * host. */
#ifndef SM_PHYSICS_PARTICLES_RECORDS_H
#define SM_PHYSICS_PARTICLES_RECORDS_H

#include "physics/particles/state.h"

/* Those in the air, of all sets, one after the other. */
struct sm_particle_records {
  size_t count;
  struct sm_particle *particle;
  struct sm_particle_tag *tag;
  struct sm_turbulence_state *turbulence; /* NULL without turbulence */
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_particle_records_fetch(struct sm_context *ctx,
                                                    const struct sm_particles *p,
                                                    struct sm_particle_records *out);
void sm_particle_records_free(struct sm_particle_records *records);

#endif
