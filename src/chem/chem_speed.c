#include "simoom/chem_speed.h"

#include "base/clock.h"
#include "base/context.h"
#include "chem/speed_gpu.h"
#include <omp.h>

static const double kelvin = 1500, pascal = 101325, step = 1e-10;

/* Seconds of one step of all cells on the CPU, of calls that take a fifth of a second together. */
static enum sm_status time_on_cpu(struct sm_context *ctx, const struct sm_mechanism *m,
                                  const struct sm_chem *chem, const struct sm_speed_cells *s,
                                  double *seconds) {
  const size_t numbers = (size_t)s->count * (size_t)m->species_count;
  const struct sm_chem_options options = {
      .mode = SM_CHEM_PRESSURE, .method = SM_CHEM_RK4, .fixed_steps = s->steps};
  struct sm_chem_cells cells = {.count = s->count};
  double total = 0;
  int calls = 0;
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, numbers, sizeof(double), "cells", &cells.concentrations));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)s->count, sizeof(double), "cells", &cells.temperature));
  for (size_t i = 0; i < numbers; i++) cells.concentrations[i] = s->each;
  for (int64_t i = 0; i < s->count; i++) cells.temperature[i] = s->temperature;
  for (calls = 0; calls == 0 || (total < 0.2 && calls < 1000); calls++) {
    struct sm_chem_report report;
    const double begin = sm_clock_wall();
    SM_TRY_DONE(sm_chem_advance(ctx, chem, &cells, s->dt * s->steps, &options, &report));
    total += sm_clock_wall() - begin;
  }
  *seconds = total / calls / s->steps;
done:
  sm_free(cells.concentrations);
  sm_free(cells.temperature);
  return status;
}

enum sm_status sm_chem_measure(struct sm_context *ctx, const struct sm_mechanism *m,
                               struct sm_chem_speeds *speeds) {
  struct sm_chem *one = NULL, *all = NULL;
  struct sm_speed_gpu *gpu = NULL;
  enum sm_status status;
  speeds->gpu[0] = '\0';
  speeds->threads = omp_get_max_threads();
  SM_TRY_DONE(sm_chem_create(ctx, m, 1, &one));
  SM_TRY_DONE(sm_chem_create(ctx, m, 0, &all));
  SM_TRY_DONE(sm_speed_gpu_open(ctx, m, speeds->gpu, &gpu));
  for (int32_t i = 0; i < speeds->rows; i++) {
    struct sm_chem_speed *row = &speeds->row[i];
    const double each = pascal / (SM_GAS_CONSTANT * kelvin * m->species_count);
    const struct sm_speed_cells cells = {row->cells, m->species_count, speeds->steps,
                                         each,       kelvin,           step};
    *row = (struct sm_chem_speed){.cells = row->cells};
    SM_TRY_DONE(time_on_cpu(ctx, m, one, &cells, &row->one));
    SM_TRY_DONE(time_on_cpu(ctx, m, all, &cells, &row->all));
    if (gpu != NULL) SM_TRY_DONE(sm_speed_gpu_run(ctx, gpu, &cells, &row->gpu));
    sm_progress(ctx, "measuring", (i + 1.0) / speeds->rows);
  }
done:
  sm_speed_gpu_close(&gpu);
  sm_chem_destroy(&all);
  sm_chem_destroy(&one);
  return status;
}
