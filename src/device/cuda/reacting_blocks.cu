/* device/cuda/reacting_blocks.cu - reacting cells of large mechanisms on a GPU: one block per cell,
 * sparse matrix. Work arrays of a block are in shared memory as far as they fit, the rest in global
 * memory, allocated for the blocks that run concurrently. */
#define SM_GROUP_SPARSE
#include "device/device.h"
#include "device/reacting_cells.h"

/* Parts of the work memory of a block, those with the largest gain from shared memory first. */
enum part { MEMORY, PROGRESS, MATRIX, STAGE, PARTS };
enum { WARPS = SM_GROUP_BLOCK / 32 };

struct layout {
  size_t doubles[PARTS];
  size_t at[PARTS];       /* offsets in shared or global memory of the block */
  int32_t shared[PARTS];  /* 1: in shared memory */
  size_t inside, outside; /* size of both parts, in doubles */
};

/* Places the parts; first in shared memory is the exchange buffer of the warps. */
static struct layout layout_of(const size_t doubles[PARTS], size_t shared_bytes) {
  struct layout l = {};
  l.inside = WARPS;
  for (int p = 0; p < PARTS; p++) {
    l.doubles[p] = doubles[p];
    l.shared[p] = (l.inside + doubles[p]) * sizeof(double) <= shared_bytes;
    size_t *const end = l.shared[p] ? &l.inside : &l.outside;
    l.at[p] = *end;
    *end += doubles[p];
  }
  return l;
}

static __device__ double *part_of(const struct layout &l, enum part p, double *shared,
                                  double *workspace) {
  return l.shared[p] ? shared + l.at[p] : workspace + (size_t)blockIdx.x * l.outside + l.at[p];
}

static __device__ struct sm_reacting_room room_of(const struct layout &l, double *shared,
                                                  double *workspace) {
  const struct sm_reacting_room room = {
      part_of(l, MEMORY, shared, workspace), part_of(l, PROGRESS, shared, workspace),
      part_of(l, STAGE, shared, workspace), part_of(l, MATRIX, shared, workspace)};
  return room;
}

static __device__ struct sm_thread_group block_of(double *shared) {
  const struct sm_thread_group group = {(int)threadIdx.x, SM_GROUP_BLOCK, ~0u, shared};
  return group;
}

static __global__ void __launch_bounds__(SM_GROUP_BLOCK, 2)
    rates(const __grid_constant__ struct sm_reacting_rates_args a,
          const __grid_constant__ struct layout l) {
  extern __shared__ double shared[];
  const struct sm_thread_group group = block_of(shared);
  const struct sm_reacting_room room = room_of(l, shared, a.workspace);
  for (int64_t i = blockIdx.x; i < a.cells.count; i += gridDim.x)
    sm_reacting_cell_rates(&a, &group, i, &room);
}

static __global__ void __launch_bounds__(SM_GROUP_BLOCK, 1)
    advance(const __grid_constant__ struct sm_reacting_advance_args a,
            const __grid_constant__ struct layout l) {
  extern __shared__ double shared[];
  __shared__ unsigned long long next;
  const struct sm_thread_group group = block_of(shared);
  const struct sm_reacting_room room = room_of(l, shared, a.workspace);
  const int kind = sm_reacting_kind_of(a.method);
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0) next = atomicAdd(a.next, 1ull);
    __syncthreads();
    const unsigned long long at = next;
    if (at >= (unsigned long long)a.cells.count) return;
    sm_reacting_cell_advance(&a, &group, kind, a.order != NULL ? a.order[at] : (int64_t)at, &room);
  }
}

static const char *error_text(cudaError_t error) {
  if (error == cudaSuccess) return NULL;
  cudaGetLastError();
  return cudaGetErrorString(error);
}

/* Launch configuration and resources of a kernel on a device. */
struct plan {
  struct layout layout;
  int blocks; /* maximum concurrent blocks on all multiprocessors */
  struct sm_reacting_cost cost;
};

