/* output/netcdf/resumable.h - resumable output files: time variable, and appending after a
 * restart. */
#ifndef SM_OUTPUT_NETCDF_RESUMABLE_H
#define SM_OUTPUT_NETCDF_RESUMABLE_H

#include "base/file.h"
#include "domain/domain.h"
#include "output/netcdf/ncfile.h"

/* Defines the variable "time": dates in cases with dates, else s after the start of the run.
 * Returns its id. */
int sm_run_time_define(struct sm_ncfile *file, const struct sm_domain *domain, int rank,
                       const int *dimensions);

/* Value of the time variable for a time in s after the start of the run. */
double sm_run_time_value(const struct sm_domain *domain, double time);

/* Output file left by a stopped or killed run. */
struct sm_resumable {
  struct sm_ncfile file;
  char from[SM_FILE_SAVED_NAME];
};

/* Opens the file for reading: the saved copy if there is one, else the file. It must have the kind
 * (attribute simoom_kind) and the case. `sampled` must not move in memory until it is resumed; the
 * result is in its file.status: ERR_DATA. */
void sm_resumable_open(struct sm_context *ctx, const char *path, const char *kind,
                       const struct sm_case *c, struct sm_resumable *sampled);

/* Fails with ERR_DATA unless a dimension has `count` items, or at least so many with `least`. */
void sm_resumable_expect(struct sm_resumable *sampled, const char *dimension, size_t count,
                         bool least);

/* Closes the file and, if all checks passed, creates from it the temporary file that the run
 * continues, like sm_file_resume. Errors: that of `sampled`; ERR_IO. */
SM_CHECKED enum sm_status sm_resumable_resume(struct sm_resumable *sampled, const char *temporary,
                                              const char *name);

/* Writes the time of a stop, s after the start of the run; NAN: complete run. */
void sm_resumable_stopped(struct sm_ncfile *file, double stopped);

#endif
