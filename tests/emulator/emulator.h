/* emulator.h - runs src/device/cuda.cu on the host, thread after thread, so that a machine without
 * a GPU executes its launch shapes, guards and copies under the sanitizers. Kernels whose threads
 * wait for each other run with a thread of the host for each of a block's. Included before the
 * file, which is compiled as C++. */
#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#define __CUDACC__ 1
#define __host__
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
static dim3 gridDim, blockDim, blockIdx;
static thread_local dim3 threadIdx;
#define __shared__ static

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyDefault };
enum { cudaStreamNonBlocking = 1 };
typedef struct emulated_stream *cudaStream_t;
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
/* Filled with NaN patterns: what a kernel reads must have been written. */
static inline cudaError_t cudaMalloc(void **memory, size_t bytes) {
  *memory = std::malloc(bytes);
  if (*memory != nullptr) std::memset(*memory, 0xff, bytes);
  return *memory != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}
static inline cudaError_t cudaFree(void *memory) {
  std::free(memory);
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
enum { cudaDevAttrClusterLaunch };
static inline cudaError_t cudaDeviceGetAttribute(int *value, int, int) {
  *value = 0;
  return cudaSuccess;
}
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }

/* Events: time passes by one microsecond per record. */
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
static inline bool emulated_shape(dim3 grid, dim3 block) {
  gridDim = grid;
  blockDim = block;
  const bool valid = block.x * block.y * block.z <= 1024 && grid.x > 0 && grid.y > 0 &&
                     grid.z > 0 && grid.y <= 65535 && grid.z <= 65535;
  if (!valid) emulated_error = cudaErrorInvalidValue;
  return valid;
}
#define SM_LAUNCH(KERNEL, GRID, BLOCK, STREAM, ...)                                                \
  do {                                                                                             \
    (void)(STREAM);                                                                                \
    if (emulated_shape(GRID, BLOCK))                                                               \
      EMULATE_EACH(blockIdx, gridDim) EMULATE_EACH(threadIdx, blockDim)(KERNEL)(__VA_ARGS__);      \
  } while (0)

/* A barrier of the threads of a block. */
static struct {
  std::mutex mutex;
  std::condition_variable turned;
  unsigned waiting, turn;
} emulated_barrier;
static inline void __syncthreads() {
  std::unique_lock<std::mutex> lock(emulated_barrier.mutex);
  const unsigned turn = emulated_barrier.turn;
  if (++emulated_barrier.waiting == blockDim.x * blockDim.y * blockDim.z) {
    emulated_barrier.waiting = 0;
    emulated_barrier.turn++;
    emulated_barrier.turned.notify_all();
  } else {
    emulated_barrier.turned.wait(lock, [turn] { return emulated_barrier.turn != turn; });
  }
}
template <class Body> static void emulate_team(Body body) {
  std::vector<std::thread> team;
  dim3 at;
  EMULATE_EACH(at, blockDim)
  team.emplace_back([at, &body] {
    threadIdx = at;
    body();
  });
  for (std::thread &thread : team) thread.join();
}
#define SM_EMULATED 1
#define __grid_constant__
#define SM_LAUNCH_CLUSTER(KERNEL, BLOCKS, THREADS, STREAM, ...)                                    \
  SM_LAUNCH_TEAM(KERNEL, dim3(1), dim3(THREADS), STREAM, __VA_ARGS__)
#define SM_LAUNCH_TEAM(KERNEL, GRID, BLOCK, STREAM, ...)                                           \
  do {                                                                                             \
    (void)(STREAM);                                                                                \
    if (emulated_shape(GRID, BLOCK))                                                               \
      EMULATE_EACH(blockIdx, gridDim) emulate_team([&] { (KERNEL)(__VA_ARGS__); });                \
  } while (0)
