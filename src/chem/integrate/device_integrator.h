/* chem/integrate/device_integrator.h - chemistry integrator for cells in device memory. On a CPU in
 * rows of cells (simoom/chem.h); on a GPU with generated kinetics (chem/generate/generate.h), RKC2
 * for small mechanisms of moderate stiffness, else a Rosenbrock method; unsupported and large
 * mechanisms use tables (device/reacting_cells.h). */
#ifndef SM_CHEM_INTEGRATE_DEVICE_INTEGRATOR_H
#define SM_CHEM_INTEGRATE_DEVICE_INTEGRATOR_H

#include "cell/chemistry/group_cells.h"
#include "chem/generate/generate.h"
#include "device/array_store.h"
#include "lab/chem_speed.h"
#include "simoom/chem.h"

/* timing.c */

struct sm_chem_timing;

/* device, threads: as in sm_device_open. name: gets the device name, 128 bytes; may be NULL.
 * Errors: those of sm_device_open, sm_chem_create and sm_reacting_tables. */
SM_CHECKED enum sm_status sm_chem_timing_open(struct sm_context *ctx, const struct sm_mechanism *m,
                                              const char *device, int threads, char *name,
                                              struct sm_chem_timing **out);
void sm_chem_timing_close(struct sm_chem_timing **trial);

/* Sets the initial cells of each call; borrows the arrays. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_timing_set_cells(struct sm_context *ctx,
                                                   struct sm_chem_timing *trial,
                                                   const struct sm_chem_cells *cells);

/* Time of a call, s, median of several. failed: number of failed cells in the last one. Errors:
 * ERR_DEVICE, those of sm_generate_kinetics; ERR_USAGE (generated kinetics without a GPU). */
SM_CHECKED enum sm_status sm_chem_timing_run(struct sm_context *ctx, struct sm_chem_timing *trial,
                                             const struct sm_chem_task *task, double *seconds,
                                             int64_t *failed);

/* device_integrator.c */

struct sm_mechanism;

struct sm_chem_integrator {
  struct sm_device *device;      /* borrowed */
  const struct sm_chem *chem;    /* borrowed */
  bool same_cells;               /* each call has the same cells */
  double *first;                 /* next step size of each cell, s; may be NULL */
  struct sm_group_tables tables; /* GPU only, as all members below */
  int32_t *steps, *rejected;
  unsigned long long *next;
  double *workspace;           /* for large mechanisms */
  struct sm_chem_gpu *gpu;     /* NULL: tables only */
  bool stabilised, rosenbrock; /* methods in use */
  int64_t few;                 /* maximum number of cells for tables instead of `rosenbrock` */
  int32_t *deferred;           /* cells too stiff for RKC2 */
  unsigned long long *counts;
};

/* Creates an integrator for at most `most` cells, with the method and sources of the options.
 * same_cells: each call has the same cells, which start with the next step size of the last call.
 * Must be destroyed on failure too. Memory is owned by the store; the mechanism must be that of
 * chem. Errors: ERR_MEMORY, ERR_DEVICE (NVRTC; a cell does not fit into the shared memory of the
 * GPU). */
SM_CHECKED enum sm_status
sm_chem_integrator_create(struct sm_context *ctx, const struct sm_chem *chem,
                          const struct sm_mechanism *mechanism,
                          const struct sm_chem_options *options, size_t most, bool same_cells,
                          struct sm_store *store, struct sm_chem_integrator *out);

/* Frees all but the memory in the store. */
void sm_chem_integrator_destroy(struct sm_chem_integrator *integrator);

/* Like sm_chem_advance with arrays in device memory; ignores `first` and
 * `work` of the options. Sets failed and first_failed of the report. Errors:
 * those of sm_chem_advance, and ERR_DEVICE. */
SM_CHECKED enum sm_status sm_chem_integrator_advance(struct sm_context *ctx,
                                                     const struct sm_chem_integrator *integrator,
                                                     const struct sm_chem_cells *cells, double dt,
                                                     const struct sm_chem_options *options,
                                                     struct sm_chem_report *report);

#endif
