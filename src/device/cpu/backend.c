#define _DEFAULT_SOURCE /* for madvise */
/* device/cpu/backend.c - CPU back end: a multithreaded loop over the rows of each kernel.
 *
 * Built once per x86-64 level; device.c selects one at start. */
#include "device/cpu/row.h"
#include "device/device_profile.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define BACKEND OF_LEVEL(sm_backend_cpu)

#include "device/cpu/loops.h"

/* Row function and loop of each kernel. */
#define LOOP(NAME, ARGS, RUN)                                                                      \
  static void row_##NAME(const struct sm_box *b, const void *args, int j, int k) {                 \
    ROW_OF(NAME)(b, args, j, k);                                                                   \
  }                                                                                                \
  static void loop_##NAME(const struct sm_box *box, const struct sm_##ARGS *args, int threads) {   \
    RUN(box, args, threads, row_##NAME);                                                           \
  }
#define LINES(NAME, ARGS)                                                                          \
  static void tile_##NAME(const struct sm_box *tile, const void *args) {                           \
    ROW_OF(NAME)(tile, args);                                                                      \
  }                                                                                                \
  static void loop_##NAME(const struct sm_box *box, const struct sm_##ARGS *args, int threads) {   \
    visit_tiles(box, args, threads, tile_##NAME);                                                  \
  }
