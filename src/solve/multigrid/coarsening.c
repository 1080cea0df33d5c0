/* solve/multigrid/coarsening.c - multigrid levels of the Poisson solver: merging of cells, and the
 * inverse of the coarsest level. */
#include "solve/multigrid/coarsening.h"

#include <math.h>
#include <string.h>

/* Cells may be merged along an axis while they are shorter than this multiple of the shortest: the
 * stronger coupling must be coarsened first for a point smoother to work. */
static const double merge_ratio = 1.5;

double sm_mg_level_width(const struct sm_mg_level *level, int d, int i) {
  return level->face[d][i + 1] - level->face[d][i];
}

double sm_mg_level_spacing(const struct sm_mg_level *level, int d, int i) {
  const int n = level->layout.n[d];
  if (level->is_periodic[d] && (i == 0 || i == n))
    return 0.5 * (sm_mg_level_width(level, d, 0) + sm_mg_level_width(level, d, n - 1));
  return level->centre[d][i] - level->centre[d][i - 1];
}

static double mean_width(const struct sm_mg_level *level, int d) {
  const int n = level->layout.n[d];
  return (level->face[d][n] - level->face[d][0]) / n;
}

/* Merges pairs of cells: cell i of the coarse axis starts at start[i] of the fine one; returns the
 * number of coarse cells. `merge`: whether cells i and i + 1 may be merged. */
static int merge_pairs(const struct sm_mg_level *level, int d,
                       const struct sm_coarsening_scales *rule,
                       bool (*merge)(const struct sm_mg_level *, int d, int i,
                                     const struct sm_coarsening_scales *),
                       int *start) {
  const int n = level->layout.n[d];
  int count = 0;
  for (int i = 0; i < n;) {
    start[count++] = i;
    i += i + 1 < n && merge(level, d, i, rule) ? 2 : 1;
  }
  start[count] = n;
  return count;
}

static bool merge_always(const struct sm_mg_level *level, int d, int i,
                         const struct sm_coarsening_scales *rule) {
  (void)level;
  (void)d;
  (void)i;
  (void)rule;
  return true;
}

static bool merge_never(const struct sm_mg_level *level, int d, int i,
                        const struct sm_coarsening_scales *rule) {
  (void)level;
  (void)d;
  (void)i;
  (void)rule;
  return false;
}

/* First phase: thin layers alone. */
static bool merge_thin(const struct sm_mg_level *level, int d, int i,
                       const struct sm_coarsening_scales *rule) {
  return sm_mg_level_width(level, d, i) * rule->z_scale * merge_ratio <= rule->shortest &&
         sm_mg_level_width(level, d, i + 1) * rule->z_scale * merge_ratio <= rule->shortest * 1.2;
}

/* Second phase: with x and y, every pair of layers that is not too thick. */
static bool merge_layers(const struct sm_mg_level *level, int d, int i,
                         const struct sm_coarsening_scales *rule) {
  const double pair = sm_mg_level_width(level, d, i) + sm_mg_level_width(level, d, i + 1);
  return pair * rule->z_scale < 2 * merge_ratio * rule->shortest;
}

/* Merges cells for the next level; false if nothing can be merged. */
static bool merge_cells(const struct sm_mg_level *level, double eta, int *const start[3],
                        int count[3]) {
  struct sm_coarsening_scales rule = {INFINITY, 1 / sqrt(eta)};
  for (int d = 0; d < 2; d++)
    if (level->layout.n[d] > 2) rule.shortest = fmin(rule.shortest, mean_width(level, d));
  int thin = 0;
  const int nz = level->layout.n[2];
  for (int k = 0; k < nz; k++)
    thin += sm_mg_level_width(level, 2, k) * rule.z_scale * merge_ratio <= rule.shortest;
  bool layers_first = nz > 2 && thin >= 2;
  if (layers_first) {
    count[2] = merge_pairs(level, 2, &rule, merge_thin, start[2]);
    layers_first = count[2] < nz; /* otherwise no two thin layers are neighbours */
  }
  for (int d = 0; d < 2; d++) {
    const bool pairs = level->layout.n[d] > 2 && !layers_first &&
                       mean_width(level, d) < merge_ratio * rule.shortest;
    count[d] = merge_pairs(level, d, &rule, pairs ? merge_always : merge_never, start[d]);
  }
  if (!layers_first)
    count[2] = merge_pairs(level, 2, &rule, nz > 2 ? merge_layers : merge_never, start[2]);
  return count[0] < level->layout.n[0] || count[1] < level->layout.n[1] || count[2] < nz;
}

bool sm_coarsening_next(struct sm_coarsening *plan, const struct sm_mg_level *last, int levels,
                        double eta) {
  const int *n = last->layout.n;
  const bool small = (int64_t)n[0] * n[1] * n[2] <= SM_POISSON_DENSE;
  if (levels >= SM_MG_LEVELS || (small && levels > 1)) return false;
  return merge_cells(last, eta, plan->start, plan->count) || levels == 1;
}

