/* POLLU (Verwer 1994): 20 species, 25 reactions of urban air, isothermal, without weights and
 * thermodynamics; ppm and minutes. */
#include "harness.h"

#include "chem_fixture.h"
#include "simoom/chem.h"

#include <math.h>

enum { SPECIES = 20, REACTIONS = 25 };

struct pollu {
  struct sm_mechanism m;
  struct sm_species species[SPECIES];
  struct sm_reaction reactions[REACTIONS];
  struct sm_amount amounts[REACTIONS][2][4];
  char names[SPECIES][8];
};

static int32_t species_of(struct pollu *p, const char *name) {
  for (int32_t k = 0; k < p->m.species_count; k++)
    if (strcmp(p->names[k], name) == 0) return k;
  ck_assert(p->m.species_count < SPECIES);
  snprintf(p->names[p->m.species_count], sizeof p->names[0], "%s", name);
  p->species[p->m.species_count].name = p->names[p->m.species_count];
  return p->m.species_count++;
}

/* "2 HO2 + CO" */
static struct sm_amounts side_of(struct pollu *p, char *text, struct sm_amount *to) {
  int32_t count = 0;
  double times = 1;
  char *rest = NULL;
  for (char *word = strtok_r(text, " +", &rest); word != NULL; word = strtok_r(NULL, " +", &rest)) {
    if (word[0] >= '1' && word[0] <= '9') {
      times = strtod(word, NULL);
      continue;
    }
    to[count++] = (struct sm_amount){species_of(p, word), times};
    times = 1;
  }
  return (struct sm_amounts){to, count};
}

static bool read_pollu(struct pollu *p) {
  char line[256];
  FILE *file = fixture_open("pollu_reactions.csv");
  memset(p, 0, sizeof *p);
  if (file == NULL || fgets(line, sizeof line, file) == NULL) return false;
  while (p->m.reaction_count < REACTIONS && fgets(line, sizeof line, file) != NULL) {
    char *field[4], *rest = NULL;
    field[0] = strtok_r(line, ",", &rest);
    for (int i = 1; i < 4; i++) field[i] = strtok_r(NULL, ",", &rest);
    const int32_t r = p->m.reaction_count++;
    struct sm_reaction *x = &p->reactions[r];
    x->reactants = side_of(p, field[1], p->amounts[r][0]);
    x->products = side_of(p, field[2], p->amounts[r][1]);
    x->rate.a = strtod(field[3], NULL);
    x->default_efficiency = 1;
  }
  fclose(file);
  p->m.name = "POLLU";
  p->m.species = p->species;
  p->m.reactions = p->reactions;
  return true;
}

/* Largest relative difference to the reference after `minutes`. */
static double off_after(struct pollu *p, int minutes, const double *c) {
  FILE *file = fixture_open("ivp_reference.csv");
  char line[256], name[16];
  double value, worst = 0;
  int time, count = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "pollu,%d,%15[^,],%lf", &time, name, &value) != 3 || time != minutes) continue;
    worst = fmax(worst, fabs(c[species_of(p, name)] / value - 1));
    count++;
  }
  fclose(file);
  ck_assert_int_eq(count, SPECIES);
  return worst;
}

START_TEST(urban_air) {
  static struct pollu p;
  struct sm_context *ctx = NULL;
  struct sm_chem *chem = NULL;
  if (!read_pollu(&p)) {
    printf("skipped: no reference data of chemistry\n");
    return;
  }
  ck_assert(p.m.species_count == SPECIES && p.m.reaction_count == REACTIONS);
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert(sm_chem_create(ctx, &p.m, 1, &chem) == SM_OK);
  static const char *const first[6] = {"NO", "O3", "HCHO", "CO", "ALD", "SO2"};
  static const double much[6] = {0.2, 0.04, 0.1, 0.3, 0.01, 0.007};
  static const enum sm_chem_method methods[2] = {SM_CHEM_RODAS4, SM_CHEM_RODAS3};
  static const double rtol[2] = {1e-8, 1e-6}, allowed[2] = {1e-6, 1e-4};
  for (int i = 0; i < 2; i++) {
    double c[SPECIES] = {0}, t = 298, sum = 0;
    for (int j = 0; j < 6; j++) c[species_of(&p, first[j])] = much[j];
    const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = c};
    const struct sm_chem_options options = {
        .mode = SM_CHEM_ISOTHERMAL, .method = methods[i], .rtol = rtol[i], .atol = 1e-16};
    struct sm_chem_report report;
    ck_assert(sm_chem_advance(ctx, chem, &cells, 60, &options, &report) == SM_OK);
    ck_assert_int_eq(report.failed, 0);
    const double off = off_after(&p, 60, c);
    for (int k = 0; k < SPECIES; k++) sum += c[k];
    printf("POLLU, method %d: within %.1e, %d steps\n", (int)methods[i], off, (int)report.steps);
    ck_assert_msg(off < allowed[i], "off by %g", off);
    ck_assert(t == 298 && sum > 0);
  }
  /* without thermodynamics no temperature can change */
  double c[SPECIES] = {1}, t = 298;
  const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = c};
  const struct sm_chem_options options = {.mode = SM_CHEM_VOLUME};
  struct sm_chem_report report;
  ck_assert(sm_chem_advance(ctx, chem, &cells, 1, &options, &report) == SM_ERR_DATA);
  sm_chem_destroy(&chem);
  sm_context_destroy(&ctx);
}
END_TEST

TEST_MAIN(urban_air)
