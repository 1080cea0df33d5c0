/* Benchmark of chemistry: cells per second on a device. */
#include "lab/chem_speed.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/machine/machine.h"
#include "chem/integrate/device_integrator.h"
#include "device/gpu_program.h"

static const double kelvin = 1500, pascal = 101325, step = 1e-10;

/* Fills cells with an equimolar mixture of all species. */
static enum sm_status fill(struct sm_context *ctx, const struct sm_mechanism *m, int64_t count,
                           struct sm_chem_cells *cells) {
  const size_t numbers = (size_t)count * (size_t)m->species_count;
  const double each = pascal / (SM_GAS_CONSTANT * kelvin * m->species_count);
  *cells = (struct sm_chem_cells){.count = count};
  SM_TRY(sm_alloc(ctx, numbers, sizeof(double), "cells", &cells->concentrations));
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof(double), "cells", &cells->temperature));
  for (size_t i = 0; i < numbers; i++) cells->concentrations[i] = each;
  for (int64_t i = 0; i < count; i++) cells->temperature[i] = kelvin;
  return SM_OK;
}

static void empty(struct sm_chem_cells *cells) {
  sm_free(cells->concentrations);
  sm_free(cells->temperature);
}

/* Time of one step of all cells on the CPU, s, averaged over calls that take 0.2 s in total. */
static enum sm_status time_on_cpu(struct sm_context *ctx, const struct sm_mechanism *m,
                                  const struct sm_chem *chem, int64_t count, int32_t steps,
                                  double *seconds) {
  const struct sm_chem_options options = {
      .mode = SM_CHEM_PRESSURE, .method = SM_CHEM_RK4, .fixed_steps = steps};
  SM_SCOPED_BY(empty) struct sm_chem_cells cells = {0};
  double total = 0;
  int calls = 0;
  SM_TRY(fill(ctx, m, count, &cells));
  for (calls = 0; calls == 0 || (total < 0.2 && calls < 1000); calls++) {
    struct sm_chem_report report;
    const double begin = sm_clock_wall();
    SM_TRY(sm_chem_advance(ctx, chem, &cells, step * steps, &options, &report));
    total += sm_clock_wall() - begin;
  }
  *seconds = total / calls / steps;
  return SM_OK;
}

/* Time of one step of all cells on a GPU, s. */
static enum sm_status time_on_gpu(struct sm_context *ctx, const struct sm_mechanism *m,
                                  struct sm_chem_timing *gpu, int64_t count, int32_t steps,
                                  double *seconds) {
  const struct sm_chem_task task = {
      .what = SM_CHEM_TASK_STEPS, .mode = SM_CHEM_PRESSURE, .dt = step, .steps = steps};
  SM_SCOPED_BY(empty) struct sm_chem_cells cells = {0};
  int64_t failed;
  enum sm_status status;
  SM_TRY(fill(ctx, m, count, &cells));
  SM_TRY(sm_chem_timing_set_cells(ctx, gpu, &cells));
  status = sm_chem_timing_run(ctx, gpu, &task, seconds, &failed);
  *seconds /= steps;
  return status;
}

/* *out is NULL without a GPU or NVRTC; the reason is logged. */
static enum sm_status open_gpu(struct sm_context *ctx, const struct sm_mechanism *m, char *name,
                               struct sm_chem_timing **out) {
  char compiler[256];
  *out = NULL;
  if (!sm_nvrtc_describe(compiler, sizeof compiler)) {
    sm_info(ctx, "no GPU benchmark: %s", compiler);
    return SM_OK;
  }
  const enum sm_status status = sm_chem_timing_open(ctx, m, "cuda", 0, name, out);
  if (status != SM_ERR_DEVICE) return status;
  sm_info(ctx, "no GPU benchmark: no GPU found that this build of simoom supports");
  return SM_OK;
}

enum sm_status sm_chem_measure(struct sm_context *ctx, const struct sm_mechanism *m,
                               struct sm_chem_speeds *speeds) {
  SM_SCOPED_BY(sm_chem_destroy) struct sm_chem *one = NULL, *all = NULL;
  SM_SCOPED_BY(sm_chem_timing_close) struct sm_chem_timing *gpu = NULL;
  speeds->gpu[0] = '\0';
  speeds->threads = sm_threads_choose(0);
  SM_TRY(sm_chem_create(ctx, m, 1, &one));
  SM_TRY(sm_chem_create(ctx, m, 0, &all));
  SM_TRY(open_gpu(ctx, m, speeds->gpu, &gpu));
  for (int32_t i = 0; i < speeds->rows; i++) {
    struct sm_chem_speed *row = &speeds->row[i];
    const int64_t count = row->cells;
    *row = (struct sm_chem_speed){.cells = count};
    SM_TRY(time_on_cpu(ctx, m, one, count, speeds->steps, &row->one));
    SM_TRY(time_on_cpu(ctx, m, all, count, speeds->steps, &row->all));
    if (gpu != NULL) SM_TRY(time_on_gpu(ctx, m, gpu, count, speeds->steps, &row->gpu));
    sm_progress(ctx, "measuring", (i + 1.0) / speeds->rows);
  }
  return SM_OK;
}
