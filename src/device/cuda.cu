/* cuda.cu - the CUDA back end: one thread per cell around the same functions as cpu.c. */
#include "device/cuda_profile.h"
#include <stdio.h>
#include <string.h>
#ifndef SM_LAUNCH /* tests/emulator runs these kernels on the host */
#define SM_LAUNCH(KERNEL, GRID, BLOCK, STREAM, ...) KERNEL<<<GRID, BLOCK, 0, STREAM>>>(__VA_ARGS__)
#endif

static cudaStream_t stream_of(const struct sm_device *device) {
  return (cudaStream_t)device->stream;
}

static unsigned blocks(int lo, int hi, int block) {
  return (unsigned)((hi - lo + block - 1) / block);
}

/* Shape of a block: rows of 64 by 4, or a line for one-dimensional boxes. */
static dim3 block_of(const struct sm_box *b) {
  return b->hi[1] - b->lo[1] > 1 ? dim3(64, 4, 1) : dim3(256, 1, 1);
}

static dim3 grid_of(const struct sm_box *b, dim3 block) {
  return dim3(blocks(b->lo[0], b->hi[0], (int)block.x), blocks(b->lo[1], b->hi[1], (int)block.y),
              (unsigned)(b->hi[2] - b->lo[2]));
}

static bool empty(const struct sm_box *b) {
  return b->hi[0] <= b->lo[0] || b->hi[1] <= b->lo[1] || b->hi[2] <= b->lo[2];
}

#define KERNEL_EACH(KERNEL, CELL, ARGS)                                                            \
  static __global__ void __launch_bounds__(256)                                                    \
      KERNEL(const struct sm_box b, const struct sm_##ARGS a) {                                    \
    const int i = b.lo[0] + (int)(blockIdx.x * blockDim.x + threadIdx.x);                          \
    const int j = b.lo[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y);                          \
    if (i < b.hi[0] && j < b.hi[1]) CELL(&a, i, j, b.lo[2] + (int)blockIdx.z);                     \
  }

#define ADD(A, B) ((A) + (B))
#define LARGER(A, B) ((B) <= (A) ? (A) : (B)) /* keeps a NaN in B */

/* A row per 32 threads; thread l adds the terms lo + l + 32 m into lane l of the row. */
#define KERNEL_REDUCE(KERNEL, CELL, ARGS, KEEP)                                                    \
  static __global__ void __launch_bounds__(256)                                                    \
      KERNEL(const struct sm_box b, const struct sm_##ARGS a, double *lanes) {                     \
    const int ny = b.hi[1] - b.lo[1];                                                              \
    const int64_t row = (int64_t)blockIdx.x * blockDim.y + threadIdx.y;                            \
    if (row >= (int64_t)ny * (b.hi[2] - b.lo[2])) return;                                          \
    const int j = b.lo[1] + (int)(row % ny), k = b.lo[2] + (int)(row / ny);                        \
    double sum = 0;                                                                                \
    for (int i = b.lo[0] + (int)threadIdx.x; i < b.hi[0]; i += SM_LANES) {                         \
      const double term = CELL(&a, i, j, k);                                                       \
      sum = KEEP(sum, term);                                                                       \
    }                                                                                              \
    lanes[row * SM_LANES + threadIdx.x] = sum;                                                     \
  }

/* The rows of a slot, one after the other, per lane: 128 x 32 sums. */
static __global__ void gather_rows(const double *lanes, int64_t rows, int64_t group, bool larger,
                                   double *slots) {
  const int64_t slot = blockIdx.x;
  double sum = 0;
  for (int64_t row = slot * group; row < (slot + 1) * group && row < rows; row++) {
    const double term = lanes[row * SM_LANES + threadIdx.x];
    sum = larger ? LARGER(sum, term) : ADD(sum, term);
  }
  slots[slot * SM_LANES + threadIdx.x] = sum;
}

/* One halving of the tree over the 128 x 32 sums. */

static __global__ void halve(double *v, int half, bool larger, double *out) {
  const int l = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (l >= half) return;
  const double sum = larger ? LARGER(v[l], v[l + half]) : ADD(v[l], v[l + half]);
  v[l] = sum;
  if (half == 1) *out = sum;
}

/* The last halvings, by one thread: fewer launches. */
static __global__ void finish(double *v, int n, bool larger, double *out) {
  for (int s = n / 2; s > 0; s /= 2)
    for (int l = 0; l < s; l++) v[l] = larger ? LARGER(v[l], v[l + s]) : ADD(v[l], v[l + s]);
  *out = v[0];
}

/* Room for the lanes of `rows` rows and the slots behind them. */
static double *scratch(struct sm_device *device, int64_t rows) {
  const size_t need = ((size_t)rows * SM_LANES + SM_SLOTS * SM_LANES) * sizeof(double);
  if (device->scratch_bytes < need) {
    cudaStreamSynchronize(stream_of(device));
    cudaFree(device->scratch);
    device->scratch = NULL;
    device->scratch_bytes = 0;
    if (cudaMalloc(&device->scratch, need) != cudaSuccess) return NULL;
    device->scratch_bytes = need;
  }
  return (double *)device->scratch;
}

