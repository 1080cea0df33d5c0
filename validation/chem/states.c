/* states.c - ignition delays and equilibria compared with
 * Cantera. */
#include "mechanism.h"
#include "validation/runner/measures.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32, BURNING = 3 };

static const int burning[BURNING] = {CLI_MECHANISM_YETTER, CLI_MECHANISM_BURKE, CLI_MECHANISM_GRI};

/* --- ignition --- */

/* Conditions and delays of the reference, for one type of reactor. */
struct conditions {
  int64_t count;
  double phi[MOST_ROWS], t[MOST_ROWS], p[MOST_ROWS], delay[MOST_ROWS][3], end;
};

static void read_conditions(char *text, const char *tag, const char *reactor,
                            struct conditions *out) {
  char head[64], *line;
  double x[CLI_MECHANISM_FIELDS];
  *out = (struct conditions){0};
  snprintf(head, sizeof head, "%s,%s,", tag, reactor);
  while ((line = cli_mechanism_line(&text)) != NULL && out->count < MOST_ROWS) {
    if (strncmp(line, head, strlen(head)) != 0 || cli_mechanism_numbers(line, 3, x) < 10) continue;
    const int64_t i = out->count++;
    out->phi[i] = x[0];
    out->t[i] = x[1];
    out->p[i] = x[2] * 101325;
    for (int j = 0; j < 3; j++) out->delay[i][j] = x[3 + j];
    out->end = fmax(out->end, x[7]);
  }
}

/* Maximum relative error of the delays. */
static enum cli_outcome compare_delays(struct cli_trial *trial, const struct cli_mechanism *lab,
                                       const struct conditions *c, enum sm_chem_mode mode,
                                       double rtol, double *worst) {
  struct sm_chem_ignition_result out[MOST_ROWS];
  double *x = calloc((size_t)(lab->m->species_count * c->count) + 1, sizeof *x);
  const struct sm_chem_ignition setup = {.mode = mode,
                                         .end = c->end,
                                         .rtol = rtol,
                                         .atol = rtol * 1e-8,
                                         .species = sm_mechanism_find_species(lab->m, "OH")};
  if (x == NULL) return cli_trial_fail(trial, "out of memory");
  for (int64_t i = 0; i < c->count; i++) cli_mechanism_mix(lab, c->phi[i], c->count, i, x);
  const enum sm_status status =
      sm_chem_ignite(lab->ctx, lab->chem, &setup, c->count, c->t, c->p, x, out);
  free(x);
  if (status != SM_OK) return cli_trial_fail(trial, "%s", sm_context_message(lab->ctx));
  for (int64_t i = 0; i < c->count; i++) {
    const double got[3] = {out[i].by_slope, out[i].by_rise, out[i].by_species};
    for (int j = 0; j < 3; j++) {
      const double off = fabs(got[j] / c->delay[i][j] - 1);
      *worst = cli_larger(*worst, off);
    }
  }
  return CLI_MEASURED;
}

static enum cli_outcome delays_of(struct cli_trial *trial, const struct cli_mechanism_source *s,
                                  double *tight, double *usual) {
  static const char *const reactors[2] = {"const_v", "const_p"};
  struct cli_mechanism lab;
  enum cli_outcome outcome = cli_mechanism_open(trial, s, false, &lab);
  if (outcome != CLI_MEASURED) return outcome;
  *tight = *usual = 0;
  for (int mode = 0; mode < 2 && outcome == CLI_MEASURED; mode++) {
    struct conditions c;
    char *text = cli_trial_data(trial, CLI_CHEM_DATA "ignition.csv");
    if (text == NULL) {
      outcome = CLI_SKIPPED;
      break;
    }
    read_conditions(text, s->tag, reactors[mode], &c);
    free(text);
    if (c.count == 0) outcome = cli_trial_fail(trial, "ignition.csv: nothing of %s", s->tag);
    if (outcome == CLI_MEASURED)
      outcome = compare_delays(trial, &lab, &c, (enum sm_chem_mode)mode, 1e-6, tight);
    if (outcome == CLI_MEASURED)
      outcome = compare_delays(trial, &lab, &c, (enum sm_chem_mode)mode, 1e-4, usual);
  }
  cli_mechanism_close(&lab);
  return outcome;
}

enum cli_outcome cli_measure_chem_ignition(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < BURNING && outcome == CLI_MEASURED; i++)
    outcome = delays_of(trial, &cli_mechanism_sources[burning[i]], &trial->here[2 * i],
                        &trial->here[2 * i + 1]);
  return outcome;
}

/* --- equilibrium --- */

static enum cli_outcome equilibria_of(struct cli_trial *trial, const struct cli_mechanism_source *s,
                                      double *worst) {
  static const char *const names[3] = {"TP", "HP", "UV"};
  struct cli_mechanism lab;
  char name[64], fuel[16], pair[8], *line;
  double phi, t, atm, hot;
  enum cli_outcome outcome = cli_mechanism_open(trial, s, false, &lab);
  if (outcome != CLI_MEASURED) return outcome;
  char *text = cli_trial_data(trial, CLI_CHEM_DATA "equilibrium.csv"), *at = text;
  if (text == NULL) outcome = CLI_SKIPPED;
  *worst = 0;
  while (outcome == CLI_MEASURED && (line = cli_mechanism_line(&at)) != NULL) {
    double x[CLI_MECHANISM_SPECIES] = {0};
    int kind = 0;
    if (sscanf(line, "%63[^,],%15[^,],%lf,%7[^,],%lf,%lf,%lf", name, fuel, &phi, pair, &t, &atm,
               &hot) != 7 ||
        strcmp(name, s->tag) != 0)
      continue;
    while (kind < 2 && strcmp(pair, names[kind]) != 0) kind++;
    double p = atm * 101325;
    cli_mechanism_mix(&lab, phi, 1, 0, x);
    if (sm_chem_equilibrium(lab.ctx, lab.chem, (enum sm_chem_pair)kind, &t, &p, x) != SM_OK)
      outcome = cli_trial_fail(trial, "%s", sm_context_message(lab.ctx));
    *worst = cli_larger(*worst, fabs(t - hot));
  }
  free(text);
  cli_mechanism_close(&lab);
  return outcome;
}

enum cli_outcome cli_measure_chem_equilibrium(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < BURNING && outcome == CLI_MEASURED; i++)
    outcome = equilibria_of(trial, &cli_mechanism_sources[burning[i]], &trial->here[i]);
  return outcome;
}
