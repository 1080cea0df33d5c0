/* Generated kinetics on a GPU: programs compiled by NVRTC at their first use, and launched. */
#include "chem/generate/internal.h"

#include "base/clock.h"
#include "device/gpu_program.h"
#include "simoom/mechanism.h"

static const struct {
  const char *name;
  unsigned text;
} kernels[SM_CHEM_GPU_KERNELS] = {
    {"chem_steps", SM_CHEM_KERNEL_STEPS},           {"chem_rkc", SM_CHEM_KERNEL_RKC},
    {"chem_rates", SM_CHEM_KERNEL_RATES},           {"chem_begin", SM_CHEM_KERNEL_BEGIN},
    {"chem_potentials", SM_CHEM_KERNEL_POTENTIALS}, {"chem_constants", SM_CHEM_KERNEL_CONSTANTS},
    {"chem_again", SM_CHEM_KERNEL_AGAIN},           {"chem_matrix", SM_CHEM_KERNEL_MATRIX},
    {"chem_factor", SM_CHEM_KERNEL_FACTOR},         {"chem_stage", SM_CHEM_KERNEL_STAGE}};

static struct sm_chem_launch_config shape_of(const struct sm_chem_gpu *gpu,
                                             enum sm_chem_gpu_kernel kernel) {
  struct sm_chem_launch_config shape =
      sm_chem_choose_launch(gpu->m, kernels[kernel].text, gpu->limits.shared_bytes);
  if (kernel < SM_CHEM_GPU_BEGIN) shape.blocks = gpu->blocks;
  return shape;
}

enum sm_status sm_chem_gpu_create(struct sm_context *ctx, struct sm_device *device,
                                  const struct sm_mechanism *m, int blocks,
                                  struct sm_chem_gpu **out) {
  if (!sm_gpu_program_possible(device))
    return sm_fail(ctx, SM_ERR_DEVICE, "error: generated kinetics run on a GPU only");
  struct sm_chem_gpu *gpu;
  SM_TRY(sm_alloc(ctx, 1, sizeof *gpu, "chemistry on a GPU", &gpu));
  gpu->device = device;
  gpu->m = m;
  const enum sm_status status = sm_gpu_limits(ctx, device, &gpu->limits);
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
  for (int i = 0; i < SM_CHEM_GPU_KERNELS; i++) sm_gpu_program_unload(&(*gpu)->program[i]);
  sm_store_clear(&(*gpu)->store);
  sm_free(*gpu);
  *gpu = NULL;
}

enum sm_status sm_chem_gpu_prepare(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                   enum sm_chem_gpu_kernel from, enum sm_chem_gpu_kernel to) {
  struct sm_text text[SM_CHEM_GPU_KERNELS] = {{0}};
  struct sm_nvrtc_source source[SM_CHEM_GPU_KERNELS];
  struct sm_nvrtc_image made[SM_CHEM_GPU_KERNELS] = {{0}};
  int kernel[SM_CHEM_GPU_KERNELS], count = 0;
  const double begin = sm_clock_wall();
  bool compiled = false;
  enum sm_status status;
  for (int i = (int)from; i <= (int)to; i++)
    if (gpu->program[i] == NULL) kernel[count++] = i;
  if (count == 0) return SM_OK;
  for (int i = 0; i < count; i++) {
    const struct sm_chem_launch_config shape = shape_of(gpu, (enum sm_chem_gpu_kernel)kernel[i]);
    SM_TRY_DONE(sm_chem_program_text(ctx, gpu->m, &shape, kernels[kernel[i]].text, &text[i]));
    source[i] =
        (struct sm_nvrtc_source){gpu->m->name, sm_text_string(&text[i]), gpu->limits.capability};
  }
  SM_TRY_DONE(sm_nvrtc_compile_all(ctx, source, count, made));
  for (int i = 0; i < count; i++) {
    compiled = compiled || !made[i].cached;
    gpu->seconds[kernel[i]] = made[i].seconds;
    SM_TRY_DONE(sm_gpu_program_load(ctx, gpu->device, made[i].image, &gpu->program[kernel[i]]));
  }
  if (compiled)
    sm_info(ctx, "compiled %s of %s for the GPU in %.1f s",
            count > 1 ? "the steps" : kernels[kernel[0]].name, gpu->m->name,
            sm_clock_wall() - begin);
done:
  for (int i = 0; i < SM_CHEM_GPU_KERNELS; i++) {
    sm_free(made[i].image);
    sm_text_free(&text[i]);
  }
  return status;
}

enum sm_status sm_chem_gpu_run(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               enum sm_chem_gpu_kernel kernel, int64_t cells,
                               const void *argument) {
  SM_TRY(sm_chem_gpu_prepare(ctx, gpu, kernel, kernel));
  if (cells == 0) return SM_OK;
  const struct sm_chem_launch_config shape = shape_of(gpu, kernel);
  const int64_t wanted = (cells + shape.threads - 1) / shape.threads, all = gpu->limits.processors;
  /* kernels that process all cells part by part use one block per multiprocessor */
  const bool stay = (kernel == SM_CHEM_GPU_RATES || kernel == SM_CHEM_GPU_CONSTANTS ||
                     kernel == SM_CHEM_GPU_AGAIN) &&
                    shape.shared_bytes > 0;
  const struct sm_gpu_launch_args launch = {kernels[kernel].name,
                                            stay && wanted > all ? all : wanted, shape.threads,
                                            shape.shared_bytes, argument};
  return sm_gpu_kernel_launch(ctx, gpu->program[kernel], &launch);
}

enum sm_status sm_chem_gpu_rates(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                 const struct sm_chem_kernel_cells *cells, double *rates) {
  const struct sm_chem_rates_args args = {*cells, rates};
  return sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_RATES, cells->count, &args);
}

enum sm_status sm_chem_gpu_rk4(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               const struct sm_chem_kernel_cells *cells, double dt, int32_t steps,
                               enum sm_chem_kernel_mode mode) {
  const struct sm_chem_rk4_args args = {*cells, dt, steps, (int32_t)mode};
  return sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_STEPS, cells->count, &args);
}

enum sm_status sm_chem_gpu_rkc(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               const struct sm_chem_rkc_args *args) {
  return sm_chem_gpu_run(ctx, gpu, SM_CHEM_GPU_RKC, args->cells.count, args);
}

enum sm_status sm_chem_gpu_get_report(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                      enum sm_chem_gpu_kernel kernel,
                                      struct sm_chem_gpu_kernel_report *out) {
  SM_TRY(sm_chem_gpu_prepare(ctx, gpu, kernel, kernel));
  const struct sm_chem_launch_config shape = shape_of(gpu, kernel);
  *out =
      (struct sm_chem_gpu_kernel_report){.threads = shape.threads, .seconds = gpu->seconds[kernel]};
  return sm_gpu_kernel_cost(ctx, gpu->program[kernel], kernels[kernel].name, shape.threads,
                            shape.shared_bytes, &out->cost);
}
