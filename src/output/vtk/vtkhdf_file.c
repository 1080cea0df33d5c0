#define _POSIX_C_SOURCE 200809L
#include "output/vtk/vtkhdf_file.h"

#include "base/file.h"
#include "input/netcdf/classic_header.h"
#include "output/netcdf/ncfile.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 }; /* values, about */

static void check(struct sm_vtkhdf_file *f, bool good) {
  if (good || f->failed) return;
  f->failed = true;
  f->reason = errno;
}

static void set_attribute(struct sm_vtkhdf_file *f, hid_t where, const char *name, hid_t type,
                          hid_t space, const void *value) {
  const hid_t id = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  check(f, id >= 0 && H5Awrite(id, type, value) >= 0);
  if (id >= 0) H5Aclose(id);
}

/* Writes the attributes that identify the file: version, and type as text without a NUL. */
static void set_type(struct sm_vtkhdf_file *f, const char *name, int major) {
  const int64_t version[2] = {major, 0};
  const hsize_t two = 2;
  const hid_t pair = H5Screate_simple(1, &two, NULL), one = H5Screate(H5S_SCALAR),
              text = H5Tcopy(H5T_C_S1);
  check(f, pair >= 0 && one >= 0 && text >= 0 && H5Tset_size(text, strlen(name)) >= 0 &&
               H5Tset_strpad(text, H5T_STR_NULLPAD) >= 0);
  set_attribute(f, f->group, "Version", H5T_NATIVE_INT64, pair, version);
  set_attribute(f, f->group, "Type", text, one, name);
  H5Tclose(text);
  H5Sclose(one);
  H5Sclose(pair);
}

