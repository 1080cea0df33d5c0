/* ncfile.h - NetCDF file with a sticky error: after the first failure other calls do nothing, so
 * that long lists of definitions need one test at the end. */
#ifndef SM_OUTPUT_NETCDF_NCFILE_H
#define SM_OUTPUT_NETCDF_NCFILE_H

#include "base/context.h"
#include "base/file.h"
#include "base/text.h"
#include "domain/domain.h"
#include <stddef.h>

/* Silences HDF5 error messages in this thread. NetCDF causes them in normal use, for example by
 * queries for absent attributes; HDF5 stores the setting per thread. */
void sm_ncfile_silence_hdf5(void);

struct sm_ncfile {
  struct sm_context *ctx;
  const char *path, *name; /* file path, and its name in messages; both must outlive the file */
  int id;
  bool open, writing;
  bool lost;             /* HDF5 failed to write data, which NetCDF may not report */
  int reason;            /* errno of that */
  enum sm_status status; /* error status; the message is in ctx */
};

/* Creates or opens `path`; the result is in file->status. room: bytes that must be free on the
 * disk. The struct must not move in memory while the file is written. */
void sm_ncfile_create(struct sm_context *ctx, const char *path, const char *name, size_t room,
                      struct sm_ncfile *file);
void sm_ncfile_open(struct sm_context *ctx, const char *path, const char *name, bool writing,
                    struct sm_ncfile *file);

/* Closes the file (also after a failure) and returns the status. */
enum sm_status sm_ncfile_close(struct sm_ncfile *file);

/* Length of a dimension; NC_EDIMSIZE where a file of this size cannot hold so many items, since
 * memory is allocated from this number. */
int sm_nc_length(int file, const char *path, const char *name, size_t *out);

/* Reads a text attribute, of the file with variable NULL; "": absent, not text, or longer than
 * `size`. Returns a NetCDF error code if it cannot be read. */
int sm_nc_text(int file, const char *variable, const char *name, char *out, size_t size);

/* Reads an attribute with a single number. Returns a NetCDF error code, NC_EINVAL where a damaged
 * file has none or several numbers, for which *out has no space. */
int sm_nc_number(int file, int variable, const char *name, double *out);

int sm_nc_integer(int file, int variable, const char *name, long long *out);
int sm_nc_natural(int file, int variable, const char *name, unsigned long long *out);

/* Truncates a failed file, so that a library that still has it open can close it. */
void sm_ncfile_truncate(const char *path);

/* Records the return code of a NetCDF function. */
void sm_ncfile_check(struct sm_ncfile *file, int code);

/* Define dimensions and variables. Return the id, -1 after a failure. size 0: unlimited. */
int sm_ncfile_dimension(struct sm_ncfile *file, const char *name, size_t size);
int sm_ncfile_variable(struct sm_ncfile *file, const char *name, int type, int rank,
                       const int *dimensions);
void sm_ncfile_compress(struct sm_ncfile *file, int variable, const size_t *chunk, int level);

/* Set attributes; variable NC_GLOBAL is the file. Empty texts are skipped. */
void sm_ncfile_text(struct sm_ncfile *file, int variable, const char *name, const char *text);
/* Sets an attribute from a composed text. A text that ran out of memory is an error (ERR_MEMORY),
 * not a skipped attribute. */
void sm_ncfile_made_text(struct sm_ncfile *file, int variable, const char *name,
                         const struct sm_text *text);
void sm_ncfile_numbers(struct sm_ncfile *file, int variable, const char *name, const double *value,
                       size_t count);
void sm_ncfile_integers(struct sm_ncfile *file, int variable, const char *name, const int *value,
                        size_t count);
void sm_ncfile_bytes(struct sm_ncfile *file, int variable, const char *name,
                     const signed char *value, size_t count);

/* CF attributes of a variable: standard_name, long_name, units; "" or NULL: absent. */
struct sm_cf_attributes {
  const char *standard, *longer, *units;
};

/* Defines a variable with CF attributes; returns its id, -1 after a failure. */
int sm_netcdf_variable(struct sm_ncfile *file, const char *name, int type, int rank,
                       const int *dimensions, struct sm_cf_attributes words);

/* Writes a variable: all of it, or a part (start and count per dimension). */
void sm_ncfile_put(struct sm_ncfile *file, const char *variable, const void *values);
void sm_ncfile_put_part(struct sm_ncfile *file, const char *variable, const size_t *start,
                        const size_t *count, const void *values);

/* Reads part of a variable from an open file, unpacked (input/netcdf/packing.c); NAN for missing
 * values. start, part: NULL for the whole variable. Returns a NetCDF error code. */
int sm_ncfile_values(int id, int variable, const size_t *start, const size_t *part, size_t count,
                     double *out);

/* resumable.c: Resumable output files: time variable, and appending after a restart. */

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
