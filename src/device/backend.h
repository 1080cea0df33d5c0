/* backend.h - back end of a device: memory, and a table with one function per kernel.
 *
 * A device is opened for one precision of the state. Kernels of a device run in call order,
 * possibly after the call has returned; sm_device_sync waits for them and reports failures. */
#ifndef SM_DEVICE_BACKEND_H
#define SM_DEVICE_BACKEND_H

#include "device/solver_step.h"
#include "parallel/module.h"
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif

struct sm_device;
struct sm_gpu_peer;
struct sm_device_profile;
struct sm_parallel;
struct sm_rows;

/* Reduction: the result is left in *out in device memory, in double precision. The order of the
 * additions depends only on the box. A chunk is up to SM_REDUCTION_SLOTS rows of a plane, from row
 * lo + SM_REDUCTION_SLOTS c on. Chunks with the same c, of every `planes`-th plane, belong to a
 * group; row r of a chunk to slot r of the group, and element i of a row to lane (i - lo) mod
 * SM_REDUCTION_LANES of its slot. In a slice, which has fewer than SM_REDUCTION_SLOTS rows in y,
 * the rows of a chunk lie along z, so that all slots have some. The lanes of a slot, the slots of a
 * group, then the groups are reduced pairwise (by halving). So all rows of a group are close in y,
 * and processes that have whole chunks have whole groups. A GPU processes all groups at once, a CPU
 * one after another; in both cases rows that are close in space are close in time. */
enum {
  SM_REDUCTION_LANES = 128,
  SM_REDUCTION_SLOTS = 8,    /* slots per group, rows per chunk; few, so that slices with few rows
                                use all multiprocessors of a GPU */
  SM_REDUCTION_GROUPS = 2048 /* maximum */
};

/* Groups of a reduction: group c + columns k starts at chunk c of plane k, and takes every
 * columns-th chunk of every planes-th plane. */
struct sm_reduction_order {
  int columns, planes;
  bool slice; /* rows of a chunk along z */
};
SM_FN struct sm_reduction_order sm_reduction_order_of(int64_t ny, int64_t nz) {
  const int64_t all = SM_REDUCTION_GROUPS;
  const bool slice = ny < SM_REDUCTION_SLOTS;
  const int64_t rows = slice ? nz : ny, planes = slice ? ny : nz;
  const int64_t chunks = (rows + SM_REDUCTION_SLOTS - 1) / SM_REDUCTION_SLOTS;
  const int64_t columns = chunks < all ? chunks : all;
  const int64_t most = columns > 0 ? all / columns : 0;
  const struct sm_reduction_order order = {(int)columns, (int)(planes < most ? planes : most),
                                           slice};
  return order;
}

/* Iterations of red-black SOR in global memory (cell/poisson/sor_natural.h), launched entirely by
 * the device: by a WHILE node of a graph (`graph`), else by kernels that launch the next iteration.
 * The largest change is measured every `every` iterations; the loop ends when it is at most
 * `stop`. */
struct sm_sor_loop {
  bool graph;
  struct sm_sor_arrays lambda; /* its colour is ignored */
  int limit, every;            /* iterations; limit is a multiple of every, or smaller */
  float stop;
  float *changes; /* device: [limit / every] */
  int *done;      /* device: number of iterations, or SM_SOR_LOOP_FAILED */
};
enum { SM_SOR_LOOP_FAILED = -1 }; /* a kernel failed to launch another one */

