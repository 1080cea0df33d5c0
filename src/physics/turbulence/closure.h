/* closure.h - the turbulence of a case: what of the case and of the weather goes into the local
 * model (turbulence.h), and into which fields of the state it goes. */
#ifndef SM_PHYSICS_TURBULENCE_CLOSURE_H
#define SM_PHYSICS_TURBULENCE_CLOSURE_H

#include "case/case.h"
#include "cell/urban/urban.h"
#include "cell/urban/wake_mixing.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "physics/turbulence/turbulence.h"

/* building_wakes.c */

/* The wake of every block in the wind of the state: u*_h is `friction` times the largest
 * difference, behind the end of the cavity and below the roof, between the wind at a side of the
 * wake and on its axis; u*_v `friction` times the approaching wind at the roof; both times 1 -
 * porosity. Wakes end at the next block. Of a block without a cavity they are 0. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
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

/* Takes layer k of the state as it is. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_layer_read(struct sm_context *ctx, struct sm_wind_layer *layer,
                                             int k);

/* Horizontal wind in the middle of a cell, m/s. */
void sm_wind_layer_wind(const struct sm_wind_layer *layer, int i, int j, double wind[2]);

/* closure.c */

struct sm_closure;

/* Fields of the state that a case's turbulence needs, a bit per enum sm_field; 0 without any. */
unsigned sm_closure_fields(const struct sm_case *c);

/* Bytes of the device beside the fields. */
size_t sm_closure_bytes(const struct sm_case *c, const struct sm_grid *grid);

/* Computes the distances to walls, which state->distance then tells. *out is NULL for a case
 * without turbulence. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_closure_create(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain, struct sm_state *state,
                                            struct sm_closure **out);
void sm_closure_destroy(struct sm_closure **closure);

/* The turbulence of the wind in the state, at a time of the weather; nothing when `closure` is
 * NULL. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_closure_step(struct sm_context *ctx, struct sm_closure *closure,
                                          int time);

/* The blocks whose wakes, as they are in the wind of the state
 * (physics/turbulence/building_wakes.c), are mixed from afar at the next steps; nothing when
 * `closure` is NULL or its case wants no wakes. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_closure_set_blocks(struct sm_context *ctx, struct sm_closure *closure,
                                                const struct sm_urban_block *block, size_t count);

/* 1/L of a time, the mean over the stations that have a reading, 1/m; 0: neutral. */
double sm_closure_per_obukhov(const struct sm_weather *weather, int time);

/* u* (m/s) from the wind at height z above the ground (m): u* = 0.4 U / [ln((z - d) / z0) + psi((z
 * - d) / L)]; psi counts for no more than half of the logarithm. */
double sm_closure_friction(double wind, double z, double displacement, double z0,
                           double per_obukhov);

/* Velocity scale of convection of a time, w* = u* (-h / (0.4 L))^(1/3), m/s, h the depth of the
 * boundary layer, u* and L those of the stations: the mean over their readings; 0 where stable. */
double sm_closure_convective(const struct sm_weather *weather, int time, double depth);

#endif
