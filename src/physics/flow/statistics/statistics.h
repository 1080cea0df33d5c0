/* physics/flow/statistics/statistics.h - statistics of a flow: probes, means in time, means over
 * volumes. */
#ifndef SM_PHYSICS_FLOW_STATISTICS_STATISTICS_H
#define SM_PHYSICS_FLOW_STATISTICS_STATISTICS_H

#include "physics/flow/view.h"

/* probes.c */

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

/* time_means.c */

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

/* Counts a step that has ended: `wind` of the flow, and what the view has. `means` may be NULL. */
void sm_flow_means_add(struct sm_flow_means *means, const struct sm_flow_view *view, int wind);

/* Adds to the parts of the view. */
void sm_flow_means_parts(struct sm_flow_means *means, struct sm_flow_view *view);

/* volume_means.c */

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
