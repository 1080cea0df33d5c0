/* device/cuda/messages.h - row arrays of a GPU in messages between processes (parallel/module.h):
 * kernels write them to pinned host memory and read them from there; or halo exchange by peer
 * access. For device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_MESSAGES_H
#define SM_DEVICE_CUDA_MESSAGES_H

#include "device/cuda/launch.h"
#include <stdlib.h>
#include <string.h>

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

/* Halo exchange between GPUs of one host by peer access: a kernel packs rows into a mailbox in the
 * memory of the neighbour's GPU (CUDA IPC), another one waits for those of the neighbour and
 * unpacks them.
 *
 * A mailbox has two halves, which messages use in turn. Both neighbours send in each exchange, and
 * each sends its next message after it has unpacked the last one: the message before it has then
 * been unpacked too, and its half is free. Messages are numbered on the GPU, so that recorded
 * graphs can be repeated. */
#ifndef SM_EMULATED
enum { PEER_BLOCKS = 2 * SM_ROW_BLOCKS, PEER_GRID = 1024, PEER_HEADER = 4096 };
static const size_t PEER_HALF = (size_t)32 << 20;

/* Numbers of a mailbox. */
struct peer_numbers {
  unsigned received; /* last message that has arrived: written by the neighbour */
  unsigned sent;     /* last message to the neighbour of this side */
  unsigned packed;   /* blocks of threads that have packed the current one */
  unsigned padding[29];
};

/* One side of the rows of a process: 0 towards lower rows, 1 towards higher ones. */
struct peer_side {
  char *theirs, *own;         /* mailboxes: of the neighbour, of this GPU */
  unsigned *received;         /* at the neighbour */
  struct peer_numbers *about; /* of this GPU */
};

struct sm_gpu_peer {
  char *memory;    /* numbers of both sides and mailboxes */
  char *opened[2]; /* those of the neighbours; the same for both sides of two processes */
  struct peer_side side[2];
};

struct peer_rows {
  struct sm_row_block block[PEER_BLOCKS]; /* packed: at the mailbox */
  int side[PEER_BLOCKS];
  unsigned blocks[2]; /* of threads, per side */
  struct peer_side of[2];
};

static __device__ unsigned peer_read(const unsigned *number) {
  return *(const volatile unsigned *)number;
}

template <bool UNPACK>
static __global__ void __launch_bounds__(256)
    peer_copy(const __grid_constant__ struct peer_rows rows) {
  begin();
  const struct sm_row_block &b = rows.block[blockIdx.z];
  const struct peer_side &side = rows.of[rows.side[blockIdx.z]];
  const bool first = threadIdx.x == 0 && threadIdx.y == 0;
  const unsigned number = peer_read(&side.about->sent) + (UNPACK ? 0 : 1);
  const int words = (int)(b.size / sizeof(uint32_t)), all = b.rows * b.planes;
  char *const packed = b.packed + (number & 1) * PEER_HALF;
  if (UNPACK) {
    while (first && (int)(peer_read(&side.about->received) - number) < 0) continue;
    if (first) __threadfence_system();
    __syncthreads();
  }
  for (int row = (int)(blockIdx.y * blockDim.y + threadIdx.y); row < all;
       row += (int)(gridDim.y * blockDim.y)) {
    const int k = row / b.rows, j = row - k * b.rows;
    uint32_t *array = (uint32_t *)(b.array + j * b.row + k * b.plane);
    uint32_t *box = (uint32_t *)(packed + row * (ptrdiff_t)b.size);
    for (int w = (int)(blockIdx.x * blockDim.x + threadIdx.x); w < words;
         w += (int)(gridDim.x * blockDim.x)) {
      if (UNPACK)
        array[w] = __ldcg(box + w);
      else
        box[w] = array[w];
    }
  }
  if (UNPACK) return;
  __threadfence_system();
  __syncthreads();
  if (!first || atomicAdd(&side.about->packed, 1u) + 1 < rows.blocks[rows.side[blockIdx.z]]) return;
  side.about->packed = 0;
  side.about->sent = number;
  __threadfence_system();
  *(volatile unsigned *)side.received = number;
}

/* Blocks of one direction, packed one after another in the mailboxes of their sides. Returns
 * whether they fit. */
static bool peer_place(const struct sm_gpu_peer *peer, const struct sm_row_block *block,
                       const int *side, int count, bool unpack, struct peer_rows *out) {
  size_t size[2] = {0, 0};
  int number[2] = {0, 0};
  for (int m = 0; m < count; m++) {
    const struct peer_side *own = &peer->side[side[m]];
    number[side[m]]++;
    if (number[side[m]] > SM_ROW_BLOCKS) return false;
    out->block[m] = block[m];
    out->block[m].packed = (unpack ? own->own : own->theirs) + size[side[m]];
    out->side[m] = side[m];
    size[side[m]] += block[m].size * (size_t)block[m].rows * (size_t)block[m].planes;
  }
  memcpy(out->of, peer->side, sizeof out->of);
  return size[0] <= PEER_HALF && size[1] <= PEER_HALF;
}

