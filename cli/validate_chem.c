/* validate_chem.c - chemistry beside reference numbers of Cantera: rates of production, delays of
 * ignition, equilibria. */
#include "bench_run.h"
#include "validate_run.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFERENCE "Cantera 3.1.0 (our own runs; its release of 2024)"
#define DATA "chemistry-reference/"

enum { MOST_SPECIES = 64, MOST_ROWS = 32, MOST_FIELDS = 128 };

static const struct source {
  const char *tag, *mechanism, *thermo;
} sources[] = {
    {"yetter1991", "mechanisms/yetter1991/chem.inp", "mechanisms/yetter1991/therm.dat"},
    {"burke2012", "mechanisms/BurkeDryer/mechanism.inp", "mechanisms/BurkeDryer/therm.dat"},
    {"gri30", "mechanisms/gri30.yaml", NULL},
    {"allforms", DATA "allforms.inp", DATA "allforms.therm"},
    {"allforms", DATA "allforms.yaml", NULL},
};
enum { BURNING = 3, SOURCES = sizeof sources / sizeof *sources };

/* A mechanism ready for computing. */
struct lab {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  struct sm_chem *chem;
};

static void close_lab(struct lab *lab) {
  sm_chem_destroy(&lab->chem);
  sm_mechanism_destroy(&lab->m);
  sm_context_destroy(&lab->ctx);
}

static enum cli_outcome open_lab(struct cli_trial *trial, const struct source *s, struct lab *lab) {
  char path[2][4200];
  *lab = (struct lab){0};
  snprintf(trial->sample.device, sizeof trial->sample.device, "CPU"); /* whatever was asked for */
  for (int i = 0; i < 2; i++) {
    const char *file = i == 0 ? s->mechanism : s->thermo;
    if (file == NULL) continue;
    char *text = cli_trial_data(trial, file);
    if (text == NULL) return CLI_SKIPPED;
    free(text);
    if (!cli_join(path[i], sizeof path[i], trial->bench->data, file)) return CLI_SKIPPED;
  }
  const struct sm_mechanism_files files = {.mechanism = path[0],
                                           .thermo = s->thermo != NULL ? path[1] : NULL};
  if (sm_context_create(NULL, &lab->ctx) != SM_OK) return cli_trial_fail(trial, "out of memory");
  if (sm_mechanism_read(lab->ctx, &files, &lab->m) == SM_OK &&
      sm_chem_create(lab->ctx, lab->m, 0, &lab->chem) == SM_OK &&
      lab->m->species_count <= MOST_SPECIES)
    return CLI_MEASURED;
  cli_trial_fail(trial, "%s: %s", s->mechanism, sm_context_message(lab->ctx));
  const bool able = strstr(sm_context_message(lab->ctx), "libyaml") == NULL;
  close_lab(lab);
  return able ? CLI_FAILED : CLI_SKIPPED;
}

/* The next line of a text; NULL: there is none. */
static char *next_line(char **at) {
  char *line = *at;
  if (line == NULL || *line == '\0') return NULL;
  char *end = strchr(line, '\n');
  if (end != NULL) *end = '\0';
  *at = end != NULL ? end + 1 : line + strlen(line);
  return line;
}

