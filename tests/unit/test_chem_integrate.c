/* Integrators on problems whose solutions are known, and the Jacobian of reacting cells. */
#include "harness.h"

#include "chem_reference.h"

#include "base/context.h"
#include "chem/batch/batch.h"
#include "chem/integrate/sparse_lu.h"

#include <math.h>

enum { L = SM_BATCH_CELLS, MOST = 16 };

static struct sm_context *context(void) {
  static struct sm_context *ctx;
  if (ctx == NULL) ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  return ctx;
}

static struct sm_sparse_lu *full(int n) {
  bool pattern[MOST * MOST];
  struct sm_sparse_lu *s = NULL;
  for (int i = 0; i < n * n; i++) pattern[i] = true;
  ck_assert(sm_sparse_lu_create(context(), n, pattern, &s) == SM_OK);
  return s;
}

/* A problem of one cell, made rows of. */
struct scalar {
  int n;
  struct sm_sparse_lu *sparse;
  void (*rates)(const double *y, double *f);
  void (*jacobian)(const double *y, double j[MOST][MOST]);
};

static void rows_rates(void *self, const double *y, double *dy) {
  const struct scalar *s = self;
  for (int l = 0; l < L; l++) {
    double a[MOST], f[MOST];
    for (int i = 0; i < s->n; i++) a[i] = y[i * L + l];
    s->rates(a, f);
    for (int i = 0; i < s->n; i++) dy[i * L + l] = f[i];
  }
}

static void rows_jacobian(void *self, const double *y, double *dy, double *values) {
  const struct scalar *s = self;
  rows_rates(self, y, dy);
  for (int l = 0; l < L; l++) {
    double a[MOST], j[MOST][MOST] = {{0}};
    for (int i = 0; i < s->n; i++) a[i] = y[i * L + l];
    s->jacobian(a, j);
    for (int i = 0; i < s->n; i++)
      for (int k = 0; k < s->n; k++) values[s->sparse->place[i * s->n + k] * L + l] = j[i][k];
  }
}

/* Integrates all lanes from y0 to `end`, or each to its share of it; y gets lane 0. */
static struct sm_batch_run integrate(const struct scalar *s, const double *y0, double end,
                                     double rtol, const double *atol, double h, int64_t fixed,
                                     enum sm_chem_method method, double *y) {
  const struct sm_batch_problem p = {
      s->n, s->sparse, (void *)(uintptr_t)s, rows_rates, rows_jacobian, -1, 0, NULL};
  struct sm_batch_run r = {.problem = &p,
                           .rtol = rtol,
                           .atol = atol,
                           .most_steps = 10000000,
                           .fixed = fixed,
                           .until = 0};
  r.y = calloc((size_t)s->n * L, sizeof(double));
  r.memory = calloc(sm_batch_run_rows(&p) * L, sizeof(double));
  for (int l = 0; l < L; l++) {
    r.end[l] = end;
    r.h[l] = h;
    r.scale[l] = 1;
    r.state[l] = SM_BATCH_ACTIVE;
    for (int i = 0; i < s->n; i++) r.y[i * L + l] = y0[i];
  }
  if (method >= SM_CHEM_RODAS3)
    sm_batch_select(L)->rosenbrock(&r, method);
  else
    sm_batch_select(L)->runge_kutta(&r, method);
  for (int i = 0; i < s->n; i++) y[i] = r.y[i * L];
  for (int l = 0; l < L; l++) {
    ck_assert_int_eq(r.state[l], SM_BATCH_DONE);
    for (int i = 0; i < s->n; i++) ck_assert(r.y[i * L + l] == y[i]);
  }
  free(r.y);
  free(r.memory);
  return r;
}

/* The pendulum-like y1' = y2 y1, y2' = -y1 y1: smooth, nonlinear; y1 = 1/cosh t, y2 = -tanh t. */
static void smooth(const double *y, double *f) {
  f[0] = y[1] * y[0];
  f[1] = -y[0] * y[0];
}
static void smooth_slopes(const double *y, double j[MOST][MOST]) {
  j[0][0] = y[1];
  j[0][1] = y[0];
  j[1][0] = -2 * y[0];
}

