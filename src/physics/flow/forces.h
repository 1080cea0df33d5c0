/* forces.h - body forces of a flow: Coriolis force, an acceleration that keeps a bulk velocity, a
 * sponge below the top, drag of plants (cell/momentum/forces.h). */
#ifndef SM_PHYSICS_FLOW_FORCES_H
#define SM_PHYSICS_FLOW_FORCES_H

#include "physics/flow/fields.h"

/* plant_drag.c */

bool sm_flow_has_plants(const struct sm_domain *domain);

/* Adds drag coefficient times leaf area density (1/m) to cells, in the layout of the flow. Canopies
 * and trees: 2 b^2 a / H from their attenuation a, with b = 0.3 the ratio of friction velocity to
 * wind at their height H (Harman and Finnigan 2007). Barriers: the value that transmits the open
 * fraction of the wind. Theory: docs/theory/incompressible.md. */
void sm_flow_plants_density(const struct sm_flow *flow, double *density);

/* forces.c */

struct sm_flow_forces {
  const struct sm_flow *flow; /* borrowed */
  double coriolis;            /* 1/s */
  double geostrophic[2];      /* geostrophic wind, m/s; 0 without Coriolis force */
  double per_volume[2];       /* 1 / volume of the open faces of u and v, 1/m3; 0: no bulk
                                 velocity */
  bool sponge;
  union sm_reals density;                 /* drag density of plants, 1/m; NULL: none */
  union sm_reals lines;                   /* profiles of the sponge, one entry per level */
  union sm_reals calm[2];                 /* its reference wind in weather that changes; or NULL */
  const struct sm_impulse_field *impulse; /* momentum from particles, borrowed; NULL: none */
};

/* Coriolis parameter of a case, 1/s. */
double sm_flow_coriolis(const struct sm_flow *flow);

/* Makes the forces of a flow whose wind 0 is the initial wind. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_forces_make(struct sm_context *ctx, const struct sm_case *c,
                                              struct sm_flow *flow, struct sm_flow_forces *out);

/* Sponge profiles at cell layers: damping rate, 1/s, and reference wind, m/s along x (0) and y
 * (1). */
union sm_reals sm_flow_forces_sponge_rate(const struct sm_flow_forces *forces);
union sm_reals sm_flow_forces_sponge_wind(const struct sm_flow_forces *forces, int d);

/* Sets the forces of a stage on component d. */
void sm_flow_forces_set(const struct sm_flow_forces *forces, int d, struct sm_momentum *args);

/* Forces at the end of a step from wind `from` to `to`, before the projection: plant drag and
 * sponge, then the accumulated momentum from particles, then the correction of the bulk
 * velocity. */
void sm_flow_forces_end_step(const struct sm_flow_forces *forces, int from, int to);

/* Arguments of an impulse on component d of a wind, without what it is. */
struct sm_flow_impulse sm_flow_impulse_on(const struct sm_flow *flow, int d, int wind);

/* After the projection: measures its effect on the bulk velocity. */
void sm_flow_forces_projected(const struct sm_flow_forces *forces, int wind);

#endif
