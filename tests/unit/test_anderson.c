/* Anderson acceleration of fixed-point iterations. */
#include "harness.h"

#include "solve/anderson.h"
#include <math.h>

static struct sm_context *ctx;

enum { N = 6, HISTORY = 4 };

/* Residual b - A x, with A of eigenvalues 0.7 to 1.8 in a frame that couples all unknowns. */
static void residual(const double *x, double *f) {
  static const double value[N] = {0.7, 0.9, 1, 1.2, 1.5, 1.8};
  double sum = 0, turned[N];
  for (int i = 0; i < N; i++) sum += x[i] - (i + 1);
  for (int i = 0; i < N; i++) turned[i] = x[i] - (i + 1) - 2 * sum / N; /* Householder */
  sum = 0;
  for (int i = 0; i < N; i++) sum += value[i] * turned[i];
  for (int i = 0; i < N; i++) f[i] = -(value[i] * turned[i] - 2 * sum / N);
}

static double size_of(const double *f) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += f[i] * f[i];
  return sqrt(sum);
}

static int iterations(int history, double *x) {
  struct sm_anderson *a;
  double f[N];
  int count = 0;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_anderson_create(ctx, N, history, &a), SM_OK);
  sm_anderson_start(a, N);
  for (residual(x, f); size_of(f) > 1e-10 && count < 200; residual(x, f), count++)
    sm_anderson_step(a, x, f);
  sm_anderson_destroy(&a);
  sm_context_destroy(&ctx);
  return count;
}

START_TEST(solution_of_a_linear_problem) {
  double x[N] = {0};
  const int plain = 103; /* 0.8^103 = 1e-10 */
  ck_assert_int_lt(iterations(HISTORY, x), plain / 4);
  for (int i = 0; i < N; i++) ck_assert_double_eq_tol(x[i], i + 1, 1e-9);
}
END_TEST

START_TEST(as_many_vectors_as_unknowns_are_a_direct_solution) {
  double x[N] = {0};
  ck_assert_int_le(iterations(N, x), N + 1);
}
END_TEST

/* Plain iteration x <- 6 - 2 x diverges; its fixed point is 2. */
START_TEST(a_diverging_iteration_is_made_to_converge) {
  struct sm_anderson *a;
  double x = 0, f;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_anderson_create(ctx, 1, HISTORY, &a), SM_OK);
  sm_anderson_start(a, 1);
  for (int n = 0; n < 2; n++) {
    f = 6 - 3 * x;
    sm_anderson_step(a, &x, &f);
  }
  ck_assert_double_eq_tol(x, 2, 1e-12);
  sm_anderson_start(a, 1); /* forgets: a plain step */
  x = f = 1;
  sm_anderson_step(a, &x, &f);
  ck_assert_double_eq(x, 2);
  sm_anderson_destroy(&a);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(solution_of_a_linear_problem, as_many_vectors_as_unknowns_are_a_direct_solution,
          a_diverging_iteration_is_made_to_converge)
