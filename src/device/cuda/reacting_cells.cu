/* device/cuda/reacting_cells.cu - reacting cells by mechanism tables on a GPU: blocks of one warp,
 * whose thread groups take cells dynamically, so that none waits for an expensive cell. */
#include "device/device.h"
#include "device/reacting_cells.h"

enum { WARP = 32 };

template <int LANES> static __device__ __forceinline__ struct sm_thread_group team_of() {
  const int lane = (int)threadIdx.x % LANES, first = (int)threadIdx.x - lane;
  const struct sm_thread_group group = {lane, LANES,
                                        LANES == WARP ? ~0u : ((1u << LANES) - 1) << first};
  return group;
}

/* Shared memory of the thread's group. */
template <int LANES> static __device__ __forceinline__ double *room_of(size_t doubles) {
  extern __shared__ double room[];
  return room + threadIdx.x / LANES * doubles;
}

template <int LANES>
static __global__ void __launch_bounds__(WARP, 16)
    rates(const __grid_constant__ struct sm_reacting_rates_args a) {
  const struct sm_thread_group group = team_of<LANES>();
  const struct sm_reacting_room room = sm_reacting_rates_room(
      &a.cells.tables, room_of<LANES>(sm_reacting_rates_doubles(&a.cells.tables)));
  const int64_t groups = (int64_t)gridDim.x * (WARP / LANES);
  for (int64_t i = (int64_t)blockIdx.x * (WARP / LANES) + threadIdx.x / LANES; i < a.cells.count;
       i += groups)
    sm_reacting_cell_rates(&a, &group, i, &room);
}

template <int LANES, int KIND>
static __global__ void __launch_bounds__(WARP, 8)
    advance(const __grid_constant__ struct sm_reacting_advance_args a) {
  const struct sm_thread_group group = team_of<LANES>();
  double *const own = room_of<LANES>(sm_reacting_advance_doubles(&a, KIND));
  for (;;) {
    unsigned long long at = 0;
    if (group.lane == 0) at = atomicAdd(a.next, 1ull);
    at = __shfl_sync(group.mask, at, 0, LANES);
    if (at >= (unsigned long long)a.cells.count) return;
    const struct sm_reacting_room room = sm_reacting_room_at(&a, KIND, own);
    sm_reacting_cell_advance(&a, &group, KIND, a.order != NULL ? a.order[at] : (int64_t)at, &room);
  }
}

/* Counting sort: cells per bin, start of each bin, then the cells in order. */
enum { SORTERS = 256 };
static __global__ void __launch_bounds__(SORTERS)
    count_bins(int64_t count, const int32_t *steps, uint32_t *room) {
  __shared__ unsigned own[SM_REACTING_BINS];
  for (int b = threadIdx.x; b < SM_REACTING_BINS; b += SORTERS) own[b] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * SORTERS + threadIdx.x; i < count;
       i += (int64_t)gridDim.x * SORTERS)
    atomicAdd(&own[sm_reacting_work_bin(steps[i], SM_REACTING_BINS)], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < SM_REACTING_BINS; b += SORTERS)
    if (own[b] > 0) atomicAdd(&room[b], own[b]);
}

static __global__ void begin_bins(uint32_t *room) {
  uint32_t before = 0;
  for (int b = 0; b < SM_REACTING_BINS; b++) {
    const uint32_t own = room[b];
    room[b] = before;
    before += own;
  }
}

/* A block reserves its places in all bins at once. */
static __global__ void __launch_bounds__(SORTERS)
    fill_bins(int64_t count, const int32_t *steps, int32_t *order, uint32_t *room) {
  __shared__ unsigned own[SM_REACTING_BINS], from[SM_REACTING_BINS];
  for (int64_t base = (int64_t)blockIdx.x * SORTERS; base < count;
       base += (int64_t)gridDim.x * SORTERS) {
    const int64_t i = base + threadIdx.x;
    const int bin = i < count ? sm_reacting_work_bin(steps[i], SM_REACTING_BINS) : 0;
    unsigned place = 0;
    for (int b = threadIdx.x; b < SM_REACTING_BINS; b += SORTERS) own[b] = 0;
    __syncthreads();
    if (i < count) place = atomicAdd(&own[bin], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < SM_REACTING_BINS; b += SORTERS)
      from[b] = own[b] > 0 ? atomicAdd(&room[b], own[b]) : 0u;
    __syncthreads();
    if (i < count) order[from[bin] + place] = (int32_t)i;
    __syncthreads();
  }
}

