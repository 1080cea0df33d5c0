/* reduction.c - dynamic mechanism reduction (DRGEP): time and error against the threshold, for
 * ignitions of single gases and for batches of cells along an ignition. */
#define _XOPEN_SOURCE 700 /* for clock_gettime */
#include "alkanes.h"
#include "bench/runner/report.h"
#include "bench/runner/run_case.h"
#include "cli/chem/way.h"
#include "cli/text/node.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define METHANE "mechanisms/gri30.yaml"
enum { LARGEST = 20, GASES = 4, CELLS = 1024 };
enum kind { IGNITION, CELLS_OF_ONE };
static const char *const kind_words[] = {"ignition", "cells", NULL};

struct reduction {
  enum kind kind;
  bool alkanes;
  double threshold;
};

static const struct cli_key own_keys[] = {
    {"what", "t!", NULL}, {"fuel", "t!", NULL}, {"threshold", "n!", NULL}, {NULL, NULL, NULL}};

static const char *read_own(const struct sm_toml_node *row, void *out) {
  static const char *const fuels[] = {"methane", "alkanes", NULL};
  const int fuel = cli_node_word(row, "fuel", fuels), kind = cli_node_word(row, "what", kind_words);
  if (kind < 0) return "what";
  if (fuel < 0) return "fuel";
  *(struct reduction *)out = (struct reduction){.kind = (enum kind)kind,
                                                .alkanes = fuel == 1,
                                                .threshold = cli_node_number(row, "threshold")};
  return NULL;
}

struct trial {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  struct sm_chem *chem;
  int32_t target[3]; /* fuel, oxygen, nitrogen */
  double moles[3], pressure, temperature[GASES], end;
  struct sm_chem_reduction reduction;
};

static void close_trial(struct trial *t) {
  sm_chem_destroy(&t->chem);
  sm_mechanism_destroy(&t->m);
  sm_context_destroy(&t->ctx);
}

static enum sm_status read_mechanism(struct trial *t, const char *path) {
  const struct sm_mechanism_files files = {.mechanism = path};
  return sm_mechanism_read(t->ctx, &files, &t->m);
}

/* Stoichiometric mixture with air; alkanes at temperatures at which they ignite before `end`. */
static void set_gas(struct trial *t, const struct reduction *own) {
  const char *const names[3] = {own->alkanes ? "C20A" : "CH4", "O2", "N2"};
  const double oxygen = own->alkanes ? 30.5 : 2, coldest = own->alkanes ? 1200 : 1350;
  for (int i = 0; i < 3; i++) t->target[i] = sm_mechanism_find_species(t->m, names[i]);
  t->moles[0] = 1;
  t->moles[1] = oxygen;
  t->moles[2] = 3.76 * oxygen;
  t->pressure = 101325;
  for (int i = 0; i < GASES; i++) t->temperature[i] = coldest + 50 * i;
  t->end = own->alkanes ? 2e-3 : 2e-2;
  t->reduction = (struct sm_chem_reduction){
      .threshold = own->threshold, .targets = t->target, .target_count = 3, .tolerance = 0.5};
}

