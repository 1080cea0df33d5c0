#include "device/device.h"
#include "base/machine/machine.h"
#include "device/device_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SM_HAVE_X86_LEVELS
/* CPU features of an x86-64 level; clang cannot query levels by name. */
static bool has_v3(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool has_v4(void) {
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

int sm_cpu_level(void) {
#ifdef SM_HAVE_X86_LEVELS
  __builtin_cpu_init();
  return has_v4() ? 4 : has_v3() ? 3 : 1;
#else
  return 0;
#endif
}

/* Selects the CPU back end for the processor of this machine. */
static const struct sm_backend *choose_cpu(const char **level) {
#ifdef SM_HAVE_X86_LEVELS
  switch (sm_cpu_level()) {
  case 4: *level = ", x86-64-v4"; return sm_backend_cpu_v4();
  case 3: *level = ", x86-64-v3"; return sm_backend_cpu_v3();
  default: *level = ", x86-64"; return sm_backend_cpu();
  }
#else
  *level = "";
  return sm_backend_cpu();
#endif
}

/* Number of cells of a level above which it exceeds the last-level cache of most processors. */
static const int64_t wave_least = 3000000;

static void open_cpu(struct sm_device *device, int threads) {
  const char *level;
  device->share_least = SM_SHARE_LEAST_CPU;
  device->wave_least = wave_least;
  device->backend = choose_cpu(&level);
  device->threads = sm_threads_choose(threads);
  snprintf(device->name, sizeof device->name, "CPU, %d thread%s%s", device->threads,
           device->threads == 1 ? "" : "s", level);
}

/* Opens CUDA device `index`; returns NULL, or an error. */
static const char *open_cuda(struct sm_device *device, int index) {
#ifdef SM_HAVE_CUDA
  char text[256];
  if (sm_cuda_count(text, sizeof text) <= index)
    return index == 0 ? "no CUDA device was found" : "there is no CUDA device of that number";
  const char *error = sm_cuda_open(index, device);
  if (error == NULL) device->backend = sm_backend_cuda();
  device->share_least = SM_SHARE_LEAST_GPU;
  return error;
#else
  (void)device;
  (void)index;
  return "simoom was built without CUDA";
#endif
}

static bool is_name(const char *name) {
  int index;
  char rest;
  return strcmp(name, "auto") == 0 || strcmp(name, "cpu") == 0 || strcmp(name, "cuda") == 0 ||
         (sscanf(name, "cuda:%9d%c", &index, &rest) == 1 && index >= 0);
}

static enum sm_status fail_name(struct sm_context *ctx, const char *name) {
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: unknown device '%s'\nhelp: one of auto, cpu, cuda, cuda:0, cuda:1, ...",
                 name);
}

enum sm_status sm_device_check_names(struct sm_context *ctx, const char *list, int *count) {
  const char *at = list;
  for (*count = 1;; (*count)++) {
    char name[64];
    const size_t length = strcspn(at, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), at);
    if (!is_name(name)) return fail_name(ctx, name);
    if (at[length] == '\0') return SM_OK;
    at += length + 1;
  }
}

enum sm_status sm_device_open(struct sm_context *ctx, const char *name, int threads, int bits,
                              size_t need, struct sm_device **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the device", out));
  struct sm_device *device = *out;
  device->bits = bits;
  device->threads = 1;
  int index = 0;
  char rest = '\0';
  const char *error = NULL;
  if (strcmp(name, "cpu") == 0) {
    open_cpu(device, threads);
  } else if (strcmp(name, "auto") == 0) {
    error = open_cuda(device, 0);
    if (error == NULL && device->free_bytes < need) {
      device->backend->close(device);
      *device = (struct sm_device){.bits = bits};
      sm_info(ctx, "the GPU has not enough memory (%.1f GB needed): running on the CPU",
              (double)need * 1e-9);
    }
    if (device->backend == NULL) open_cpu(device, threads);
  } else if (strcmp(name, "cuda") == 0 ||
             (sscanf(name, "cuda:%9d%c", &index, &rest) == 1 && index >= 0)) {
    error = open_cuda(device, index);
    if (error == NULL && device->free_bytes < need) {
      const double available = (double)device->free_bytes * 1e-9;
      sm_device_close(out);
      return sm_fail(ctx, SM_ERR_DEVICE,
                     "error: the case needs %.1f GB, %s has %.1f GB free\n"
                     "help: use larger cells, a smaller domain, or --device cpu",
                     (double)need * 1e-9, name, available);
    }
    if (error != NULL) {
      sm_device_close(out);
      return sm_fail(ctx, SM_ERR_DEVICE, "error: device '%s': %s\nhelp: simoom devices", name,
                     error);
    }
  } else {
    sm_device_close(out);
    return fail_name(ctx, name);
  }
  return SM_OK;
}

