/* Dust emission and visibility, against numbers computed in double. */
#include "harness.h"

#include "cell/particles/dust.h"
#include <math.h>

static void near(float got, double want, double part) {
  ck_assert_double_eq_tol((double)got, want, part * fabs(want));
}

/* Shao and Lu's formula, grains of 2650 kg/m3 in air of 1.225 kg/m3. */
START_TEST(thresholds_of_grains) {
  static const double um[7] = {5, 10, 15, 50, 100, 200, 500};
  static const double threshold[7] = {0.777, 0.551, 0.452, 0.271, 0.237, 0.259, 0.370};
  for (int m = 0; m < 7; m++) {
    const double d = um[m] * 1e-6;
    const float got = sm_dust_threshold((float)d, 2650, 1.225f);
    near(got, sqrt(0.0123 * (2650 / 1.225 * 9.81 * d + 3e-4 / (1.225 * d))), 1e-6);
    ck_assert_double_eq_tol((double)got, threshold[m], 5e-4);
  }
}
END_TEST

START_TEST(the_grains_that_move_first_are_of_107_um) {
  const float least = sm_dust_threshold(107.4e-6f, 2650, 1.225f);
  ck_assert_double_eq_tol((double)least, 0.237, 5e-4);
  for (float d = 5e-6f; d < 1e-3f; d *= 1.1f)
    ck_assert(sm_dust_threshold(d, 2650, 1.225f) >= least);
}
END_TEST

START_TEST(saltation_of_dry_sand) {
  static const double friction[3] = {0.5, 1, 1.5}, flux[3] = {0.047, 0.38, 1.24};
  const float threshold = sm_dust_threshold(107.4e-6f, 2650, 1.225f);
  for (int m = 0; m < 3; m++) {
    const double r = (double)threshold / friction[m];
    const float got = sm_dust_saltation((float)friction[m], threshold, 1.225f);
    near(got, 2.61 * 1.225 / 9.81 * pow(friction[m], 3) * (1 - r) * (1 + r) * (1 + r), 1e-6);
    near(got, flux[m], 0.012);
  }
}
END_TEST

START_TEST(nothing_moves_below_the_threshold_and_little_just_above) {
  ck_assert(sm_dust_saltation(0, 0.25f, 1.2f) == 0);
  ck_assert(sm_dust_saltation(0.25f, 0.25f, 1.2f) == 0);
  ck_assert(sm_dust_saltation(-1, 0.25f, 1.2f) == 0);
  ck_assert(sm_dust_saltation(NAN, 0.25f, 1.2f) == 0);
  const float little = sm_dust_saltation(0.2501f, 0.25f, 1.2f);
  ck_assert(little > 0 && little < 1e-4f);
}
END_TEST

START_TEST(dust_of_a_soil_with_a_tenth_of_clay) {
  const struct sm_dust_ground g = sm_dust_ground_of(107.4e-6f, 2650, 1.225f, 0.1f, 0);
  near(g.efficiency, 100 * pow(10, 1.34 - 6), 1e-5);
  near(sm_dust_flux(&g, 1, 1.225f), 8.3e-4, 0.01);
  const double radius = 5.1, area = 3.14159265 * radius * radius * (2.5 * 2.5 - 1);
  near((float)area * sm_dust_flux(&g, 1, 1.225f), 0.36, 0.02);
  near(sm_dust_efficiency(0), 1e-4, 1e-5);
  ck_assert(sm_dust_efficiency(0.5f) == sm_dust_efficiency(0.2f));
}
END_TEST

START_TEST(water_holds_the_ground) {
  ck_assert(sm_dust_moisture(0, 0.1f) == 1);
  ck_assert(sm_dust_moisture(0.0183f, 0.1f) == 1); /* clay holds 1.84 % */
  near(sm_dust_moisture(0.05f, 0.1f), sqrt(1 + 1.21 * pow(5 - 1.84, 0.68)), 1e-5);
  near(sm_dust_moisture(0.02f, 0), sqrt(1 + 1.21 * pow(2, 0.68)), 1e-5);
  float before = 1;
  for (int m = 0; m <= 1000; m++) { /* no step where free water begins */
    const float now = sm_dust_moisture(0.0184f + 1e-7f * (float)m, 0.1f);
    ck_assert(now >= before && now - before < 0.004f);
    before = now;
  }
  const struct sm_dust_ground g = sm_dust_ground_of(107.4e-6f, 2650, 1.225f, 0.1f, 0.05f);
  near(g.threshold, 0.23681 * sqrt(1 + 1.21 * pow(5 - 1.84, 0.68)), 1e-3);
}
END_TEST

START_TEST(friction_of_the_log_law) {
  near(sm_dust_friction(22.5f, 0.5f, 1e-3f), 0.4 * 22.5 / log(500), 1e-5);
  ck_assert(sm_dust_friction(22.5f, 1e-3f, 1e-3f) == 0);
}
END_TEST

TEST_MAIN(thresholds_of_grains, the_grains_that_move_first_are_of_107_um, saltation_of_dry_sand,
          nothing_moves_below_the_threshold_and_little_just_above,
          dust_of_a_soil_with_a_tenth_of_clay, water_holds_the_ground, friction_of_the_log_law)
