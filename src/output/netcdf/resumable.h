/* output/netcdf/resumable.h - resumable output files: their times, and appending after a
 * restart. */
#ifndef SM_OUTPUT_NETCDF_RESUMABLE_H
#define SM_OUTPUT_NETCDF_RESUMABLE_H

#include "base/file.h"
#include "domain/domain.h"
#include "output/netcdf/ncfile.h"

/* Defines the variable "time": dates where the case has them, else s after the start of the run.
 * Returns its id. */
int sm_run_time_define(struct sm_ncfile *file, const struct sm_domain *domain, int rank,
                       const int *dimensions);

/* The value of the variable for a time in s after the start of the run. */
double sm_run_time_value(const struct sm_domain *domain, double time);

/* What a run that was stopped or killed has left of a file. */
struct sm_resumable {
  struct sm_ncfile file;
  char from[SM_FILE_SAVED_NAME];
};

/* Opens it for reading: the saved file where there is one, else the file. It must be of the kind
 * (attribute simoom_kind) and of the case. `sampled` stays where it is in memory until it is taken;
 * the outcome is in its file.status: ERR_DATA. */
void sm_resumable_open(struct sm_context *ctx, const char *path, const char *kind,
                       const struct sm_case *c, struct sm_resumable *sampled);

/* Fails with ERR_DATA unless a dimension has so many items, or more with `least`. */
void sm_resumable_expect(struct sm_resumable *sampled, const char *dimension, size_t count,
                         bool least);

/* Closes it and, when all was as expected, makes from it the temporary file with which the run goes
 * on, as sm_file_resume. Errors: that of `sampled`; ERR_IO. */
SM_CHECKED enum sm_status sm_resumable_resume(struct sm_resumable *sampled, const char *temporary,
                                              const char *name);

/* Writes when the run was stopped, s after its start; NAN: it was not. */
void sm_resumable_stopped(struct sm_ncfile *file, double stopped);

#endif
