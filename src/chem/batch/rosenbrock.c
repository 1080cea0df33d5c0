/* rosenbrock.c - RODAS3 and RODAS4 (cell/chemistry/tableau.h) for a batch, with a step size per
 * cell. */
#include "cell/chemistry/tableau.h"
#include "chem/batch/internal.h"
#include <string.h>

/* values = 1/(h gamma) - J. */
static void shift(const struct sm_sparse_lu *s, const double *h, double gamma, double *values) {
  for (int32_t i = 0; i < s->value_count; i++) {
    double *v = row_of(values, i);
    EACH_LANE v[l] = -v[l];
  }
  for (int32_t i = 0; i < s->n; i++) {
    double *v = row_of(values, s->diagonal[i]);
    EACH_LANE v[l] += 1.0 / (h[l] * gamma);
  }
}

struct work {
  double *y, *f, *k, *values; /* stage state, its rates, K of all stages */
};

/* to = y + sum of a_j K_j */
static void combine(const struct sm_batch_run *r, const struct work *w, const double *a, int count,
                    double *to) {
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  memcpy(to, r->y, (size_t)size * sizeof *to);
  for (int j = 0; j < count; j++) {
    const double *k = w->k + j * size, times = a[j];
    if (times == 0) continue;
    for (ptrdiff_t i = 0; i < size; i += LANES) EACH_LANE to[i + l] += times * k[i + l];
  }
}

/* True when the step of at least one cell can still be accepted. */
static bool any_left(const struct sm_batch_run *r, const double *missed) {
  for (int l = 0; l < LANES; l++)
    if (r->state[l] == SM_BATCH_ACTIVE && !(missed[l] > 0)) return true;
  return false;
}

/* Tries one step of all cells; the new state is in w->y, its error in the last K. missed: errors
 * that follow from the pivots (cell/chemistry/step_control.h). */
static void try_step(struct sm_batch_run *r, const struct sm_chem_tableau *x, const double *h,
                     const struct work *w, double *missed) {
  const struct sm_batch_problem *p = r->problem;
  const ptrdiff_t size = (ptrdiff_t)p->n * LANES;
  p->jacobian(p->self, r->y, w->f, w->values);
  shift(p->sparse, h, x->gamma, w->values);
  OF_LEVEL(sm_batch_lu_factor)(p->sparse, w->values, missed);
  for (int l = 0; l < LANES; l++)
    missed[l] = sm_chem_pivot_error(missed[l], 1.0 / (h[l] * x->gamma));
  r->jacobians++;
  r->factorings++;
  r->evaluations++;
  if (!any_left(r, missed)) return;
  for (int i = 0; i < x->stages; i++) {
    double *k = w->k + i * size;
    if (i > 0 && i != x->stale) {
      combine(r, w, x->a[i], i, w->y);
      p->rates(p->self, w->y, w->f);
      r->evaluations++;
    }
    memcpy(k, w->f, (size_t)size * sizeof *k);
    for (int j = 0; j < i; j++) {
      const double *other = w->k + j * size, c = x->c[i][j];
      if (c == 0) continue;
      for (ptrdiff_t n = 0; n < size; n += LANES) EACH_LANE k[n + l] += c / h[l] * other[n + l];
    }
    OF_LEVEL(sm_batch_lu_solve)(p->sparse, w->values, k);
  }
  /* stiffly accurate: state of the last stage plus its K */
  const double *last = w->k + (x->stages - 1) * size;
  for (ptrdiff_t n = 0; n < size; n += LANES) EACH_LANE w->y[n + l] += last[n + l];
}

void OF_LEVEL(sm_batch_rosenbrock)(struct sm_batch_run *r, enum sm_chem_method method) {
  const struct sm_chem_tableau *x = method == SM_CHEM_RODAS4 ? &sm_chem_rodas4 : &sm_chem_rodas3;
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  const struct work w = {r->memory, r->memory + size, r->memory + 2 * size,
                         r->memory + (2 + SM_CHEM_STAGES) * size};
  double h[LANES], missed[LANES];
  sm_batch_first_steps(r, w.f);
  while (sm_batch_step_sizes(r, h)) {
    try_step(r, x, h, &w, missed);
    sm_batch_accept_steps(r, h, w.y, w.k + (x->stages - 1) * size, missed, x->order);
  }
}
