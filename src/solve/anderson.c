#include "solve/anderson.h"

#include <math.h>
#include <string.h>

static const double parallel = 1e-8; /* relative size of a direction that adds nothing */

/* Changes of x and f between iterates; after a step those of f are orthonormal or 0. */
struct sm_anderson {
  int most, history, n;
  int iterates;    /* since the start */
  double *numbers; /* all vectors */
  double *last_x, *last_f;
  double *dx, *df; /* [history][most] */
};

enum sm_status sm_anderson_create(struct sm_context *ctx, int most, int history,
                                  struct sm_anderson **out) {
  struct sm_anderson *a = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *a, "the fixed-point iteration", &a));
  const size_t n = (size_t)most, kept = n * (size_t)history;
  const enum sm_status status =
      sm_alloc(ctx, 2 * (n + kept), sizeof *a->numbers, "the fixed-point iteration", &a->numbers);
  if (status != SM_OK) {
    sm_free(a);
    return status;
  }
  a->most = most;
  a->history = history;
  a->last_x = a->numbers;
  a->last_f = a->last_x + n;
  a->dx = a->last_f + n;
  a->df = a->dx + kept;
  *out = a;
  return SM_OK;
}

void sm_anderson_destroy(struct sm_anderson **anderson) {
  if (*anderson != NULL) sm_free((*anderson)->numbers);
  sm_free(*anderson);
  *anderson = NULL;
}

void sm_anderson_start(struct sm_anderson *a, int n) {
  a->n = n;
  a->iterates = 0;
}

static double product(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void subtract(double part, const double *from, double *to, int n) {
  for (int i = 0; i < n; i++) to[i] -= part * from[i];
}

static void scale(double factor, double *vector, int n) {
  for (int i = 0; i < n; i++) vector[i] *= factor;
}

/* Puts the change since the last iterate in place of the oldest one. */
static void record_change(struct sm_anderson *a, const double *x, const double *f) {
  const size_t bytes = (size_t)a->n * sizeof *x;
  if (a->iterates > 0) {
    const ptrdiff_t at = (ptrdiff_t)a->most * ((a->iterates - 1) % a->history);
    for (int i = 0; i < a->n; i++) {
      a->dx[at + i] = x[i] - a->last_x[i];
      a->df[at + i] = f[i] - a->last_f[i];
    }
  }
  memcpy(a->last_x, x, bytes);
  memcpy(a->last_f, f, bytes);
  a->iterates++;
}

/* Makes change h of f orthogonal to those before it (modified Gram-Schmidt) and of size 1. */
static void make_orthonormal(struct sm_anderson *a, int h) {
  double *dx = a->dx + (ptrdiff_t)a->most * h, *df = a->df + (ptrdiff_t)a->most * h;
  const double whole = product(df, df, a->n);
  for (int g = 0; g < h; g++) {
    const double part = product(a->df + (ptrdiff_t)a->most * g, df, a->n);
    subtract(part, a->df + (ptrdiff_t)a->most * g, df, a->n);
    subtract(part, a->dx + (ptrdiff_t)a->most * g, dx, a->n);
  }
  const double left = product(df, df, a->n);
  const double factor = left > parallel * whole ? 1 / sqrt(left) : 0;
  scale(factor, dx, a->n);
  scale(factor, df, a->n);
}

void sm_anderson_step(struct sm_anderson *a, double *x, double *f) {
  record_change(a, x, f);
  const int known = a->iterates - 1 < a->history ? a->iterates - 1 : a->history;
  for (int h = 0; h < known; h++) {
    make_orthonormal(a, h);
    const double part = product(a->df + (ptrdiff_t)a->most * h, f, a->n);
    subtract(part, a->df + (ptrdiff_t)a->most * h, f, a->n);
    subtract(part, a->dx + (ptrdiff_t)a->most * h, x, a->n);
  }
  for (int i = 0; i < a->n; i++) x[i] += f[i];
}