static void finish_reduction(struct sm_device *device, double *lanes, int64_t rows, bool larger,
                             double *out) {
  const cudaStream_t stream = stream_of(device);
  double *slots = lanes + rows * SM_LANES;
  SM_LAUNCH(gather_rows, dim3(SM_SLOTS), dim3(SM_LANES), stream, lanes, rows,
            (rows + SM_SLOTS - 1) / SM_SLOTS, larger, slots);
  int half = SM_SLOTS * SM_LANES / 2;
  for (; half >= 32; half /= 2)
    SM_LAUNCH(halve, dim3((unsigned)(half + 255) / 256), dim3(256), stream, slots, half, larger,
              out);
  SM_LAUNCH(finish, dim3(1), dim3(1), stream, slots, 2 * half, larger, out);
}

#define EACH(NAME, ARGS) KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS)
#define FEW EACH
#define SUM(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, ADD)
#define MAX(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, LARGER)
#define EACH_REAL(NAME, ARGS)                                                                      \
  KERNEL_EACH(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS)                                     \
  KERNEL_EACH(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS)
#define SUM_REAL(NAME, ARGS)                                                                       \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, ADD)                              \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, ADD)
#define MAX_REAL(NAME, ARGS)                                                                       \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, LARGER)                           \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, LARGER)
#include "cell/kernels.def"
#include "device/undef.h"

/* The slots of the table. */
#define LAUNCH_EACH(KERNEL)                                                                        \
  if (empty(box)) return;                                                                          \
  const dim3 block = block_of(box);                                                                \
  SM_LAUNCH(KERNEL, grid_of(box, block), block, stream_of(device), *box, *args)
#define LAUNCH_REDUCE(KERNEL, LARGEST)                                                             \
  const int64_t rows =                                                                             \
      empty(box) ? 0 : (int64_t)(box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);             \
  double *lanes = scratch(device, rows);                                                           \
  if (lanes == NULL) return; /* told by sync */                                                    \
  if (rows > 0)                                                                                    \
    SM_LAUNCH(KERNEL, dim3((unsigned)((rows + 7) / 8)), dim3(SM_LANES, 8), stream_of(device),      \
              *box, *args, lanes);                                                                 \
  finish_reduction(device, lanes, rows, LARGEST, out)
#define SLOT(NAME, ARGS)                                                                           \
  static void run_##NAME(struct sm_device *device, const struct sm_box *box,                       \
                         const struct sm_##ARGS *args)
#define SLOT_OUT(NAME, ARGS)                                                                       \
  static void run_##NAME(struct sm_device *device, const struct sm_box *box,                       \
                         const struct sm_##ARGS *args, double *out)
#define EACH(NAME, ARGS)                                                                           \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_EACH(kernel_##NAME);                                                                    \
  }
#define FEW EACH
#define SUM(NAME, ARGS)                                                                            \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_REDUCE(kernel_##NAME, false);                                                           \
  }
#define MAX(NAME, ARGS)                                                                            \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_REDUCE(kernel_##NAME, true);                                                            \
  }
#define EACH_REAL(NAME, ARGS)                                                                      \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_EACH((device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32));                 \
  }
#define SUM_REAL(NAME, ARGS)                                                                       \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_REDUCE((device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32), false);        \
  }
#define MAX_REAL(NAME, ARGS)                                                                       \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    LAUNCH_REDUCE((device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32), true);         \
  }
#include "cell/kernels.def"
#include "device/undef.h"

static void *device_allocate(struct sm_device *device, size_t bytes) {
  void *memory = NULL;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) {
    cudaGetLastError();
    return NULL;
  }
  cudaMemsetAsync(memory, 0, bytes, stream_of(device));
  return memory;
}

static void device_release(struct sm_device *device, void *memory) {
  cudaStreamSynchronize(stream_of(device));
  cudaFree(memory);
}

static bool copy(struct sm_device *device, const char *name, void *to, const void *from,
                 size_t bytes) {
  bool good;
  {
    const struct timed timed(device, name, bytes);
    good = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_of(device)) == cudaSuccess;
  }
  return good && cudaStreamSynchronize(stream_of(device)) == cudaSuccess;
}

static bool upload(struct sm_device *device, void *to, const void *from, size_t bytes) {
  return copy(device, SM_COPY_TO_DEVICE, to, from, bytes);
}

static bool download(struct sm_device *device, void *to, const void *from, size_t bytes) {
  return copy(device, SM_COPY_TO_HOST, to, from, bytes);
}

static void device_clear(struct sm_device *device, void *memory, size_t bytes) {
  cudaMemsetAsync(memory, 0, bytes, stream_of(device));
}

static const char *device_sync(struct sm_device *device) {
  const cudaError_t waited = cudaStreamSynchronize(stream_of(device)), last = cudaGetLastError();
  const cudaError_t error = waited != cudaSuccess ? waited : last;
  if (error == cudaSuccess) read_events(device);
  return error == cudaSuccess ? NULL : cudaGetErrorString(error);
}

static void device_close(struct sm_device *device) {
  free_events(device);
  cudaFree(device->scratch);
  cudaStreamDestroy(stream_of(device));
}

extern "C" const struct sm_backend *sm_backend_cuda(void) {
  static const struct sm_backend backend = {
      "cuda",   device_allocate, device_release, upload,
      download, device_clear,    device_sync,    device_close,
#define EACH(NAME, ARGS) run_##NAME,
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
#include "cell/kernels.def"
#include "device/undef.h"
  };
  return &backend;
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
  return NULL;
}
