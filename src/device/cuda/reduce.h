/* device/cuda/reduce.h - sum and maximum reductions over a box, bitwise identical to
 * device/cpu/backend.c. For device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_REDUCE_H
#define SM_DEVICE_CUDA_REDUCE_H

#include "device/cuda/launch.h"
#include "device/row_exchange.h"

#define ADD(A, B) ((A) + (B))
#define LARGER(A, B) ((A) != (A) || (B) <= (A) ? (A) : (B)) /* propagates NaN */

/* Box of a reduction in rows and planes: rows in y and planes in z, in a slice the other way. */
struct reduction_box {
  int lo, hi; /* in x */
  int first_row, end_row;
  int first_plane, end_plane;
  int slice; /* 1: rows in z */
};

/* Reduction (backend.h): one group per block, chunks in x and planes in y of the grid of blocks,
 * one slot per warp; the last block to finish combines the results of all. */
struct slot_rows {
  int row, plane;
};

/* Bounds and steps are those of the box and of the grid of blocks, which costs no registers. */
static __device__ __forceinline__ struct slot_rows rows_of_slot(const struct reduction_box *b) {
  struct slot_rows s;
  s.row = b->first_row + (int)blockIdx.x * SM_REDUCTION_SLOTS + (int)threadIdx.y;
  s.plane = s.row < b->end_row ? b->first_plane + (int)blockIdx.y : b->end_plane;
  return s;
}

/* Moves to the slot's row of the next chunk of the group. */
static __device__ __forceinline__ void next_row(struct slot_rows *s,
                                                const struct reduction_box *b) {
  const int rows = (int)gridDim.x * SM_REDUCTION_SLOTS, next = s->row + rows;
  const bool ends = next >= b->end_row;
  s->row = ends ? b->first_row + (next - b->first_row) % rows : next;
  s->plane += ends ? (int)gridDim.y : 0;
}

/* Whether the slot has a row, which is (j, k). */
static __device__ __forceinline__ bool is_row(const struct slot_rows *s,
                                              const struct reduction_box *b, int *j, int *k) {
  *j = b->slice ? s->plane : s->row;
  *k = b->slice ? s->row : s->plane;
  return s->plane < b->end_plane;
}

enum {
  WARP = 32,
  WARPS = SM_REDUCTION_SLOTS, /* warps per block */
  THREADS = WARP * WARPS,
  PER_THREAD = SM_REDUCTION_LANES / WARP
};

/* Partial sums of the blocks for the last one. */
struct group_sums {
  double sum[SM_REDUCTION_GROUPS];
  unsigned ended;                  /* number of finished blocks; 0 between kernels */
  double all[SM_REDUCTION_GROUPS]; /* sums of the blocks of all processes */
};

static __device__ __forceinline__ double keep(double a, double b, bool larger) {
  return larger ? LARGER(a, b) : ADD(a, b);
}

/* Reduces v[0 .. 2 half) in shared memory of a block into v[0]. */
static __device__ __forceinline__ void fold_block(double *v, int half, int t, bool larger) {
  for (int s = half; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) v[t] = keep(v[t], v[t + s], larger);
  }
}

/* Reduces the sums of all groups into *out. All threads of the block must call this. Returns true
 * in a single thread, after *out is written. v: shared memory. */
static __device__ __forceinline__ bool fold_groups(const double *group, int count, bool larger,
                                                   double v[THREADS], double *out) {
  const int t = (int)(threadIdx.y * WARP + threadIdx.x);
  double sum[SM_REDUCTION_GROUPS / THREADS];
#pragma unroll
  for (int m = 0; m < SM_REDUCTION_GROUPS / THREADS; m++)
    sum[m] = t + m * THREADS < count ? __ldcg(&group[t + m * THREADS]) : 0.0;
#pragma unroll
  for (int s = SM_REDUCTION_GROUPS / THREADS / 2; s > 0; s /= 2)
#pragma unroll
    for (int m = 0; m < s; m++) sum[m] = keep(sum[m], sum[m + s], larger);
  v[t] = sum[0];
  fold_block(v, THREADS / 2, t, larger);
  if (t == 0) *out = v[0];
  return t == 0;
}

/* Reduces everything into *out; without out only the groups. A thread holds the lanes first, first
 * + step, ... of its slot. All threads of the block must call this. Returns true in a single thread
 * of the grid, after *out is written. */
