/* physics/incompressible/steady_state.h - steady-state detection of a flow (flow.steady). */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_STEADY_STATE_H
#define SM_PHYSICS_INCOMPRESSIBLE_STEADY_STATE_H

#include "physics/flow/view.h"

/* reduced_rank.c */

/* Number of stored changes: largest, and smallest for an extrapolation. */
enum { SM_REDUCED_RANK_MAX = 10, SM_REDUCED_RANK_MIN = 4 };

/* On the host; sizes are in the flow's layout. */
#define SM_REDUCED_RANK_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                    \
  HOST(float, change, 3 * SM_REDUCED_RANK_MAX * self->flow->layout.size) /* m/s, oldest first */   \
  HOST(double, last, 3 * self->flow->layout.size) /* m/s, last stored wind */                      \
  VALUE(double, since)                            /* s, its time; NAN: none yet */                 \
  VALUE(int64_t, count)                           /* number of stored changes */

struct sm_reduced_rank {
  SM_STATE_MEMBERS(SM_REDUCED_RANK_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: not used */
  double length;              /* m, longest axis */
  double *now;                /* work space for a component */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_rank_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_reduced_rank *out);

/* Call after a step to `time`, s, with largest component `fastest`, m/s; *moved: all winds were
 * replaced by the extrapolated steady wind, still divergence-free up to rounding. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reduced_rank_step(struct sm_context *ctx, struct sm_reduced_rank *rank,
                                               int wind, double time, double fastest, bool *moved);

/* Weights of `count` changes, oldest first, with inner products in the first rows and columns of
 * gram: those with sum 1 that minimise the norm of the weighted sum. Returns its square; not a
 * number if a change is 0. */
double sm_reduced_rank_weights(int count, double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX],
                               double weight[SM_REDUCED_RANK_MAX]);

/* Adds the prognostic members to the view. */
void sm_reduced_rank_parts(struct sm_reduced_rank *rank, struct sm_flow_view *view);

/* steady_state.c */

#define SM_FLOW_STEADY_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                     \
  FIELD(earlier, [3])   /* m/s */                                                                  \
  VALUE(double, since)  /* s, time of the earlier wind; NAN: none yet */                           \
  VALUE(int64_t, steps) /* steps since then */                                                     \
  VALUE(bool, is)

struct sm_flow_steady {
  SM_STATE_MEMBERS(SM_FLOW_STEADY_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: not used */
  double tolerance;           /* 1/s */
  double interval;            /* smallest time between compared winds, s */
  double *number;             /* device: result of a reduction */
  struct sm_reduced_rank rank;
};

/* Makes it for a case with flow.steady; otherwise does nothing. divergence: largest |div u| h / U
 * that remains after a step; alone: there are no scalars, so that the wind may be extrapolated.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_make(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_flow *flow, double divergence,
                                              bool alone, struct sm_flow_steady *out);

/* Call after a step to `time`, s, with largest component `fastest`, m/s: whether the flow is
 * steady.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_judge(struct sm_context *ctx,
                                               struct sm_flow_steady *steady, int wind, double time,
                                               double fastest);

/* Call next while the flow is not steady: see sm_reduced_rank_step. */
SM_CHECKED enum sm_status sm_flow_steady_accelerate(struct sm_context *ctx,
                                                    struct sm_flow_steady *steady, int wind,
                                                    double time, double fastest, bool *moved);

/* Adds the prognostic members to the view. */
void sm_flow_steady_parts(struct sm_flow_steady *steady, struct sm_flow_view *view);

#endif
