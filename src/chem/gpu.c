#include "chem/gpu.h"

#include "cell/chem_tableau.h"
#include "chem/generate.h"
#include "chem/reactor_cell.h"
#include "chem/text.h"
#include "device/compile.h"
#include "device/store.h"
#include "simoom/mechanism.h"
#include <string.h>
#include <stdlib.h>

struct sm_chem_gpu {
  struct sm_device *device;     /* borrowed */
  const struct sm_mechanism *m; /* borrowed */
  struct sm_program_limits limits;
  int blocks; /* that are asked for; 0: none */
  struct sm_program *program[SM_CHEM_GPU_KERNELS]; /* NULL: not asked for yet */
  double seconds[SM_CHEM_GPU_KERNELS];
  struct sm_store store;         /* of the slots */
  struct sm_chem_rodas_args own; /* its arrays */
};

static const struct {
  const char *name;
  unsigned text;
} kernels[SM_CHEM_GPU_KERNELS] = {{"chem_rates", SM_CHEM_KERNEL_RATES},
                                  {"chem_steps", SM_CHEM_KERNEL_STEPS},
                                  {"chem_rkc", SM_CHEM_KERNEL_RKC},
                                  {"chem_begin", SM_CHEM_KERNEL_BEGIN},
                                  {"chem_constants", SM_CHEM_KERNEL_CONSTANTS},
                                  {"chem_matrix", SM_CHEM_KERNEL_MATRIX},
                                  {"chem_factor", SM_CHEM_KERNEL_FACTOR},
                                  {"chem_stage", SM_CHEM_KERNEL_STAGE}};

static struct sm_chem_shape shape_of(const struct sm_chem_gpu *gpu,
                                     enum sm_chem_gpu_kernel kernel) {
  struct sm_chem_shape shape =
      sm_chem_shape(gpu->m, kernels[kernel].text, gpu->limits.shared_bytes);
  if (kernel < SM_CHEM_GPU_BEGIN) shape.blocks = gpu->blocks;
  return shape;
}

enum sm_status sm_chem_gpu_create(struct sm_context *ctx, struct sm_device *device,
                                  const struct sm_mechanism *m, int blocks,
                                  struct sm_chem_gpu **out) {
  if (!sm_program_possible(device))
    return sm_fail(ctx, SM_ERR_DEVICE, "error: generated kinetics run on a GPU only");
  struct sm_chem_gpu *gpu;
  SM_TRY(sm_alloc(ctx, 1, sizeof *gpu, "chemistry on a GPU", &gpu));
  gpu->device = device;
  gpu->m = m;
  const enum sm_status status = sm_program_limits(ctx, device, &gpu->limits);
  if (status != SM_OK) {
    sm_free(gpu);
    return status;
  }
  gpu->blocks = blocks;
  gpu->store = (struct sm_store){.device = device, .what = "chemistry on a GPU"};
  *out = gpu;
  return SM_OK;
}

void sm_chem_gpu_destroy(struct sm_chem_gpu **gpu) {
  if (*gpu == NULL) return;
  for (int i = 0; i < SM_CHEM_GPU_KERNELS; i++) sm_program_unload(&(*gpu)->program[i]);
  sm_store_clear(&(*gpu)->store);
  sm_free(*gpu);
  *gpu = NULL;
}

/* Makes the program of a kernel, once. */
static enum sm_status prepare(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                              enum sm_chem_gpu_kernel kernel) {
  if (gpu->program[kernel] != NULL) return SM_OK;
  const struct sm_chem_shape shape = shape_of(gpu, kernel);
  struct sm_text text = {0};
  struct sm_compiled made = {0};
  enum sm_status status;
  SM_TRY_DONE(sm_chem_text(ctx, gpu->m, &shape, kernels[kernel].text, &text));
  const struct sm_compile_source source = {gpu->m->name, sm_text_string(&text),
                                           gpu->limits.capability};
  SM_TRY_DONE(sm_compile(ctx, &source, &made));
  if (!made.cached)
    sm_info(ctx, "compiled %s of %s for the GPU in %.1f s", kernels[kernel].name, gpu->m->name,
            made.seconds);
  gpu->seconds[kernel] = made.seconds;
  status = sm_program_load(ctx, gpu->device, made.image, &gpu->program[kernel]);
done:
  sm_free(made.image);
  sm_text_free(&text);
  return status;
}

