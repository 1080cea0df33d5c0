#define _POSIX_C_SOURCE 200809L
#include "output/vtkhdf.h"

#ifdef SM_HAVE_HDF5

#include "base/file.h"
#include "output/ncfile.h"
#include "output/prism_room.h"
#include <errno.h>
#include <hdf5.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum {
  WEDGE = 13,      /* VTK's number of the cell */
  CORNERS = 6,     /* of a wedge */
  CHUNK = 1 << 16, /* values, about */
};

struct writing {
  struct sm_context *ctx;
  const char *path; /* as messages call the file */
  const struct sm_prism_file *contents;
  const struct sm_prisms *prisms;
  const struct sm_triangles *plane;
  hid_t file, group, cells; /* /VTKHDF and /VTKHDF/CellData */
  bool failed;
  int reason;                /* errno of the failure, 0: none */
  struct sm_prism_room room; /* of numbers for a layer of places, or of values */
  int64_t *index;            /* room for the corners of a layer of wedges; part of it */
};

bool sm_vtkhdf_available(void) { return true; }

static void check(struct writing *w, bool good) {
  if (good || w->failed) return;
  w->failed = true;
  w->reason = errno;
}

static void set_attribute(struct writing *w, const char *name, hid_t type, hid_t space,
                          const void *value) {
  const hid_t id = H5Acreate2(w->group, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  check(w, id >= 0 && H5Awrite(id, type, value) >= 0);
  if (id >= 0) H5Aclose(id);
}

/* What the reader looks at first: version, and a text without a NUL. */
static void set_type(struct writing *w) {
  static const char name[] = "UnstructuredGrid";
  const int64_t version[2] = {1, 0};
  const hsize_t two = 2;
  const hid_t pair = H5Screate_simple(1, &two, NULL), one = H5Screate(H5S_SCALAR),
              text = H5Tcopy(H5T_C_S1);
  check(w, pair >= 0 && one >= 0 && text >= 0 && H5Tset_size(text, sizeof name - 1) >= 0 &&
               H5Tset_strpad(text, H5T_STR_NULLPAD) >= 0);
  set_attribute(w, "Version", H5T_NATIVE_INT64, pair, version);
  set_attribute(w, "Type", text, one, name);
  H5Tclose(text);
  H5Sclose(one);
  H5Sclose(pair);
}

/* Makes an array of `rows` by `columns` (1: of one dimension); -1 after a failure. */
static hid_t make_array(struct writing *w, hid_t where, const char *name, hid_t type, hsize_t rows,
                        hsize_t columns) {
  const hsize_t size[2] = {rows, columns};
  const hsize_t most = CHUNK / columns, chunk[2] = {rows < most ? rows : most, columns};
  const int rank = columns > 1 ? 2 : 1, level = w->contents->compression;
  const hid_t space = H5Screate_simple(rank, size, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
  hid_t id = -1;
  check(w, space >= 0 && how >= 0 && H5Pset_chunk(how, rank, chunk) >= 0);
  if (level > 0 && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0)
    check(w, H5Pset_shuffle(how) >= 0 && H5Pset_deflate(how, (unsigned)level) >= 0);
  if (!w->failed) id = H5Dcreate2(where, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
  check(w, id >= 0);
  H5Pclose(how);
  H5Sclose(space);
  return id;
}

/* Writes rows [begin, begin + count) of an array. */
static void put(struct writing *w, hid_t array, hid_t type, hsize_t begin, hsize_t count,
                hsize_t columns, const void *value) {
  const hsize_t start[2] = {begin, 0}, size[2] = {count, columns};
  if (w->failed) return;
  errno = 0;
  const hid_t all = H5Dget_space(array), part = H5Screate_simple(columns > 1 ? 2 : 1, size, NULL);
  check(w, all >= 0 && part >= 0 &&
               H5Sselect_hyperslab(all, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
               H5Dwrite(array, type, part, all, H5P_DEFAULT, value) >= 0);
  if (part >= 0) H5Sclose(part);
  if (all >= 0) H5Sclose(all);
}

static void close_array(struct writing *w, hid_t array) {
  if (array >= 0) check(w, H5Dclose(array) >= 0);
}

static void put_count(struct writing *w, const char *name, size_t count) {
  const int64_t value = (int64_t)count;
  const hid_t id = make_array(w, w->group, name, H5T_NATIVE_INT64, 1, 1);
  put(w, id, H5T_NATIVE_INT64, 0, 1, 1, &value);
  close_array(w, id);
}

/* --- what the file holds --- */

static void put_points(struct writing *w) {
  const struct sm_prisms *p = w->prisms;
  const size_t count = (size_t)w->plane->vertices;
  const hid_t id =
      make_array(w, w->group, "Points", H5T_NATIVE_DOUBLE, count * ((size_t)p->layers + 1), 3);
  for (int k = 0; k <= p->layers; k++) {
    for (size_t n = 0; n < count; n++) {
      const int v = w->room.vertex_at[n];
      w->room.number[3 * n] = w->plane->x[v];
      w->room.number[3 * n + 1] = w->plane->y[v];
      w->room.number[3 * n + 2] = p->bottom[v] + p->sigma[k] * (p->surface[v] - p->bottom[v]);
    }
    put(w, id, H5T_NATIVE_DOUBLE, count * (size_t)k, count, 3, w->room.number);
  }
  close_array(w, id);
}

/* Corners 0 to 2 are the bottom: clockwise from above, so that its normal points outwards. */
static void put_corners(struct writing *w) {
  static const int turned[3] = {0, 2, 1};
  const struct sm_triangles *m = w->plane;
  const size_t layer = (size_t)m->triangles * CORNERS, nodes = (size_t)m->vertices;
  const hid_t id = make_array(w, w->group, "Connectivity", H5T_NATIVE_INT64,
                              layer * (size_t)w->prisms->layers, 1);
  for (int k = 0; k < w->prisms->layers; k++) {
    for (int t = 0; t < m->triangles; t++)
      for (int c = 0; c < 3; c++) {
        const int v = w->room.vertex_to[m->vertex[3 * w->room.triangle_at[t] + turned[c]]];
        w->index[CORNERS * (size_t)t + (size_t)c] = (int64_t)(nodes * (size_t)k) + v;
        w->index[CORNERS * (size_t)t + (size_t)c + 3] = (int64_t)(nodes * ((size_t)k + 1)) + v;
      }
    put(w, id, H5T_NATIVE_INT64, layer * (size_t)k, layer, 1, w->index);
  }
  close_array(w, id);
}

/* Where the corners of each wedge begin, and what it is. */
static void put_cells(struct writing *w) {
  const size_t layer = (size_t)w->plane->triangles, layers = (size_t)w->prisms->layers;
  const hid_t offsets = make_array(w, w->group, "Offsets", H5T_NATIVE_INT64, layer * layers + 1, 1),
              types = make_array(w, w->group, "Types", H5T_NATIVE_UINT8, layer * layers, 1);
  int64_t last = (int64_t)(layer * layers * CORNERS);
  for (size_t k = 0; k < layers; k++) {
    for (size_t t = 0; t < layer; t++) w->index[t] = (int64_t)((k * layer + t) * CORNERS);
    put(w, offsets, H5T_NATIVE_INT64, k * layer, layer, 1, w->index);
    memset(w->index, WEDGE, layer);
    put(w, types, H5T_NATIVE_UINT8, k * layer, layer, 1, w->index);
  }
  put(w, offsets, H5T_NATIVE_INT64, layer * layers, 1, 1, &last);
  close_array(w, types);
  close_array(w, offsets);
}

static void put_field(struct writing *w, const struct sm_prism_values *field) {
  const size_t layer = (size_t)w->plane->triangles, layers = (size_t)w->prisms->layers;
  const hid_t id = make_array(w, w->cells, field->name, H5T_NATIVE_DOUBLE, layer * layers, 1);
  for (size_t k = 0; k < layers; k++) {
    for (size_t t = 0; t < layer; t++)
      w->room.number[t] = field->value[(size_t)w->room.triangle_at[t] * layers + k];
    put(w, id, H5T_NATIVE_DOUBLE, k * layer, layer, 1, w->room.number);
  }
  close_array(w, id);
}

static void put_all(struct writing *w) {
  const size_t wedges = sm_prisms_count(w->prisms);
  set_type(w);
  put_count(w, "NumberOfPoints", (size_t)w->plane->vertices * ((size_t)w->prisms->layers + 1));
  put_count(w, "NumberOfCells", wedges);
  put_count(w, "NumberOfConnectivityIds", wedges * CORNERS);
  put_points(w);
  put_corners(w);
  put_cells(w);
  for (int f = 0; f < w->contents->field_count; f++) put_field(w, &w->contents->field[f]);
}

/* --- the file --- */

static enum sm_status prepare(struct writing *w) {
  const size_t triangles = (size_t)w->plane->triangles, vertices = (size_t)w->plane->vertices;
  const size_t numbers = 3 * vertices > triangles ? 3 * vertices : triangles;
  SM_TRY(sm_prism_room_make(w->ctx, w->plane, numbers, CORNERS * triangles * sizeof *w->index,
                            &w->room));
  w->index = w->room.index;
  return SM_OK;
}

static void write_file(struct writing *w, const char *temporary) {
  H5dont_atexit(); /* its clean-up at exit crashes over a file that it could not close */
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  errno = 0;
  w->file = H5Fcreate(temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  check(w, w->file >= 0);
  if (w->failed) return;
  w->group = H5Gcreate2(w->file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  w->cells = H5Gcreate2(w->group, "CellData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  check(w, w->group >= 0 && w->cells >= 0);
  if (!w->failed) put_all(w);
  if (w->cells >= 0) H5Gclose(w->cells);
  if (w->group >= 0) H5Gclose(w->group);
  errno = 0;
  check(w, H5Fflush(w->file, H5F_SCOPE_LOCAL) >= 0);
  if (w->failed) sm_ncfile_empty(temporary); /* HDF5 cannot close what it cannot flush */
  check(w, H5Fclose(w->file) >= 0);
}

enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                               const struct sm_prism_file *contents) {
  struct writing w = {.ctx = ctx,
                      .path = path,
                      .contents = contents,
                      .prisms = contents->prisms,
                      .plane = contents->prisms->plane,
                      .file = -1};
  char temporary[4096];
  const size_t points = (size_t)w.plane->vertices * ((size_t)w.prisms->layers + 1);
  const size_t room =
      sm_prisms_count(w.prisms) * (size_t)(CORNERS * 8 + 9 + 8 * contents->field_count) +
      24 * points + 65536;
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  enum sm_status status = prepare(&w);
  if (status == SM_OK) status = sm_file_reserve(ctx, temporary, path, room);
  if (status == SM_OK) write_file(&w, temporary);
  if (w.failed)
    status = sm_fail(ctx, SM_ERR_IO, "%s: error: cannot be written: %s", path,
                     w.reason != 0 ? strerror(w.reason) : "HDF5 failed");
  if (status == SM_OK) status = sm_file_commit(ctx, temporary, path);
  if (status != SM_OK) unlink(temporary);
  sm_prism_room_free(&w.room);
  return status;
}

#else

bool sm_vtkhdf_available(void) { return false; }

enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                               const struct sm_prism_file *contents) {
  (void)contents;
  return sm_fail(ctx, SM_ERR_DATA,
                 "%s: error: simoom was built without HDF5\n"
                 "help: install it (Debian: libhdf5-dev) and build simoom again",
                 path);
}

#endif
