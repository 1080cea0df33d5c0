/* device/cuda/fused.h - fusion of small steps into one kernel, whose threads synchronise between
 * steps, since a separate launch would cost more than the work of a step. Uses one cluster of
 * blocks on devices with clusters (compute capability 9.0), else one block. For
 * device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_FUSED_H
#define SM_DEVICE_CUDA_FUSED_H

enum {
  FUSED_STEPS = 96,    /* maximum per launch, as kernel parameters are limited to 32 kB */
  FUSED_CELLS = 16384, /* larger steps are launched separately */
  FUSED_THREADS = 512,
  FUSED_BLOCKS = 16, /* maximum blocks of a cluster */
  SOLO_CELLS = 1024  /* steps with fewer elements run on the first block only */
};

struct fused_steps {
  int count;
  bool solo[FUSED_STEPS];
  struct sm_solver_step step[FUSED_STEPS];
};

static int64_t elements(const struct sm_box *b) {
  return empty(b) ? 0
                  : (int64_t)(b->hi[0] - b->lo[0]) * (b->hi[1] - b->lo[1]) * (b->hi[2] - b->lo[2]);
}

static __device__ __forceinline__ void wait_for_all() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
#else
  __syncthreads();
#endif
}

template <class Args, void (*CELL)(const Args *, int, int, int)>
static __device__ void visit(const struct sm_box &b, const Args &a, int first, int stride) {
  const int nx = b.hi[0] - b.lo[0], ny = b.hi[1] - b.lo[1], all = nx * ny * (b.hi[2] - b.lo[2]);
  for (int m = first; m < all; m += stride) {
    const int row = m / nx;
    CELL(&a, b.lo[0] + m - row * nx, b.lo[1] + row % ny, b.lo[2] + row / ny);
  }
}

static __device__ void take_step(const struct sm_solver_step &step, int first, int stride) {
  switch (step.kind) {
#define STEP(NAME, ARGS)                                                                           \
  case SM_STEP_##NAME:                                                                             \
    visit<struct sm_##ARGS, sm_cell_##NAME>(step.box, step.args.ARGS, first, stride);              \
    break;
#define FEW_STEP STEP
#include "device/kernels_only_steps.h"

#include "cell/kernels.def"
#include "device/kernels_undef.h"
  }
}

static __global__ void __launch_bounds__(FUSED_THREADS)
    tail_steps(const __grid_constant__ struct fused_steps fused_steps) {
  begin();
  const int thread = (int)threadIdx.x, all = (int)(gridDim.x * blockDim.x);
  for (int s = 0; s < fused_steps.count; s++) {
    const bool alone = fused_steps.solo[s];
    if (!alone) {
      take_step(fused_steps.step[s], (int)blockIdx.x * (int)blockDim.x + thread, all);
    } else if (blockIdx.x == 0) {
      take_step(fused_steps.step[s], thread, (int)blockDim.x);
    }
    if (!alone || s + 1 == fused_steps.count || !fused_steps.solo[s + 1]) {
      wait_for_all();
    } else if (blockIdx.x == 0) {
      __syncthreads();
    }
  }
}

/* Largest cluster size (blocks) that the device grants; 1 without clusters. */
static int cluster_size(int index) {
#ifdef SM_EMULATED
  (void)index;
  return 1;
#else
  int clusters = 0, size = 0;
  cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, index);
  if (clusters == 0) return 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(FUSED_BLOCKS);
  config.blockDim = dim3(FUSED_THREADS);
  cudaFuncSetAttribute(tail_steps, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  const cudaError_t error = cudaOccupancyMaxPotentialClusterSize(&size, tail_steps, &config);
  cudaGetLastError();
  return error != cudaSuccess || size < 1 ? 1 : size < FUSED_BLOCKS ? size : FUSED_BLOCKS;
#endif
}

/* Runs as many of the first steps as fit into one launch; returns their number, 0 if fusion does
 * not pay. A profile shows each step separately. */
static int run_fused(struct sm_device *device, const struct sm_solver_step *step, int count) {
  int small = 0;
  while (small < count && small < FUSED_STEPS && elements(&step[small].box) <= FUSED_CELLS) small++;
  if (small < 2 || device->profile != NULL) return 0;
  struct fused_steps fused_steps;
  fused_steps.count = small;
  memcpy(fused_steps.step, step, (size_t)small * sizeof *step);
  for (int s = 0; s < small; s++) fused_steps.solo[s] = elements(&step[s].box) <= SOLO_CELLS;
  SM_LAUNCH_CLUSTER(tail_steps, device->cluster, FUSED_THREADS, stream_of(device), fused_steps);
  return small;
}

#endif
