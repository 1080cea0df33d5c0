/* cpu.c - the CPU back end: a threaded, vectorised loop around each cell function.
 *
 * Built once per level of x86-64 (SM_LEVEL names it); device.c chooses at start. */
#include "device/profile.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define BACKEND JOIN(sm_backend_cpu, SM_LEVEL)
#else
#define BACKEND sm_backend_cpu
#endif

/* Fewer cells than this are done by one thread: waking others takes longer. */
enum { WORTH_SHARING = 8192 };

static ptrdiff_t extent(const struct sm_box *b, int d) {
  return b->hi[d] > b->lo[d] ? b->hi[d] - b->lo[d] : 0;
}

static bool worth_sharing(const struct sm_box *b) {
  return extent(b, 0) * extent(b, 1) * extent(b, 2) >= WORTH_SHARING;
}

#define SIMD _Pragma("omp simd")
#define NO_SIMD
#define LOOP_EACH(LOOP, CELL, ARGS, HOW)                                                           \
  static void LOOP(const struct sm_box *box, const struct sm_##ARGS *args, int threads) {          \
    const struct sm_box b = *box;                                                                  \
    _Pragma("omp parallel for collapse(2) schedule(static) num_threads(threads)") for (            \
        int k = b.lo[2]; k < b.hi[2]; k++) for (int j = b.lo[1]; j < b.hi[1]; j++) {               \
      const struct sm_##ARGS a = *args; /* a copy that no store can alias */                       \
      HOW for (int i = b.lo[0]; i < b.hi[0]; i++) CELL(&a, i, j, k);                               \
    }                                                                                              \
  }

/* Terms of one row, added to lanes: lane l takes the elements lo + l + SM_LANES m. */
#define ROW(NAME, CELL, ARGS, KEEP)                                                                \
  __attribute__((noinline)) static void NAME(const struct sm_box *b, const struct sm_##ARGS *args, \
                                             int j, int k, double lanes[SM_LANES]) {               \
    const struct sm_##ARGS a = *args;                                                              \
    for (int i = b->lo[0]; i < b->hi[0]; i += SM_LANES) {                                          \
      const int count = b->hi[0] - i < SM_LANES ? b->hi[0] - i : SM_LANES;                         \
      double term[SM_LANES];                                                                       \
      _Pragma("omp simd") for (int l = 0; l < count; l++) term[l] = CELL(&a, i + l, j, k);         \
      _Pragma("omp simd") for (int l = 0; l < count; l++) lanes[l] = KEEP(lanes[l], term[l]);      \
    }                                                                                              \
  }

#define ADD(A, B) ((A) + (B))
#define LARGER(A, B) ((A) != (A) || (B) <= (A) ? (A) : (B)) /* keeps a NaN */

static double tree(double *v, int n, bool larger) {
  for (int s = n / 2; s > 0; s /= 2)
    for (int l = 0; l < s; l++) v[l] = larger ? LARGER(v[l], v[l + s]) : ADD(v[l], v[l + s]);
  return v[0];
}

/* Lanes that rows of so many elements reach; the others stay 0. */
static int count_lanes(ptrdiff_t elements) {
  int lanes = SM_LANES;
  while (lanes > 1 && lanes / 2 >= elements) lanes /= 2;
  return lanes;
}

