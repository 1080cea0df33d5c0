/* physics/flow/statistics/statistics.h - statistics of a flow: probes, time means, volume
 * means. */
#ifndef SM_PHYSICS_FLOW_STATISTICS_STATISTICS_H
#define SM_PHYSICS_FLOW_STATISTICS_STATISTICS_H

#include "physics/flow/view.h"

/* probes.c */

enum { SM_FLOW_BUFFERED_ROWS = 512 };

struct sm_flow_probes {
  const struct sm_flow *flow;         /* borrowed */
  int count, fields;                  /* points; values per point: u, v, w and the outputs of the
                                         view */
  struct sm_flow_point *point;        /* device: [3 faces, cells][count], interpolation weights */
  int *row;                           /* of cells along y, [count] */
  double *values;                     /* device: [row][point][field] */
  double time[SM_FLOW_BUFFERED_ROWS]; /* s */
  int rows;                           /* rows not fetched yet */
};

/* Fails if a probe is not in a fluid cell. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_probes_check(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain);

/* *out stays NULL without probes. Errors: ERR_CASE (a probe that is not in a fluid cell),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_probes_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow_view *view,
                                                struct sm_flow_probes **out);

/* Adds a row for a completed step, if there is room. `probes` may be NULL. */
void sm_flow_probes_add(struct sm_flow_probes *probes, const struct sm_flow_view *view, int wind);

/* Copies the rows so far to out, [row][point][field], which has room for all, and clears them.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_probes_fetch(struct sm_context *ctx,
                                               struct sm_flow_probes *probes, double *out);

/* time_means.c */

#define SM_FLOW_MEANS_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                      \
  VALUE(double, until)             /* s: end of the averaging period so far */                     \
  VALUE(double, length)            /* s: its length; 0: nothing yet */                             \
  FIELD(u, [3])                    /* m/s, on faces */                                             \
  FIELD(moment, [SM_FLOW_MOMENTS]) /* m2/s2 */
#define SM_FLOW_FIELD_MEANS_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                \
  FIELD(mean, ) FIELD(variance, ) FIELD(largest, )

struct sm_flow_means {
  SM_STATE_MEMBERS(SM_FLOW_MEANS_STATE)
  const struct sm_flow *flow; /* borrowed */
  double from;                /* s, in the view's time: start of averaging */
  /* Means per output of the flow, pressure first; pressure has only a mean. */
  struct sm_flow_field_means {
    SM_STATE_MEMBERS(SM_FLOW_FIELD_MEANS_STATE)
  } field[SM_FLOW_OUTPUTS];
  int field_count;
};

/* Averages all outputs of the view. *out stays NULL if the case asks for no means. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_means_create(struct sm_context *ctx, double from,
                                               const struct sm_flow_view *view,
                                               struct sm_flow_means **out);

/* Adds a completed step: `wind` of the flow, and the outputs of the view. `means` may be NULL. */
void sm_flow_means_add(struct sm_flow_means *means, const struct sm_flow_view *view, int wind);

/* Adds the means to the parts of the view. */
void sm_flow_means_parts(struct sm_flow_means *means, struct sm_flow_view *view);

/* volume_means.c */

enum sm_flow_total {
  SM_TOTAL_U, /* m/s, mean wind */
  SM_TOTAL_V,
  SM_TOTAL_W,
  SM_TOTAL_ENERGY,       /* m2/s2 */
  SM_TOTAL_ENSTROPHY,    /* 1/s2 */
  SM_TOTAL_DISSIPATION,  /* m2/s3 */
  SM_TOTAL_BULK_FORCE_U, /* m/s2, acceleration that keeps the bulk velocity */
  SM_TOTAL_BULK_FORCE_V,
  SM_FLOW_TOTALS,
  /* compressible solver only */
  SM_TOTAL_DENSITY = SM_FLOW_TOTALS, /* kg/m3 */
  SM_TOTAL_MOMENTUM_U,               /* kg/(m2 s) */
  SM_TOTAL_MOMENTUM_V,
  SM_TOTAL_MOMENTUM_W,
  SM_TOTAL_RHO_E, /* J/m3: internal, kinetic, and potential above the grid's bottom */
  SM_COMPRESSIBLE_TOTALS
};

/* Column name in the output file. */
const char *sm_flow_total_name(enum sm_flow_total total);

/* Additional volume means of a solver, from SM_FLOW_TOTALS on, and its kinetic energy. */
struct sm_flow_more_totals {
  void (*add)(const void *solver, double per_volume, double *row);
  const void *solver;
};

struct sm_flow_series {
  const struct sm_flow *flow;         /* borrowed */
  struct sm_flow_more_totals more;    /* add NULL: none */
  int totals;                         /* per row */
  double per_volume;                  /* 1/m3, 1 / fluid volume */
  double *values;                     /* device: [row][total] */
  double time[SM_FLOW_BUFFERED_ROWS]; /* s */
  int rows;                           /* rows not fetched yet */
};

/* *out stays NULL if the case asks for no series; more: additional means, may be NULL.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_series_create(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow_view *view,
                                                const struct sm_flow_more_totals *more,
                                                struct sm_flow_series **out);

/* Adds a row for a completed step, if there is room. `series` may be NULL. */
void sm_flow_series_add(struct sm_flow_series *series, const struct sm_flow_view *view, int wind);

/* Copies the rows so far to out, [row][total], which has room for all, and clears them. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_series_fetch(struct sm_context *ctx,
                                               struct sm_flow_series *series, double *out);

#endif
