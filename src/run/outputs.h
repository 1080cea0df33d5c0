/* outputs.h - output files of a run, in the formats of its case. */
#ifndef SM_RUN_OUTPUTS_H
#define SM_RUN_OUTPUTS_H

#include "base/file.h"
#include "output/netcdf/wind_file.h"
#include "physics/flow/view.h"
#include "physics/model.h"
#include "simoom/run.h"

/* Outcome of a run. */
enum sm_run_end {
  SM_RUN_DONE,
  SM_RUN_STOPPED, /* stopped, with a checkpoint */
  SM_RUN_FAILED   /* failed; written files and the last checkpoint are kept */
};

struct sm_run_outputs {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_run_summary *summary; /* receives the names of the files */
  char base[4096];                /* path prefix of the files */
  struct sm_file_lock lock;       /* lock of the prefix, until all files of the run are closed */
  struct sm_file_stage stage;     /* files that wait for the end of the run */
  bool replaces;                  /* earlier results exist, and stay until then */
  bool resumed;
  bool saves;                     /* saved files exist, or are about to */
  bool checkpointed;              /* a checkpoint exists, which needs the saved files */
  bool has_added_sources, warned; /* sources that are not in checkpoints; the warning was given */
  int saved_times;                /* saved times in the wind file */
  struct sm_netcdf_writer *netcdf;
  void *host; /* host copy of faces and fields, for a device with separate memory */
  struct sm_cell_field field[SM_CELL_FIELDS];
  int field_count; /* fields of the state; those of a flow follow */
  int written;     /* times written */
  bool live;       /* during the run the latest time is also written to a separate file */
  char device[128];
  uint8_t *zone; /* zone of each cell, set before the outputs are written; NULL: not requested */
  char **vtk;    /* names of the .vti files, for the series file */
  double *vtk_time;
  int vtk_count;
};

/* Records that a checkpoint was written. Warns once if added sources are missing from it. */
void sm_run_outputs_checkpointed(struct sm_context *ctx, struct sm_run_outputs *outputs);

/* Creates the folder, refuses to replace existing files unless allowed, opens the NetCDF file.
 * `reserves`: locks the prefix, which a run without files does not need.
 * Errors: ERR_IO, ERR_USAGE (files exist, or another run is writing them), ERR_DATA (a library is
 * missing), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_open(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain,
                                              const struct sm_run_options *options, bool reserves,
                                              const char *device, struct sm_run_summary *summary,
                                              struct sm_run_outputs *out);

/* Continues the files of a resumed flow run after `written` times. Errors: ERR_DATA (files are
 * missing), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_resume(struct sm_context *ctx,
                                                struct sm_run_outputs *outputs, const char *device,
                                                int written);

/* Writes the wind of weather time `time`, with the fields of a flow (view NULL: no flow). */
SM_CHECKED enum sm_status sm_run_outputs_write(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs,
                                               const struct sm_state *state, int time,
                                               const struct sm_step_report *report,
                                               const struct sm_flow_view *view);

/* Gets faces, requested fields and those of a flow (view NULL: none) in host memory:
 * that of the state, or for a GPU a copy owned by `outputs`. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_run_outputs_on_host(struct sm_context *ctx,
                                                 struct sm_run_outputs *outputs,
                                                 const struct sm_state *state,
                                                 const struct sm_flow_view *view,
                                                 struct sm_face_wind *wind);

/* Faces and fields in the layout of a flow, in host memory: on the CPU the memory itself, else in
 * *copy, which is freed with sm_free. */
struct sm_flow_arrays {
  union sm_reals u[3];
  struct sm_cell_field *field; /* value: device pointer on input, host pointer on output */
  int field_count;
};
SM_CHECKED enum sm_status sm_flow_on_host(struct sm_context *ctx, const struct sm_flow *flow,
                                          const struct sm_flow_arrays *arrays,
                                          struct sm_face_wind *wind, void **copy);

/* Closes the NetCDF file under its final name, and writes the series file. */
SM_CHECKED enum sm_status sm_run_outputs_close(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs);

/* Starts the stage, after all file names are claimed: files that replace earlier ones wait from now
 * on, including those saved before a resume. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_stage(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs);

/* Renames all files of the run together at its end; after a failure only those that replace
 * nothing. Errors: ERR_IO. */
SM_CHECKED enum sm_status
sm_run_outputs_commit(struct sm_context *ctx, struct sm_run_outputs *outputs, enum sm_run_end end);

/* After all files are closed: removes the live file and releases the lock on the
 * names. */
void sm_run_outputs_release(struct sm_run_outputs *outputs);

/* Creates a folder and its parents. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_run_outputs_make_folder(struct sm_context *ctx, const char *path);

/* Fails with ERR_USAGE if a file exists, unless `overwrite`; and always if it is an input file of
 * the case. */
SM_CHECKED enum sm_status sm_run_outputs_check(struct sm_context *ctx, const struct sm_case *c,
                                               bool overwrite, const char *path);

/* The same for a file of this run; an existing file is kept until the run ends successfully. */
SM_CHECKED enum sm_status sm_run_outputs_claim(struct sm_context *ctx,
                                               struct sm_run_outputs *outputs, bool overwrite,
                                               const char *path);

/* Called before files are saved for the first time: removes the saved files and checkpoint of an
 * earlier run. */
void sm_run_outputs_begin_saving(struct sm_run_outputs *outputs);

/* After a failure: removes saved files if there is no checkpoint. */
void sm_run_outputs_end_saving(struct sm_run_outputs *outputs);

/* Saves the wind file, before a checkpoint. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_run_outputs_save(struct sm_context *ctx,
                                              struct sm_run_outputs *outputs);

/* Adds a name to the list of written files. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_run_outputs_add_name(struct sm_context *ctx,
                                                  struct sm_run_summary *summary, const char *path);

/* Frees everything; a NetCDF file that was not closed is removed. */
void sm_run_outputs_free(struct sm_run_outputs *outputs);

/* Files that a run creates during set-up: suffixes after the prefix of the run; the last three are
   tables, in the order of enum sm_flow_table. */
#define SM_BEGUN_WIND ".nc"
#define SM_BEGUN_PROBES "_probes.csv"
#define SM_BEGUN_SERIES "_series.csv"
#define SM_BEGUN_FORCES "_forces.csv"

#endif