/* Slot s takes every `count`-th row from row s on. */
#define LOOP_REDUCE(LOOP, CELL, ARGS, KEEP, LARGEST)                                               \
  ROW(LOOP##_row, CELL, ARGS, KEEP)                                                                \
  static double LOOP(const struct sm_box *b, const struct sm_##ARGS *args, int threads) {          \
    const ptrdiff_t ny = extent(b, 1), rows = ny * extent(b, 2);                                   \
    const ptrdiff_t count = (ptrdiff_t)sm_slots(rows);                                             \
    const int reached = count_lanes(extent(b, 0));                                                 \
    double slots[SM_SLOTS];                                                                        \
    memset(slots, 0, sizeof slots);                                                                \
    _Pragma("omp parallel for schedule(static) num_threads(threads)") for (ptrdiff_t slot = 0;     \
                                                                           slot < count; slot++) { \
      double lanes[SM_LANES];                                                                      \
      memset(lanes, 0, (size_t)reached * sizeof *lanes);                                           \
      for (ptrdiff_t row = slot; row < rows; row += count)                                         \
        LOOP##_row(b, args, b->lo[1] + (int)(row % ny), b->lo[2] + (int)(row / ny), lanes);        \
      slots[slot] = tree(lanes, reached, LARGEST);                                                 \
    }                                                                                              \
    for (int t = 0; t < SM_SLOTS / SM_TEAM; t++)                                                   \
      slots[t] = tree(slots + SM_TEAM * t, SM_TEAM, LARGEST);                                      \
    return tree(slots, SM_SLOTS / SM_TEAM, LARGEST);                                               \
  }

#define EACH(NAME, ARGS) LOOP_EACH(loop_##NAME, sm_cell_##NAME, ARGS, SIMD)
#define FEW(NAME, ARGS) LOOP_EACH(loop_##NAME, sm_cell_##NAME, ARGS, NO_SIMD)
#define SUM(NAME, ARGS) LOOP_REDUCE(loop_##NAME, sm_cell_##NAME, ARGS, ADD, false)
#define MAX(NAME, ARGS) LOOP_REDUCE(loop_##NAME, sm_cell_##NAME, ARGS, LARGER, true)
#define EACH_REAL(NAME, ARGS)                                                                      \
  LOOP_EACH(loop_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, SIMD)                                   \
  LOOP_EACH(loop_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, SIMD)
#define SUM_REAL(NAME, ARGS)                                                                       \
  LOOP_REDUCE(loop_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, ADD, false)                           \
  LOOP_REDUCE(loop_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, ADD, false)
#define MAX_REAL(NAME, ARGS)                                                                       \
  LOOP_REDUCE(loop_##NAME##_f32, sm_cell_##NAME##_f32, ARGS, LARGER, true)                         \
  LOOP_REDUCE(loop_##NAME##_f64, sm_cell_##NAME##_f64, ARGS, LARGER, true)
#include "cell/kernels.def"
#include "device/undef.h"

/* The slots of the table. */
#define SLOT_ARGUMENTS(ARGS)                                                                       \
  struct sm_device *device, const struct sm_box *box, const struct sm_##ARGS *args
#define THREADS (worth_sharing(box) ? device->threads : 1)
#define TIMED(NAME, CALL)                                                                          \
  const double start = sm_profile_start(device);                                                   \
  CALL;                                                                                            \
  sm_profile_stop(device, #NAME, start, 0)
#define EACH(NAME, ARGS)                                                                           \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS)) { TIMED(NAME, loop_##NAME(box, args, THREADS)); }
#define FEW EACH
#define SUM(NAME, ARGS)                                                                            \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS), double *out) {                                      \
    TIMED(NAME, *out = loop_##NAME(box, args, THREADS));                                           \
  }
#define MAX SUM
#define SUM_THEN(NAME, ARGS, THEN)                                                                 \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS), double *out) {                                      \
    TIMED(NAME, *out = loop_##NAME(box, args, THREADS));                                           \
    sm_##THEN(&args->cg);                                                                          \
  }
#define BY_BITS(NAME) (device->bits == 64 ? loop_##NAME##_f64 : loop_##NAME##_f32)
#define EACH_REAL(NAME, ARGS)                                                                      \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS)) { TIMED(NAME, BY_BITS(NAME)(box, args, THREADS)); }
#define SUM_REAL(NAME, ARGS)                                                                       \
  static void run_##NAME(SLOT_ARGUMENTS(ARGS), double *out) {                                      \
    TIMED(NAME, *out = BY_BITS(NAME)(box, args, THREADS));                                         \
  }
#define MAX_REAL SUM_REAL
#include "cell/kernels.def"
#include "device/undef.h"

static void run_steps(struct sm_device *device, const struct sm_step *step, int count) {
  for (const struct sm_step *s = step; s < step + count; s++) switch (s->kind) {
#define STEP(NAME, ARGS)                                                                           \
  case SM_STEP_##NAME:                                                                             \
    run_##NAME(device, &s->box, &s->args.ARGS);                                                    \
    break;
#define FEW_STEP STEP
#include "device/only_steps.h"

#include "cell/kernels.def"
#include "device/undef.h"
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

static void *host_allocate(struct sm_device *device, size_t bytes) {
  (void)device;
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (memory != NULL) memset(memory, 0, bytes);
  return memory;
}

static void host_release(struct sm_device *device, void *memory) {
  (void)device;
  free(memory);
}

static bool host_upload(struct sm_device *device, void *to, const void *from, size_t bytes) {
  const double start = sm_profile_start(device);
  memcpy(to, from, bytes);
  sm_profile_stop(device, SM_COPY_TO_DEVICE, start, (double)bytes);
  return true;
}

static bool host_download(struct sm_device *device, void *to, const void *from, size_t bytes) {
  const double start = sm_profile_start(device);
  memcpy(to, from, bytes);
  sm_profile_stop(device, SM_COPY_TO_HOST, start, (double)bytes);
  return true;
}

static void host_clear(struct sm_device *device, void *memory, size_t bytes) {
  (void)device;
  memset(memory, 0, bytes);
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
#include "device/undef.h"
  };
  return &backend;
}
