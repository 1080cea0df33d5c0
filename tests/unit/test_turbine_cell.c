/* The wake of one turbine, as the first guess has it: exact values, shape, momentum, limits. */
#include "harness.h"

#include "physics/vegetation/internal.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.9g instead of %.9g", got, expected);
}

/* A rotor of 80 m in a wind along x. */
static struct sm_turbine_zone turbine(double thrust, double yaw, double intensity) {
  const struct sm_turbine t = {
      .hub = 70, .diameter = 80, .thrust = thrust, .yaw = yaw * pi / 180, .expansion = (double)NAN};
  return sm_turbine_zone_of(&t, (const double[]){9, 0}, 1, intensity);
}

static double deficit(const struct sm_turbine_zone *z, double x, double y, double up) {
  return (double)sm_turbine_deficit(z, (float)x, (float)y, (float)up);
}

/* Middle of a yawed wake, and its widths. */
static double middle(const struct sm_turbine_zone *z, double x) {
  const struct sm_turbine_width w = sm_turbine_width_at(z, (float)x);
  return (double)sm_turbine_deflection(z, (float)x, w);
}

/* Bastankhah and Porte-Agel (2014), with k* of Niayifar and Porte-Agel (2016). */
START_TEST(behind_the_core_the_deficit_is_the_published_one) {
  const double thrust[] = {0.42, 0.8, 0.8, 0.6}, intensity[] = {0.07, 0.134, 0.048, 0.09};
  for (int m = 0; m < 4; m++) {
    const struct sm_turbine_zone z = turbine(thrust[m], 0, intensity[m]);
    const double left = sqrt(1 - thrust[m]), beta = 0.5 * (1 + left) / left;
    const double k = 0.3837 * intensity[m] + 0.003678;
    near((double)z.growth, k, 1e-7);
    for (double x = (double)z.core + 1; x < 1600 && x < (double)z.reach; x += 37) {
      const double width = k * x / 80 + 0.2 * sqrt(beta);
      const double c = 1 - sqrt(1 - thrust[m] / (8 * width * width));
      near(deficit(&z, x, 0, 0), c, 3e-6);
      for (double r = 0; r < 3.9; r += 0.3) {
        const double here = c * exp(-0.5 * r * r), at = r * width * 80;
        near(deficit(&z, x, at, 0), here, 3e-6);
        near(deficit(&z, x, -0.6 * at, 0.8 * at), here, 3e-6);
      }
    }
  }
}
END_TEST

/* Deficits over that on the axis, at distances over the width: one curve everywhere. */
START_TEST(the_wake_is_self_similar) {
  const struct sm_turbine_zone z = turbine(0.8, 0, 0.1);
  for (double r = 0; r < 3.5; r += 0.25) {
    const double near_by = (double)sm_turbine_width_at(&z, 300).up;
    const double one = deficit(&z, 300, r * near_by, 0) / deficit(&z, 300, 0, 0);
    for (double x = 350; x < 2000; x += 111) {
      const double width = (double)sm_turbine_width_at(&z, (float)x).up;
      near(deficit(&z, x, 0, r * width) / deficit(&z, x, 0, 0), one, 2e-5);
    }
  }
}
END_TEST

/* The integral of d (1 - d) over the plane: momentum that is missing, over rho U^2. */
static double momentum(const struct sm_turbine_zone *z, double x) {
  const double step = 1.0, m = middle(z, x);
  double sum = 0;
  for (double y = -400 + m; y < 400 + m; y += step)
    for (double up = -400; up < 400; up += step) {
      const double d = deficit(z, x, y, up);
      sum += d * (1 - d) * step * step;
    }
  return sum;
}

START_TEST(the_missing_momentum_is_the_thrust_at_every_distance) {
  const double thrust[] = {0.2, 0.6, 0.8, 0.95}, yaw[] = {0, 25};
  for (int m = 0; m < 4; m++)
    for (int n = 0; n < 2; n++) {
      const struct sm_turbine_zone z = turbine(thrust[m], yaw[n], 0.1);
      const double whole = pi / 8 * 80 * 80 * thrust[m] * cos(yaw[n] * pi / 180);
      for (double part = 0.02; part < 3; part += 0.31) {
        const double x = part * fmax((double)z.core, 40);
        near(momentum(&z, x) / whole, 1, 0.006);
      }
    }
}
END_TEST

