/* Turbulence of an inflow: variances, lengths, times and stresses that are asked for come out. */
#include "harness.h"

#include "cell/momentum/inflow_turbulence.h"
#include "cell/random.h"
#include <math.h>

enum { LONG = 400000, REACH = 20 };

static float number[LONG + 2 * REACH], line[LONG];

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

static void draw(uint32_t purpose) {
  for (int m = 0; m < LONG + 2 * REACH; m += 4) {
    const struct sm_random_key what = {7, (uint64_t)m, 0, purpose};
    sm_random_normals(sm_random(what), number + m);
  }
}

/* Of the line with itself `far` places on. */
static double correlation(int far) {
  double sum = 0, square = 0;
  for (int m = 0; m + far < LONG; m++) sum += (double)line[m] * (double)line[m + far];
  for (int m = 0; m < LONG; m++) square += (double)line[m] * (double)line[m];
  return sum / (LONG - far) / (square / LONG);
}
static double variance(void) {
  double square = 0;
  for (int m = 0; m < LONG; m++) square += (double)line[m] * (double)line[m];
  return square / LONG;
}

static float weight_of(struct sm_inflow_weights s, int k) {
  return s.scale * powf(s.ratio, (float)abs(k));
}

START_TEST(a_filter_keeps_the_variance_and_makes_the_length) {
  const float lengths[] = {3, 4, 6, 10, 40};
  for (int l = 0; l < 5; l++) {
    const int reach = (int)(2 * lengths[l]) + 4;
    const struct sm_inflow_weights s = sm_inflow_weights_of(lengths[l], reach);
    double sum = 0, square = 0;
    for (int k = -reach; k <= reach; k++) {
      const double w = (double)weight_of(s, k);
      sum += w;
      square += w * w;
    }
    near(square, 1, 1e-5);
    near(0.5 * sum * sum / (double)lengths[l], 1, 0.03); /* half the sum of all correlations */
  }
}
END_TEST

/* r^m (1 + m (1 - r^2) / (1 + r^2)) m cells apart. */
START_TEST(filtered_numbers_are_correlated_as_the_filter_says) {
  const struct sm_inflow_weights s = sm_inflow_weights_of(5, REACH);
  float weight[2 * REACH + 1];
  for (int k = -REACH; k <= REACH; k++) weight[k + REACH] = weight_of(s, k);
  draw(0);
  for (int m = 0; m < LONG; m++) {
    line[m] = 0;
    for (int k = 0; k <= 2 * REACH; k++) line[m] += weight[k] * number[m + k];
  }
  near(variance(), 1, 0.03);
  const double r = (double)s.ratio, slope = (1 - r * r) / (1 + r * r);
  for (int far = 1; far < 12; far++) near(correlation(far), pow(r, far) * (1 + far * slope), 0.015);
}
END_TEST

START_TEST(memory_fades_in_the_time_that_is_asked_for) {
  const struct sm_inflow_correlation m = sm_inflow_correlation_of(0.5f, 4);
  near((double)m.old, exp(-0.125), 1e-6);
  near((double)(m.old * m.old + m.fresh * m.fresh), 1, 1e-6);
  draw(1);
  line[0] = number[0];
  for (int t = 1; t < LONG; t++) line[t] = m.old * line[t - 1] + m.fresh * number[t];
  near(variance(), 1, 0.03);
  for (int far = 1; far < 24; far += 4) near(correlation(far), exp(-0.125 * far), 0.02);
}
END_TEST

/* a a^T; and the sample covariance of many fields. */
START_TEST(lengths_and_times_of_nothing_are_white) {
  for (int m = 0; m < 3; m++) {
    const struct sm_inflow_weights s = sm_inflow_weights_of(m == 0 ? 0 : m == 1 ? -1 : 0.5f, 3);
    ck_assert(weight_of(s, 0) == 1.0f && weight_of(s, 1) == 0.0f);
    const struct sm_inflow_correlation p = sm_inflow_correlation_of(1, m == 0   ? 0
                                                                       : m == 1 ? -1
                                                                                : 1e-3f);
    ck_assert(p.old < 1e-30f && p.fresh == 1.0f);
  }
  const struct sm_inflow_correlation still = sm_inflow_correlation_of(0, 10);
  ck_assert(still.old == 1.0f && still.fresh == 0.0f);
}
END_TEST

TEST_MAIN(a_filter_keeps_the_variance_and_makes_the_length,
          filtered_numbers_are_correlated_as_the_filter_says,
          memory_fades_in_the_time_that_is_asked_for, lengths_and_times_of_nothing_are_white)
