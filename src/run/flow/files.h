/* run/flow/files.h - output files of a flow besides the winds: time averages, tables of time steps,
 * checkpoint, failure file. */
#ifndef SM_RUN_FLOW_FILES_H
#define SM_RUN_FLOW_FILES_H

#include <stdio.h>

#include "domain/domain.h"
#include "output/checkpoint.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/incompressible/body_forces.h"
#include "run/outputs.h"

/* tables.c: Tables of a flow run with one line per time step: values at probes, volume means, and
 * forces on bodies. */

/* Tables that a case can request. */
enum sm_flow_table { SM_TABLE_PROBES, SM_TABLE_SERIES, SM_TABLE_FORCES, SM_FLOW_TABLES };

struct sm_flow_tables {
  struct sm_run_outputs *outputs;   /* borrowed */
  FILE *file[SM_FLOW_TABLES];       /* NULL: not requested */
  double *rows;                     /* buffer for the rows of any table */
  const int *count[SM_FLOW_TABLES]; /* number of buffered rows; NULL: no table */
};

/* Whether the case requests the table. */
bool sm_flow_tables_wanted(const struct sm_case *c, enum sm_flow_table table);

/* Name suffix of the file. */
const char *sm_flow_tables_suffix(enum sm_flow_table table);

/* Opens the files under temporary names. A resumed run keeps the first `bytes` of each. Errors:
 * ERR_IO, ERR_DATA (a file is shorter), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_tables_open(struct sm_context *ctx,
                                              struct sm_run_outputs *outputs,
                                              const struct sm_flow_view *view, bool going_on,
                                              const int64_t bytes[SM_FLOW_TABLES],
                                              struct sm_flow_tables *out);

/* Writes the buffered rows; `bytes`: resulting lengths of the files. Errors: ERR_IO,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_tables_write(struct sm_context *ctx, struct sm_flow_tables *rows,
                                               const struct sm_flow_view *view,
                                               int64_t bytes[SM_FLOW_TABLES]);

/* Whether the buffer must be written before the next step. */
bool sm_flow_tables_are_full(const struct sm_flow_tables *rows);

/* Saves the written part by sm_file_save, before a checkpoint. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_flow_tables_save(struct sm_context *ctx,
                                              const struct sm_flow_tables *rows);

/* Closes the files and renames them to their final names. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_flow_tables_close(struct sm_context *ctx, struct sm_flow_tables *rows);
/* Removes files that were not closed. */
void sm_flow_tables_free(struct sm_flow_tables *rows);

/* write.c */

struct sm_dispersion;

/* Number of saved winds: particles receive them again after a resume: the first one, which
 * determines their step, and the last two, between which they are. With two-way coupling none is
 * saved: particles are at the time of the flow. */
enum { SM_FLOW_SAVED_WINDS = 3 };

/* Progress of a run at a checkpoint. */
struct sm_flow_progress {
  int64_t next;                      /* index of the next weather time to write */
  int64_t row_bytes[SM_FLOW_TABLES]; /* lengths of the tables of steps */
  int64_t kept[SM_FLOW_SAVED_WINDS]; /* weather times of the saved winds; -1: none */
  int64_t particles;                 /* 1: the checkpoint includes particles */
};

struct sm_flow_files {
  const struct sm_case *c;        /* NULL: no flow; all calls do nothing */
  const struct sm_domain *domain; /* borrowed, like the following */
  struct sm_run_outputs *outputs;
  struct sm_dispersion *dispersion;
  const struct sm_model *model;
  void *self; /* state of the model */
  const char *device;
  struct sm_flow_tables rows;
  struct sm_checkpoint *resumed; /* checkpoint of a resumed run, until it is read */
  struct sm_flow_progress mark;
  void *kept[SM_FLOW_SAVED_WINDS]; /* saved winds, [field][element] as in the state */
  size_t kept_size;                /* elements of all fields of a wind */
  size_t real;                     /* size of an element, bytes */
  double checked;                  /* s, time at which checkpoints were last looked for */
  int64_t before;                  /* steps of the run before it was resumed */
  double saved;                    /* time of the last checkpoint, s; NAN: none yet */
};

