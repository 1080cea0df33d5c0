/* device/cuda/memory.h - GPU memory, copies and synchronisation. For device/cuda/backend.cu
   only. */
#ifndef SM_DEVICE_CUDA_MEMORY_H
#define SM_DEVICE_CUDA_MEMORY_H

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

/* Enables peer access to the GPU that owns the memory, so that copies bypass the host. */
static void befriend_owner(struct sm_device *device, const void *from) {
#ifndef SM_EMULATED
  struct cudaPointerAttributes owner;
  cudaSetDevice(device->index);
  if (cudaPointerGetAttributes(&owner, from) == cudaSuccess && owner.type == cudaMemoryTypeDevice &&
      owner.device != device->index)
    cudaDeviceEnablePeerAccess(owner.device, 0);
  cudaGetLastError(); /* already enabled, or not supported */
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

#endif
