#include "domain/grid/grid.h"

#include <math.h>

void sm_axis_free(struct sm_axis *axis) {
  sm_free(axis->face);
  *axis = (struct sm_axis){0};
}

enum sm_status sm_axis_create(struct sm_context *ctx, int n, const double *face,
                              struct sm_axis *out) {
  *out = (struct sm_axis){0};
  if (n < 1) return sm_fail(ctx, SM_ERR_CASE, "an axis needs at least one cell");
  for (int i = 0; i < n; i++)
    if (!(face[i + 1] > face[i]) || !isfinite(face[i]) || !isfinite(face[i + 1]))
      return sm_fail(ctx, SM_ERR_CASE, "the faces of an axis do not increase: %g m, then %g m",
                     face[i], face[i + 1]);
  double *block;
  SM_TRY(sm_alloc(ctx, 3 * (size_t)n + 1, sizeof *block, "an axis of the grid", &block));
  struct sm_axis axis = {.n = n,
                         .face = block,
                         .centre = block + n + 1,
                         .width = block + 2 * (size_t)n + 1,
                         .uniform = true};
  for (int i = 0; i <= n; i++) axis.face[i] = face[i] - face[0];
  for (int i = 0; i < n; i++) {
    axis.centre[i] = 0.5 * (axis.face[i] + axis.face[i + 1]);
    axis.width[i] = axis.face[i + 1] - axis.face[i];
  }
  const double mean = axis.face[n] / n;
  for (int i = 0; i < n; i++)
    if (fabs(axis.width[i] - mean) > 1e-6 * mean) axis.uniform = false;
  *out = axis;
  return SM_OK;
}

enum sm_status sm_grid_create(struct sm_context *ctx, const int n[3], const double *const face[3],
                              const double origin[3], struct sm_grid *out) {
  *out = (struct sm_grid){.origin = {origin[0], origin[1], origin[2]}};
  enum sm_status status = SM_OK;
  for (int d = 0; d < 3 && status == SM_OK; d++)
    status = sm_axis_create(ctx, n[d], face[d], &out->axis[d]);
  if (status != SM_OK) sm_grid_free(out);
  return status;
}

void sm_grid_free(struct sm_grid *grid) {
  for (int d = 0; d < 3; d++) sm_axis_free(&grid->axis[d]);
}

static enum sm_status coarsen_axis(struct sm_context *ctx, const struct sm_axis *fine,
                                   struct sm_axis *out) {
  SM_SCOPED double *face = NULL;
  if (fine->n == 1) return sm_axis_create(ctx, 1, fine->face, out);
  SM_TRY(sm_alloc(ctx, (size_t)fine->n / 2 + 1, sizeof *face, "an axis of the grid", &face));
  for (int i = 0; i <= fine->n / 2; i++) face[i] = fine->face[2 * i];
  return sm_axis_create(ctx, fine->n / 2, face, out);
}

enum sm_status sm_grid_coarsen(struct sm_context *ctx, const struct sm_grid *fine,
                               struct sm_grid *out) {
  *out = (struct sm_grid){.origin = {fine->origin[0], fine->origin[1], fine->origin[2]}};
  enum sm_status status = SM_OK;
  for (int d = 0; d < 3; d++)
    if (fine->axis[d].n > 1 && (fine->axis[d].n % 2 != 0 || fine->axis[d].n == 2))
      return sm_fail(ctx, SM_ERR_CASE, "%d cells along %c cannot be halved", fine->axis[d].n,
                     "xyz"[d]);
  for (int d = 0; d < 3 && status == SM_OK; d++)
    status = coarsen_axis(ctx, &fine->axis[d], &out->axis[d]);
  if (status != SM_OK) sm_grid_free(out);
  return status;
}

int64_t sm_grid_cells(const struct sm_grid *grid) {
  return (int64_t)grid->axis[0].n * grid->axis[1].n * grid->axis[2].n;
}

double sm_axis_length(const struct sm_axis *axis) { return axis->face[axis->n]; }

int sm_count_below(const double *rising, int count, double value) {
  int low = 0, high = count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (rising[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int sm_axis_centres_below(const struct sm_axis *axis, double position) {
  return sm_count_below(axis->centre, axis->n, position);
}

int sm_axis_nearest(const struct sm_axis *axis, double position) {
  const int above = sm_count_below(axis->face, axis->n + 1, position); /* first face at or above */
  const int cell = above <= axis->n && axis->face[above] <= position ? above : above - 1;
  return cell < 0 ? 0 : cell < axis->n ? cell : axis->n - 1;
}

int sm_axis_find(const struct sm_axis *axis, double position) {
  if (!(position >= 0 && position <= sm_axis_length(axis))) return -1;
  return sm_axis_nearest(axis, position);
}
