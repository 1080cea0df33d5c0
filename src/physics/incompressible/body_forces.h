/* physics/incompressible/body_forces.h - force of the air on the bodies of a case ([[flow.body]]),
 * in every time step. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_BODY_FORCES_H
#define SM_PHYSICS_INCOMPRESSIBLE_BODY_FORCES_H

#include "physics/flow/forces.h"
#include "physics/flow/statistics/statistics.h"

struct sm_flow_bodies {
  const struct sm_flow *flow; /* borrowed */
  int count;
  struct sm_box *box;                 /* cells of each */
  double *values;                     /* device: [row][body][axis], m4/s2: over the density */
  double time[SM_FLOW_BUFFERED_ROWS]; /* s */
  int rows;                           /* that were not fetched yet */
};

/* Fails where nothing in a box is solid. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_bodies_check(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain);

/* *out stays NULL where the case names none. Errors: ERR_CASE (a box in which nothing is solid),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_bodies_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                struct sm_flow_bodies **out);

/* Adds a row of the step from wind `before` to `wind`, which ends at `time`, if there is room for
 * it. `bodies` may be NULL. */
void sm_flow_bodies_add(struct sm_flow_bodies *bodies, const struct sm_flow_forces *forces,
                        int before, int wind, double time);

/* The rows so far into out, [row][body][axis], which has room for all; none are left. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_bodies_fetch(struct sm_context *ctx,
                                               struct sm_flow_bodies *bodies, double *out);

#endif
