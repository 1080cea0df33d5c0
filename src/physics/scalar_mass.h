/* scalar_mass.h - what the air of the compressible solver carries by its mass
 * (cell/gas_carried.h): the passes in place of those of the wind. */
#ifndef SM_PHYSICS_SCALAR_MASS_H
#define SM_PHYSICS_SCALAR_MASS_H

#include "physics/scalars.h"

/* Parts of the step that are left after the states of a stage: its begin, that whose change is
 * found, and the result. Where the wind carries they mean nothing. */
struct sm_mass_left {
  double begin, now, to;
};

/* A stage. */
void sm_scalar_mass_advance(const struct sm_scalars *scalars, const struct sm_transport *t,
                            struct sm_mass_left left);

/* The largest rate (transport_rate), 1/s, to scalars->number. */
void sm_scalar_mass_rate(const struct sm_scalars *scalars, const struct sm_transport *t);

/* What leaves through a side (transport_side), kg/s, to scalars->number. */
void sm_scalar_mass_side(const struct sm_scalars *scalars, const struct sm_transport_side *side,
                         const struct sm_box *box);

/* A source, into t->to. */
void sm_scalar_mass_release(const struct sm_scalars *scalars, const struct sm_transport *t,
                            struct sm_mass_left left, const struct sm_scalar_release *release);

/* A state of an item in kg/m3, when `left` of the step is left: where the wind carries `field`
 * itself, else item->volume. */
union sm_reals sm_scalar_per_volume(const struct sm_scalars *scalars, const struct sm_scalar *item,
                                    union sm_reals field, double left);

/* The other way round, in place. */
void sm_scalar_per_mass(const struct sm_scalars *scalars, union sm_reals field);

#endif