/* Error after 1 s in n equal steps: tolerances so wide that each step is taken. */
static double error_of(enum sm_chem_method method, int64_t n) {
  struct scalar s = {2, full(2), smooth, smooth_slopes};
  static const double y0[2] = {1, 0}, atol[2] = {1, 1};
  const struct sm_batch_problem p = {2, s.sparse, &s, rows_rates, rows_jacobian, -1, 0, NULL};
  struct sm_batch_run r = {
      .problem = &p, .rtol = 1, .atol = atol, .most_steps = 100000, .fixed = n};
  r.y = calloc(2 * L, sizeof(double));
  r.memory = calloc(sm_batch_run_rows(&p) * L, sizeof(double));
  for (int l = 0; l < L; l++) {
    r.scale[l] = 1;
    for (int i = 0; i < 2; i++) r.y[i * L + l] = y0[i];
  }
  for (int64_t step = 0; step < (method == SM_CHEM_RK4 ? 1 : n); step++) {
    for (int l = 0; l < L; l++) {
      r.t[l] = 0;
      r.end[l] = method == SM_CHEM_RK4 ? 1 : 1.0 / (double)n;
      r.h[l] = 1;
      r.state[l] = SM_BATCH_ACTIVE;
    }
    if (method >= SM_CHEM_RODAS3)
      sm_batch_select(L)->rosenbrock(&r, method);
    else
      sm_batch_select(L)->runge_kutta(&r, method);
  }
  const double off = hypot(r.y[0] - 1 / cosh(1), r.y[L] + tanh(1));
  free(r.y);
  free(r.memory);
  sm_sparse_lu_destroy(&s.sparse);
  return off;
}

START_TEST(orders) {
  static const struct {
    enum sm_chem_method method;
    double order;
    const char *name;
  } all[] = {{SM_CHEM_RK4, 4, "RK4"},
             {SM_CHEM_RKCK45, 5, "RKCK45"},
             {SM_CHEM_RKC2, 2, "RKC2"},
             {SM_CHEM_RODAS3, 3, "RODAS3"},
             {SM_CHEM_RODAS4, 4, "RODAS4"}};
  for (int i = 0; i < 5; i++) {
    const double order = log2(error_of(all[i].method, 20) / error_of(all[i].method, 40));
    printf("%s: order %.3f\n", all[i].name, order);
    ck_assert_msg(fabs(order - all[i].order) < 0.25, "%s: order %g", all[i].name, order);
  }
}
END_TEST

static void robertson(const double *y, double *f) {
  f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  f[2] = 3e7 * y[1] * y[1];
  f[1] = -f[0] - f[2];
}
static void robertson_slopes(const double *y, double j[MOST][MOST]) {
  j[0][0] = -0.04;
  j[0][1] = 1e4 * y[2];
  j[0][2] = 1e4 * y[1];
  j[2][1] = 6e7 * y[1];
  for (int i = 0; i < 3; i++) j[1][i] = -j[0][i] - j[2][i];
}

static void oregonator(const double *y, double *f) {
  f[0] = 77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1]));
  f[1] = (y[2] - (1 + y[0]) * y[1]) / 77.27;
  f[2] = 0.161 * (y[0] - y[2]);
}
static void oregonator_slopes(const double *y, double j[MOST][MOST]) {
  j[0][0] = 77.27 * (1 - 2 * 8.375e-6 * y[0] - y[1]);
  j[0][1] = 77.27 * (1 - y[0]);
  j[1][0] = -y[1] / 77.27;
  j[1][1] = -(1 + y[0]) / 77.27;
  j[1][2] = 1 / 77.27;
  j[2][0] = 0.161;
  j[2][2] = -0.161;
}

static void check_ivp(struct scalar *s, const double *y0, double end, const double *expected,
                      enum sm_chem_method method, double rtol, double allowed) {
  const double atol[3] = {rtol * 1e-4, rtol * 1e-6, rtol * 1e-4};
  double y[MOST], worst = 0;
  s->sparse = full(s->n);
  const struct sm_batch_run r = integrate(s, y0, end, rtol, atol, 0, 0, method, y);
  for (int i = 0; i < s->n; i++) worst = fmax(worst, fabs(y[i] / expected[i] - 1));
  printf("end %g: off by %.1e, %d steps, %d refused\n", end, worst, (int)r.steps[0],
         (int)r.rejected[0]);
  ck_assert_msg(worst < allowed, "end %g: off by %g", end, worst);
  sm_sparse_lu_destroy(&s->sparse);
}

START_TEST(stiff_problems) {
  struct scalar a = {3, NULL, robertson, robertson_slopes},
                b = {3, NULL, oregonator, oregonator_slopes};
  static const double a0[3] = {1, 0, 0}, b0[3] = {1, 2, 3};
  static const double late[3] = {4.938274521002e-03, 1.984994087963e-08, 9.950617056291e-01};
  static const double early[3] = {7.158270687194e-01, 9.185534764558e-06, 2.841637457458e-01};
  static const double cycle[3] = {1.000814870319e+00, 1.228178521550e+03, 1.320554942847e+02};
  check_ivp(&a, a0, 40, early, SM_CHEM_RODAS3, 1e-6, 1e-5);
  check_ivp(&a, a0, 4e5, late, SM_CHEM_RODAS3, 1e-6, 1e-5);
  check_ivp(&a, a0, 4e5, late, SM_CHEM_RODAS4, 1e-8, 1e-6);
  check_ivp(&b, b0, 360, cycle, SM_CHEM_RODAS3, 1e-6, 1e-3);
  check_ivp(&b, b0, 360, cycle, SM_CHEM_RODAS4, 1e-9, 1e-6);
  check_ivp(&a, a0, 40, early, SM_CHEM_RKC2, 1e-6, 1e-4);
}
END_TEST

