/* forces.h - body forces of a flow: Coriolis force, an acceleration that keeps a bulk velocity, a
 * sponge below the top, drag of plants (cell/momentum/forces.h). */
#ifndef SM_PHYSICS_FLOW_FORCES_H
#define SM_PHYSICS_FLOW_FORCES_H

#include "physics/flow/fields.h"

/* plant_drag.c */

bool sm_flow_has_plants(const struct sm_domain *domain);

/* Adds to cells, in the layout of the flow, drag coefficient times leaf area density, 1/m: of
 * canopies and trees 2 b^2 a / H from their attenuation a, b = 0.3 the friction velocity over the
 * wind at their height H (Harman and Finnigan 2007); of barriers what lets through the part of the
 * wind that is open. Theory: docs/theory/incompressible.md. */
void sm_flow_plants_density(const struct sm_flow *flow, double *density);

/* forces.c */

struct sm_flow_forces {
  const struct sm_flow *flow; /* borrowed */
  double coriolis;            /* 1/s */
  double geostrophic[2];      /* m/s; with coriolis, else 0 */
  double per_volume[2];       /* 1/m3, of the open faces of u and v; 0: no bulk velocity is kept */
  bool sponge;
  union sm_reals density;                 /* 1/m, of plants; NULL: none */
  union sm_reals lines;                   /* of the sponge: entries of a level */
  const struct sm_impulse_field *impulse; /* of particles, borrowed; NULL: none */
};

/* The Coriolis parameter of a case, 1/s. */
double sm_flow_coriolis(const struct sm_flow *flow);

/* Of a flow whose wind 0 is that of the start. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_forces_make(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_flow *flow,
                                              struct sm_flow_forces *out);

/* Of the sponge, entries of the layers of cells: its rate, 1/s, and the wind that it damps towards,
 * m/s along x (0) and y (1). */
union sm_reals sm_flow_forces_sponge_rate(const struct sm_flow_forces *forces);
union sm_reals sm_flow_forces_sponge_wind(const struct sm_flow_forces *forces, int d);

/* Those of a stage, on component d. */
void sm_flow_forces_set(const struct sm_flow_forces *forces, int d, struct sm_momentum *args);

/* Plants and the sponge, at the end of a step from wind `from`; then the momentum from particles,
 * all that there is; then what is missing of the bulk velocity. The wind `to` is not free of
 * divergence yet. */
void sm_flow_forces_end_step(const struct sm_flow_forces *forces, int from, int to);

/* When it is: what that has taken of the bulk velocity. */
void sm_flow_forces_projected(const struct sm_flow_forces *forces, int wind);

#endif
