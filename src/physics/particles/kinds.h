/* physics/particles/kinds.h - the species of a case as kinds of particles, one of each size. */
#ifndef SM_PHYSICS_PARTICLES_KINDS_H
#define SM_PHYSICS_PARTICLES_KINDS_H

#include "base/context.h"
#include "case/case.h"
#include "cell/cells.h"

struct sm_particle_kinds {
  struct sm_particle_kind *kind;
  float *share;    /* of each kind: the part of its species' mass in it and the sizes before it */
  float *diameter; /* m */
  int *first;      /* [species + 1] kind */
  int count;
  bool deposited; /* some are taken from the air next to the ground */
  bool friction;  /* and that depends on the wind there */
};

/* Steps are h s. Errors: ERR_CASE (more than SM_KINDS_MAX), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_particle_kinds_create(struct sm_context *ctx,
                                                   const struct sm_case_particles *p, double h,
                                                   struct sm_particle_kinds *out);
void sm_particle_kinds_free(struct sm_particle_kinds *kinds);

#endif
