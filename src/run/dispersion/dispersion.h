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

/* Interval means at receptors and lines of sight so far. */
struct sm_dispersion_series {
  size_t count, capacity;
  double (*time)[2]; /* s */
  double *received;  /* [interval][receptor][species] kg/m3 */
  double *depth;     /* [interval][line of sight], optical depth */
};

struct sm_dispersion {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_run_outputs *outputs; /* borrowed */
  struct sm_flow_files *flow;     /* borrowed: a checkpoint includes its parts */
  struct sm_device **device;      /* [0] is borrowed */
  int device_count;
  struct sm_particles *particles; /* NULL: no particles in the case */
  struct sm_plume_file *plume;
  struct sm_trajectory_file *trajectories;
  struct sm_dispersion_series series;
  const char **species; /* species names */
  char **vtk;           /* names and times of snapshots */
  double *vtk_time;
  int vtk_count;
  struct sm_checkpoint *resumed;
  struct sm_particles_checkpoint_part saved[SM_PARTICLE_CHECKPOINT_PARTS];
  size_t records, samples; /* records of the files that are saved, or left by a stopped run */
  double last_wind;        /* s */
  bool done;
  bool above_pure; /* a concentration above that of the pure gas has been told */
  double seconds;  /* wall-clock time of particles, with their winds and files, s */
  /* Called at the end of each interval, when the means are ready; NULL: not. */
  enum sm_status (*observe)(struct sm_context *ctx, void *observer,
                            const struct sm_particles *particles);
  void *observer;
};

/* Bit mask of the additional state fields that particles need; 0 without particles. */
unsigned sm_dispersion_fields(const struct sm_case *c);

/* Estimates size and cost of the particles, and checks whether they are possible; no effect without
 * particles. Errors: as sm_particles_estimate. */
SM_CHECKED enum sm_status sm_dispersion_estimate(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_particles_workload *out);

/* Opens the dispersion. `devices`: device list of the user, of which `first` is open. `outputs`
 * must be open. parallel: processes that share the particles; NULL: none. Errors: ERR_CASE,
 * ERR_DATA, ERR_USAGE (files exist), ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status
sm_dispersion_open(struct sm_context *ctx, const struct sm_case *c, const struct sm_domain *domain,
                   const struct sm_run_options *options, struct sm_run_outputs *outputs,
                   struct sm_device *first, struct sm_flow_files *flow,
                   const struct sm_parallel *parallel, struct sm_dispersion *out);

/* Passes the wind of weather time `time` to the particles and advances them until the next wind is
 * needed, or to the end. Errors: ERR_STOPPED (after a checkpoint), and others. */
SM_CHECKED enum sm_status sm_dispersion_advance(struct sm_context *ctx,
                                                struct sm_dispersion *dispersion,
                                                const struct sm_state *state, int time);

/* The same for a wind between weather times, `at` s after the first one. */
SM_CHECKED enum sm_status sm_dispersion_follow(struct sm_context *ctx,
                                               struct sm_dispersion *dispersion,
                                               const struct sm_state *state, double at);

/* Writes a checkpoint. The output files so far are saved, so that a run that is killed can be
 * resumed too. Errors: ERR_IO, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_checkpoint(struct sm_context *ctx,
                                                   struct sm_dispersion *dispersion);

/* Closes the files; those of an unfinished run are marked. */
SM_CHECKED enum sm_status sm_dispersion_close(struct sm_context *ctx,
                                              struct sm_dispersion *dispersion, enum sm_run_end end,
                                              struct sm_run_summary *summary);
void sm_dispersion_free(struct sm_dispersion *dispersion);

/* Path of an output file by its name suffix. */
void sm_dispersion_path(const struct sm_dispersion *dispersion, const char *ending, char *out,
                        size_t size);

/* files.c: Output files of the dispersion, and its mass budget. */

/* Reserves the names of the files. Errors: ERR_USAGE (files exist). */
SM_CHECKED enum sm_status sm_dispersion_claim_files(struct sm_context *ctx,
                                                    const struct sm_dispersion *dispersion,
                                                    bool overwrite);

