#include "output/netcdf/ncfile.h"

#include "base/file.h"
#include "base/machine/machine.h"
#include "input/netcdf/classic_header.h"
#include "input/netcdf/ncdata.h"
#include <errno.h>
#include <hdf5.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

void sm_ncfile_silence_hdf5(void) {
  sm_nc_disable_atexit();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

static bool is_of_disk(int reason) {
  return reason == ENOSPC || reason == EFBIG || reason == EDQUOT || reason == EIO;
}

void sm_ncfile_check(struct sm_ncfile *file, int code) {
  if (code == NC_NOERR || file->status != SM_OK) return;
  const int reason = file->lost ? file->reason : errno;
  const char *text = nc_strerror(code);
  if (!file->writing) {
    file->status = sm_fail(file->ctx, code == NC_ENOMEM ? SM_ERR_MEMORY : SM_ERR_DATA,
                           "%s: error: cannot be read: %s", file->name, text);
    return;
  }
  file->status = sm_fail(file->ctx, SM_ERR_IO, "%s: error: cannot be written: %s", file->name,
                         is_of_disk(reason) ? strerror(reason) : text);
}

static herr_t inspect_error(unsigned n, const H5E_error2_t *error, void *lost) {
  (void)n;
  if (error->min_num == H5E_WRITEERROR || error->min_num == H5E_CANTFLUSH) *(bool *)lost = true;
  return 0;
}

/* HDF5 error handler, called on every failure of an HDF5 function. */
static herr_t note_error(hid_t stack, void *self) {
  struct sm_ncfile *file = self;
  const int reason = errno;
  bool lost = false;
  H5Ewalk2(stack, H5E_WALK_DOWNWARD, inspect_error, &lost);
  if (lost && !file->lost) file->reason = reason;
  file->lost = file->lost || lost;
  errno = reason;
  return 0;
}

/* NetCDF ignores errors when HDF5 flushes cached data: values would be lost without an error. An
 * HDF5 error handler is therefore active while a file is written. */
static void listen_to_hdf5(struct sm_ncfile *file, bool on) {
  H5Eset_auto2(H5E_DEFAULT, on ? note_error : NULL, on ? file : NULL);
}

void sm_ncfile_create(struct sm_context *ctx, const char *path, const char *name, size_t room,
                      struct sm_ncfile *file) {
  *file = (struct sm_ncfile){.ctx = ctx, .path = path, .name = name, .writing = true};
  /* HDF5 can neither flush nor close a file on a full disk. */
  file->status = sm_file_reserve(ctx, path, name, room);
  if (file->status == SM_OK && !sm_memory_has_room((size_t)SM_NC_ROOM_MB << 20)) {
    file->status = sm_fail(ctx, SM_ERR_MEMORY, "%s: error: out of memory: HDF5 needs %d MB", name,
                           SM_NC_ROOM_MB);
    sm_ncfile_truncate(path);
  }
  if (file->status != SM_OK) return;
  sm_nc_disable_atexit();
  errno = 0;
  sm_ncfile_check(file, nc_create(path, NC_NETCDF4 | NC_CLOBBER, &file->id));
  file->open = file->status == SM_OK;
  if (file->open) listen_to_hdf5(file, true); /* NetCDF resets the error handler at its start */
}

void sm_ncfile_open(struct sm_context *ctx, const char *path, const char *name, bool writing,
                    struct sm_ncfile *file) {
  *file = (struct sm_ncfile){.ctx = ctx, .path = path, .name = name, .writing = writing};
  errno = 0;
  if (!writing) {
    sm_ncfile_check(file, sm_nc_open(path, NC_NOWRITE, &file->id));
  } else if (!sm_memory_has_room((size_t)SM_NC_ROOM_MB << 20)) {
    sm_ncfile_check(file, NC_ENOMEM);
  } else { /* of this run: no probe, whose fork copies the page tables, for every record */
    sm_nc_disable_atexit();
    sm_ncfile_check(file, nc_open(path, NC_WRITE, &file->id));
  }
  file->open = file->status == SM_OK;
  if (file->open && writing) listen_to_hdf5(file, true);
}

static int check_one(int file, int variable, const char *name) {
  size_t length = 0;
  const int code = nc_inq_attlen(file, variable, name, &length);
  return code != NC_NOERR ? code : length == 1 ? NC_NOERR : NC_EINVAL;
}

int sm_nc_length(int file, const char *path, const char *name, size_t *out) {
  const double densest = 2000, slack = 1e6; /* items per byte; deflate reaches 1032 */
  struct stat info;
  int id;
  int code = nc_inq_dimid(file, name, &id);
  if (code == NC_NOERR) code = nc_inq_dimlen(file, id, out);
  if (code != NC_NOERR || stat(path, &info) != 0) return code;
  return (double)*out <= densest * (double)info.st_size + slack ? NC_NOERR : NC_EDIMSIZE;
}

int sm_nc_text(int file, const char *variable, const char *name, char *out, size_t size) {
  int id = NC_GLOBAL;
  size_t length = 0;
  nc_type type = NC_NAT;
  out[0] = '\0';
  int code = variable != NULL ? nc_inq_varid(file, variable, &id) : NC_NOERR;
  if (code == NC_NOERR) code = nc_inq_att(file, id, name, &type, &length);
  if (code == NC_ENOTVAR || code == NC_ENOTATT) return NC_NOERR;
  if (code != NC_NOERR || type != NC_CHAR || length >= size) return code;
  code = nc_get_att_text(file, id, name, out);
  out[code == NC_NOERR ? length : 0] = '\0';
  return code;
}

int sm_nc_number(int file, int variable, const char *name, double *out) {
  const int code = check_one(file, variable, name);
  return code != NC_NOERR ? code : nc_get_att_double(file, variable, name, out);
}

int sm_nc_integer(int file, int variable, const char *name, long long *out) {
  const int code = check_one(file, variable, name);
  return code != NC_NOERR ? code : nc_get_att_longlong(file, variable, name, out);
}

int sm_nc_natural(int file, int variable, const char *name, unsigned long long *out) {
  const int code = check_one(file, variable, name);
  return code != NC_NOERR ? code : nc_get_att_ulonglong(file, variable, name, out);
}

enum sm_status sm_ncfile_close(struct sm_ncfile *file) {
  if (!file->open) return file->status;
  file->open = false;
  errno = 0;
  if (file->writing) sm_ncfile_check(file, nc_sync(file->id));
  /* HDF5 cannot close a file that it cannot flush: truncating a failed file frees its space. */
  if (file->writing && (file->status != SM_OK || file->lost)) sm_ncfile_truncate(file->path);
  sm_ncfile_check(file, sm_nc_close(file->path, file->writing, file->id));
  if (file->writing) listen_to_hdf5(file, false);
  if (file->lost) sm_ncfile_check(file, NC_EHDFERR);
  return file->status;
}

void sm_ncfile_truncate(const char *path) {
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

void sm_ncfile_bytes(struct sm_ncfile *file, int variable, const char *name,
                     const signed char *value, size_t count) {
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_put_att_schar(file->id, variable, name, NC_BYTE, count, value));
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

int sm_ncfile_values(int id, int variable, const size_t *start, const size_t *part, size_t count,
                     double *out) {
  struct sm_ncpacking packing;
  sm_ncpacking_find(id, variable, &packing);
  if (packing.fault[0] != '\0') return NC_EBADTYPE;
  const int code = start != NULL ? nc_get_vara_double(id, variable, start, part, out)
                                 : nc_get_var_double(id, variable, out);
  if (code == NC_NOERR) sm_ncpacking_undo(&packing, count, out);
  return code;
}

int sm_netcdf_variable(struct sm_ncfile *file, const char *name, int type, int rank,
                       const int *dimensions, struct sm_cf_attributes words) {
  const int id = sm_ncfile_variable(file, name, type, rank, dimensions);
  sm_ncfile_text(file, id, "standard_name", words.standard);
  sm_ncfile_text(file, id, "long_name", words.longer);
  sm_ncfile_text(file, id, "units", words.units);
  return id;
}
