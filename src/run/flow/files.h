/* run/flow/files.h - output files of a flow run beside the winds: time averages, tables of its
 * steps, and a checkpoint. */
#ifndef SM_RUN_FLOW_FILES_H
#define SM_RUN_FLOW_FILES_H

#include <stdio.h>

#include "domain/domain.h"
#include "output/checkpoint.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/incompressible/body_forces.h"
#include "run/outputs.h"

/* tables.c: The tables of a run in a flow solver, a line for each of its steps: the values at
 * probes, the means over all air, and the forces on bodies. */

/* What a case may ask for. */
enum sm_flow_table { SM_TABLE_PROBES, SM_TABLE_SERIES, SM_TABLE_FORCES, SM_FLOW_TABLES };

struct sm_flow_tables {
  struct sm_run_outputs *outputs;   /* borrowed */
  FILE *file[SM_FLOW_TABLES];       /* NULL: not asked for */
  double *rows;                     /* room for those of any */
  const int *count[SM_FLOW_TABLES]; /* rows that wait to be written; NULL: no table */
};

/* Whether a case has the table. */
bool sm_flow_tables_wanted(const struct sm_case *c, enum sm_flow_table table);

/* What the name of the file ends in. */
const char *sm_flow_tables_suffix(enum sm_flow_table table);

/* Opens the files under temporary names. A run that goes on keeps the first `bytes` of each.
 * Errors: ERR_IO, ERR_DATA (a file is shorter than that), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_tables_open(struct sm_context *ctx,
                                              struct sm_run_outputs *outputs,
                                              const struct sm_flow_view *view, bool going_on,
                                              const int64_t bytes[SM_FLOW_TABLES],
                                              struct sm_flow_tables *out);

/* Writes what has been gathered since; `bytes`: how long the files are then. Errors: ERR_IO,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_tables_write(struct sm_context *ctx, struct sm_flow_tables *rows,
                                               const struct sm_flow_view *view,
                                               int64_t bytes[SM_FLOW_TABLES]);

/* Whether what has been gathered must be written before the next step. */
bool sm_flow_tables_are_full(const struct sm_flow_tables *rows);

/* Saves what is written, as sm_file_save does; before a checkpoint. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_flow_tables_save(struct sm_context *ctx,
                                              const struct sm_flow_tables *rows);

/* Closes the files and gives them their names. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_flow_tables_close(struct sm_context *ctx, struct sm_flow_tables *rows);
/* Those that were not closed are removed. */
void sm_flow_tables_free(struct sm_flow_tables *rows);

/* write.c */

struct sm_dispersion;

/* Winds that particles have been given and are given again when a run goes on: the first one, by
 * which they choose their step, and the last two, between which they are. */
enum { SM_FLOW_SAVED_WINDS = 3 };

/* Where a run was. */
struct sm_flow_progress {
  int64_t next;                      /* weather time whose wind is not written yet */
  int64_t row_bytes[SM_FLOW_TABLES]; /* of the tables of steps */
  int64_t kept[SM_FLOW_SAVED_WINDS]; /* weather times of kept winds; -1: none */
  int64_t particles;                 /* 1 where the checkpoint has particles */
};

struct sm_flow_files {
  const struct sm_case *c;        /* NULL: the run has no flow; all calls do nothing */
  const struct sm_domain *domain; /* borrowed, as all that follows */
  struct sm_run_outputs *outputs;
  struct sm_dispersion *dispersion;
  const struct sm_model *model;
  void *self; /* of the model */
  const char *device;
  struct sm_flow_tables rows;
  struct sm_checkpoint *resumed; /* until it is read */
  struct sm_flow_progress mark;
  void *kept[SM_FLOW_SAVED_WINDS]; /* [field][element] as the state's */
  size_t kept_size;                /* elements of all fields */
  size_t real;                     /* bytes of one */
  double checked;                  /* s, time at which checkpoints were last looked for */
  int64_t before;                  /* steps that the run had made when it was resumed */
  double saved;                    /* s, time of the last checkpoint; NAN: none yet */
};

