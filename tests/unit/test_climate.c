/* Laws of the wind speed and their mixtures, against formulas. */
#include "domain/weather/climate.h"
#include "harness.h"
#include <math.h>
#include <string.h>

static struct sm_context *ctx;

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }

static void finish(struct sm_climate **climate) {
  sm_climate_destroy(climate);
  sm_context_destroy(&ctx);
}

static double frequencies[36], scales[36], shapes[36], shares[36 * 3];
static double edges[4] = {0, 2, 4, 8};

/* Sectors with Weibull's parameters that differ. */
static struct sm_rose_table weibull_table(int sectors, double calm) {
  for (int s = 0; s < sectors; s++) {
    frequencies[s] = (1 - calm) * (1 + s) / (sectors * (sectors + 1) / 2.0);
    scales[s] = 4 + s;
    shapes[s] = 1.5 + 0.1 * s;
  }
  return (struct sm_rose_table){.sectors = sectors,
                                .calm = calm,
                                .frequency = frequencies,
                                .edge = edges,
                                .scale = scales,
                                .shape = shapes};
}

static struct sm_climate *rose(const struct sm_rose_table *table, int count, const double *from) {
  struct sm_climate *climate = NULL;
  ck_assert_int_eq(sm_climate_of_rose(ctx, table, count, from, 5, &climate), SM_OK);
  return climate;
}

static void percentiles(const struct sm_climate *climate, const float *here, const double *share,
                        int count, float *out) {
  struct sm_percentile_work *room = NULL;
  ck_assert_int_eq(sm_percentile_work_create(ctx, climate, &room), SM_OK);
  sm_percentiles(climate, room, here, 1, share, count, out);
  sm_percentile_work_destroy(&room);
}

/* Share of the time below a speed, from the exceedances. */
static double below(const struct sm_climate *climate, const float *here, double speed) {
  struct sm_exceedance *limits = NULL;
  double above = 0, one;
  ck_assert_int_eq(sm_exceedance_create(ctx, climate, &speed, 1, &limits), SM_OK);
  for (int m = 0; m < climate->member_count; m++) {
    sm_exceedance_of(limits, m, (double)here[m], &one);
    above += one;
  }
  sm_exceedance_destroy(&limits);
  return 1 - above;
}

START_TEST(quantiles_undo_what_is_below) {
  const double under[4] = {0, 0.25, 0.25, 1};
  const struct sm_distribution laws[] = {
      {.kind = SM_DISTRIBUTION_WEIBULL, .scale = 6, .shape = 1.8},
      {.kind = SM_DISTRIBUTION_HISTOGRAM, .classes = 3, .edge = edges, .below = under}};
  for (size_t l = 0; l < 2; l++)
    for (double share = 0.05; share < 1; share += 0.05)
      ck_assert_double_eq_tol(
          sm_distribution_cdf(&laws[l], sm_distribution_quantile(&laws[l], share)), share, 1e-12);
  /* Where no speed is ever, the least one counts. */
  ck_assert_double_eq_tol(sm_distribution_quantile(&laws[1], 0.25), 2, 1e-12);
  ck_assert_double_eq_tol(sm_distribution_mean(&laws[1]), 0.25 * 1 + 0.75 * 6, 1e-12);
  ck_assert_double_eq_tol(sm_distribution_mean(&laws[0]), 6 * tgamma(1 + 1 / 1.8), 1e-12);
  ck_assert(sm_distribution_cdf(&laws[1], 9) == 1 && sm_distribution_cdf(&laws[1], 0) == 0);
}
END_TEST

START_TEST(one_sector_has_the_percentiles_of_its_own_law) {
  begin();
  const struct sm_rose_table table = weibull_table(1, 0);
  const double from = 270, share[4] = {0.01, 0.5, 0.95, 0.999};
  const float here = 7; /* m/s where the reference has 5 */
  float out[4];
  struct sm_climate *climate = rose(&table, 1, &from);
  percentiles(climate, &here, share, 4, out);
  for (int p = 0; p < 4; p++)
    ck_assert(out[p] == (float)(7.0 / 5 * (4 * pow(-log1p(-share[p]), 1 / 1.5))));
  ck_assert_double_eq_tol(below(climate, &here, 5.6), 1 - exp(-1), 1e-14);
  ck_assert_double_eq_tol(sm_climate_mean(climate, 0) * 7, 1.4 * 4 * tgamma(1 + 1 / 1.5), 1e-12);
  finish(&climate);
}
END_TEST

