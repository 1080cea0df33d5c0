/* run/flow/tables.h - the tables of a run in a flow solver, a line for each of its steps: the
 * values at probes, the means over all air, and the forces on bodies. */
#ifndef SM_RUN_FLOW_TABLES_H
#define SM_RUN_FLOW_TABLES_H

#include "physics/flow/statistics/statistics.h"
#include "physics/incompressible/body_forces.h"
#include "run/outputs.h"
#include <stdio.h>

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

#endif
