/* device/cuda/memory.h - GPU memory, copies and synchronisation. For device/cuda/backend.cu
   only. */
#ifndef SM_DEVICE_CUDA_MEMORY_H
#define SM_DEVICE_CUDA_MEMORY_H

#include "base/machine/machine.h"
#include "device/cuda/launch.h"
#include <string.h>
#ifndef SM_EMULATED
#define CCCL_DISABLE_NVTX
#define NVTX_DISABLE
#include <cub/device/device_scan.cuh>
#endif

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

/* Small copies use pinned staging memory: from pageable host memory they take twice as long. */
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

/* Large copies from and to pageable host memory go through two halves of pinned memory in turn: one
 * is filled or emptied by all threads while the other is on its way. */
static const size_t HALF = (size_t)32 << 20;

static bool copy_large(struct sm_device *device, bool up, char *to, const char *from,
                       size_t bytes) {
  const char *name = up ? SM_COPY_TO_DEVICE : SM_COPY_TO_HOST;
  const size_t count = (bytes + HALF - 1) / HALF;
  const cudaStream_t stream = stream_of(device);
  cudaEvent_t arrived[2];
  if (device->large == NULL &&
      cudaHostAlloc(&device->large, 2 * HALF, cudaHostAllocDefault) != cudaSuccess) {
    cudaGetLastError();
    device->large = NULL;
    return copy(device, name, to, from, bytes);
  }
  bool good = cudaEventCreate(&arrived[0]) == cudaSuccess;
  if (good && cudaEventCreate(&arrived[1]) != cudaSuccess) {
    cudaEventDestroy(arrived[0]);
    good = false;
  }
  if (!good) return copy(device, name, to, from, bytes);
  {
    const struct timed timed(device, name, bytes);
    for (size_t n = 0; n < count + 2; n++) {
      const size_t at = n * HALF, size = n >= count ? 0 : bytes - at < HALF ? bytes - at : HALF;
      char *half = (char *)device->large + n % 2 * HALF;
      if (n >= 2) good = cudaEventSynchronize(arrived[n % 2]) == cudaSuccess && good;
      if (!up && n >= 2) {
        const size_t before = (n - 2) * HALF;
        sm_memory_copy(to + before, half, bytes - before < HALF ? bytes - before : HALF);
      }
      if (size == 0) continue;
      if (up) sm_memory_copy(half, from + at, size);
      good = cudaMemcpyAsync(up ? to + at : half, up ? half : from + at, size, cudaMemcpyDefault,
                             stream) == cudaSuccess &&
             cudaEventRecord(arrived[n % 2], stream) == cudaSuccess && good;
    }
  }
  for (int m = 0; m < 2; m++) cudaEventDestroy(arrived[m]);
  return good && cudaStreamSynchronize(stream) == cudaSuccess;
}

/* Whether memory is that of the host and not pinned. Enables peer access to another GPU that owns
 * it, so that copies bypass the host. */
static bool is_pageable(struct sm_device *device, const void *memory) {
#ifndef SM_EMULATED
  struct cudaPointerAttributes owner;
  cudaSetDevice(device->index);
  const bool known = cudaPointerGetAttributes(&owner, memory) == cudaSuccess;
  if (known && owner.type == cudaMemoryTypeDevice && owner.device != device->index)
    cudaDeviceEnablePeerAccess(owner.device, 0);
  cudaGetLastError(); /* already enabled, or not supported */
  return known && owner.type == cudaMemoryTypeUnregistered;
#else
  (void)device;
  (void)memory;
  return true;
#endif
}

static bool upload(struct sm_device *device, void *to, const void *from, size_t bytes) {
  const bool pageable = is_pageable(device, from); /* else perhaps memory of a GPU */
  if (pageable && bytes <= STAGING)
    from = memcpy(device->staging, from, bytes);
  else if (pageable && bytes > 2 * HALF)
    return copy_large(device, true, (char *)to, (const char *)from, bytes);
  return copy(device, SM_COPY_TO_DEVICE, to, from, bytes);
}

static bool download(struct sm_device *device, void *to, const void *from, size_t bytes) {
  if (bytes > 2 * HALF && is_pageable(device, to))
    return copy_large(device, false, (char *)to, (const char *)from, bytes);
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
  cudaFreeHost(device->large);
  cudaStreamDestroy(stream_of(device));
}

#endif
