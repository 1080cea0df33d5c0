/* runge_kutta.c - Runge-Kutta methods for a batch: RK4 with fixed steps, the embedded pair of Cash
 * & Karp (1990), and the stabilised second-order RKC of Sommeijer, Shampine & Verwer (1998), J.
 * Comput. Appl. Math. 88, 315. */
#include "cell/chemistry/tableau.h"
#include "chem/batch/internal.h"
#include <string.h>

enum { RADIUS_AGE = 25, MOST_CHEBYSHEV = 500 };

static void rates(struct sm_batch_run *r, const double *y, double *f) {
  r->problem->rates(r->problem->self, y, f);
  r->evaluations++;
}

/* to = y + h sum of a_j f_j */
static void combine(const struct sm_batch_run *r, const double *h, const double *f, const double *a,
                    int count, double *to) {
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  for (ptrdiff_t i = 0; i < size; i += LANES) {
    double sum[LANES] = {0};
    for (int j = 0; j < count; j++) {
      const double *fj = f + j * size + i, times = a[j];
      EACH_LANE sum[l] += times * fj[l];
    }
    EACH_LANE to[i + l] = r->y[i + l] + h[l] * sum[l];
  }
}

/* Classical Runge-Kutta method: Niemeyer & Sung (2013), section VI. */
static void rk4(struct sm_batch_run *r) {
  const struct sm_chem_tableau *x = &sm_chem_rk4;
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  double *y = r->memory, *f = r->memory + size, h[LANES];
  for (int l = 0; l < LANES; l++) {
    h[l] = r->state[l] == SM_BATCH_ACTIVE ? (r->end[l] - r->t[l]) / (double)r->fixed : 0;
    r->steps[l] = r->fixed;
    r->rejected[l] = 0;
  }
  for (int64_t n = 0; n < r->fixed; n++) {
    for (int i = 0; i < 4; i++) {
      combine(r, h, f, x->a[i], i, y);
      rates(r, y, f + i * size);
    }
    combine(r, h, f, x->b, 4, y);
    memcpy(r->y, y, (size_t)size * sizeof *y);
  }
  for (int l = 0; l < LANES; l++) {
    if (r->state[l] != SM_BATCH_ACTIVE) continue;
    bool sane = r->problem->positive < 0 || row_at(r->y, r->problem->positive)[l] > 0;
    for (int32_t i = 0; i < r->problem->n; i++)
      if (!isfinite(row_at(r->y, i)[l])) sane = false;
    r->t[l] = r->end[l];
    r->state[l] = sane ? SM_BATCH_DONE : SM_BATCH_FAILED;
  }
}

static void cash_karp(struct sm_batch_run *r) {
  const struct sm_chem_tableau *x = &sm_chem_rkck45;
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  double *y = r->memory, *f = r->memory + size, *error = f + SM_CHEM_STAGES * size, h[LANES];
  sm_batch_first_steps(r, f);
  while (sm_batch_step_sizes(r, h)) {
    for (int i = 0; i < SM_CHEM_STAGES; i++) {
      combine(r, h, f, x->a[i], i, y);
      rates(r, y, f + i * size);
    }
    combine(r, h, f, x->b, SM_CHEM_STAGES, y);
    for (ptrdiff_t n = 0; n < size; n += LANES) {
      double sum[LANES] = {0};
      for (int j = 0; j < SM_CHEM_STAGES; j++) {
        const double *fj = f + j * size + n, times = x->e[j];
        EACH_LANE sum[l] += times * fj[l];
      }
      EACH_LANE error[n + l] = h[l] * sum[l];
    }
    sm_batch_accept_steps(r, h, y, error, NULL, x->order);
  }
}

/* Rows of RKC: initial rates, states of three stages, rates of a stage, error, and the direction of
 * fastest growth. */
struct chebyshev {
  double *f0, *before, *now, *next, *f, *error, *direction;
};

/* Spectral radius of the Jacobian by the power method. */
static void radius_of(struct sm_batch_run *r, const struct chebyshev *w, int turns,
                      double *radius) {
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  double norm[LANES], scale[LANES], before[LANES] = {0};
  for (int turn = 0; turn < turns; turn++) {
    sm_batch_error_norm(r, w->direction, norm);
    EACH_LANE scale[l] = norm[l] > 1e-200 ? 1e-3 / norm[l] : 0.0;
    for (ptrdiff_t i = 0; i < size; i += LANES)
      EACH_LANE w->now[i + l] = r->y[i + l] + scale[l] * w->direction[i + l];
    rates(r, w->now, w->f);
    for (ptrdiff_t i = 0; i < size; i += LANES)
      EACH_LANE w->direction[i + l] = w->f[i + l] - w->f0[i + l];
    sm_batch_error_norm(r, w->direction, norm);
    bool settled = true;
    for (int l = 0; l < LANES; l++) {
      radius[l] = norm[l] / 1e-3;
      if (r->state[l] == SM_BATCH_ACTIVE && !(fabs(radius[l] - before[l]) < 0.01 * radius[l]))
        settled = false;
      before[l] = radius[l];
    }
    if (settled && turn > 1) break;
  }
  EACH_LANE radius[l] *= 1.2;
}

