/* run.h - running a case, and checking it without running. */
#ifndef SIMOOM_RUN_H
#define SIMOOM_RUN_H

#include "simoom/case.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Floating-point precision of a run. Default: 32 bits; of prisms 64, which have no other. */
enum sm_precision { SM_PRECISION_DEFAULT, SM_F32, SM_F64 };

struct sm_result;

/* A member that is 0, false or NULL has its default: {.size = sizeof options} is enough. */
struct sm_run_options {
  size_t size;                 /* of this struct, so that later versions can add to it */
  const char *folder;          /* outputs go here; created when missing; default "." */
  const char *device;          /* "auto", "cpu", "cuda" or "cuda:N"; default "auto". Particles take
                                  several GPUs: "cuda:0,cuda:1" */
  int threads;                 /* of the CPU; 0: all that the machine or OMP_NUM_THREADS gives */
  enum sm_precision precision; /* default SM_PRECISION_DEFAULT */
  bool overwrite;              /* replace earlier outputs; else they are an error */
  bool resume;                 /* go on from the checkpoint of a run of the case that was stopped */
  bool profile;                /* count and time kernels and copies; the run is a little slower */
  bool live; /* as long as the run goes on its latest wind also lies in PREFIX_live.nc, whole */
  /* Called when the wind of a time is there and written (result.h), which is only during the call;
   * NULL (default): not. */
  void (*wind)(void *user, const struct sm_result *result);
  void *user;
};
static inline struct sm_run_options sm_run_options_default(void) {
  struct sm_run_options options = {0};
  options.size = sizeof options;
  return options;
}

/* Calls of one kernel, or of copies in one direction. */
struct sm_kernel_time {
  const char *name; /* never freed */
  int64_t calls;
  double seconds;
  double bytes; /* of copies, else 0 */
};

/* Mass budget of a species, kg: initial + emitted + produced = airborne + deposited + outflow +
 * decayed + lost. */
struct sm_mass_budget {
  size_t size; /* of this struct, so that later versions can add to it */
  const char *species;
  double initial, emitted, produced;                  /* at the start, by sources, by reactions */
  double airborne, deposited, outflow, decayed, lost; /* outflow: less inflow */
  int64_t particles, lost_particles;                  /* emitted; lost of them */
};

/* A station, whose weather the wind is made from: x and y in the coordinates of files, m. The rest
 * compares the wind with the reading that it misses most; NAN: of no reading in the domain, or
 * where there is no air (wind, misfit). Only of the diagnostic wind, where it is on the host. */
struct sm_run_station {
  char name[64];
  double x, y;
  double height;        /* m above ground */
  double reading, wind; /* m/s, speeds */
  double misfit;        /* m/s, length of the difference of both vectors */
  int time;             /* index */
};

