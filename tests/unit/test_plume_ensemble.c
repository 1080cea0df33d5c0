/* Ensemble of a release: Latin hypercube sample, and probabilities with known answers. */
#include "case/particles.h"
#include "domain/weather/weather.h"
#include "harness.h"
#include "output/hazard/hazard.h"
#include "simoom/context.h"
#include <math.h>
#include <string.h>

enum { MEMBERS = 64 };

static struct sm_context *ctx;

static double normal(double x) { return 0.5 * erfc(-x / sqrt(2)); }

static const struct sm_case_ensemble asked = {.members = MEMBERS,
                                              .direction_spread = 10,
                                              .speed_factor = 1.5,
                                              .stability_spread = 0.01,
                                              .rate_factor = 2,
                                              .seed = 7};

static void draw(const struct sm_case_ensemble *e, struct sm_member_wind *out) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_member_winds_draw(ctx, e, out), SM_OK);
  sm_context_destroy(&ctx);
}

START_TEST(each_range_of_the_same_probability_has_one_member) {
  struct sm_member_wind wind[MEMBERS];
  int found[3][MEMBERS] = {{0}};
  double together = 0;
  draw(&asked, wind);
  for (int m = 0; m < MEMBERS; m++) {
    const double z[3] = {wind[m].turn / 10, log(wind[m].factor) / log(1.5), wind[m].shift / 0.01};
    for (int q = 0; q < 3; q++) {
      const int at = (int)(normal(z[q]) * MEMBERS);
      ck_assert(at >= 0 && at < MEMBERS);
      found[q][at]++;
    }
    together += z[0] * z[1] / MEMBERS;
  }
  for (int q = 0; q < 3; q++)
    for (int n = 0; n < MEMBERS; n++) ck_assert_int_eq(found[q][n], 1);
  ck_assert_msg(fabs(together) < 4 / sqrt(MEMBERS), "direction and speed: %g", together);
}
END_TEST

START_TEST(the_sample_is_that_of_the_seed) {
  struct sm_member_wind wind[3][MEMBERS];
  struct sm_case_ensemble other = asked;
  draw(&asked, wind[0]);
  draw(&asked, wind[1]);
  other.seed = 8;
  draw(&other, wind[2]);
  ck_assert_int_eq(memcmp(wind[0], wind[1], sizeof wind[0]), 0);
  ck_assert_int_ne(memcmp(wind[0], wind[2], sizeof wind[0]), 0);
}
END_TEST

START_TEST(without_spread_all_members_have_the_wind_of_the_case) {
  struct sm_member_wind wind[MEMBERS];
  const struct sm_case_ensemble certain = {.members = MEMBERS, .speed_factor = 1, .rate_factor = 1};
  draw(&certain, wind);
  for (int m = 0; m < MEMBERS; m++)
    ck_assert(fabs(wind[m].turn) <= 0 && fabs(wind[m].factor - 1) <= 0 && fabs(wind[m].shift) <= 0);
}
END_TEST

/* --- probabilities --- */

static struct sm_plume_ensemble ensemble;

/* An ensemble of the levels of sulfur dioxide and of a threshold, 2 mg/m3. */
static void begin(double rate_factor) {
  static char name[] = "sulfur dioxide", path[] = "case.toml";
  static struct sm_case_species species = {.name = name};
  static double threshold = 2e-6;
  struct sm_case c = {.path = path, .ensemble = asked};
  c.ensemble.rate_factor = rate_factor;
  c.particles.species = &species;
  c.particles.species_count = 1;
  c.particles.concentration.thresholds = &threshold;
  c.particles.concentration.threshold_count = 1;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_plume_ensemble_create(ctx, &c, &ensemble) == SM_OK, "%s",
                sm_context_message(ctx));
}

static void add(size_t columns, float *mean) {
  static const double time[2] = {0, 3600};
  ck_assert_int_eq(sm_plume_ensemble_add(ctx, &ensemble, columns, 1, time, &mean), SM_OK);
}

static void end(void) {
  sm_plume_ensemble_free(&ensemble);
  sm_context_destroy(&ctx);
}

/* A steady concentration c whose rate is lognormal exceeds a level L with the probability
 * Phi(ln(c / L) / ln g), and a toxic load of the power n with Phi(ln(T / L) / (n ln g)). */