struct sm_backend {
  const char *name; /* "cpu" or "cuda" */
  /* Allocates zeroed device memory; NULL if there is not enough. Host memory comes from
   * sm_alloc. */
  void *(*allocate)(struct sm_device *device, size_t bytes);
  void (*release)(struct sm_device *device, void *memory);
  /* Copy between host and device; complete on return; false on failure. */
  bool (*upload)(struct sm_device *device, void *to, const void *from, size_t bytes);
  bool (*download)(struct sm_device *device, void *to, const void *from, size_t bytes);
  void (*clear)(struct sm_device *device, void *memory, size_t bytes);
  /* Exclusive prefix sum in place; the total must be below 2^32. */
  void (*scan)(struct sm_device *device, uint32_t *number, int64_t count);
  /* Waits for all work; returns NULL, or the error since the last call. */
  const char *(*sync)(struct sm_device *device);
  void (*close)(struct sm_device *device);
  /* Runs steps in order. A defect that the next step restricts is not used elsewhere and need not
   * be stored. */
  void (*run)(struct sm_device *device, const struct sm_solver_step *step, int count);
  /* Calls body(user), which enqueues kernels, at least once and again while *go > 0 on the device.
   * loop: NULL, or the result of `record` for the same body and go; the device then repeats the
   * recorded kernels with the recorded arguments, and body must do nothing else.
   * `record` may return NULL; `forget` frees a loop. */
  void *(*record)(struct sm_device *device, void (*body)(void *user), void *user, const double *go);
  void (*repeat)(struct sm_device *device, void *loop, void (*body)(void *user), void *user,
                 const double *go);
  void (*forget)(struct sm_device *device, void *loop);
  /* GPU only, NULL on the CPU: one colour of SOR with neighbours in shared memory; and a
   * device-side loop, which returns NULL or an immediate error. */
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
  bool counts;              /* counts allocations only: device/counting.c */
  int threads;              /* CPU threads */
  int64_t wave_least;       /* CPU: minimum cells of a level for wavefront execution */
  char name[128];           /* "NVIDIA H100 80GB HBM3", "CPU, 2 threads, x86-64-v3" */
  size_t total, free_bytes; /* memory when the device was opened; 0: unknown */
  size_t allocated, peak;   /* bytes allocated: now and maximum */
  size_t host, host_peak;   /* counting device: bytes of host arrays, now and maximum */
  void *scratch;            /* GPU: buffer of reductions */
  void *scan;               /* GPU: buffer of prefix sums */
  size_t scan_bytes;
  void *staging;                     /* GPU: pinned host memory for small copies */
  void *large;                       /* GPU: the same for large copies; NULL: not yet needed */
  void *stream;                      /* GPU */
  int index;                         /* GPU */
  int cluster;                       /* GPU: maximum blocks per cluster; 1: no clusters */
  struct sm_device_profile *profile; /* device_profile.h; NULL: off */
  /* Processes that compute one wind together; NULL: this one alone. */
  struct sm_parallel *group;
  /* While all of them compute, each its rows (the box of a reduction), those rows: reductions are
   * over the rows of all. NULL: over those of the box. */
  const struct sm_rows *rows;
  int64_t share_least; /* minimum cells per process of a level that they compute in parts: of
                          smaller ones messages take longer than is saved */
  struct sm_row_carrier carrier; /* GPU: of messages with its arrays */
  struct sm_nccl *nccl;          /* GPU: nccl.c; NULL: none */
  struct sm_gpu_peer *peer;      /* GPU: cuda/messages.h; NULL: none */
};

/* CPU back end for one x86-64 level; the baseline one always exists. */
const struct sm_backend *sm_backend_cpu(void);
#ifdef SM_HAVE_X86_LEVELS
const struct sm_backend *sm_backend_cpu_v3(void);
const struct sm_backend *sm_backend_cpu_v4(void);
#endif

#ifdef SM_HAVE_CUDA
/* Number of usable CUDA devices; text describes device i, or the reason if there is none. */
int sm_cuda_count(char *text, size_t size);
bool sm_cuda_describe(int index, char *text, size_t size, size_t *total, size_t *free_bytes);
/* Opens the device: sets name, memory and stream. Returns NULL, or an error. */
const char *sm_cuda_open(int index, struct sm_device *device);
const struct sm_backend *sm_backend_cuda(void);

/* cuda/messages.h: Halo exchange through the memory of the GPUs of neighbouring processes of one
 * host, which call it together. */

/* Memory of a GPU for another process. */
struct sm_gpu_handle {
  char bytes[64];
};

/* Makes the memory for messages of the neighbours; connects that of the neighbours, which may be
 * one process; begins to use it. False: not possible here. */
bool sm_cuda_peer_create(struct sm_device *device, struct sm_gpu_handle *handle);
bool sm_cuda_peer_connect(struct sm_device *device, const struct sm_gpu_handle *low,
                          const struct sm_gpu_handle *high, bool same);
void sm_cuda_peer_start(struct sm_device *device);

/* Leaves the memory of the neighbours, and frees that of this GPU. */
void sm_cuda_peer_disconnect(struct sm_device *device);
void sm_cuda_peer_free(struct sm_device *device);
void sm_cuda_sor_shared(struct sm_device *device, const struct sm_sor_arrays *lambda);
const char *sm_cuda_sor_loop(struct sm_device *device, const struct sm_sor_loop *loop);
#endif

#ifdef __cplusplus
}
#endif
#endif
