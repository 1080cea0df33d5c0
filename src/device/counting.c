/* Counting device: allocations have addresses without memory; kernels and copies do
 * nothing. The set-up of a run on it gives the memory of the run. */
#include "device/device.h"
#include "parallel/parallel.h"

#include <stdint.h>
#include <string.h>

/* Addresses for comparison and pointer arithmetic only. */
static void *allocate(struct sm_device *device, size_t bytes) {
  return (void *)(uintptr_t)((device->allocated + bytes) / 256 * 256 + 4096);
}
static void release(struct sm_device *device, void *memory) {
  (void)device;
  (void)memory;
}

static bool upload(struct sm_device *device, void *to, const void *from, size_t bytes) {
  (void)device;
  (void)to;
  (void)from;
  (void)bytes;
  return true;
}

static bool download(struct sm_device *device, void *to, const void *from, size_t bytes) {
  (void)device;
  (void)from;
  memset(to, 0, bytes);
  return true;
}

static void clear(struct sm_device *device, void *memory, size_t bytes) {
  (void)device;
  (void)memory;
  (void)bytes;
}

static void scan(struct sm_device *device, uint32_t *number, int64_t count) {
  (void)device;
  (void)number;
  (void)count;
}

static const char *sync_nothing(struct sm_device *device) {
  (void)device;
  return NULL;
}

static void close_group(struct sm_device *device) { sm_free(device->group); }

static void run_steps(struct sm_device *device, const struct sm_solver_step *step, int count) {
  (void)device;
  (void)step;
  (void)count;
}

static void *record(struct sm_device *device, void (*body)(void *user), void *user,
                    const double *go) {
  (void)device;
  (void)body;
  (void)user;
  (void)go;
  return NULL;
}

static void repeat(struct sm_device *device, void *loop, void (*body)(void *user), void *user,
                   const double *go) {
  (void)device;
  (void)loop;
  (void)body;
  (void)user;
  (void)go;
}

#define EACH(NAME, ARGS)                                                                           \
  static void skip_##NAME(struct sm_device *device, const struct sm_box *box,                      \
                          const struct sm_##ARGS *args) {                                          \
    (void)device;                                                                                  \
    (void)box;                                                                                     \
    (void)args;                                                                                    \
  }
#define SUM(NAME, ARGS)                                                                            \
  static void skip_##NAME(struct sm_device *device, const struct sm_box *box,                      \
                          const struct sm_##ARGS *args, double *out) {                             \
    (void)device;                                                                                  \
    (void)box;                                                                                     \
    (void)args;                                                                                    \
    (void)out;                                                                                     \
  }
#define FEW EACH
#define MAX SUM
#define EACH_REAL EACH
#define SUM_REAL SUM
#define MAX_REAL SUM
#include "cell/kernels.def"
#include "device/kernels_undef.h"

#define SLOTS(KIND)                                                                                \
  .name = (KIND), .allocate = allocate, .release = release, .upload = upload,                      \
  .download = download, .clear = clear, .scan = scan, .sync = sync_nothing, .close = close_group,  \
  .run = run_steps, .record = record, .repeat = repeat, .forget = release,
#define EACH(NAME, ARGS) .NAME = skip_##NAME,
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
static const struct sm_backend cpu = {SLOTS("cpu")
#include "cell/kernels.def"
};
static const struct sm_backend cuda = {SLOTS("cuda")
#include "cell/kernels.def"
};
#include "device/kernels_undef.h"

void sm_device_count_host(struct sm_device *device, ptrdiff_t bytes) {
  device->host += (size_t)bytes;
  if (device->host > device->host_peak) device->host_peak = device->host;
}

enum sm_status sm_device_open_counting(struct sm_context *ctx, const char *kind, int bits,
                                       int processes, struct sm_device **out) {
  const bool host = strcmp(kind, "cpu") == 0;
  struct sm_parallel *group = NULL;
  if (processes > 1) SM_TRY(sm_parallel_create_counting(ctx, processes, &group));
  const enum sm_status status = sm_alloc(ctx, 1, sizeof **out, "the device", out);
  if (status != SM_OK) {
    sm_free(group);
    return status;
  }
  **out = (struct sm_device){.backend = host ? &cpu : &cuda,
                             .bits = bits,
                             .threads = 1,
                             .group = group,
                             .share_least = host ? SM_SHARE_LEAST_CPU : SM_SHARE_LEAST_GPU,
                             .counts = true};
  return SM_OK;
}
