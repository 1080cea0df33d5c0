/* chem_fixture.h - mechanisms made of the tables of the reference data, and states with their
 * rates.
 *
 * Of yetter1991_irreversible38.csv either all 38 reactions, or the 19 that the table has as given,
 * at equilibrium with their reverse. */
#ifndef SM_TESTS_CHEM_FIXTURE_H
#define SM_TESTS_CHEM_FIXTURE_H

#include "data_folder.h"
#include "simoom/mechanism.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIXTURE_SPECIES = 9, FIXTURE_REACTIONS = 38, FIXTURE_STATES = 20, FIXTURE_MOST = 64 };

struct chem_fixture {
  struct sm_mechanism mechanism;
  struct sm_species species[FIXTURE_SPECIES];
  char name[FIXTURE_SPECIES][16];
  struct sm_thermo_range range[FIXTURE_SPECIES][2];
  struct sm_reaction reaction[FIXTURE_REACTIONS];
  struct sm_amount amount[FIXTURE_REACTIONS][3][3];
};

/* A file of the reference data; NULL where there is none. */
static inline FILE *fixture_open(const char *name) {
  const char *folder = data_folder();
  char path[4096];
  if (folder == NULL) return NULL;
  snprintf(path, sizeof path, "%s/chemistry-reference/%s", folder, name);
  return fopen(path, "r");
}

static inline int32_t fixture_species(const struct chem_fixture *f, const char *name) {
  for (int32_t k = 0; k < FIXTURE_SPECIES; k++)
    if (strcmp(f->name[k], name) == 0) return k;
  return -1;
}

static inline void fixture_thermo(struct chem_fixture *f, FILE *file) {
  static const double weight[FIXTURE_SPECIES] = {2.016, 31.998, 15.999, 17.007, 18.015,
                                                 1.008, 33.006, 34.014, 28.014};
  char line[2048];
  if (fgets(line, sizeof line, file) == NULL) return;
  for (int32_t k = 0; k < FIXTURE_SPECIES && fgets(line, sizeof line, file) != NULL; k++) {
    const char *at = line;
    snprintf(f->name[k], sizeof f->name[k], "%.*s", (int)strcspn(line, ","), line);
    double number[17];
    at = strchr(strchr(at, ',') + 1, ',');
    for (int j = 0; j < 17; j++) {
      number[j] = strtod(at + 1, NULL);
      at = strchr(at + 1, ',');
      if (at == NULL) break;
    }
    for (int j = 0; j < 2; j++) {
      struct sm_thermo_range *r = &f->range[k][j];
      r->low = number[j];
      r->high = number[j + 1];
      for (int n = 0; n < 7; n++) r->a[n + 2] = number[3 + 7 * j + n];
    }
    f->species[k].name = f->name[k];
    f->species[k].weight = weight[k];
    f->species[k].thermo = (struct sm_thermo){SM_THERMO_NASA7, f->range[k], 2, 101325.0};
  }
}

/* "OH + OH + M": the number of species; sets *any where M is among them. */
static inline int32_t fixture_side(const struct chem_fixture *f, char *text, struct sm_amount *to,
                                   bool *any) {
  int32_t count = 0;
  char *rest = NULL;
  for (char *word = strtok_r(text, " +", &rest); word != NULL; word = strtok_r(NULL, " +", &rest)) {
    if (strcmp(word, "M") == 0) {
      *any = true;
      continue;
    }
    const int32_t k = fixture_species(f, word);
    int32_t n = 0;
    while (n < count && to[n].index != k) n++;
    if (n == count) to[count++] = (struct sm_amount){k, 0};
    to[n].amount += 1;
  }
  return count;
}

static inline void fixture_efficiencies(const struct chem_fixture *f, char *text,
                                        struct sm_amount *to, struct sm_amounts *out) {
  char *rest = NULL;
  int32_t count = 0;
  for (char *word = strtok_r(text, " \r\n", &rest); word != NULL;
       word = strtok_r(NULL, " \r\n", &rest)) {
    char *colon = strchr(word, ':');
    *colon = '\0';
    to[count++] = (struct sm_amount){fixture_species(f, word), strtod(colon + 1, NULL)};
  }
  *out = (struct sm_amounts){to, count};
}

