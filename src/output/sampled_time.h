/* sampled_time.h - files that a run fills as its time goes on: their time, and going on with them
 * after a stop. */
#ifndef SM_OUTPUT_SAMPLED_TIME_H
#define SM_OUTPUT_SAMPLED_TIME_H

#include "domain/domain.h"
#include "output/ncfile.h"

/* Defines the variable "time": dates where the case has them, else s after the start of the run.
 * Returns its id. */
int sm_sampled_time_define(struct sm_ncfile *file, const struct sm_domain *domain, int rank,
                           const int *dimensions);

/* The value of the variable for a time in s after the start of the run. */
double sm_sampled_time(const struct sm_domain *domain, double time);

/* Opens, for reading, what a stopped run has left of the file `path`: the temporary file where the
 * run was killed, else the file. It must be of the kind (attribute simoom_kind) and of the case.
 * `temporary` is NULL for files that every checkpoint leaves whole: what a killed run was writing
 * beside them may be damaged. The outcome is in file->status: ERR_DATA. */
void sm_sampled_open(struct sm_context *ctx, const char *path, const char *temporary,
                     const char *kind, const struct sm_case *c, struct sm_ncfile *file);

/* Fails with ERR_DATA unless a dimension has so many items, or more with `least`. */
void sm_sampled_expect(struct sm_ncfile *file, const char *dimension, size_t count, bool least);

/* Closes what sm_sampled_open has opened and, when all was as expected, makes it the temporary file
 * with which the run goes on. Errors: that of `file`; ERR_IO. */
SM_CHECKED enum sm_status sm_sampled_take(struct sm_ncfile *file, const char *temporary);

/* Writes when the run was stopped, s after its start; NAN: it was not. */
void sm_sampled_stopped(struct sm_ncfile *file, double stopped);

#endif