/* Summary of a run; also written as JSON by the program. Start from {.size = sizeof summary}. */
struct sm_run_summary {
  size_t size; /* of this struct, so that later versions can add to it */
  char device[128];
  int64_t cells, fluid_cells;
  int nx, ny, nz;
  double domain_top; /* m above the lowest ground */
  int times;         /* winds computed */
  int iterations;    /* of the last one */
  double residual;   /* relative, of the worst one */
  double divergence; /* max over fluid cells of |div u| h / U, h the cell's smallest edge,
                        U the largest speed, of the worst one */
  double change;     /* max |lambda_t - lambda_t-1| (m2/s) of the last iteration that was measured,
                        lambda twice the potential (Bozorgmehr et al. 2021, eq. 7); NAN: the solver
                        does not measure it; of the last time */
  double *changes;   /* with wind.history: change after every change_every iterations, of the last
                        time; NULL: none */
  int change_count, change_every;
  double *residuals; /* relative ones after every residual_every iterations, of the last time, of
                        solvers that know them; of prisms `changes` are sums over a sweep */
  int residual_count, residual_every;
  double wall_input, wall_setup, wall_solve, wall_output; /* s; without particles */
  double wall_solver;     /* s, the part of wall_solve that the Poisson solver took */
  double wall_zones;      /* s, the part of setup and solve for zones of buildings; 0: none */
  double wall_chemistry;  /* s, the part of solve for reactions of a compressible flow; 0: none */
  double iteration_bytes; /* minimum memory traffic of an iteration; NAN: unknown */
  double cell_rate;       /* cells solved per second of solve; of a flow in each step */
  int64_t flow_steps;     /* time steps of a flow, since it began; 0: no flow */
  double flow_time, flow_step; /* s after the first wind: where it ended; the last step */
  bool flow_steady;            /* it ended there because it was steady */
  double flow_cell_steps;      /* cells times steps of this run, a resumed one less those before */
  double flow_coarse_cell_steps; /* the part of them on the coarser grids of flow.grid_sequencing */
  uint64_t peak_memory;          /* bytes, host */
  uint64_t device_memory;        /* bytes */
  int triangles, layers;         /* of prisms; 0: the case is one of a wind */
  double error_maximum, error_mean; /* prisms: maximum and root mean square (by volume) error
                                       against the solution in the case; NAN: none given */
  double imbalance;    /* prisms without a prescribed value: imbalance of the sources that was
                          removed, relative to all sources */
  double sweep_change; /* of sweeps over prisms: sum of the sizes of the last changes */
  struct sm_run_station *station; /* NULL: none, one without a place, or columns of a model */
  int station_count;
  struct sm_mass_budget *budget; /* mass budget of each species of particles; NULL: none */
  int budget_count;
  double wall_particles;         /* s, of moving, sorting and counting them */
  double particle_steps;         /* moves of single particles */
  const char *model;             /* "diagnostic", "incompressible" ..., "prisms"; NULL: not run */
  const char *solver;            /* name of wind.solver; NULL: not run */
  struct sm_kernel_time *kernel; /* the profile, longest first; NULL when none was asked for */
  int kernel_count;
  struct sm_kernel_time to_device, to_host; /* copies, of the profile */
  char **output;                            /* paths written */
  int output_count;
  struct sm_mass_budget *scalar_budget; /* of each scalar of a flow, at the end; NULL: none */
  int scalar_budget_count;
  struct sm_mass_budget *element_budget; /* of each element of a reacting flow; NULL: none */
  int element_budget_count;
};

/* Frees what the members point to. */
SM_PUBLIC void sm_run_summary_free(struct sm_run_summary *summary);

/* Runs a case: builds its domain, computes the wind for every time, writes the outputs.
 * Errors: ERR_CASE, ERR_DATA, ERR_DEVICE, ERR_DIVERGED (outputs are written and marked), ERR_USAGE
 * (a summary without a size),
 * ERR_STOPPED, ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_run_options *options,
                                           struct sm_run_summary *summary);

/* Endings of the names, "<folder>/<prefix><ending>", of the files that a run begins while it is set
 * up, n = 0 to SM_RUN_BEGUN - 1. Who ends a process then takes them away. */
enum { SM_RUN_BEGUN = 5 };
SM_PUBLIC const char *sm_run_begun(int n);

/* As sm_run, and keeps the wind of the last time that was computed, also when it did not converge:
 * result.h. *out is NULL after other failures and of prisms. The case must live as long. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run_keep(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_run_options *options,
                                                struct sm_run_summary *summary,
                                                struct sm_result **out);

/* Builds all of a case but the wind, and tells what it found and what a run would need, as text or
 * as JSON of schema simoom.check/1 (docs/commands.md). *report is freed with free(). Errors as
 * sm_run. */
SM_PUBLIC SM_CHECKED enum sm_status sm_run_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_run_options *options, int json,
                                                 char **report);

/* Lists the devices, one line each. *out is freed with free(). */
SM_PUBLIC SM_CHECKED enum sm_status sm_list_devices(struct sm_context *ctx, char **out);

/* Measures the bandwidth of a device's memory: bytes read and written per second, together, the
 * best of some attempts; on the CPU by updating an array in place on so many threads (0: all), on a
 * GPU by copying from its memory to its memory. Takes 2 GB of memory and a second or two. Errors:
 * ERR_USAGE (no such name), ERR_DEVICE, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_memory_bandwidth(struct sm_context *ctx, const char *device,
                                                        int threads, double *out);

#ifdef __cplusplus
}
#endif
#endif