enum sm_status sm_coarsening_begin(struct sm_context *ctx, const struct sm_mg_level *finest,
                                   struct sm_coarsening *plan) {
  const int *n = finest->layout.n;
  *plan = (struct sm_coarsening){.starts = NULL};
  SM_TRY(sm_alloc(ctx, (size_t)n[0] + (size_t)n[1] + (size_t)n[2] + 6, sizeof(int),
                  "tables of the solver", &plan->starts));
  plan->start[0] = plan->starts;
  plan->start[1] = plan->start[0] + n[0] + 2;
  plan->start[2] = plan->start[1] + n[1] + 2;
  return SM_OK;
}

void sm_coarsening_end(struct sm_coarsening *plan) { sm_free(plan->starts); }

/* Positions of a level's faces and centres. `ghost`: centres beyond both ends, kept from the finest
 * level so that the position of the Dirichlet value is unchanged; on periodic axes those of the
 * other end. */
static enum sm_status set_axes(struct sm_context *ctx, struct sm_mg_level *level, const int n[3],
                               const int is_periodic[3], const double *const face[3],
                               double ghost[3][2]) {
  level->layout = sm_red_black_layout_periodic(n, is_periodic);
  memcpy(level->is_periodic, is_periodic, sizeof level->is_periodic);
  const size_t size = (size_t)(2 * (n[0] + n[1] + n[2]) + 9);
  SM_TRY(sm_alloc(ctx, size, sizeof(double), "axes of the solver", &level->host_axes));
  double *next = level->host_axes;
  for (int d = 0; d < 3; d++) {
    level->face[d] = next;
    memcpy(next, face[d], (size_t)(n[d] + 1) * sizeof *next);
    next += n[d] + 1;
    level->centre[d] = next + 1;
    next += n[d] + 2;
    for (int i = 0; i < n[d]; i++) level->centre[d][i] = 0.5 * (face[d][i] + face[d][i + 1]);
    const double ends[2] = {face[d][1] - face[d][0], face[d][n[d]] - face[d][n[d] - 1]};
    // cppcheck-suppress negativeIndex ; the ghost before the first centre, which begins behind it
    level->centre[d][-1] = is_periodic[d] ? face[d][0] - 0.5 * ends[1] : ghost[d][0];
    level->centre[d][n[d]] = is_periodic[d] ? face[d][n[d]] + 0.5 * ends[0] : ghost[d][1];
  }
  return SM_OK;
}

enum sm_status sm_mg_level_finest(struct sm_context *ctx, const struct sm_grid *grid, double above,
                                  const bool periodic[3], struct sm_mg_level *level) {
  const struct sm_axis *axis = grid->axis;
  const int is_periodic[3] = {periodic != NULL && periodic[0], periodic != NULL && periodic[1],
                              periodic != NULL && periodic[2]};
  const int n[3] = {axis[0].n, axis[1].n, axis[2].n};
  double ghost[3][2];
  const double *face[3];
  for (int d = 0; d < 3; d++) {
    face[d] = axis[d].face;
    ghost[d][0] = axis[d].face[0] - 0.5 * axis[d].width[0];
    ghost[d][1] = axis[d].face[n[d]] + 0.5 * axis[d].width[n[d] - 1];
  }
  if (above > 0) ghost[2][1] = axis[2].face[n[2]] + above;
  return set_axes(ctx, level, n, is_periodic, face, ghost);
}

enum sm_status sm_mg_level_coarser(struct sm_context *ctx, const struct sm_mg_level *fine,
                                   int *const start[3], const int count[3],
                                   struct sm_mg_level *coarse) {
  double *faces = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)count[0] + (size_t)count[1] + (size_t)count[2] + 3, sizeof *faces,
                  "axes of the solver", &faces));
  const double *face[3];
  double ghost[3][2], *next = faces;
  for (int d = 0; d < 3; d++) {
    face[d] = next;
    for (int i = 0; i <= count[d]; i++) *next++ = fine->face[d][start[d][i]];
    // cppcheck-suppress negativeIndex ; the ghost before the first centre, which begins behind it
    ghost[d][0] = fine->centre[d][-1];
    ghost[d][1] = fine->centre[d][fine->layout.n[d]];
  }
  const enum sm_status status = set_axes(ctx, coarse, count, fine->is_periodic, face, ghost);
  sm_free(faces);
  return status;
}

/* Cholesky decomposition L D L^T of the symmetric matrix, in place; a pivot lost to rounding (a
 * region without Dirichlet face) is replaced by its diagonal, which pins that region. */
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

void sm_poisson_dense_inverse(double *a, int n, float *inverse) {
  double x[SM_POISSON_DENSE];
  double diagonal[SM_POISSON_DENSE];
  for (int i = 0; i < n; i++) diagonal[i] = a[i * n + i];
  factorise(a, n);
  memset(inverse, 0, SM_POISSON_DENSE * SM_POISSON_DENSE * sizeof *inverse);
  for (int j = 0; j < n; j++) {
    if (!(diagonal[j] > 0)) continue; /* solid cell: stays 0 */
    memset(x, 0, sizeof x);
    x[j] = 1;
    solve_column(a, n, x);
    for (int i = 0; i < n; i++)
      inverse[i * SM_POISSON_DENSE + j] = diagonal[i] > 0 ? (float)x[i] : 0.0f;
  }
}
