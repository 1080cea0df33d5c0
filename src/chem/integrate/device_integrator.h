/* chem/integrate/device_integrator.h - chemistry integrator for cells in device memory: by rows of
 * cells on a CPU (simoom/chem.h); on a GPU by generated kinetics (chem/generate/gpu.h), RKC2 for
 * small mechanisms that are not too stiff, else a Rosenbrock method; unsupported and large
 * mechanisms by tables (device/reacting_cells.h). */
#ifndef SM_CHEM_INTEGRATE_DEVICE_INTEGRATOR_H
#define SM_CHEM_INTEGRATE_DEVICE_INTEGRATOR_H

#include "cell/chemistry/group_cells.h"
#include "chem/generate/gpu.h"
#include "device/array_store.h"
#include "lab/chem_speed.h"
#include "simoom/chem.h"

/* timing.c */

struct sm_chem_timing;

/* device, threads: as of sm_device_open. name: of the device, 128 bytes; NULL: nobody asks.
 * Errors: as of sm_device_open, sm_chem_create and sm_reacting_tables. */
SM_CHECKED enum sm_status sm_chem_timing_open(struct sm_context *ctx, const struct sm_mechanism *m,
                                              const char *device, int threads, char *name,
                                              struct sm_chem_timing **out);
void sm_chem_timing_close(struct sm_chem_timing **trial);

/* Cells that begin each call; the arrays are borrowed until the next ones. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_timing_set_cells(struct sm_context *ctx,
                                                   struct sm_chem_timing *trial,
                                                   const struct sm_chem_cells *cells);

/* Seconds of a call, the median of several. failed: cells in the last one. Errors: ERR_DEVICE, as
 * of sm_generate_kinetics; ERR_USAGE (generated kinetics, not on a GPU). */
SM_CHECKED enum sm_status sm_chem_timing_run(struct sm_context *ctx, struct sm_chem_timing *trial,
                                             const struct sm_chem_task *task, double *seconds,
                                             int64_t *failed);

/* device_integrator.c */

struct sm_mechanism;

struct sm_chem_integrator {
  struct sm_device *device;      /* borrowed */
  const struct sm_chem *chem;    /* borrowed */
  bool same_cells;               /* its cells are always the same */
  double *first;                 /* s, of each cell, for the next step; NULL: not known */
  struct sm_group_tables tables; /* of a GPU, as all that follow */
  int32_t *steps, *rejected;
  unsigned long long *next;
  double *workspace;           /* of a large mechanism */
  struct sm_chem_gpu *gpu;     /* NULL: by tables alone */
  bool stabilised, rosenbrock; /* what it does */
  int64_t few;                 /* cells that go by tables in place of its Rosenbrock */
  int32_t *deferred;           /* cells that are too stiff for RKC2 */
  unsigned long long *counts;
};

/* For so many cells at most, with the method of the options, and their sources if there are any;
 * same_cells: for the same cells in each call, which begin with the step that the last call would
 * have taken next. To be destroyed where it fails too. Memory is of the store; the mechanism is
 * that of chem. Errors: ERR_MEMORY, ERR_DEVICE (NVRTC, a cell of so many species does not fit into
 * the shared memory of a GPU). */
SM_CHECKED enum sm_status
sm_chem_integrator_create(struct sm_context *ctx, const struct sm_chem *chem,
                          const struct sm_mechanism *mechanism,
                          const struct sm_chem_options *options, size_t most, bool same_cells,
                          struct sm_store *store, struct sm_chem_integrator *out);

/* But for what the store has. */
void sm_chem_integrator_destroy(struct sm_chem_integrator *integrator);

/* As sm_chem_advance, but `first` and `work` of the options do not count; arrays are in the
 * device's memory. Of the report failed and first_failed are set. Errors: likewise, and ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_chem_integrator_advance(struct sm_context *ctx,
                                                     const struct sm_chem_integrator *integrator,
                                                     const struct sm_chem_cells *cells, double dt,
                                                     const struct sm_chem_options *options,
                                                     struct sm_chem_report *report);

#endif
