/* Timing of chemistry on a device, for chem_speed.h. */
#include "chem/integrate/device_integrator.h"

#include "base/clock.h"
#include "chem/group/device_tables.h"
#include "simoom/mechanism.h"
#include <stdio.h>

struct sm_chem_timing {
  struct sm_device *device;
  const struct sm_mechanism *m; /* borrowed */
  struct sm_chem *chem;
  struct sm_chem_gpu *gpu; /* NULL on a CPU */
  struct sm_store tables, cells;
  const struct sm_chem_cells *host; /* borrowed */
  struct sm_chem_kernel_cells own;
  struct sm_reacting_advance_args advance; /* on a CPU */
  struct sm_chem_integrator integrator;    /* on a GPU */
  int64_t failed;                          /* number in the last call */
  double *rates;
};

enum sm_status sm_chem_timing_open(struct sm_context *ctx, const struct sm_mechanism *m,
                                   const char *device, int threads, char *name,
                                   struct sm_chem_timing **out) {
  struct sm_chem_timing *t;
  enum sm_status status;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *t, "a trial", &t));
  *t = (struct sm_chem_timing){.m = m};
  SM_TRY_DONE(sm_device_open(ctx, device, threads, 64, 0, &t->device));
  t->tables = (struct sm_store){.device = t->device, .what = "tables of a mechanism"};
  t->cells = (struct sm_store){.device = t->device, .what = "cells"};
  SM_TRY_DONE(sm_chem_create(ctx, m, 1, &t->chem));
  if (!sm_device_is_host(t->device)) SM_TRY_DONE(sm_chem_gpu_create(ctx, t->device, m, 0, &t->gpu));
  status = sm_reacting_tables(ctx, m, SM_GROUP_DENSE_SPECIES, &t->tables, &t->advance.cells.tables);
  if (status == SM_OK && name != NULL) snprintf(name, 128, "%s", t->device->name);
done:
  if (status != SM_OK) sm_chem_timing_close(&t);
  *out = t;
  return status;
}

void sm_chem_timing_close(struct sm_chem_timing **trial) {
  struct sm_chem_timing *t = *trial;
  if (t == NULL) return;
  sm_chem_integrator_destroy(&t->integrator);
  sm_store_clear(&t->cells);
  sm_store_clear(&t->tables);
  sm_chem_gpu_destroy(&t->gpu);
  sm_chem_destroy(&t->chem);
  sm_device_close(&t->device);
  sm_free(t);
  *trial = NULL;
}

/* Resets the cells to their initial state. */
static enum sm_status reset(struct sm_context *ctx, struct sm_chem_timing *t) {
  const struct sm_chem_cells *c = t->host;
  const size_t bytes = (size_t)c->count * sizeof(double);
  SM_TRY(sm_device_upload(ctx, t->device, t->own.concentrations, c->concentrations,
                          bytes * (size_t)t->m->species_count));
  return sm_device_upload(ctx, t->device, t->own.temperature, c->temperature, bytes);
}

enum sm_status sm_chem_timing_set_cells(struct sm_context *ctx, struct sm_chem_timing *t,
                                        const struct sm_chem_cells *cells) {
  const size_t count = (size_t)cells->count, numbers = count * (size_t)t->m->species_count;
  struct sm_reacting_advance_args *a = &t->advance;
  sm_store_clear(&t->cells);
  t->host = cells;
  t->own = (struct sm_chem_kernel_cells){.count = cells->count, .stride = cells->count};
  SM_TRY(sm_store_put(ctx, &t->cells, NULL, numbers, sizeof(double), &t->own.concentrations));
  SM_TRY(sm_store_put(ctx, &t->cells, NULL, count, sizeof(double), &t->own.temperature));
  SM_TRY(sm_store_put(ctx, &t->cells, NULL, numbers, sizeof(double), &t->rates));
  SM_TRY(sm_store_put(ctx, &t->cells, NULL, count, sizeof *a->steps, &a->steps));
  SM_TRY(sm_store_put(ctx, &t->cells, NULL, count, sizeof *a->rejected, &a->rejected));
  SM_TRY(sm_store_put(ctx, &t->cells, NULL, 1, sizeof *a->next, &a->next));
  a->cells.count = a->cells.stride = cells->count;
  a->cells.concentrations = t->own.concentrations;
  a->cells.temperature = t->own.temperature;
  a->method = SM_REACTING_RODAS4; /* needs the most memory */
  size_t doubles = 0;
  SM_TRY(sm_reacting_workspace_doubles(ctx, t->device, a, &doubles));
  if (doubles == 0) return SM_OK;
  return sm_store_put(ctx, &t->cells, NULL, doubles, sizeof *a->workspace, &a->workspace);
}

/* Table-driven rates or RK4 steps of mechanisms too large for generated kinetics. */
static enum sm_status call_tables(struct sm_context *ctx, struct sm_chem_timing *t,
                                  const struct sm_chem_task *task) {
  const struct sm_chem_options options = {
      .mode = task->mode, .method = SM_CHEM_RK4, .fixed_steps = task->steps};
  if (task->what == SM_CHEM_TASK_RATES) {
    const struct sm_reacting_rates_args args = {t->advance.cells, t->rates, t->advance.workspace};
    return sm_reacting_rates(ctx, t->device, &args);
  }
  sm_reacting_options(t->chem, &options, &t->advance);
  t->advance.control.dt = task->dt * task->steps;
  return sm_reacting_advance(ctx, t->device, &t->advance);
}

