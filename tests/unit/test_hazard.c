/* Exposure to a plume: running means, toxic load, probit, rooms; and the table of hazard levels. */
#include "harness.h"
#include "output/hazard/hazard.h"
#include "simoom/context.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR(a, b, tolerance)                                                                      \
  ck_assert_msg(fabs((a) - (b)) <= (tolerance), "%.12g instead of %.12g", (double)(a), (double)(b))

/* A release of 10 min at 1: the mean of 30 min is a third, reached when it ends. */
START_TEST(running_means_of_a_short_release_are_its_share_of_the_averaging_time) {
  static const double time[4] = {0, 600, 1200, 6000};
  static const float value[3] = {0, 1, 0};
  const struct sm_exposure e = {3, time, value};
  struct sm_hazard_exceedance is = sm_exposure_exceedance(&e, 1800, 0.25);
  NEAR(is.maximum, 1 / 3.0, 1e-12);
  NEAR(is.from, 600 + 450, 1e-9);         /* (t - 600) / 1800 = 0.25 */
  NEAR(is.until, 600 + 1800 + 150, 1e-9); /* (1200 - (t - 1800)) / 1800 = 0.25 */
  is = sm_exposure_exceedance(&e, 300, 0.5);
  NEAR(is.maximum, 1, 1e-12);
  NEAR(is.from, 750, 1e-9);
  NEAR(is.until, 1350, 1e-9);
  is = sm_exposure_exceedance(&e, 0, 0.5);
  NEAR(is.maximum, 1, 0);
  NEAR(is.from, 600, 0);
  NEAR(is.until, 1200, 0);
  is = sm_exposure_exceedance(&e, 1800, 0.5);
  ck_assert(isnan(is.from) && isnan(is.until));
}
END_TEST

/* Against means over a window that is moved by seconds. */
START_TEST(the_largest_running_mean_is_that_of_all_windows) {
  enum { COUNT = 40 };
  double time[COUNT + 1] = {0};
  float value[COUNT];
  for (int n = 0; n < COUNT; n++) {
    time[n + 1] = time[n] + 10 + (n * 7) % 23;
    value[n] = (float)((n * 37) % 11) + (n % 5 == 0 ? 20.0F : 0.0F);
  }
  const struct sm_exposure e = {COUNT, time, value};
  for (double average = 5; average < 900; average *= 1.7) {
    double most = 0;
    for (double end = 1; end <= time[COUNT]; end += 0.25) {
      double sum = 0;
      for (int n = 0; n < COUNT; n++)
        sum += (double)value[n] * fmax(fmin(time[n + 1], end) - fmax(time[n], end - average), 0);
      most = fmax(most, sum / average);
    }
    const struct sm_hazard_exceedance is = sm_exposure_exceedance(&e, average, 1e9);
    ck_assert_msg(is.maximum >= most - 1e-9 && is.maximum < most + 26 * 0.25 / average,
                  "%g s: %g instead of %g", average, is.maximum, most);
  }
}
END_TEST

START_TEST(an_exceedance_that_lasts_ends_with_the_run) {
  static const double time[3] = {100, 200, 300};
  static const float value[2] = {2, 2};
  const struct sm_exposure e = {2, time, value};
  const struct sm_hazard_exceedance is = sm_exposure_exceedance(&e, 50, 1);
  NEAR(is.from, 125, 1e-9);
  NEAR(is.until, 300, 1e-9);
}
END_TEST

/* Methyl isocyanate: the HSE's pairs of 150 ppm for 5 min and 25 ppm for 30 min are 750 ppm min;
 * sulfur dioxide: 965 ppm for 5 min and 395 ppm for 30 min are about 4.6e6 ppm^2 min. */
