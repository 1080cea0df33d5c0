/* rates.c - production rates, rate constants and thermodynamics compared with
 * Cantera. */
#include "mechanism.h"
#include "validation/runner/measures.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 20, KINDS = 3 };

/* States of the reference, [species][state]. */
struct states {
  int count;
  double temperature[STATES], pressure[STATES];
  double concentrations[CLI_MECHANISM_SPECIES * STATES];
};

/* Reads a table of the reference; NULL, with the reason, if it is missing. */
static char *table_of(struct cli_trial *trial, const char *tag, const char *what) {
  char file[128];
  snprintf(file, sizeof file, CLI_CHEM_DATA "%s_%s.csv", tag, what);
  return cli_trial_data(trial, file);
}

static enum cli_outcome read_states(struct cli_trial *trial, const struct cli_mechanism *lab,
                                    const char *tag, struct states *s) {
  double x[CLI_MECHANISM_FIELDS], c[CLI_MECHANISM_SPECIES];
  const int32_t n = lab->m->species_count;
  char *text = table_of(trial, tag, "state"), *at = text, *line;
  s->count = 0;
  if (text == NULL) return CLI_SKIPPED;
  (void)cli_mechanism_line(&at);
  while (s->count < STATES && (line = cli_mechanism_line(&at)) != NULL) {
    if (cli_mechanism_numbers(line, 1, x) != n + 9) break;
    s->temperature[s->count] = x[0];
    s->pressure[s->count] = x[1];
    cli_mechanism_concentrations(lab, x[0], x[1], x + 9, c);
    for (int32_t k = 0; k < n; k++) s->concentrations[k * STATES + s->count] = c[k];
    s->count++;
  }
  free(text);
  return s->count == STATES ? CLI_MEASURED : cli_trial_fail(trial, "%s: other states", tag);
}

static struct sm_chem_cells cells_of(struct states *s) {
  return (struct sm_chem_cells){.count = STATES,
                                .temperature = s->temperature,
                                .concentrations = s->concentrations,
                                .pressure = s->pressure};
}

static void worse(double *worst, double off) { *worst = cli_larger(*worst, off); }

/* Compares w, relative to |w| plus a thousandth of the maximum of the state. */
static enum cli_outcome compare_rates(struct cli_trial *trial, const struct cli_mechanism *lab,
                                      const char *tag, struct states *s, double *worst) {
  static double w[CLI_MECHANISM_SPECIES * STATES];
  double y[CLI_MECHANISM_FIELDS];
  const int32_t n = lab->m->species_count;
  const struct sm_chem_cells cells = cells_of(s);
  if (sm_chem_rates(lab->ctx, lab->chem, &cells, w) != SM_OK) return cli_mechanism_fail(trial, lab);
  char *text = table_of(trial, tag, "wdot"), *at = text, *line;
  if (text == NULL) return CLI_SKIPPED;
  (void)cli_mechanism_line(&at);
  for (int i = 0; i < STATES; i++) {
    double largest = 0;
    line = cli_mechanism_line(&at);
    if (line == NULL || cli_mechanism_numbers(line, 1, y) != n) {
      free(text);
      return cli_trial_fail(trial, "%s: other rates", tag);
    }
    for (int32_t k = 0; k < n; k++) largest = fmax(largest, fabs(y[k]));
    for (int32_t k = 0; k < n; k++)
      worse(worst, fabs(w[k * STATES + i] - y[k]) / (fabs(y[k]) + 1e-3 * largest));
  }
  free(text);
  return CLI_MEASURED;
}

/* The reference counts a given reverse rate as a separate reaction that follows the forward one. */
static int32_t reaction_of(const struct cli_mechanism *lab, int32_t reference, int32_t number,
                           bool *backward) {
  int32_t r = number - 1;
  *backward = false;
  for (int32_t i = 0; i < r && lab->m->reaction_count < reference; i++)
    if (lab->m->reactions[i].reverse == SM_REVERSE_GIVEN) *backward = --r == i;
  return r;
}