/* At the rotor the core is as wide as the tube of air that has gone through it (Froude), with the
 * deficit 2 a; the wake goes over smoothly into that without a core. */
START_TEST(the_core_is_that_of_the_actuator_disc) {
  for (double thrust = 0.05; thrust < 0.95; thrust += 0.1) {
    const struct sm_turbine_zone z = turbine(thrust, 0, 0.1);
    const double a = 0.5 * (1 - sqrt(1 - thrust)), radius = 40 * sqrt((1 - a) / (1 - 2 * a));
    near(deficit(&z, 0.05, 0.99 * radius, 0), 2 * a, 1e-5);
    near(deficit(&z, 0.05, 1.02 * radius, 0), 0, 1e-5);
    const double core = (double)z.core;
    for (double r = 0; r < 150; r += 11)
      near(deficit(&z, 0.9999 * core, r, 0), deficit(&z, 1.0001 * core, r, 0), 2e-3);
  }
}
END_TEST

START_TEST(no_thrust_no_wake) {
  const struct sm_turbine_zone none = turbine(0, 0, 0.1);
  ck_assert(none.reach == 0);
  for (double x = -100; x < 1000; x += 30) ck_assert(deficit(&none, x, 0, 0) == 0);
  const struct sm_turbine_zone z = turbine(0.8, 0, 0.1);
  for (double x = -500; x < -1; x += 10) ck_assert(deficit(&z, x, 0, 0) == 0);
  ck_assert(deficit(&z, (double)z.reach + 1, 0, 0) == 0);
  near(deficit(&z, (double)z.reach - 1, 0, 0), 0.005, 1e-4);
  near(deficit(&z, 0, 0, 0), 0.5 * deficit(&z, 1, 0, 0), 1e-6); /* in the plane of the rotor */
  const struct sm_turbine t = {.hub = 70, .diameter = 80, .thrust = 0.8, .expansion = 0.04};
  ck_assert(sm_turbine_zone_of(&t, (const double[]){0, 0}, 1, 0.1).reach == 0);
}
END_TEST

/* Large thrust, slow and fast growth: numbers stay numbers, and no deficit is above that of the
 * disc. */
START_TEST(no_turbine_makes_a_number_that_is_none) {
  for (double thrust = 0.005; thrust < 1.2; thrust += 0.065)
    for (double yaw = -45; yaw <= 45; yaw += 15)
      for (double intensity = 0.001; intensity < 0.9; intensity *= 3) {
        const struct sm_turbine_zone z = turbine(thrust, yaw, intensity);
        const double most = 1 - sqrt(1 - (double)z.thrust);
        ck_assert(z.thrust <= SM_TURBINE_MAX_THRUST && isfinite(z.reach) && z.core >= 0);
        for (double x = 1e-4; x < 1.1 * (double)z.reach + 1; x *= 2)
          for (double y = -200; y <= 200; y += 40) {
            const double d = deficit(&z, x, y, 13);
            ck_assert_msg(d >= 0 && d <= most + 1e-6, "C_T %g, yaw %g: %g", thrust, yaw, d);
          }
      }
}
END_TEST

/* Bastankhah and Porte-Agel (2016); a nacelle that is turned clockwise from a
 * west wind looks to the north-west, and pushes the air to the north. */
