/* closure.h - turbulence of the diagnostic wind: inputs of the local model (turbulence.h) from the
 * case and the weather, and its output fields. */
#ifndef SM_PHYSICS_TURBULENCE_CLOSURE_H
#define SM_PHYSICS_TURBULENCE_CLOSURE_H

#include "case/case.h"
#include "cell/urban/urban.h"
#include "cell/urban/wake_mixing.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "physics/wall_distance.h"

/* turbulence.c: Turbulence from the local shear of the wind and the distance to walls
 * (docs/theory/turbulence.md). */

struct sm_turbulence_options {
  double roughness; /* m, added to distances: z0 of a wind that follows ln((d + z0) / z0) */
  double longest; /* mixing length far from walls, m (Blackadar 1962); INFINITY: 0.4 d everywhere */
  double background;        /* background standard deviation of each component, m/s */
  double background_length; /* background length scale, m: dissipation background^3 over it;
                               INFINITY: none */
  double sigma[3]; /* standard deviations over u* in a surface layer: along-wind, crosswind,
                      vertical; at least SM_SIGMA_MIN */
};

/* Lower limit of sigma: smaller values could give unrealisable stresses
 * (docs/theory/turbulence.md). */
#define SM_SIGMA_MIN 1.2

/* Stability and limits of a time. */
struct sm_turbulence_air {
  double most;       /* upper limit of the energy from shear and wakes, m2/s2, for example 20 u*^2;
                        INFINITY: none */
  double obukhov;    /* Obukhov length, m; INFINITY: neutral */
  double convective; /* convective velocity scale w*, m/s; 0 unless the ground heats the air */
  double depth;      /* boundary-layer depth, m */
};
/* Defaults, neutral: INFINITY, INFINITY, 0, 1000. */
struct sm_turbulence_air sm_turbulence_air_default(void);

/* Order of the stresses. */
enum { SM_STRESS_XX, SM_STRESS_XY, SM_STRESS_XZ, SM_STRESS_YY, SM_STRESS_YZ, SM_STRESS_ZZ };

/* Cell fields of the state, or in its layout and precision; 0 in solid cells. In the Langevin
 * equation, C0 eps is 5.7 times the dissipation (Rodean 1996). */
struct sm_turbulence_fields {
  union sm_reals viscosity;   /* nu, m2/s */
  union sm_reals energy;      /* k, m2/s2 */
  union sm_reals dissipation; /* eps, m2/s3 */
  union sm_reals length;      /* l, m; for stresses alone it may be NULL: of a surface layer */
  union sm_reals stress[6];   /* tau_ij = mean of u_i' u_j', m2/s2; only for sm_turbulence_stress */
};

struct sm_turbulence;

/* Makes the model for the wind of `state` (fields U, V, W) on its grid, which must outlive it.
 * Errors: ERR_USAGE (an option that is not a number or out of its range), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_turbulence_create(struct sm_context *ctx, const struct sm_state *state,
                                               const struct sm_grid *grid,
                                               const struct sm_wall_distance *distance,
                                               const struct sm_turbulence_options *options,
                                               struct sm_turbulence **out);
void sm_turbulence_destroy(struct sm_turbulence **turbulence);

/* Sets stability and limits from now on. Errors: ERR_USAGE (`most` or `depth` not positive,
 * `convective` negative, `obukhov` 0, a NAN). */
SM_CHECKED enum sm_status sm_turbulence_set_air(struct sm_context *ctx,
                                                struct sm_turbulence *turbulence,
                                                const struct sm_turbulence_air *air);

/* Computes viscosity, energy, dissipation and
 * length from the current wind. Enqueued like any
 * kernel. */
void sm_turbulence_mixing(const struct sm_turbulence *turbulence,
                          const struct sm_turbulence_fields *fields);

/* After sm_turbulence_mixing: nonlocal mixing in the wakes of buildings, where it is larger. The
 * order of the wakes matters only where two are equally strong. */
void sm_turbulence_wakes(const struct sm_turbulence *turbulence,
                         const struct sm_building_wake *wake, size_t count,
                         const struct sm_turbulence_fields *fields);

/* Computes the stresses from the wind, viscosity and energy: after
 * sm_turbulence_mixing and any later change of these fields, which must be 0 in solid
 * cells. */
void sm_turbulence_stress(const struct sm_turbulence *turbulence,
                          const struct sm_turbulence_fields *fields);

/* building_wakes.c */

/* Wake of every block in the wind of the state. u*_h is `friction` times the largest difference
 * between the wind at a side of the wake and on its axis, behind the end of the cavity and below
 * the roof; u*_v is `friction` times the approaching wind at the roof; both times 1 - porosity.
 * Wakes end at the next block. A block without a cavity has none. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_building_wakes_find(struct sm_context *ctx,
                                                 const struct sm_domain *domain,
                                                 const struct sm_state *state,
                                                 const struct sm_urban_block *block, size_t count,
                                                 double friction, struct sm_building_wake *out);

/* wind_layer.c */

struct sm_wind_layer {
  const struct sm_state *state; /* borrowed */
  void *u, *v;                  /* in the precision of the state */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_layer_create(struct sm_context *ctx, const struct sm_state *state,
                                               struct sm_wind_layer *out);
void sm_wind_layer_free(struct sm_wind_layer *layer);

/* Reads layer k of the current state. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_layer_read(struct sm_context *ctx, struct sm_wind_layer *layer,
                                             int k);

/* Horizontal wind at the centre of a cell, m/s. */
void sm_wind_layer_wind(const struct sm_wind_layer *layer, int i, int j, double wind[2]);

/* closure.c */

struct sm_closure;

/* Geometric mean of the roughness length, m. */
double sm_mean_roughness(const struct sm_domain *domain);

/* Fields of the state that a case's turbulence needs, a bit per enum sm_field; 0 without any. */
unsigned sm_closure_fields(const struct sm_case *c);

/* Makes the turbulence closure and computes the wall distance, then available in state->distance.
 * *out is NULL for a case without turbulence. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_closure_create(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain, struct sm_state *state,
                                            struct sm_closure **out);
void sm_closure_destroy(struct sm_closure **closure);

/* Computes the turbulence of the wind in the state, at a time of the weather; does nothing with
 * `closure` NULL. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_closure_step(struct sm_context *ctx, struct sm_closure *closure,
                                          int time);

/* Sets the blocks whose wakes in the current wind (physics/turbulence/building_wakes.c) are mixed
 * nonlocally in the next steps; does nothing with `closure` NULL or without wakes in the case.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_closure_set_blocks(struct sm_context *ctx, struct sm_closure *closure,
                                                const struct sm_urban_block *block, size_t count);

/* 1/L at a time, the mean over the stations with a reading, 1/m; 0: neutral. */
double sm_closure_per_obukhov(const struct sm_weather *weather, int time);

/* u* (m/s) from the wind at height z above the ground (m): u* = 0.4 U / [ln((z - d) / z0) + psi((z
 * - d) / L)]; psi is limited to half of the logarithm. */
double sm_closure_friction(double wind, double z, double displacement, double z0,
                           double per_obukhov);

/* Convective velocity scale at a time, w* = u* (-h / (0.4 L))^(1/3), m/s, with the boundary-layer
 * depth h and u* and L of the stations: the mean over their readings; 0 if stable. */
double sm_closure_convective(const struct sm_weather *weather, int time, double depth);

#endif