hid_t sm_vtkhdf_file_rows(struct sm_vtkhdf_file *f, hid_t where, const char *name, hid_t type,
                          size_t rows, size_t columns) {
  const hsize_t size[2] = {rows, columns};
  const hsize_t most = CHUNK / columns, chunk[2] = {rows < most ? rows : most, columns};
  const int rank = columns > 1 ? 2 : 1;
  if (f->failed) return -1;
  const hid_t space = H5Screate_simple(rank, size, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
  hid_t id = -1;
  check(f, space >= 0 && how >= 0 && H5Pset_chunk(how, rank, chunk) >= 0);
  if (f->compression > 0 && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0)
    check(f, H5Pset_shuffle(how) >= 0 && H5Pset_deflate(how, (unsigned)f->compression) >= 0);
  if (!f->failed) id = H5Dcreate2(where, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  check(f, id >= 0);
  H5Pclose(how);
  H5Sclose(space);
  return id;
}

void sm_vtkhdf_file_put(struct sm_vtkhdf_file *f, hid_t array, hid_t type, hsize_t begin,
                        hsize_t count, const void *value) {
  hsize_t start[2] = {begin, 0}, size[2];
  if (f->failed) return;
  errno = 0;
  const hid_t all = H5Dget_space(array);
  const int rank = H5Sget_simple_extent_dims(all, size, NULL);
  size[0] = count;
  const hid_t part = H5Screate_simple(rank, size, NULL);
  check(f, all >= 0 && part >= 0 &&
               H5Sselect_hyperslab(all, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
               H5Dwrite(array, type, part, all, H5P_DEFAULT, value) >= 0);
  if (part >= 0) H5Sclose(part);
  if (all >= 0) H5Sclose(all);
}

void sm_vtkhdf_file_close(struct sm_vtkhdf_file *f, hid_t array) {
  if (array >= 0) check(f, H5Dclose(array) >= 0);
}

void sm_vtkhdf_file_count(struct sm_vtkhdf_file *f, const char *name, size_t count) {
  const int64_t value = (int64_t)count;
  const hid_t id = sm_vtkhdf_file_rows(f, f->group, name, H5T_NATIVE_INT64, 1, 1);
  sm_vtkhdf_file_put(f, id, H5T_NATIVE_INT64, 0, 1, &value);
  sm_vtkhdf_file_close(f, id);
}

void sm_vtkhdf_file_cells(struct sm_vtkhdf_file *f, int kind, int corners, size_t layers,
                          size_t layer, int64_t *room) {
  const size_t cells = layers * layer;
  const hid_t offsets = sm_vtkhdf_file_rows(f, f->group, "Offsets", H5T_NATIVE_INT64, cells + 1, 1),
              types = sm_vtkhdf_file_rows(f, f->group, "Types", H5T_NATIVE_UINT8, cells, 1);
  const int64_t last = (int64_t)cells * corners;
  for (size_t k = 0; k < layers; k++) {
    for (size_t t = 0; t < layer; t++) room[t] = (int64_t)(k * layer + t) * corners;
    sm_vtkhdf_file_put(f, offsets, H5T_NATIVE_INT64, k * layer, layer, room);
    memset(room, kind, layer);
    sm_vtkhdf_file_put(f, types, H5T_NATIVE_UINT8, k * layer, layer, room);
  }
  sm_vtkhdf_file_put(f, offsets, H5T_NATIVE_INT64, cells, 1, &last);
  sm_vtkhdf_file_close(f, types);
  sm_vtkhdf_file_close(f, offsets);
}

/* Writes an offset for each time: first, first + step ... */
static void put_offsets(struct sm_vtkhdf_file *f, hid_t where, const char *name, size_t times,
                        size_t first, size_t step, int64_t *room) {
  for (size_t n = 0; n < times; n++) room[n] = (int64_t)(first + n * step);
  const hid_t id = sm_vtkhdf_file_rows(f, where, name, H5T_NATIVE_INT64, times, 1);
  sm_vtkhdf_file_put(f, id, H5T_NATIVE_INT64, 0, times, room);
  sm_vtkhdf_file_close(f, id);
}

void sm_vtkhdf_file_steps(struct sm_vtkhdf_file *f, const struct sm_vtkhdf_steps *s,
                          int64_t *room) {
  static const char *const staying[] = {"PartOffsets", "PointOffsets", "CellOffsets",
                                        "ConnectivityIdOffsets"};
  const int64_t count = (int64_t)s->times;
  if (f->failed) return;
  const hid_t steps = H5Gcreate2(f->group, "Steps", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
              one = H5Screate(H5S_SCALAR);
  const hid_t cells = H5Gcreate2(steps, "CellDataOffsets", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  check(f, steps >= 0 && one >= 0 && cells >= 0);
  if (!f->failed) set_attribute(f, steps, "NSteps", H5T_NATIVE_INT64, one, &count);
  const hid_t id = sm_vtkhdf_file_rows(f, steps, "Values", H5T_NATIVE_DOUBLE, s->times, 1);
  sm_vtkhdf_file_put(f, id, H5T_NATIVE_DOUBLE, 0, s->times, s->time);
  sm_vtkhdf_file_close(f, id);
  for (size_t n = 0; n < sizeof staying / sizeof *staying; n++)
    put_offsets(f, steps, staying[n], s->times, 0, 0, room);
  put_offsets(f, steps, "NumberOfParts", s->times, 1, 0, room);
  for (int a = 0; a < s->arrays; a++)
    put_offsets(f, cells, s->name[a], s->times, 0, s->timed[a] ? s->cells : 0, room);
  if (cells >= 0) H5Gclose(cells);
  if (one >= 0) H5Sclose(one);
  if (steps >= 0) H5Gclose(steps);
}

enum sm_status sm_vtkhdf_file_begin(struct sm_context *ctx, const char *path, const char *type,
                                    int version, int compression, size_t room,
                                    struct sm_vtkhdf_file *f) {
  *f = (struct sm_vtkhdf_file){.ctx = ctx, .path = path, .compression = compression};
  f->file = f->group = f->cells = -1;
  SM_TRY(sm_file_temporary(ctx, path, f->temporary, sizeof f->temporary));
  const enum sm_status status = sm_file_reserve(ctx, f->temporary, path, room);
  if (status != SM_OK) unlink(f->temporary);
  SM_TRY(status);
  H5dont_atexit(); /* the clean-up of HDF5 at exit crashes over a file that could not be closed */
  sm_nc_disable_atexit();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  errno = 0;
  f->file = H5Fcreate(f->temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  check(f, f->file >= 0);
  if (f->failed) return SM_OK; /* sm_vtkhdf_file_end reports the error */
  f->group = H5Gcreate2(f->file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  f->cells = H5Gcreate2(f->group, "CellData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  check(f, f->group >= 0 && f->cells >= 0);
  if (!f->failed) set_type(f, type, version);
  return SM_OK;
}

enum sm_status sm_vtkhdf_file_end(struct sm_vtkhdf_file *f, enum sm_status good) {
  if (f->cells >= 0) H5Gclose(f->cells);
  if (f->group >= 0) H5Gclose(f->group);
  if (f->file >= 0) {
    errno = 0;
    check(f, H5Fflush(f->file, H5F_SCOPE_LOCAL) >= 0);
    if (f->failed) sm_ncfile_truncate(f->temporary); /* HDF5 cannot close an unflushed file */
    check(f, H5Fclose(f->file) >= 0);
  }
  if (f->failed && good == SM_OK)
    good = sm_fail(f->ctx, SM_ERR_IO, "%s: error: cannot be written: %s", f->path,
                   f->reason != 0 ? strerror(f->reason) : "HDF5 failed");
  if (good == SM_OK) good = sm_file_commit(f->ctx, f->temporary, f->path);
  if (good != SM_OK) unlink(f->temporary);
  return good;
}
