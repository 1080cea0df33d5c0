/* hierarchy.c - the levels of the Poisson solver: how cells are merged, and the coarsest's inverse.
 */
#include "solve/hierarchy.h"

#include <math.h>
#include <string.h>

/* Along an axis cells may be merged while they are shorter than this times the shortest: stronger
 * coupling must be coarsened first, or a point smoother fails. */
static const double merge_ratio = 1.5;

double sm_level_width(const struct sm_level *level, int d, int i) {
  return level->face[d][i + 1] - level->face[d][i];
}

static double mean_width(const struct sm_level *level, int d) {
  const int n = level->split.n[d];
  return (level->face[d][n] - level->face[d][0]) / n;
}

/* Cell i of the coarse axis starts at start[i] of the fine one; returns the number of coarse
 * cells. `merge` tells whether cells i and i + 1 may become one. */
static int merge_pairs(const struct sm_level *level, int d, const struct sm_merge *rule,
                       bool (*merge)(const struct sm_level *, int d, int i,
                                     const struct sm_merge *),
                       int *start) {
  const int n = level->split.n[d];
  int count = 0;
  for (int i = 0; i < n;) {
    start[count++] = i;
    i += i + 1 < n && merge(level, d, i, rule) ? 2 : 1;
  }
  start[count] = n;
  return count;
}

static bool merge_always(const struct sm_level *level, int d, int i, const struct sm_merge *rule) {
  (void)level;
  (void)d;
  (void)i;
  (void)rule;
  return true;
}

static bool merge_never(const struct sm_level *level, int d, int i, const struct sm_merge *rule) {
  (void)level;
  (void)d;
  (void)i;
  (void)rule;
  return false;
}

/* Thin layers first, alone, ... */
static bool merge_thin(const struct sm_level *level, int d, int i, const struct sm_merge *rule) {
  return sm_level_width(level, d, i) * rule->z_scale * merge_ratio <= rule->shortest &&
         sm_level_width(level, d, i + 1) * rule->z_scale * merge_ratio <= rule->shortest * 1.2;
}

/* ... then, together with x and y, every pair that is not too thick. */
static bool merge_layers(const struct sm_level *level, int d, int i, const struct sm_merge *rule) {
  const double pair = sm_level_width(level, d, i) + sm_level_width(level, d, i + 1);
  return pair * rule->z_scale < 2 * merge_ratio * rule->shortest;
}

bool sm_hierarchy_plan(const struct sm_level *level, double eta, int *const start[3],
                       int count[3]) {
  struct sm_merge rule = {INFINITY, 1 / sqrt(eta)};
  for (int d = 0; d < 2; d++)
    if (level->split.n[d] > 2) rule.shortest = fmin(rule.shortest, mean_width(level, d));
  int thin = 0;
  const int nz = level->split.n[2];
  for (int k = 0; k < nz; k++)
    thin += sm_level_width(level, 2, k) * rule.z_scale * merge_ratio <= rule.shortest;
  const bool layers_first = nz > 2 && thin >= 2;
  for (int d = 0; d < 2; d++) {
    const bool pairs = level->split.n[d] > 2 && !layers_first &&
                       mean_width(level, d) < merge_ratio * rule.shortest;
    count[d] = merge_pairs(level, d, &rule, pairs ? merge_always : merge_never, start[d]);
  }
  count[2] = merge_pairs(level, 2, &rule,
                         layers_first ? merge_thin
                         : nz > 2     ? merge_layers
                                      : merge_never,
                         start[2]);
  return count[0] < level->split.n[0] || count[1] < level->split.n[1] || count[2] < nz;
}

/* Solves the symmetric system by Cholesky's L D L^T in place; a pivot lost to round-off (a region
 * without Dirichlet face) is replaced by its diagonal, which pins that region. */
static void factorise(double *a, int n) {
  for (int j = 0; j < n; j++) {
    const double diagonal = a[j * n + j];
    double pivot = diagonal;
    for (int m = 0; m < j; m++) pivot -= a[j * n + m] * a[j * n + m] * a[m * n + m];
    if (!(pivot > 1e-9 * diagonal)) pivot = diagonal > 0 ? diagonal : 1;
    a[j * n + j] = pivot;
    for (int i = j + 1; i < n; i++) {
      double sum = a[i * n + j];
      for (int m = 0; m < j; m++) sum -= a[i * n + m] * a[j * n + m] * a[m * n + m];
      a[i * n + j] = sum / pivot;
    }
  }
}

static void solve_column(const double *a, int n, double *x) {
  for (int i = 0; i < n; i++)
    for (int m = 0; m < i; m++) x[i] -= a[i * n + m] * x[m];
  for (int i = 0; i < n; i++) x[i] /= a[i * n + i];
  for (int i = n - 1; i >= 0; i--)
    for (int m = i + 1; m < n; m++) x[i] -= a[m * n + i] * x[m];
}

void sm_dense_inverse(double *a, int n, float *inverse) {
  double x[SM_DENSE];
  double diagonal[SM_DENSE];
  for (int i = 0; i < n; i++) diagonal[i] = a[i * n + i];
  factorise(a, n);
  memset(inverse, 0, SM_DENSE * SM_DENSE * sizeof *inverse);
  for (int j = 0; j < n; j++) {
    if (!(diagonal[j] > 0)) continue; /* a solid cell: stays 0 */
    memset(x, 0, sizeof x);
    x[j] = 1;
    solve_column(a, n, x);
    for (int i = 0; i < n; i++) inverse[i * SM_DENSE + j] = diagonal[i] > 0 ? (float)x[i] : 0.0f;
  }
}
