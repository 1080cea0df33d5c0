/* gpu.c - chemistry on a GPU compared with that on the CPU. */
#include "lab/chem_speed.h"
#include "mechanism.h"
#include "validation/runner/measures.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 6144, FEW = 96, KINDS = 4, MECHANISMS = 4, TASK_STEPS = 10, LARGE = 2 };

static const int sources[MECHANISMS] = {CLI_MECHANISM_YETTER_38, CLI_MECHANISM_BURKE,
                                        CLI_MECHANISM_GRI, CLI_MECHANISM_ALL};

/* Fills cells with all species, 1000 to 2900 K at 1 atm, with different fractions in every cell. */
static void fill(const struct cli_mechanism *lab, const struct sm_chem_cells *cells) {
  const int32_t n = lab->m->species_count;
  const int64_t count = cells->count;
  for (int64_t i = 0; i < count; i++) {
    double sum = 0;
    cells->temperature[i] = 1000 + 20 * (double)(i % FEW);
    for (int32_t k = 0; k < n; k++) sum += (double)(1 + (7 * k + 3 * i) % 11);
    for (int32_t k = 0; k < n; k++)
      cells->concentrations[k * count + i] = 101325 / (SM_GAS_CONSTANT * cells->temperature[i]) *
                                             (double)(1 + (7 * k + 3 * i) % 11) / sum;
  }
}

/* Computes the same on the CPU, by SIMD batches of cells. */
static enum sm_status on_cpu(const struct cli_mechanism *lab, const struct sm_chem_cells *cells,
                             struct sm_chem_task task) {
  const size_t numbers = (size_t)(cells->count * lab->m->species_count);
  const bool advance = task.what == SM_CHEM_TASK_ADVANCE;
  static double temperature[CELLS];
  struct sm_chem_report report;
  if (task.what == SM_CHEM_TASK_RATES)
    return sm_chem_rates(lab->ctx, lab->chem, cells, task.result);
  const struct sm_chem_options options = {.mode = SM_CHEM_PRESSURE,
                                          .method = advance ? task.method : SM_CHEM_RK4,
                                          .fixed_steps = task.steps};
  struct sm_chem_cells own = *cells;
  memcpy(task.result, cells->concentrations, numbers * sizeof *task.result);
  memcpy(temperature, cells->temperature, (size_t)cells->count * sizeof *temperature);
  own.concentrations = task.result;
  own.temperature = temperature;
  return sm_chem_advance(lab->ctx, lab->chem, &own, advance ? task.dt : task.dt * task.steps,
                         &options, &report);
}

/* Maximum difference, relative to the value plus a thousandth of the maximum of the cell. */
static double largest_difference(int32_t species, int64_t cells, const double *here,
                                 const double *there) {
  double worst = 0;
  for (int64_t i = 0; i < cells; i++) {
    double largest = 0;
    for (int32_t k = 0; k < species; k++) largest = fmax(largest, fabs(there[k * cells + i]));
    for (int32_t k = 0; k < species; k++) {
      const double y = there[k * cells + i];
      const double off = fabs(here[k * cells + i] - y) / (fabs(y) + 1e-3 * largest);
      worst = cli_larger(worst, off);
    }
  }
  return worst;
}

/* Comparisons: few cells use tables, many use generated kinetics; large mechanisms always use
 * tables. */
struct kind {
  int64_t cells;
  struct sm_chem_task task;
};
static const struct kind kinds_of[KINDS] = {
    {FEW, {.what = SM_CHEM_TASK_RATES}},
    {FEW, {.what = SM_CHEM_TASK_STEPS, .mode = SM_CHEM_PRESSURE, .dt = 1e-10, .steps = TASK_STEPS}},
    {FEW,
     {.what = SM_CHEM_TASK_ADVANCE,
      .mode = SM_CHEM_PRESSURE,
      .dt = 1e-6,
      .method = SM_CHEM_RODAS3}},
    {CELLS,
     {.what = SM_CHEM_TASK_ADVANCE,
      .mode = SM_CHEM_PRESSURE,
      .dt = 1e-6,
      .method = SM_CHEM_RODAS4}}};

