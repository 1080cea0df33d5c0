/* outputs.h - output files of a run, in the formats of its case. */
#ifndef SM_RUN_OUTPUTS_H
#define SM_RUN_OUTPUTS_H

#include "base/file.h"
#include "output/netcdf/wind_write.h"
#include "physics/flow/view.h"
#include "physics/model.h"
#include "simoom/run.h"

/* How a run ended. */
enum sm_run_end {
  SM_RUN_DONE,
  SM_RUN_STOPPED, /* with a checkpoint */
  SM_RUN_FAILED   /* what it had written stays, its last checkpoint too */
};

struct sm_run_outputs {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_run_summary *summary; /* takes the names of the files */
  char base[4096];                /* path without ending */
  struct sm_file_lock lock;       /* of it, until all files of the run are closed */
  struct sm_file_stage stage;     /* files that wait for the end of the run */
  bool replaces;                  /* earlier results, which stay until then */
  bool resumed;
  bool saves;                     /* it has saved files, or is about to */
  bool checkpointed;              /* there is a checkpoint, which needs them */
  bool has_added_sources, warned; /* checkpoints do not have those; it was told */
  int saved_times;                /* of the file of winds */
  struct sm_netcdf_writer *netcdf;
  void *host; /* copy of the faces, then of the fields, where the device's memory is its own */
  struct sm_cell_field field[SM_CELL_FIELDS];
  int field_count; /* of the state; then come those of a flow */
  int written;     /* times */
  bool live;       /* the latest time is also in a file of its own, till the end */
  char device[128];
  uint8_t *zone; /* of the cells, filled before the outputs are written; NULL: not wanted */
  char **vtk;    /* names of the .vti files, for the series */
  double *vtk_time;
  int vtk_count;
};

/* A checkpoint is written. Warns, once, when sources were added, which it does not have. */
void sm_run_outputs_checkpointed(struct sm_context *ctx, struct sm_run_outputs *outputs);

/* Makes the folder, refuses to replace earlier files unless told to, opens the NetCDF file.
 * Errors: ERR_IO, ERR_USAGE (files are there, or another run is writing them), ERR_DATA (a library
 * is missing), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_open(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain,
                                              const struct sm_run_options *options,
                                              const char *device, struct sm_run_summary *summary,
                                              struct sm_run_outputs *out);

/* Goes on after `written` times, the files of which are there: `outputs` was opened to resume the
 * run of a flow. Errors: ERR_DATA (the files are not), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_resume(struct sm_context *ctx,
                                                struct sm_run_outputs *outputs, const char *device,
                                                int written);

/* Writes the wind of weather time `time`, and what a flow has beside it (NULL: no flow). */
SM_CHECKED enum sm_status sm_run_outputs_write(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs,
                                               const struct sm_state *state, int time,
                                               const struct sm_step_report *report,
                                               const struct sm_flow_view *view);

/* The faces, the fields that the case asks for and those of a flow (view NULL: none), in host
 * memory: that of the state, or of a GPU a copy, which `outputs` keeps. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_run_outputs_on_host(struct sm_context *ctx,
                                                 struct sm_run_outputs *outputs,
                                                 const struct sm_state *state,
                                                 const struct sm_flow_view *view,
                                                 struct sm_face_wind *wind);

/* Faces and fields in the layout of a flow, in host memory: on the CPU the memory itself, else in
 * *copy, which is allocated and freed with sm_free. */
struct sm_flow_arrays {
  union sm_reals u[3];
  struct sm_cell_field *field; /* value: of the device before, of the host after */
  int field_count;
};
SM_CHECKED enum sm_status sm_flow_on_host(struct sm_context *ctx, const struct sm_flow *flow,
                                          const struct sm_flow_arrays *arrays,
                                          struct sm_face_wind *wind, void **copy);

/* Gives the NetCDF file its name and writes the series file. */
SM_CHECKED enum sm_status sm_run_outputs_close(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs);

/* All names of files are claimed: those of a run that replaces earlier ones wait from here on, also
 * those that it has saved before it was resumed. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_stage(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs);

/* All files of the run are whole: they get their names together; of a run that failed only where
 * they replace nothing. Errors: ERR_IO. */
SM_CHECKED enum sm_status
sm_run_outputs_commit(struct sm_context *ctx, struct sm_run_outputs *outputs, enum sm_run_end end);

/* Once all files are closed: removes the live one, and lets other runs write files of these names.
 */
void sm_run_outputs_release(struct sm_run_outputs *outputs);

/* Makes a folder and those above it. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_run_outputs_make_folder(struct sm_context *ctx, const char *path);

/* Fails with ERR_USAGE when a file is there already, unless `overwrite`; and always where the case
 * reads the file. */
SM_CHECKED enum sm_status sm_run_outputs_check(struct sm_context *ctx, const struct sm_case *c,
                                               bool overwrite, const char *path);

/* The same for a file of the run, which then keeps an earlier one until it ends well. */
SM_CHECKED enum sm_status sm_run_outputs_claim(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs, bool overwrite,
                                               const char *path);

/* Before files are saved for the first time: what an earlier run has left to go on from is of no
 * use any more, and removed. */
void sm_run_outputs_begin_saving(struct sm_run_outputs *outputs);

/* Of a run that fails: what is saved is of no use without a checkpoint. */
void sm_run_outputs_end_saving(struct sm_run_outputs *outputs);

/* Saves the file of winds, before a checkpoint. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_run_outputs_save(struct sm_context *ctx,
                                              struct sm_run_outputs *outputs);

/* Adds the name of a file to those that were written. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_add_name(struct sm_context *ctx,
                                                  struct sm_run_summary *summary, const char *path);

/* Frees everything; a NetCDF file that was not closed is removed. */
void sm_run_outputs_free(struct sm_run_outputs *outputs);

/* begun.c: Names of the files that a run begins while it is set up: those who write them and those
 * who take them away when it is stopped then (sm_run_begun) have them from here. */

/* Behind the prefix of the run; the last three are tables, in the order of enum sm_flow_table. */
#define SM_BEGUN_WIND ".nc"
#define SM_BEGUN_PROBES "_probes.csv"
#define SM_BEGUN_SERIES "_series.csv"
#define SM_BEGUN_FORCES "_forces.csv"

#endif
