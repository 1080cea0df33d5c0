/* run/dispersion/dispersion.h - dispersion of a run: particles advanced from one wind to the next,
 * and their output files. */
#ifndef SM_RUN_DISPERSION_DISPERSION_H
#define SM_RUN_DISPERSION_DISPERSION_H

#include "output/checkpoint.h"
#include "output/netcdf/plume_file.h"
#include "output/netcdf/trajectory_file.h"
#include "output/plume_csv.h"
#include "physics/particles/particles.h"
#include "run/outputs.h"

struct sm_flow_files;

/* Means of receptors and of lines of sight, of the intervals so far. */
struct sm_dispersion_series {
  size_t count, capacity;
  double (*time)[2]; /* s */
  double *received;  /* [interval][receptor][species] kg/m3 */
  double *depth;     /* [interval][line of sight] */
};

struct sm_dispersion {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_run_outputs *outputs; /* borrowed */
  struct sm_flow_files *flow;     /* borrowed: a checkpoint has its parts too */
  struct sm_device **device;      /* the first one borrowed */
  int device_count;
  struct sm_particles *particles; /* NULL: the case has none */
  struct sm_plume_file *plume;
  struct sm_trajectory_file *trajectories;
  struct sm_dispersion_series series;
  const char **species; /* names */
  char **vtk;           /* names of snapshots, and their times */
  double *vtk_time;
  int vtk_count;
  struct sm_checkpoint *resumed;
  struct sm_particles_checkpoint_part saved[SM_PARTICLE_CHECKPOINT_PARTS];
  size_t records, samples; /* of the files that are saved, or that a stopped run has left */
  double last_wind;        /* s */
  bool done;
  double seconds; /* of particles, their winds and files included */
};

/* Fields of the state that particles need beside the wind model's own; 0 without particles. */
unsigned sm_dispersion_fields(const struct sm_case *c);

/* What there will be of particles, and whether they can be; nothing where the case has none.
 * Errors: as sm_particles_estimate. */
SM_CHECKED enum sm_status sm_dispersion_estimate(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_particles_workload *out);

/* `devices`: all names that the user gave, of which `first` is open. `outputs` is open. Errors:
 * ERR_CASE, ERR_DATA, ERR_USAGE (files are there), ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status
sm_dispersion_open(struct sm_context *ctx, const struct sm_case *c, const struct sm_domain *domain,
                   const struct sm_run_options *options, struct sm_run_outputs *outputs,
                   struct sm_device *first, struct sm_flow_files *flow, struct sm_dispersion *out);

/* Takes the wind of weather time `time`, and goes on until the next one is needed, or to the end.
 * Errors: ERR_STOPPED (after a checkpoint), and others. */
SM_CHECKED enum sm_status sm_dispersion_advance(struct sm_context *ctx,
                                                struct sm_dispersion *dispersion,
                                                const struct sm_state *state, int time);

/* The same of a wind between weather times, `at` s after the first one. */
SM_CHECKED enum sm_status sm_dispersion_follow(struct sm_context *ctx,
                                               struct sm_dispersion *dispersion,
                                               const struct sm_state *state, double at);

/* A checkpoint. The files so far are saved, so that a run that ends without warning can go on too.
 * Errors: ERR_IO, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_checkpoint(struct sm_context *ctx,
                                                   struct sm_dispersion *dispersion);

/* Mass budget of species n now. Errors: ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_budget(struct sm_context *ctx,
                                               const struct sm_dispersion *dispersion, int n,
                                               struct sm_mass_budget *out);

/* After sm_run_outputs_stage: snapshots that the run has saved before it was resumed wait too.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_stage(struct sm_context *ctx,
                                              const struct sm_dispersion *dispersion);

/* Ends the files; of a run that did not reach its end, marked as such. */
SM_CHECKED enum sm_status sm_dispersion_close(struct sm_context *ctx,
                                              struct sm_dispersion *dispersion, enum sm_run_end end,
                                              struct sm_run_summary *summary);
void sm_dispersion_free(struct sm_dispersion *dispersion);

/* The path of one of its files, by the end of its name. */
void sm_dispersion_path(const struct sm_dispersion *dispersion, const char *ending, char *out,
                        size_t size);

/* checkpoint.c: Stopping and going on with what the wind of a run carries. */

#define SM_CHECKPOINT_NAME "_checkpoint.nc"

/* Room for one more interval in the series. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_grow_series(struct sm_context *ctx,
                                                    struct sm_dispersion *dispersion);

/* Reads the checkpoint in the output folder; the particle engine restores its parts with the first
 * wind. Errors: ERR_DATA (absent, or of another case), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_load(struct sm_context *ctx,
                                             struct sm_dispersion *dispersion);

/* Writes it, once the files so far have their names. Errors: ERR_IO, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_dispersion_save(struct sm_context *ctx,
                                             struct sm_dispersion *dispersion);

/* maps.c: The maps for GIS that a run leaves of what its wind carried. */

/* Fails when one of them could not be written at the end: ERR_USAGE (it is there already and may
 * not be replaced), ERR_DATA (no GDAL). */
SM_CHECKED enum sm_status sm_dispersion_maps_check(struct sm_context *ctx,
                                                   struct sm_run_outputs *outputs, bool overwrite);

/* Writes those that output.formats asks for: <prefix>_plume.tif, <prefix>_deposition.tif and
 * <prefix>_thresholds.geojson. Errors: of output/gis/maps.h. */
SM_CHECKED enum sm_status sm_dispersion_maps_write(struct sm_context *ctx,
                                                   struct sm_run_outputs *outputs,
                                                   const struct sm_plume_options *options,
                                                   const struct sm_plume_total *total);

/* outflow.c: Mass of particles that left the domain, by the side, told to the user. */

/* Warns of each species of which more than a hundredth left through a side or the top: how much,
 * where, and what holds it. budget: [species][SM_BUDGET_TERMS], as of sm_particles_budget. */
SM_CHECKED enum sm_status sm_dispersion_warn_outflow(struct sm_context *ctx,
                                                     const struct sm_dispersion *dispersion,
                                                     const double *budget);

#endif
