/* device/cuda/gpu_program.cu - programs compiled at run time, loaded through the CUDA runtime
 * library. */
#include "device/device.h"
#include "device/gpu_program.h"

#include <stdio.h>

static const char *error_text(cudaError_t error) {
  if (error == cudaSuccess) return NULL;
  cudaGetLastError();
  return cudaGetErrorString(error);
}

extern "C" const char *sm_cuda_limits(const struct sm_device *device,
                                      struct sm_gpu_properties *out) {
  int major = 0, minor = 0, shared = 0, clock = 0;
  const struct {
    cudaDeviceAttr what;
    int *to;
  } wanted[] = {{cudaDevAttrComputeCapabilityMajor, &major},
                {cudaDevAttrComputeCapabilityMinor, &minor},
                {cudaDevAttrMultiProcessorCount, &out->processors},
                {cudaDevAttrMaxSharedMemoryPerBlockOptin, &shared},
                {cudaDevAttrClockRate, &clock}};
  for (const auto &w : wanted) {
    const char *error = error_text(cudaDeviceGetAttribute(w.to, w.what, device->index));
    if (error != NULL) return error;
  }
  out->capability = 10 * major + minor;
  out->shared_bytes = (size_t)shared;
  out->clock = 1e3 * clock;
  return NULL;
}

extern "C" const char *sm_cuda_load(const struct sm_device *device, const void *image,
                                    void **library) {
  cudaSetDevice(device->index);
  cudaLibrary_t loaded;
  const char *error = error_text(cudaLibraryLoadData(&loaded, image, NULL, NULL, 0, NULL, NULL, 0));
  if (error == NULL) *library = (void *)loaded;
  return error;
}

extern "C" void sm_cuda_unload(const struct sm_device *device, void *library) {
  cudaSetDevice(device->index);
  cudaStreamSynchronize((cudaStream_t)device->stream);
  cudaLibraryUnload((cudaLibrary_t)library);
}

/* Gets a kernel by name and allows it this much shared memory. */
static const char *find(const struct sm_device *device, void *library, const char *name,
                        size_t shared_bytes, cudaKernel_t *out) {
  cudaSetDevice(device->index);
  const char *error = error_text(cudaLibraryGetKernel(out, (cudaLibrary_t)library, name));
  if (error == NULL && shared_bytes > 48 * 1024)
    error = error_text(cudaFuncSetAttribute(
        (const void *)*out, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes));
  return error;
}

extern "C" const char *sm_cuda_cost(const struct sm_device *device, void *library,
                                    const char *kernel, int threads, size_t shared_bytes,
                                    struct sm_gpu_kernel_resources *out) {
  cudaKernel_t found;
  const char *error = find(device, library, kernel, shared_bytes, &found);
  if (error != NULL) return error;
  struct cudaFuncAttributes a;
  error = error_text(cudaFuncGetAttributes(&a, (const void *)found));
  if (error != NULL) return error;
  out->registers = a.numRegs;
  out->local_bytes = a.localSizeBytes;
  return error_text(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out->blocks, (const void *)found,
                                                                  threads, shared_bytes));
}

extern "C" const char *sm_cuda_launch(const struct sm_device *device, void *library,
                                      const struct sm_gpu_launch_args *launch) {
  cudaKernel_t found;
  const char *error = find(device, library, launch->kernel, launch->shared_bytes, &found);
  if (error != NULL) return error;
  void *arguments[] = {(void *)launch->argument};
  return error_text(cudaLaunchKernel((const void *)found, dim3((unsigned)launch->blocks),
                                     dim3((unsigned)launch->threads), arguments,
                                     launch->shared_bytes, (cudaStream_t)device->stream));
}
