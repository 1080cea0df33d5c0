/* physics/flow/boundary/inflow_statistics.h - what a case asks of the turbulence that a side brings
 * in: how strong it is and how long its eddies are, at every element of the plane of the side. */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_INFLOW_STATISTICS_H
#define SM_PHYSICS_FLOW_BOUNDARY_INFLOW_STATISTICS_H

#include "physics/flow/fields.h"

/* Arrays of the host, of all elements of the plane. */
struct sm_inflow_statistics {
  double *length[3]; /* m, along x, y, z */
  /* m/s of component d for a gust e of 1: amplitude + plane_of[d][e] times the size of the plane;
   * -1: gust e has no part in it. */
  float *amplitude;
  int plane_of[3][3], planes;
};

/* Of a side whose mean velocity on the plane is `mean`, m/s. Gusts that are taken from inside have
 * amplitude 1. Free it also after an error. Errors: ERR_MEMORY, ERR_CASE (lengths, strengths or
 * covariances that cannot be, at a place that is told). */
SM_CHECKED enum sm_status sm_inflow_statistics_find(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_flow *flow, int side,
                                                    double *const mean[3],
                                                    struct sm_inflow_statistics *out);
void sm_inflow_statistics_free(struct sm_inflow_statistics *wanted);

#endif