static enum sm_status run(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                          enum sm_chem_gpu_kernel kernel, int64_t cells, const void *argument) {
  SM_TRY(prepare(ctx, gpu, kernel));
  if (cells == 0) return SM_OK;
  const struct sm_chem_shape shape = shape_of(gpu, kernel);
  const int64_t wanted = (cells + shape.threads - 1) / shape.threads, all = gpu->limits.processors;
  /* blocks that go through all cells part by part are one of each processor */
  const bool stay = (kernel == SM_CHEM_GPU_RATES || kernel == SM_CHEM_GPU_CONSTANTS) &&
                    shape.shared_bytes > 0;
  const struct sm_program_launch launch = {kernels[kernel].name,
                                           stay && wanted > all ? all : wanted, shape.threads,
                                           shape.shared_bytes, argument};
  return sm_program_launch(ctx, gpu->program[kernel], &launch);
}

enum sm_status sm_chem_gpu_rates(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                 const struct sm_text_cells *cells, double *rates) {
  const struct sm_chem_rates_args args = {*cells, rates};
  return run(ctx, gpu, SM_CHEM_GPU_RATES, cells->count, &args);
}

enum sm_status sm_chem_gpu_steps(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                 const struct sm_text_cells *cells, double dt, int32_t steps,
                                 enum sm_text_mode mode) {
  const struct sm_chem_steps_args args = {*cells, dt, steps, (int32_t)mode};
  return run(ctx, gpu, SM_CHEM_GPU_STEPS, cells->count, &args);
}

enum sm_status sm_chem_gpu_rkc(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               const struct sm_chem_rkc_args *args) {
  return run(ctx, gpu, SM_CHEM_GPU_RKC, args->cells.count, args);
}

/* --- methods of Rosenbrock --- */

/* Slots for so many cells, in whole tiles: as many as keep the device busy, in at most a quarter of
 * its free memory. */
static enum sm_status make_slots(struct sm_context *ctx, struct sm_chem_gpu *gpu, int64_t cells) {
  struct sm_chem_rodas_args *a = &gpu->own;
  struct sm_kinetics *kinetics = NULL;
  struct sm_sparse *sparse = NULL;
  enum { TILE = 32, THREADS = 256 };
  const int WAVES = getenv("WAVES") ? atoi(getenv("WAVES")) : 8;
  int32_t constants;
  enum sm_status status;
  int64_t slots = (int64_t)gpu->limits.processors * THREADS * WAVES;
  const int64_t least = (cells + TILE - 1) / TILE * TILE;
  if (slots > least) slots = least;
  if (a->slots.stride >= slots) return SM_OK;
  sm_store_clear(&gpu->store);
  *a = (struct sm_chem_rodas_args){0};
  SM_TRY_DONE(sm_generate_count(ctx, gpu->m, &constants));
  SM_TRY_DONE(sm_kinetics_create(ctx, gpu->m, &kinetics));
  SM_TRY_DONE(sm_reactor_pattern(ctx, kinetics, &sparse));
  const size_t many = (size_t)slots, unknowns = (size_t)sparse->n, species = unknowns - 2;
#define PUT(NAME, COUNT) SM_TRY_DONE(sm_store_put(ctx, &gpu->store, NULL, COUNT, sizeof *a->NAME, &a->NAME))
  PUT(slots.concentrations, many * species);
  PUT(slots.temperature, many);
  PUT(counts, SM_CHEM_RODAS_COUNTS);
  PUT(slot, many);
  PUT(slot_after, many);
  PUT(y, many * unknowns);
  PUT(y_after, many * unknowns);
  PUT(rates, many * species);
  PUT(constants, many * (size_t)constants);
  PUT(values, many * (size_t)sparse->value_count);
  PUT(k, many * unknowns * SM_CHEM_RODAS_STAGES);
#undef PUT
  a->slots.stride = slots;
done:
  sm_sparse_destroy(&sparse);
  sm_kinetics_destroy(&kinetics);
  return status;
}