static const struct kind large_kinds[] = {{FEW, {.what = SM_CHEM_TASK_RATES}},
                                          {FEW,
                                           {.what = SM_CHEM_TASK_ADVANCE,
                                            .mode = SM_CHEM_PRESSURE,
                                            .dt = 1e-8,
                                            .method = SM_CHEM_RODAS4}}};
enum { LARGE_KINDS = sizeof large_kinds / sizeof *large_kinds };

/* Concentrations: initial, final on the GPU (here) and on the CPU (there). */
struct state {
  double *c, *here, *there, temperature[CELLS];
};

static enum cli_outcome compare_kinds(struct cli_trial *trial, const struct cli_mechanism *lab,
                                      const struct kind *kind, int kinds, struct state *state,
                                      double *worst) {
  for (int i = 0; i < kinds; i++) {
    const struct sm_chem_cells cells = {
        .count = kind[i].cells, .temperature = state->temperature, .concentrations = state->c};
    struct sm_chem_task task = kind[i].task;
    struct sm_chem_time_result timed;
    fill(lab, &cells);
    task.result = state->there;
    if (on_cpu(lab, &cells, task) != SM_OK) return cli_mechanism_fail(trial, lab);
    task.result = state->here;
    if (sm_chem_time_task(lab->ctx, lab->m, trial->device, 0, &cells, &task, &timed) != SM_OK)
      return cli_mechanism_fail(trial, lab);
    snprintf(trial->sample.device, sizeof trial->sample.device, "%s", timed.device);
    if (timed.failed > 0)
      return cli_trial_fail(trial, "%lld cells failed", (long long)timed.failed);
    worst[i] = largest_difference(lab->m->species_count, cells.count, state->here, state->there);
  }
  return CLI_MEASURED;
}

static enum cli_outcome compare(struct cli_trial *trial, const struct cli_mechanism *lab,
                                const struct kind *kind, int kinds, double *worst) {
  static struct state state;
  size_t most = 0;
  for (int i = 0; i < kinds; i++) {
    const size_t numbers = (size_t)kind[i].cells * (size_t)lab->m->species_count;
    most = numbers > most ? numbers : most;
  }
  state.c = malloc(3 * most * sizeof *state.c);
  state.here = state.c + most;
  state.there = state.here + most;
  const enum cli_outcome outcome = state.c == NULL
                                       ? cli_trial_fail(trial, "out of memory")
                                       : compare_kinds(trial, lab, kind, kinds, &state, worst);
  free(state.c);
  return outcome;
}

enum cli_outcome cli_measure_chem_gpu(struct cli_trial *trial) {
  static const int families[LARGE] = {4, 21};
  enum cli_outcome outcome = CLI_MEASURED;
  double *worst = trial->here;
  struct cli_mechanism lab;
  if (cli_device_kind(trial->device) == CLI_ON_CPU) {
    snprintf(trial->reason, sizeof trial->reason, "sets a GPU beside the CPU: --device cuda");
    return CLI_SKIPPED;
  }
  for (int i = 0; i < MECHANISMS && outcome == CLI_MEASURED; i++) {
    const int kinds = i < MECHANISMS - 1 ? KINDS : 1;
    outcome = cli_mechanism_open(trial, &cli_mechanism_sources[sources[i]], false, &lab);
    if (outcome == CLI_MEASURED) outcome = compare(trial, &lab, kinds_of, kinds, worst);
    cli_mechanism_close(&lab);
    worst += kinds;
  }
  for (int i = 0; i < LARGE && outcome == CLI_MEASURED; i++) {
    outcome = cli_mechanism_open_alkanes(trial, families[i], &lab);
    if (outcome == CLI_MEASURED) outcome = compare(trial, &lab, large_kinds, LARGE_KINDS, worst);
    cli_mechanism_close(&lab);
    worst += LARGE_KINDS;
  }
  return outcome;
}
