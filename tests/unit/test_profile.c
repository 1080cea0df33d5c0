/* Profiles of the wind above a station. */
#include "harness.h"

#include "physics/profile.h"
#include <math.h>

static struct sm_station station;
static struct sm_reading reading[4];

static void set_up(enum sm_profile_kind kind) {
  station = (struct sm_station){.profile = kind, .z0 = 0.1, .exponent = 0.2, .level_count = 1};
  station.canopy_height = 12;
  station.canopy_attenuation = 1.5;
  for (int l = 0; l < 4; l++)
    reading[l] = (struct sm_reading){.valid = l == 0, .u = 4, .v = -3, .height = 10};
  for (int l = 0; l < 4; l++) reading[l].obukhov = (double)INFINITY;
}

static double speed_at(double z, double z0) {
  double wind[2];
  sm_profile_wind(&station, reading, z0, z, wind);
  return hypot(wind[0], wind[1]);
}

START_TEST(every_profile_passes_through_its_reading) {
  for (int kind = SM_PROFILE_UNIFORM; kind <= SM_PROFILE_TOWER; kind++) {
    for (int stability = -1; stability <= 1; stability++) {
      set_up((enum sm_profile_kind)kind);
      if (stability != 0) reading[0].obukhov = stability * 80;
      double wind[2];
      sm_profile_wind(&station, reading, 0.1, 10, wind);
      ck_assert_double_eq_tol(wind[0], 4, 1e-12);
      ck_assert_double_eq_tol(wind[1], -3, 1e-12);
      ck_assert_double_eq(speed_at(0, 0.1), 0);
      ck_assert_double_eq(speed_at(-3, 0.1), 0);
    }
  }
}
END_TEST

START_TEST(the_logarithm_is_that_of_monin_and_obukhov) {
  set_up(SM_PROFILE_LOG);
  ck_assert_double_eq_tol(speed_at(50, 0.1), 5 * log(501) / log(101), 1e-12);
  reading[0].obukhov = 100;
  const double stable = (log(501) + 4.7 * 0.5) / (log(101) + 4.7 * 0.1);
  ck_assert_double_eq_tol(speed_at(50, 0.1), 5 * stable, 1e-12);
  reading[0].obukhov = -100;
  ck_assert_double_lt(speed_at(50, 0.1), 5 * log(501) / log(101));
}
END_TEST

/* psi is the integral of (phi - 1) / zeta: checked by differences. */
START_TEST(the_stability_functions_belong_together) {
  for (double zeta = -4; zeta < 3; zeta += 0.11) {
    const double h = 1e-5,
                 slope = (sm_stability_psi(zeta + h) - sm_stability_psi(zeta - h)) / (2 * h);
    if (fabs(zeta) < 2e-2 || fabs(zeta - 1) < 2e-2) continue;
    ck_assert_double_eq_tol(slope * zeta, sm_stability_phi(zeta) - 1, 1e-5);
  }
  ck_assert_double_eq_tol(sm_stability_psi(-1e-9), 0, 1e-6);
  ck_assert_double_eq(sm_stability_psi(0), 0);
}
END_TEST

START_TEST(power_uniform_and_canopy_follow_their_laws) {
  set_up(SM_PROFILE_POWER);
  ck_assert_double_eq_tol(speed_at(80, 0.1), 5 * pow(8, 0.2), 1e-12);
  set_up(SM_PROFILE_UNIFORM);
  ck_assert_double_eq(speed_at(0.5, 0.1), 5);
  set_up(SM_PROFILE_CANOPY);
  const double ratio = speed_at(6, 0.1) / speed_at(3, 0.1);
  ck_assert_double_eq_tol(ratio, exp(1.5 * 3 / 12.0), 1e-12);
  const double below = speed_at(12 - 1e-6, 0.1), above = speed_at(12 + 1e-6, 0.1);
  ck_assert_double_eq_tol(below, above, 1e-5); /* continuous, ... */
  const double h = 1e-3;
  const double slope_below = (speed_at(12, 0.1) - speed_at(12 - h, 0.1)) / h;
  const double slope_above = (speed_at(12 + h, 0.1) - speed_at(12, 0.1)) / h;
  ck_assert_double_eq_tol(slope_below, slope_above, 1e-3 * slope_below); /* ... and its slope */
}
END_TEST

START_TEST(a_tower_passes_through_all_its_levels) {
  set_up(SM_PROFILE_TOWER);
  station.level_count = 3;
  reading[0] =
      (struct sm_reading){.valid = true, .u = 2, .v = 0, .height = 2, .obukhov = (double)INFINITY};
  reading[1] =
      (struct sm_reading){.valid = true, .u = 4, .v = 1, .height = 10, .obukhov = (double)INFINITY};
  reading[2] =
      (struct sm_reading){.valid = true, .u = 5, .v = 3, .height = 40, .obukhov = (double)INFINITY};
  for (int l = 0; l < 3; l++) {
    double wind[2];
    sm_profile_wind(&station, reading, 0.1, reading[l].height, wind);
    ck_assert_double_eq_tol(wind[0], reading[l].u, 1e-12);
    ck_assert_double_eq_tol(wind[1], reading[l].v, 1e-12);
  }
  const double middle = speed_at(20, 0.1);
  ck_assert(middle > hypot(4, 1) && middle < hypot(5, 3));
  reading[1].valid = false; /* a gap: the others carry on */
  ck_assert(speed_at(10, 0.1) > 2 && speed_at(10, 0.1) < hypot(5, 3));
}
END_TEST

START_TEST(rougher_ground_slows_the_wind_below_the_blending_height) {
  set_up(SM_PROFILE_LOG);
  ck_assert_double_lt(speed_at(5, 1.0), speed_at(5, 0.1));
  ck_assert_double_gt(speed_at(5, 0.01), speed_at(5, 0.1));
  ck_assert_double_eq_tol(speed_at(60, 1.0), speed_at(60, 0.1), 1e-12);
  ck_assert_double_eq_tol(speed_at(5000, 0.1), speed_at(1000, 0.1), 1e-12);
}
END_TEST

TEST_MAIN(every_profile_passes_through_its_reading, the_logarithm_is_that_of_monin_and_obukhov,
          the_stability_functions_belong_together, power_uniform_and_canopy_follow_their_laws,
          a_tower_passes_through_all_its_levels,
          rougher_ground_slows_the_wind_below_the_blending_height)
