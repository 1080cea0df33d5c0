/* vtkhdf_file.h - a file of VTKHDF in the making, with one error: after the first failure the other
 * calls do nothing, so that long lists of arrays need one test at their end. */
#ifndef SM_OUTPUT_VTK_VTKHDF_FILE_H
#define SM_OUTPUT_VTK_VTKHDF_FILE_H

#include "base/context.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

struct sm_vtkhdf_file {
  struct sm_context *ctx;
  const char *path; /* as messages call the file; must outlive it */
  char temporary[4096];
  int compression;          /* of the arrays, 0 to 9 */
  hid_t file, group, cells; /* /VTKHDF and /VTKHDF/CellData */
  bool failed;
  int reason; /* errno of the failure, 0: none */
};

/* Starts a file of a type of VTK ("UnstructuredGrid"), of version `version`.0, for which the disk
 * must have room for some bytes. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_vtkhdf_file_begin(struct sm_context *ctx, const char *path,
                                               const char *type, int version, int compression,
                                               size_t room, struct sm_vtkhdf_file *out);

/* Closes it, and gives it its name; nothing is left of a file that failed, or when it is not
 * `good`, of which the message is in the context. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_vtkhdf_file_end(struct sm_vtkhdf_file *file, enum sm_status good);

/* Makes an array of rows in one of the groups; columns 1: of one dimension. -1 after a failure.
 * Closed with sm_vtkhdf_file_close. */
hid_t sm_vtkhdf_file_rows(struct sm_vtkhdf_file *file, hid_t where, const char *name, hid_t type,
                          size_t rows, size_t columns);

/* Writes [begin, begin + count) of the rows. */
void sm_vtkhdf_file_put(struct sm_vtkhdf_file *file, hid_t array, hid_t type, hsize_t begin,
                        hsize_t count, const void *value);
void sm_vtkhdf_file_close(struct sm_vtkhdf_file *file, hid_t array);

/* A number of something, as an array of one. */
void sm_vtkhdf_file_count(struct sm_vtkhdf_file *file, const char *name, size_t count);

/* Where the corners of each cell begin, and what it is: layers of so many cells of one kind.
 * room: [layer]. */
void sm_vtkhdf_file_cells(struct sm_vtkhdf_file *file, int kind, int corners, size_t layers,
                          size_t layer, int64_t *room);

/* Where the numbers of each time are: of cells that stay as they are, so many of them. Of the
 * arrays [arrays] those that are `timed` have the values of one time after the other. */
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
