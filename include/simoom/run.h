/* run.h - run a case, or check it without running. */
#ifndef SIMOOM_RUN_H
#define SIMOOM_RUN_H

#include "simoom/case.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Floating-point precision of a run. Default: 32 bits; prisms: 64 bits. */
enum sm_precision { SM_PRECISION_DEFAULT, SM_F32, SM_F64 };

struct sm_result;

/* Run options. Members that are 0, false or NULL take their defaults: {.size = sizeof options} is
   enough. */
struct sm_run_options {
  size_t size;                 /* sizeof this struct, for compatibility with later versions */
  const char *folder;          /* output folder, created if missing; default "." */
  const char *device;          /* "auto", "cpu", "cuda" or "cuda:N"; default "auto". Particles can
                                  use several GPUs: "cuda:0,cuda:1" */
  int threads;                 /* CPU threads; 0: as many as the machine or OMP_NUM_THREADS
                                  allows */
  enum sm_precision precision; /* default SM_PRECISION_DEFAULT */
  bool overwrite;              /* replace existing outputs, which are an error otherwise */
  bool resume;                 /* continue from the checkpoint of a stopped run of this case */
  bool profile;                /* count and time kernels and copies; slows the run a little */
  bool live; /* during the run, keep the latest wind as a complete file PREFIX_live.nc */
  /* Called after the wind of a time is computed and written (result.h); the result is valid during
   * the call only. May be NULL. */
  void (*wind)(void *user, const struct sm_result *result);
  void *user;
  int ranks; /* sm_run_check: what each of so many processes gets (docs/cluster.md); 0: one process
              */
  const char *picture; /* sm_run_check: map of the ground, the buildings and the places of the case,
                          .png, .svg or .pdf; NULL: none */
};
static inline struct sm_run_options sm_run_options_default(void) {
  struct sm_run_options options = {0};
  options.size = sizeof options;
  return options;
}

/* Statistics of one kernel, or of copies in one direction. */
struct sm_kernel_time {
  const char *name; /* never freed */
  int64_t calls;
  double seconds;
  double bytes; /* bytes copied; 0 for kernels */
};

/* Mass budget of a species, kg: initial + emitted + produced = airborne + deposited + wet_deposited
 * + outflow + decayed + lost. Of a steady scalar (model "rans") that of one second, in which
 * initial and airborne are 0. */
struct sm_mass_budget {
  size_t size; /* sizeof this struct, for compatibility with later versions */
  const char *species;
  double initial, emitted, produced;                  /* produced: by reactions */
  double airborne, deposited, outflow, decayed, lost; /* outflow is net of inflow */
  int64_t particles, lost_particles;                  /* number emitted; number lost */
  double wet_deposited;                               /* by rain; deposited: dry, to the ground */
};

/* Weather station that drives the wind; x and y in the coordinates of files, m. Further members
 * compare the wind with the reading of the largest misfit; NAN without a reading in the domain or
 * without air there (wind, misfit). Diagnostic wind only, if it is on the host. */
struct sm_run_station {
  char name[64];
  double x, y;
  double height;        /* m above ground */
  double reading, wind; /* speeds, m/s */
  double misfit;        /* length of the vector difference, m/s */
  int time;             /* time index */
};