void sm_device_close(struct sm_device **device) {
  if (*device == NULL) return;
  sm_nccl_close(*device);
  if ((*device)->backend != NULL) (*device)->backend->close(*device);
  sm_free((*device)->profile);
  sm_free(*device);
  *device = NULL;
}

void sm_device_list(struct sm_text *out) {
  struct sm_device cpu = {0};
  open_cpu(&cpu, 0);
  sm_text_add(out, "cpu      %s\n", cpu.name);
#ifdef SM_HAVE_CUDA
  char text[256];
  const int count = sm_cuda_count(text, sizeof text);
  for (int i = 0; i < count; i++) {
    size_t total, free_bytes;
    if (sm_cuda_describe(i, text, sizeof text, &total, &free_bytes))
      sm_text_add(out, "cuda:%d   %s, %.1f GB, %.1f GB free\n", i, text, (double)total * 1e-9,
                  (double)free_bytes * 1e-9);
  }
  if (count == 0) sm_text_add(out, "cuda     none: %s\n", text);
#else
  sm_text_add(out, "cuda     none: simoom was built without CUDA\n");
#endif
}

enum sm_status sm_device_allocate(struct sm_context *ctx, struct sm_device *device, size_t count,
                                  size_t size, const char *what, void *out_pointer) {
  void *memory = NULL;
  const size_t bytes = count * size > 0 ? count * size : 1;
  if (sm_device_is_host(device) && !device->counts) {
    SM_TRY(sm_alloc(ctx, count, size, what, &memory));
  } else {
    memory = device->backend->allocate(device, bytes);
    if (memory == NULL)
      return sm_fail(ctx, SM_ERR_DEVICE, "error: %s: %s needs %.3g GB more memory than it has",
                     device->name, what, (double)bytes * 1e-9);
  }
  device->allocated += bytes;
  if (device->allocated > device->peak) device->peak = device->allocated;
  memcpy(out_pointer, &memory, sizeof memory);
  return SM_OK;
}

void sm_device_release(struct sm_device *device, void *memory, size_t count, size_t size) {
  if (memory == NULL) return;
  device->allocated -= count * size > 0 ? count * size : 1;
  device->backend->release(device, memory);
}

enum sm_status sm_device_upload(struct sm_context *ctx, struct sm_device *device, void *to,
                                const void *from, size_t bytes) {
  if (bytes == 0 || device->backend->upload(device, to, from, bytes)) return SM_OK;
  return sm_fail(ctx, SM_ERR_DEVICE, "error: %s: copying to the device failed", device->name);
}

enum sm_status sm_device_put(struct sm_context *ctx, struct sm_device *device, const void *from,
                             size_t count, size_t size, const char *what, void *out_pointer) {
  void *memory = NULL;
  SM_TRY(sm_device_allocate(ctx, device, count, size, what, &memory));
  memcpy(out_pointer, &memory, sizeof memory);
  return sm_device_upload(ctx, device, memory, from, count * size);
}

enum sm_status sm_device_download(struct sm_context *ctx, struct sm_device *device, void *to,
                                  const void *from, size_t bytes) {
  if (bytes == 0 || device->backend->download(device, to, from, bytes)) return SM_OK;
  return sm_fail(ctx, SM_ERR_DEVICE, "error: %s: copying from the device failed", device->name);
}

enum sm_status sm_device_sync(struct sm_context *ctx, struct sm_device *device) {
  const char *error = device->backend->sync(device), *of_messages = sm_nccl_error(device);
  if (error == NULL) error = of_messages;
  if (error == NULL) return SM_OK;
  return sm_fail(ctx, SM_ERR_DEVICE, "error: %s: %s", device->name, error);
}

enum sm_status sm_device_check_stop(struct sm_context *ctx, const struct sm_device *device,
                                    const char *what) {
  if (device->group != NULL || !sm_stop_requested(ctx)) return SM_OK;
  return sm_fail(ctx, SM_ERR_STOPPED, "stopped while %s", what);
}

enum sm_status sm_device_begin_profile(struct sm_context *ctx, struct sm_device *device) {
  return sm_alloc(ctx, 1, sizeof *device->profile, "the profile", &device->profile);
}

size_t sm_device_real_size(const struct sm_device *device) {
  return device->bits == 64 ? sizeof(double) : sizeof(float);
}

union sm_reals sm_device_offset(const struct sm_device *device, union sm_reals from, ptrdiff_t by) {
  union sm_reals to;
  if (device->bits == 64) {
    to.f64 = from.f64 + by;
  } else {
    to.f32 = from.f32 + by;
  }
  return to;
}

bool sm_device_has_data(const struct sm_device *device) { return !device->counts; }

bool sm_device_is_host(const struct sm_device *device) {
  return strcmp(device->backend->name, "cpu") == 0;
}