static const char *error_text(cudaError_t error) {
  if (error == cudaSuccess) return NULL;
  cudaGetLastError();
  return cudaGetErrorString(error);
}

/* Launches as many blocks as can run concurrently, or returns the resources of the kernel. */
template <class ARGS>
static const char *launch(struct sm_device *device, void (*kernel)(const ARGS), const ARGS *args,
                          size_t team_doubles, int lanes, struct sm_reacting_cost *cost) {
  const size_t shared = team_doubles * sizeof(double) * (size_t)(WARP / lanes);
  int processors = 0, blocks = 0, room = 0;
  cudaSetDevice(device->index);
  const char *error = error_text(
      cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device->index));
  if (error == NULL && shared > (size_t)room)
    error =
        "a cell of so many reactions does not fit into the memory that lanes share: run it on the "
        "CPU (--device cpu)";
  if (error == NULL)
    error = error_text(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
  if (error == NULL)
    error = error_text(
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device->index));
  if (error == NULL)
    error =
        error_text(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, WARP, shared));
  if (error != NULL) return error;
  if (cost != NULL) {
    struct cudaFuncAttributes a;
    error = error_text(cudaFuncGetAttributes(&a, kernel));
    if (error == NULL) *cost = {a.numRegs, blocks, a.localSizeBytes, shared};
    return error;
  }
  const int64_t wanted = (args->cells.count * lanes + WARP - 1) / WARP;
  const int64_t most = (int64_t)processors * (blocks > 0 ? blocks : 1);
  if (wanted == 0) return NULL;
  kernel<<<(unsigned)(wanted < most ? wanted : most), WARP, shared, (cudaStream_t)device->stream>>>(
      *args);
  return error_text(cudaGetLastError());
}

extern "C" const char *sm_cuda_reacting_rates(struct sm_device *device,
                                              const struct sm_reacting_rates_args *args,
                                              struct sm_reacting_cost *cost) {
  const int lanes = sm_group_size(args->cells.tables.species);
  const size_t doubles = sm_reacting_rates_doubles(&args->cells.tables);
  switch (lanes) {
  case 8: return launch(device, rates<8>, args, doubles, lanes, cost);
  case 16: return launch(device, rates<16>, args, doubles, lanes, cost);
  default: return launch(device, rates<32>, args, doubles, lanes, cost);
  }
}

template <int KIND>
static const char *advance_by(struct sm_device *device, const struct sm_reacting_advance_args *args,
                              struct sm_reacting_cost *cost) {
  const int lanes = sm_group_size(args->cells.tables.species);
  const size_t doubles = sm_reacting_advance_doubles(args, KIND);
  switch (lanes) {
  case 8: return launch(device, advance<8, KIND>, args, doubles, lanes, cost);
  case 16: return launch(device, advance<16, KIND>, args, doubles, lanes, cost);
  default: return launch(device, advance<32, KIND>, args, doubles, lanes, cost);
  }
}

extern "C" const char *sm_cuda_reacting_advance(struct sm_device *device,
                                                const struct sm_reacting_advance_args *args,
                                                struct sm_reacting_cost *cost) {
  if (cost == NULL)
    cudaMemsetAsync(args->next, 0, sizeof *args->next, (cudaStream_t)device->stream);
  switch (sm_reacting_kind_of(args->method)) {
  case SM_REACTING_RUNGE_KUTTA: return advance_by<SM_REACTING_RUNGE_KUTTA>(device, args, cost);
  case SM_REACTING_STABILISED: return advance_by<SM_REACTING_STABILISED>(device, args, cost);
  case SM_REACTING_ROSENBROCK: return advance_by<SM_REACTING_ROSENBROCK>(device, args, cost);
  default: return advance_by<SM_REACTING_ANY>(device, args, cost);
  }
}

extern "C" const char *sm_cuda_reacting_order(struct sm_device *device, int64_t count,
                                              const int32_t *steps, int32_t *order,
                                              uint32_t *room) {
  const cudaStream_t stream = (cudaStream_t)device->stream;
  const int64_t wanted = (count + SORTERS - 1) / SORTERS;
  const unsigned blocks = (unsigned)(wanted < 2048 ? wanted : 2048);
  if (count == 0) return NULL;
  cudaSetDevice(device->index);
  cudaMemsetAsync(room, 0, SM_REACTING_BINS * sizeof *room, stream);
  count_bins<<<blocks, SORTERS, 0, stream>>>(count, steps, room);
  begin_bins<<<1, 1, 0, stream>>>(room);
  fill_bins<<<blocks, SORTERS, 0, stream>>>(count, steps, order, room);
  return error_text(cudaGetLastError());
}
