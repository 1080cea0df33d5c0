/* cuda.cu - the CUDA back end: one thread per cell around the same functions as cpu.c. */
#include "device/cuda_profile.h"
#include <stdio.h>
#include <string.h>
#ifndef SM_LAUNCH /* not in the emulator */
#define CCCL_DISABLE_NVTX
#define NVTX_DISABLE
#include <cub/device/device_scan.cuh>
#endif
#ifndef SM_LAUNCH /* tests/emulator runs these kernels on the host */
/* A kernel may be put on the processors while the one before it still runs there: each of them
 * calls begin() first. CLUSTER: blocks of a cluster, 1: none. */
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
#define SM_LAUNCH_BARRIERS SM_LAUNCH /* of kernels whose threads wait for each other */
/* A team of blocks, one cluster. */
#define SM_LAUNCH_CLUSTER(KERNEL, BLOCKS, THREADS, STREAM, ...)                                    \
  SM_LAUNCH_AS(BLOCKS, KERNEL, dim3(BLOCKS), dim3(THREADS), STREAM, __VA_ARGS__)
#endif

/* Waits for the kernel before this one, then lets the next one be put on the processors. */
static __device__ __forceinline__ void begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/* The stream of a device, which becomes the one that this thread talks to. */
static cudaStream_t stream_of(const struct sm_device *device) {
  cudaSetDevice(device->index);
  return (cudaStream_t)device->stream;
}

static unsigned blocks(int lo, int hi, int block) {
  return (unsigned)((hi - lo + block - 1) / block);
}

/* Shape of a block: rows of 64 by 4, of 16 by 16 where no row is longer, or a line for
 * one-dimensional boxes. */
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
/* The code of older processors needs a few registers more. */
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

#define ADD(A, B) ((A) + (B))
#define LARGER(A, B) ((A) != (A) || (B) <= (A) ? (A) : (B)) /* keeps a NaN */

/* A reduction (backend.h): a team per block, a slot per warp; the block that ends last folds what
 * the others have left. */
struct slot_rows {
  int ny;
  int64_t row, end;
};

static __device__ __forceinline__ struct slot_rows rows_of_slot(const struct sm_box *b) {
  struct slot_rows rows;
  rows.ny = b->hi[1] - b->lo[1];
  rows.row = (int64_t)blockIdx.x * SM_CHUNK + threadIdx.y;
  rows.end = (int64_t)rows.ny * (b->hi[2] - b->lo[2]);
  return rows;
}

/* Every SM_TEAM-th row of a chunk, and then of the chunk that is next in turn. */
static __device__ __forceinline__ void next_row(struct slot_rows *rows) {
  rows->row += SM_TEAM;
  if (rows->row / SM_TEAM % (SM_CHUNK / SM_TEAM) == 0)
    rows->row += ((int64_t)gridDim.x - 1) * SM_CHUNK;
}

enum {
  WARP = 32,
  WARPS = SM_TEAM, /* of a block */
  THREADS = WARP * WARPS,
  PER_THREAD = SM_LANES / WARP
};

/* Where blocks leave their sums for the last of them. */
struct team_sums {
  double sum[SM_TEAMS];
  unsigned ended; /* blocks; 0 between kernels */
};

static __device__ __forceinline__ double keep(double a, double b, bool larger) {
  return larger ? LARGER(a, b) : ADD(a, b);
}

/* Folds v[0 .. 2 half) of a block's shared memory into v[0]. */
static __device__ __forceinline__ void fold_block(double *v, int half, int t, bool larger) {
  for (int s = half; s > 0; s /= 2) {
    __syncthreads();
    if (t < s) v[t] = keep(v[t], v[t + s], larger);
  }
}

/* Folds everything into *out. A thread holds the lanes first, first + step, ... of its slot. All
 * threads of the block must come here. Returns true in one thread of all, after *out is written. */
