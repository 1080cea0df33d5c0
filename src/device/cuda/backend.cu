/* device/cuda/backend.cu - CUDA back end: one thread per cell, with the same cell functions as
 * device/cpu/backend.c. */
#include "device/cuda/launch.h"
#include "device/cuda/memory.h"
#include "device/cuda/messages.h"
#include "device/cuda/reduce.h"
#include <stdio.h>

#include "device/cuda/vector4.h"

/* Threads per block; and threads per warp that have two cells on both sides. */
enum { STAGE_THREADS = 128, STAGE_INSIDE = WARP - 4 };
#define SM_BITS 32
#include "cell/precision.h"

#include "device/cuda/compressible_lines.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "device/cuda/compressible_lines.h"
#undef SM_BITS
#undef SM_REAL

/* Long kernels on few cells, and long sums, may use all registers. */
#define EACH(NAME, ARGS) KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS, 256)
#define FEW(NAME, ARGS) KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS, 256, 1)
#define MANY(NAME, ARGS, BLOCKS)                                                                   \
  KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS, MANY_THREADS, MANY_BLOCKS(BLOCKS))
#define SUM(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, false, , THREADS)
#define LONG_SUM(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, false, , THREADS, 1)
#define SUM_THEN(NAME, ARGS, THEN)                                                                 \
  KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, false, sm_##THEN(&a.cg), THREADS)
#define MAX(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, true, , THREADS)
#define LINES_REAL(NAME, ARGS)
#define MANY_REAL(NAME, ARGS, BLOCKS_32, BLOCKS_64)                                                \
  KERNEL_EACH(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, MANY_THREADS,                       \
              MANY_BLOCKS(BLOCKS_32))                                                              \
  KERNEL_EACH(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, MANY_THREADS, MANY_BLOCKS(BLOCKS_64))
#define EACH_REAL(NAME, ARGS)                                                                      \
  KERNEL_EACH(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, 256)                                \
  KERNEL_EACH(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, 256)
#define FEW_REAL(NAME, ARGS)                                                                       \
  KERNEL_EACH(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, 256, 1)                             \
  KERNEL_EACH(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, 256, 1)
#define SUM_REAL(NAME, ARGS)                                                                       \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, false, , THREADS)                 \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, false, , THREADS)
#define MAX_REAL(NAME, ARGS)                                                                       \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, true, , THREADS)                  \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, true, , THREADS)
#define LONG_SUM_REAL(NAME, ARGS)                                                                  \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, false, , THREADS, 1)              \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, false, , THREADS, 1)
#define LONG_MAX_REAL(NAME, ARGS)                                                                  \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, true, , THREADS, 1)               \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, true, , THREADS, 1)
#include "cell/kernels.def"
#include "device/kernels_undef.h"

/* --- kernels with a form vectorised by four --- */

#define EACH(NAME, ARGS)                                                                           \
  struct tag_##NAME {};
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
#include "cell/kernels.def"
#include "device/kernels_undef.h"

/* False: this kernel has no vectorised form. */
template <class Tag, class Args>
static bool run_vec4(Tag, struct sm_device *, const struct sm_box *, const Args *) {
  return false;
}
template <class Tag, class Args>
static bool run_vec4(Tag, struct sm_device *, const struct sm_box *, const Args *, double *) {
  return false;
}

/* False: this kernel has no hand-written form in this precision. */
template <class Tag, class Args>
static bool run_by_hand(Tag, struct sm_device *, const struct sm_box *, const Args *, double *) {
  return false;
}
#include "device/cuda/mac_sor.h"

#include "device/cuda/smoothers.h"

/* Stage of the compressible solver. Lines are split if there are too few for all multiprocessors,
 * at the cost of repeated starts. */
