/* ncfile.h - a NetCDF file with one error: after the first failure the other calls do nothing, so
 * that long lists of definitions need one test at their end. */
#ifndef SM_OUTPUT_NETCDF_NCFILE_H
#define SM_OUTPUT_NETCDF_NCFILE_H

#include "base/context.h"
#include "base/text.h"
#include <stddef.h>

/* HDF5 prints what NetCDF asks it in vain, such as for attributes that are not there, in every
 * thread that has not told it to be quiet: this thread does. */
void sm_ncfile_silence_hdf5(void);

struct sm_ncfile {
  struct sm_context *ctx;
  const char *path, *name; /* where it is, and how messages call it; must outlive the file */
  int id;
  bool open, writing;
  bool lost;             /* HDF5 could not write something, which NetCDF need not tell */
  int reason;            /* errno of that */
  enum sm_status status; /* the message is in ctx */
};

/* Creates or opens `path`; the outcome is in file->status. room: bytes that the disk must be able
 * to take before anything is tried. A file that is written stays where it is in memory. */
void sm_ncfile_create(struct sm_context *ctx, const char *path, const char *name, size_t room,
                      struct sm_ncfile *file);
void sm_ncfile_open(struct sm_context *ctx, const char *path, const char *name, bool writing,
                    struct sm_ncfile *file);

/* Closes (also after a failure) and returns the status. */
enum sm_status sm_ncfile_close(struct sm_ncfile *file);

/* Length of a dimension; NC_EDIMSIZE where no file of that size can have so many items, as memory
 * is taken for them. */
int sm_nc_length(int file, const char *path, const char *name, size_t *out);

/* A text attribute, of the file with variable NULL; "": absent, not a text, or longer than `size`.
 * Returns a code of the NetCDF library if it cannot be read. */
int sm_nc_text(int file, const char *variable, const char *name, char *out, size_t size);

/* The number that is an attribute. They return a code of the NetCDF library, NC_EINVAL where a
 * damaged file has none or many of them, for which *out has no room. */
int sm_nc_number(int file, int variable, const char *name, double *out);

int sm_nc_integer(int file, int variable, const char *name, long long *out);
int sm_nc_natural(int file, int variable, const char *name, unsigned long long *out);

/* Empties a file that is lost, so that a library that still has it open can close it. */
void sm_ncfile_truncate(const char *path);

/* Takes the code that a NetCDF function returned. */
void sm_ncfile_check(struct sm_ncfile *file, int code);

/* Definitions. Return the id, -1 after a failure. size 0: unlimited. */
int sm_ncfile_dimension(struct sm_ncfile *file, const char *name, size_t size);
int sm_ncfile_variable(struct sm_ncfile *file, const char *name, int type, int rank,
                       const int *dimensions);
void sm_ncfile_compress(struct sm_ncfile *file, int variable, const size_t *chunk, int level);

/* Attributes; variable NC_GLOBAL is the file. Empty texts are left out. */
void sm_ncfile_text(struct sm_ncfile *file, int variable, const char *name, const char *text);
/* A text that was put together: one for which there was no memory is an error (ERR_MEMORY), not an
 * attribute that is left out. */
void sm_ncfile_made_text(struct sm_ncfile *file, int variable, const char *name,
                         const struct sm_text *text);
void sm_ncfile_numbers(struct sm_ncfile *file, int variable, const char *name, const double *value,
                       size_t count);
void sm_ncfile_integers(struct sm_ncfile *file, int variable, const char *name, const int *value,
                        size_t count);

/* CF attributes of a variable: standard_name, long_name, units; "" or NULL: absent. */
struct sm_cf_attributes {
  const char *standard, *longer, *units;
};

/* Defines a variable with its CF attributes; returns its id, -1 after a failure. */
int sm_netcdf_variable(struct sm_ncfile *file, const char *name, int type, int rank,
                       const int *dimensions, struct sm_cf_attributes words);

/* Values of a variable: all, or a part (start and count per dimension). */
void sm_ncfile_put(struct sm_ncfile *file, const char *variable, const void *values);
void sm_ncfile_put_part(struct sm_ncfile *file, const char *variable, const size_t *start,
                        const size_t *count, const void *values);

/* Reads part of a variable of a file that is open for reading, unpacked (input/netcdf/packing.c);
 * NAN where there is no value. start, part: NULL: all of it. Returns a code of the library. */
int sm_ncfile_values(int id, int variable, const size_t *start, const size_t *part, size_t count,
                     double *out);

#endif
