/* physics/flow/statistics/probes.h - values of a flow at points, of every step: the wind, and its
 * fields on cells. Rows are gathered on the device and fetched many at a time. */
#ifndef SM_PHYSICS_FLOW_STATISTICS_PROBES_H
#define SM_PHYSICS_FLOW_STATISTICS_PROBES_H

#include "physics/flow/view.h"

enum { SM_FLOW_BUFFERED_ROWS = 512 };

struct sm_flow_probes {
  const struct sm_flow *flow;         /* borrowed */
  int count, fields;                  /* points; of each, u, v, w and the outputs of the view */
  struct sm_flow_point *point;        /* device: [3 faces, cells][count] */
  double *values;                     /* device: [row][point][field] */
  double time[SM_FLOW_BUFFERED_ROWS]; /* s */
  int rows;                           /* that were not fetched yet */
};

/* Fails where a point is not in the air. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_probes_check(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain);

/* *out stays NULL without points. Errors: ERR_CASE (a point that is not in the air), ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_probes_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow_view *view,
                                                struct sm_flow_probes **out);

/* Adds a row of the step that has ended, if there is room for it. `probes` may be NULL. */
void sm_flow_probes_add(struct sm_flow_probes *probes, const struct sm_flow_view *view, int wind);

/* The rows so far into out, [row][point][field], which has room for all; none are left. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_probes_fetch(struct sm_context *ctx,
                                               struct sm_flow_probes *probes, double *out);

#endif