/* Opens the checkpoint of a resumed run with its winds. `outputs` must be open. Errors: ERR_USAGE
 * (files exist), ERR_CASE, ERR_DATA, ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_files_open(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             const struct sm_run_options *options,
                                             struct sm_run_outputs *outputs, const char *device,
                                             struct sm_flow_files *out);

/* Called when the model and its transported quantities exist: restores the state of a resumed
   run. */
SM_CHECKED enum sm_status sm_flow_files_begin(struct sm_context *ctx, struct sm_flow_files *files,
                                              const struct sm_model *model, void *self,
                                              struct sm_dispersion *dispersion,
                                              struct sm_state *state);

/* Current view of the flow; false: no flow. */
bool sm_flow_files_view(const struct sm_flow_files *files, struct sm_flow_view *view);

/* Checks that the flow is finite before it is written. Errors: ERR_DIVERGED (it is not),
   ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_files_check(struct sm_context *ctx,
                                              const struct sm_flow_files *files);

/* After a time step: writes full table buffers, and a checkpoint if one is due, or later if coupled
 * particles have not followed yet. */
SM_CHECKED enum sm_status sm_flow_files_step(struct sm_context *ctx, struct sm_flow_files *files,
                                             bool followed);

/* Writes a checkpoint. Errors: ERR_DIVERGED, ERR_IO, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_files_save(struct sm_context *ctx, struct sm_flow_files *files);

/* Records that the wind of weather time `time` was written. */
SM_CHECKED enum sm_status sm_flow_files_wind_written(struct sm_context *ctx,
                                                     struct sm_flow_files *files,
                                                     const struct sm_state *state, int time);

/* Adds the parts of a checkpoint; room for SM_FLOW_FILES_PARTS. *copy receives copies of device
 * memory, freed with sm_free. */
enum { SM_FLOW_FILES_PARTS = SM_FLOW_PARTS + 1 + SM_FLOW_SAVED_WINDS };
SM_CHECKED enum sm_status sm_flow_files_parts(struct sm_context *ctx, struct sm_flow_files *files,
                                              struct sm_checkpoint_part *part, int *count,
                                              void **copy);

/* After a failure with `status`: writes the current flow to a file, which the message names.
 * Returns that status. */
enum sm_status sm_flow_files_fail(struct sm_context *ctx, const struct sm_flow_files *files,
                                  enum sm_status status);

/* Closes the files; a stopped run also writes a checkpoint. */
SM_CHECKED enum sm_status sm_flow_files_close(struct sm_context *ctx, struct sm_flow_files *files,
                                              enum sm_run_end end, struct sm_run_summary *summary);
void sm_flow_files_free(struct sm_flow_files *files);

/* mean_file.c: File of time averages of a flow. */

#define SM_FLOW_MEAN_NAME "_mean.nc"

/* Writes the time averages so far; no file without samples or without NetCDF output. Errors:
 * ERR_IO, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_mean_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                             const struct sm_flow_view *view, const char *device);

/* failure_file.c: Flow field of a failed run, for diagnosis. */

#define SM_FLOW_FAILED_NAME "_failed.nc"
#define SM_FAILED_CELL_NAME "_failed_cell.toml"

/* Writes wind, output fields and transported quantities, even if not finite. Errors: ERR_IO,
 * ERR_DEVICE, ERR_MEMORY, ERR_DATA without NetCDF. */
SM_CHECKED enum sm_status sm_flow_failure_write(struct sm_context *ctx,
                                                struct sm_run_outputs *outputs, const char *path,
                                                const struct sm_flow_view *view,
                                                const char *device);

/* estimate.c: Estimate of the number of time steps of a flow. */

/* Estimate; all 0 without a flow; steps 0 and speed NAN if the maximum speed is
 * unknown. */
struct sm_flow_estimate {
  double speed; /* maximum speed from boundaries, initial condition, forces and weather, m/s */
  double step;  /* time step, s */
  double steps;
};

/* Estimates the time steps. Errors: ERR_CASE (an expression without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_estimate_steps(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_flow_estimate *out);

#endif