static enum sm_status call(struct sm_context *ctx, struct sm_chem_timing *t,
                           const struct sm_chem_task *task) {
  const struct sm_chem_options options = {.mode = task->mode, .method = task->method};
  if (task->what == SM_CHEM_TASK_ADVANCE && t->gpu != NULL) {
    const struct sm_chem_cells cells = {.count = t->own.count,
                                        .temperature = t->own.temperature,
                                        .concentrations = t->own.concentrations};
    struct sm_chem_report report;
    SM_TRY(sm_chem_integrator_advance(ctx, &t->integrator, &cells, task->dt, &options, &report));
    t->failed = report.failed;
    return SM_OK;
  }
  if (task->what == SM_CHEM_TASK_ADVANCE) {
    sm_reacting_options(t->chem, &options, &t->advance);
    t->advance.control.dt = task->dt;
    return sm_reacting_advance(ctx, t->device, &t->advance);
  }
  if (t->advance.cells.tables.values > 0) return call_tables(ctx, t, task);
  if (t->gpu == NULL)
    return sm_fail(ctx, SM_ERR_USAGE, "error: generated kinetics are measured on a GPU");
  if (task->what == SM_CHEM_TASK_RATES) return sm_chem_gpu_rates(ctx, t->gpu, &t->own, t->rates);
  return sm_chem_gpu_rk4(ctx, t->gpu, &t->own, task->dt, task->steps,
                         (enum sm_chem_kernel_mode)task->mode);
}

/* Counts the failed cells of the last integration. */
static enum sm_status count_failed(struct sm_context *ctx, struct sm_chem_timing *t,
                                   int64_t *failed) {
  SM_SCOPED int32_t *steps = NULL;
  enum sm_status status;
  const size_t count = (size_t)t->host->count;
  *failed = t->failed;
  if (t->gpu != NULL) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *steps, "steps", &steps));
  status = sm_device_download(ctx, t->device, steps, t->advance.steps, count * sizeof *steps);
  for (size_t i = 0; status == SM_OK && i < count; i++) *failed += steps[i] < 0;
  return status;
}

/* Time of `calls` calls in sequence, s. */
static enum sm_status time_calls(struct sm_context *ctx, struct sm_chem_timing *t,
                                 const struct sm_chem_task *task, int calls, double *seconds) {
  SM_TRY(reset(ctx, t));
  SM_TRY(sm_device_sync(ctx, t->device));
  const double begin = sm_clock_wall();
  for (int i = 0; i < calls; i++) SM_TRY(call(ctx, t, task));
  SM_TRY(sm_device_sync(ctx, t->device));
  *seconds = sm_clock_wall() - begin;
  return SM_OK;
}

/* Reads the results of the last call. */
static enum sm_status read_result(struct sm_context *ctx, struct sm_chem_timing *t,
                                  const struct sm_chem_task *task) {
  const double *from = task->what == SM_CHEM_TASK_RATES ? t->rates : t->own.concentrations;
  const size_t numbers = (size_t)t->host->count * (size_t)t->m->species_count;
  return task->result == NULL
             ? SM_OK
             : sm_device_download(ctx, t->device, task->result, from, numbers * sizeof *from);
}

/* Creates the integrator on a GPU. */
static enum sm_status prepare(struct sm_context *ctx, struct sm_chem_timing *t,
                              const struct sm_chem_task *task) {
  const struct sm_chem_options options = {.mode = task->mode, .method = task->method};
  sm_chem_integrator_destroy(&t->integrator);
  return sm_chem_integrator_create(ctx, t->chem, t->m, &options, (size_t)t->own.count, false,
                                   &t->cells, &t->integrator);
}

enum { TIMES = 5, MOST_CALLS = 1000 };
enum sm_status sm_chem_timing_run(struct sm_context *ctx, struct sm_chem_timing *t,
                                  const struct sm_chem_task *task, double *seconds,
                                  int64_t *failed) {
  double took[TIMES], sum = 0, once;
  int times = 0;
  *failed = 0;
  if (task->what == SM_CHEM_TASK_ADVANCE && t->gpu != NULL) SM_TRY(prepare(ctx, t, task));
  SM_TRY(time_calls(ctx, t, task, 1, &once)); /* includes loading the program */
  SM_TRY(time_calls(ctx, t, task, 1, &once));
  SM_TRY(read_result(ctx, t, task));
  if (task->what == SM_CHEM_TASK_ADVANCE) SM_TRY(count_failed(ctx, t, failed));
  /* Short calls are repeated for 0.1 s, since a GPU needs time to wake up; long ones are not timed
   * five times. */
  int calls = 1;
  while (task->what != SM_CHEM_TASK_ADVANCE && calls < MOST_CALLS && calls * once < 0.1) calls *= 2;
  for (; times < TIMES && (times == 0 || sum < 3); times++) {
    double time;
    SM_TRY(time_calls(ctx, t, task, calls, &time));
    int place = times;
    for (; place > 0 && took[place - 1] > time / calls; place--) took[place] = took[place - 1];
    took[place] = time / calls;
    sum += time;
  }
  *seconds = took[times / 2];
  return SM_OK;
}

enum sm_status sm_chem_time_task(struct sm_context *ctx, const struct sm_mechanism *m,
                                 const char *device, int threads, const struct sm_chem_cells *cells,
                                 const struct sm_chem_task *task, struct sm_chem_time_result *out) {
  SM_SCOPED_BY(sm_chem_timing_close) struct sm_chem_timing *trial = NULL;
  enum sm_status status;
  *out = (struct sm_chem_time_result){0};
  SM_TRY(sm_chem_timing_open(ctx, m, device, threads, out->device, &trial));
  SM_TRY(sm_chem_timing_set_cells(ctx, trial, cells));
  status = sm_chem_timing_run(ctx, trial, task, &out->seconds, &out->failed);
  out->bytes = sm_store_bytes(&trial->tables) + sm_store_bytes(&trial->cells);
  return status;
}
