/* The analytic wind of Miglio et al. (2016): as printed, without divergence, on the axis, in float.
 */
#include "harness.h"

#include "cell/particles/vortex_field.h"
#define SM_BITS 32
#include "cell/precision.h"

#include "cell/particles/vortex_field.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "cell/particles/vortex_field.h"

static const double pi = 3.14159265358979323846;
static const struct sm_vortex_field_f64 printed = {40, 7.5, 0}, solenoidal = {40, 7.5, 1};

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

START_TEST(the_field_is_the_printed_one) {
  const double a = 40 * pi / 7.5;
  for (double r = 0.1; r < 10; r += 0.7)
    for (double z = 0; z < 7.5; z += 0.4) {
      const double x[3] = {0.6 * r, 0.8 * r, z}, s = pi * r / 7.5, t = pi * z / 7.5;
      double u[3], w[3];
      sm_vortex_wind_f64(printed, x, u);
      sm_vortex_wind_f64(solenoidal, x, w);
      near(u[0], -0.6 * a * sin(s) * cos(t), 1e-13);
      near(u[1], -0.8 * a * sin(s) * cos(t), 1e-13);
      near(u[2], a * cos(s) * sin(t), 1e-13);
      near(w[0], u[0], 0);
      near(w[2], u[2] + 40 / r * sin(s) * sin(t), 1e-13);
    }
}
END_TEST

/* Divergence at x by central differences, 1/s. */
static double divergence(struct sm_vortex_field_f64 f, const double x[3]) {
  const double h = 1e-4;
  double sum = 0;
  for (int d = 0; d < 3; d++) {
    double low[3] = {x[0], x[1], x[2]}, high[3] = {x[0], x[1], x[2]}, a[3], b[3];
    low[d] -= h;
    high[d] += h;
    sm_vortex_wind_f64(f, low, a);
    sm_vortex_wind_f64(f, high, b);
    sum += (b[d] - a[d]) / (2 * h);
  }
  return sum;
}

START_TEST(the_printed_field_loses_air_and_the_solenoidal_does_not) {
  near(divergence(printed, (const double[]){0, 0, 0}), -7.02, 5e-3);
  for (double r = 0; r < 9; r += 0.37)
    near(divergence(solenoidal, (const double[]){0.6 * r, -0.8 * r, 0.3 + 0.5 * r}), 0, 1e-6);
}
END_TEST

START_TEST(the_field_in_float_is_good_to_round_off) {
  const struct sm_vortex_field_f32 single = {40, 7.5f, 1};
  for (float r = 0; r < 20; r += 0.173f)
    for (float z = -3; z < 12; z += 0.41f) {
      const float x[3] = {0.6f * r, -0.8f * r, z};
      const double exact[3] = {(double)x[0], (double)x[1], (double)x[2]};
      float u[3];
      double w[3];
      sm_vortex_wind_f32(single, x, u);
      sm_vortex_wind_f64(solenoidal, exact, w);
      for (int d = 0; d < 3; d++) near((double)u[d], w[d], 3e-5);
    }
}
END_TEST

START_TEST(the_axis_is_smooth_and_the_sense_can_be_turned) {
  const struct sm_vortex_field_f64 rotor = {-40, 7.5, 1};
  const struct sm_vortex_field_f32 single = {-40, 7.5f, 1};
  for (double x = -1e-3; x < 1e-3; x += 1.1e-5) {
    double u[3], w[3];
    float s[3];
    sm_vortex_wind_f64(solenoidal, (const double[]){x, 0, 3.75}, u);
    sm_vortex_wind_f64(rotor, (const double[]){x, 0, 3.75}, w);
    sm_vortex_wind_f32(single, (const float[]){(float)x, 0, 3.75f}, s);
    near(u[2], 80 * pi / 7.5, 1e-4);
    for (int d = 0; d < 3; d++) {
      near(w[d], -u[d], 0);
      near((double)s[d], w[d], 2e-5);
    }
  }
}
END_TEST

TEST_MAIN(the_field_is_the_printed_one, the_printed_field_loses_air_and_the_solenoidal_does_not,
          the_axis_is_smooth_and_the_sense_can_be_turned, the_field_in_float_is_good_to_round_off)
