/* physics/flow/statistics/volume_means.h - means over all air of a flow, of every step
 * (cell/momentum/volume_mean.h). Rows are gathered on the device and fetched many at a time, as
 * those of probes are. */
#ifndef SM_PHYSICS_FLOW_STATISTICS_VOLUME_MEANS_H
#define SM_PHYSICS_FLOW_STATISTICS_VOLUME_MEANS_H

#include "physics/flow/statistics/probes.h"

enum sm_flow_total {
  SM_TOTAL_U, /* m/s, mean wind */
  SM_TOTAL_V,
  SM_TOTAL_W,
  SM_TOTAL_ENERGY,       /* m2/s2 */
  SM_TOTAL_ENSTROPHY,    /* 1/s2 */
  SM_TOTAL_DISSIPATION,  /* m2/s3 */
  SM_TOTAL_BULK_FORCE_U, /* m/s2, what keeps the bulk velocity */
  SM_TOTAL_BULK_FORCE_V,
  SM_FLOW_TOTALS,
  /* of the compressible solver besides */
  SM_TOTAL_DENSITY = SM_FLOW_TOTALS, /* kg/m3 */
  SM_TOTAL_MOMENTUM_U,               /* kg/(m2 s) */
  SM_TOTAL_MOMENTUM_V,
  SM_TOTAL_MOMENTUM_W,
  SM_TOTAL_RHO_E, /* J/m3, inner, of the wind, and of the height above the grid's bottom */
  SM_COMPRESSIBLE_TOTALS
};

/* As the columns of the file are called. */
const char *sm_flow_total_name(enum sm_flow_total total);

/* Means that a solver adds to a row, from SM_FLOW_TOTALS on, and its kinetic energy. */
struct sm_flow_more_totals {
  void (*add)(const void *solver, double per_volume, double *row);
  const void *solver;
};

struct sm_flow_series {
  const struct sm_flow *flow;         /* borrowed */
  struct sm_flow_more_totals more;    /* add NULL: none */
  int totals;                         /* of a row */
  double per_volume;                  /* 1/m3, of all air */
  double *values;                     /* device: [row][total] */
  double time[SM_FLOW_BUFFERED_ROWS]; /* s */
  int rows;                           /* that were not fetched yet */
};

/* *out stays NULL where the case wants none; more: NULL where there is no more than the wind.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_series_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow_view *view,
                                                const struct sm_flow_more_totals *more,
                                                struct sm_flow_series **out);

/* Adds a row of the step that has ended, if there is room for it. `series` may be NULL. */
void sm_flow_series_add(struct sm_flow_series *series, const struct sm_flow_view *view, int wind);

/* The rows so far into out, [row][total], which has room for all; none are left. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_series_fetch(struct sm_context *ctx,
                                               struct sm_flow_series *series, double *out);

#endif
