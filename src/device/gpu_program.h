/* device/gpu_program.h - GPU programs compiled at run time (NVRTC): compilation, loading, launch.
 */
#ifndef SM_DEVICE_GPU_PROGRAM_H
#define SM_DEVICE_GPU_PROGRAM_H

#include "base/context.h"
#include <stdint.h>

/* nvrtc.c: Run-time compilation for GPUs (NVRTC), with a disk cache of compiled programs. Needs no
 * GPU. NVRTC is loaded at first use; simoom runs without it. */

struct sm_nvrtc_source {
  const char *name; /* program name in messages */
  const char *text; /* CUDA C++ */
  int capability;   /* compute capability: 90 for 9.0 */
};

struct sm_nvrtc_image {
  void *image; /* a cubin; freed with sm_free */
  size_t size;
  bool cached;    /* taken from the cache */
  double seconds; /* compilation time, s */
};

/* Compiles a program, or takes it from the cache folder: $SIMOOM_CACHE, else
 * $XDG_CACHE_HOME/simoom, else ~/.cache/simoom. The cache key is the SHA-256 of text, options,
 * NVRTC version and capability; damaged files are recompiled, and without a writable folder only
 * time is lost. Errors: ERR_DEVICE (no NVRTC, or a compile error, with the log in the message),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_nvrtc_compile(struct sm_context *ctx,
                                           const struct sm_nvrtc_source *source,
                                           struct sm_nvrtc_image *out);

/* Compiles several programs in parallel; the caller frees all images, even after a
 * failure. */
SM_CHECKED enum sm_status sm_nvrtc_compile_all(struct sm_context *ctx,
                                               const struct sm_nvrtc_source *source, int count,
                                               struct sm_nvrtc_image *out);

/* "NVRTC 13.0", true; or the reason why it cannot be loaded, false. */
bool sm_nvrtc_describe(char *out, size_t size);

/* gpu_program.c: GPU programs compiled at run time: loading and launch. */

struct sm_device;
struct sm_gpu_program;

/* Resources of a device for a thread block. */
struct sm_gpu_properties {
  int capability;      /* compute capability: 90 for 9.0 */
  int processors;      /* number of multiprocessors */
  size_t shared_bytes; /* maximum shared memory of a block */
  double clock;        /* maximum clock frequency, Hz */
};

/* Resources used by a kernel. */
struct sm_gpu_kernel_resources {
  int registers;      /* registers per thread */
  size_t local_bytes; /* local memory per thread: register spills and arrays */
  int blocks;         /* maximum concurrent blocks per multiprocessor */
};

struct sm_gpu_launch_args {
  const char *kernel; /* kernel name; it has one argument, a struct by value */
  int64_t blocks;
  int threads;
  size_t shared_bytes;
  const void *argument;
};

/* Whether the device is a GPU that supports run-time programs. */
bool sm_gpu_program_possible(const struct sm_device *device);

/* Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_gpu_limits(struct sm_context *ctx, struct sm_device *device,
                                        struct sm_gpu_properties *out);
SM_CHECKED enum sm_status sm_gpu_program_load(struct sm_context *ctx, struct sm_device *device,
                                              const void *image, struct sm_gpu_program **out);
void sm_gpu_program_unload(struct sm_gpu_program **program);
SM_CHECKED enum sm_status sm_gpu_kernel_cost(struct sm_context *ctx, struct sm_gpu_program *program,
                                             const char *kernel, int threads, size_t shared_bytes,
                                             struct sm_gpu_kernel_resources *out);
/* Launches a kernel; kernels run in call order, possibly after the call has returned. */
SM_CHECKED enum sm_status sm_gpu_kernel_launch(struct sm_context *ctx,
                                               struct sm_gpu_program *program,
                                               const struct sm_gpu_launch_args *launch);

#ifdef SM_HAVE_CUDA
#ifdef __cplusplus
extern "C" {
#endif
/* Each returns NULL, or an error. A library is the program handle of the driver. */
const char *sm_cuda_limits(const struct sm_device *device, struct sm_gpu_properties *out);
const char *sm_cuda_load(const struct sm_device *device, const void *image, void **library);
void sm_cuda_unload(const struct sm_device *device, void *library);
const char *sm_cuda_cost(const struct sm_device *device, void *library, const char *kernel,
                         int threads, size_t shared_bytes, struct sm_gpu_kernel_resources *out);
const char *sm_cuda_launch(const struct sm_device *device, void *library,
                           const struct sm_gpu_launch_args *launch);
#ifdef __cplusplus
}
#endif
#endif

#endif
