/* gpu_rosenbrock.c - Rosenbrock steps with generated kinetics for all active cells together
 * (chem/generate/rosenbrock_kernels.h). */
#include "cell/chemistry/tableau.h"
#include "chem/generate/generate.h"
#include "chem/generate/internal.h"
#include "chem/integrate/sparse_lu.h"
#include "device/device.h"
#include <string.h>

/* Slots for active cells: whole tiles (SM_CHEM_TILE of chem/generate/cell_state.h), WAVES per
 * thread of the device, in at most a quarter of its memory. More slots reuse cached instructions
 * longer. */
enum { TILE = 32, THREADS = 256, WAVES = 12, SHARE = 4 };

static int64_t slots_for(const struct sm_chem_gpu *gpu, int64_t cells) {
  int64_t slots = (int64_t)gpu->limits.processors * THREADS * WAVES;
  const int64_t wanted = (cells + TILE - 1) / TILE * TILE;
  const int64_t room = (int64_t)(gpu->device->free_bytes / SHARE / gpu->slot_bytes) / TILE * TILE;
  if (slots > wanted) slots = wanted;
  if (room > 0 && slots > room) slots = room;
  return slots;
}

static enum sm_status put_slots(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                const struct sm_sparse_lu *sparse, int64_t cells) {
  struct sm_chem_rodas_args *a = &gpu->own;
  const size_t unknowns = (size_t)sparse->n, species = unknowns - 2;
  const size_t values = (size_t)sparse->value_count;
  int32_t constants;
  SM_TRY(sm_generate_constant_count(ctx, gpu->m, &constants));
  const size_t numbers =
      3 * species + 1 + (2 + SM_CHEM_RODAS_STAGES) * unknowns + (size_t)constants + values;
  gpu->slot_bytes = numbers * sizeof(double) + 2 * sizeof(struct sm_chem_slot);
  const int64_t slots = slots_for(gpu, cells);
  const size_t many = (size_t)slots;
  sm_store_clear(&gpu->store);
  *a = (struct sm_chem_rodas_args){0};
#define PUT(NAME, COUNT)                                                                           \
  SM_TRY(sm_store_put(ctx, &gpu->store, NULL, COUNT, sizeof *a->NAME, &a->NAME))
  PUT(slots.concentrations, many * species);
  PUT(slots.temperature, many);
  PUT(counts, SM_CHEM_RODAS_COUNTS);
  PUT(slot, many);
  PUT(slot_after, many);
  PUT(y, many * unknowns);
  PUT(y_after, many * unknowns);
  PUT(rates, many * species);
  PUT(potentials, many * species);
  PUT(constants, many * (size_t)constants);
  PUT(values, many * values);
  PUT(k, many * unknowns * SM_CHEM_RODAS_STAGES);
#undef PUT
  a->slots.stride = slots;
  return SM_OK;
}

static enum sm_status make_slots(struct sm_context *ctx, struct sm_chem_gpu *gpu, int64_t cells) {
  SM_SCOPED_BY(sm_kinetics_destroy) struct sm_kinetics *kinetics = NULL;
  SM_SCOPED_BY(sm_sparse_lu_destroy) struct sm_sparse_lu *sparse = NULL;
  if (gpu->slot_bytes > 0 && gpu->own.slots.stride >= slots_for(gpu, cells)) return SM_OK;
  SM_TRY(sm_kinetics_create(ctx, gpu->m, &kinetics));
  SM_TRY(sm_reactor_jacobian_pattern(ctx, kinetics, &sparse));
  return put_slots(ctx, gpu, sparse, cells);
}

/* Rates of the stage states, by the kernel without or with derivative terms. */
static enum sm_status run_rates(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                const struct sm_chem_rodas_args *a,
                                enum sm_chem_gpu_kernel kernel) {
  SM_TRY(sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_POTENTIALS, a->slots.count, a));
  return sm_chem_gpu_run(ctx, gpu, kernel, a->slots.count, a);
}

