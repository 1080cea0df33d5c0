/* Wall functions: the laws that they are made of, put in and recovered. */
#include "harness.h"
#include "random_numbers.h"

#include "cell/momentum/wall_functions.h"
#include "physics/diagnostic/wind_profile.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static const double karman = 0.4, pi = 3.14159265358979323846;
static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}
static void within(double got, double expected, double part) {
  near(got, expected, part * fabs(expected));
}

/* --- rough walls --- */

/* ln 101 = 4.615121, ln 1001 = 6.908755; 5 m/s: u* = 0.4 * 5 / 4.615121 = 0.433358. */
START_TEST(a_rough_wall_by_hand) {
  const float a = sm_log_layer(10, 0.1f), b = sm_log_layer(10, 0.01f);
  const struct sm_wall_transfer e = sm_rough_wall(5, a, b);
  within((double)e.drag * 5, 0.433358 * 0.433358, 1e-5);
  within((double)e.heat, 0.4 * 0.433358 / 6.908755, 1e-5);
  ck_assert(e.zeta == 0.0f);
}
END_TEST

START_TEST(next_to_high_roughness_the_drag_is_bounded) {
  within((double)sm_log_layer(0.3f, 0.3f), log(2), 1e-6);
  ck_assert(sm_log_layer(0, 0.3f) == sm_log_layer(0.3f, 0.3f));
  ck_assert(sm_log_layer(0.31f, 0.3f) > sm_log_layer(0.3f, 0.3f));
  ck_assert(isfinite(sm_log_layer(1, 0)) && isfinite(sm_log_layer(0, 0)));
}
END_TEST

/* The wind of a station's profile finds on the ground the friction velocity that it was made of. */
START_TEST(the_wall_knows_the_wind_of_a_profile) {
  const double friction = 0.37, z0 = 0.03, l = -40;
  for (int stable = 0; stable < 2; stable++) {
    const double zeta = 2 / (stable != 0 ? -l : l);
    const double wind = friction / karman * (log((2 + z0) / z0) + sm_stability_psi(zeta));
    const struct sm_log_layers p = sm_log_layers_at((float)zeta, sm_log_layer(2, (float)z0), 1);
    const struct sm_wall_transfer e = sm_wall_transfer_at((float)wind, (float)zeta, p);
    within((double)e.drag * wind, friction * friction, 1e-5);
  }
}
END_TEST

/* --- smooth walls --- */

/* Spalding's y+. */
static double spalding(double u) {
  const double x = karman * u;
  double sum = 0, term = x * x * x / 6;
  for (int m = 4; m < 200; m++) sum += term *= x / m;
  return u + exp(-karman * 5.5) * sum;
}

START_TEST(a_smooth_wall_is_that_of_spalding) {
  double worst = 0;
  for (double power = -2; power < 1.7; power += 0.001) {
    const double u = pow(10, power), y = spalding(u); /* y+ from 0.01 to 5e7 */
    const double got = (double)sm_spalding_u_plus((float)(u * y));
    worst = fmax(worst, fabs(got / u - 1));
    const struct sm_wall_transfer e =
        sm_smooth_wall((float)(u * y * 1.5e-5 / 0.2), 0.2f, 1.5e-5f, 0.7f);
    within((double)e.drag, 1.5e-5 / 0.2 * y / u, 1e-4);
  }
  ck_assert_double_lt(worst, 1e-5);
}
END_TEST

START_TEST(a_smooth_wall_is_viscous_within_and_logarithmic_without) {
  for (double power = -12; power < 0; power += 0.1) {
    const struct sm_wall_transfer e = sm_smooth_wall((float)pow(10, power), 1e-5f, 1.5e-5f, 0.7f);
    within((double)e.drag, 1.5, 1e-3); /* y+ below 0.8 */
    within((double)e.heat, 1.5 / 0.7, 1e-3);
  }
  const struct sm_wall_transfer calm = sm_smooth_wall(0, 0.1f, 1.5e-5f, 0.7f);
  within((double)calm.drag, 1.5e-4, 1e-5);
  within((double)calm.heat, 1.5e-4 / 0.7, 1e-5);
  for (double y = 300; y < 1e7; y *= 1.1) {
    const double u = 2.5 * log(y) + 5.5;
    within((double)sm_spalding_u_plus((float)(u * y)), u, 3e-3);
  }
  within(spalding(5), 5, 0.025); /* the viscous law itself is 2.5 % off there */
}
END_TEST

