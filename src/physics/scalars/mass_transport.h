/* physics/scalars/mass_transport.h - what the air of the compressible solver carries by its mass
 * (cell/compressible/transport.h): the passes in place of those of the wind. */
#ifndef SM_PHYSICS_SCALARS_MASS_TRANSPORT_H
#define SM_PHYSICS_SCALARS_MASS_TRANSPORT_H

#include "physics/scalars/scalars.h"

/* Parts of the step that are left after the states of a stage: its begin, that whose change is
 * found, and the result. Where the wind carries they mean nothing. */
struct sm_step_remaining {
  double begin, now, to;
};

/* A stage. */
void sm_scalar_mass_advance(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left);

/* The largest rate (scalar_transport_rate), 1/s, to scalars->number. */
void sm_scalar_mass_rate(const struct sm_scalars *scalars, const struct sm_scalar_transport *t);

/* What leaves through a side (scalar_boundary_flux), kg/s, to scalars->number. */
void sm_scalar_mass_boundary(const struct sm_scalars *scalars,
                             const struct sm_scalar_boundary_flux *side, const struct sm_box *box);

/* A source, into t->to. */
void sm_scalar_mass_release(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left, const struct sm_scalar_release *release);

/* A state of an item in kg/m3, when `left` of the step is left: where the wind carries `field`
 * itself, else item->volume. */
union sm_reals sm_scalar_per_volume(const struct sm_scalars *scalars, const struct sm_scalar *item,
                                    union sm_reals field, double left);

/* The other way round, in place. */
void sm_scalar_per_mass(const struct sm_scalars *scalars, union sm_reals field);

#endif