enum { STAGE_BLOCKS = 4096, STAGE_SHORTEST = 8 };
static int stage_segment(dim3 grid, int cells) {
  const int lines = (int)(grid.x * grid.y), pieces = (STAGE_BLOCKS + lines - 1) / lines;
  const int length = (cells + pieces - 1) / pieces;
  return length > STAGE_SHORTEST ? length : (int)STAGE_SHORTEST;
}
template <class Kernel>
static void run_stage_lines(struct sm_device *device, const struct sm_box *box,
                            const struct sm_compressible_stage *stage, Kernel upwards,
                            Kernel across) {
  if (empty(box)) return;
  const dim3 block(WARP, STAGE_THREADS / WARP);
  const int *lo = box->lo, *hi = box->hi;
  dim3 grid(blocks(lo[0], hi[0], STAGE_INSIDE), blocks(lo[1], hi[1], (int)block.y));
  int length = stage_segment(grid, hi[2] - lo[2]);
  grid.z = blocks(lo[2], hi[2], length);
  SM_LAUNCH_BARRIERS(upwards, grid, block, stream_of(device), *box, *stage, length);
  if (stage->m.step[1] == 0) return;
  grid = dim3(blocks(lo[0], hi[0], (int)block.x), blocks(lo[2], hi[2], (int)block.y));
  length = stage_segment(grid, hi[1] - lo[1]);
  grid.z = blocks(lo[1], hi[1], length);
  SM_LAUNCH(across, grid, block, stream_of(device), *box, *stage, length);
}

/* Functions of the kernel table. */
#define LAUNCH(KERNEL, BLOCK)                                                                      \
  if (empty(box)) return;                                                                          \
  const dim3 block = BLOCK;                                                                        \
  SM_LAUNCH(KERNEL, grid_of(box, block), block, stream_of(device), *box, *args)
#define LAUNCH_EACH(KERNEL) LAUNCH(KERNEL, block_of(box))
#define SLOT(NAME, ARGS)                                                                           \
  static void run_##NAME(struct sm_device *device, const struct sm_box *box,                       \
                         const struct sm_##ARGS *args)
#define SLOT_OUT(NAME, ARGS)                                                                       \
  static void run_##NAME(struct sm_device *device, const struct sm_box *box,                       \
                         const struct sm_##ARGS *args, double *out)
#define EACH(NAME, ARGS)                                                                           \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    if (run_vec4(tag_##NAME(), device, box, args)) return;                                         \
    LAUNCH_EACH(kernel_##NAME);                                                                    \
  }
#define FEW EACH
#define MANY(NAME, ARGS, BLOCKS)                                                                   \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH(kernel_##NAME, dim3(MANY_THREADS));                                                     \
  }
#define SUM(NAME, ARGS)                                                                            \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    if (run_vec4(tag_##NAME(), device, box, args, out)) return;                                    \
    reduce(device, kernel_##NAME, combine_kernel_##NAME, box, args, out);                          \
  }
#define MAX(NAME, ARGS)                                                                            \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    reduce(device, kernel_##NAME, combine_kernel_##NAME, box, args, out);                          \
  }
#define EACH_REAL(NAME, ARGS)                                                                      \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_EACH((device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32));                 \
  }
#define MANY_REAL(NAME, ARGS, BLOCKS_32, BLOCKS_64)                                                \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH((device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32), dim3(64, 2));         \
  }
static constexpr enum sm_riemann_solver scheme_of_compressible_kurganov_conserved =
    SM_RIEMANN_KURGANOV_CONSERVED;
static constexpr enum sm_riemann_solver scheme_of_compressible_kurganov = SM_RIEMANN_KURGANOV;
static constexpr enum sm_riemann_solver scheme_of_compressible_hllc = SM_RIEMANN_HLLC;
static constexpr enum sm_riemann_solver scheme_of_compressible_slau = SM_RIEMANN_SLAU;
#define LINES_REAL(NAME, ARGS)                                                                     \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    if (device->bits == 64)                                                                        \
      run_stage_lines(device, box, args, stage_sweep_xz_f64<scheme_of_##NAME>,                     \
                      stage_sweep_y_f64<scheme_of_##NAME>);                                        \
    else                                                                                           \
      run_stage_lines(device, box, args, stage_sweep_xz_f32<scheme_of_##NAME>,                     \
                      stage_sweep_y_f32<scheme_of_##NAME>);                                        \
  }
#define SUM_REAL(NAME, ARGS)                                                                       \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    if (run_by_hand(tag_##NAME(), device, box, args, out)) return;                                 \
    reduce(device, device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32,                 \
           device->bits == 64 ? combine_kernel_##NAME##_f64 : combine_kernel_##NAME##_f32, box,    \
           args, out);                                                                             \
  }