static enum cli_outcome open_trial(const struct cli_bench *bench, const struct reduction *own,
                                   struct trial *t, char reason[CLI_REASON]) {
  char path[4200];
  *t = (struct trial){0};
  if (bench->data == NULL || !cli_join(path, sizeof path, bench->data, METHANE) ||
      access(path, R_OK) != 0) {
    snprintf(reason, CLI_REASON, "needs " METHANE "; --data DIR says where it is");
    return CLI_SKIPPED;
  }
  enum sm_status status = sm_context_create(NULL, &t->ctx);
  if (status == SM_OK)
    status =
        own->alkanes ? cli_alkanes_read(t->ctx, path, LARGEST, 1, &t->m) : read_mechanism(t, path);
  if (status == SM_OK) status = sm_chem_create(t->ctx, t->m, 1, &t->chem);
  if (status == SM_OK) {
    set_gas(t, own);
    return CLI_MEASURED;
  }
  snprintf(reason, CLI_REASON, "%s", t->ctx != NULL ? sm_context_message(t->ctx) : "no memory");
  return CLI_FAILED;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Time, steps and active species with the reduced or full mechanism. */
struct effort {
  double seconds, steps, active;
};

/* --- ignitions --- */

static enum sm_status ignite(const struct trial *t, bool reduced,
                             struct sm_chem_ignition_result out[GASES], struct effort *effort) {
  const size_t species = (size_t)t->m->species_count;
  double *x = calloc(species * GASES, sizeof *x), pressure[GASES];
  enum sm_status status = x == NULL ? SM_ERR_MEMORY : SM_OK;
  const struct sm_chem_ignition setup = {.end = t->end,
                                         .rtol = 1e-6,
                                         .atol = 1e-14,
                                         .species = -1,
                                         .reduction = reduced ? &t->reduction : NULL};
  for (int i = 0; i < 3 * GASES && x != NULL; i++)
    x[t->target[i / GASES] * GASES + i % GASES] = t->moles[i / GASES];
  for (int i = 0; i < GASES; i++) pressure[i] = t->pressure;
  *effort = (struct effort){0};
  double spent = 0;
  for (int calls = 1; status == SM_OK && (calls == 1 || spent < 1); calls++) {
    const double begin = seconds();
    status = sm_chem_ignite(t->ctx, t->chem, &setup, GASES, t->temperature, pressure, x, out);
    spent += seconds() - begin;
    effort->seconds = spent / calls;
  }
  for (int i = 0; i < GASES && status == SM_OK; i++) {
    effort->steps += (double)out[i].steps;
    effort->active += (double)out[i].active_species;
  }
  free(x);
  return status;
}

static enum sm_status measure_ignition(const struct trial *t, struct effort *effort,
                                       double *error) {
  struct sm_chem_ignition_result whole[GASES], reduced[GASES];
  enum sm_status status = ignite(t, false, whole, effort);
  if (status == SM_OK) status = ignite(t, true, reduced, effort);
  *error = 0;
  for (int i = 0; status == SM_OK && i < GASES; i++)
    *error = fmax(*error, fabs(reduced[i].by_slope / whole[i].by_slope - 1));
  return status;
}

/* --- cells --- */

struct states {
  double *begin, *end; /* temperatures, then concentrations */
  size_t size;
};

static enum sm_status find_states(struct trial *t, struct states *s) {
  struct cli_chem_trajectory way = {0};
  double *x = calloc((size_t)t->m->species_count, sizeof *x), delay;
  s->size = CELLS * (1 + (size_t)t->m->species_count) * sizeof(double);
  s->begin = malloc(s->size);
  s->end = malloc(s->size);
  enum sm_status status = x != NULL && s->begin != NULL && s->end != NULL ? SM_OK : SM_ERR_MEMORY;
  if (status == SM_OK) {
    for (int i = 0; i < 3; i++) x[t->target[i]] = t->moles[i];
    status = cli_chem_trajectory_find(t->ctx, t->m, t->chem, t->temperature[GASES - 1], t->pressure,
                                      x, t->end, 2, &delay, &way);
  }
  if (status == SM_OK) cli_chem_trajectory_resample(&way, CELLS, s->begin, s->begin + CELLS);
  cli_chem_trajectory_free(&way);
  free(x);
  return status;
}

static enum sm_status advance(const struct trial *t, const struct states *s, bool reduced,
                              struct effort *effort) {
  const struct sm_chem_cells cells = {
      .count = CELLS, .temperature = s->end, .concentrations = s->end + CELLS};
  const struct sm_chem_options options = {.mode = SM_CHEM_VOLUME,
                                          .method = SM_CHEM_RODAS4,
                                          .reduction = reduced ? &t->reduction : NULL};
  struct sm_chem_report report = {0};
  enum sm_status status = SM_OK;
  double spent = 0;
  for (int calls = 1; status == SM_OK && (calls == 1 || spent < 1); calls++) {
    memcpy(s->end, s->begin, s->size);
    const double begin = seconds();
    status = sm_chem_advance(t->ctx, t->chem, &cells, 1e-5, &options, &report);
    spent += seconds() - begin;
    effort->seconds = spent / calls;
  }
  effort->steps = (double)report.steps;
  effort->active = (double)report.active_species;
  return status == SM_OK && report.failed > 0 ? SM_ERR_DIVERGED : status;
}

/* error: maximum temperature error over the maximum temperature rise of a cell. */
static enum sm_status measure_cells(struct trial *t, struct effort *effort, double *error) {
  struct states s = {0};
  double whole[CELLS], rise = 0;
  enum sm_status status = find_states(t, &s);
  if (status == SM_OK) status = advance(t, &s, false, effort);
  if (status == SM_OK) memcpy(whole, s.end, sizeof whole);
  if (status == SM_OK) status = advance(t, &s, true, effort);
  *error = 0;
  for (int i = 0; status == SM_OK && i < CELLS; i++) {
    *error = fmax(*error, fabs(s.end[i] - whole[i]));
    rise = fmax(rise, fabs(whole[i] - s.begin[i]));
  }
  *error /= rise;
  free(s.begin);
  free(s.end);
  return status;
}

static enum cli_outcome measure(const struct cli_bench *bench, const struct cli_row *row,
                                const char *device, struct cli_sample *sample,
                                char reason[CLI_REASON]) {
  const struct reduction *own = row->own;
  struct trial t;
  struct effort effort = {0};
  double error = 0;
  (void)device;
  for (int f = 0; f < CLI_FIGURE_COUNT; f++) sample->figure[f] = NAN;
  snprintf(sample->device, sizeof sample->device, "CPU");
  enum cli_outcome outcome = open_trial(bench, own, &t, reason);
  if (outcome == CLI_MEASURED) {
    const enum sm_status status = own->kind == IGNITION ? measure_ignition(&t, &effort, &error)
                                                        : measure_cells(&t, &effort, &error);
    if (status != SM_OK) {
      snprintf(reason, CLI_REASON, "%s", sm_context_message(t.ctx));
      outcome = CLI_FAILED;
    }
  }
  sample->cells = own->kind == IGNITION ? GASES : CELLS;
  sample->iterations = (int)effort.steps;
  sample->figure[CLI_FIGURE_CPU] = effort.seconds;
  sample->figure[CLI_FIGURE_STEP] = effort.seconds / effort.steps;
  sample->figure[CLI_FIGURE_ACTIVE] = effort.active / effort.steps;
  sample->figure[CLI_FIGURE_LARGEST_ERROR] = error;
  close_trial(&t);
  return outcome;
}

static void print(FILE *stream, const struct cli_suite *suite, const struct cli_result *result,
                  size_t count) {
  fprintf(stream, "\n%-26s %10s %10s %10s %10s %10s  %s\n", "row", "ms", "steps", "us a step",
          "species", "error", "what");
  for (const struct cli_result *r = result; r < result + count; r++)
    if (r->suite == suite && r->outcome == CLI_MEASURED)
      fprintf(stream, "%-26s %10.4g %10d %10.4g %10.1f %10.1e  %s\n", r->row->name,
              1e3 * r->sample.figure[CLI_FIGURE_CPU], r->sample.iterations,
              1e6 * r->sample.figure[CLI_FIGURE_STEP], r->sample.figure[CLI_FIGURE_ACTIVE],
              r->sample.figure[CLI_FIGURE_LARGEST_ERROR], r->row->remark);
}

const struct cli_suite cli_suite_reduction = {
    .name = "reduction",
    .summary = "dynamic mechanism reduction: time and error against the threshold",
    .keys = own_keys,
    .own_size = sizeof(struct reduction),
    .read_own = read_own,
    .measure = measure,
    .print = print,
};