/* Chebyshev polynomials 0..s with derivatives at w0: T, T', T''. */
struct polynomials {
  double t[MOST_CHEBYSHEV + 1], d[MOST_CHEBYSHEV + 1], dd[MOST_CHEBYSHEV + 1];
};

static void chebyshev_at(double w0, int s, struct polynomials *p) {
  p->t[0] = p->d[1] = 1;
  p->t[1] = w0;
  p->d[0] = p->dd[0] = p->dd[1] = 0;
  for (int j = 2; j <= s; j++) {
    p->t[j] = 2 * w0 * p->t[j - 1] - p->t[j - 2];
    p->d[j] = 2 * p->t[j - 1] + 2 * w0 * p->d[j - 1] - p->d[j - 2];
    p->dd[j] = 4 * p->d[j - 1] + 2 * w0 * p->dd[j - 1] - p->dd[j - 2];
  }
}

/* Computes all stages of a step; the new state is in w->now. */
static void stages(struct sm_batch_run *r, struct chebyshev *w, const double *h, int s) {
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  struct polynomials p;
  memset(&p, 0, sizeof p);
  const double w0 = 1 + 2.0 / (13.0 * s * s);
  chebyshev_at(w0, s, &p);
  const double w1 = p.d[s] / p.dd[s], b2 = p.dd[2] / (p.d[2] * p.d[2]);
  double b_before = b2, b_now = 1 / w0;
  memcpy(w->before, r->y, (size_t)size * sizeof *r->y);
  for (ptrdiff_t i = 0; i < size; i += LANES)
    EACH_LANE w->now[i + l] = r->y[i + l] + w1 / w0 * h[l] * w->f0[i + l];
  for (int j = 2; j <= s; j++) {
    const double b = p.dd[j] / (p.d[j] * p.d[j]), mu = 2 * b * w0 / b_now, nu = -b / b_before;
    const double mu_f = 2 * b * w1 / b_now, gamma = -(1 - b_now * p.t[j - 1]) * mu_f;
    rates(r, w->now, w->f);
    for (ptrdiff_t i = 0; i < size; i += LANES)
      EACH_LANE w->next[i + l] = (1 - mu - nu) * r->y[i + l] + mu * w->now[i + l] +
                                 nu * w->before[i + l] + mu_f * h[l] * w->f[i + l] +
                                 gamma * h[l] * w->f0[i + l];
    double *free_rows = w->before;
    w->before = w->now;
    w->now = w->next;
    w->next = free_rows;
    b_before = b_now;
    b_now = b;
  }
}

/* Number of stages for stability at the largest step; steps that need too many are reduced. */
static int stages_for(struct sm_batch_run *r, const double *radius, double *h) {
  const double most = (double)MOST_CHEBYSHEV * MOST_CHEBYSHEV / 1.6;
  int s = 2;
  for (int l = 0; l < LANES; l++) {
    if (r->state[l] != SM_BATCH_ACTIVE) continue;
    if (h[l] * radius[l] > most) h[l] = most / radius[l];
    const int need = 1 + (int)sqrt(1 + 1.54 * h[l] * radius[l]);
    if (need > s) s = need;
  }
  return s < MOST_CHEBYSHEV ? s : MOST_CHEBYSHEV;
}

static void chebyshev(struct sm_batch_run *r) {
  const ptrdiff_t size = (ptrdiff_t)r->problem->n * LANES;
  double *m = r->memory, h[LANES], radius[LANES] = {0};
  struct chebyshev w = {
      m, m + size, m + 2 * size, m + 3 * size, m + 4 * size, m + 5 * size, m + 6 * size};
  sm_batch_first_steps(r, w.f0);
  for (int age = 0; sm_batch_step_sizes(r, h); age++) {
    rates(r, r->y, w.f0);
    if (age % RADIUS_AGE == 0) {
      if (age == 0) memcpy(w.direction, w.f0, (size_t)size * sizeof *m);
      radius_of(r, &w, age == 0 ? 20 : 4, radius);
    }
    stages(r, &w, h, stages_for(r, radius, h));
    rates(r, w.now, w.f);
    for (ptrdiff_t i = 0; i < size; i += LANES)
      EACH_LANE w.error[i + l] =
          0.8 * (r->y[i + l] - w.now[i + l]) + 0.4 * h[l] * (w.f0[i + l] + w.f[i + l]);
    sm_batch_accept_steps(r, h, w.now, w.error, NULL, 3);
  }
}

void OF_LEVEL(sm_batch_runge_kutta)(struct sm_batch_run *r, enum sm_chem_method method) {
  if (method == SM_CHEM_RK4)
    rk4(r);
  else if (method == SM_CHEM_RKCK45)
    cash_karp(r);
  else
    chebyshev(r);
}
