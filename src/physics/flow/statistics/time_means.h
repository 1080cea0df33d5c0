/* physics/flow/statistics/time_means.h - means, variances and covariances over time of a flow, on
 * its device (cell/momentum/time_mean.h): of the wind on faces, so that the mean is as free of
 * divergence as each wind, and of the fields on cells that the flow gives. */
#ifndef SM_PHYSICS_FLOW_STATISTICS_TIME_MEANS_H
#define SM_PHYSICS_FLOW_STATISTICS_TIME_MEANS_H

#include "physics/flow/view.h"

#define SM_FLOW_MEANS_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                      \
  VALUE(double, until)             /* s: what has been counted so far */                           \
  VALUE(double, length)            /* s: how long; 0: nothing yet */                               \
  FIELD(u, [3])                    /* m/s, on faces */                                             \
  FIELD(moment, [SM_FLOW_MOMENTS]) /* m2/s2 */
#define SM_FLOW_FIELD_MEANS_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                \
  FIELD(mean, ) FIELD(variance, ) FIELD(largest, )

struct sm_flow_means {
  SM_STATE_MEMBERS(SM_FLOW_MEANS_STATE)
  const struct sm_flow *flow; /* borrowed */
  double from;                /* s, as the view's time: nothing before counts */
  /* By the outputs of the flow, pressure first; it alone has only a mean. */
  struct sm_flow_field_means {
    SM_STATE_MEMBERS(SM_FLOW_FIELD_MEANS_STATE)
  } field[SM_FLOW_OUTPUTS];
  int field_count;
};

/* For the outputs that the view has. *out stays NULL where the case wants no means. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_means_create(struct sm_context *ctx, double from,
                                               const struct sm_flow_view *view,
                                               struct sm_flow_means **out);

/* Bytes of the device for so many outputs. */
size_t sm_flow_means_bytes(const struct sm_domain *domain, int bits, int outputs);

/* Counts a step that has ended: `wind` of the flow, and what the view has. `means` may be NULL. */
void sm_flow_means_add(struct sm_flow_means *means, const struct sm_flow_view *view, int wind);

/* Adds to the parts of the view. */
void sm_flow_means_parts(struct sm_flow_means *means, struct sm_flow_view *view);

#endif