static inline void fixture_reactions(struct chem_fixture *f, FILE *file, bool reversible) {
  char line[2048];
  int32_t count = 0;
  if (fgets(line, sizeof line, file) == NULL) return;
  while (count < FIXTURE_REACTIONS && fgets(line, sizeof line, file) != NULL) {
    char *field[8], *at = line;
    for (int j = 0; j < 8; j++) {
      field[j] = at;
      at = strchr(at, ',');
      if (at != NULL)
        *at++ = '\0';
      else
        at = line + strlen(line);
    }
    if (reversible && strcmp(field[5], "given") != 0) continue;
    struct sm_reaction *r = &f->reaction[count];
    bool any = false;
    char *arrow = strstr(field[1], "=>");
    *arrow = '\0';
    struct sm_amount(*amount)[3] = f->amount[count++];
    const int32_t from = fixture_side(f, field[1], amount[0], &any);
    const int32_t to = fixture_side(f, arrow + 2, amount[1], &any);
    r->reactants = (struct sm_amounts){amount[0], from};
    r->products = (struct sm_amounts){amount[1], to};
    r->kind = any ? SM_RATE_THREE_BODY : SM_RATE_ELEMENTARY;
    r->reverse = reversible ? SM_REVERSE_EQUILIBRIUM : SM_REVERSE_NONE;
    double order = any ? 0 : -1;
    for (int32_t n = 0; n < from; n++) order += amount[0][n].amount;
    r->rate = (struct sm_arrhenius){strtod(field[2], NULL), strtod(field[3], NULL),
                                    strtod(field[4], NULL) * 4184.0 / SM_GAS_CONSTANT};
    for (; order > 0; order--) r->rate.a *= 1e-3; /* cm3/mol to m3/kmol */
    r->default_efficiency = 1;
    fixture_efficiencies(f, field[7], amount[2], &r->efficiencies);
  }
  f->mechanism.reaction_count = count;
}

/* False where the reference data are not there. */
static inline bool fixture_mechanism(struct chem_fixture *f, bool reversible) {
  memset(f, 0, sizeof *f);
  FILE *thermo = fixture_open("yetter1991_thermo_nasa7.csv");
  FILE *reactions = fixture_open("yetter1991_irreversible38.csv");
  const bool there = thermo != NULL && reactions != NULL;
  if (there) {
    fixture_thermo(f, thermo);
    fixture_reactions(f, reactions, reversible);
    f->mechanism.name = reversible ? "yetter1991" : "yetter1991_irrev38";
    f->mechanism.format = "fixture";
    f->mechanism.species = f->species;
    f->mechanism.species_count = FIXTURE_SPECIES;
    f->mechanism.reactions = f->reaction;
  }
  if (thermo != NULL) fclose(thermo);
  if (reactions != NULL) fclose(reactions);
  return there;
}

/* States and rates of production as the reference has them, species by species. */
struct chem_states {
  int32_t species;
  double temperature[FIXTURE_STATES], pressure[FIXTURE_STATES];
  double fraction[FIXTURE_MOST][FIXTURE_STATES], rate[FIXTURE_MOST][FIXTURE_STATES];
};

/* Numbers of a line after the first comma. */
static inline int fixture_numbers(const char *line, double *out, int most) {
  int count = 0;
  for (const char *at = strchr(line, ','); at != NULL && count < most; at = strchr(at + 1, ','))
    out[count++] = strtod(at + 1, NULL);
  return count;
}

static inline bool fixture_states(struct chem_states *s, const char *mechanism, int32_t species) {
  char name[256], line[8192];
  double number[FIXTURE_MOST + 16];
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
    for (int32_t k = 0; k < species; k++) s->fraction[k][i] = number[9 + k];
    there = there && fgets(line, sizeof line, rates) != NULL &&
            fixture_numbers(line, number, species) == species;
    for (int32_t k = 0; k < species; k++) s->rate[k][i] = number[k];
  }
  if (states != NULL) fclose(states);
  if (rates != NULL) fclose(rates);
  return there;
}

#endif