static enum sm_status run_stages(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                 struct sm_chem_rodas_args *a,
                                 const struct sm_chem_tableau *method) {
  const int64_t count = a->slots.count;
  const int last = method->stages - 1;
  for (int i = 0; i <= last; i++) {
    if (i > 0 && i != a->stale) SM_TRY(sm_chem_gpu_rates(ctx, gpu, &a->slots, a->rates));
    a->stage = i;
    memcpy(a->a, method->a[i < last ? i + 1 : i], sizeof a->a);
    memcpy(a->c, method->c[i], sizeof a->c);
    a->goes_on = memcmp(a->a, method->a[i], (size_t)i * sizeof *a->a) == 0;
    SM_TRY(run(ctx, gpu, SM_CHEM_GPU_STAGE, count, a));
  }
  return SM_OK;
}

/* One step of all cells that are on their way, and of as many new ones as there is room for. */
static enum sm_status run_step(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               struct sm_chem_rodas_args *a,
                               const struct sm_chem_tableau *method) {
  const int64_t count = a->slots.count;
  SM_TRY(run(ctx, gpu, SM_CHEM_GPU_BEGIN, count, a));
  SM_TRY(sm_chem_gpu_rates(ctx, gpu, &a->slots, a->rates));
  SM_TRY(run(ctx, gpu, SM_CHEM_GPU_CONSTANTS, count, a));
  SM_TRY(run(ctx, gpu, SM_CHEM_GPU_MATRIX, count, a));
  SM_TRY(run(ctx, gpu, SM_CHEM_GPU_FACTOR, count, a));
  return run_stages(ctx, gpu, a, method);
}

static void swap_slots(struct sm_chem_rodas_args *a) {
  struct sm_chem_slot *const slot = a->slot;
  double *const y = a->y;
  a->slot = a->slot_after;
  a->slot_after = slot;
  a->y = a->y_after;
  a->y_after = y;
}

enum sm_status sm_chem_gpu_rosenbrock(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                      const struct sm_chem_rodas_args *args,
                                      const struct sm_chem_tableau *method,
                                      struct sm_chem_gpu_failed *failed) {
  SM_TRY(make_slots(ctx, gpu, args->cells.count));
  unsigned long long counts[SM_CHEM_RODAS_COUNTS] = {0};
  struct sm_chem_rodas_args a = gpu->own;
  a.cells = args->cells;
  a.dt = args->dt;
  a.rtol = args->rtol;
  a.atol = args->atol;
  a.limit = args->limit;
  a.mode = args->mode;
  a.first = args->first;
  a.steps = args->steps;
  a.rejected = args->rejected;
  a.order = args->order;
  a.stages = method->stages;
  a.order_of_error = method->order;
  a.stale = method->stale > 0 ? method->stale : -1;
  a.gamma = method->gamma;
  const int64_t room = a.slots.stride;
  gpu->device->backend->clear(gpu->device, a.counts, sizeof counts);
  for (a.taken = 0; a.kept > 0 || a.taken < a.cells.count;) {
    const int64_t left = a.cells.count - a.taken, free = room - a.kept;
    const int64_t fresh = left < free ? left : free;
    a.slots.count = a.kept + fresh;
    SM_TRY(run_step(ctx, gpu, &a, method));
    SM_TRY(sm_device_download(ctx, gpu->device, counts, a.counts, sizeof counts));
    gpu->device->backend->clear(gpu->device, a.counts, sizeof *counts);
    a.taken += fresh;
    a.kept = (int64_t)counts[SM_CHEM_RODAS_KEPT];
    swap_slots(&a);
  }
  *failed = (struct sm_chem_gpu_failed){
      (int64_t)counts[SM_CHEM_RODAS_FAILED],
      counts[SM_CHEM_RODAS_FAILED] > 0 ? a.cells.count - (int64_t)counts[SM_CHEM_RODAS_FIRST] : 0};
  return SM_OK;
}

enum sm_status sm_chem_gpu_report(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                  enum sm_chem_gpu_kernel kernel, struct sm_chem_gpu_report *out) {
  SM_TRY(prepare(ctx, gpu, kernel));
  const struct sm_chem_shape shape = shape_of(gpu, kernel);
  *out = (struct sm_chem_gpu_report){.threads = shape.threads, .seconds = gpu->seconds[kernel]};
  return sm_program_cost(ctx, gpu->program[kernel], kernels[kernel].name, shape.threads,
                         shape.shared_bytes, &out->cost);
}