static const char *plan_kernel(struct sm_device *device, const void *kernel,
                               const size_t doubles[PARTS], struct plan *out) {
  int processors = 0, room = 0;
  struct cudaFuncAttributes a = {};
  cudaSetDevice(device->index);
  const char *error = error_text(
      cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device->index));
  if (error == NULL)
    error = error_text(
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device->index));
  if (error == NULL) error = error_text(cudaFuncGetAttributes(&a, kernel));
  if (error != NULL) return error;
  const size_t own = a.sharedSizeBytes, most = (size_t)room > own ? (size_t)room - own : 0;
  out->layout = layout_of(doubles, most);
  const size_t bytes = out->layout.inside * sizeof(double);
  error = error_text(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  if (error == NULL)
    error = error_text(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out->cost.blocks, kernel,
                                                                     SM_GROUP_BLOCK, bytes));
  out->blocks = processors * (out->cost.blocks > 0 ? out->cost.blocks : 1);
  out->cost.registers = a.numRegs;
  out->cost.local_bytes = a.localSizeBytes;
  out->cost.shared_bytes = bytes;
  return error;
}

static const char *plan_rates(struct sm_device *device, const struct sm_group_tables *t,
                              struct plan *out) {
  const size_t doubles[PARTS] = {sm_group_state_doubles(t), (size_t)t->rows, 0, (size_t)t->species};
  return plan_kernel(device, (const void *)rates, doubles, out);
}

static const char *plan_advance(struct sm_device *device,
                                const struct sm_reacting_advance_args *args, struct plan *out) {
  const struct sm_group_tables *t = &args->cells.tables;
  const int kind = sm_reacting_kind_of(args->method);
  const size_t doubles[PARTS] = {sm_group_state_doubles(t), (size_t)t->rows,
                                 sm_reacting_matrix_doubles(args, kind),
                                 sm_reacting_stage_doubles(args, kind)};
  return plan_kernel(device, (const void *)advance, doubles, out);
}

extern "C" const char *
sm_cuda_reacting_blocks_workspace(struct sm_device *device,
                                  const struct sm_reacting_advance_args *args, size_t *doubles) {
  struct plan by_rates, by_steps;
  const char *error = plan_rates(device, &args->cells.tables, &by_rates);
  if (error == NULL) error = plan_advance(device, args, &by_steps);
  if (error != NULL) return error;
  const size_t one = (size_t)by_rates.blocks * by_rates.layout.outside,
               other = (size_t)by_steps.blocks * by_steps.layout.outside;
  *doubles = one > other ? one : other;
  return NULL;
}

/* Launches as many blocks as can run concurrently. */
template <class ARGS>
static const char *launch(struct sm_device *device, const struct plan *p,
                          void (*kernel)(const ARGS, const struct layout), const ARGS *args) {
  const int64_t cells = args->cells.count;
  if (cells == 0) return NULL;
  if (p->layout.outside > 0 && args->workspace == NULL) return "no work memory";
  kernel<<<(unsigned)(cells < p->blocks ? cells : p->blocks), SM_GROUP_BLOCK,
           p->layout.inside * sizeof(double), (cudaStream_t)device->stream>>>(*args, p->layout);
  return error_text(cudaGetLastError());
}

extern "C" const char *sm_cuda_reacting_blocks_rates(struct sm_device *device,
                                                     const struct sm_reacting_rates_args *args,
                                                     struct sm_reacting_cost *cost) {
  struct plan p;
  const char *error = plan_rates(device, &args->cells.tables, &p);
  if (error != NULL) return error;
  if (cost != NULL) {
    *cost = p.cost;
    return NULL;
  }
  return launch(device, &p, rates, args);
}

extern "C" const char *sm_cuda_reacting_blocks_advance(struct sm_device *device,
                                                       const struct sm_reacting_advance_args *args,
                                                       struct sm_reacting_cost *cost) {
  struct plan p;
  const char *error = plan_advance(device, args, &p);
  if (error != NULL) return error;
  if (cost != NULL) {
    *cost = p.cost;
    return NULL;
  }
  cudaMemsetAsync(args->next, 0, sizeof *args->next, (cudaStream_t)device->stream);
  return launch(device, &p, advance, args);
}