START_TEST(a_yawed_turbine_turns_its_wake_aside) {
  const double thrust = 0.8, yaw = 20 * pi / 180, c = cos(yaw);
  const struct sm_turbine_zone z = turbine(thrust, 20, 0.1), other = turbine(thrust, -20, 0.1);
  const double skew = 0.3 * yaw / c * (1 - sqrt(1 - thrust * c));
  const double k = 0.3837 * 0.1 + 0.003678, core = (double)z.core, root = sqrt(thrust);
  near((double)z.skew, skew, 1e-6);
  near(middle(&z, 0.5 * core), 0.5 * core * skew, 1e-4);
  for (double x = core + 10; x < 1200; x += 90) {
    const double grown = k * (x - core) / 80, up = grown + sqrt(0.125);
    const double side = grown + c * sqrt(0.125), m = 1.6 * sqrt(8 * side * up / c);
    const double bend = skew / 14.7 * sqrt(c / (k * k * thrust)) *
                        (2.9 + 1.3 * sqrt(1 - thrust) - thrust) *
                        log((1.6 + root) * (m - root) / ((1.6 - root) * (m + root)));
    const double at = 80 * bend + core * skew;
    near(middle(&z, x), at, 2e-3);
    near(middle(&other, x), -at, 2e-3);
    near(deficit(&z, x, at, 0), 1 - sqrt(1 - thrust * c / (8 * side * up)), 1e-5);
    near(deficit(&z, x, at + 80 * side, 0), exp(-0.5) * deficit(&z, x, at, 0), 2e-5);
    ck_assert(at > 0 && deficit(&z, x, at, 0) > deficit(&z, x, -at, 0));
  }
}
END_TEST

START_TEST(a_curve_gives_the_thrust_of_a_speed) {
  static const double curve[4][2] = {{4, 0.8}, {10, 0.8}, {12, 0.5}, {25, 0.05}};
  const struct sm_turbine t = {.curve = curve, .curve_count = 4, .thrust = (double)NAN};
  near(sm_turbine_thrust(&t, 3.99), 0, 0);
  near(sm_turbine_thrust(&t, 4), 0.8, 1e-12);
  near(sm_turbine_thrust(&t, 7), 0.8, 1e-12);
  near(sm_turbine_thrust(&t, 11), 0.65, 1e-12);
  near(sm_turbine_thrust(&t, 12), 0.5, 1e-12);
  near(sm_turbine_thrust(&t, 25), 0.05, 1e-12);
  near(sm_turbine_thrust(&t, 25.1), 0, 0);
  static const double high[2][2] = {{3, 1.15}, {5, 0.9}};
  const struct sm_turbine slow = {.curve = high, .curve_count = 2};
  near(sm_turbine_thrust(&slow, 3), (double)SM_TURBINE_MAX_THRUST, 0);
  near(sm_turbine_thrust(&slow, 5), 0.9, 1e-12);
}
END_TEST

START_TEST(deficits_add_up_and_leave_no_less_than_nothing) {
  struct sm_turbine_zone zone[4];
  const uint32_t start[] = {0, 4}, order[] = {0, 1, 2, 3};
  for (int m = 0; m < 4; m++) {
    zone[m] = turbine(0.8, 0, 0.1);
    zone[m].x = (float)(-400 * m);
    zone[m].strength = 1 - 0.1f * (float)m;
  }
  const struct sm_turbine_tiles all = {
      .zone = zone, .start = start, .turbine = order, .tiles_x = 1, .tiles_y = 1};
  double sum = 0;
  for (int m = 0; m < 4; m++) sum += (1 - 0.1 * m) * deficit(&zone[m], 300 + 400 * m, 30, 10);
  near((double)sm_turbines_factor(&all, 0, 300, 30, 80), 1 - sum, 1e-6);
  for (int m = 0; m < 4; m++) zone[m].x = 0;
  ck_assert(sm_turbines_factor(&all, 0, 10, 0, 70) == 0.0f);
  ck_assert(sm_turbines_factor(&all, 0, -10, 0, 70) == 1.0f);
}
END_TEST

TEST_MAIN(behind_the_core_the_deficit_is_the_published_one, the_wake_is_self_similar,
          the_missing_momentum_is_the_thrust_at_every_distance,
          the_core_is_that_of_the_actuator_disc, no_thrust_no_wake,
          no_turbine_makes_a_number_that_is_none, a_yawed_turbine_turns_its_wake_aside,
          a_curve_gives_the_thrust_of_a_speed, deficits_add_up_and_leave_no_less_than_nothing)
