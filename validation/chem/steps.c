/* steps.c - chemistry integrators: test problems of the literature, order of accuracy,
 * conservation. */
#include "mechanism.h"
#include "validation/runner/measures.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Concentrations of the test problems are dimensionless; KPP rates are in molecules and cm3. */
#define UNIT (1e6 / 6.02214076e26) /* kmol/m3 */

enum { METHODS = 5 };

static const enum sm_chem_method methods[METHODS] = {SM_CHEM_RK4, SM_CHEM_RKCK45, SM_CHEM_RKC2,
                                                     SM_CHEM_RODAS3, SM_CHEM_RODAS4};

/* Advances one cell at a fixed temperature by dt; concentrations in UNIT. */
static enum cli_outcome advance(struct cli_trial *trial, const struct cli_mechanism *lab, double *c,
                                double dt, const struct sm_chem_options *options) {
  double t = 298, own[CLI_MECHANISM_SPECIES];
  struct sm_chem_report report;
  const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = own};
  for (int32_t k = 0; k < lab->m->species_count; k++) own[k] = c[k] * UNIT;
  if (sm_chem_advance(lab->ctx, lab->chem, &cells, dt, options, &report) != SM_OK)
    return cli_mechanism_fail(trial, lab);
  if (report.failed > 0) return cli_trial_fail(trial, "%s: the integration failed", lab->m->name);
  for (int32_t k = 0; k < lab->m->species_count; k++) c[k] = own[k] / UNIT;
  return CLI_MEASURED;
}

/* --- test problems of the literature --- */

static const struct problem {
  const char *file, *name; /* name: in the reference table */
  const char *species;     /* in the order of the reference; NULL: the reference has names */
  const char *begin;
  double end; /* end time, s or the unit of the problem */
  enum sm_chem_method method;
  double rtol, atol; /* atol: relative to the sum of all, for the smallest that matter */
} problems[] = {
    {"pollu.def", "pollu", NULL, "NO 0.2 O3 0.04 HCHO 0.1 CO 0.3 ALD 0.01 SO2 0.007", 60,
     SM_CHEM_RODAS4, 1e-8, 1e-18},
    {"pollu.def", "pollu", NULL, "NO 0.2 O3 0.04 HCHO 0.1 CO 0.3 ALD 0.01 SO2 0.007", 60,
     SM_CHEM_RODAS3, 1e-6, 1e-16},
    {"robertson.def", "robertson", "A B C", "A 1", 4e5, SM_CHEM_RODAS4, 1e-8, 1e-15},
    {"robertson.def", "robertson", "A B C", "A 1", 4e5, SM_CHEM_RODAS3, 1e-6, 1e-13},
    {"oregonator.def", "oregonator", "X Y Z", "X 1 Y 2 Z 3", 360, SM_CHEM_RODAS4, 1e-9, 1e-14},
    {"oregonator.def", "oregonator", "X Y Z", "X 1 Y 2 Z 3", 360, SM_CHEM_RODAS3, 1e-6, 1e-10},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static void set_begin(const struct cli_mechanism *lab, const char *text, double *c) {
  char name[16];
  double value;
  int length;
  for (int32_t k = 0; k < lab->m->species_count; k++) c[k] = 0;
  for (; sscanf(text, "%15s %lf%n", name, &value, &length) == 2; text += length) {
    const int32_t k = sm_mechanism_find_species(lab->m, name);
    if (k >= 0) c[k] = value;
  }
}

/* Species of a component of the reference, given by name or by number from 1; -1: none. */
static int32_t component(const struct cli_mechanism *lab, const struct problem *p,
                         const char *name) {
  char own[4][16] = {""};
  if (p->species == NULL) return sm_mechanism_find_species(lab->m, name);
  (void)sscanf(p->species, "%15s %15s %15s", own[1], own[2], own[3]);
  const long number = strtol(name, NULL, 10);
  return number >= 1 && number <= 3 ? sm_mechanism_find_species(lab->m, own[number]) : -1;
}

static enum cli_outcome compare(struct cli_trial *trial, const struct cli_mechanism *lab,
                                const struct problem *p, const double *c, double *worst) {
  char *text = cli_trial_data(trial, CLI_CHEM_DATA "ivp_reference.csv"), *at = text, *line;
  char name[16], item[16];
  double time, value;
  int count = 0;
  if (text == NULL) return CLI_SKIPPED;
  *worst = 0;
  while ((line = cli_mechanism_line(&at)) != NULL) {
    if (sscanf(line, "%15[^,],%lf,%15[^,],%lf", name, &time, item, &value) != 4 ||
        strcmp(name, p->name) != 0 || fabs(time - p->end) > 0)
      continue;
    const int32_t k = component(lab, p, item);
    const double off = k >= 0 ? fabs(c[k] / value - 1) : CLI_NONE;
    *worst = cli_larger(*worst, off);
    count++;
  }
  free(text);
  return count == lab->m->species_count ? CLI_MEASURED
                                        : cli_trial_fail(trial, "%s: other components", p->name);
}

enum cli_outcome cli_measure_chem_problems(struct cli_trial *trial) {
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < PROBLEMS && outcome == CLI_MEASURED; i++) {
    const struct problem *p = &problems[i];
    struct cli_mechanism lab;
    double c[CLI_MECHANISM_SPECIES];
    outcome = cli_mechanism_open_own(trial, p->file, &lab);
    if (outcome != CLI_MEASURED) break;
    const struct sm_chem_options options = {
        .mode = SM_CHEM_ISOTHERMAL, .method = p->method, .rtol = p->rtol, .atol = p->atol};
    set_begin(&lab, p->begin, c);
    outcome = advance(trial, &lab, c, p->end, &options);
    if (outcome == CLI_MEASURED) outcome = compare(trial, &lab, p, c, &trial->here[i]);
    cli_mechanism_close(&lab);
  }
  return outcome;
}

