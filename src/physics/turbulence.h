/* turbulence.h - turbulence from the local shear of the wind and the distance to walls
 * (docs/theory/turbulence.md). */
#ifndef SM_PHYSICS_TURBULENCE_H
#define SM_PHYSICS_TURBULENCE_H

#include "physics/distance.h"

struct sm_turbulence_options {
  double roughness; /* m, added to distances: where the wind goes as ln((d + z0) / z0), its z0 */
  double longest; /* m, mixing length far from walls (Blackadar 1962); INFINITY: 0.4 d everywhere */
  double most;    /* m2/s2, largest kinetic energy, 20 u*^2 for example; INFINITY: any */
};
/* 0, INFINITY, INFINITY. */
struct sm_turbulence_options sm_turbulence_options_default(void);

/* Order of the stresses. */
enum { SM_STRESS_XX, SM_STRESS_XY, SM_STRESS_XZ, SM_STRESS_YY, SM_STRESS_YZ, SM_STRESS_ZZ };

/* Fields on cells, of the state or in its layout and precision; 0 in solid cells. The Langevin
 * equation's C0 eps is 5.7 times the dissipation (Rodean 1996). */
struct sm_turbulence_fields {
  union sm_reals viscosity;   /* nu, m2/s */
  union sm_reals energy;      /* k, m2/s2 */
  union sm_reals dissipation; /* eps, m2/s3 */
  union sm_reals stress[6];   /* tau_ij = mean of u_i' u_j', m2/s2; only for sm_turbulence_stress */
};

struct sm_turbulence;

/* For the wind of `state` (fields U, V, W) on its grid. Errors: ERR_USAGE (an option that is
 * negative or not a number, `longest` or `most` 0), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbulence_create(struct sm_context *ctx, const struct sm_state *state,
                                               const struct sm_grid *grid,
                                               const struct sm_distance *distance,
                                               const struct sm_turbulence_options *options,
                                               struct sm_turbulence **out);
void sm_turbulence_destroy(struct sm_turbulence **turbulence);

/* Computes viscosity, energy and dissipation of the wind as it is. Enqueued like any kernel. */
void sm_turbulence_mix(const struct sm_turbulence *turbulence,
                       const struct sm_turbulence_fields *fields);

/* Computes the stresses from the wind and from viscosity and energy as they are: after
 * sm_turbulence_mix, and after whatever else has changed these, which must have left 0 in solid
 * cells. */
void sm_turbulence_stress(const struct sm_turbulence *turbulence,
                          const struct sm_turbulence_fields *fields);

#endif
