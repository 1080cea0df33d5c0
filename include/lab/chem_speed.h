/* lab/chem_speed.h - benchmark of the chemistry integrators on this machine. For benchmarks and
 * validations; not installed. */
#ifndef SIMOOM_LAB_CHEM_SPEED_H
#define SIMOOM_LAB_CHEM_SPEED_H

#include "simoom/chem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Wall-clock time of one time step of all cells, s; 0: not measured. */
struct sm_chem_speed {
  int64_t cells;
  double one, all, gpu; /* one core, all threads, the GPU */
};

struct sm_chem_speeds {
  int32_t steps;             /* Runge-Kutta steps per call, at constant pressure */
  struct sm_chem_speed *row; /* in: `cells` of each row; out: the times */
  int32_t rows;
  int threads;
  char gpu[128]; /* name of the GPU; "": no GPU */
};

/* Measures the benchmark of Niemeyer & Sung (2013), Fig. 3: steps of the classical Runge-Kutta
 * method in n independent cells, all at 1500 K and 1 atm with equal fractions of all species. The
 * CPU uses SIMD batches of cells, the GPU generated kinetics; the states stay on the device.
 * Errors: those of sm_chem_create, sm_chem_advance and of the GPU. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_measure(struct sm_context *ctx,
                                                    const struct sm_mechanism *m,
                                                    struct sm_chem_speeds *speeds);

/* Computation on cells whose states are in the memory of a device. */
struct sm_chem_task {
  enum {
    SM_CHEM_TASK_RATES, /* production rates; on a GPU by generated kinetics, for large mechanisms by
                           tables */
    SM_CHEM_TASK_STEPS, /* `steps` Runge-Kutta steps of length dt, with the same kinetics */
    SM_CHEM_TASK_ADVANCE /* integration over dt by `method`: on a GPU as in a flow, on a CPU cell by
                            cell with the tables of a GPU without a compiler */
  } what;
  enum sm_chem_mode mode; /* constant volume or pressure, for STEPS and ADVANCE */
  double dt;              /* s */
  int32_t steps;
  enum sm_chem_method method; /* all but CVODE */
  double *result; /* output [species][count]: production rates, else concentrations; may be NULL */
};

struct sm_chem_time_result {
  double seconds; /* wall-clock time of a call, without copies; median of several calls (short calls
                     continue from the previous state) */
  int64_t failed; /* cells in which SM_CHEM_TASK_ADVANCE failed */
  size_t bytes;   /* device memory: cells, tables, work arrays; without generated kinetics */
  char device[128];
};

/* Times a task on the device "cpu" (threads; 0: all) or "cuda"; the states of the cells are not
 * changed. Errors: ERR_DEVICE (absent, or it failed), ERR_USAGE (task for GPUs only), ERR_DATA,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_chem_time_task(struct sm_context *ctx, const struct sm_mechanism *m, const char *device,
                  int threads, const struct sm_chem_cells *cells, const struct sm_chem_task *task,
                  struct sm_chem_time_result *out);

#ifdef __cplusplus
}
#endif
#endif