/* --- order of accuracy --- */

/* Error of B after 1 s in n equal steps; tolerances are so large that each step is accepted. */
static enum cli_outcome error_of(struct cli_trial *trial, const struct cli_mechanism *lab,
                                 enum sm_chem_method method, int64_t n, double *out) {
  const double a = 0.9, b = 0.3, exact = (a + b) / (1 + a / b * exp(-(a + b)));
  double c[2];
  const int32_t at = sm_mechanism_find_species(lab->m, "B");
  const struct sm_chem_options options = {
      .mode = SM_CHEM_ISOTHERMAL, .method = method, .rtol = 1, .atol = 10};
  c[at] = b;
  c[1 - at] = a;
  enum cli_outcome outcome = CLI_MEASURED;
  for (int64_t i = 0; i < n && outcome == CLI_MEASURED; i++)
    outcome = advance(trial, lab, c, 1.0 / (double)n, &options);
  *out = fabs(c[at] - exact);
  return outcome;
}

enum cli_outcome cli_measure_chem_orders(struct cli_trial *trial) {
  struct cli_mechanism lab;
  enum cli_outcome outcome = cli_mechanism_open_own(trial, "growth.def", &lab);
  if (outcome != CLI_MEASURED) return outcome;
  for (int m = 0; m < METHODS && outcome == CLI_MEASURED; m++) {
    const int64_t n = methods[m] == SM_CHEM_RKCK45 ? 16 : 64; /* error above rounding */
    double coarse, fine = 0;
    outcome = error_of(trial, &lab, methods[m], n, &coarse);
    if (outcome == CLI_MEASURED) outcome = error_of(trial, &lab, methods[m], 2 * n, &fine);
    trial->here[m] = log2(coarse / fine);
  }
  cli_mechanism_close(&lab);
  return outcome;
}

/* --- conservation --- */

static void count_elements(const struct cli_mechanism *lab, const double *c, double *sum) {
  for (int32_t e = 0; e < lab->m->element_count; e++) sum[e] = 0;
  for (int32_t k = 0; k < lab->m->species_count; k++) {
    const struct sm_amounts *own = &lab->m->species[k].elements;
    for (int32_t i = 0; i < own->count; i++) sum[own->list[i].index] += own->list[i].amount * c[k];
  }
}

/* Integrates an ignition in 10 flow time steps; returns the maximum relative change of an
   element. */
static enum cli_outcome ignite(struct cli_trial *trial, const struct cli_mechanism *lab,
                               enum sm_chem_method method, double *worst) {
  const bool methane = sm_mechanism_find_species(lab->m, "CH4") >= 0;
  const bool stiff = method >= SM_CHEM_RODAS3;
  double x[CLI_MECHANISM_SPECIES] = {0}, begin[16], now[16], t = methane ? 1900 : 1400, sum = 0;
  struct sm_chem_report report;
  const struct sm_chem_options options = {
      .method = method, .rtol = 1e-6, .atol = 1e-12, .fixed_steps = 200};
  cli_mechanism_mix(lab, 1, 1, 0, x);
  for (int32_t k = 0; k < lab->m->species_count; k++) sum += x[k];
  for (int32_t k = 0; k < lab->m->species_count; k++) x[k] *= 101325 / (SM_GAS_CONSTANT * t) / sum;
  const struct sm_chem_cells cells = {.count = 1, .temperature = &t, .concentrations = x};
  count_elements(lab, x, begin);
  for (int i = 0; i < 10; i++) {
    if (sm_chem_advance(lab->ctx, lab->chem, &cells, stiff ? 1e-4 : 1e-6, &options, &report) !=
        SM_OK)
      return cli_mechanism_fail(trial, lab);
    if (report.failed > 0) return cli_trial_fail(trial, "%s: not integrated", lab->m->name);
  }
  count_elements(lab, x, now);
  for (int32_t e = 0; e < lab->m->element_count; e++) {
    if (!(begin[e] > 0)) continue;
    const double off = fabs(now[e] / begin[e] - 1);
    *worst = cli_larger(*worst, off);
  }
  return CLI_MEASURED;
}

enum cli_outcome cli_measure_chem_elements(struct cli_trial *trial) {
  static const int which[3] = {CLI_MECHANISM_YETTER, CLI_MECHANISM_BURKE, CLI_MECHANISM_GRI};
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < 3 && outcome == CLI_MEASURED; i++) {
    struct cli_mechanism lab;
    outcome = cli_mechanism_open(trial, &cli_mechanism_sources[which[i]], false, &lab);
    if (outcome != CLI_MEASURED) break;
    trial->here[i] = 0;
    for (int m = 0; m < METHODS && outcome == CLI_MEASURED; m++)
      outcome = ignite(trial, &lab, methods[m], &trial->here[i]);
    cli_mechanism_close(&lab);
  }
  return outcome;
}
