/* mechanisms.c - chemistry against size of the mechanism and number of cells: rates, Runge-Kutta
 * steps and RODAS4 on one core, all threads and a GPU. */
#define _POSIX_C_SOURCE 199309L /* for clock_gettime */
#include "alkanes.h"
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/text/node.h"
#include "lab/chem_speed.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HYDROGEN "chemistry-reference/yetter1991_irrev38.inp"
#define HYDROGEN_THERMO "mechanisms/yetter1991/therm.dat"
#define METHANE "mechanisms/gri30.yaml"
enum { STEPS = 10, CARBONS = 20 };
enum kind { RATES, RK4, RODAS4 };
static const char *const kind_words[] = {"rates", "rk4", "rodas4", NULL};

struct row {
  enum kind kind;
  int families; /* families of alkanes; 0: hydrogen, or the mechanism in `data` of the row */
  int64_t cells;
  double dt;          /* time step, s */
  const char *thermo; /* thermodynamic data in the folder of data, like `data` of the row */
  const char *fuel;
  double oxygen; /* moles of O2 per mole of fuel in stoichiometric combustion */
};

static const struct cli_key own_keys[] = {
    {"what", "t!", NULL},  {"families", "n", NULL}, {"cells", "n!", NULL}, {"dt", "n", NULL},
    {"thermo", "t", NULL}, {"fuel", "t", NULL},     {"oxygen", "n", NULL}, {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  const int kind = cli_node_word(row, "what", kind_words);
  const bool alkanes = sm_toml_get(row, "families") != NULL;
  const bool other = sm_toml_get(row, "data") != NULL;
  struct row *own = out;
  if (kind < 0) return "what";
  *own = (struct row){.kind = (enum kind)kind,
                      .families = alkanes ? (int)cli_node_number(row, "families") : 0,
                      .cells = (int64_t)cli_node_number(row, "cells"),
                      .dt = cli_node_number(row, "dt"),
                      .thermo = other ? cli_node_text(row, "thermo") : HYDROGEN_THERMO,
                      .fuel = alkanes ? "C16A"
                              : other ? cli_node_text(row, "fuel")
                                      : "H2",
                      .oxygen = alkanes ? 24.5
                                : other ? cli_node_number(row, "oxygen")
                                        : 0.5};
  if (own->thermo == NULL) return "thermo";
  return own->fuel == NULL ? "fuel" : own->oxygen > 0 ? NULL : "oxygen";
}

/* --- mechanism and cells --- */

struct trial {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  struct sm_chem *chem;
  double *begin, *now, *rates; /* temperatures, then concentrations */
  size_t numbers;
};

static void close_trial(struct trial *t) {
  free(t->begin);
  free(t->now);
  free(t->rates);
  sm_chem_destroy(&t->chem);
  sm_mechanism_destroy(&t->m);
  sm_context_destroy(&t->ctx);
}

/* Mole fractions: equal for all species, or stoichiometric fuel and air. */
static enum sm_status set_gas(const struct trial *t, const struct row *own, double *x) {
  const double oxygen = own->oxygen, all = 1 + 4.76 * oxygen;
  const int32_t fuel = sm_mechanism_find_species(t->m, own->fuel);
  const int32_t o2 = sm_mechanism_find_species(t->m, "O2");
  const int32_t n2 = sm_mechanism_find_species(t->m, "N2");
  if (fuel < 0 || o2 < 0 || n2 < 0) return SM_ERR_DATA;
  for (int32_t k = 0; k < t->m->species_count; k++)
    x[k] = own->kind == RODAS4 ? 0 : 1.0 / t->m->species_count;
  if (own->kind != RODAS4) return SM_OK;
  x[fuel] = 1 / all;
  x[o2] = oxygen / all;
  x[n2] = 3.76 * oxygen / all;
  return SM_OK;
}

/* States at 1 atm and 1500 K; reacting mixtures at 1200 to 1800 K. */
static enum sm_status fill(struct trial *t, const struct row *own) {
  const size_t n = (size_t)own->cells, species = (size_t)t->m->species_count;
  double *x = malloc(species * sizeof *x);
  t->numbers = n * (1 + species);
  t->begin = malloc(t->numbers * sizeof *t->begin);
  t->now = malloc(t->numbers * sizeof *t->now);
  t->rates = malloc(t->numbers * sizeof *t->rates);
  const bool enough = x != NULL && t->begin != NULL && t->now != NULL && t->rates != NULL;
  const enum sm_status status = enough ? set_gas(t, own, x) : SM_ERR_MEMORY;
  for (size_t i = 0; status == SM_OK && i < n; i++) {
    const double part = n > 1 ? (double)i / (double)(n - 1) : 0.5;
    const double kelvin = own->kind == RODAS4 ? 1200 + 600 * part : 1500;
    t->begin[i] = kelvin;
    for (size_t k = 0; k < species; k++)
      t->begin[n + k * n + i] = x[k] * 101325 / (SM_GAS_CONSTANT * kelvin);
  }
  free(x);
  return status;
}

static enum sm_status read_mechanism(struct trial *t, const struct row *own, const char *path,
                                     const char *thermo) {
  const struct sm_mechanism_files files = {.mechanism = path, .thermo = thermo};
  return own->families > 0 ? cli_alkanes_read(t->ctx, path, CARBONS, own->families, &t->m)
                           : sm_mechanism_read(t->ctx, &files, &t->m);
}

static enum cli_outcome open_trial(const struct cli_bench *bench, const struct cli_row *row,
                                   struct trial *t, char reason[CLI_REASON]) {
  const struct row *own = row->own;
  const char *file = own->families > 0 ? METHANE : row->data != NULL ? row->data : HYDROGEN;
  char path[4200], thermo[4200];
  *t = (struct trial){0};
  if (bench->data == NULL || !cli_join(path, sizeof path, bench->data, file) ||
      !cli_join(thermo, sizeof thermo, bench->data, own->thermo)) {
    snprintf(reason, CLI_REASON, "needs %s; --data DIR says where it is", file);
    return CLI_SKIPPED;
  }
  enum sm_status status = sm_context_create(NULL, &t->ctx);
  if (status == SM_OK) status = read_mechanism(t, own, path, thermo);
  const bool read = status == SM_OK;
  if (read) status = sm_chem_create(t->ctx, t->m, row->one_thread ? 1 : bench->threads, &t->chem);
  if (status == SM_OK) status = fill(t, own);
  if (status == SM_OK) return CLI_MEASURED;
  const char *message = t->ctx != NULL ? sm_context_message(t->ctx) : "";
  snprintf(reason, CLI_REASON, "%s", message[0] != '\0' ? message : sm_status_text(status));
  return read ? CLI_FAILED : CLI_SKIPPED;
}

/* --- measurement --- */

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static enum sm_status once(struct trial *t, const struct row *own, int64_t *failed) {
  const struct sm_chem_cells cells = {
      .count = own->cells, .temperature = t->now, .concentrations = t->now + own->cells};
  const struct sm_chem_options options = {.mode = SM_CHEM_VOLUME,
                                          .method = own->kind == RK4 ? SM_CHEM_RK4 : SM_CHEM_RODAS4,
                                          .fixed_steps = own->kind == RK4 ? STEPS : 0};
  struct sm_chem_report report = {0};
  const double dt = own->dt * (own->kind == RK4 ? STEPS : 1);
  const enum sm_status status =
      own->kind == RATES ? sm_chem_rates(t->ctx, t->chem, &cells, t->rates)
                         : sm_chem_advance(t->ctx, t->chem, &cells, dt, &options, &report);
  *failed = report.failed;
  return status;
}

/* Time of a call in s, CPU time for one core; long calls are made once. */
static enum cli_outcome measure_cpu(const struct cli_row *row, struct trial *t, double *took,
                                    char reason[CLI_REASON]) {
  const clockid_t clock = row->one_thread ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  double sum = 0;
  int calls = 0;
  for (bool warm = false; calls == 0 || (sum < 0.5 && calls < 1000); warm = true) {
    int64_t failed = 0;
    memcpy(t->now, t->begin, t->numbers * sizeof *t->now);
    const double begin = seconds(clock);
    const enum sm_status status = once(t, row->own, &failed);
    const double time = seconds(clock) - begin;
    if (status != SM_OK || failed > 0) {
      snprintf(reason, CLI_REASON, "%lld cells failed: %s", (long long)failed,
               sm_context_message(t->ctx));
      return CLI_FAILED;
    }
    if (!warm && time < 0.5) continue;
    sum += time;
    calls++;
  }
  *took = sum / calls;
  return CLI_MEASURED;
}

static enum cli_outcome measure_gpu(const struct cli_bench *bench, const struct cli_row *row,
                                    const char *device, struct trial *t, struct cli_sample *sample,
                                    double *took, char reason[CLI_REASON]) {
  const struct row *own = row->own;
  const struct sm_chem_task task = {.what = own->kind == RATES ? SM_CHEM_TASK_RATES
                                            : own->kind == RK4 ? SM_CHEM_TASK_STEPS
                                                               : SM_CHEM_TASK_ADVANCE,
                                    .dt = own->dt,
                                    .steps = STEPS,
                                    .method = SM_CHEM_RODAS4};
  const struct sm_chem_cells cells = {
      .count = own->cells, .temperature = t->begin, .concentrations = t->begin + own->cells};
  struct sm_chem_time_result timed;
  const enum sm_status status =
      sm_chem_time_task(t->ctx, t->m, device, bench->threads, &cells, &task, &timed);
  if (status != SM_OK || timed.failed > 0) {
    snprintf(reason, CLI_REASON, "%lld cells failed: %s", (long long)timed.failed,
             sm_context_message(t->ctx));
    return CLI_FAILED;
  }
  snprintf(sample->device, sizeof sample->device, "%s", timed.device);
  sample->figure[CLI_FIGURE_DEVICE_MEMORY] = (double)timed.bytes;
  *took = timed.seconds;
  return CLI_MEASURED;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  const struct row *own = row->own;
  struct trial t;
  double took = NAN;
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) sample->figure[f] = NAN;
  snprintf(sample->device, sizeof sample->device, "CPU");
  enum cli_outcome outcome = open_trial(bench, row, &t, reason);
  if (outcome == CLI_MEASURED)
    outcome = cli_device_kind(device) == CLI_ON_CUDA
                  ? measure_gpu(bench, row, device, &t, sample, &took, reason)
                  : measure_cpu(row, &t, &took, reason);
  sample->cells = own->cells;
  sample->figure[CLI_FIGURE_WALL] = took;
  sample->figure[CLI_FIGURE_RATE] = (double)own->cells * (own->kind == RK4 ? STEPS : 1) / took;
  sample->figure[CLI_FIGURE_STEP] = 1 / sample->figure[CLI_FIGURE_RATE];
  close_trial(&t);
  return outcome;
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  fprintf(stream, "\n%-24s %-6s %9s %12s %12s %9s  %s\n", "row", "device", "cells", "us each",
          "1/s", "GB", "what");
  for (const struct cli_result *r = result; r < result + count; r++)
    if (r->suite == suite && r->outcome == CLI_MEASURED)
      fprintf(stream, "%-24s %-6s %9lld %12.4g %12.4g %9.3g  %s\n", r->row->name, r->device,
              (long long)r->sample.cells, 1e6 * r->sample.figure[CLI_FIGURE_STEP],
              r->sample.figure[CLI_FIGURE_RATE], 1e-9 * r->sample.figure[CLI_FIGURE_DEVICE_MEMORY],
              r->row->remark);
  cli_bench_print_references(stream, suite, result, count);
}

const struct cli_suite cli_suite_mechanisms = {
    .name = "mechanisms",
    .summary =
        "chemistry over the size of the mechanism, 9 to 3273 species, and the number of cells",
    .keys = own_keys,
    .own_size = sizeof(struct row),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
