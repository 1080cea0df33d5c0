/* Statistics of a time series: mean with its standard error, integral time, gust speed, skewness.
 */
#include "harness.h"
#include "random_numbers.h"
#include "simoom/output.h"
#include <math.h>

enum { COUNT = 200000 };
static double t[COUNT], x[COUNT];
static struct sm_series_statistics found;

static void take(size_t count) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_series_statistics(ctx, count, t, x, 3, &found), SM_OK);
  sm_context_destroy(&ctx);
}

/* A step of 0.4 s and 0.6 s in turn, values that last as long. */
START_TEST(weights_are_the_steps) {
  for (int n = 0; n < 100; n++) {
    t[n] = n % 2 == 0 ? 0.5 * n + 0.4 : 0.5 * (n + 1);
    x[n] = n % 2 == 0 ? 10 : 5;
  }
  t[0] = 0.4;
  take(100);
  ck_assert_double_eq_tol(found.duration, 50.2, 1e-9); /* the first lasts as long as the second */
  ck_assert_double_eq_tol(found.mean, (10 * (0.6 + 49 * 0.4) + 5 * 50 * 0.6) / 50.2, 1e-9);
}
END_TEST

/* One of ten seconds blows at 11 m/s, the others at 1: known moments. */
START_TEST(moments_and_gust_speed) {
  for (int n = 0; n < 1000; n++) {
    t[n] = 0.1 * (n + 1);
    x[n] = n / 10 % 10 == 7 ? 11 : 1;
  }
  take(1000);
  ck_assert_double_eq_tol(found.mean, 2, 1e-12);
  ck_assert_double_eq_tol(found.deviation, 3, 1e-12);
  ck_assert_double_eq_tol(found.skewness, (0.1 * 729 - 0.9) / 27, 1e-12);
  ck_assert_double_eq_tol(found.half[0], 2, 1e-9);
  ck_assert_double_eq_tol(found.half[1], 2, 1e-9);
  ck_assert_double_eq_tol(found.gust, (11 + 2) / 3.0, 1e-9);
  take(20);
  ck_assert(isnan(found.gust)); /* 2 s */
  take(30);
  ck_assert_double_eq_tol(found.gust, 1, 1e-9);
}
END_TEST

/* White noise has as many samples as values; a first-order autoregressive process with factor a an
 * integral time of (1 + a) / (1 - a) / 2 steps. */
START_TEST(standard_errors) {
  for (int kind = 0; kind < 2; kind++) {
    const double a = kind * 0.9;
    double last = 0;
    for (int n = 0; n < COUNT; n++) {
      t[n] = 0.25 * (n + 1);
      last = a * last + any() - 0.5;
      x[n] = 4 + last;
    }
    take(16000);
    const double time = 0.25 * 0.5 * (1 + a) / (1 - a);
    ck_assert_double_eq_tol(found.integral_time, time, 0.15 * time);
    ck_assert_double_eq_tol(found.effective_samples, 4000 / (2 * time), 0.15 * 4000 / (2 * time));
    ck_assert_double_eq_tol(found.standard_error, found.deviation / sqrt(found.effective_samples),
                            1e-12);
    ck_assert(fabs(found.mean - 4) < 4 * found.standard_error);
    if (kind == 0) continue;
    take(COUNT); /* averaged over intervals of 12 steps */
    ck_assert_double_eq_tol(found.effective_samples, 0.25 * COUNT / (2 * time),
                            0.4 * 0.25 * COUNT / (2 * time));
  }
}
END_TEST

START_TEST(wrong_series) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  t[0] = 1, t[1] = 1;
  ck_assert_int_eq(sm_series_statistics(ctx, 1, t, x, 3, &found), SM_ERR_USAGE);
  ck_assert_int_eq(sm_series_statistics(ctx, 2, t, x, 3, &found), SM_ERR_USAGE);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(weights_are_the_steps, moments_and_gust_speed, standard_errors, wrong_series)
