/* Statistics of whole runs, against the climate that came in. */
#include "statistics_run.h"

enum { NX = 20, NY = 16 };

/* A map of the file is the same number everywhere, to a relative tolerance. */
static void is_everywhere(const char *name, size_t layer, double value, double tolerance) {
  static double map[16 * NX * NY];
  read_all(name, map, 16 * NX * NY);
  for (size_t q = 0; q < (size_t)NX * NY; q++)
    ck_assert_msg(fabs(map[layer * NX * NY + q] - value) <= tolerance * (1e-3 + fabs(value)),
                  "%s %zu: %.9g, not %.9g", name, layer, map[layer * NX * NY + q], value);
}

/* Over a plain all places have the climate of the reference: at 10 m that of the table. */
START_TEST(a_plain_has_the_percentiles_of_weibull_everywhere) {
  setup();
  must_run(DOMAIN ROSE "[statistics]\nheights = [10, 20]\npercentiles = [5, 50, 99]\n"
                       "exceedance = [3, 12]\ncomfort = ['nen8100', 'lawson', 'london']\n",
           one_sector);
  const double share[3] = {0.05, 0.5, 0.99}, higher = log(20.1 / 0.1) / log(10.1 / 0.1);
  for (size_t p = 0; p < 3; p++) {
    const double speed = 6 * sqrt(-log1p(-share[p]));
    is_everywhere("wind_speed_percentile", 2 * p, speed, 2e-5);
    is_everywhere("wind_speed_percentile", 2 * p + 1, speed * higher, 2e-4);
  }
  is_everywhere("wind_speed_mean", 0, 6 * tgamma(1.5), 2e-5);
  is_everywhere("u_mean", 0, 6 * tgamma(1.5), 2e-5);
  is_everywhere("v_mean", 0, 0, 1e-3);
  static double limit[32];
  const size_t limits = read_all("threshold", limit, 32);
  ck_assert_uint_eq(limits, 10); /* 2.5 3 4 5 6 8 10 12 15 20 */
  ck_assert(limit[0] == 2.5 && limit[1] == 3 && limit[9] == 20);
  is_everywhere("comfort_nen8100", 0, 5, 0);
  is_everywhere("comfort_lawson", 0, 5, 0);
  is_everywhere("danger_lawson", 0, 2, 0); /* 15 m/s in 0.19 % of the time, 20 m/s in 1e-5 */
  is_everywhere("danger_london", 0, 2, 0);
  is_everywhere("danger_nen8100", 0, 2, 0);
  teardown();
}
END_TEST

/* Classes of speed, calms, and three times as many directions as sectors. */
START_TEST(a_plain_has_the_frequencies_of_the_table) {
  setup();
  must_run(DOMAIN ROSE
           "directions = 12\n[statistics]\nheights = 10\nexceedance = [0, 4, 6, 8, 12]\n"
           "percentiles = [5, 10.001, 34, 66, 93.5]\n"
           "[[statistics.receptor]]\nname = 'mast'\nposition = [55, 75]\nheight = 10\n",
           sectors);
  const double above[5] = {90, 42, 28, 14, 0}; /* % */
  for (size_t l = 0; l < 5; l++) is_everywhere("wind_speed_exceedance", l, above[l], 1e-4);
  is_everywhere("wind_speed_percentile", 0, 0, 0);
  is_everywhere("wind_speed_percentile", 2, 2, 1e-4); /* 10 % calm, 48 % up to 4 m/s */
  is_everywhere("wind_speed_percentile", 3, 4 + 8.0 / 7, 1e-4);
  is_everywhere("wind_speed_percentile", 4, 8 + 4 * 7.5 / 14, 1e-4);
  is_everywhere("wind_speed_mean", 0, 0.48 * 2 + 0.28 * 6 + 0.14 * 10, 2e-5);
  /* From the north 16, 10 of the south: means 2, 6, 10 m/s in the classes. */
  const double north = 0.1 * 2 + 0.05 * 6 + 0.01 * 10, south = 0.2 * 2 + 0.1 * 6 + 0.04 * 10;
  double v[NX * NY], rose[16 * 11], from[12], weight[12];
  read_all("v_mean", v, NX * NY);
  ck_assert(v[0] > 0 && v[0] < south - north); /* spread over their arcs, the rest at 60 deg */
  ck_assert_uint_eq(read_all("member_from", from, 12), 12);
  read_all("member_weight", weight, 12);
  double all = 0, mast = 0;
  for (int m = 0; m < 12; m++) {
    ck_assert_double_eq_tol(from[m], 30 * m, 1e-12);
    all += weight[m];
  }
  ck_assert_double_eq_tol(all, 90, 1e-10);
  ck_assert_double_eq_tol(weight[0], 16.0 / 3, 1e-10);
  ck_assert_uint_eq(read_all("receptor_rose", rose, 176), 176);
  for (int n = 0; n < 176; n++) mast += rose[n];
  ck_assert_double_eq_tol(mast, 90, 1e-4);
  ck_assert_double_eq_tol(rose[0] + rose[1], 10.0 / 3, 1e-4); /* from the north, up to 4 m/s */
  ck_assert_double_eq_tol(rose[6], 0, 1e-6);                  /* 12 m/s and more */
  teardown();
}
END_TEST

