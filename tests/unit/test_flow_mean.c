/* Means, variances and covariances of steps of any length, and values between elements. */
#include "harness.h"

#include <math.h>

#include "cell/momentum/means.h"
#define SM_BITS 64
#include "cell/precision.h"

#include "cell/momentum/means.h"

enum { STEPS = 200 };

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.17g instead of %.17g", got, expected);
}

/* A number that changes from step to step, and the length of the step. */
static double value_of(int n, int which) { return 300 + sin(1.7 * n + which) + 0.01 * n * which; }
static double length_of(int n) { return 0.1 + 0.05 * (n % 3); }

/* Of two series, weighted by the lengths: means, variances, covariance. */
struct moments {
  double mean[2], variance[2], both;
};
static struct moments direct(int steps) {
  struct moments m = {{0, 0}, {0, 0}, 0};
  double all = 0;
  for (int n = 0; n < steps; n++) {
    all += length_of(n);
    for (int d = 0; d < 2; d++) m.mean[d] += length_of(n) * value_of(n, d);
  }
  for (int d = 0; d < 2; d++) m.mean[d] /= all;
  for (int n = 0; n < steps; n++) {
    const double a = value_of(n, 0) - m.mean[0], b = value_of(n, 1) - m.mean[1];
    m.variance[0] += length_of(n) * a * a / all;
    m.variance[1] += length_of(n) * b * b / all;
    m.both += length_of(n) * a * b / all;
  }
  return m;
}

START_TEST(means_and_moments_are_those_of_all_steps_by_their_length) {
  /* One cell; the low and the high face hold the same. */
  double u[2], v[2], w[2] = {0, 0}, mu[2] = {9, 9}, mv[2] = {9, 9}, mw[2] = {0, 0}, moment[6];
  struct sm_flow_moments moments = {.u = {{.f64 = u}, {.f64 = v}, {.f64 = w}},
                                    .mean = {{.f64 = mu}, {.f64 = mv}, {.f64 = mw}},
                                    .step = {1, 1}};
  for (int m = 0; m < 6; m++) {
    moment[m] = 7; /* what was there before the first step does not count */
    moments.moment[m].f64 = &moment[m];
  }
  double all = 0;
  for (int n = 0; n < STEPS; n++) {
    u[0] = u[1] = value_of(n, 0);
    v[0] = v[1] = value_of(n, 1);
    all += length_of(n);
    moments.share = length_of(n) / all;
    sm_cell_flow_moments_f64(&moments, 0, 0, 0);
    for (int i = 0; i < 2; i++) {
      const struct sm_flow_mean of_u = {{1, 1}, {.f64 = u}, {.f64 = mu}, moments.share};
      const struct sm_flow_mean of_v = {{1, 1}, {.f64 = v}, {.f64 = mv}, moments.share};
      sm_cell_flow_mean_f64(&of_u, i, 0, 0);
      sm_cell_flow_mean_f64(&of_v, i, 0, 0);
    }
  }
  const struct moments expected = direct(STEPS);
  near(mu[0], expected.mean[0], 1e-11);
  near(mv[1], expected.mean[1], 1e-11);
  near(moment[0], expected.variance[0], 1e-11);
  near(moment[1], expected.variance[1], 1e-11);
  near(moment[3], expected.both, 1e-11);
  for (int m = 2; m < 6; m++)
    if (m != 3) near(moment[m], 0, 0);
}
END_TEST

START_TEST(variance_and_largest_value_of_a_field_below_zero) {
  double value, mean = 5, variance = 5, largest = 5, most = -INFINITY, all = 0;
  for (int n = 0; n < STEPS; n++) {
    value = value_of(n, 0) - 400;
    most = fmax(most, value);
    all += length_of(n);
    const struct sm_flow_variance spread = {{1, 1},
                                            {.f64 = &value},
                                            {.f64 = &mean},
                                            {.f64 = &variance},
                                            {.f64 = &largest},
                                            length_of(n) / all};
    const struct sm_flow_mean of = {{1, 1}, {.f64 = &value}, {.f64 = &mean}, length_of(n) / all};
    sm_cell_flow_variance_f64(&spread, 0, 0, 0);
    sm_cell_flow_mean_f64(&of, 0, 0, 0);
  }
  const struct moments expected = direct(STEPS);
  near(mean, expected.mean[0] - 400, 1e-11);
  near(variance, expected.variance[0], 1e-11);
  near(largest, most, 0);
}
END_TEST

START_TEST(a_probe_mixes_eight_elements) {
  double field[8] = {1, 2, 3, 4, 5, 6, 7, 8}, value[2] = {0, 0};
  const struct sm_flow_point point = {.weight = {0.5, 0, 0, 0.25, 0, 0, 0, 0.25}};
  const struct sm_flow_probe probe = {.step = {2, 4},
                                      .point = {&point, &point},
                                      .field = {{.f64 = field}, {.f64 = field}},
                                      .fields = 2,
                                      .value = value};
  sm_cell_flow_probe_f64(&probe, 1, 0, 0);
  near(value[0], 0, 0);
  near(value[1], 0.5 * 1 + 0.25 * 4 + 0.25 * 8, 0);
}
END_TEST

TEST_MAIN(means_and_moments_are_those_of_all_steps_by_their_length,
          variance_and_largest_value_of_a_field_below_zero, a_probe_mixes_eight_elements)