/* Kader: beta = (3.85 * 0.71^(1/3) - 1.3)^2 + 2.12 ln 0.71 = 3.830; at y+ = 100 T+ = 2.12 ln 101 +
 * beta = 13.61; u+ = 17.0 there. */
START_TEST(heat_at_a_smooth_wall_is_that_of_kader) {
  double low = 10, high = 20;
  while (high - low > 1e-9) {
    const double u = 0.5 * (low + high);
    *(spalding(u) < 100 ? &low : &high) = u;
  }
  const double speed = low * 100 * 1e-5 / 0.01; /* u* = 0.1 at 0.01 m */
  const struct sm_wall_transfer e = sm_smooth_wall((float)speed, 0.01f, 1e-5f, 0.71f);
  within((double)e.drag * speed, 0.01, 1e-4);
  within((double)e.heat, 0.1 / 13.614, 1e-3);
}
END_TEST

/* --- stability --- */

START_TEST(stability_is_that_of_the_profiles) {
  for (double zeta = -2000; zeta <= 1; zeta += zeta < -1 ? -0.01 * zeta : 0.001) {
    const struct sm_stability_functions s = sm_stability_functions_of((float)zeta);
    near((double)s.momentum, sm_stability_psi((double)(float)zeta), 3e-6);
    within((double)s.shear, sm_stability_phi((double)(float)zeta), 1e-6);
    const double x = (double)s.shear;
    within((double)s.gradient, zeta < 0 ? x * x : x, 1e-6);
  }
}
END_TEST

/* psi is the integral of (phi - 1) / zeta, here over ln(-zeta) by Simpson's rule. */
START_TEST(what_stability_adds_to_heat_is_the_integral) {
  double sum[2] = {0, 0};
  const double from = -16, to = 4;
  const int n = 4000;
  for (int m = 0; m <= n; m++) {
    const double zeta = -exp(from + (to - from) * m / n), weight = m % 2 == 1 ? 4 : 2;
    const double end = m == 0 || m == n ? 0.5 : 1;
    sum[0] += end * weight * (pow(1 - 15 * zeta, -0.25) - 1);
    sum[1] += end * weight * (pow(1 - 15 * zeta, -0.5) - 1);
  }
  const struct sm_stability_functions s = sm_stability_functions_of((float)-exp(to));
  near((double)s.momentum, sum[0] * (to - from) / n / 3, 1e-5);
  near((double)s.heat, sum[1] * (to - from) / n / 3, 1e-5);
}
END_TEST

struct ground {
  double momentum, heat, zeta; /* log parts; d / L */
  double with[2];              /* the log parts with stability */
  double friction;             /* m/s */
  double speed, gusts;         /* m/s */
};

static struct ground ground_of(double momentum, double heat, double friction, double zeta) {
  struct ground g = {.momentum = momentum, .heat = heat, .zeta = zeta, .friction = friction};
  const double x = sqrt(1 - 15 * fmin(zeta, 0));
  const double psi_heat = zeta > 0 ? 4.7 * zeta : -2 * log((1 + x) / 2);
  g.with[0] = fmax(momentum + sm_stability_psi(zeta), 0.5 * momentum);
  g.with[1] = fmax(heat + psi_heat, 0.5 * heat);
  g.gusts = zeta < 0 ? 1.2 * friction * cbrt(-zeta / karman) : 0;
  g.speed = sqrt(pow(friction / karman * g.with[0], 2) - g.gusts * g.gusts);
  return g;
}
static void check_ground(struct sm_wall_transfer e, const struct ground *g, double part) {
  const double blown = hypot(g->speed, g->gusts);
  within((double)e.drag, pow(karman / g->with[0], 2) * blown, part);
  within((double)e.heat, karman * karman * blown / (g->with[0] * g->with[1]), part);
  near((double)e.zeta, g->zeta, 20 * part * (fabs(g->zeta) + 1e-2));
}