static __device__ __forceinline__ bool fold(const double own[PER_THREAD], int first, int step,
                                            bool larger, struct team_sums *teams, double *out) {
  __shared__ double lanes[WARPS][SM_LANES];
  __shared__ double v[THREADS];
  __shared__ bool last;
  const int t = (int)(threadIdx.y * WARP + threadIdx.x);
  double *mine = lanes[threadIdx.y];
  for (int m = 0; m < PER_THREAD; m++) mine[first + m * step] = own[m];
  for (int s = SM_LANES / 2; s > 0; s /= 2) {
    __syncwarp();
    for (int l = (int)threadIdx.x; l < s; l += WARP) mine[l] = keep(mine[l], mine[l + s], larger);
  }
  __syncwarp();
  if (threadIdx.x == 0) v[threadIdx.y] = mine[0];
  fold_block(v, WARPS / 2, t, larger);
  if (t == 0) {
    teams->sum[blockIdx.x] = v[0];
    __threadfence();
    last = atomicInc(&teams->ended, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return false;
  __threadfence();
  double sum[SM_TEAMS / THREADS];
#pragma unroll
  for (int m = 0; m < SM_TEAMS / THREADS; m++)
    sum[m] = t + m * THREADS < (int)gridDim.x ? __ldcg(&teams->sum[t + m * THREADS]) : 0.0;
#pragma unroll
  for (int s = SM_TEAMS / THREADS / 2; s > 0; s /= 2)
#pragma unroll
    for (int m = 0; m < s; m++) sum[m] = keep(sum[m], sum[m + s], larger);
  v[t] = sum[0];
  fold_block(v, THREADS / 2, t, larger);
  if (t == 0) *out = v[0];
  return t == 0;
}

#define KERNEL_REDUCE(KERNEL, CELL, ARGS, KEEP, LARGEST, THEN)                                     \
  static __global__ void __launch_bounds__(THREADS) KERNEL(                                        \
      const struct sm_box b, const struct sm_##ARGS a, struct team_sums *teams, double *out) {     \
    begin();                                                                                       \
    struct slot_rows rows = rows_of_slot(&b);                                                      \
    double sum[PER_THREAD] = {0, 0, 0, 0};                                                         \
    for (; rows.row < rows.end; next_row(&rows)) {                                                 \
      const int j = b.lo[1] + (int)(rows.row % rows.ny), k = b.lo[2] + (int)(rows.row / rows.ny);  \
      for (int i = b.lo[0] + (int)threadIdx.x; i < b.hi[0]; i += SM_LANES)                         \
        for (int m = 0; m < PER_THREAD; m++) {                                                     \
          if (i + m * WARP >= b.hi[0]) continue;                                                   \
          const double term = CELL(&a, i + m * WARP, j, k);                                        \
          sum[m] = KEEP(sum[m], term);                                                             \
        }                                                                                          \
    }                                                                                              \
    if (fold(sum, (int)threadIdx.x, WARP, LARGEST, teams, out)) {                                  \
      THEN;                                                                                        \
    }                                                                                              \
  }

/* Launches a reducing kernel of any kind; also for an empty box, whose number is 0. */
template <class Kernel, class Args>
static void reduce(struct sm_device *device, Kernel kernel, const struct sm_box *box,
                   const Args *args, double *out) {
  const struct sm_box none = {}, b = empty(box) ? none : *box;
  const int64_t teams = sm_teams((int64_t)(b.hi[1] - b.lo[1]) * (b.hi[2] - b.lo[2]));
  SM_LAUNCH_BARRIERS(kernel, dim3((unsigned)(teams > 0 ? teams : 1)), dim3(WARP, WARPS),
                     stream_of(device), b, *args, (struct team_sums *)device->scratch, out);
}

#include "device/cuda_quads.h"

/* Threads of a block; of a warp, those that have two cells on both sides. */
enum { GAS_THREADS = 128, GAS_INSIDE = WARP - 4 };
#define SM_BITS 32
#include "cell/precision.h"

#include "device/cuda_gas_lines.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "device/cuda_gas_lines.h"
#undef SM_BITS
#undef SM_REAL

/* Long kernels on few cells may take all registers. */
#define EACH(NAME, ARGS) KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS, 256)
#define FEW(NAME, ARGS) KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS, 256, 1)
#define MANY(NAME, ARGS, BLOCKS)                                                                   \
  KERNEL_EACH(kernel_##NAME, sm_cell_##NAME, ARGS, MANY_THREADS, MANY_BLOCKS(BLOCKS))
#define SUM(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, ADD, false, )
#define SUM_THEN(NAME, ARGS, THEN)                                                                 \
  KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, ADD, false, sm_##THEN(&a.cg))
#define MAX(NAME, ARGS) KERNEL_REDUCE(kernel_##NAME, sm_cell_##NAME, ARGS, LARGER, true, )
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
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, ADD, false, )                     \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, ADD, false, )
#define MAX_REAL(NAME, ARGS)                                                                       \
  KERNEL_REDUCE(kernel_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, LARGER, true, )                   \
  KERNEL_REDUCE(kernel_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, LARGER, true, )
#include "cell/kernels.def"
#include "device/undef.h"

/* --- kernels that have a form in quads --- */

#define EACH(NAME, ARGS)                                                                           \
  struct tag_##NAME {};
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
#include "cell/kernels.def"
#include "device/undef.h"

/* False: this kernel has none. */
template <class Tag, class Args>
static bool run_quads(Tag, struct sm_device *, const struct sm_box *, const Args *) {
  return false;
}
template <class Tag, class Args>
static bool run_quads(Tag, struct sm_device *, const struct sm_box *, const Args *, double *) {
  return false;
}

/* False: this kernel of the state's precision has no form by hand. */
template <class Tag, class Args>
static bool run_by_hand(Tag, struct sm_device *, const struct sm_box *, const Args *, double *) {
  return false;
}
#include "device/cuda_griebel.h"

/* How a box is visited in quads: a block is a row of as few threads as do not leave many idle by as
 * many rows as make `threads`, and takes `planes` layers one after the other. */
struct quad_shape {
  dim3 grid, block;
  int planes;
};
static struct quad_shape quad_shape_of(int half, int rows, int layers, unsigned threads,
                                       int planes) {
  struct quad_shape shape;
  unsigned x = WARP;
  while (x > 4 && (int)x / 2 * QUAD >= half) x /= 2;
  shape.block = dim3(x, threads / x);
  shape.planes = planes;
  shape.grid = dim3(blocks(0, half, QUAD * (int)x), blocks(0, rows, (int)shape.block.y),
                    blocks(0, layers, planes));
  return shape;
}

/* Layers one after the other share their rows in the cache, but a small box is spread out. */
enum { MANY_PLANES = 4, MANY_BLOCKS = 4000 };

template <form FORM, start START>
static void launch_smooth(struct sm_device *device, const struct sm_box *box,
                          const struct sm_operator *op, float *x, const float *b, int colour,
                          float omega) {
  if (empty(box)) return;
  const int half = box->hi[0], rows = box->hi[1] - box->lo[1], layers = box->hi[2] - box->lo[2];
  struct quad_shape shape = quad_shape_of(half, rows, layers, 128, MANY_PLANES);
  if (shape.grid.x * shape.grid.y * shape.grid.z < MANY_BLOCKS)
    shape = quad_shape_of(half, rows, layers, 128, 1);
  SM_LAUNCH((smooth_quads<FORM, START>), shape.grid, shape.block, stream_of(device), *box, *op, x,
            b, colour, omega, shape.planes);
}

#define SMOOTH_QUADS(NAME, FORM)                                                                   \
  static bool run_quads(tag_smooth_##NAME, struct sm_device *device, const struct sm_box *box,     \
                        const struct sm_smooth *s) {                                               \
    (s->keep == 0.0f                                                                               \
         ? launch_smooth<FORM, SECOND>                                                             \
         : launch_smooth<FORM, LATER>)(device, box, &s->op, s->x, s->b, s->colour, s->omega);      \
    return true;                                                                                   \
  }                                                                                                \
  static bool run_quads(tag_smooth_first_##NAME, struct sm_device *device,                         \
                        const struct sm_box *box, const struct sm_smooth *s) {                     \
    launch_smooth<FORM, FIRST>(device, box, &s->op, s->x, s->b, s->colour, s->omega);              \
    return true;                                                                                   \
  }
SMOOTH_QUADS(open, OPEN)
SMOOTH_QUADS(part, PART)
SMOOTH_QUADS(coarse, COARSE)

#define LEVEL_0_QUADS(NAME, FORM)                                                                  \
  static bool run_quads(tag_relax_##NAME, struct sm_device *device, const struct sm_box *box,      \
                        const struct sm_relax *s) {                                                \
    launch_smooth<FORM, LATER>(device, box, &s->op, s->x, s->b, s->colour, s->omega);              \
    return true;                                                                                   \
  }                                                                                                \
  static bool run_quads(tag_apply_##NAME, struct sm_device *device, const struct sm_box *box,      \
                        const struct sm_apply *s, double *out) {                                   \
    reduce(device, apply_quads<FORM>, box, s, out);                                                \
    return true;                                                                                   \
  }
LEVEL_0_QUADS(open, OPEN)
LEVEL_0_QUADS(part, PART)

/* A stage of the compressible solver. Lines are cut where there are too few of them for all
 * processors of a GPU, at the price of what their begins take. */
enum { GAS_BLOCKS = 4096, GAS_SHORTEST = 8 };
static int gas_length(dim3 grid, int cells) {
  const int lines = (int)(grid.x * grid.y), pieces = (GAS_BLOCKS + lines - 1) / lines;
  const int length = (cells + pieces - 1) / pieces;
  return length > GAS_SHORTEST ? length : (int)GAS_SHORTEST;
}
template <class Kernel>
static void run_gas_lines(struct sm_device *device, const struct sm_box *box,
                          const struct sm_gas_stage *stage, Kernel upwards, Kernel across) {
  if (empty(box)) return;
  const dim3 block(WARP, GAS_THREADS / WARP);
  const int *lo = box->lo, *hi = box->hi;
  dim3 grid(blocks(lo[0], hi[0], GAS_INSIDE), blocks(lo[1], hi[1], (int)block.y));
  int length = gas_length(grid, hi[2] - lo[2]);
  grid.z = blocks(lo[2], hi[2], length);
  SM_LAUNCH_BARRIERS(upwards, grid, block, stream_of(device), *box, *stage, length);
  if (stage->m.step[1] == 0) return;
  grid = dim3(blocks(lo[0], hi[0], (int)block.x), blocks(lo[2], hi[2], (int)block.y));
  length = gas_length(grid, hi[1] - lo[1]);
  grid.z = blocks(lo[1], hi[1], length);
  SM_LAUNCH(across, grid, block, stream_of(device), *box, *stage, length);
}

/* The slots of the table. */
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
    if (run_quads(tag_##NAME(), device, box, args)) return;                                        \
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
    if (run_quads(tag_##NAME(), device, box, args, out)) return;                                   \
    reduce(device, kernel_##NAME, box, args, out);                                                 \
  }
#define MAX(NAME, ARGS)                                                                            \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    reduce(device, kernel_##NAME, box, args, out);                                                 \
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
#define LINES_REAL(NAME, ARGS)                                                                     \
  SLOT(NAME, ARGS) {                                                                               \
    const struct timed timed(device, #NAME);                                                       \
    if (device->bits == 64)                                                                        \
      run_gas_lines(device, box, args, gas_upwards_f64<NAME##_f64>, gas_across_f64<NAME##_f64>);   \
    else                                                                                           \
      run_gas_lines(device, box, args, gas_upwards_f32<NAME##_f32>, gas_across_f32<NAME##_f32>);   \
  }
#define SUM_REAL(NAME, ARGS)                                                                       \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    if (run_by_hand(tag_##NAME(), device, box, args, out)) return;                                 \
    reduce(device, device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32, box, args,      \
           out);                                                                                   \
  }
#define MAX_REAL(NAME, ARGS)                                                                       \
  SLOT_OUT(NAME, ARGS) {                                                                           \
    const struct timed timed(device, #NAME);                                                       \
    reduce(device, device->bits == 64 ? kernel_##NAME##_f64 : kernel_##NAME##_f32, box, args,      \
           out);                                                                                   \
  }
#include "cell/kernels.def"
#include "device/undef.h"

/* --- steps --- */

template <form FORM, bool PAIR>
static void launch_restrict(struct sm_device *device, const struct sm_defect *defect,
                            const struct sm_step *step, int fine_half) {
  const struct sm_box *box = &step->box;
  const struct quad_shape shape = quad_shape_of(fine_half, box->hi[1], box->hi[2], 128, 1);
  SM_LAUNCH((restrict_quads<FORM, PAIR>), shape.grid, shape.block, stream_of(device), *box, *defect,
            step->args.restriction.t, step->args.restriction.to, fine_half);
}

/* A defect and its restriction at once; false when the two steps are something else. */
static bool run_restriction(struct sm_device *device, const struct sm_step *step) {
  const bool pair = step[1].kind == SM_STEP_restrict_pair;
  if (!pair && step[1].kind != SM_STEP_restrict_single) return false;
  const struct sm_defect *defect = &step->args.defect;
  const int half = step->box.hi[0];
  const struct timed timed(device, "restrict");
  switch (step->kind) {
  case SM_STEP_defect_open:
    (pair ? launch_restrict<OPEN, true> : launch_restrict<OPEN, false>)(device, defect, step + 1,
                                                                        half);
    return true;
  case SM_STEP_defect_part:
    (pair ? launch_restrict<PART, true> : launch_restrict<PART, false>)(device, defect, step + 1,
                                                                        half);
    return true;
  case SM_STEP_defect_coarse:
    (pair ? launch_restrict<COARSE, true> : launch_restrict<COARSE, false>)(device, defect,
                                                                            step + 1, half);
    return true;
  default: return false;
  }
}

template <form FORM, bool PAIR>
static void launch_raise(struct sm_device *device, const struct sm_step *step) {
  const struct sm_box *box = &step[1].box;
  const struct quad_shape shape = quad_shape_of(box->hi[0], box->hi[1], box->hi[2], 128, 1);
  const struct sm_prolongation *p = &step[0].args.prolongation;
  SM_LAUNCH((raise_quads<FORM, PAIR, true>), shape.grid, shape.block, stream_of(device), *box,
            step[1].args.smooth, *p);
  SM_LAUNCH((raise_quads<FORM, PAIR, false>), shape.grid, shape.block, stream_of(device), *box,
            step[2].args.smooth, *p);
}

/* A prolongation and the sweep after it in two passes instead of three; false when the three steps
 * are something else. */
static bool run_raise(struct sm_device *device, const struct sm_step *step) {
  const bool pair = step[0].kind == SM_STEP_prolong_pair;
  if (!pair && step[0].kind != SM_STEP_prolong_single) return false;
  const struct sm_smooth *first = &step[1].args.smooth, *second = &step[2].args.smooth;
  if (step[1].kind != step[2].kind || first->colour == second->colour || first->keep == 0.0f)
    return false;
  const struct timed timed(device, "raise");
  switch (step[1].kind) {
  case SM_STEP_smooth_open:
    (pair ? launch_raise<OPEN, true> : launch_raise<OPEN, false>)(device, step);
    return true;
  case SM_STEP_smooth_part:
    (pair ? launch_raise<PART, true> : launch_raise<PART, false>)(device, step);
    return true;
  case SM_STEP_smooth_coarse:
    (pair ? launch_raise<COARSE, true> : launch_raise<COARSE, false>)(device, step);
    return true;
  default: return false;
  }
}

static void run_step(struct sm_device *device, const struct sm_step *step) {
  switch (step->kind) {
#define STEP(NAME, ARGS)                                                                           \
  case SM_STEP_##NAME:                                                                             \
    run_##NAME(device, &step->box, &step->args.ARGS);                                              \
    break;
#define FEW_STEP STEP
#include "device/only_steps.h"

#include "cell/kernels.def"
#include "device/undef.h"
  }
}

#include "device/cuda_tail.h"

static void run_steps(struct sm_device *device, const struct sm_step *step, int count) {
  for (int s = 0; s < count;) {
    const int merged = run_tail(device, step + s, count - s);
    if (merged > 0) {
      s += merged;
    } else if (s + 1 < count && run_restriction(device, &step[s])) {
      s += 2;
    } else if (s + 2 < count && run_raise(device, &step[s])) {
      s += 3;
    } else {
      run_step(device, &step[s++]);
    }
  }
}

#include "device/cuda_loop.h"

static void *device_allocate(struct sm_device *device, size_t bytes) {
  const cudaStream_t stream = stream_of(device);
  void *memory = NULL;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) {
    cudaGetLastError();
    return NULL;
  }
  cudaMemsetAsync(memory, 0, bytes, stream);
  return memory;
}

static void device_release(struct sm_device *device, void *memory) {
  cudaStreamSynchronize(stream_of(device));
  cudaFree(memory);
}

/* Small copies go through the staging memory: from other memory of the host they take twice as
 * long.
 */
enum { STAGING = 4096 };

static bool copy(struct sm_device *device, const char *name, void *to, const void *from,
                 size_t bytes) {
  bool good;
  {
    const struct timed timed(device, name, bytes);
    good = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_of(device)) == cudaSuccess;
  }
  return good && cudaStreamSynchronize(stream_of(device)) == cudaSuccess;
}

/* From the memory of another GPU a copy takes the way between them, not that through the host. */
static void befriend_owner(struct sm_device *device, const void *from) {
#ifndef SM_EMULATED
  struct cudaPointerAttributes owner;
  cudaSetDevice(device->index);
  if (cudaPointerGetAttributes(&owner, from) == cudaSuccess && owner.type == cudaMemoryTypeDevice &&
      owner.device != device->index)
    cudaDeviceEnablePeerAccess(owner.device, 0);
  cudaGetLastError(); /* it may be one already, or there is no such way */
#else
  (void)device;
  (void)from;
#endif
}

static bool upload(struct sm_device *device, void *to, const void *from, size_t bytes) {
  if (bytes <= STAGING)
    from = memcpy(device->staging, from, bytes);
  else
    befriend_owner(device, from);
  return copy(device, SM_COPY_TO_DEVICE, to, from, bytes);
}

static bool download(struct sm_device *device, void *to, const void *from, size_t bytes) {
  if (bytes > STAGING) return copy(device, SM_COPY_TO_HOST, to, from, bytes);
  const bool good = copy(device, SM_COPY_TO_HOST, device->staging, from, bytes);
  memcpy(to, device->staging, bytes);
  return good;
}

static void device_clear(struct sm_device *device, void *memory, size_t bytes) {
  cudaMemsetAsync(memory, 0, bytes, stream_of(device));
}

static void device_scan(struct sm_device *device, uint32_t *number, int64_t count) {
  const struct timed timed(device, "scan");
#ifdef SM_EMULATED
  uint32_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    const uint32_t own = number[i];
    number[i] = sum;
    sum += own;
  }
#else
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(NULL, bytes, number, number, count, stream_of(device));
  if (bytes > device->scan_bytes) {
    cudaStreamSynchronize(stream_of(device));
    cudaFree(device->scan);
    device->scan_bytes = cudaMalloc(&device->scan, bytes) == cudaSuccess ? bytes : 0;
  }
  if (device->scan_bytes >= bytes)
    cub::DeviceScan::ExclusiveSum(device->scan, bytes, number, number, count, stream_of(device));
#endif
}

static const char *device_sync(struct sm_device *device) {
  const cudaError_t waited = cudaStreamSynchronize(stream_of(device)), last = cudaGetLastError();
  const cudaError_t error = waited != cudaSuccess ? waited : last;
  if (error == cudaSuccess) read_events(device);
  return error == cudaSuccess ? NULL : cudaGetErrorString(error);
}

static void device_close(struct sm_device *device) {
  cudaStreamSynchronize(stream_of(device));
  free_events(device);
  cudaFree(device->scratch);
  cudaFree(device->scan);
  cudaFreeHost(device->staging);
  cudaStreamDestroy(stream_of(device));
}

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
#include "device/undef.h"
  };
  return &backend;
}

/* The driver loads a kernel when it is used first, in the middle of what is timed; asking for it
 * loads it too. */
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
  LOAD(gas_upwards_f32<NAME##_f32>)                                                                \
  LOAD(gas_upwards_f64<NAME##_f64>)                                                                \
  LOAD(gas_across_f32<NAME##_f32>)                                                                 \
  LOAD(gas_across_f64<NAME##_f64>)
#include "cell/kernels.def"
#include "device/undef.h"
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
  load_kernels();
  device->scratch = device_allocate(device, sizeof(struct team_sums));
  if (cudaHostAlloc(&device->staging, STAGING, cudaHostAllocDefault) != cudaSuccess)
    device->staging = NULL;
  cudaGetLastError();
  return device->scratch != NULL && device->staging != NULL ? NULL : "out of memory";
}
