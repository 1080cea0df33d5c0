/* device/cuda/sor_profile.h - kernel profile of a device-side loop: Table 4 of Bozorgmehr
 * et al. (2021) under dynamic parallelism, which host events cannot time. Every block of
 * a kernel records the start and end of its first thread by the GPU clock. For sor.cu
 * only. */
#ifndef SM_DEVICE_CUDA_SOR_PROFILE_H
#define SM_DEVICE_CUDA_SOR_PROFILE_H

#include "device/cuda/profile.h"
#ifndef SM_GPU_NANOSECONDS /* tests/emulator has its own clock */
static __device__ unsigned long long gpu_nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}
#define SM_GPU_NANOSECONDS gpu_nanoseconds
#endif

/* Launches of an iteration, in order. */
enum sor_launch { SOR_SAVE, SOR_RED, SOR_BLACK, SOR_NEUMANN, SOR_LINES, SOR_ERROR, SOR_LAUNCHES };

struct sor_span {
  unsigned long long first, last; /* ns; last is 0 if the launch did not happen */
};

struct sor_profile {
  struct sor_span span[SOR_LAUNCHES]; /* launches of the current iteration */
  unsigned long long sum[SOR_LAUNCHES], begin, end;
  unsigned calls[SOR_LAUNCHES];
};

static __device__ bool is_first_thread() {
  return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
}
static __device__ void note_begin(struct sor_span *span) {
  if (span != NULL && is_first_thread()) atomicMin(&span->first, SM_GPU_NANOSECONDS());
}
static __device__ void note_end(struct sor_span *span) {
  if (span != NULL && is_first_thread()) atomicMax(&span->last, SM_GPU_NANOSECONDS());
}

/* Adds the finished iteration. Single thread. */
static __device__ void gather(struct sor_profile *profile) {
  if (profile == NULL) return;
  for (int l = 0; l < SOR_LAUNCHES; l++) {
    struct sor_span *span = &profile->span[l];
    if (span->last > 0) {
      profile->sum[l] += span->last - span->first;
      profile->calls[l]++;
    }
    span->first = ~0ull;
    span->last = 0;
  }
}

static __global__ void begin_profile(struct sor_profile *profile) {
  *profile = {};
  gather(profile);
  profile->begin = SM_GPU_NANOSECONDS();
}
static __global__ void gather_iteration(struct sor_profile *profile) {
  gather(profile);
  profile->end = SM_GPU_NANOSECONDS();
}

/* NULL: no profile, or out of memory. */
static struct sor_profile *open_profile(struct sm_device *device, cudaStream_t stream) {
  struct sor_profile *profile = NULL;
  if (device->profile == NULL || cudaMalloc((void **)&profile, sizeof *profile) != cudaSuccess)
    return NULL;
  SM_LAUNCH(begin_profile, dim3(1), dim3(1), stream, profile);
  return profile;
}

/* Adds the kernels to the profile of the device, and the remaining time (launches and loop control)
 * under the name of the loop. Waits for the loop. */
static void close_profile(struct sm_device *device, struct sor_profile *profile, const char *loop,
                          cudaStream_t stream) {
  static const char *const name[SOR_LAUNCHES] = {"save_lambda", "sor",         "sor",
                                                 "neumann",     "error_lines", "error"};
  struct sor_profile found = {};
  if (profile == NULL) return;
  SM_LAUNCH(gather_iteration, dim3(1), dim3(1), stream, profile);
  cudaMemcpyAsync(&found, profile, sizeof found, cudaMemcpyDefault, stream);
  const bool good = cudaStreamSynchronize(stream) == cudaSuccess;
  cudaFree(profile);
  if (!good) return;
  double rest = 1e-9 * (double)(found.end - found.begin);
  for (int l = 0; l < SOR_LAUNCHES; l++) {
    const double each = 1e-9 * (double)found.sum[l] / (found.calls[l] > 0 ? found.calls[l] : 1);
    for (unsigned c = 0; c < found.calls[l]; c++)
      sm_device_profile_add(device->profile, name[l], each, 0);
    rest -= 1e-9 * (double)found.sum[l];
  }
  sm_device_profile_add(device->profile, loop, rest, 0);
}

#endif
