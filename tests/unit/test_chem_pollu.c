/* POLLU (Verwer 1994): 20 species, 25 reactions of urban air, isothermal, without weights and
 * thermodynamics; ppm and minutes. */
#include "harness.h"

#include "chem_reference.h"
#include "simoom/chem.h"

#include <math.h>

enum { SPECIES = 20 };

#define UNIT (1e6 / 6.02214076e26) /* kmol/m3: the numbers of the file are of molecules and cm3 */

/* Largest relative difference to the reference after `minutes`. */
static double off_after(const struct sm_mechanism *m, int minutes, const double *c, FILE *file) {
  char line[256], name[16];
  double value, worst = 0;
  int time, count = 0;
  rewind(file);
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "pollu,%d,%15[^,],%lf", &time, name, &value) != 3 || time != minutes) continue;
    worst = fmax(worst, fabs(c[chem_file_species(m, name)] / UNIT / value - 1));
    count++;
  }
  ck_assert_int_eq(count, SPECIES);
  return worst;
}

START_TEST(urban_air) {
  const struct sm_mechanism_files files = {.mechanism = "validation/chem/pollu.def"};
  struct sm_mechanism *m = NULL;
  struct sm_context *ctx = NULL;
  struct sm_chem *chem = NULL;
  struct sm_chem_report report;
  FILE *file = fixture_open("ivp_reference.csv");
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert(m->species_count == SPECIES && m->reaction_count == 25);
  ck_assert(sm_chem_create(ctx, m, 1, &chem) == SM_OK);
  static const char *const first[6] = {"NO", "O3", "HCHO", "CO", "ALD", "SO2"};
  static const double much[6] = {0.2, 0.04, 0.1, 0.3, 0.01, 0.007};
  static const enum sm_chem_method methods[2] = {SM_CHEM_RODAS4, SM_CHEM_RODAS3};
  static const double rtol[2] = {1e-8, 1e-6}, allowed[2] = {1e-6, 1e-4};
  if (file == NULL) printf("skipped: no reference data of chemistry\n");
  for (int i = 0; i < 2 && file != NULL; i++) {
    double c[SPECIES] = {0}, t = 298;
    for (int j = 0; j < 6; j++) c[chem_file_species(m, first[j])] = much[j] * UNIT;
    const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = c};
    const struct sm_chem_options options = {
        .mode = SM_CHEM_ISOTHERMAL, .method = methods[i], .rtol = rtol[i], .atol = 1e-16};
    ck_assert(sm_chem_advance(ctx, chem, &cells, 60, &options, &report) == SM_OK);
    ck_assert_int_eq(report.failed, 0);
    const double off = off_after(m, 60, c, file);
    printf("POLLU, method %d: within %.1e, %d steps\n", (int)methods[i], off, (int)report.steps);
    ck_assert_msg(off < allowed[i], "off by %g", off);
    ck_assert(t == 298);
  }
  if (file != NULL) fclose(file);
  /* without thermodynamics no temperature can change */
  double c[SPECIES] = {1}, t = 298;
  const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = c};
  const struct sm_chem_options options = {.mode = SM_CHEM_VOLUME};
  ck_assert(sm_chem_advance(ctx, chem, &cells, 1, &options, &report) == SM_ERR_DATA);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
}
END_TEST

/* Carbon bond mechanism IV in calls of a tenth of a second between which two cells mix a little, as
 * in a flow: those that know their last step do not feel their way each time. The last cell has
 * nothing but steam. */