/* Write the means of the interval that ends, a snapshot, a sample of the trajectories. Errors:
 * ERR_IO, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_end_interval(struct sm_context *ctx,
                                                     struct sm_dispersion *dispersion);
SM_CHECKED enum sm_status sm_dispersion_add_snapshot(struct sm_context *ctx,
                                                     struct sm_dispersion *dispersion);
SM_CHECKED enum sm_status sm_dispersion_add_sample(struct sm_context *ctx,
                                                   struct sm_dispersion *dispersion);

/* Saves files that have grown since they were last saved. */
SM_CHECKED enum sm_status sm_dispersion_save_files(struct sm_context *ctx,
                                                   struct sm_dispersion *dispersion);

/* Writes totals and series, and closes the files; stopped: s, of an unfinished run, else NAN. */
SM_CHECKED enum sm_status sm_dispersion_finish_files(struct sm_context *ctx,
                                                     struct sm_dispersion *dispersion,
                                                     double stopped,
                                                     struct sm_run_summary *summary);

/* Current mass budget of species n. Errors: ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_budget(struct sm_context *ctx,
                                               const struct sm_dispersion *dispersion, int n,
                                               struct sm_mass_budget *out);

/* To be called after sm_run_outputs_stage: adds snapshots saved before a resume to the stage.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_stage(struct sm_context *ctx,
                                              const struct sm_dispersion *dispersion);

/* columns.c: Columns of the concentration boxes of a run. */

/* Domain with the columns of the boxes, freed with sm_plume_plane_free, also after an error; and
 * the layer of each column at a height above the ground, NAN: the lowest with air; -1: none.
 * Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_columns(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                const struct sm_plume_view *view, double height,
                                                struct sm_domain *plane, int *layer);

/* checkpoint.c: Checkpoint and restart of the dispersion of a run. */

#define SM_CHECKPOINT_NAME "_checkpoint.nc"

/* Extends the series by one interval. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_grow_series(struct sm_context *ctx,
                                                    struct sm_dispersion *dispersion);

/* Reads the checkpoint in the output folder; the particle engine restores its parts with the first
 * wind. Errors: ERR_DATA (absent, or of another case), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_load(struct sm_context *ctx,
                                             struct sm_dispersion *dispersion);

/* Writes the checkpoint, after the files so far have their final names. Errors: ERR_IO, ERR_MEMORY,
   ERR_DEVICE. */
SM_CHECKED enum sm_status sm_dispersion_save(struct sm_context *ctx,
                                             struct sm_dispersion *dispersion);

/* maps.c: GIS maps of concentration and deposition. */

/* Checks that the maps can be written at the end. Errors: ERR_USAGE (a map exists and may not be
 * replaced), ERR_DATA (no GDAL). */
SM_CHECKED enum sm_status sm_dispersion_maps_check(struct sm_context *ctx,
                                                   struct sm_run_outputs *outputs, bool overwrite);

/* Writes the maps requested by output.formats: <prefix>_plume.tif, <prefix>_deposition.tif and
 * <prefix>_thresholds.geojson. Errors: of output/gis/maps.h. */
SM_CHECKED enum sm_status sm_dispersion_maps_write(struct sm_context *ctx,
                                                   struct sm_run_outputs *outputs,
                                                   const struct sm_plume_options *options,
                                                   const struct sm_plume_total *total);

/* pure_gas.c: Warns once of a mean concentration of the interval that ends above the density of the
 * pure gas, at 20 C and 1013.25 hPa, of a species that is a substance or a formula. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dispersion_check_pure(struct sm_context *ctx,
                                                   struct sm_dispersion *dispersion);

/* outflow.c: Warning of particle mass that left the domain, by boundary. */

/* Warns of each species of which more than a hundredth left through a lateral boundary or the top:
 * amount, boundary, and remedy. budget: [species][SM_BUDGET_TERMS], as of sm_particles_budget. */
SM_CHECKED enum sm_status sm_dispersion_warn_outflow(struct sm_context *ctx,
                                                     const struct sm_dispersion *dispersion,
                                                     const double *budget);

#endif
