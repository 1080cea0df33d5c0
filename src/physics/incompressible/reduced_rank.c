/* Reduced rank extrapolation towards the steady state from the history of changes (Eddy 1979,
 * Mesina 1977; docs/theory/incompressible.md). */
#include "physics/incompressible/model.h"

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/initial_wind.h"
#include "physics/flow/share.h"
#include <math.h>
#include <string.h>

/* Largest remaining fraction of the last change at which the wind is extrapolated: with few
 * changes, and with the maximum number. */
static const double left_of_few = 0.3, left_of_most = 0.9;

/* --- memory --- */

enum sm_status sm_reduced_rank_make(struct sm_context *ctx, const struct sm_flow *flow,
                                    struct sm_reduced_rank *out) {
  const size_t size = flow->layout.size;
  *out = (struct sm_reduced_rank){.flow = flow, .since = NAN};
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[d];
    out->length = fmax(out->length, axis->face[axis->n] - axis->face[0]);
  }
  SM_TRY(sm_flow_host(ctx, flow, 3 * SM_REDUCED_RANK_MAX * size, sizeof *out->change,
                      "changes of the wind", &out->change));
  SM_TRY(sm_flow_host(ctx, flow, 3 * size, sizeof *out->last, "an earlier wind", &out->last));
  return sm_flow_host(ctx, flow, size, sizeof *out->now, "a field", &out->now);
}

static float *change_of(const struct sm_reduced_rank *rank, int64_t m, int d) {
  return rank->change + (size_t)(3 * m + d) * rank->flow->layout.size;
}

/* --- what has been --- */

/* Inner product of two changes, summed in a fixed order. */
static double inner_product(const struct sm_reduced_rank *rank, int a, int b) {
  const struct sm_flow_layout *s = &rank->flow->layout;
  double sum = 0;
  for (int d = 0; d < 3; d++) {
    const float *x = change_of(rank, a, d) + s->origin, *y = change_of(rank, b, d) + s->origin;
    for (int k = 0; k < s->n[2]; k++)
      for (int j = 0; j < s->n[1]; j++) {
        const ptrdiff_t row = j * s->step[1] + k * s->step[2];
        double of_row = 0;
        for (int i = 0; i < s->n[0]; i++) of_row += (double)x[row + i] * (double)y[row + i];
        sum += of_row;
      }
  }
  return sum;
}

/* Stores the wind and its change since the last one; computes the weights. */
static enum sm_status find_weights(struct sm_context *ctx, struct sm_reduced_rank *rank, int wind) {
  const struct sm_flow *flow = rank->flow;
  const size_t size = flow->layout.size;
  const bool first = isnan(rank->since);
  if (!first && rank->count == SM_REDUCED_RANK_MAX) {
    rank->count--;
    memmove(rank->change, rank->change + 3 * size,
            3 * (SM_REDUCED_RANK_MAX - 1) * size * sizeof *rank->change);
  }
  for (int d = 0; d < 3; d++) {
    double *last = rank->last + (size_t)d * size;
    sm_flow_gather_field(flow, flow->u[wind][d]);
    SM_TRY(sm_flow_download(ctx, flow, flow->u[wind][d], rank->now));
    if (!first) {
      float *change = change_of(rank, rank->count, d);
      for (size_t m = 0; m < size; m++) change[m] = (float)(rank->now[m] - last[m]);
    }
    memcpy(last, rank->now, size * sizeof *last);
  }
  if (!first) rank->count++;
  return SM_OK;
}

/* --- where it goes --- */

/* Gaussian elimination of a symmetric positive matrix. A small diagonal term selects the smallest
 * weights if the changes are linearly dependent. */
double sm_reduced_rank_weights(int count, double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX],
                               double weight[SM_REDUCED_RANK_MAX]) {
  const double more = 1e-12;
  double m[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX] = {{0}}, sum = 0;
  for (int a = 0; a < count; a++) {
    weight[a] = 1;
    for (int b = 0; b < count; b++) m[a][b] = gram[a][b];
    m[a][a] *= 1 + more;
  }
  for (int p = 0; p < count; p++)
    for (int a = p + 1; a < count; a++) {
      const double factor = m[a][p] / m[p][p];
      for (int b = p; b < count; b++) m[a][b] -= factor * m[p][b];
      weight[a] -= factor * weight[p];
    }
  for (int a = count - 1; a >= 0; a--) {
    for (int b = a + 1; b < count; b++) weight[a] -= m[a][b] * weight[b];
    weight[a] /= m[a][a];
    sum += weight[a];
  }
  for (int a = 0; a < count; a++) weight[a] /= sum;
  return 1 / sum;
}

/* The extrapolated wind is the last wind minus each change times the sum of the weights of earlier
 * ones. */
static enum sm_status move(struct sm_context *ctx, struct sm_reduced_rank *rank,
                           const double weight[SM_REDUCED_RANK_MAX]) {
  const struct sm_flow *flow = rank->flow;
  const size_t size = flow->layout.size;
  for (int d = 0; d < 3; d++) {
    double *to = rank->last + (size_t)d * size, before = 0;
    for (int a = 0; a < (int)rank->count; a++) {
      const float *change = change_of(rank, a, d);
      for (size_t m = 0; m < size; m++) to[m] -= before * (double)change[m];
      before += weight[a];
    }
    SM_TRY(sm_flow_fill(ctx, flow, d, to));
  }
  for (int m = 0; m < flow->winds; m++) sm_flow_ghosts(flow, m);
  rank->since = NAN;
  rank->count = 0;
  return SM_OK;
}

/* Winds are stored one domain crossing of the fastest air apart; the first one at once. */
enum sm_status sm_reduced_rank_step(struct sm_context *ctx, struct sm_reduced_rank *rank, int wind,
                                    double time, double fastest, bool *moved) {
  *moved = false;
  if (rank->flow == NULL) return SM_OK;
  if (!isnan(rank->since) && (time - rank->since) * fastest < rank->length) return SM_OK;
  SM_TRY(find_weights(ctx, rank, wind));
  rank->since = time;
  const int count = (int)rank->count;
  if (count < SM_REDUCED_RANK_MIN) return SM_OK;
  double gram[SM_REDUCED_RANK_MAX][SM_REDUCED_RANK_MAX], weight[SM_REDUCED_RANK_MAX];
  for (int a = 0; a < count; a++)
    for (int b = a; b < count; b++) gram[a][b] = gram[b][a] = inner_product(rank, a, b);
  const double part =
      sqrt(sm_reduced_rank_weights(count, gram, weight) / gram[count - 1][count - 1]);
  *moved = part <= (count == SM_REDUCED_RANK_MAX ? left_of_most : left_of_few);
  if (!*moved) return SM_OK;
  sm_debug(ctx, "the wind is moved to where it seems to go; of its change %.2g is left", part);
  return move(ctx, rank, weight);
}

void sm_reduced_rank_parts(struct sm_reduced_rank *self, struct sm_flow_view *view) {
  if (self->flow != NULL) SM_STATE_PARTS(SM_REDUCED_RANK_STATE, "rank", -1);
}