/* From zeta and u* forward to the wind, the difference and the flux; the functions go back. */
START_TEST(laws_put_in_come_back) {
  int tried[2] = {0, 0};
  for (int m = 0; m < 30000; m++) {
    const double momentum = log(1 + pow(10, between(0, 5))), heat = momentum + between(0, 5);
    const bool unstable = m % 2 == 0;
    const double zeta = unstable ? -pow(10, between(-4, 2.5)) : pow(10, between(-4, 0));
    const struct ground g = ground_of(momentum, heat, pow(10, between(-2, 0.3)), zeta);
    if (!(g.speed > 1e-3)) continue; /* less than gusts alone */
    const double square = g.speed * g.speed + g.gusts * g.gusts;
    const double lift = -zeta * g.with[1] * square / pow(g.with[0], 2);
    const double flux = -zeta * pow(g.friction, 3) / karman;
    const float a = (float)momentum, b = (float)heat, u = (float)g.speed;
    /* Next to high roughness and far beyond zeta = 0 another zeta may have the same difference. */
    const double x = 4.7 * zeta;
    const bool sound = unstable || 1 + x / (heat + x) - 2 * x / (momentum + x) > 0.2;
    if (sound) check_ground(sm_ground_by_difference(u, (float)lift, a, b), &g, 3e-5);
    if (unstable || zeta < 0.99 * momentum / 9.4)
      check_ground(sm_ground_by_flux(u, (float)flux, a, b), &g, unstable ? 1e-3 : 2e-4);
    tried[unstable]++;
  }
  ck_assert_int_gt(tried[0], 12000);
  ck_assert_int_gt(tried[1], 9000);
}
END_TEST

START_TEST(without_heat_the_ground_is_a_rough_wall) {
  const struct sm_wall_transfer rough = sm_rough_wall(3, 5, 7);
  for (int m = -1; m <= 1; m++) {
    const float lift = (float)m * 1e-9f;
    const struct sm_wall_transfer e = sm_ground_by_difference(3, lift, 5, 7);
    const struct sm_wall_transfer f = sm_ground_by_flux(3, lift, 5, 7);
    within((double)e.drag, (double)rough.drag, 1e-5);
    within((double)e.heat, (double)rough.heat, 1e-5);
    within((double)f.drag, (double)rough.drag, 1e-5);
    within((double)f.heat, (double)rough.heat, 1e-5);
  }
}
END_TEST

/* Of a difference the exchange is no less than that of zeta = 1; of a flux no less than at the most
 * that air can give, u* = 2/3 of the neutral one, or at zeta = 1. */
START_TEST(strong_stability_is_bounded) {
  float before[2] = {INFINITY, INFINITY};
  for (int power = -60; power <= 80; power++) {
    const float lift = -powf(10, 0.1f * (float)power), a = 6, b = 8;
    const struct sm_wall_transfer e = sm_ground_by_difference(2, lift, a, b);
    const struct sm_wall_transfer f = sm_ground_by_flux(2, lift, a, b);
    ck_assert(e.drag <= before[0] * 1.00001f && f.drag <= before[1] * 1.00001f);
    ck_assert(e.zeta > 0.0f && e.zeta <= 1.0f && f.zeta >= 0.0f && f.zeta <= 1.0f);
    before[0] = e.drag;
    before[1] = f.drag;
  }
  within((double)before[0], 0.16 * 2 / (10.7 * 10.7), 1e-5);
  within((double)before[1], 0.16 * 2 / 36 * 4 / 9, 1e-5);
  within((double)sm_ground_by_flux(2, -1e3f, 12, 12).drag, 0.16 * 2 / (16.7 * 16.7), 1e-5);
}
END_TEST

START_TEST(drag_does_not_jump) {
  for (int m = 0; m < 3; m++) {
    const float momentum = m == 0 ? 0.7f : m == 1 ? 2 : 8, heat = momentum + 2;
    float before = sm_ground_by_difference(1, -1e-3f, momentum, heat).drag;
    for (float lift = 1e-3f; lift < 10; lift *= 1.001f) {
      const float drag = sm_ground_by_difference(1, -lift, momentum, heat).drag;
      ck_assert(drag <= before * 1.00001f && drag > before * 0.9f);
      before = drag;
    }
  }
}
END_TEST

