/* physics/incompressible/body_forces.h - force of the air on the bodies of a case ([[flow.body]]),
 * every time step. */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_BODY_FORCES_H
#define SM_PHYSICS_INCOMPRESSIBLE_BODY_FORCES_H

#include "physics/flow/forces.h"
#include "physics/flow/statistics/statistics.h"

struct sm_flow_bodies {
  const struct sm_flow *flow; /* borrowed */
  int count;
  struct sm_box *box;                 /* box of cells of each body */
  double *values;                     /* device: [row][body][axis], force over density, m4/s2 */
  double time[SM_FLOW_BUFFERED_ROWS]; /* s */
  int rows;                           /* rows not fetched yet */
};

/* Fails if a box contains no solid. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_bodies_check(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain);

/* *out stays NULL without bodies. Errors: ERR_CASE (a box without solid), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_bodies_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                struct sm_flow_bodies **out);

/* Adds a row for the step from wind `before` to `wind`, which ends at `time`, if there is room.
 * `bodies` may be NULL. */
void sm_flow_bodies_add(struct sm_flow_bodies *bodies, const struct sm_flow_forces *forces,
                        int before, int wind, double time);

/* Copies the rows so far to out, [row][body][axis], which has room for all, and clears them.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_bodies_fetch(struct sm_context *ctx,
                                               struct sm_flow_bodies *bodies, double *out);

#endif
