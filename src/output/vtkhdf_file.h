/* vtkhdf_file.h - a file of VTKHDF in the making, with one error: after the first failure the other
 * calls do nothing, so that long lists of arrays need one test at their end. */
#ifndef SM_OUTPUT_VTKHDF_FILE_H
#define SM_OUTPUT_VTKHDF_FILE_H

#include "base/context.h"

/* Fails with ERR_DATA: simoom was built without HDF5. */
enum sm_status sm_vtkhdf_missing(struct sm_context *ctx, const char *path);

#ifdef SM_HAVE_HDF5

#include <hdf5.h>

struct sm_vtkhdf_file {
  struct sm_context *ctx;
  const char *path; /* as messages call the file; must outlive it */
  char temporary[4096];
  int compression;          /* of the arrays, 0 to 9 */
  hid_t file, group, cells; /* /VTKHDF and /VTKHDF/CellData */
  bool failed;
  int reason; /* errno of the failure, 0: none */
};

/* Starts a file of a type of VTK ("UnstructuredGrid"), for which the disk must have room for some
 * bytes. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_vtkhdf_file_begin(struct sm_context *ctx, const char *path,
                                               const char *type, int compression, size_t room,
                                               struct sm_vtkhdf_file *out);

/* Closes it, and gives it its name; nothing is left of a file that failed, or when it is not
 * `good`, of which the message is in the context. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_vtkhdf_file_end(struct sm_vtkhdf_file *file, enum sm_status good);

/* An attribute of /VTKHDF: some numbers. */
void sm_vtkhdf_file_numbers(struct sm_vtkhdf_file *file, const char *name, hid_t type,
                            hsize_t count, const void *value);

/* Makes an array in one of the groups; -1 after a failure. Closed with sm_vtkhdf_file_close. */
hid_t sm_vtkhdf_file_array(struct sm_vtkhdf_file *file, hid_t where, const char *name, hid_t type,
                           int rank, const hsize_t *size);

/* Writes [begin, begin + count) along the first of its dimensions, and all of the others. */
void sm_vtkhdf_file_put(struct sm_vtkhdf_file *file, hid_t array, hid_t type, hsize_t begin,
                        hsize_t count, const void *value);
void sm_vtkhdf_file_close(struct sm_vtkhdf_file *file, hid_t array);

#endif
#endif
