/* physics/incompressible/steady_state.h - steady-state detection of a flow (flow.steady). */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_STEADY_STATE_H
#define SM_PHYSICS_INCOMPRESSIBLE_STEADY_STATE_H

#include "physics/flow/view.h"

/* reduced_rank.c */

/* Changes that are kept; and how many are needed, at least. */
enum { SM_REDUCED_RANK_MAX = 10, SM_REDUCED_RANK_MIN = 4 };

/* Of the host; counts are of the flow's layout. */
#define SM_REDUCED_RANK_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                    \
  HOST(float, change, 3 * SM_REDUCED_RANK_MAX * self->flow->layout.size) /* m/s, oldest first */   \
  HOST(double, last, 3 * self->flow->layout.size) /* m/s, of the last wind */                      \
  VALUE(double, since)                            /* s, time of that; NAN: none yet */             \
  VALUE(int64_t, count)                           /* number of kept changes */

struct sm_reduced_rank {
  SM_STATE_MEMBERS(SM_REDUCED_RANK_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: nobody asks */
  double length;              /* m, of the longest axis */
  double *now;                /* room for a component */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_rank_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_reduced_rank *out);

/* After a step to `time`, s, with largest component `fastest`, m/s; *moved: the wind, and the other
 * two, are now where it seems to go, still free of divergence but for rounding. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_reduced_rank_step(struct sm_context *ctx, struct sm_reduced_rank *rank,
                                               int wind, double time, double fastest, bool *moved);

/* Weights of `count` changes, the oldest first, whose inner products are in the first rows and
 * columns of gram: those with the sum 1 whose sum of changes is smallest. Returns its square norm;
 * not a number where a change is 0. */
double sm_reduced_rank_weights(int count, double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX],
                               double weight[SM_REDUCED_RANK_MAX]);

/* What the next steps depend on. */
void sm_reduced_rank_parts(struct sm_reduced_rank *rank, struct sm_flow_view *view);

/* steady_state.c */

#define SM_FLOW_STEADY_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                     \
  FIELD(earlier, [3])   /* m/s */                                                                  \
  VALUE(double, since)  /* s, when the wind was that; NAN: not yet */                              \
  VALUE(int64_t, steps) /* since then */                                                           \
  VALUE(bool, is)

struct sm_flow_steady {
  SM_STATE_MEMBERS(SM_FLOW_STEADY_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: nobody asks */
  double tolerance;           /* 1/s */
  double interval;            /* s, at least, between the winds that are compared */
  double *number;             /* device: the result of a reduction */
  struct sm_reduced_rank rank;
};

/* For a case with flow.steady, else nothing. divergence: largest |div u| h / U that a step leaves;
 * alone: the wind carries nothing, and may be moved. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_make(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_flow *flow, double divergence,
                                              bool alone, struct sm_flow_steady *out);

/* After a step to `time`, s, with largest component `fastest`, m/s: whether no other is needed.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_judge(struct sm_context *ctx,
                                               struct sm_flow_steady *steady, int wind, double time,
                                               double fastest);

/* After that, as long as the wind is not steady: see sm_reduced_rank_step. */
SM_CHECKED enum sm_status sm_flow_steady_accelerate(struct sm_context *ctx,
                                                    struct sm_flow_steady *steady, int wind,
                                                    double time, double fastest, bool *moved);

/* What the next steps depend on. */
void sm_flow_steady_parts(struct sm_flow_steady *steady, struct sm_flow_view *view);

#endif