#define MAX_REAL(NAME, ARGS)                                                                       \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    reduce(device, device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32,                 \
           device->bits == 64 ? combine_kernel_##NAME##_f64 : combine_kernel_##NAME##_f32, box,    \
           args, out);                                                                             \
  }
#include "cell/kernels.def"
#include "device/kernels_undef.h"

/* --- steps --- */

static void run_step(struct sm_device *device, const struct sm_solver_step *step) {
  switch (step->kind) {
#define STEP(NAME, ARGS)                                                                           \
  case SM_STEP_##NAME:                                                                             \
    run_##NAME(device, &step->box, &step->args.ARGS);                                              \
    break;
#define FEW_STEP STEP
#include "device/kernels_only_steps.h"

#include "cell/kernels.def"
#include "device/kernels_undef.h"
  }
}

#include "device/cuda/fused.h"

static void run_steps(struct sm_device *device, const struct sm_solver_step *step, int count) {
  for (int s = 0; s < count;) {
    const int merged = run_fused(device, step + s, count - s);
    if (merged > 0) {
      s += merged;
    } else if (s + 1 < count && run_restriction(device, &step[s])) {
      s += 2;
    } else if (s + 2 < count && run_prolong_smooth(device, &step[s])) {
      s += 3;
    } else {
      run_step(device, &step[s++]);
    }
  }
}

#include "device/cuda/loop.h"

extern "C" const struct sm_backend *sm_backend_cuda(void) {
  static const struct sm_backend backend = {
      "cuda",      device_allocate,    device_release,   upload,    download, device_clear,
      device_scan, device_sync,        device_close,     run_steps, record,   repeat,
      forget,      sm_cuda_sor_shared, sm_cuda_sor_loop,
#define EACH(NAME, ARGS) run_##NAME,
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
#include "cell/kernels.def"
#include "device/kernels_undef.h"
  };
  return &backend;
}

/* The driver loads a kernel at first use, which would distort timings; querying the kernel loads it
 * too. */
static void load_kernels(void) {
  struct cudaFuncAttributes unused;
#define LOAD(KERNEL) cudaFuncGetAttributes(&unused, (const void *)KERNEL);
#define EACH(NAME, ARGS) LOAD(kernel_##NAME)
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL(NAME, ARGS) LOAD(kernel_##NAME##_f32) LOAD(kernel_##NAME##_f64)
#define SUM_REAL EACH_REAL
#define MAX_REAL EACH_REAL
#define LINES_REAL(NAME, ARGS)                                                                     \
  LOAD(stage_sweep_xz_f32<scheme_of_##NAME>)                                                       \
  LOAD(stage_sweep_xz_f64<scheme_of_##NAME>)                                                       \
  LOAD(stage_sweep_y_f32<scheme_of_##NAME>)                                                        \
  LOAD(stage_sweep_y_f64<scheme_of_##NAME>)
#include "cell/kernels.def"
#include "device/kernels_undef.h"
#undef LOAD
}

extern "C" int sm_cuda_count(char *text, size_t size) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) return count;
  snprintf(text, size, "%s", error == cudaSuccess ? "no CUDA device" : cudaGetErrorString(error));
  cudaGetLastError();
  return 0;
}

extern "C" bool sm_cuda_describe(int index, char *text, size_t size, size_t *total,
                                 size_t *free_bytes) {
  struct cudaDeviceProp properties;
  if (cudaSetDevice(index) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, index) != cudaSuccess ||
      cudaMemGetInfo(free_bytes, total) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  snprintf(text, size, "%.100s", properties.name);
  return true;
}

extern "C" const char *sm_cuda_open(int index, struct sm_device *device) {
  if (!sm_cuda_describe(index, device->name, sizeof device->name, &device->total,
                        &device->free_bytes))
    return "the device cannot be used";
  cudaStream_t stream;
  const cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (error != cudaSuccess) return cudaGetErrorString(error);
  device->stream = stream;
  device->index = index;
  device->cluster = cluster_size(index);
  device->carrier = staging_carrier(device);
  load_kernels();
  device->scratch = device_allocate(device, sizeof(struct group_sums));
  if (cudaHostAlloc(&device->staging, STAGING, cudaHostAllocDefault) != cudaSuccess)
    device->staging = NULL;
  cudaGetLastError();
  return device->scratch != NULL && device->staging != NULL ? NULL : "out of memory";
}