static enum sm_status run_stages(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                 struct sm_chem_rodas_args *a,
                                 const struct sm_chem_tableau *method) {
  const int64_t count = a->slots.count;
  const int last = method->stages - 1;
  for (int i = 0; i <= last; i++) {
    if (i > 0 && i != a->stale) SM_TRY(run_rates(ctx, gpu, a, SM_CHEM_GPU_AGAIN));
    a->stage = i;
    memcpy(a->a, method->a[i < last ? i + 1 : i], sizeof a->a);
    memcpy(a->c, method->c[i], sizeof a->c);
    a->goes_on = memcmp(a->a, method->a[i], (size_t)i * sizeof *a->a) == 0;
    SM_TRY(sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_STAGE, count, a));
  }
  return SM_OK;
}

/* One step of all active cells, with new cells in free slots. */
static enum sm_status run_step(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               struct sm_chem_rodas_args *a, const struct sm_chem_tableau *method) {
  const int64_t count = a->slots.count;
  SM_TRY(sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_BEGIN, count, a));
  SM_TRY(run_rates(ctx, gpu, a, SM_CHEM_GPU_CONSTANTS));
  SM_TRY(sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_MATRIX, count, a));
  SM_TRY(sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_FACTOR, count, a));
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

/* Kernel arguments for the slots of the GPU. */
static struct sm_chem_rodas_args args_of(const struct sm_chem_gpu *gpu,
                                         const struct sm_chem_rodas_args *args,
                                         const struct sm_chem_tableau *method) {
  const struct sm_chem_rodas_args *own = &gpu->own;
  struct sm_chem_rodas_args a = *args;
  a.slots = own->slots;
  a.counts = own->counts;
  a.slot = own->slot;
  a.slot_after = own->slot_after;
  a.y = own->y;
  a.y_after = own->y_after;
  a.rates = own->rates;
  a.potentials = own->potentials;
  a.constants = own->constants;
  a.values = own->values;
  a.k = own->k;
  a.kept = a.taken = 0;
  a.stages = method->stages;
  a.order_of_error = method->order;
  a.stale = method->stale > 0 ? method->stale : -1;
  a.gamma = method->gamma;
  return a;
}

enum sm_status sm_chem_gpu_make_rosenbrock(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                           int64_t cells) {
  SM_TRY(sm_chem_gpu_prepare(ctx, gpu, SM_CHEM_GPU_BEGIN, SM_CHEM_GPU_STAGE));
  return make_slots(ctx, gpu, cells);
}

enum sm_status sm_chem_gpu_rosenbrock(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                      const struct sm_chem_rodas_args *args,
                                      const struct sm_chem_tableau *method,
                                      struct sm_chem_gpu_failed *failed) {
  unsigned long long counts[SM_CHEM_RODAS_COUNTS] = {0};
  *failed = (struct sm_chem_gpu_failed){0, 0};
  if (args->count == 0 || !(args->dt > 0)) return SM_OK;
  SM_TRY(sm_chem_gpu_make_rosenbrock(ctx, gpu, args->count));
  struct sm_chem_rodas_args a = args_of(gpu, args, method);
  gpu->device->backend->clear(gpu->device, a.counts, sizeof counts);
  while (a.kept > 0 || a.taken < a.count) {
    const int64_t left = a.count - a.taken, free = a.slots.stride - a.kept;
    const int64_t fresh = left < free ? left : free;
    a.slots.count = a.kept + fresh;
    SM_TRY(run_step(ctx, gpu, &a, method));
    SM_TRY(sm_device_download(ctx, gpu->device, counts, a.counts, sizeof counts));
    gpu->device->backend->clear(gpu->device, &a.counts[SM_CHEM_RODAS_KEPT], sizeof *a.counts);
    a.taken += fresh;
    a.kept = (int64_t)counts[SM_CHEM_RODAS_KEPT];
    swap_slots(&a);
  }
  failed->count = (int64_t)counts[SM_CHEM_RODAS_FAILED];
  if (failed->count > 0) failed->first = a.cells.count - (int64_t)counts[SM_CHEM_RODAS_FIRST];
  return SM_OK;
}