/* Over d = 1 m of calm air, 10 K warmer ground: g / T d 10 = 0.33 m2/s2; the flux moves gusts that
 * carry it, Q = heat 10 K, w = (g / T d Q)^(1/3), and as the difference^(3/2). */
START_TEST(convection_goes_on_in_a_calm) {
  const struct sm_wall_transfer e = sm_ground_by_difference(0, 0.33f, 4.6f, 6.9f);
  const double gusts = 1.2 * cbrt(0.33 * (double)e.heat);
  const struct ground g = ground_of((double)4.6f, (double)6.9f, 1, (double)e.zeta);
  within((double)e.heat, 0.16 * gusts / (g.with[0] * g.with[1]), 1e-4);
  ck_assert(e.heat > 2e-3f && e.heat < 2e-2f);
  within((double)sm_ground_by_difference(0, 4 * 0.33f, 4.6f, 6.9f).heat, 2 * (double)e.heat, 1e-4);
  const struct sm_wall_transfer f = sm_ground_by_flux(0, 0.33f * e.heat, 4.6f, 6.9f);
  within((double)f.heat, (double)e.heat, 1e-3);
  within((double)f.drag, (double)e.drag, 1e-3);
  float before = e.heat;
  for (int power = -60; power <= 20; power++) {
    const float heat =
        sm_ground_by_difference(powf(10, 0.1f * (float)power), 0.33f, 4.6f, 6.9f).heat;
    ck_assert(heat >= before * 0.99999f);
    before = heat;
  }
}
END_TEST

START_TEST(extremes_are_finite) {
  const float speeds[] = {0, 1e-30f, 1e-6f, 1, 100, 1e30f};
  const float lifts[] = {0, 1e-38f, 1e-12f, 1e-3f, 1, 1e3f, 1e12f, 1e38f};
  const float parts[] = {0.6931472f, 2, 10, 30, 90};
  for (int s = 0; s < 6; s++)
    for (int m = 0; m < 16; m++)
      for (int n = 0; n < 25; n++) {
        const float lift = m < 8 ? lifts[m] : -lifts[m - 8], a = parts[n / 5], b = parts[n % 5];
        const struct sm_wall_transfer e = sm_ground_by_difference(speeds[s], lift, a, b);
        const struct sm_wall_transfer f = sm_ground_by_flux(speeds[s], lift, a, b);
        ck_assert(isfinite(e.drag) && isfinite(e.heat) && isfinite(e.zeta));
        ck_assert(isfinite(f.drag) && isfinite(f.heat) && isfinite(f.zeta));
        ck_assert(e.drag >= 0.0f && e.heat >= 0.0f && f.drag >= 0.0f && f.heat >= 0.0f);
        if (m == 0) ck_assert(e.zeta * lift <= 0.0f && f.zeta * lift <= 0.0f);
      }
  for (int s = 0; s < 6; s++)
    for (int n = 0; n < 12; n++) {
      const struct sm_wall_transfer e =
          sm_smooth_wall(speeds[s], powf(10, (float)(n - 6)), 1.5e-5f, 0.7f);
      ck_assert(isfinite(e.drag) && e.drag > 0.0f && isfinite(e.heat) && e.heat > 0.0f);
    }
}
END_TEST

START_TEST(the_arc_tangent_is_one) {
  for (double x = 0; x <= 1; x += 0.001) near((double)sm_arc_tangent((float)x), atan(x), 2e-7);
  near(4 * (double)sm_arc_tangent(1), pi, 1e-6);
}
END_TEST

TEST_MAIN(a_rough_wall_by_hand, next_to_high_roughness_the_drag_is_bounded,
          the_wall_knows_the_wind_of_a_profile, a_smooth_wall_is_that_of_spalding,
          a_smooth_wall_is_viscous_within_and_logarithmic_without,
          heat_at_a_smooth_wall_is_that_of_kader, stability_is_that_of_the_profiles,
          what_stability_adds_to_heat_is_the_integral, laws_put_in_come_back,
          without_heat_the_ground_is_a_rough_wall, strong_stability_is_bounded, drag_does_not_jump,
          convection_goes_on_in_a_calm, extremes_are_finite, the_arc_tangent_is_one)