START_TEST(an_uncertain_rate_has_the_lognormal_probability) {
  const double factor = 2, concentration = 3e-6;
  float mean[2] = {(float)concentration, NAN};
  int loads = 0;
  begin(factor);
  add(2, mean);
  add(2, mean);
  ck_assert(ensemble.levels > 5);
  for (size_t l = 0; l < ensemble.levels; l++) {
    const struct sm_hazard_level *level = &ensemble.level[l];
    const double unit = sm_hazard_unit(level, 293.15, 101325);
    const double n = level->exponent > 0 ? level->exponent : 1;
    double value = (double)mean[0] / unit;
    if (level->exponent > 0) value = pow(value, n) * 60;
    if (level->exponent > 0) loads++;
    if (level->average > 3600) value *= 3600 / level->average;
    const double is = ensemble.probability[2 * l] / ensemble.members;
    const double should = normal(log(value / level->value) / (n * log(factor)));
    ck_assert_msg(fabs(is - should) < 1e-6, "%s: %g, not %g", level->name, is, should);
    ck_assert(isnan(ensemble.probability[2 * l + 1]));
  }
  ck_assert_int_gt(loads, 0);
  ck_assert(fabs(ensemble.sum[SM_ENSEMBLE_PEAK][0] / 2 - concentration) < 1e-12);
  ck_assert(fabs(ensemble.sum[SM_ENSEMBLE_DOSE][0] / 2 - 3600 * concentration) < 1e-8);
  ck_assert(isnan(ensemble.maximum[SM_ENSEMBLE_DOSE][1]));
  end();
}
END_TEST

START_TEST(a_certain_rate_counts_the_members) {
  float low = 1e-6F, high = 3e-6F;
  begin(1);
  add(1, &low);
  add(1, &high);
  add(1, &high);
  const size_t l = ensemble.levels - 1;
  ck_assert_str_eq(ensemble.level[l].name, "2 mg/m3");
  ck_assert(fabs(ensemble.probability[l] / ensemble.members - 2 / 3.0) < 1e-12);
  ck_assert(fabs((double)ensemble.maximum[SM_ENSEMBLE_PEAK][0] - 3e-6) < 1e-12);
  end();
}
END_TEST

/* A plume of a half width of 6 degrees whose direction has a standard deviation of 10: at an angle
 * a from its mean the probability is Phi((a + 6) / 10) - Phi((a - 6) / 10). With one member in each
 * range of probability 1 / N its error is below 2 / N. */
START_TEST(an_uncertain_direction_has_the_normal_probability) {
  enum { ANGLES = 81 };
  struct sm_member_wind wind[MEMBERS];
  float mean[ANGLES];
  draw(&asked, wind);
  begin(1);
  for (int m = 0; m < MEMBERS; m++) {
    for (int n = 0; n < ANGLES; n++) mean[n] = fabs(n - 40 - wind[m].turn) < 6 ? 1e-3F : 0;
    add(ANGLES, mean);
  }
  const size_t l = ensemble.levels - 1;
  for (int n = 0; n < ANGLES; n++) {
    const double is = ensemble.probability[l * ANGLES + (size_t)n] / MEMBERS;
    const double should = normal((n - 40 + 6) / 10.0) - normal((n - 40 - 6) / 10.0);
    ck_assert_msg(fabs(is - should) < 2.0 / MEMBERS, "%d deg: %g, not %g", n - 40, is, should);
  }
  end();
}
END_TEST

START_TEST(a_substance_without_levels_is_refused) {
  char name[] = "smoke", path[] = "case.toml";
  struct sm_case_species species = {.name = name};
  struct sm_case c = {.path = path, .ensemble = asked};
  c.particles.species = &species;
  c.particles.species_count = 1;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_plume_ensemble_create(ctx, &c, &ensemble), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "no hazard levels of 'smoke'"));
  end();
}
END_TEST

TEST_MAIN(each_range_of_the_same_probability_has_one_member, the_sample_is_that_of_the_seed,
          without_spread_all_members_have_the_wind_of_the_case,
          an_uncertain_rate_has_the_lognormal_probability, a_certain_rate_counts_the_members,
          an_uncertain_direction_has_the_normal_probability, a_substance_without_levels_is_refused)
