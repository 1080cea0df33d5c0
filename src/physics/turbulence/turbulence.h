/* turbulence.h - turbulence from the local shear of the wind and the distance to walls
 * (docs/theory/turbulence.md). */
#ifndef SM_PHYSICS_TURBULENCE_TURBULENCE_H
#define SM_PHYSICS_TURBULENCE_TURBULENCE_H

#include "cell/urban/wake_mixing.h"
#include "physics/wall_distance.h"

struct sm_turbulence_options {
  double roughness; /* m, added to distances: where the wind goes as ln((d + z0) / z0), its z0 */
  double longest; /* m, mixing length far from walls (Blackadar 1962); INFINITY: 0.4 d everywhere */
  double background;        /* m/s, standard deviation of each component that is everywhere */
  double background_length; /* m, of its eddies: they dissipate background^3 over it; INFINITY */
  double sigma[3]; /* standard deviations over u* in a surface layer: along the wind, across it,
                      upwards; at least SM_SIGMA_MIN */
};
/* 0, INFINITY, 0, INFINITY; three equal ones, of which the kinetic energy is k. */
struct sm_turbulence_options sm_turbulence_options_default(void);

/* Below this, stresses (docs/theory/turbulence.md) could be what no turbulence has. */
#define SM_SIGMA_MIN 1.2

/* The air at a time. */
struct sm_turbulence_air {
  double most;       /* m2/s2, largest energy of what shear and wakes make, 20 u*^2 for example;
                        INFINITY: any */
  double obukhov;    /* m; INFINITY: neutral */
  double convective; /* m/s, velocity scale w*; 0 unless heat comes from below */
  double depth;      /* m, of the boundary layer */
};
/* Neutral: INFINITY, INFINITY, 0, 1000. */
struct sm_turbulence_air sm_turbulence_air_default(void);

/* Order of the stresses. */
enum { SM_STRESS_XX, SM_STRESS_XY, SM_STRESS_XZ, SM_STRESS_YY, SM_STRESS_YZ, SM_STRESS_ZZ };

/* Fields on cells, of the state or in its layout and precision; 0 in solid cells. The Langevin
 * equation's C0 eps is 5.7 times the dissipation (Rodean 1996). */
struct sm_turbulence_fields {
  union sm_reals viscosity;   /* nu, m2/s */
  union sm_reals energy;      /* k, m2/s2 */
  union sm_reals dissipation; /* eps, m2/s3 */
  union sm_reals length;      /* l, m */
  union sm_reals stress[6];   /* tau_ij = mean of u_i' u_j', m2/s2; only for sm_turbulence_stress */
};

struct sm_turbulence;

/* For the wind of `state` (fields U, V, W) on its grid, which must outlive it. Errors: ERR_USAGE
 * (an option that is not a number or out of its range), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbulence_create(struct sm_context *ctx, const struct sm_state *state,
                                               const struct sm_grid *grid,
                                               const struct sm_wall_distance *distance,
                                               const struct sm_turbulence_options *options,
                                               struct sm_turbulence **out);
void sm_turbulence_destroy(struct sm_turbulence **turbulence);

/* The air of a time, from then on. Errors: ERR_USAGE (`most` or `depth` not positive, `convective`
 * negative, `obukhov` 0, a NAN). */
SM_CHECKED enum sm_status sm_turbulence_set_air(struct sm_context *ctx,
                                                struct sm_turbulence *turbulence,
                                                const struct sm_turbulence_air *air);

/* Computes viscosity, energy, dissipation and length of the wind as it is. Enqueued like any
 * kernel.
 */
void sm_turbulence_mixing(const struct sm_turbulence *turbulence,
                          const struct sm_turbulence_fields *fields);

/* After sm_turbulence_mixing: what the wakes of buildings mix from afar, where that is more. The
 * order of the wakes does not matter but where two are equally strong. */
void sm_turbulence_wakes(const struct sm_turbulence *turbulence,
                         const struct sm_building_wake *wake, size_t count,
                         const struct sm_turbulence_fields *fields);

/* Computes the stresses from the wind and from viscosity and energy as they are: after
 * sm_turbulence_mixing, and after whatever else has changed these, which must have left 0 in solid
 * cells. */
void sm_turbulence_stress(const struct sm_turbulence *turbulence,
                          const struct sm_turbulence_fields *fields);

/* Bytes of the device beside the fields and the distance. */
size_t sm_turbulence_bytes(const struct sm_grid *grid);

#endif
