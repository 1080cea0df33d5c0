/* device/cuda/launch.h - launch of kernels on a GPU: grid and block shapes, and one thread per cell
 * of a box. For device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_LAUNCH_H
#define SM_DEVICE_CUDA_LAUNCH_H

#include "device/cuda/profile.h"

#ifndef SM_LAUNCH /* tests/emulator runs these kernels on the host */
/* Programmatic launch: a kernel may become resident while the previous one still runs; it must call
 * begin() first. CLUSTER: blocks per cluster, 1: none. */
#define SM_LAUNCH_AS(CLUSTER, KERNEL, GRID, BLOCK, STREAM, ...)                                    \
  do {                                                                                             \
    cudaLaunchAttribute attributes[2] = {};                                                        \
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;                         \
    attributes[0].val.programmaticStreamSerializationAllowed = 1;                                  \
    attributes[1].id = cudaLaunchAttributeClusterDimension;                                        \
    attributes[1].val.clusterDim.x = (CLUSTER);                                                    \
    attributes[1].val.clusterDim.y = attributes[1].val.clusterDim.z = 1;                           \
    cudaLaunchConfig_t config = {};                                                                \
    config.gridDim = (GRID);                                                                       \
    config.blockDim = (BLOCK);                                                                     \
    config.stream = (STREAM);                                                                      \
    config.attrs = attributes;                                                                     \
    config.numAttrs = (CLUSTER) > 1 ? 2 : 1;                                                       \
    cudaLaunchKernelEx(&config, KERNEL, __VA_ARGS__);                                              \
  } while (0)
#define SM_LAUNCH(KERNEL, GRID, BLOCK, STREAM, ...)                                                \
  SM_LAUNCH_AS(1, KERNEL, GRID, BLOCK, STREAM, __VA_ARGS__)
/* Waits for messages before it, which are not our kernels, in a graph too. */
#define SM_LAUNCH_MESSAGES(KERNEL, GRID, BLOCK, STREAM, ...)                                       \
  (KERNEL<<<(GRID), (BLOCK), 0, (STREAM)>>>(__VA_ARGS__))
#define SM_LAUNCH_BARRIERS SM_LAUNCH /* launch of kernels that contain barriers */
/* Launches a single cluster of blocks. */
#define SM_LAUNCH_CLUSTER(KERNEL, BLOCKS, THREADS, STREAM, ...)                                    \
  SM_LAUNCH_AS(BLOCKS, KERNEL, dim3(BLOCKS), dim3(THREADS), STREAM, __VA_ARGS__)
#endif

/* Waits for the previous kernel, then allows the next one to become resident. */
static __device__ __forceinline__ void begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/* Stream of a device; also makes the device current for this thread. */
static cudaStream_t stream_of(const struct sm_device *device) {
  cudaSetDevice(device->index);
  return (cudaStream_t)device->stream;
}

static unsigned blocks(int lo, int hi, int block) {
  return (unsigned)((hi - lo + block - 1) / block);
}

/* Block shape: 64 x 4, or 16 x 16 if rows are short, or a line for one-dimensional
 * boxes. */
static dim3 block_of(const struct sm_box *b) {
  if (b->hi[1] - b->lo[1] <= 1) return dim3(256, 1, 1);
  return b->hi[0] - b->lo[0] > 16 ? dim3(64, 4, 1) : dim3(16, 16, 1);
}

static dim3 grid_of(const struct sm_box *b, dim3 block) {
  return dim3(blocks(b->lo[0], b->hi[0], (int)block.x), blocks(b->lo[1], b->hi[1], (int)block.y),
              (unsigned)(b->hi[2] - b->lo[2]));
}

static bool empty(const struct sm_box *b) {
  return b->hi[0] <= b->lo[0] || b->hi[1] <= b->lo[1] || b->hi[2] <= b->lo[2];
}

enum { MANY_THREADS = 128 };
/* Code for older architectures needs a few more registers. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define MANY_BLOCKS(BLOCKS) ((BLOCKS)-1)
#else
#define MANY_BLOCKS(BLOCKS) (BLOCKS)
#endif

#define KERNEL_EACH(KERNEL, CELL, ARGS, ...)                                                       \
  static __global__ void __launch_bounds__(__VA_ARGS__)                                            \
      KERNEL(const struct sm_box b, const struct sm_##ARGS a) {                                    \
    begin();                                                                                       \
    const int i = b.lo[0] + (int)(blockIdx.x * blockDim.x + threadIdx.x);                          \
    const int j = b.lo[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y);                          \
    if (i < b.hi[0] && j < b.hi[1]) CELL(&a, i, j, b.lo[2] + (int)blockIdx.z);                     \
  }

#endif