static __device__ __forceinline__ bool fold(const double own[PER_THREAD], int first, int step,
                                            bool larger, struct group_sums *groups, double *out) {
  __shared__ double lanes[WARPS][SM_REDUCTION_LANES];
  __shared__ double v[THREADS];
  __shared__ bool last;
  const int t = (int)(threadIdx.y * WARP + threadIdx.x);
  const unsigned count = gridDim.x * gridDim.y;
  double *mine = lanes[threadIdx.y];
  for (int m = 0; m < PER_THREAD; m++) mine[first + m * step] = own[m];
  for (int s = SM_REDUCTION_LANES / 2; s > 0; s /= 2) {
    __syncwarp();
    for (int l = (int)threadIdx.x; l < s; l += WARP) mine[l] = keep(mine[l], mine[l + s], larger);
  }
  __syncwarp();
  if (threadIdx.x == 0) v[threadIdx.y] = mine[0];
  fold_block(v, WARPS / 2, t, larger);
  if (t == 0) {
    groups->sum[blockIdx.y * gridDim.x + blockIdx.x] = v[0];
    __threadfence();
    last = out != NULL && atomicInc(&groups->ended, count - 1) == count - 1;
  }
  __syncthreads();
  if (!last) return false;
  __threadfence();
  return fold_groups(groups->sum, (int)count, larger, v, out);
}

/* Reduces the terms cell(i, j, k) of a box; returns the result of fold. */
template <class Cell>
static __device__ __forceinline__ bool reduce_box(const struct reduction_box &b, const Cell &cell,
                                                  bool larger, struct group_sums *groups,
                                                  double *out) {
  struct slot_rows rows = rows_of_slot(&b);
  double sum[PER_THREAD] = {0, 0, 0, 0};
  for (int j, k; is_row(&rows, &b, &j, &k); next_row(&rows, &b))
    for (int i = b.lo + (int)threadIdx.x; i < b.hi; i += SM_REDUCTION_LANES)
#pragma unroll
      for (int m = 0; m < PER_THREAD && i + m * WARP < b.hi; m++) {
        const double term = cell(i + m * WARP, j, k);
        sum[m] = keep(sum[m], term, larger);
      }
  return fold(sum, (int)threadIdx.x, WARP, larger, groups, out);
}

/* The last arguments are launch bounds: threads per block; and 1, where one block on a
 * multiprocessor is enough. */
#define KERNEL_REDUCE(KERNEL, CELL, ARGS, LARGEST, THEN, ...)                                      \
  static __global__ void __launch_bounds__(__VA_ARGS__)                                            \
      KERNEL(const struct reduction_box b, const struct sm_##ARGS a, struct group_sums *groups,    \
             double *out) {                                                                        \
    begin();                                                                                       \
    const auto cell = [&](int i, int j, int k) { return CELL(&a, i, j, k); };                      \
    if (reduce_box(b, cell, LARGEST, groups, out)) {                                               \
      THEN;                                                                                        \
    }                                                                                              \
  }                                                                                                \
  static __global__ void __launch_bounds__(THREADS)                                                \
      combine_##KERNEL(const struct sm_##ARGS a, const double *group, int count, double *out) {    \
    begin();                                                                                       \
    __shared__ double v[THREADS];                                                                  \
    if (fold_groups(group, count, LARGEST, v, out)) {                                              \
      THEN;                                                                                        \
    }                                                                                              \
    (void)a;                                                                                       \
  }

/* Launches a reduction kernel; an empty box gives 0. Rows of several processes: the kernel reduces
 * the groups of this one, which its box has whole, and `combine` those of all. */
template <class Kernel, class Combine, class Args>
static void reduce(struct sm_device *device, Kernel kernel, Combine combine,
                   const struct sm_box *box, const Args *args, double *out) {
  const struct sm_box none = {}, b = empty(box) ? none : *box;
  const int rows = b.hi[1] - b.lo[1], all = sm_device_rows_of_all(device, rows);
  const struct sm_reduction_order order = sm_reduction_order_of(all, b.hi[2] - b.lo[2]);
  const bool any = order.columns > 0 && order.planes > 0, parts = device->rows != NULL;
  const dim3 shape(WARP, WARPS);
  dim3 grid(any ? (unsigned)order.columns : 1, any ? (unsigned)order.planes : 1);
  struct group_sums *groups = (struct group_sums *)device->scratch;
  if (parts) grid.x = blocks(0, rows, SM_REDUCTION_SLOTS);
  const int row = order.slice ? 2 : 1, plane = 3 - row;
  const struct reduction_box within = {b.lo[0],     b.hi[0],     b.lo[row],  b.hi[row],
                                       b.lo[plane], b.hi[plane], order.slice};
  SM_LAUNCH_BARRIERS(kernel, grid, shape, stream_of(device), within, *args, groups,
                     parts ? NULL : out);
  if (!parts) return;
  sm_device_gather_groups(device, order.planes, groups->sum, groups->all);
  SM_LAUNCH_BARRIERS(combine, dim3(1), shape, stream_of(device), *args, groups->all,
                     order.columns * order.planes, out);
}

#endif