/* Slopes by differences against the Jacobian, of lanes that each have another state. */
static void check_jacobian(const struct sm_mechanism *m, const char *tag, enum sm_chem_mode mode) {
  static struct chem_states states;
  ck_assert(fixture_states(&states, tag, m));
  struct sm_kinetics *k = NULL;
  struct sm_sparse_lu *s = NULL;
  struct sm_batch_reactor r;
  ck_assert(sm_kinetics_create(context(), m, &k) == SM_OK);
  ck_assert(sm_reactor_jacobian_pattern(context(), k, &s) == SM_OK);
  ck_assert(sm_batch_reactor_create(context(), k, s, mode, L, &r) == SM_OK);
  const int n = k->species_count, size = n + 2;
  double *y = calloc((size_t)size * L, sizeof *y), *values = calloc((size_t)s->value_count * L, 8),
         *f = calloc((size_t)size * L, 8), *g = calloc((size_t)size * L, 8);
  for (int l = 0; l < L; l++) {
    const int i = l % FIXTURE_STATES;
    double total = 0;
    for (int j = 0; j < n; j++) {
      y[j * L + l] = (0.01 + states.fraction[j][i]) * 1e-3;
      total += y[j * L + l];
    }
    y[n * L + l] = total;
    y[(n + 1) * L + l] = states.temperature[i];
    r.space.p[l] = SM_GAS_CONSTANT * total * states.temperature[i];
  }
  sm_batch_select(L)->reactor_jacobian(&r, y, f, values);
  double worst = 0;
  for (int j = 0; j < size; j++) {
    double keep[L], d[L];
    if (j == n) continue; /* the sum changes with each of its parts */
    for (int l = 0; l < L; l++) {
      keep[l] = y[j * L + l];
      d[l] = (j <= n ? 2e-4 : 1e-5) * keep[l];
      y[j * L + l] = keep[l] + d[l];
      if (j < n) y[n * L + l] += d[l];
    }
    sm_batch_select(L)->reactor_rates(&r, y, f);
    for (int l = 0; l < L; l++) {
      y[j * L + l] = keep[l] - d[l];
      if (j < n) y[n * L + l] -= 2 * d[l];
    }
    sm_batch_select(L)->reactor_rates(&r, y, g);
    for (int l = 0; l < L; l++) {
      y[j * L + l] = keep[l];
      if (j < n) y[n * L + l] += d[l];
    }
    for (int i = 0; i < size; i++)
      for (int l = 0; l < L; l++) {
        const int at = s->place[i * size + j], sum = s->place[i * size + n];
        const double got =
            (at < 0 ? 0 : values[at * L + l]) + (j < n && sum >= 0 ? values[sum * L + l] : 0);
        const double slope = (f[i * L + l] - g[i * L + l]) / (2 * d[l]);
        const double off = fabs(got - slope);
        double largest = 0; /* of the row, in units of this unknown */
        for (int jj = 0; jj < size; jj++)
          if (s->place[i * size + jj] >= 0)
            largest = fmax(largest,
                           fabs(values[s->place[i * size + jj] * L + l]) * y[jj * L + l] / keep[l]);
        worst = fmax(worst, off / largest);
        ck_assert_msg(off <= 1e-6 * largest,
                      "%s, mode %d, lane %d, (%d, %d): %.10g instead of %.10g", tag, (int)mode, l,
                      i, j, got, slope);
      }
  }
  printf("%s, mode %d: Jacobian within %.1e; %d values of %d, %d pairs\n", tag, (int)mode, worst,
         s->value_count, size * size, s->pair_count);
  free(y);
  free(values);
  free(f);
  free(g);
  sm_batch_reactor_free(&r);
  sm_sparse_lu_destroy(&s);
  sm_kinetics_destroy(&k);
}

START_TEST(jacobian) {
  for (int i = 0; i < CHEM_FILES; i++) {
    struct sm_mechanism *m = chem_file_read(context(), &chem_files[i]);
    if (m == NULL) continue;
    for (int mode = 0; mode < 3; mode++)
      check_jacobian(m, chem_files[i].tag, (enum sm_chem_mode)mode);
    sm_mechanism_destroy(&m);
  }
}
END_TEST

TEST_MAIN(orders, stiff_problems, jacobian)