static enum cli_outcome compare_progress(struct cli_trial *trial, const struct cli_mechanism *lab,
                                         const struct cli_mechanism_source *source,
                                         struct states *s, double *worst) {
  const size_t n = (size_t)lab->m->reaction_count * STATES;
  double *got = calloc(4 * n, sizeof *got), x[CLI_MECHANISM_FIELDS];
  char *text = table_of(trial, source->tag, "rates"), *at = text, *line;
  enum cli_outcome outcome = text != NULL ? CLI_MEASURED : CLI_SKIPPED;
  if (got == NULL) {
    free(text);
    return cli_trial_fail(trial, "out of memory");
  }
  const struct sm_chem_cells cells = cells_of(s);
  const struct sm_chem_progress_rates out = {got, got + n, got + 2 * n, got + 3 * n};
  if (outcome == CLI_MEASURED && sm_chem_progress(lab->ctx, lab->chem, &cells, &out) != SM_OK)
    outcome = cli_mechanism_fail(trial, lab);
  (void)cli_mechanism_line(&at);
  while (outcome == CLI_MEASURED && (line = cli_mechanism_line(&at)) != NULL) {
    int state, number;
    bool backward;
    const char *behind = strrchr(line, '"'); /* the equation contains commas */
    if (behind == NULL || sscanf(line, "%d,%d,", &state, &number) != 2 ||
        cli_mechanism_numbers(behind, 1, x) != 5) {
      outcome = cli_trial_fail(trial, "%s: other constants", source->tag);
      break;
    }
    const int32_t r = reaction_of(lab, source->reactions, number, &backward);
    for (int j = 0; j < 4; j++) { /* kf, kr, qf, qr */
      const int from = backward ? j ^ 1 : j;
      const bool none = lab->m->reactions[r].reverse == SM_REVERSE_GIVEN && j % 2 == 1;
      const double value = none ? 0 : got[(size_t)from * n + (size_t)(r * STATES + state)];
      worse(worst, fabs(value - x[j]) / fmax(fabs(x[j]), 1e-280));
    }
  }
  free(text);
  free(got);
  return outcome;
}

/* Compares cp/R, h/RT, s/R, relative to at least 1. */
static enum cli_outcome compare_thermo(struct cli_trial *trial, const struct cli_mechanism *lab,
                                       const char *tag, double *worst) {
  double got[3][CLI_MECHANISM_SPECIES], x[CLI_MECHANISM_FIELDS];
  char *text = table_of(trial, tag, "thermo"), *at = text, *line;
  enum cli_outcome outcome = text != NULL ? CLI_MEASURED : CLI_SKIPPED;
  (void)cli_mechanism_line(&at);
  while (outcome == CLI_MEASURED && (line = cli_mechanism_line(&at)) != NULL) {
    const int count = cli_mechanism_numbers(line, 1, x);
    line[strcspn(line, ",")] = '\0';
    const int32_t k = sm_mechanism_find_species(lab->m, line);
    if (count != 5 || k < 0) {
      outcome = cli_trial_fail(trial, "%s: other thermodynamics", tag);
    } else if (sm_chem_thermo(lab->ctx, lab->chem, x[0], got[0], got[1], got[2]) != SM_OK) {
      outcome = cli_mechanism_fail(trial, lab);
    } else {
      for (int j = 0; j < 3; j++)
        worse(worst, fabs(got[j][k] - x[1 + j]) / fmax(fabs(x[1 + j]), 1));
    }
  }
  free(text);
  return outcome;
}

static enum cli_outcome compare(struct cli_trial *trial, const struct cli_mechanism_source *source,
                                bool yaml, double worst[KINDS]) {
  static struct states states;
  struct cli_mechanism lab;
  enum cli_outcome outcome = cli_mechanism_open(trial, source, yaml, &lab);
  if (outcome != CLI_MEASURED) return outcome;
  outcome = read_states(trial, &lab, source->tag, &states);
  if (outcome == CLI_MEASURED)
    outcome = compare_rates(trial, &lab, source->tag, &states, &worst[0]);
  if (outcome == CLI_MEASURED) outcome = compare_progress(trial, &lab, source, &states, &worst[1]);
  if (outcome == CLI_MEASURED) outcome = compare_thermo(trial, &lab, source->tag, &worst[2]);
  cli_mechanism_close(&lab);
  return outcome;
}

enum cli_outcome cli_measure_chem_rates(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < CLI_MECHANISM_SOURCES; i++)
    for (int yaml = 0; yaml < 2 && outcome == CLI_MEASURED; yaml++) {
      double *worst = &trial->here[KINDS * i];
      if (yaml == 0) worst[0] = worst[1] = worst[2] = 0;
      outcome = compare(trial, &cli_mechanism_sources[i], yaml != 0, worst);
    }
  return outcome;
}
