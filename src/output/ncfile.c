#include "output/ncfile.h"

enum sm_status sm_ncfile_missing(struct sm_context *ctx, const char *path) {
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: simoom was built without NetCDF\n"
                 "help: install it (Debian: libnetcdf-dev) and build simoom again",
                 path);
}

#ifdef SM_HAVE_NETCDF

#include "base/file.h"
#include "input/ncclassic.h"
#include <errno.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#ifdef SM_HAVE_HDF5
#include <hdf5.h>
#endif

void sm_ncfile_quiet(void) {
#ifdef SM_HAVE_HDF5
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
#endif
}

void sm_ncfile_check(struct sm_ncfile *file, int code) {
  if (code == NC_NOERR || file->status != SM_OK) return;
  const int reason = errno;
  const char *text = nc_strerror(code);
  if (!file->writing) {
    file->status =
        sm_fail(file->ctx, SM_ERR_DATA, "%s: error: cannot be read: %s", file->name, text);
    return;
  }
  const bool disk = reason == ENOSPC || reason == EFBIG || reason == EDQUOT || reason == EIO;
  file->status = sm_fail(file->ctx, SM_ERR_IO, "%s: error: cannot be written: %s", file->name,
                         disk ? strerror(reason) : text);
}

/* HDF5's own clean-up at exit crashes over a file that it could not close; we close all of ours. */
static void calm_hdf5(void) {
#ifdef SM_HAVE_HDF5
  H5dont_atexit();
#endif
}

void sm_ncfile_create(struct sm_context *ctx, const char *path, const char *name, size_t room,
                      struct sm_ncfile *file) {
  *file = (struct sm_ncfile){.ctx = ctx, .path = path, .name = name, .writing = true};
  /* HDF5 neither flushes nor closes a file that the disk has no room for. */
  file->status = sm_file_reserve(ctx, path, name, room);
  if (file->status != SM_OK) return;
  calm_hdf5();
  errno = 0;
  sm_ncfile_check(file, nc_create(path, NC_NETCDF4 | NC_CLOBBER, &file->id));
  file->open = file->status == SM_OK;
}

void sm_ncfile_open(struct sm_context *ctx, const char *path, const char *name, bool writing,
                    struct sm_ncfile *file) {
  *file = (struct sm_ncfile){.ctx = ctx, .path = path, .name = name, .writing = writing};
  calm_hdf5();
  errno = 0;
  sm_ncfile_check(file, sm_nc_open(path, writing ? NC_WRITE : NC_NOWRITE, &file->id));
  file->open = file->status == SM_OK;
}

enum sm_status sm_ncfile_close(struct sm_ncfile *file) {
  if (!file->open) return file->status;
  file->open = false;
  errno = 0;
  if (file->writing) sm_ncfile_check(file, nc_sync(file->id));
  /* HDF5 cannot close a file that it cannot flush: a lost file gives its space back first. */
  if (file->writing && file->status != SM_OK) sm_ncfile_empty(file->path);
  sm_ncfile_check(file, nc_close(file->id));
  return file->status;
}

void sm_ncfile_empty(const char *path) {
  FILE *file = fopen(path, "wb");
  if (file != NULL) fclose(file);
}

int sm_ncfile_dimension(struct sm_ncfile *file, const char *name, size_t size) {
  int id = -1;
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_def_dim(file->id, name, size == 0 ? NC_UNLIMITED : size, &id));
  return id;
}

int sm_ncfile_variable(struct sm_ncfile *file, const char *name, int type, int rank,
                       const int *dimensions) {
  int id = -1;
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_def_var(file->id, name, type, rank, dimensions, &id));
  return id;
}

void sm_ncfile_compress(struct sm_ncfile *file, int variable, const size_t *chunk, int level) {
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_def_var_chunking(file->id, variable, NC_CHUNKED, chunk));
  if (file->status == SM_OK && level > 0)
    sm_ncfile_check(file, nc_def_var_deflate(file->id, variable, 1, 1, level));
}

void sm_ncfile_text(struct sm_ncfile *file, int variable, const char *name, const char *text) {
  if (file->status == SM_OK && text != NULL && text[0] != '\0')
    sm_ncfile_check(file, nc_put_att_text(file->id, variable, name, strlen(text), text));
}

void sm_ncfile_made_text(struct sm_ncfile *file, int variable, const char *name,
                         const struct sm_text *text) {
  if (text->failed && file->status == SM_OK)
    file->status =
        sm_fail(file->ctx, SM_ERR_MEMORY, "out of memory: attribute '%s' of %s", name, file->name);
  sm_ncfile_text(file, variable, name, sm_text_string(text));
}

void sm_ncfile_numbers(struct sm_ncfile *file, int variable, const char *name, const double *value,
                       size_t count) {
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_put_att_double(file->id, variable, name, NC_DOUBLE, count, value));
}

void sm_ncfile_integers(struct sm_ncfile *file, int variable, const char *name, const int *value,
                        size_t count) {
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_put_att_int(file->id, variable, name, NC_INT, count, value));
}

void sm_ncfile_put(struct sm_ncfile *file, const char *variable, const void *values) {
  int id;
  if (file->status != SM_OK) return;
  errno = 0;
  sm_ncfile_check(file, nc_inq_varid(file->id, variable, &id));
  if (file->status == SM_OK) sm_ncfile_check(file, nc_put_var(file->id, id, values));
}

void sm_ncfile_put_part(struct sm_ncfile *file, const char *variable, const size_t *start,
                        const size_t *count, const void *values) {
  int id;
  if (file->status != SM_OK) return;
  errno = 0;
  sm_ncfile_check(file, nc_inq_varid(file->id, variable, &id));
  if (file->status == SM_OK) sm_ncfile_check(file, nc_put_vara(file->id, id, start, count, values));
}

#endif
