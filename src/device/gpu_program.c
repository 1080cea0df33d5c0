#include "device/gpu_program.h"

#include "device/device.h"
#include <string.h>

struct sm_gpu_program {
  struct sm_device *device; /* borrowed */
  void *library;
};

bool sm_gpu_program_possible(const struct sm_device *device) {
  return sm_device_has_data(device) && strcmp(device->backend->name, "cuda") == 0;
}

/* Reports an error of the driver. */
static enum sm_status device_error(struct sm_context *ctx, const struct sm_device *device,
                                   const char *what, const char *error) {
  return error == NULL
             ? SM_OK
             : sm_fail(ctx, SM_ERR_DEVICE, "error: %s: %s: %s", device->name, what, error);
}

#ifndef SM_HAVE_CUDA
static const char *const none = "simoom was built without CUDA";
#define sm_cuda_limits(...) none
#define sm_cuda_load(...) none
#define sm_cuda_unload(...) (void)0
#define sm_cuda_cost(...) none
#define sm_cuda_launch(...) none
#endif

enum sm_status sm_gpu_limits(struct sm_context *ctx, struct sm_device *device,
                             struct sm_gpu_properties *out) {
  *out = (struct sm_gpu_properties){0};
  return device_error(ctx, device, "what the device has", sm_cuda_limits(device, out));
}

enum sm_status sm_gpu_program_load(struct sm_context *ctx, struct sm_device *device,
                                   const void *image, struct sm_gpu_program **out) {
  struct sm_gpu_program *program;
  (void)image;
  SM_TRY(sm_alloc(ctx, 1, sizeof *program, "a program", &program));
  program->device = device;
  const enum sm_status status = device_error(ctx, device, "loading a program",
                                             sm_cuda_load(device, image, &program->library));
  if (status == SM_OK)
    *out = program;
  else
    sm_free(program);
  return status;
}

void sm_gpu_program_unload(struct sm_gpu_program **program) {
  if (*program == NULL) return;
  sm_cuda_unload((*program)->device, (*program)->library);
  sm_free(*program);
  *program = NULL;
}

enum sm_status sm_gpu_kernel_cost(struct sm_context *ctx, struct sm_gpu_program *program,
                                  const char *kernel, int threads, size_t shared_bytes,
                                  struct sm_gpu_kernel_resources *out) {
  (void)threads;
  (void)shared_bytes;
  *out = (struct sm_gpu_kernel_resources){0};
  return device_error(
      ctx, program->device, kernel,
      sm_cuda_cost(program->device, program->library, kernel, threads, shared_bytes, out));
}

enum sm_status sm_gpu_kernel_launch(struct sm_context *ctx, struct sm_gpu_program *program,
                                    const struct sm_gpu_launch_args *launch) {
  return device_error(ctx, program->device, launch->kernel,
                      sm_cuda_launch(program->device, program->library, launch));
}