START_TEST(toxic_loads_are_those_of_the_examples_of_the_hse) {
  static const double five[2] = {0, 5}, thirty[2] = {0, 30};
  static const float values[4] = {150, 25, 965, 395};
  NEAR(sm_exposure_toxic_load(&(struct sm_exposure){1, five, &values[0]}, 1, 1), 750, 1e-9);
  NEAR(sm_exposure_toxic_load(&(struct sm_exposure){1, thirty, &values[1]}, 1, 1), 750, 1e-9);
  NEAR(sm_exposure_toxic_load(&(struct sm_exposure){1, five, &values[2]}, 1, 2), 4.66e6, 1e4);
  NEAR(sm_exposure_toxic_load(&(struct sm_exposure){1, thirty, &values[3]}, 1, 2), 4.68e6, 1e4);
}
END_TEST

START_TEST(probits_are_quantiles_of_the_normal_distribution) {
  NEAR(sm_probit_fraction(5), 0.5, 1e-15);
  NEAR(sm_probit_fraction(5 - 2.3263478740408408), 0.01, 1e-12);
  NEAR(sm_probit_fraction(5 + 1.2815515655446004), 0.9, 1e-12);
}
END_TEST

/* c = 1 - exp(-a t) indoors after a step; the dose indoors becomes that outdoors in the end. */
START_TEST(rooms_fill_and_empty_exponentially) {
  enum { COUNT = 400 };
  double time[COUNT + 1], dose = 0;
  float value[COUNT], room[COUNT];
  const double changes = 2.0 / 3600;
  for (int n = 0; n <= COUNT; n++) time[n] = 60 * n;
  for (int n = 0; n < COUNT; n++) value[n] = n < 30 ? 1 : 0;
  const struct sm_exposure e = {COUNT, time, value};
  sm_exposure_indoor(&e, changes, room);
  const double x = changes * 60;
  NEAR((double)room[9], 1 - exp(-9 * x) * (1 - exp(-x)) / x, 1e-6);
  for (int n = 0; n < COUNT; n++) dose += (double)room[n] * 60;
  NEAR(dose, 1800, 0.01);
}
END_TEST

START_TEST(ppm_follow_the_gas_law) {
  NEAR(sm_ppm_in_kg_m3(17.031, 298.15, 101325) * 1e6, 0.6961, 1e-4); /* mg/m3; 24.465 l/mol */
}
END_TEST

/* Factor 10 from an hour to 5 s with the exponent 0.35; shares by the length of the intervals. */
START_TEST(odour_hours_are_intervals_with_peaks_above_the_threshold) {
  static const double time[5] = {0, 3600, 7200, 10800, 12600};
  static const float value[4] = {0.05F, 0.2F, 0, 0.12F};
  const struct sm_exposure e = {4, time, value};
  struct sm_hazard_options o = sm_hazard_options_default();
  double peak;
  NEAR(sm_peak_to_mean(3600, 5, 0.35), 10.0, 0.01);
  NEAR(sm_peak_to_mean(3600, 5, 0), 1, 0);
  NEAR(sm_peak_to_mean(4, 5, 0.35), 1, 0);
  o.odour = 1;
  NEAR(sm_exposure_odour_hours(&e, &o, &peak), 3600 / 12600.0, 1e-12); /* 0.12 x 7.85 is below */
  NEAR(peak, 0.2 * pow(720, 0.35), 1e-6);
  o.exponent = 0.65;
  NEAR(sm_exposure_odour_hours(&e, &o, &peak), 9000 / 12600.0, 1e-12);
}
END_TEST

static struct sm_context *read_table(struct sm_hazard_table *table) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_hazard_table_read(ctx, NULL, table) == SM_OK, "%s", sm_context_message(ctx));
  return ctx;
}