#define REDUCE(NAME, ARGS, LARGEST)                                                                \
  static void row_##NAME(const struct sm_box *b, const void *args, int j, int k,                   \
                         double lanes[SM_REDUCTION_LANES]) {                                       \
    ROW_OF(NAME)(b, args, j, k, lanes);                                                            \
  }                                                                                                \
  static double loop_##NAME(const struct sm_box *b, const struct sm_##ARGS *args, int threads,     \
                            const struct sm_rows *rows) {                                          \
    return reduce(b, args, threads, row_##NAME, LARGEST, rows);                                    \
  }
#define BOTH(KIND, NAME, ARGS) KIND(NAME##_f32, ARGS) KIND(NAME##_f64, ARGS)
#define EACH(NAME, ARGS) LOOP(NAME, ARGS, visit_rows)
#define FEW EACH
#define UNEVEN(NAME, ARGS) LOOP(NAME, ARGS, visit_uneven_rows)
#define SUM(NAME, ARGS) REDUCE(NAME, ARGS, false)
#define MAX(NAME, ARGS) REDUCE(NAME, ARGS, true)
#define EACH_REAL(NAME, ARGS) BOTH(EACH, NAME, ARGS)
#define UNEVEN_REAL(NAME, ARGS) BOTH(UNEVEN, NAME, ARGS)
#define LINES_REAL(NAME, ARGS) BOTH(LINES, NAME, ARGS)
#define SUM_REAL(NAME, ARGS) BOTH(SUM, NAME, ARGS)
#define MAX_REAL(NAME, ARGS) BOTH(MAX, NAME, ARGS)
#include "cell/kernels.def"
#include "device/kernels_undef.h"

/* Functions of the kernel table. */
#define SLOT_ARGUMENTS(ARGS)                                                                       \
  struct sm_device *device, const struct sm_box *box, const struct sm_##ARGS *args
#define THREADS (worth_sharing(box) ? device->threads : 1)
#define TIMED(NAME, CALL)                                                                          \
  const double start = sm_device_profile_start(device);                                            \
  CALL;                                                                                            \
  sm_device_profile_stop(device, #NAME, start, 0)
#define EACH(NAME, ARGS)                                                                           \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS)) { TIMED(NAME, loop_##NAME(box, args, THREADS)); }
#define FEW EACH
#define SUM(NAME, ARGS)                                                                            \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS), double *out) {                                      \
    TIMED(NAME, *out = loop_##NAME(box, args, THREADS, device->rows));                             \
  }
#define MAX SUM
#define SUM_THEN(NAME, ARGS, THEN)                                                                 \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS), double *out) {                                      \
    TIMED(NAME, *out = loop_##NAME(box, args, THREADS, device->rows));                             \
    sm_##THEN(&args->cg);                                                                          \
  }
#define BY_BITS(NAME) (device->bits == 64 ? loop_##NAME##_f64 : loop_##NAME##_f32)
#define EACH_REAL(NAME, ARGS)                                                                      \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS)) { TIMED(NAME, BY_BITS(NAME)(box, args, THREADS)); }
#define SUM_REAL(NAME, ARGS)                                                                       \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS), double *out) {                                      \
    TIMED(NAME, *out = BY_BITS(NAME)(box, args, THREADS, device->rows));                           \
  }
#define MAX_REAL SUM_REAL
#include "cell/kernels.def"
#include "device/kernels_undef.h"

#include "device/cpu/wavefront.h"

static void run_step(struct sm_device *device, const struct sm_solver_step *s) {
  switch (s->kind) {
#define STEP(NAME, ARGS)                                                                           \
  case SM_STEP_##NAME:                                                                             \
    run_##NAME(device, &s->box, &s->args.ARGS);                                                    \
    break;
#define FEW_STEP STEP
#include "device/kernels_only_steps.h"

#include "cell/kernels.def"
#include "device/kernels_undef.h"
  }
}

static void run_steps(struct sm_device *device, const struct sm_solver_step *step, int count) {
  for (int s = 0; s < count;) {
    const int length = run_wavefront(device, &step[s], count - s);
    if (length == 0) run_step(device, &step[s]);
    s += at_least(length, 1);
  }
}

static void *host_record(struct sm_device *device, void (*body)(void *user), void *user,
                         const double *go) {
  (void)device;
  (void)body;
  (void)user;
  (void)go;
  return NULL;
}

static void host_repeat(struct sm_device *device, void *loop, void (*body)(void *user), void *user,
                        const double *go) {
  (void)device;
  (void)loop;
  do body(user);
  while (*go > 0);
}

static void host_forget(struct sm_device *device, void *loop) {
  (void)device;
  (void)loop;
}

/* Uses huge pages for large arrays if available, since neighbours in y and z are far apart. */
static void *host_allocate(struct sm_device *device, size_t bytes) {
  (void)device;
  const size_t huge = (size_t)2 << 20, unit = bytes >= 2 * huge ? huge : 64;
  void *memory = aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
  if (memory == NULL) return NULL;
#ifdef MADV_HUGEPAGE
  if (unit == huge) madvise(memory, (bytes + unit - 1) / unit * unit, MADV_HUGEPAGE);
#endif
  memset(memory, 0, bytes);
  return memory;
}

static void host_release(struct sm_device *device, void *memory) {
  (void)device;
  free(memory);
}

static bool host_upload(struct sm_device *device, void *to, const void *from, size_t bytes) {
  const double start = sm_device_profile_start(device);
  memcpy(to, from, bytes);
  sm_device_profile_stop(device, SM_COPY_TO_DEVICE, start, (double)bytes);
  return true;
}

static bool host_download(struct sm_device *device, void *to, const void *from, size_t bytes) {
  const double start = sm_device_profile_start(device);
  memcpy(to, from, bytes);
  sm_device_profile_stop(device, SM_COPY_TO_HOST, start, (double)bytes);
  return true;
}

static void host_clear(struct sm_device *device, void *memory, size_t bytes) {
  (void)device;
  memset(memory, 0, bytes);
}

/* Prefix sum: blocks are summed, then each starts from the sum of the previous blocks. */
static void host_scan(struct sm_device *device, uint32_t *number, int64_t count) {
  enum { MOST_BLOCKS = 256 };
  const double start = sm_device_profile_start(device);
  const int blocks = count < WORTH_SHARING           ? 1
                     : device->threads < MOST_BLOCKS ? device->threads
                                                     : MOST_BLOCKS;
  uint32_t before[MOST_BLOCKS + 1] = {0};
#pragma omp parallel for num_threads(blocks)
  for (int b = 0; b < blocks; b++) {
    uint32_t sum = 0;
    for (int64_t i = count * b / blocks; i < count * (b + 1) / blocks; i++) sum += number[i];
    before[b + 1] = sum;
  }
  for (int b = 0; b < blocks; b++) before[b + 1] += before[b];
#pragma omp parallel for num_threads(blocks)
  for (int b = 0; b < blocks; b++) {
    uint32_t sum = before[b];
    for (int64_t i = count * b / blocks; i < count * (b + 1) / blocks; i++) {
      const uint32_t own = number[i];
      number[i] = sum;
      sum += own;
    }
  }
  sm_device_profile_stop(device, "scan", start, 0);
}

static const char *host_sync(struct sm_device *device) {
  (void)device;
  return NULL;
}

static void host_close(struct sm_device *device) { (void)device; }

const struct sm_backend *BACKEND(void) {
  static const struct sm_backend backend = {
      .name = "cpu",
      .allocate = host_allocate,
      .release = host_release,
      .upload = host_upload,
      .download = host_download,
      .clear = host_clear,
      .scan = host_scan,
      .sync = host_sync,
      .close = host_close,
      .run = run_steps,
      .record = host_record,
      .repeat = host_repeat,
      .forget = host_forget,
#define EACH(NAME, ARGS) .NAME = run_##NAME,
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
#include "cell/kernels.def"
#include "device/kernels_undef.h"
  };
  return &backend;
}
