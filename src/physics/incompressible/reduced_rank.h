/* reduced_rank.h - a steady wind sooner: how the wind has changed from time to time tells where it
 * goes (reduced rank extrapolation: Eddy 1979, Mesina 1977; docs/theory/incompressible.md). */
#ifndef SM_PHYSICS_INCOMPRESSIBLE_REDUCED_RANK_H
#define SM_PHYSICS_INCOMPRESSIBLE_REDUCED_RANK_H

#include "physics/flow/view.h"

/* Changes that are kept; and how many are needed, at least. */
enum { SM_REDUCED_RANK_MAX = 10, SM_REDUCED_RANK_MIN = 4 };

/* Of the host; counts are of the flow's layout. */
#define SM_REDUCED_RANK_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                    \
  HOST(float, change, 3 * SM_REDUCED_RANK_MAX * self->flow->layout.size) /* m/s, oldest first */   \
  HOST(double, last, 3 * self->flow->layout.size) /* m/s, of the last wind */                      \
  VALUE(double, since)                            /* s, when that was; NAN: there is none */       \
  VALUE(int64_t, count)                           /* changes that there are */

struct sm_reduced_rank {
  SM_STATE_MEMBERS(SM_REDUCED_RANK_STATE)
  const struct sm_flow *flow; /* borrowed; NULL: nobody asks */
  double length;              /* m, of the longest axis */
  double *now;                /* room for a component */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reduced_rank_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_reduced_rank *out);
size_t sm_reduced_rank_bytes(const struct sm_domain *domain); /* of the host */

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

#endif