/* Opens the checkpoint of a run that goes on, and its winds. `outputs` is open. Errors: ERR_USAGE
 * (files are there), ERR_CASE, ERR_DATA, ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_files_open(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             const struct sm_run_options *options,
                                             struct sm_run_outputs *outputs, const char *device,
                                             struct sm_flow_files *out);

/* The model and what it carries are there: goes on from where the run was. */
SM_CHECKED enum sm_status sm_flow_files_begin(struct sm_context *ctx, struct sm_flow_files *files,
                                              const struct sm_model *model, void *self,
                                              struct sm_dispersion *dispersion,
                                              struct sm_state *state);

/* What the model shows now; false: no flow. */
bool sm_flow_files_view(const struct sm_flow_files *files, struct sm_flow_view *view);

/* Whether the flow is one to write and to keep. Errors: ERR_DIVERGED (it is not), ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_files_check(struct sm_context *ctx,
                                              const struct sm_flow_files *files);

/* After a time step: writes rows of tables when there is no room for more, and a checkpoint when
 * one is due. */
SM_CHECKED enum sm_status sm_flow_files_step(struct sm_context *ctx, struct sm_flow_files *files);

/* Writes a checkpoint. Errors: ERR_DIVERGED, ERR_IO, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_files_save(struct sm_context *ctx, struct sm_flow_files *files);

/* The wind of weather time `time` is written. */
SM_CHECKED enum sm_status sm_flow_files_wind_written(struct sm_context *ctx,
                                                     struct sm_flow_files *files,
                                                     const struct sm_state *state, int time);

/* Adds the parts of a checkpoint; room for SM_FLOW_FILES_PARTS. Copies of the device's memory are
 * in *copy, freed with sm_free. */
enum { SM_FLOW_FILES_PARTS = SM_FLOW_PARTS + 1 + SM_FLOW_SAVED_WINDS };
SM_CHECKED enum sm_status sm_flow_files_parts(struct sm_context *ctx, struct sm_flow_files *files,
                                              struct sm_checkpoint_part *part, int *count,
                                              void **copy);

/* The run has failed with `status`: its flow as it is goes to a file of which the message tells.
 * Returns that status. */
enum sm_status sm_flow_files_fail(struct sm_context *ctx, const struct sm_flow_files *files,
                                  enum sm_status status);

/* Ends the files; of a run that was stopped with a checkpoint. */
SM_CHECKED enum sm_status sm_flow_files_close(struct sm_context *ctx, struct sm_flow_files *files,
                                              enum sm_run_end end, struct sm_run_summary *summary);
void sm_flow_files_free(struct sm_flow_files *files);

/* mean_file.c: The file of means over time of a flow. */

#define SM_FLOW_MEAN_NAME "_mean.nc"

/* Writes what has been gathered so far; nothing where that is nothing, or the case wants no NetCDF.
 * Errors: ERR_IO, ERR_DEVICE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_mean_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                             const struct sm_flow_view *view, const char *device);

/* failure_file.c: The flow of a run that has failed, to see why. */

#define SM_FLOW_FAILED_NAME "_failed.nc"
#define SM_FAILED_CELL_NAME "_failed_cell.toml"

/* Writes wind, outputs and what is carried, as they are, numbers or not. Errors: ERR_IO,
 * ERR_DEVICE, ERR_MEMORY, ERR_DATA without NetCDF. */
SM_CHECKED enum sm_status sm_flow_failure_write(struct sm_context *ctx,
                                                struct sm_run_outputs *outputs, const char *path,
                                                const struct sm_flow_view *view,
                                                const char *device);

/* estimate.c: How many time steps a flow will take. */

/* All 0 where the case has no flow; steps is 0, and the speed NAN, where nothing tells how fast the
 * air will be. */
struct sm_flow_estimate {
  double speed; /* m/s, the largest that sides, begin, forces and weather tell of */
  double step;  /* s */
  double steps;
  double host_bytes; /* of the host, wherever the flow is computed */
};

/* Errors: ERR_CASE (an expression without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_estimate_steps(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_flow_estimate *out);

#endif