/* Numbers of a line after so many commas. */
static int numbers(const char *line, int skip, double *out) {
  int count = 0;
  const char *at = line;
  for (int i = 0; i < skip && at != NULL; i++) {
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  while (at != NULL && count < MOST_FIELDS) {
    out[count++] = strtod(at, NULL);
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  return count;
}

/* --- rates --- */

/* Largest error of w at the states of a file: over |w| and a thousandth of the largest. */
static enum cli_outcome rates_of(struct cli_trial *trial, const struct source *s, double *worst) {
  struct lab lab;
  char file[2][128];
  double x[MOST_FIELDS], y[MOST_FIELDS], t, p, c[MOST_SPECIES], w[MOST_SPECIES];
  enum cli_outcome outcome = open_lab(trial, s, &lab);
  if (outcome != CLI_MEASURED) return outcome;
  const int32_t n = lab.m->species_count;
  snprintf(file[0], sizeof file[0], DATA "%s_state.csv", s->tag);
  snprintf(file[1], sizeof file[1], DATA "%s_wdot.csv", s->tag);
  char *text[2] = {cli_trial_data(trial, file[0]), cli_trial_data(trial, file[1])};
  char *at[2] = {text[0], text[1]}, *line[2];
  outcome = text[0] != NULL && text[1] != NULL ? CLI_MEASURED : CLI_SKIPPED;
  *worst = 0;
  for (int i = 0; i < 2; i++) (void)next_line(&at[i]);
  while (outcome == CLI_MEASURED && (line[0] = next_line(&at[0])) != NULL &&
         (line[1] = next_line(&at[1])) != NULL) {
    double per_weight = 0, largest = 0;
    if (numbers(line[0], 1, x) != n + 9 || numbers(line[1], 1, y) != n) {
      outcome = cli_trial_fail(trial, "%s: other columns", file[0]);
      break;
    }
    t = x[0];
    p = x[1];
    for (int32_t k = 0; k < n; k++) per_weight += x[9 + k] / lab.m->species[k].weight;
    for (int32_t k = 0; k < n; k++)
      c[k] = p / (SM_GAS_CONSTANT * t * per_weight) * x[9 + k] / lab.m->species[k].weight;
    const struct sm_chem_cells cells = {
        .count = 1, .temperature = &t, .concentrations = c, .pressure = &p};
    if (sm_chem_rates(lab.ctx, lab.chem, &cells, w) != SM_OK)
      outcome = cli_trial_fail(trial, "%s", sm_context_message(lab.ctx));
    for (int32_t k = 0; k < n; k++) largest = fmax(largest, fabs(y[k]));
    for (int32_t k = 0; k < n; k++)
      *worst = fmax(*worst, fabs(w[k] - y[k]) / (fabs(y[k]) + 1e-3 * largest));
  }
  for (int i = 0; i < 2; i++) free(text[i]);
  close_lab(&lab);
  return outcome;
}

static enum cli_outcome measure_rates(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < SOURCES && outcome == CLI_MEASURED; i++)
    outcome = rates_of(trial, &sources[i], &trial->here[i]);
  return outcome;
}

static const struct cli_quantity rates_quantities[SOURCES] = {
    {"yetter1991, 9 species, 19 reactions", "", CLI_AT_MOST, 1e-10, CLI_NONE, CLI_NONE},
    {"burke2012, 13 species, 27 reactions", "", CLI_AT_MOST, 1e-10, CLI_NONE, CLI_NONE},
    {"gri30, 53 species, 325 reactions", "", CLI_AT_MOST, 1e-10, CLI_NONE, CLI_NONE},
    {"all forms of rates, CHEMKIN", "", CLI_AT_MOST, 1e-10, CLI_NONE, CLI_NONE},
    {"the same, Cantera's YAML", "", CLI_AT_MOST, 1e-10, CLI_NONE, CLI_NONE},
};

const struct cli_entry cli_entry_chem_rates = {
    .row = {.name = "chem-rates",
            .data = DATA "gri30_wdot.csv",
            .remark = "rates of production of species, at 20 states each"},
    .published = REFERENCE,
    .note = "The largest error of a species, over its rate and a thousandth of the largest rate of "
            "the state; 300 to 3000 K, 0.1 to 100 bar.",
    .quantity = rates_quantities,
    .quantity_count = SOURCES,
    .measure = measure_rates,
};

/* --- ignition --- */

/* Gas of a mixture with air, O2 + 3.76 N2, by mole, into fractions[species][count] at i. */
static void mix(const struct lab *lab, double phi, int64_t count, int64_t i, double *fractions) {
  const int32_t methane = sm_mechanism_species(lab->m, "CH4"),
                hydrogen = sm_mechanism_species(lab->m, "H2"),
                oxygen = sm_mechanism_species(lab->m, "O2"),
                nitrogen = sm_mechanism_species(lab->m, "N2");
  const double moles = methane >= 0 ? 2 : 0.5;
  if (hydrogen < 0 || oxygen < 0 || nitrogen < 0) return;
  fractions[(methane >= 0 ? methane : hydrogen) * count + i] = phi;
  fractions[oxygen * count + i] = moles;
  fractions[nitrogen * count + i] = 3.76 * moles;
}

/* Conditions and delays of the reference, by one kind of reactor. */
struct conditions {
  int64_t count;
  double phi[MOST_ROWS], t[MOST_ROWS], p[MOST_ROWS], delay[MOST_ROWS][3], end;
};

static void read_conditions(char *text, const char *tag, const char *reactor,
                            struct conditions *out) {
  char head[64], *line;
  double x[MOST_FIELDS];
  *out = (struct conditions){0};
  snprintf(head, sizeof head, "%s,%s,", tag, reactor);
  while ((line = next_line(&text)) != NULL && out->count < MOST_ROWS) {
    if (strncmp(line, head, strlen(head)) != 0 || numbers(line, 3, x) < 10) continue;
    const int64_t i = out->count++;
    out->phi[i] = x[0];
    out->t[i] = x[1];
    out->p[i] = x[2] * 101325;
    for (int j = 0; j < 3; j++) out->delay[i][j] = x[3 + j];
    out->end = fmax(out->end, x[7]);
  }
}

/* Largest relative error of a delay. */
static enum cli_outcome compare_delays(struct cli_trial *trial, const struct lab *lab,
                                       const struct conditions *c, enum sm_chem_mode mode,
                                       double rtol, double *worst) {
  struct sm_chem_ignited out[MOST_ROWS];
  double *x = calloc((size_t)(lab->m->species_count * c->count) + 1, sizeof *x);
  const struct sm_chem_ignition setup = {.mode = mode,
                                         .end = c->end,
                                         .rtol = rtol,
                                         .atol = rtol * 1e-8,
                                         .species = sm_mechanism_species(lab->m, "OH")};
  if (x == NULL) return cli_trial_fail(trial, "out of memory");
  for (int64_t i = 0; i < c->count; i++) mix(lab, c->phi[i], c->count, i, x);
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

static enum cli_outcome delays_of(struct cli_trial *trial, const struct source *s, double *tight,
                                  double *usual) {
  static const char *const reactors[2] = {"const_v", "const_p"};
  struct lab lab;
  enum cli_outcome outcome = open_lab(trial, s, &lab);
  if (outcome != CLI_MEASURED) return outcome;
  *tight = *usual = 0;
  for (int mode = 0; mode < 2 && outcome == CLI_MEASURED; mode++) {
    struct conditions c;
    char *text = cli_trial_data(trial, DATA "ignition.csv");
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
  close_lab(&lab);
  return outcome;
}

static enum cli_outcome measure_ignition(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < BURNING && outcome == CLI_MEASURED; i++)
    outcome = delays_of(trial, &sources[i], &trial->here[2 * i], &trial->here[2 * i + 1]);
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
            .data = DATA "ignition.csv",
            .remark = "delays of ignition in reactors without flow"},
    .published = REFERENCE,
    .note = "The largest relative error of 72 delays of each mechanism: 12 conditions, constant "
            "volume and pressure, by the largest dT/dt, by a rise of 400 K, by the largest mass "
            "fraction of OH; RODAS4.",
    .quantity = ignition_quantities,
    .quantity_count = 2 * BURNING,
    .measure = measure_ignition,
};

/* --- equilibrium --- */

static enum cli_outcome equilibria_of(struct cli_trial *trial, const struct source *s,
                                      double *worst) {
  static const char *const names[3] = {"TP", "HP", "UV"};
  struct lab lab;
  char name[64], fuel[16], pair[8], *line;
  double phi, t, atm, hot;
  enum cli_outcome outcome = open_lab(trial, s, &lab);
  if (outcome != CLI_MEASURED) return outcome;
  char *text = cli_trial_data(trial, DATA "equilibrium.csv"), *at = text;
  if (text == NULL) outcome = CLI_SKIPPED;
  *worst = 0;
  while (outcome == CLI_MEASURED && (line = next_line(&at)) != NULL) {
    double x[MOST_SPECIES] = {0};
    int kind = 0;
    if (sscanf(line, "%63[^,],%15[^,],%lf,%7[^,],%lf,%lf,%lf", name, fuel, &phi, pair, &t, &atm,
               &hot) != 7 ||
        strcmp(name, s->tag) != 0)
      continue;
    while (kind < 2 && strcmp(pair, names[kind]) != 0) kind++;
    double p = atm * 101325;
    mix(&lab, phi, 1, 0, x);
    if (sm_chem_equilibrium(lab.ctx, lab.chem, (enum sm_chem_pair)kind, &t, &p, x) != SM_OK)
      outcome = cli_trial_fail(trial, "%s", sm_context_message(lab.ctx));
    *worst = fmax(*worst, fabs(t - hot));
  }
  free(text);
  close_lab(&lab);
  return outcome;
}

static enum cli_outcome measure_equilibrium(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < BURNING && outcome == CLI_MEASURED; i++)
    outcome = equilibria_of(trial, &sources[i], &trial->here[i]);
  return outcome;
}

static const struct cli_quantity equilibrium_quantities[BURNING] = {
    {"yetter1991, hydrogen", "K", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
    {"burke2012, hydrogen", "K", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
    {"gri30, methane", "K", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
};

const struct cli_entry cli_entry_chem_equilibrium = {
    .row = {.name = "chem-equilibrium",
            .data = DATA "equilibrium.csv",
            .remark = "temperatures of equilibrium, of flames and closed vessels"},
    .published = REFERENCE,
    .note =
        "The largest difference of 30 temperatures of each mechanism: 0.5 to 2 of the fuel that "
        "air burns, 1 and 10 atm; enthalpy and pressure, internal energy and volume, temperature "
        "and pressure.",
    .quantity = equilibrium_quantities,
    .quantity_count = BURNING,
    .measure = measure_equilibrium,
};
