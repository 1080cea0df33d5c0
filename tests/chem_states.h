/* chem_states.h - the mechanisms of the reference data, and states with their rates. */
#ifndef SM_TESTS_CHEM_STATES_H
#define SM_TESTS_CHEM_STATES_H

#include "data_folder.h"
#include "simoom/mechanism.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIXTURE_STATES = 20, FIXTURE_MOST = 64 };

/* A file of the reference data; NULL where there is none. */
static inline FILE *fixture_open(const char *name) {
  const char *folder = data_folder();
  char path[4096];
  if (folder == NULL) return NULL;
  snprintf(path, sizeof path, "%s/chemistry-reference/%s", folder, name);
  return fopen(path, "r");
}

/* By the names of the reference's files; files below $SIMOOM_DATA, or of our own. */
static const struct chem_reference {
  const char *name, *mechanism, *thermo;
  bool own;
} chem_references[] = {
    {"yetter1991", "mechanisms/yetter1991/chem.inp", "mechanisms/yetter1991/therm.dat", false},
    {"yetter1991_irrev38", "chemistry-reference/yetter1991_irrev38.inp",
     "mechanisms/yetter1991/therm.dat", false},
    {"burke2012", "mechanisms/BurkeDryer/mechanism.inp", "mechanisms/BurkeDryer/therm.dat", false},
    {"gri30", "mechanisms/gri30.yaml", NULL, false},
    {"allforms", "tests/data/chem/allforms.inp", "tests/data/chem/allforms.therm", true}};
enum { CHEM_REFERENCES = sizeof chem_references / sizeof *chem_references };

/* NULL, with the reason printed, where the reference data are not there. */
static inline struct sm_mechanism *fixture_mechanism(struct sm_context *ctx, const char *name) {
  const struct chem_reference *r = chem_references;
  while (strcmp(r->name, name) != 0) r++;
  const char *folder = data_folder();
  if (folder == NULL) {
    printf("skipped: %s: SIMOOM_DATA is not set\n", name);
    return NULL;
  }
  char mechanism[4096], thermo[4096];
  snprintf(mechanism, sizeof mechanism, "%s/%s", r->own ? "." : folder, r->mechanism);
  snprintf(thermo, sizeof thermo, "%s/%s", r->own ? "." : folder,
           r->thermo != NULL ? r->thermo : "");
  const struct sm_mechanism_files files = {
      .mechanism = mechanism, .thermo = r->thermo != NULL ? thermo : NULL, .permissive = true};
  struct sm_mechanism *m = NULL;
  if (sm_mechanism_read(ctx, &files, &m) != SM_OK)
    printf("skipped: %s: %s\n", name, sm_context_message(ctx));
  return m;
}

/* Concentrations of mass fractions, at a temperature and a pressure. */
static inline void fixture_concentrations(const struct sm_mechanism *m, const double *fraction,
                                          double temperature, double pressure, double *out) {
  double moles = 0;
  for (int32_t k = 0; k < m->species_count; k++) moles += fraction[k] / m->species[k].weight;
  for (int32_t k = 0; k < m->species_count; k++)
    out[k] =
        fraction[k] / m->species[k].weight / moles * pressure / (SM_GAS_CONSTANT * temperature);
}

/* States and rates of production as the reference has them, species by species. */
struct chem_states {
  int32_t species;
  double temperature[FIXTURE_STATES], pressure[FIXTURE_STATES];
  double concentration[FIXTURE_MOST][FIXTURE_STATES], rate[FIXTURE_MOST][FIXTURE_STATES];
};

/* Numbers of a line after the first comma. */
static inline int fixture_numbers(const char *line, double *out, int most) {
  int count = 0;
  for (const char *at = strchr(line, ','); at != NULL && count < most; at = strchr(at + 1, ','))
    out[count++] = strtod(at + 1, NULL);
  return count;
}

static inline bool fixture_states(struct chem_states *s, const char *mechanism,
                                  const struct sm_mechanism *m) {
  char name[256], line[8192];
  double number[FIXTURE_MOST + 16], own[FIXTURE_MOST];
  const int32_t species = m->species_count;
  s->species = species;
  snprintf(name, sizeof name, "%s_state.csv", mechanism);
  FILE *states = fixture_open(name);
  snprintf(name, sizeof name, "%s_wdot.csv", mechanism);
  FILE *rates = fixture_open(name);
  bool there = states != NULL && rates != NULL && fgets(line, sizeof line, states) != NULL &&
               fgets(line, sizeof line, rates) != NULL;
  for (int i = 0; there && i < FIXTURE_STATES; i++) {
    there = fgets(line, sizeof line, states) != NULL &&
            fixture_numbers(line, number, species + 9) == species + 9;
    s->temperature[i] = number[0];
    s->pressure[i] = number[1];
    fixture_concentrations(m, number + 9, number[0], number[1], own);
    for (int32_t k = 0; k < species; k++) s->concentration[k][i] = own[k];
    there = there && fgets(line, sizeof line, rates) != NULL &&
            fixture_numbers(line, number, species) == species;
    for (int32_t k = 0; k < species; k++) s->rate[k][i] = number[k];
  }
  if (states != NULL) fclose(states);
  if (rates != NULL) fclose(rates);
  return there;
}

#endif
