/* vtkhdf_file.h - VTKHDF file with a sticky error: after the first failure other calls do nothing,
 * so that long lists of arrays need one test at the end. */
#ifndef SM_OUTPUT_VTK_VTKHDF_FILE_H
#define SM_OUTPUT_VTK_VTKHDF_FILE_H

#include "base/context.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

struct sm_vtkhdf_file {
  struct sm_context *ctx;
  const char *path; /* name of the file in messages; must outlive it */
  char temporary[4096];
  int compression;          /* compression level of arrays, 0 to 9 */
  hid_t file, group, cells; /* /VTKHDF and /VTKHDF/CellData */
  bool failed;
  int reason; /* errno of the failure, 0: none */
};

/* Starts a file of a VTK type ("UnstructuredGrid"), version `version`.0; `room` bytes must be free
 * on the disk. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_vtkhdf_file_begin(struct sm_context *ctx, const char *path,
                                               const char *type, int version, int compression,
                                               size_t room, struct sm_vtkhdf_file *out);

/* Closes the file and renames it to its final name. The file is removed when it failed or when
 * `good` is an error, whose message is in the context. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_vtkhdf_file_end(struct sm_vtkhdf_file *file, enum sm_status good);

/* Creates a dataset of rows in a group; columns 1: one dimension. Returns -1 after a failure.
 * Closed with sm_vtkhdf_file_close. */
hid_t sm_vtkhdf_file_rows(struct sm_vtkhdf_file *file, hid_t where, const char *name, hid_t type,
                          size_t rows, size_t columns);

/* Writes rows [begin, begin + count). */
void sm_vtkhdf_file_put(struct sm_vtkhdf_file *file, hid_t array, hid_t type, hsize_t begin,
                        hsize_t count, const void *value);
void sm_vtkhdf_file_close(struct sm_vtkhdf_file *file, hid_t array);

/* Writes a count as a dataset with one element. */
void sm_vtkhdf_file_count(struct sm_vtkhdf_file *file, const char *name, size_t count);

/* Writes offsets and types of cells of one kind,
 * layer by layer. room: [layer]. */
void sm_vtkhdf_file_cells(struct sm_vtkhdf_file *file, int kind, int corners, size_t layers,
                          size_t layer, int64_t *room);

/* Time steps of a series with constant cells. Arrays that are `timed` hold the values of all times
 * one after another. */
struct sm_vtkhdf_steps {
  size_t times, cells;
  const double *time; /* s */
  int arrays;
  const char *const *name;
  const bool *timed;
};
void sm_vtkhdf_file_steps(struct sm_vtkhdf_file *file, const struct sm_vtkhdf_steps *steps,
                          int64_t *room);

#endif