/* The wind grows with the speed at the reference, so that the computed speed has no say. */
START_TEST(no_statistic_depends_on_the_computed_speed) {
  static double map[2][4][4 * NX * NY];
  static const char *const names[] = {"wind_speed_mean", "wind_speed_percentile",
                                      "wind_speed_exceedance", "u_mean"};
  size_t count[4] = {0};
  for (int fast = 0; fast < 2; fast++) {
    setup();
    must_run(fast ? CITY "speed = 12\n" WANTED : CITY "speed = 3\n" WANTED, sectors);
    for (size_t n = 0; n < 4; n++) count[n] = read_all(names[n], map[fast][n], 4 * NX * NY);
    teardown();
  }
  for (size_t n = 0; n < 4; n++)
    for (size_t q = 0; q < count[n]; q++)
      ck_assert_double_eq_tol(map[1][n][q], map[0][n][q], 2e-3 + 1e-3 * fabs(map[0][n][q]));
}
END_TEST

/* Without zones the wind is linear in the guess: a direction is a sum of the two before it. */
START_TEST(directions_are_solved_from_those_before) {
  setup();
  must_run(CITY WANTED "[wind.zones]\non = false\n", sectors);
  double iterations[36], converged[36], divergence[36];
  ck_assert_uint_eq(read_all("iterations", iterations, 36), 36);
  read_all("converged", converged, 36);
  read_all("divergence", divergence, 36);
  ck_assert_double_ge(iterations[0], 4);
  for (int m = 0; m < 36; m++) {
    ck_assert(converged[m] == 1 && divergence[m] <= 1e-5);
    if (m >= 2) ck_assert_double_le(iterations[m], 2);
  }
  teardown();
}
END_TEST

START_TEST(inside_walls_there_are_no_statistics) {
  setup();
  must_run(CITY WANTED "comfort = 'lawson'\n[[statistics.receptor]]\nposition = [100, 75]\n",
           sectors);
  static double mean[2 * NX * NY], middle[4 * NX * NY], comfort[2 * NX * NY], number[36];
  read_all("wind_speed_mean", mean, 2 * NX * NY);
  read_all("wind_speed_percentile", middle, 4 * NX * NY);
  read_all("comfort_lawson", comfort, 2 * NX * NY);
  int walls = 0;
  for (size_t q = 0; q < (size_t)2 * NX * NY; q++) {
    const int solid = comfort[q] == 0;
    walls += solid;
    ck_assert_int_eq(mean[q] > 1e36, solid);
    ck_assert_int_eq(middle[q] > 1e36, solid);
  }
  ck_assert_int_eq(walls, 2 * 4 * 3);
  read_all("receptor_mean", number, 36);
  ck_assert(number[0] > 1e36);
  read_all("receptor_percentile", number, 36);
  ck_assert(number[0] > 1e36 && number[1] > 1e36);
  ck_assert_int_eq(sm_context_warning_count(ctx), 1); /* of the receptor */
  teardown();
}
END_TEST

START_TEST(a_series_is_a_sample_of_its_times) {
  setup();
  must_run(DOMAIN SERIES "[statistics]\nheights = 10\npercentiles = [25, 26, 90]\nexceedance = 5\n",
           sectors);
  is_everywhere("wind_speed_mean", 0, 5, 1e-5);
  is_everywhere("u_mean", 0, 3, 1e-5);
  is_everywhere("v_mean", 0, 2, 1e-5);
  is_everywhere("wind_speed_exceedance", 0, 50, 1e-6);
  is_everywhere("wind_speed_percentile", 0, 2, 1e-5);
  is_everywhere("wind_speed_percentile", 1, 4, 1e-5);
  is_everywhere("wind_speed_percentile", 2, 8, 1e-5);
  double time[4];
  ck_assert_uint_eq(read_all("member_time", time, 4), 4);
  ck_assert(time[1] - time[0] == 3600);
  const char *wind = scratch_path("a.nc");
  ck_assert_int_eq(access(wind, F_OK), 0); /* members of a series are written */
  teardown();
}
END_TEST

START_TEST(weights_count_the_times_of_a_series) {
  setup();
  must_run(DOMAIN "members = false\n" SERIES
                  "[statistics]\nheights = 10\npercentiles = 60\nweights = [3, 1, 0, 0]\n",
           sectors);
  is_everywhere("wind_speed_mean", 0, 3.5, 1e-5);
  is_everywhere("wind_speed_percentile", 0, 2, 1e-5);
  double weight[4];
  read_all("member_weight", weight, 4);
  ck_assert(weight[0] == 75 && weight[3] == 0);
  const char *wind = scratch_path("a.nc");
  ck_assert_int_ne(access(wind, F_OK), 0);
  teardown();
}
END_TEST

TEST_MAIN(a_plain_has_the_percentiles_of_weibull_everywhere,
          a_plain_has_the_frequencies_of_the_table, no_statistic_depends_on_the_computed_speed,
          directions_are_solved_from_those_before, inside_walls_there_are_no_statistics,
          a_series_is_a_sample_of_its_times, weights_count_the_times_of_a_series)
