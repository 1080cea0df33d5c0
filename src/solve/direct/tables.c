/* tables.c - tables of the direct Poisson solver: eigenvalues of the second difference for
 * periodic and closed ends (Swarztrauber 1977; Schumann and Sweet 1988), widths and links
 * along z. */
#include "solve/direct/internal.h"
#include "solve/multigrid/coarsening.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

/* Numbers that are still free. */
struct pool {
  double *next;
  int *next_place;
};

static double *take(struct pool *pool, size_t count) {
  double *taken = pool->next;
  pool->next += count;
  return taken;
}

/* --- axes --- */

/* Mode m of an axis: 2 - 2 cos of its angle per cell, without cancellation. */
static double second_difference(const struct sm_direct_axis *axis, int m) {
  const double s = sin(pi * m / (axis->periodic ? axis->n : 2.0 * axis->n));
  return axis->n == 1 ? 0 : 4 * s * s;
}

static void make_axis(struct pool *pool, const struct sm_mg_level *level, int d,
                      struct sm_direct_axis *axis) {
  const int n = axis->n = level->layout.n[d];
  const double width = sm_mg_level_width(level, d, 0);
  int *at = pool->next_place;
  pool->next_place += n;
  double *rotation = take(pool, 2 * (size_t)n);
  double *eigenvalue = take(pool, (size_t)n), *scale = take(pool, (size_t)n);
  axis->periodic = level->is_periodic[d] != 0;
  for (int k = 0; k < n; k++) {
    const bool alone = k == 0 || 2 * k == n;                         /* its own conjugate */
    at[k] = axis->periodic ? k : k % 2 == 0 ? k / 2 : n - 1 - k / 2; /* Makhoul (1980) */
    rotation[2 * k] = cos(pi * k / (2.0 * n));
    rotation[2 * k + 1] = sin(pi * k / (2.0 * n));
    eigenvalue[k] = second_difference(axis, k) / (width * width);
    scale[k] = 1.0 / n / (alone ? 1 : 2);
  }
  axis->at = at;
  axis->rotation = rotation;
  axis->eigenvalue = eigenvalue;
  axis->scale = scale;
}

/* --- columns --- */

static void make_columns(struct pool *pool, struct sm_direct *direct,
                         const struct sm_mg_level *level, double eta) {
  const int n = level->layout.n[2];
  double *width = take(pool, (size_t)n), *link = take(pool, (size_t)n + 1);
  for (int k = 0; k < n; k++) width[k] = sm_mg_level_width(level, 2, k);
  for (int k = 0; k <= n; k++) link[k] = eta / sm_mg_level_spacing(level, 2, k);
  const bool periodic = level->is_periodic[2] != 0;
  if (!periodic || n == 1) link[0] = link[n] = 0;
  direct->width = width;
  direct->link = link;
  direct->periodic = periodic && n > 1;
}

enum sm_status sm_direct_tables_make(struct sm_context *ctx, struct sm_direct *direct,
                                     const struct sm_mg_level *level, double eta) {
  const int *n = level->layout.n;
  const size_t numbers = 4 * ((size_t)n[0] + (size_t)n[1]) + 2 * (size_t)n[2] + 1;
  SM_TRY(sm_alloc(ctx, numbers, sizeof(double), "tables of the direct solver", &direct->tables));
  SM_TRY(sm_alloc(ctx, (size_t)n[0] + (size_t)n[1], sizeof(int), "tables of the direct solver",
                  &direct->places));
  struct pool pool = {direct->tables, direct->places};
  make_axis(&pool, level, 0, &direct->x);
  make_axis(&pool, level, 1, &direct->y);
  make_columns(&pool, direct, level, eta);
  direct->area = sm_mg_level_width(level, 0, 0) * sm_mg_level_width(level, 1, 0);
  return SM_OK;
}
