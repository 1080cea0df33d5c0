/* backend.h - back end of a device: memory, and a table with one function per kernel.
 *
 * A device is opened for one precision of the state. Kernels of one device run in the order in
 * which they are called, possibly after the call has returned; sm_device_sync waits for them and
 * tells whether any has failed. */
#ifndef SM_DEVICE_BACKEND_H
#define SM_DEVICE_BACKEND_H

#include "device/solver_step.h"
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif

struct sm_device;
struct sm_device_profile;

/* A reduction: the number is left in *out, in the device's memory, in double. The terms are added
 * in an order that depends on the box alone: groups take chunks of rows in turn; row r of a chunk
 * belongs to slot r mod SM_REDUCTION_SLOTS of the group, and a slot adds its terms in lanes:
 * element i of a row belongs to lane (i - lo) mod SM_REDUCTION_LANES. The lanes of a slot, the
 * slots of a group, then the groups are folded by halving. A GPU works on all groups at once, a CPU
 * on one after another: either way rows that are close in space are close in time. */
enum {
  SM_REDUCTION_LANES = 128,
  SM_REDUCTION_SLOTS = 8, /* slots of a group */
  SM_REDUCTION_CHUNK =
      SM_REDUCTION_SLOTS,    /* rows: of a slice of few rows all processors of a GPU get some */
  SM_REDUCTION_GROUPS = 2048 /* at most so many */
};
static inline int64_t sm_reduction_groups(int64_t rows) {
  const int64_t chunks = (rows + SM_REDUCTION_CHUNK - 1) / SM_REDUCTION_CHUNK;
  return chunks < SM_REDUCTION_GROUPS ? chunks : (int64_t)SM_REDUCTION_GROUPS;
}

/* Iterations of red-black SOR in global memory (cell/poisson/sor_natural.h), all launched by the
 * device: graph: by a WHILE node; else kernel by kernel, each iteration by the one before. The
 * largest change is measured after every so many iterations; the loop ends when one is at most
 * `stop`. */
struct sm_sor_loop {
  bool graph;
  struct sm_sor_arrays lambda; /* its colour does not count */
  int limit, every;            /* iterations; limit is a multiple of every, or less than it */
  float stop;
  float *changes; /* device, limit / every of them */
  int *done;      /* device: iterations so far, or SM_SOR_LOOP_FAILED */
};
enum { SM_SOR_LOOP_FAILED = -1 }; /* a kernel could not launch another one */

struct sm_backend {
  const char *name; /* "cpu" or "cuda" */
  /* Zeroed memory of the device; NULL when it has not enough. The host's own comes from sm_alloc.
   */
  void *(*allocate)(struct sm_device *device, size_t bytes);
  void (*release)(struct sm_device *device, void *memory);
  /* Copies between host and device; complete on return; false on failure. */
  bool (*upload)(struct sm_device *device, void *to, const void *from, size_t bytes);
  bool (*download)(struct sm_device *device, void *to, const void *from, size_t bytes);
  void (*clear)(struct sm_device *device, void *memory, size_t bytes);
  /* Each of `count` numbers becomes the sum of those before it, which is less than 2^32. */
  void (*scan)(struct sm_device *device, uint32_t *number, int64_t count);
  /* Waits for everything; NULL, or what went wrong since the last time. */
  const char *(*sync)(struct sm_device *device);
  void (*close)(struct sm_device *device);
  /* Runs steps in their order. A defect that is restricted by the next step is seen by nobody else
   * and need not be written. */
  void (*run)(struct sm_device *device, const struct sm_solver_step *step, int count);
  /* Calls body(user), which enqueues kernels, at least once and then while the device's *go > 0.
   * loop: NULL, or what `record` has made of the same body and go: the device then repeats alone
   * the kernels that body has enqueued. Body calls nothing else then, and the kernels' arguments
   * are those of the recording. `record` may return NULL; a loop is freed by forget. */
  void *(*record)(struct sm_device *device, void (*body)(void *user), void *user, const double *go);
  void (*repeat)(struct sm_device *device, void *loop, void (*body)(void *user), void *user,
                 const double *go);
  void (*forget)(struct sm_device *device, void *loop);
  /* Only of a GPU, NULL on the CPU: one colour of SOR, its neighbours through shared memory; and a
   * loop, which returns NULL, or what went wrong at once. */
  void (*sor_shared)(struct sm_device *device, const struct sm_sor_arrays *lambda);
  const char *(*sor_loop)(struct sm_device *device, const struct sm_sor_loop *loop);
#define EACH(NAME, ARGS)                                                                           \
  void (*NAME)(struct sm_device *, const struct sm_box *, const struct sm_##ARGS *);
#define FEW EACH
#define SUM(NAME, ARGS)                                                                            \
  void (*NAME)(struct sm_device *, const struct sm_box *, const struct sm_##ARGS *, double *out);
#define MAX SUM
#define EACH_REAL EACH
#define SUM_REAL SUM
#define MAX_REAL SUM
#include "cell/kernels.def"
#include "device/kernels_undef.h"
};

struct sm_device {
  const struct sm_backend *backend;
  int bits;                 /* 32 or 64: precision of the state */
  bool counts;              /* only what is allocated: device/counting.c */
  int threads;              /* of the CPU */
  int64_t wave_least;       /* cells of a level from which on the CPU runs its steps in waves */
  char name[128];           /* "NVIDIA H100 80GB HBM3", "CPU, 2 threads, x86-64-v3" */
  size_t total, free_bytes; /* memory when it was opened; 0: not known */
  size_t allocated, peak;   /* bytes of allocate */
  size_t host, host_peak;   /* the same of arrays of the host, of a device that counts */
  void *scratch;            /* of reductions on the GPU */
  void *scan;               /* of scans on the GPU */
  size_t scan_bytes;
  void *staging; /* of the GPU: memory of the host that it reads and writes itself */
  void *stream;  /* of the GPU */
  int index;     /* of the GPU */
  int cluster;   /* blocks of a group that can wait for each other on the GPU; 1: none */
  struct sm_device_profile *profile; /* profile.h; NULL: not taken */
};

/* The CPU back end built for one level of x86-64; the plain one exists everywhere. */
const struct sm_backend *sm_backend_cpu(void);
#ifdef SM_HAVE_X86_LEVELS
const struct sm_backend *sm_backend_cpu_v3(void);
const struct sm_backend *sm_backend_cpu_v4(void);
#endif

#ifdef SM_HAVE_CUDA
/* Number of usable CUDA devices; text describes device i, or the reason for 0. */
int sm_cuda_count(char *text, size_t size);
bool sm_cuda_describe(int index, char *text, size_t size, size_t *total, size_t *free_bytes);
/* Makes the device usable: fills name, memory and stream. NULL, or what went wrong. */
const char *sm_cuda_open(int index, struct sm_device *device);
const struct sm_backend *sm_backend_cuda(void);
void sm_cuda_sor_shared(struct sm_device *device, const struct sm_sor_arrays *lambda);
const char *sm_cuda_sor_loop(struct sm_device *device, const struct sm_sor_loop *loop);
#endif

#ifdef __cplusplus
}
#endif
#endif