START_TEST(steps_that_are_known) {
  const struct sm_mechanism_files files = {.mechanism = "cases/smog/cbm4.def",
                                           .photolysis = "tests/data/chem/cbm4.photolysis"};
  enum { CELLS = 3, CALLS = 200, ALL = 33, GIVEN = 8 };
  static const char *const names[GIVEN] = {"NO", "NO2", "O3", "CO", "HCHO", "PAR", "OLE", "TOL"};
  static const double ppb[GIVEN] = {5, 15, 40, 200, 2, 30, 1, 1};
  struct sm_mechanism *m = NULL;
  struct sm_context *ctx = NULL;
  struct sm_chem *chem = NULL;
  double c[2][ALL][CELLS] = {{{0}}}, t[CELLS] = {298, 298, 298}, first[CELLS] = {0};
  double sun[CELLS] = {1, 1, 1};
  const double unit = 1e-9 * 101325 / (SM_GAS_CONSTANT * 298);
  int64_t steps[2] = {0, 0};
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(m->species_count, ALL);
  ck_assert(sm_chem_create(ctx, m, 1, &chem) == SM_OK);
  for (int known = 0; known < 2; known++) {
    for (int i = 0; i < CELLS; i++) {
      c[known][sm_mechanism_find_species(m, "H2O")][i] = 1.5e7 * unit;
      for (int j = 0; j < GIVEN && i < CELLS - 1; j++)
        c[known][sm_mechanism_find_species(m, names[j])][i] = (1 + 3 * i) * ppb[j] * unit;
    }
    const struct sm_chem_cells cells = {
        .count = CELLS, .temperature = t, .concentrations = c[known][0], .sun = sun};
    const struct sm_chem_options options = {
        .mode = SM_CHEM_ISOTHERMAL, .rtol = 1e-4, .atol = 1e-15, .first = known ? first : NULL};
    for (int n = 0; n < CALLS; n++) {
      struct sm_chem_report report;
      for (int k = 0; k < ALL; k++) {
        double *own = c[known][k], more = 0.01 * (own[1] - own[0]);
        own[0] += more;
        own[1] -= more;
      }
      ck_assert(sm_chem_advance(ctx, chem, &cells, 0.1, &options, &report) == SM_OK);
      ck_assert_int_eq(report.failed, 0);
      steps[known] += report.steps + report.rejected;
    }
  }
  printf("%d steps, %d where the last ones are known\n", (int)steps[0], (int)steps[1]);
  for (int j = 0; j < GIVEN; j++)
    for (int i = 0; i < CELLS - 1; i++) {
      const int32_t k = sm_mechanism_find_species(m, names[j]);
      ck_assert_double_eq_tol(c[1][k][i], c[0][k][i], 1e-3 * c[0][k][i]);
    }
  ck_assert(steps[1] < steps[0] && first[0] > 0 && first[1] > 0);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
}
END_TEST

/* The same with the sun below the horizon: ozone takes NO, and no light gives it back. */
START_TEST(night) {
  const struct sm_mechanism_files files = {.mechanism = "cases/smog/cbm4.def",
                                           .photolysis = "cases/smog/photolysis.txt"};
  enum { ALL = 33 };
  struct sm_mechanism *m = NULL;
  struct sm_context *ctx = NULL;
  struct sm_chem *chem = NULL;
  double c[ALL] = {0}, t = 285, zenith = 1.75;
  const double unit = 1e-9 * 101325 / (SM_GAS_CONSTANT * t);
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert(sm_chem_create(ctx, m, 1, &chem) == SM_OK);
  double *ozone = &c[sm_mechanism_find_species(m, "O3")],
         *no = &c[sm_mechanism_find_species(m, "NO")];
  *ozone = 40 * unit;
  *no = 20 * unit;
  const struct sm_chem_cells cells = {
      .count = 1, .temperature = &t, .concentrations = c, .zenith = &zenith};
  const struct sm_chem_options options = {
      .mode = SM_CHEM_ISOTHERMAL, .method = SM_CHEM_RODAS4, .rtol = 1e-6, .atol = 1e-15};
  struct sm_chem_report report;
  ck_assert(sm_chem_advance(ctx, chem, &cells, 3600, &options, &report) == SM_OK);
  ck_assert_int_eq(report.failed, 0);
  printf("an hour of night: NO %.2g ppb, O3 %.2f ppb\n", *no / unit, *ozone / unit);
  ck_assert_double_lt(*no, 1e-3 * unit);
  ck_assert_double_gt(*ozone, 15 * unit);
  ck_assert_double_lt(*ozone, 20.1 * unit);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(urban_air, steps_that_are_known, night)
