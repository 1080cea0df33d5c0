/* Profiles of the wind above a station. */
#include "harness.h"

#include "physics/diagnostic/wind_profile.h"
#include <math.h>

static struct sm_station station;
static struct sm_station_reading reading[4];

static void set_up(enum sm_profile_kind kind) {
  station = (struct sm_station){.profile = kind, .z0 = 0.1, .exponent = 0.2, .level_count = 1};
  station.canopy_height = 12;
  station.canopy_attenuation = 1.5;
  for (int l = 0; l < 4; l++)
    reading[l] = (struct sm_station_reading){.valid = l == 0, .u = 4, .v = -3, .height = 10};
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

/* Paulson (1970) at z/L = -1, x = 16^(1/4) = 2: psi = 2 ln(3/2) + ln(5/2) - 2 atan 2 + pi/2
 * = 1.0837 with his sign; at -1/3, x = 6^(1/4) = 1.56508: 0.6180. Businger et al. (1971): phi = (1
 * - 15 z/L)^-1/4 and 1 + 4.7 z/L. Webb (1970): no more shear than at z = L. */
START_TEST(the_stability_functions_are_the_published_ones) {
  ck_assert_double_eq_tol(sm_stability_psi(-1), -1.08372, 1e-5);
  const double x = 1.56508, third = 2 * log((1 + x) / 2) + log((1 + x * x) / 2) - 2 * atan(x);
  ck_assert_double_eq_tol(sm_stability_psi(-1.0 / 3), -(third + acos(-1.0) / 2), 1e-5);
  ck_assert_double_eq_tol(sm_stability_phi(-1), 0.5, 1e-12);
  ck_assert_double_eq_tol(sm_stability_phi(0.5), 3.35, 1e-12);
  ck_assert_double_eq_tol(sm_stability_psi(0.5), 2.35, 1e-12);
  ck_assert_double_eq_tol(sm_stability_phi(3), 5.7, 1e-12);
  ck_assert_double_eq_tol(sm_stability_psi(exp(1)), 2 * 4.7, 1e-12);
  ck_assert_double_eq(sm_stability_phi(0), 1);
}
END_TEST

/* At night the wind grows faster with height than in neutral air, by day slower. */
START_TEST(stability_shears_and_convection_mixes) {
  set_up(SM_PROFILE_LOG);
  const double neutral = speed_at(80, 0.1) / speed_at(10, 0.1);
  reading[0].obukhov = 60;
  const double night = speed_at(80, 0.1) / speed_at(10, 0.1);
  reading[0].obukhov = -60;
  const double day = speed_at(80, 0.1) / speed_at(10, 0.1);
  ck_assert(night > 1.3 * neutral && day < 0.95 * neutral && day > 1);
  /* by hand: [ln 801 + 4.7 (1 + ln(80/60))] / [ln 101 + 4.7 / 6] */
  ck_assert_double_eq_tol(night, (log(801) + 4.7 * (1 + log(80.0 / 60))) / (log(101) + 4.7 / 6),
                          1e-12);
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
  reading[0] = (struct sm_station_reading){
      .valid = true, .u = 2, .v = 0, .height = 2, .obukhov = (double)INFINITY};
  reading[1] = (struct sm_station_reading){
      .valid = true, .u = 4, .v = 1, .height = 10, .obukhov = (double)INFINITY};
  reading[2] = (struct sm_station_reading){
      .valid = true, .u = 5, .v = 3, .height = 40, .obukhov = (double)INFINITY};
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

static void set_up_tower(double low, double high) {
  set_up(SM_PROFILE_TOWER);
  station.level_count = 2;
  reading[0] = (struct sm_station_reading){
      true, 4, 0, low, (double)INFINITY, (double)NAN, (double)NAN, (double)NAN};
  reading[1] = (struct sm_station_reading){
      true, 6, 2, high, (double)INFINITY, (double)NAN, (double)NAN, (double)NAN};
}

START_TEST(levels_count_however_high_they_are) {
  set_up_tower(800, 2000);
  double wind[2];
  sm_profile_wind(&station, reading, 0.1, 2000, wind);
  ck_assert_double_eq(wind[0], 6);
  sm_profile_wind(&station, reading, 0.1, 1400, wind);
  const double share = log(14001 / 8001.0) / log(20001 / 8001.0);
  ck_assert_double_eq_tol(wind[0], 4 + share * 2, 1e-12);
  ck_assert_double_eq_tol(wind[1], share * 2, 1e-12);
  sm_profile_wind(&station, reading, 0.1, 3000, wind); /* above all levels, and all laws */
  ck_assert_double_eq(wind[0], 6);
  set_up_tower(10, 40); /* the logarithm goes on above a low tower */
  sm_profile_wind(&station, reading, 0.1, 200, wind);
  ck_assert_double_eq_tol(wind[0], 6 * log(2001) / log(401), 1e-12);
  sm_profile_wind(&station, reading, 0.1, 5000, wind);
  ck_assert_double_eq_tol(wind[0], 6 * log(10001) / log(401), 1e-12);
}
END_TEST

/* From 350 deg to 10 deg the wind turns through north, not through south. */
START_TEST(directions_turn_the_short_way) {
  set_up_tower(10, 100);
  const double rad = acos(-1.0) / 180;
  reading[0].u = -5 * sin(350 * rad);
  reading[0].v = -5 * cos(350 * rad);
  reading[1].u = -5 * sin(10 * rad);
  reading[1].v = -5 * cos(10 * rad);
  for (double z = 10; z <= 100; z += 5) {
    double wind[2];
    sm_profile_wind(&station, reading, 0.1, z, wind);
    const double from = atan2(-wind[0], -wind[1]) / rad;
    ck_assert(fabs(from) <= 10 + 1e-9);
    ck_assert_double_ge(hypot(wind[0], wind[1]), 5 * cos(10 * rad) - 1e-9);
  }
}
END_TEST

/* Levels that the law joins are joined by the law, at night too. */
START_TEST(between_levels_of_a_logarithmic_wind_it_is_logarithmic) {
  for (int stability = -1; stability <= 1; stability++) {
    set_up(SM_PROFILE_LOG);
    if (stability != 0) reading[0].obukhov = 70 * stability;
    double right[3][2];
    const double heights[3] = {10, 37, 90};
    for (int n = 0; n < 3; n++) sm_profile_wind(&station, reading, 0.1, heights[n], right[n]);
    const double obukhov = reading[0].obukhov;
    station.profile = SM_PROFILE_TOWER;
    station.level_count = 2;
    reading[0] = (struct sm_station_reading){true,    right[0][0], right[0][1], 10,
                                             obukhov, (double)NAN, (double)NAN, (double)NAN};
    reading[1] = (struct sm_station_reading){true,    right[2][0], right[2][1], 90,
                                             obukhov, (double)NAN, (double)NAN, (double)NAN};
    double wind[2];
    sm_profile_wind(&station, reading, 0.1, 37, wind);
    ck_assert_double_eq_tol(wind[0], right[1][0], 1e-12);
    ck_assert_double_eq_tol(wind[1], right[1][1], 1e-12);
  }
}
END_TEST

START_TEST(a_tower_over_other_ground_has_no_step) {
  set_up_tower(10, 100);
  const double h = 1e-7;
  for (double z = 5; z < 120; z += 5)
    ck_assert_double_eq_tol(speed_at(z - h, 1.5), speed_at(z + h, 1.5), 1e-5);
  ck_assert_double_lt(speed_at(10, 1.5), speed_at(10, 0.1));
  ck_assert_double_eq_tol(speed_at(80, 1.5), speed_at(80, 0.1), 1e-12);
}
END_TEST

/* Heat so strong that the law breaks down must not make winds blow backwards or without end. */
START_TEST(extreme_convection_stays_sound) {
  static const double lengths[] = {-0.5, -1, -3, 1, 0.5};
  for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
    set_up(SM_PROFILE_LOG);
    station.z0 = 1;
    reading[0].obukhov = lengths[n];
    for (double z = 0.01; z < 300; z *= 1.3) {
      double wind[2];
      sm_profile_wind(&station, reading, 0.01, z, wind);
      ck_assert(wind[0] >= 0 && wind[0] < 60);
      sm_profile_wind(&station, reading, 3, z, wind);
      ck_assert(wind[0] >= 0 && wind[0] < 60);
    }
    set_up_tower(2, 10);
    station.z0 = 1;
    reading[0].obukhov = reading[1].obukhov = lengths[n];
    for (double z = 2; z <= 10; z += 0.5) /* between its levels no wind but theirs */
      ck_assert(speed_at(z, 1) >= 4 - 1e-9 && speed_at(z, 1) <= hypot(6, 2) + 1e-9);
  }
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
          the_stability_functions_belong_together, the_stability_functions_are_the_published_ones,
          stability_shears_and_convection_mixes, power_uniform_and_canopy_follow_their_laws,
          a_tower_passes_through_all_its_levels, levels_count_however_high_they_are,
          directions_turn_the_short_way, between_levels_of_a_logarithmic_wind_it_is_logarithmic,
          a_tower_over_other_ground_has_no_step, extreme_convection_stays_sound,
          rougher_ground_slows_the_wind_below_the_blending_height)
