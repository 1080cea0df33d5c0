/* rosenbrock.c - RODAS3 and RODAS4 of many cells, each with its own step.
 *
 * Stage i:  (1/(h gamma) - J) K_i = f(y + sum a_ij K_j) + sum (c_ij/h) K_j;
 * new state y + sum m_i K_i, error K of the last stage. Coefficients: RODAS3, Sandu et al. (1997),
 * Atmos. Environ. 31, 3459; RODAS4, Hairer & Wanner (1996), Solving Ordinary Differential
 * Equations II, section VI.4, in the form of their program. */
#include "chem/lanes/level.h"
#include "chem/lanes/step.h"
#include <string.h>

enum { MOST_STAGES = 6 };

struct tableau {
  int stages, order; /* order: of the error's power of h */
  double gamma;
  double a[MOST_STAGES][MOST_STAGES], c[MOST_STAGES][MOST_STAGES];
  bool fresh[MOST_STAGES]; /* f is evaluated anew */
};

static const struct tableau rodas3 = {
    .stages = 4,
    .order = 3,
    .gamma = 0.5,
    .a = {{0}, {0}, {2}, {2, 0, 1}},
    .c = {{0}, {4}, {1, -1}, {1, -1, -8.0 / 3}},
    .fresh = {true, false, true, true},
};

static const struct tableau rodas4 = {
    .stages = 6,
    .order = 4,
    .gamma = 0.25,
    .a = {{0},
          {1.544},
          {0.9466785280815826, 0.2557011698983284},
          {3.314825187068521, 2.896124015972201, 0.9986419139977817},
          {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
          {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}},
    .c = {{0},
          {-5.6688},
          {-2.430093356833875, -0.2063599157091915},
          {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
          {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
          {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
           -6.058818238834054}},
    .fresh = {true, true, true, true, true, true},
};

/* values = 1/(h gamma) - J. */
static void shift(const struct sm_sparse *s, const double *h, double gamma, double *values) {
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
  double *y, *f, *k, *values; /* stage's state, its rates, K of all stages */
};

/* to = y + sum of a_j K_j */
static void combine(const struct sm_lanes_run *r, const struct work *w, const double *a, int count,
                    double *to) {
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  memcpy(to, r->y, (size_t)size * sizeof *to);
  for (int j = 0; j < count; j++) {
    const double *k = w->k + j * size, times = a[j];
    if (times == 0) continue;
    for (ptrdiff_t i = 0; i < size; i += LANES) EACH_LANE to[i + l] += times * k[i + l];
  }
}

/* One step of all cells; the state after it is in w->y, its error in the last K. */
static void try_step(struct sm_lanes_run *r, const struct tableau *x, const double *h,
                     const struct work *w) {
  const struct sm_lanes_problem *p = r->problem;
  const ptrdiff_t size = (ptrdiff_t)p->n * LANES;
  p->jacobian(p->self, r->y, w->values);
  shift(p->sparse, h, x->gamma, w->values);
  OF_LEVEL(sm_lanes_factor_matrix)(p->sparse, w->values);
  for (int i = 0; i < x->stages; i++) {
    double *k = w->k + i * size;
    if (x->fresh[i]) {
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
    OF_LEVEL(sm_lanes_solve)(p->sparse, w->values, k);
  }
  /* stiffly accurate: the last stage's state and its K */
  const double *last = w->k + (x->stages - 1) * size;
  for (ptrdiff_t n = 0; n < size; n += LANES) EACH_LANE w->y[n + l] += last[n + l];
  r->jacobians++;
  r->factorings++;
}

void OF_LEVEL(sm_lanes_rosenbrock)(struct sm_lanes_run *r, enum sm_chem_method method) {
  const struct tableau *x = method == SM_CHEM_RODAS4 ? &rodas4 : &rodas3;
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  const struct work w = {r->memory, r->memory + size, r->memory + 2 * size,
                         r->memory + (2 + MOST_STAGES) * size};
  double h[LANES];
  sm_step_begin(r, w.f);
  while (sm_step_sizes(r, h)) {
    try_step(r, x, h, &w);
    sm_step_judge(r, h, w.y, w.k + (x->stages - 1) * size, x->order);
  }
}
