/* physics/incompressible/steady_state.h - when a flow changes no more (flow.steady). */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_STEADY_STATE_H
#define SM_PHYSICS_INCOMPRESSIBLE_STEADY_STATE_H

#include "physics/flow/view.h"

/* reduced_rank.c */

/* Changes that are kept; and how many are needed, at least. */
enum { SM_REDUCED_RANK_MAX = 10, SM_REDUCED_RANK_MIN = 4 };

struct sm_reduced_rank {
  const struct sm_flow *flow; /* borrowed; NULL: nobody asks */
  double length;              /* m, of the longest axis */
  float *change; /* m/s, SM_REDUCED_RANK_MAX times three components in the flow's layout, the
                  * oldest first; of the host, as all here */
  double *last;  /* m/s, three components of the last wind */
  double *now;   /* room for a component */
  double since;  /* s, when that was; NAN: there is none */
  int64_t count; /* changes that there are */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_rank_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_reduced_rank *out);
size_t sm_reduced_rank_bytes(const struct sm_domain *domain); /* of the host */
void sm_reduced_rank_free(struct sm_reduced_rank *rank);

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

struct sm_flow_steady {
  const struct sm_flow *flow; /* borrowed; NULL: nobody asks */
  double tolerance;           /* 1/s */
  double interval;            /* s, at least, between the winds that are compared */
  union sm_reals earlier[3];  /* m/s */
  double since;               /* s, when the wind was that; NAN: not yet */
  int64_t steps;              /* since then */
  double *number;             /* device: the result of a reduction */
  struct sm_reduced_rank rank;
  bool is;
};

/* For a case with flow.steady, else nothing. divergence: largest |div u| h / U that a step leaves;
 * alone: the wind carries nothing, and may be moved. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_steady_make(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_flow *flow, double divergence,
                                              bool alone, struct sm_flow_steady *out);
void sm_flow_steady_free(struct sm_flow_steady *steady);

/* Bytes of the device that it takes. */
size_t sm_flow_steady_bytes(const struct sm_case *c, const struct sm_domain *domain, int bits);

/* Bytes of the host, where the wind goes alone. */
size_t sm_flow_steady_host_bytes(const struct sm_case *c, const struct sm_domain *domain);

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
