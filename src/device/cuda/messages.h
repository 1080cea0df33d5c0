/* device/cuda/messages.h - row arrays of a GPU in messages between processes (parallel/module.h):
 * kernels write them to pinned host memory and read them from there. For device/cuda/backend.cu
 * only. */
#ifndef SM_DEVICE_CUDA_MESSAGES_H
#define SM_DEVICE_CUDA_MESSAGES_H

#include "device/cuda/launch.h"

enum { MESSAGE_CAPACITY = 64 << 20 };
static const unsigned MESSAGE_GRID = 65535; /* rows of blocks of threads */

struct message_blocks {
  struct sm_row_block block[SM_ROW_BLOCKS];
};

/* A row of threads copies a row in words of 4 bytes. */
template <bool UNPACK>
static __global__ void __launch_bounds__(256)
    copy_rows(const __grid_constant__ struct message_blocks blocks) {
  begin();
  const struct sm_row_block &b = blocks.block[blockIdx.z];
  const int words = (int)(b.size / sizeof(uint32_t)), all = b.rows * b.planes;
  for (int row = (int)(blockIdx.y * blockDim.y + threadIdx.y); row < all;
       row += (int)(gridDim.y * blockDim.y)) {
    const int k = row / b.rows, j = row - k * b.rows;
    uint32_t *array = (uint32_t *)(b.array + j * b.row + k * b.plane);
    uint32_t *packed = (uint32_t *)(b.packed + row * (ptrdiff_t)b.size);
    for (int w = (int)(blockIdx.x * blockDim.x + threadIdx.x); w < words;
         w += (int)(gridDim.x * blockDim.x))
      (UNPACK ? array : packed)[w] = (UNPACK ? packed : array)[w];
  }
}

static void message_copy(void *user, const struct sm_row_block *block, int count, bool unpack) {
  struct sm_device *device = (struct sm_device *)user;
  const dim3 shape(64, 4);
  struct message_blocks blocks = {};
  unsigned rows = 1, words = 1;
  for (int m = 0; m < count; m++) {
    const unsigned own = (unsigned)(block[m].rows * block[m].planes);
    const unsigned size = (unsigned)(block[m].size / sizeof(uint32_t));
    blocks.block[m] = block[m];
    rows = own > rows ? own : rows;
    words = size > words ? size : words;
  }
  const unsigned high = (rows + shape.y - 1) / shape.y;
  const dim3 grid((words + shape.x - 1) / shape.x, high < MESSAGE_GRID ? high : MESSAGE_GRID,
                  (unsigned)count);
  if (unpack)
    SM_LAUNCH_MESSAGES(copy_rows<true>, grid, shape, stream_of(device), blocks);
  else
    SM_LAUNCH_MESSAGES(copy_rows<false>, grid, shape, stream_of(device), blocks);
}

static void *message_allocate(void *user, size_t bytes) {
  void *memory = NULL;
  stream_of((struct sm_device *)user);
  if (cudaHostAlloc(&memory, bytes, cudaHostAllocDefault) == cudaSuccess) return memory;
  cudaGetLastError();
  return NULL;
}

static void message_release(void *user, void *memory) {
  cudaStreamSynchronize(stream_of((struct sm_device *)user));
  cudaFreeHost(memory);
}

/* An error is that of the next synchronisation too. */
static void message_wait(void *user) { cudaStreamSynchronize(stream_of((struct sm_device *)user)); }

static struct sm_row_carrier staging_carrier(struct sm_device *device) {
  struct sm_row_carrier carrier = {};
  carrier.device = device;
  carrier.capacity = MESSAGE_CAPACITY;
  carrier.allocate = message_allocate;
  carrier.release = message_release;
  carrier.copy = message_copy;
  carrier.wait = message_wait;
  return carrier;
}

#endif
