/* run/record/solver_history.h - what a solver said after its iterations, kept for the summary of a
 * run. */
#ifndef SM_RUN_RECORD_SOLVER_HISTORY_H
#define SM_RUN_RECORD_SOLVER_HISTORY_H

#include "base/context.h"

/* Replaces *out, freed with sm_free, by a copy of so many numbers; NULL of none. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solver_history_keep(struct sm_context *ctx, const double *number,
                                                 int count, double **out, int *out_count);

#endif
