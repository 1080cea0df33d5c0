/* lab/chem_speed.h - benchmark of the chemistry integrators on this machine. For benchmarks and
 * validations; not installed. */
#ifndef SIMOOM_LAB_CHEM_SPEED_H
#define SIMOOM_LAB_CHEM_SPEED_H

#include "simoom/chem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds of the clock that one step of all cells takes; 0: not measured. */
struct sm_chem_speed {
  int64_t cells;
  double one, all, gpu; /* one core, all threads, the GPU */
};

struct sm_chem_speeds {
  int32_t steps;             /* of Runge and Kutta in a call, at constant pressure */
  struct sm_chem_speed *row; /* cells in, the rest out */
  int32_t rows;
  int threads;
  char gpu[128]; /* "": none */
};

/* Measures what Fig. 3 of Niemeyer & Sung (2013) shows: classical steps of Runge and Kutta of n
 * independent cells, each of the gas at 1500 K and 1 atm that has as much of every species. On the
 * CPU in rows of cells by vectors, on the GPU by generated kinetics; states stay where they are
 * computed. Errors: as of sm_chem_create and sm_chem_advance; what a GPU fails with. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_measure(struct sm_context *ctx,
                                                    const struct sm_mechanism *m,
                                                    struct sm_chem_speeds *speeds);

/* What is done with cells whose states lie in the memory of a device. */
struct sm_chem_task {
  enum {
    SM_CHEM_TASK_RATES, /* rates of production: on a GPU, by generated kinetics, of large mechanisms
                           by tables */
    SM_CHEM_TASK_STEPS, /* `steps` of Runge and Kutta of length dt, likewise */
    SM_CHEM_TASK_ADVANCE /* through dt by the method: on a GPU as flows do it, on a CPU by what a
                            GPU does without a compiler, tables, a cell at a time */
  } what;
  enum sm_chem_mode mode; /* of steps and methods: constant volume or pressure */
  double dt;              /* s */
  int32_t steps;
  enum sm_chem_method method; /* not CVODE */
  double *result; /* NULL, or [species][count] out: the rates, else the concentrations */
};

struct sm_chem_time_result {
  double seconds; /* of the clock, of a call; the median of several, of which short ones go on from
                     each other; copies are not among them */
  int64_t failed; /* cells that SM_CHEM_TASK_ADVANCE could not bring to the end */
  size_t bytes;   /* of the device: cells, tables, work memory; not those of generated kinetics */
  char device[128];
};

/* Measures it on the device "cpu" (threads, 0: all) or "cuda"; the cells stay as they are. Errors:
 * ERR_DEVICE (there is no such one, or what it fails with), ERR_USAGE (a task for GPUs alone),
 * ERR_DATA, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_chem_time_task(struct sm_context *ctx, const struct sm_mechanism *m, const char *device,
                  int threads, const struct sm_chem_cells *cells, const struct sm_chem_task *task,
                  struct sm_chem_time_result *out);

#ifdef __cplusplus
}
#endif
#endif
