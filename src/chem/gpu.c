#include "chem/gpu.h"

#include "chem/text.h"
#include "device/compile.h"
#include "simoom/mechanism.h"

struct sm_chem_gpu {
  struct sm_device *device;     /* borrowed */
  const struct sm_mechanism *m; /* borrowed */
  struct sm_program_limits limits;
  struct sm_chem_shape shape;
  struct sm_program *program[SM_CHEM_GPU_KERNELS]; /* NULL: not asked for yet */
  double seconds[SM_CHEM_GPU_KERNELS];
};

static const struct {
  const char *name;
  unsigned text;
} kernels[SM_CHEM_GPU_KERNELS] = {{"chem_rates", SM_CHEM_KERNEL_RATES},
                                  {"chem_steps", SM_CHEM_KERNEL_STEPS},
                                  {"chem_rkc", SM_CHEM_KERNEL_RKC}};

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
  gpu->shape = sm_chem_shape(m, gpu->limits.shared_bytes);
  gpu->shape.blocks = blocks;
  *out = gpu;
  return SM_OK;
}

void sm_chem_gpu_destroy(struct sm_chem_gpu **gpu) {
  if (*gpu == NULL) return;
  for (int i = 0; i < SM_CHEM_GPU_KERNELS; i++) sm_program_unload(&(*gpu)->program[i]);
  sm_free(*gpu);
  *gpu = NULL;
}

/* Makes the program of a kernel, once. */
static enum sm_status prepare(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                              enum sm_chem_gpu_kernel kernel) {
  if (gpu->program[kernel] != NULL) return SM_OK;
  struct sm_text text = {0};
  struct sm_compiled made = {0};
  enum sm_status status;
  SM_TRY_DONE(sm_chem_text(ctx, gpu->m, &gpu->shape, kernels[kernel].text, &text));
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
  const int threads = gpu->shape.threads;
  const int64_t wanted = (cells + threads - 1) / threads, all = gpu->limits.processors;
  /* blocks that go through all cells part by part are one of each processor */
  const bool stay = kernel == SM_CHEM_GPU_RATES && gpu->shape.shared_bytes > 0;
  const struct sm_program_launch launch = {kernels[kernel].name,
                                           stay && wanted > all ? all : wanted, threads,
                                           gpu->shape.shared_bytes, argument};
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

enum sm_status sm_chem_gpu_report(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                  enum sm_chem_gpu_kernel kernel, struct sm_chem_gpu_report *out) {
  SM_TRY(prepare(ctx, gpu, kernel));
  *out =
      (struct sm_chem_gpu_report){.threads = gpu->shape.threads, .seconds = gpu->seconds[kernel]};
  return sm_program_cost(ctx, gpu->program[kernel], kernels[kernel].name, gpu->shape.threads,
                         gpu->shape.shared_bytes, &out->cost);
}
