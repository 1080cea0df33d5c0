/* chem_states.h - states of the reference data with their production rates. */
#ifndef SM_TESTS_CHEM_STATES_H
#define SM_TESTS_CHEM_STATES_H

#include "data_folder.h"
#include "simoom/mechanism.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIXTURE_STATES = 20, FIXTURE_MOST = 64 };

/* Opens a file of the reference data; NULL if absent. */
static inline FILE *fixture_open(const char *name) {
  const char *folder = data_folder();
  char path[4096];
  if (folder == NULL) return NULL;
  snprintf(path, sizeof path, "%s/chemistry-reference/%s", folder, name);
  return fopen(path, "r");
}

/* Converts mass fractions to concentrations, at a temperature and a pressure. */
static inline void fixture_concentrations(const struct sm_mechanism *m, const double *fraction,
                                          double temperature, double pressure, double *out) {
  double moles = 0;
  for (int32_t k = 0; k < m->species_count; k++) moles += fraction[k] / m->species[k].weight;
  for (int32_t k = 0; k < m->species_count; k++)
    out[k] =
        fraction[k] / m->species[k].weight / moles * pressure / (SM_GAS_CONSTANT * temperature);
}

/* States and production rates of the reference, by species; mass
 * fractions. */
struct chem_states {
  int32_t species;
  double temperature[FIXTURE_STATES], pressure[FIXTURE_STATES];
  double fraction[FIXTURE_MOST][FIXTURE_STATES], concentration[FIXTURE_MOST][FIXTURE_STATES];
  double rate[FIXTURE_MOST][FIXTURE_STATES];
};

/* Reads the numbers of a line after the first comma. */
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
    for (int32_t k = 0; k < species; k++) {
      s->fraction[k][i] = number[9 + k];
      s->concentration[k][i] = own[k];
    }
    there = there && fgets(line, sizeof line, rates) != NULL &&
            fixture_numbers(line, number, species) == species;
    for (int32_t k = 0; k < species; k++) s->rate[k][i] = number[k];
  }
  if (states != NULL) fclose(states);
  if (rates != NULL) fclose(rates);
  return there;
}

#endif