/* Summary of a run, also written as JSON by the program. Start from {.size = sizeof summary}. */
struct sm_run_summary {
  size_t size; /* sizeof this struct, for compatibility with later versions */
  char device[128];
  int64_t cells, fluid_cells;
  int nx, ny, nz;
  double domain_top; /* m above the lowest terrain */
  int times;         /* number of winds computed */
  int iterations;    /* iterations of the last wind */
  double residual;   /* relative residual; maximum over the winds */
  double divergence; /* max over fluid cells of |div u| h / U, h the smallest edge of the cell, U
                        the maximum speed; maximum over the winds */
  double change;     /* max |lambda_t - lambda_t-1| (m2/s) at the last measured iteration, lambda
                        twice the potential (Bozorgmehr et al. 2021, eq. 7); of the last time; RANS:
                        largest estimated distance from the steady wind over the fastest wind,
                        whose root mean square is `residual`; NAN: not measured by the solver */
  double *changes;   /* with wind.history: change after every change_every iterations of the last
                        time; may be NULL */
  int change_count, change_every;
  double *residuals; /* relative residuals after every residual_every iterations of the last time,
                        if the solver computes them; for prisms `changes` are sums over a sweep */
  int residual_count, residual_every;
  double wall_input, wall_setup, wall_solve, wall_output; /* wall-clock time of phases, s; without
                                                             particles */
  double wall_solver;     /* part of wall_solve in the Poisson solver, s */
  double wall_zones;      /* part of setup and solve in building parameterisations, s */
  double wall_chemistry;  /* part of solve in the chemistry of a compressible flow, s */
  double iteration_bytes; /* minimum memory traffic of an iteration; NAN: unknown */
  double cell_rate;       /* cells solved per second of solve; for a flow cell updates (cells times
                             steps) */
  int64_t flow_steps;     /* time steps of a flow from its start; 0: no flow */
  double flow_time, flow_step;   /* final time, s after the first wind; last time step, s */
  bool flow_steady;              /* ended early in a steady state */
  double flow_cell_steps;        /* cells times steps of this run, without those before a resume */
  double flow_coarse_cell_steps; /* part of flow_cell_steps on the coarser grids of
                                    flow.grid_sequencing */
  uint64_t peak_memory;          /* host memory, bytes */
  uint64_t device_memory;        /* device memory, bytes */
  int triangles, layers;         /* size of a prism mesh; 0: no prisms */
  double error_maximum, error_mean; /* prisms: maximum and root mean square (by volume) error
                                       against the exact solution in the case; NAN: no solution
                                       given */
  double imbalance;    /* prisms without a prescribed value: imbalance of the sources that was
                          removed, relative to the sum of all sources */
  double sweep_change; /* prisms: sum of the magnitudes of the changes in the last sweep */
  struct sm_run_station *station; /* may be NULL: no station, one without a place, or columns of a
                                     weather model */
  int station_count;
  struct sm_mass_budget *budget; /* mass budget of each species of particles; may be NULL */
  int budget_count;
  double wall_particles;         /* wall-clock time of moving, sorting and sampling particles, s */
  double particle_steps;         /* sum over the particles of their steps */
  const char *model;             /* "diagnostic", "incompressible" ..., "prisms"; NULL: not run */
  const char *solver;            /* name of the solver (wind.solver); NULL: not run */
  struct sm_kernel_time *kernel; /* kernel profile, longest first; NULL without options.profile */
  int kernel_count;
  struct sm_kernel_time to_device, to_host; /* profile of copies */
  char **output;                            /* paths of the files written */
  int output_count;
  struct sm_mass_budget *scalar_budget; /* mass budget of each scalar of a flow, at the end; may be
                                           NULL */
  int scalar_budget_count;
  struct sm_mass_budget *element_budget; /* budget of each element of a reacting flow; may be
                                            NULL */
  int element_budget_count;
};

/* Frees the memory owned by the members. */
SM_PUBLIC void sm_run_summary_free(struct sm_run_summary *summary);

/* Runs a case: builds its domain, computes the wind for every time, and writes the
 * outputs. Errors: ERR_CASE, ERR_DATA, ERR_DEVICE, ERR_DIVERGED (outputs are written
 * and marked), ERR_USAGE (a summary without a size), ERR_STOPPED, ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_run_options *options,
                                           struct sm_run_summary *summary);

/* Temporary and lock files of calls with this context, n = 0 to SM_RUN_UNFINISHED - 1; "": none. A
 * program that ends the process in the middle of a call should remove them. Async-signal-safe. */
enum { SM_RUN_UNFINISHED = 24 };
SM_PUBLIC const char *sm_run_unfinished(const struct sm_context *ctx, int n);

/* Like sm_run, and keeps the last computed wind, converged or not (result.h). *out is NULL after
 * other failures and for prisms. The case must outlive the result. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run_keep(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_run_options *options,
                                                struct sm_run_summary *summary,
                                                struct sm_result **out);

/* Sets up a case without computing the wind, and reports inputs and required resources, as text or
 * as JSON of schema simoom.check/1 (docs/commands.md). *report is freed with free(). Errors: as
 * sm_run. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_run_options *options, int json,
                                                 char **report);

/* Record of a run as JSON of schema simoom.run/1 (docs/commands.md); ctx: of the run, with its
 * warnings; status: how it ended. *out is freed with free(). Errors: ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run_json(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_run_summary *run,
                                                enum sm_status status, char **out);

/* Lists the devices, one line each. *out is freed with free(). */
SM_PUBLIC SM_CHECKED enum sm_status sm_list_devices(struct sm_context *ctx, char **out);

/* Measures the memory bandwidth of a device: bytes read plus written per second, best of several
 * attempts; on the CPU by in-place updates of an array with `threads` threads (0: all), on a GPU by
 * copies within its memory. Uses 2 GB of memory and takes a second or two. Errors: ERR_USAGE (no
 * such name), ERR_DEVICE, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_memory_bandwidth(struct sm_context *ctx, const char *device,
                                                        int threads, double *out);

#ifdef __cplusplus
}
#endif
#endif
