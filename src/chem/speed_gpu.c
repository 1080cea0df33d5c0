#include "chem/speed_gpu.h"

#include "base/clock.h"
#include "chem/gpu.h"
#include "device/compile.h"
#include "device/store.h"
#include <stdio.h>

struct sm_speed_gpu {
  struct sm_device *device;
  struct sm_chem_gpu *chem;
};

enum sm_status sm_speed_gpu_open(struct sm_context *ctx, const struct sm_mechanism *m, char *name,
                                 struct sm_speed_gpu **out) {
  struct sm_device *device = NULL;
  char compiler[256];
  *out = NULL;
  if (sm_device_open(ctx, "cuda", 0, 64, 0, &device) != SM_OK) {
    sm_info(ctx, "no GPU is measured: there is none for this simoom");
    return SM_OK;
  }
  if (!sm_compile_describe(compiler, sizeof compiler)) {
    sm_info(ctx, "no GPU is measured: %s", compiler);
    sm_device_close(&device);
    return SM_OK;
  }
  struct sm_speed_gpu *gpu = NULL;
  enum sm_status status = sm_alloc(ctx, 1, sizeof *gpu, "the GPU", &gpu);
  if (status == SM_OK) {
    gpu->device = device;
    status = sm_chem_gpu_create(ctx, device, m, 0, &gpu->chem);
  }
  if (status != SM_OK) {
    sm_free(gpu);
    sm_device_close(&device);
    return status;
  }
  snprintf(name, 128, "%s", device->name);
  *out = gpu;
  return SM_OK;
}

void sm_speed_gpu_close(struct sm_speed_gpu **gpu) {
  if (*gpu == NULL) return;
  sm_chem_gpu_destroy(&(*gpu)->chem);
  sm_device_close(&(*gpu)->device);
  sm_free(*gpu);
  *gpu = NULL;
}

/* The state of the cells in the memory of the device. */
static enum sm_status put(struct sm_context *ctx, struct sm_store *store,
                          const struct sm_speed_cells *s, struct sm_text_cells *out) {
  const size_t count = (size_t)s->count, numbers = count * (size_t)s->species;
  double *host = NULL;
  enum sm_status status;
  *out = (struct sm_text_cells){.count = s->count, .stride = s->count};
  SM_TRY_DONE(sm_alloc(ctx, numbers, sizeof *host, "cells", &host));
  for (size_t i = 0; i < numbers; i++) host[i] = s->each;
  SM_TRY_DONE(sm_store_put(ctx, store, host, numbers, sizeof *host, &out->concentrations));
  for (size_t i = 0; i < count; i++) host[i] = s->temperature;
  status = sm_store_put(ctx, store, host, count, sizeof *host, &out->temperature);
done:
  sm_free(host);
  return status;
}

enum { CALLS = 5 };
enum sm_status sm_speed_gpu_run(struct sm_context *ctx, struct sm_speed_gpu *gpu,
                                const struct sm_speed_cells *s, double *seconds) {
  struct sm_store store = {.device = gpu->device, .what = "cells"};
  struct sm_text_cells cells;
  double took[CALLS];
  enum sm_status status;
  SM_TRY_DONE(put(ctx, &store, s, &cells));
  for (int i = -1; i < CALLS; i++) { /* the first one loads the program */
    const double begin = sm_clock_wall();
    SM_TRY_DONE(sm_chem_gpu_steps(ctx, gpu->chem, &cells, s->dt, s->steps, SM_TEXT_PRESSURE));
    SM_TRY_DONE(sm_device_sync(ctx, gpu->device));
    const double time = sm_clock_wall() - begin;
    int place = i;
    for (; place > 0 && took[place - 1] > time; place--) took[place] = took[place - 1];
    if (place >= 0) took[place] = time;
  }
  *seconds = took[CALLS / 2] / s->steps;
done:
  sm_store_clear(&store);
  return status;
}