static dim3 peer_grid(struct peer_rows *rows, int count, dim3 shape) {
  unsigned words = 1, high = 1;
  for (int m = 0; m < count; m++) {
    const unsigned w = (unsigned)(rows->block[m].size / sizeof(uint32_t));
    const unsigned h = (unsigned)(rows->block[m].rows * rows->block[m].planes);
    words = w > words ? w : words;
    high = h > high ? h : high;
  }
  dim3 grid((words + shape.x - 1) / shape.x, (high + shape.y - 1) / shape.y, (unsigned)count);
  grid.x = grid.x < 8 ? grid.x : 8;
  const unsigned most = PEER_GRID / (grid.x * grid.z) + 1;
  grid.y = grid.y < most ? grid.y : most;
  rows->blocks[0] = rows->blocks[1] = 0;
  for (int m = 0; m < count; m++) rows->blocks[rows->side[m]] += grid.x * grid.y;
  return grid;
}

/* The size of a message is the same for both neighbours: both, or none, use the mailboxes. */
static bool peer_swap(void *user, const struct sm_row_block *sent,
                      const struct sm_row_block *received, const int *side, int count) {
  struct sm_device *device = (struct sm_device *)user;
  const struct sm_gpu_peer *peer = device->peer;
  const dim3 shape(64, 4);
  struct peer_rows out = {}, in = {};
  if (!peer_place(peer, sent, side, count, false, &out) ||
      !peer_place(peer, received, side, count, true, &in))
    return false;
  const dim3 grid = peer_grid(&out, count, shape), back = peer_grid(&in, count, shape);
  const cudaStream_t stream = stream_of(device);
  SM_LAUNCH_MESSAGES(peer_copy<false>, grid, shape, stream, out);
  SM_LAUNCH_MESSAGES(peer_copy<true>, back, shape, stream, in);
  return true;
}

/* --- set-up --- */

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(struct sm_gpu_handle),
              "handle of a GPU's memory");

bool sm_cuda_peer_create(struct sm_device *device, struct sm_gpu_handle *handle) {
  struct sm_gpu_peer *peer = (struct sm_gpu_peer *)calloc(1, sizeof *peer);
  cudaIpcMemHandle_t own;
  device->peer = peer;
  stream_of(device);
  if (peer == NULL) return false;
  if (cudaMalloc((void **)&peer->memory, PEER_HEADER + 4 * PEER_HALF) != cudaSuccess) {
    peer->memory = NULL;
    cudaGetLastError();
    return false;
  }
  bool good = cudaMemset(peer->memory, 0, PEER_HEADER) == cudaSuccess &&
              cudaIpcGetMemHandle(&own, peer->memory) == cudaSuccess &&
              cudaDeviceSynchronize() == cudaSuccess;
  if (good) memcpy(handle, &own, sizeof own);
  cudaGetLastError();
  return good;
}

static char *peer_open(const struct sm_gpu_handle *handle) {
  cudaIpcMemHandle_t theirs;
  void *memory = NULL;
  memcpy(&theirs, handle, sizeof theirs);
  if (cudaIpcOpenMemHandle(&memory, theirs, cudaIpcMemLazyEnablePeerAccess) == cudaSuccess)
    return (char *)memory;
  cudaGetLastError();
  return NULL;
}

static char *peer_mailbox(char *memory, int side) {
  return memory + PEER_HEADER + (size_t)(2 * side) * PEER_HALF;
}

bool sm_cuda_peer_connect(struct sm_device *device, const struct sm_gpu_handle *low,
                          const struct sm_gpu_handle *high, bool same) {
  struct sm_gpu_peer *peer = device->peer;
  struct peer_numbers *own = (struct peer_numbers *)peer->memory;
  stream_of(device);
  peer->opened[0] = peer_open(low);
  peer->opened[1] = same ? peer->opened[0] : peer_open(high);
  for (int s = 0; s < 2; s++) {
    if (peer->opened[s] == NULL) return false;
    struct peer_numbers *theirs = (struct peer_numbers *)peer->opened[s];
    peer->side[s].theirs = peer_mailbox(peer->opened[s], 1 - s);
    peer->side[s].own = peer_mailbox(peer->memory, s);
    peer->side[s].received = &theirs[1 - s].received;
    peer->side[s].about = &own[s];
  }
  return true;
}

void sm_cuda_peer_start(struct sm_device *device) { device->carrier.swap = peer_swap; }

void sm_cuda_peer_disconnect(struct sm_device *device) {
  struct sm_gpu_peer *peer = device->peer;
  device->carrier.swap = NULL;
  if (peer == NULL) return;
  cudaStreamSynchronize(stream_of(device));
  if (peer->opened[1] != NULL && peer->opened[1] != peer->opened[0])
    cudaIpcCloseMemHandle(peer->opened[1]);
  if (peer->opened[0] != NULL) cudaIpcCloseMemHandle(peer->opened[0]);
  peer->opened[0] = peer->opened[1] = NULL;
}

void sm_cuda_peer_free(struct sm_device *device) {
  struct sm_gpu_peer *peer = device->peer;
  if (peer == NULL) return;
  stream_of(device);
  cudaFree(peer->memory);
  cudaGetLastError();
  free(peer);
  device->peer = NULL;
}
#else
bool sm_cuda_peer_create(struct sm_device *, struct sm_gpu_handle *) { return false; }
bool sm_cuda_peer_connect(struct sm_device *, const struct sm_gpu_handle *,
                          const struct sm_gpu_handle *, bool) {
  return false;
}
void sm_cuda_peer_start(struct sm_device *) {}
void sm_cuda_peer_disconnect(struct sm_device *) {}
void sm_cuda_peer_free(struct sm_device *) {}
#endif

#endif
