/* emulator.h - runs the .cu files of src/device on the host, thread by thread, to test their launch
 * shapes, bounds and copies under sanitizers without a GPU; the threads of a block with barriers
 * alternate. Kernels launched by kernels run immediately. Included before the file, which is
 * compiled as C++. */
#pragma once
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

#define __CUDACC__ 1
#define __host__
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static /* blocks run one after another */

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
struct float2 {
  float x, y;
};
static dim3 gridDim, blockDim, blockIdx, threadIdx;

/* Threads of a block with barriers: each has a stack, and runs to its next barrier in turn. */
struct emulated_thread {
  ucontext_t context;
  std::vector<char> stack;
  bool ended;
};
static ucontext_t emulated_scheduler;
static struct emulated_thread *emulated_self;
static inline void __syncthreads() { swapcontext(&emulated_self->context, &emulated_scheduler); }
static inline void __syncwarp() { __syncthreads(); }
static inline void __threadfence() {}
static inline double __ldcg(const double *from) { return *from; }
static inline unsigned atomicInc(unsigned *value, unsigned last) {
  const unsigned before = *value;
  *value = before >= last ? 0 : before + 1;
  return before;
}
static inline void atomicMin(unsigned long long *value, unsigned long long other) {
  if (other < *value) *value = other;
}
static inline void atomicMax(unsigned long long *value, unsigned long long other) {
  if (other > *value) *value = other;
}

/* GPU clock; advances by a nanosecond per call. */
static inline unsigned long long emulated_nanoseconds() {
  static unsigned long long now = 0;
  return ++now;
}
#define SM_GPU_NANOSECONDS emulated_nanoseconds

/* Warp shuffle, for blocks whose rows are warps. */
template <class T> static inline T emulated_shuffle(T value, int by) {
  static T slots[1024];
  const int row = (int)(threadIdx.y * blockDim.x), x = (int)threadIdx.x, from = x + by;
  slots[row + x] = value;
  __syncthreads();
  const T got = from >= 0 && from < (int)blockDim.x ? slots[row + from] : value;
  __syncthreads();
  return got;
}
template <class T> static inline T __shfl_up_sync(unsigned, T value, int by) {
  return emulated_shuffle(value, -by);
}
template <class T> static inline T __shfl_down_sync(unsigned, T value, int by) {
  return emulated_shuffle(value, by);
}

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyDefault };
enum { cudaStreamNonBlocking = 1 };
typedef struct emulated_stream *cudaStream_t;
static const cudaStream_t cudaStreamTailLaunch = nullptr;
struct cudaDeviceProp {
  char name[256];
};

static cudaError_t emulated_error = cudaSuccess;
static inline cudaError_t cudaGetLastError() {
  const cudaError_t error = emulated_error;
  emulated_error = cudaSuccess;
  return error;
}
static inline const char *cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "invalid launch";
}
static inline cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
static inline cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int) {
  std::snprintf(properties->name, sizeof properties->name, "emulated GPU");
  return cudaSuccess;
}
static inline cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
  *free_bytes = *total = (size_t)1 << 33;
  return cudaSuccess;
}
/* Fills memory with NaN patterns, so that reads of unwritten memory are detected. */
static inline cudaError_t cudaMalloc(void **memory, size_t bytes) {
  *memory = std::malloc(bytes);
  if (*memory != nullptr) std::memset(*memory, 0xff, bytes);
  return *memory != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}
static inline cudaError_t cudaFree(void *memory) {
  std::free(memory);
  return cudaSuccess;
}
enum { cudaHostAllocDefault = 0 };
static inline cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned) {
  return cudaMalloc(memory, bytes);
}
static inline cudaError_t cudaFreeHost(void *memory) { return cudaFree(memory); }
struct cudaFuncAttributes {};
static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *, const void *) {
  return cudaSuccess;
}
static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind,
                                          cudaStream_t) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaMemsetAsync(void *memory, int value, size_t bytes, cudaStream_t) {
  std::memset(memory, value, bytes);
  return cudaSuccess;
}
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
  *stream = nullptr;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }

/* Events: time advances by one microsecond per record. */
typedef double *cudaEvent_t;
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
static double emulated_time; /* ms */
static inline cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
  *event = new double(0);
  return cudaSuccess;
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
static inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  *event = emulated_time += 1e-3;
  return cudaSuccess;
}
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                               cudaEvent_t stop) {
  *milliseconds = (float)(*stop - *start);
  return cudaSuccess;
}

#define EMULATE_EACH(V, N)                                                                         \
  for ((V).z = 0; (V).z < (N).z; (V).z++)                                                          \
    for ((V).y = 0; (V).y < (N).y; (V).y++)                                                        \
      for ((V).x = 0; (V).x < (N).x; (V).x++)
/* Calls `block` for each block of a valid launch shape; keeps the thread index of the caller. */
template <class F> static inline void emulate(dim3 grid, dim3 shape, F block) {
  const bool valid = shape.x * shape.y * shape.z <= 1024 && grid.x > 0 && grid.y > 0 &&
                     grid.z > 0 && grid.y <= 65535 && grid.z <= 65535;
  if (!valid) {
    emulated_error = cudaErrorInvalidValue;
    return;
  }
  const dim3 own[4] = {gridDim, blockDim, blockIdx, threadIdx};
  gridDim = grid;
  blockDim = shape;
  EMULATE_EACH(blockIdx, gridDim) block();
  gridDim = own[0];
  blockDim = own[1];
  blockIdx = own[2];
  threadIdx = own[3];
}

#define SM_LAUNCH(KERNEL, GRID, BLOCK, STREAM, ...)                                                \
  ((void)(STREAM), emulate((GRID), (BLOCK), [&] {                                                  \
     EMULATE_EACH(threadIdx, blockDim)                                                             \
     (KERNEL)(__VA_ARGS__);                                                                        \
   }))

template <class F> static inline void emulate_together(F kernel) {
  static std::function<void()> entered;
  static std::vector<emulated_thread> threads(1024);
  const unsigned count = blockDim.x * blockDim.y * blockDim.z;
  entered = kernel;
  for (unsigned t = 0; t < count; t++) {
    emulated_thread &thread = threads[t];
    thread.stack.resize(1 << 16);
    thread.ended = false;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.data();
    thread.context.uc_stack.ss_size = thread.stack.size();
    thread.context.uc_link = &emulated_scheduler;
    void (*const enter)() = [] {
      entered();
      emulated_self->ended = true;
    };
    makecontext(&thread.context, enter, 0);
  }
  for (bool alive = true; alive;) {
    alive = false;
    unsigned t = 0;
    EMULATE_EACH(threadIdx, blockDim) {
      emulated_self = &threads[t++];
      if (!emulated_self->ended) swapcontext(&emulated_scheduler, &emulated_self->context);
      alive |= !emulated_self->ended;
    }
  }
}

#define SM_LAUNCH_MESSAGES SM_LAUNCH
#define SM_LAUNCH_BARRIERS(KERNEL, GRID, BLOCK, STREAM, ...)                                       \
  ((void)(STREAM),                                                                                 \
   emulate((GRID), (BLOCK), [&] { emulate_together([&] { (KERNEL)(__VA_ARGS__); }); }))

/* A cluster is one block here; device-side loops run on the host. */
#define SM_EMULATED 1
#define __grid_constant__
#define SM_LAUNCH_CLUSTER(KERNEL, BLOCKS, THREADS, STREAM, ...)                                    \
  SM_LAUNCH_BARRIERS(KERNEL, dim3(1), dim3(THREADS), STREAM, __VA_ARGS__)
