#define _DEFAULT_SOURCE /* madvise */
/* cpu.c - the CPU back end: a threaded, vectorised loop around each cell function.
 *
 * Built once per level of x86-64 (SM_LEVEL names it); device.c chooses at start. */
#include "device/profile.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

/* As many lanes as a row of floats of 512 bits: left to itself the compiler takes as many as bytes
 * go into a vector where a cell reads one, and copies the loop for what remains of a row. */
#define SIMD _Pragma("omp simd simdlen(16)")
#define NO_SIMD
#define ROW(LOOP, CELL, ARGS, HOW)                                                                 \
  __attribute__((noinline)) static void LOOP##_row(const struct sm_box *b,                         \
                                                   const struct sm_##ARGS *args, int j, int k) {   \
    const struct sm_##ARGS a = *args; /* a copy that no store can alias */                         \
    const int lo = b->lo[0], hi = b->hi[0];                                                        \
    HOW for (int i = lo; i < hi; i++) CELL(&a, i, j, k);                                           \
  }
#define STATIC _Pragma("omp parallel for collapse(2) schedule(static) num_threads(threads)")
#define DYNAMIC _Pragma("omp parallel for collapse(2) schedule(dynamic, 4) num_threads(threads)")
#define LOOP(LOOP, ARGS, SHARE)                                                                    \
  static void LOOP(const struct sm_box *box, const struct sm_##ARGS *args, int threads) {          \
    const struct sm_box b = *box;                                                                  \
    SHARE for (int k = b.lo[2]; k < b.hi[2]; k++) for (int j = b.lo[1]; j < b.hi[1]; j++)          \
        LOOP##_row(&b, args, j, k);                                                                \
  }

/* Terms of one row, added to lanes: lane l takes the elements lo + l + SM_LANES m. */
#define TERMS(NAME, CELL, ARGS, KEEP)                                                              \
  __attribute__((noinline)) static void NAME##_row(const struct sm_box *b,                         \
                                                   const struct sm_##ARGS *args, int j, int k,     \
                                                   double lanes[SM_LANES]) {                       \
    const struct sm_##ARGS a = *args;                                                              \
    for (int i = b->lo[0]; i < b->hi[0]; i += SM_LANES) {                                          \
      const int count = b->hi[0] - i < SM_LANES ? b->hi[0] - i : SM_LANES;                         \
      double term[SM_LANES];                                                                       \
      SIMD for (int l = 0; l < count; l++) term[l] = CELL(&a, i + l, j, k);                        \
      SIMD for (int l = 0; l < count; l++) lanes[l] = KEEP(lanes[l], term[l]);                     \
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

/* A reduction (backend.h). */
#define REDUCE(LOOP, ARGS, LARGEST)                                                                \
  static double LOOP(const struct sm_box *b, const struct sm_##ARGS *args, int threads) {          \
    const ptrdiff_t ny = extent(b, 1), rows = ny * extent(b, 2);                                   \
    const ptrdiff_t count = (ptrdiff_t)sm_teams(rows);                                             \
    const int reached = count_lanes(extent(b, 0));                                                 \
    double teams[SM_TEAMS];                                                                        \
    memset(teams, 0, sizeof teams);                                                                \
    _Pragma("omp parallel for schedule(static) num_threads(threads)") for (ptrdiff_t team = 0;     \
                                                                           team < count; team++) { \
      double lanes[SM_TEAM][SM_LANES], slots[SM_TEAM];                                             \
      memset(lanes, 0, sizeof lanes);                                                              \
      for (ptrdiff_t first = team * SM_CHUNK; first < rows; first += count * SM_CHUNK)             \
        for (ptrdiff_t row = first; row < rows && row < first + SM_CHUNK; row++)                   \
          LOOP##_row(b, args, b->lo[1] + (int)(row % ny), b->lo[2] + (int)(row / ny),              \
                     lanes[row % SM_TEAM]);                                                        \
      for (int s = 0; s < SM_TEAM; s++) slots[s] = tree(lanes[s], reached, LARGEST);               \
      teams[team] = tree(slots, SM_TEAM, LARGEST);                                                 \
    }                                                                                              \
    return tree(teams, SM_TEAMS, LARGEST);                                                         \
  }

#define ROW_EACH(NAME, ARGS) LOOP(loop_##NAME, ARGS, STATIC)
#define ROW_STEP ROW_EACH
#define ROW_MANY(NAME, ARGS, BLOCKS) LOOP(loop_##NAME, ARGS, DYNAMIC)
#define ROW_SUM(NAME, ARGS) REDUCE(loop_##NAME, ARGS, false)
#define ROW_SUM_THEN(NAME, ARGS, THEN) ROW_SUM(NAME, ARGS)
#define EACH(NAME, ARGS)                                                                           \
  ROW(loop_##NAME, sm_cell_##NAME, ARGS, SIMD) LOOP(loop_##NAME, ARGS, STATIC)
#define FEW(NAME, ARGS)                                                                            \
  ROW(loop_##NAME, sm_cell_##NAME, ARGS, NO_SIMD) LOOP(loop_##NAME, ARGS, STATIC)
#define UNEVEN(NAME, ARGS)                                                                         \
  ROW(loop_##NAME, sm_cell_##NAME, ARGS, NO_SIMD) LOOP(loop_##NAME, ARGS, DYNAMIC)
#define SUM(NAME, ARGS)                                                                            \
  TERMS(loop_##NAME, sm_cell_##NAME, ARGS, ADD) REDUCE(loop_##NAME, ARGS, false)
#define MAX(NAME, ARGS)                                                                            \
  TERMS(loop_##NAME, sm_cell_##NAME, ARGS, LARGER) REDUCE(loop_##NAME, ARGS, true)
#define BOTH(KIND, NAME, ARGS) KIND(NAME##_f32, ARGS) KIND(NAME##_f64, ARGS)
#define EACH_REAL(NAME, ARGS) BOTH(EACH, NAME, ARGS)
#define FEW_REAL(NAME, ARGS) BOTH(FEW, NAME, ARGS)
#define UNEVEN_REAL(NAME, ARGS) BOTH(UNEVEN, NAME, ARGS)
#define SUM_REAL(NAME, ARGS) BOTH(SUM, NAME, ARGS)
#define ROW_SUM_REAL(NAME, ARGS) BOTH(ROW_SUM, NAME, ARGS)
#define MAX_REAL(NAME, ARGS) BOTH(MAX, NAME, ARGS)
#include "device/cpu_flock.h"
#include "device/cpu_griebel.h"
#include "device/cpu_rows.h"

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

#include "device/cpu_waves.h"

static void run_step(struct sm_device *device, const struct sm_step *s) {
  switch (s->kind) {
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

static void run_steps(struct sm_device *device, const struct sm_step *step, int count) {
  for (int s = 0; s < count;) {
    const int length = run_wave(device, &step[s], count - s);
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

/* Large arrays lie in huge pages where the system lends them: rows of y and z are far apart. */
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

/* Blocks are summed, then each starts from the sum of those before it. */
static void host_scan(struct sm_device *device, uint32_t *number, int64_t count) {
  enum { MOST_BLOCKS = 256 };
  const double start = sm_profile_start(device);
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
  sm_profile_stop(device, "scan", start, 0);
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
#include "device/undef.h"
  };
  return &backend;
}