START_TEST(the_table_has_levels_with_sources) {
  struct sm_hazard_table table;
  struct sm_context *ctx = read_table(&table);
  size_t substances = 0;
  for (size_t n = 0; n < table.count; n++) {
    const struct sm_hazard_level *own = &table.level[n];
    ck_assert_msg(strlen(own->source) > 3, "%s", own->substance);
    if (n == 0 || strcmp(own->cas, own[-1].cas) != 0) substances++;
    /* a higher level of the same time is a higher concentration, a longer time a lower one */
    for (size_t m = 0; m < table.count; m++) {
      const struct sm_hazard_level *o = &table.level[m];
      if (strcmp(o->cas, own->cas) != 0 || strchr(own->name, '-') == NULL ||
          strncmp(o->name, own->name, 4) != 0)
        continue;
      if (o->average == own->average && strcmp(o->name, own->name) > 0)
        ck_assert_msg(o->value > own->value, "%s %s", own->substance, o->name);
      if (strcmp(o->name, own->name) == 0 && o->average > own->average)
        ck_assert_msg(o->value <= own->value, "%s %s %g", own->substance, o->name, o->average);
    }
  }
  ck_assert_uint_eq(substances, 61);
  sm_hazard_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

/* Level of a substance; NULL: none. */
static const struct sm_hazard_level *level_of(const struct sm_hazard_table *table,
                                              const char *substance, const char *name) {
  for (size_t n = 0; n < table->count; n++)
    if (sm_hazard_is_of(&table->level[n], substance) && strcmp(table->level[n].name, name) == 0)
      return &table->level[n];
  return NULL;
}

START_TEST(idlh_and_lel_are_those_published) {
  static const struct {
    const char *substance, *name;
    double ppm;
  } known[] = {{"chlorine", "IDLH", 10},          {"7664-41-7", "IDLH", 300},
               {"hydrogen chloride", "IDLH", 45}, {"methyl isocyanate", "IDLH", 0.12},
               {"nitrogen dioxide", "IDLH", 13},  {"phosgene", "IDLH", 2},
               {"carbon dioxide", "IDLH", 40000}, {"methane", "LEL", 50000},
               {"hydrogen", "LEL", 40000},        {"phosphine", "LEL", 17900}};
  struct sm_hazard_table table;
  struct sm_context *ctx = read_table(&table);
  for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
    const struct sm_hazard_level *level = level_of(&table, known[n].substance, known[n].name);
    ck_assert_msg(level != NULL, "%s", known[n].substance);
    NEAR(level->value, known[n].ppm, 1e-9 * known[n].ppm);
  }
  ck_assert_ptr_null(level_of(&table, "chlorine", "LEL"));
  sm_hazard_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

/* IDLH: 30 min, at most a tenth of the LEL; LEL: a value at once, 0.5 to 20 %. */
START_TEST(idlh_stays_below_a_tenth_of_the_lel) {
  struct sm_hazard_table table;
  struct sm_context *ctx = read_table(&table);
  size_t idlh = 0, lel = 0;
  for (size_t n = 0; n < table.count; n++) {
    const struct sm_hazard_level *own = &table.level[n];
    if (strcmp(own->name, "LEL") == 0) {
      lel++;
      NEAR(own->average, 0, 0);
      ck_assert_msg(own->value >= 5e3 && own->value <= 2e5, "%s", own->substance);
    }
    if (strcmp(own->name, "IDLH") != 0) continue;
    const struct sm_hazard_level *o = level_of(&table, own->cas, "LEL");
    idlh++;
    NEAR(own->average, 1800, 0);
    ck_assert_msg(o == NULL || own->value <= 0.1001 * o->value, "%s", own->substance);
  }
  ck_assert_uint_eq(idlh, 43);
  ck_assert_uint_eq(lel, 39);
  sm_hazard_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(running_means_of_a_short_release_are_its_share_of_the_averaging_time,
          the_largest_running_mean_is_that_of_all_windows,
          an_exceedance_that_lasts_ends_with_the_run,
          toxic_loads_are_those_of_the_examples_of_the_hse,
          probits_are_quantiles_of_the_normal_distribution, rooms_fill_and_empty_exponentially,
          ppm_follow_the_gas_law, odour_hours_are_intervals_with_peaks_above_the_threshold,
          the_table_has_levels_with_sources, idlh_and_lel_are_those_published,
          idlh_stays_below_a_tenth_of_the_lel)