START_TEST(percentiles_of_a_mixture_are_met_by_its_distribution) {
  begin();
  const double share[6] = {0.001, 0.1, 0.5, 0.9, 0.99, 0.9999};
  double from[12];
  float here[12], out[6];
  for (int classes = 0; classes <= 3; classes += 3) {
    struct sm_rose_table table = weibull_table(12, 0);
    for (int s = 0; s < 12; s++) {
      from[s] = 30 * s;
      here[s] = (float)(1 + 0.7 * s);
      for (int c = 0; c < 3; c++) shares[3 * s + c] = frequencies[s] * (c == s % 3 ? 0.8 : 0.1);
    }
    table.classes = classes;
    table.share = shares;
    struct sm_climate *climate = rose(&table, 12, from);
    percentiles(climate, here, share, 6, out);
    for (int p = 0; p < 6; p++) {
      ck_assert_double_ge(below(climate, here, (double)out[p] * (1 + 2e-7)), share[p]);
      ck_assert_double_le(below(climate, here, (double)out[p] * (1 - 2e-7)), share[p]);
    }
    sm_climate_destroy(&climate);
  }
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(calms_and_still_places_are_the_lowest_speeds) {
  begin();
  const struct sm_rose_table table = weibull_table(2, 0.2);
  const double from[2] = {0, 180}, share[3] = {0.19, 0.3, 0.99}; /* frequencies 0.267, 0.533 */
  const float still[2] = {0, 0}, half[2] = {0, 5}, solid[2] = {5, NAN};
  float out[3];
  double above;
  struct sm_climate *climate = rose(&table, 2, from);
  percentiles(climate, still, share, 3, out);
  ck_assert(out[0] == 0 && out[1] == 0 && out[2] == 0);
  percentiles(climate, half, share, 3, out);
  ck_assert(out[0] == 0 && out[1] == 0 && out[2] > 0);
  ck_assert_double_eq_tol(below(climate, half, (double)out[2]), 0.99, 1e-7);
  percentiles(climate, solid, share, 3, out);
  ck_assert(isnan(out[0]) && isnan(out[2]));
  struct sm_exceedance *limits = NULL;
  ck_assert_int_eq(sm_exceedance_create(ctx, climate, share, 1, &limits), SM_OK);
  sm_exceedance_of(limits, 0, NAN, &above);
  ck_assert(isnan(above));
  sm_exceedance_destroy(&limits);
  finish(&climate);
}
END_TEST

/* numpy.percentile(..., method="inverted_cdf") gives the same. */
START_TEST(percentiles_of_times_are_speeds_that_were_there) {
  begin();
  const double share[5] = {0.1, 0.25, 0.5, 0.74, 0.99};
  const float here[4] = {3, 1, 4, 2}, expected[5] = {1, 1, 2, 3, 4};
  float out[5];
  struct sm_climate *climate = NULL;
  ck_assert_int_eq(sm_climate_of_times(ctx, 4, NULL, &climate), SM_OK);
  percentiles(climate, here, share, 5, out);
  for (int p = 0; p < 5; p++) ck_assert(out[p] == expected[p]);
  ck_assert_double_eq_tol(below(climate, here, 2.5), 0.5, 1e-15);
  ck_assert_double_eq_tol(below(climate, here, 3), 0.75, 1e-15);
  finish(&climate);
}
END_TEST

START_TEST(weights_say_how_often_a_time_is) {
  begin();
  const double weight[3] = {6, 0, 2}, share[3] = {0.7, 0.75, 0.76};
  const float here[3] = {1, 9, 2};
  float out[3];
  struct sm_climate *climate = NULL;
  ck_assert_int_eq(sm_climate_of_times(ctx, 3, weight, &climate), SM_OK);
  percentiles(climate, here, share, 3, out);
  ck_assert(out[0] == 1 && out[1] == 1 && out[2] == 2);
  ck_assert_double_eq_tol(climate->weight[0], 0.75, 1e-15);
  ck_assert_double_eq_tol(below(climate, here, 1.5), 0.75, 1e-15);
  ck_assert_double_eq_tol(sm_climate_mean(climate, 2), 0.25, 1e-15);
  finish(&climate);
}
END_TEST

START_TEST(directions_stand_for_their_arcs) {
  begin();
  const struct sm_rose_table table = weibull_table(4, 0.1); /* middles 0, 90, 180, 270 */
  const double as_table[4] = {0, 90, 180, 270}, two[2] = {45, 225}, uneven[3] = {0, 10, 180};
  double all[36], sum = 0;
  struct sm_climate *climate = rose(&table, 4, as_table);
  for (int m = 0; m < 4; m++) {
    ck_assert_double_eq_tol(climate->weight[m], frequencies[m], 1e-14);
    ck_assert_int_eq(climate->first[m + 1] - climate->first[m], 1);
  }
  sm_climate_destroy(&climate);

  climate = rose(&table, 2, two); /* 45 stands for 315 to 135 */
  ck_assert_double_eq_tol(climate->weight[0], frequencies[0] + frequencies[1], 1e-14);
  ck_assert_double_eq_tol(climate->weight[1], frequencies[2] + frequencies[3], 1e-14);
  sm_climate_destroy(&climate);

  climate = rose(&table, 3, uneven); /* 10 stands for 5 to 95 */
  ck_assert_double_eq_tol(climate->weight[1], (40 * frequencies[0] + 50 * frequencies[1]) / 90,
                          1e-14);
  sm_climate_destroy(&climate);

  for (int m = 0; m < 36; m++) all[m] = 10 * m;
  climate = rose(&table, 36, all);
  for (int m = 0; m < 36; m++) sum += climate->weight[m];
  ck_assert_double_eq_tol(sum, 0.9, 1e-13);
  /* 35 to 45 deg lies wholly in the sector of 0; 45 to 55 in that of 90. */
  const struct sm_climate_share *share = &climate->share[climate->first[4]];
  ck_assert_double_eq_tol(share->weight, frequencies[0] / 9, 1e-14);
  ck_assert_double_eq_tol(climate->weight[5], frequencies[1] / 9, 1e-14);
  finish(&climate);
}
END_TEST

START_TEST(many_directions_give_what_the_sectors_say_on_a_plain) {
  begin();
  const struct sm_rose_table table = weibull_table(12, 0.05);
  const double share[3] = {0.2, 0.5, 0.95};
  double all[36], few[12];
  float here[36], out[2][3];
  for (int m = 0; m < 36; m++) {
    all[m] = 10 * m;
    here[m] = 5;
  }
  for (int s = 0; s < 12; s++) few[s] = 30 * s;
  struct sm_climate *climate = rose(&table, 36, all);
  percentiles(climate, here, share, 3, out[0]);
  sm_climate_destroy(&climate);
  climate = rose(&table, 12, few);
  percentiles(climate, here, share, 3, out[1]);
  for (int p = 0; p < 3; p++)
    ck_assert_double_eq_tol((double)out[0][p] / (double)out[1][p], 1, 1e-6);
  finish(&climate);
}
END_TEST

START_TEST(without_memory_there_is_a_message_and_nothing_leaks) {
  begin();
  const struct sm_rose_table table = weibull_table(4, 0);
  const double from[4] = {0, 90, 180, 270};
  struct sm_climate *climate = NULL;
  struct sm_exceedance *limits = NULL;
  struct sm_percentile_work *room = NULL;
  int failures = 0;
  for (long n = 1;; n++) {
    sm_context_fail_allocation(ctx, n);
    enum sm_status status = sm_climate_of_rose(ctx, &table, 4, from, 5, &climate);
    if (status == SM_OK) status = sm_exceedance_create(ctx, climate, from, 4, &limits);
    if (status == SM_OK) status = sm_percentile_work_create(ctx, climate, &room);
    sm_percentile_work_destroy(&room);
    sm_exceedance_destroy(&limits);
    sm_climate_destroy(&climate);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    failures++;
  }
  ck_assert_int_ge(failures, 10);
  sm_context_fail_allocation(ctx, 0);
  finish(&climate);
}
END_TEST

TEST_MAIN(quantiles_undo_what_is_below, one_sector_has_the_percentiles_of_its_own_law,
          percentiles_of_a_mixture_are_met_by_its_distribution,
          calms_and_still_places_are_the_lowest_speeds,
          percentiles_of_times_are_speeds_that_were_there, weights_say_how_often_a_time_is,
          directions_stand_for_their_arcs, many_directions_give_what_the_sectors_say_on_a_plain,
          without_memory_there_is_a_message_and_nothing_leaks)
