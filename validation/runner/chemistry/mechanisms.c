/* mechanisms.c - chemistry beside reference numbers of Cantera: delays of ignition,
 * equilibria. */
#include "validation/runner/mechanism.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32, BURNING = 3 };

static const int burning[BURNING] = {CLI_MECHANISM_YETTER, CLI_MECHANISM_BURKE, CLI_MECHANISM_GRI};

/* --- ignition --- */

/* Conditions and delays of the reference, by one kind of reactor. */
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

/* Largest relative error of a delay. */
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
      if (!(off <= *worst)) *worst = off;
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

static enum cli_outcome measure_ignition(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < BURNING && outcome == CLI_MEASURED; i++)
    outcome = delays_of(trial, &cli_mechanism_sources[burning[i]], &trial->here[2 * i],
                        &trial->here[2 * i + 1]);
  return outcome;
}

static const struct cli_quantity ignition_quantities[2 * BURNING] = {
    {"yetter1991, hydrogen, tolerance 1e-6", "", CLI_AT_MOST, 1e-3, CLI_NONE, CLI_NONE},
    {"yetter1991, tolerance 1e-4", "", CLI_AT_MOST, 1e-2, CLI_NONE, CLI_NONE},
    {"burke2012, hydrogen, tolerance 1e-6", "", CLI_AT_MOST, 1e-3, CLI_NONE, CLI_NONE},
    {"burke2012, tolerance 1e-4", "", CLI_AT_MOST, 1e-2, CLI_NONE, CLI_NONE},
    {"gri30, methane, tolerance 1e-6", "", CLI_AT_MOST, 1e-3, CLI_NONE, CLI_NONE},
    {"gri30, tolerance 1e-4", "", CLI_AT_MOST, 1e-2, CLI_NONE, CLI_NONE},
};

const struct cli_entry cli_entry_chem_ignition = {
    .row = {.name = "chem-ignition",
            .data = CLI_CHEM_DATA "ignition.csv",
            .remark = "delays of ignition in reactors without flow"},
    .published = CLI_CHEM_CANTERA,
    .note = "The largest relative error of 72 delays of each mechanism: 12 conditions, constant "
            "volume and pressure, by the largest dT/dt, by a rise of 400 K, by the largest mass "
            "fraction of OH; RODAS4.",
    .quantity = ignition_quantities,
    .quantity_count = 2 * BURNING,
    .measure = measure_ignition,
};

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
    *worst = fmax(*worst, fabs(t - hot));
  }
  free(text);
  cli_mechanism_close(&lab);
  return outcome;
}

static enum cli_outcome measure_equilibrium(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < BURNING && outcome == CLI_MEASURED; i++)
    outcome = equilibria_of(trial, &cli_mechanism_sources[burning[i]], &trial->here[i]);
  return outcome;
}

static const struct cli_quantity equilibrium_quantities[BURNING] = {
    {"yetter1991, hydrogen", "K", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
    {"burke2012, hydrogen", "K", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
    {"gri30, methane", "K", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
};

const struct cli_entry cli_entry_chem_equilibrium = {
    .row = {.name = "chem-equilibrium",
            .data = CLI_CHEM_DATA "equilibrium.csv",
            .remark = "temperatures of equilibrium, of flames and closed vessels"},
    .published = CLI_CHEM_CANTERA,
    .note =
        "The largest difference of 30 temperatures of each mechanism: 0.5 to 2 of the fuel that "
        "air burns, 1 and 10 atm; enthalpy and pressure, internal energy and volume, temperature "
        "and pressure.",
    .quantity = equilibrium_quantities,
    .quantity_count = BURNING,
    .measure = measure_equilibrium,
};
