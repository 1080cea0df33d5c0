/* Table of substances: names, published vapour pressures, and the hazard levels beside it. */
#include "domain/sources/terms/terms.h"
#include "harness.h"
#include "output/hazard/hazard.h"
#include "simoom/context.h"
#include <math.h>
#include <string.h>

static struct sm_context *begin(struct sm_substance_table *table) {
  struct sm_context *ctx = NULL;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_substance_table_read(ctx, table) == SM_OK, "%s", sm_context_message(ctx));
  return ctx;
}

START_TEST(substances_are_found_by_names_and_numbers) {
  struct sm_substance_table table;
  struct sm_context *ctx = begin(&table);
  ck_assert(sm_substance_find(&table, "Chlorine") == sm_substance_find(&table, "7782-50-5"));
  ck_assert_str_eq(sm_substance_find(&table, "lng")->name, "methane");
  ck_assert_str_eq(sm_substance_find(&table, "natural gas")->name, "methane");
  ck_assert_str_eq(sm_substance_find(&table, "LPG")->name, "propane");
  ck_assert_ptr_null(sm_substance_find(&table, "natural"));
  ck_assert_ptr_null(sm_substance_find(&table, ""));
  sm_substance_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

/* Saturation pressures of the NIST WebBook (fluids), within 3 %: an Antoine
 * equation over the whole range of the liquid. */
START_TEST(vapour_pressures_are_those_published) {
  static const struct {
    const char *name;
    double temperature, bar;
  } known[] = {{"ammonia", 293.15, 8.575}, {"chlorine", 293.15, 6.78},
               {"propane", 293.15, 8.365}, {"methane", 150, 10.40},
               {"SO2", 293.15, 3.305},     {"hydrogen sulfide", 293.15, 17.83}};
  struct sm_substance_table table;
  struct sm_context *ctx = begin(&table);
  for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
    const struct sm_substance *s = sm_substance_find(&table, known[n].name);
    const double p = sm_substance_vapour_pressure(s, known[n].temperature) / 1e5;
    ck_assert_msg(fabs(p / known[n].bar - 1) < 0.03, "%s: %g bar", s->name, p);
  }
  sm_substance_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

/* Every substance: 1 atm at the boiling point where the Antoine equation reaches it, numbers in
 * their physical order, a source. */
START_TEST(properties_agree_with_each_other) {
  struct sm_substance_table table;
  struct sm_context *ctx = begin(&table);
  for (size_t n = 0; n < table.count; n++) {
    const struct sm_substance *s = &table.item[n];
    const double t = s->boiling_point, p = sm_substance_vapour_pressure(s, t);
    ck_assert_msg(strlen(s->source) > 10, "%s", s->name);
    if (t >= s->antoine_range[0] - 1 && t <= s->antoine_range[1] + 1)
      ck_assert_msg(fabs(p / 101325 - 1) < 0.06, "%s: %g Pa at its boiling point", s->name, p);
    ck_assert_msg(!(s->critical_temperature <= 1.3 * t), "%s", s->name);
    ck_assert_msg(!(s->liquid_density < 400 || s->liquid_density > 2000), "%s", s->name);
    ck_assert_msg(
        !(sm_substance_heat_capacity_ratio(s) < 1.03 || sm_substance_heat_capacity_ratio(s) > 1.67),
        "%s", s->name);
    /* Trouton and Hildebrand: 70 to 130 J/(mol K); the vapour of HF is associated */
    const double trouton = s->vaporisation_heat * s->molar_mass / t;
    if (strcmp(s->name, "hydrogen fluoride") != 0)
      ck_assert_msg(!(trouton < 65 || trouton > 135), "%s: %g J/(mol K)", s->name, trouton);
  }
  sm_substance_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(hazard_levels_have_the_molar_masses_of_the_substances) {
  struct sm_substance_table table;
  struct sm_hazard_table levels;
  struct sm_context *ctx = begin(&table);
  size_t found = 0;
  ck_assert_int_eq(sm_hazard_table_read(ctx, NULL, &levels), SM_OK);
  for (size_t n = 0; n < levels.count; n++) {
    const struct sm_substance *s = sm_substance_find(&table, levels.level[n].cas);
    if (s == NULL) continue;
    found++;
    ck_assert_str_eq(s->name, levels.level[n].substance);
    ck_assert_msg(fabs(s->molar_mass * 1e3 - levels.level[n].molar_mass) < 1e-3, "%s", s->name);
  }
  ck_assert_uint_gt(found, 300);
  sm_hazard_table_free(&levels);
  sm_substance_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(gas_densities_follow_the_gas_law) {
  struct sm_substance_table table;
  struct sm_context *ctx = begin(&table);
  const struct sm_substance *s = sm_substance_find(&table, "methane");
  ck_assert(fabs(sm_substance_vapour_density(s, 111.67, 101325) - 1.7508) < 1e-3);
  ck_assert(fabs(sm_substance_heat_capacity_ratio(s) - 1.304) < 0.002); /* 35.7 J/(mol K) */
  sm_substance_table_free(&table);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(substances_are_found_by_names_and_numbers, vapour_pressures_are_those_published,
          properties_agree_with_each_other, hazard_levels_have_the_molar_masses_of_the_substances,
          gas_densities_follow_the_gas_law)
