#include "output/vtk/vtk.h"

#include "base/list.h"
#include "output/vtk/vtkhdf_file.h"

#include <stdint.h>

/* VTK cell type with corners counted along x, then y, then z. All grids
 * are written as lists of cells: VTK 9.1 reads no cell arrays of
 * ImageData, and VTKHDF has no rectilinear grid. */
enum { VOXEL = 11, CORNERS = 8 };

struct room {
  int64_t *index;    /* corners of a layer of cells */
  double *place;     /* a layer of points */
  float *value;      /* a layer of an array */
  int64_t *number;   /* one element per time */
  const char **name; /* array names */
};

static double position(const struct sm_vtk_cells *c, int axis, size_t i) {
  return c->origin[axis] + (c->uniform ? (double)i * c->size[axis] : c->face[axis][i]);
}

static void put_points(struct sm_vtkhdf_file *f, const struct sm_vtk_cells *c, double *place) {
  const size_t count = (c->n[0] + 1) * (c->n[1] + 1);
  const hid_t id =
      sm_vtkhdf_file_rows(f, f->group, "Points", H5T_NATIVE_DOUBLE, count * (c->n[2] + 1), 3);
  for (size_t k = 0; k <= c->n[2]; k++) {
    double *to = place;
    for (size_t j = 0; j <= c->n[1]; j++)
      for (size_t i = 0; i <= c->n[0]; i++, to += 3) {
        to[0] = position(c, 0, i);
        to[1] = position(c, 1, j);
        to[2] = position(c, 2, k);
      }
    sm_vtkhdf_file_put(f, id, H5T_NATIVE_DOUBLE, count * k, count, place);
  }
  sm_vtkhdf_file_close(f, id);
}

static void put_corners(struct sm_vtkhdf_file *f, const struct sm_vtk_cells *c, int64_t *index) {
  const size_t row = c->n[0] + 1, plane = row * (c->n[1] + 1);
  const size_t layer = c->n[0] * c->n[1] * CORNERS;
  const hid_t id =
      sm_vtkhdf_file_rows(f, f->group, "Connectivity", H5T_NATIVE_INT64, layer * c->n[2], 1);
  for (size_t k = 0; k < c->n[2]; k++) {
    int64_t *to = index;
    for (size_t j = 0; j < c->n[1]; j++)
      for (size_t i = 0; i < c->n[0]; i++)
        for (size_t corner = 0; corner < CORNERS; corner++)
          *to++ = (int64_t)(i + (corner & 1) + row * (j + (corner >> 1 & 1)) +
                            plane * (k + (corner >> 2)));
    sm_vtkhdf_file_put(f, id, H5T_NATIVE_INT64, layer * k, layer, index);
  }
  sm_vtkhdf_file_close(f, id);
}

static enum sm_status put_array(struct sm_vtkhdf_file *f, const struct sm_vtk_cells *c, int a,
                                void *layer) {
  const struct sm_vtk_array *array = &c->array[a];
  const hid_t type = array->bytes ? H5T_NATIVE_UINT8 : H5T_NATIVE_FLOAT;
  const size_t plane = c->n[0] * c->n[1];
  const size_t times = c->times > 0 && c->timed[a] ? c->times : 1;
  const hid_t id = sm_vtkhdf_file_rows(f, f->cells, array->name, type, plane * c->n[2] * times,
                                       (size_t)array->components);
  enum sm_status status = SM_OK;
  for (size_t n = 0; n < c->n[2] * times && status == SM_OK && !f->failed; n++) {
    if (c->times > 0 && n % c->n[2] == 0) c->choose(c->self, n / c->n[2]);
    status = c->layer(c->self, a, n % c->n[2], layer);
    if (status == SM_OK) sm_vtkhdf_file_put(f, id, type, plane * n, plane, layer);
  }
  sm_vtkhdf_file_close(f, id);
  return status;
}

static enum sm_status put_all(struct sm_vtkhdf_file *f, const struct sm_vtk_cells *c,
                              const struct room *room) {
  const size_t plane = c->n[0] * c->n[1], cells = plane * c->n[2];
  sm_vtkhdf_file_count(f, "NumberOfPoints", (c->n[0] + 1) * (c->n[1] + 1) * (c->n[2] + 1));
  sm_vtkhdf_file_count(f, "NumberOfCells", cells);
  sm_vtkhdf_file_count(f, "NumberOfConnectivityIds", cells * CORNERS);
  put_points(f, c, room->place);
  put_corners(f, c, room->index);
  sm_vtkhdf_file_cells(f, VOXEL, CORNERS, c->n[2], plane, room->index);
  for (int a = 0; a < c->arrays && !f->failed; a++) SM_TRY(put_array(f, c, a, room->value));
  const struct sm_vtkhdf_steps steps = {c->times, cells, c->time, c->arrays, room->name, c->timed};
  if (c->times > 0) sm_vtkhdf_file_steps(f, &steps, room->number);
  return SM_OK;
}

enum sm_status sm_vtkhdf_write_grid(struct sm_context *ctx, const char *path,
                                    const struct sm_vtk_cells *c, int compression) {
  struct sm_vtkhdf_file f;
  struct room room = {0};
  const size_t points = (c->n[0] + 1) * (c->n[1] + 1), plane = c->n[0] * c->n[1];
  const char *what = "layer of the VTKHDF file";
  size_t bytes = CORNERS * 8 + 9; /* bytes per cell */
  const size_t times = c->times > 0 ? c->times : 1;
  enum sm_status status = SM_OK;
  for (int a = 0; a < c->arrays; a++)
    bytes += times * (size_t)c->array[a].components * (c->array[a].bytes ? 1 : sizeof(float));
  SM_TRY_DONE(sm_alloc(ctx, plane * CORNERS, sizeof *room.index, what, &room.index));
  SM_TRY_DONE(sm_alloc(ctx, points * 3, sizeof *room.place, what, &room.place));
  SM_TRY_DONE(sm_alloc(ctx, plane * 3, sizeof *room.value, what, &room.value));
  SM_TRY_DONE(sm_alloc(ctx, times, sizeof *room.number, what, &room.number));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)c->arrays + 1, sizeof *room.name, what, &room.name));
  for (int a = 0; a < c->arrays; a++) room.name[a] = c->array[a].name;
  /* Corners and points compress to a small size */
  SM_TRY_DONE(sm_vtkhdf_file_begin(ctx, path, "UnstructuredGrid", c->times > 0 ? 2 : 1, compression,
                                   plane * c->n[2] * (compression > 0 ? 4 * times : bytes) + 65536,
                                   &f));
  status = sm_vtkhdf_file_end(&f, put_all(&f, c, &room));
done:
  SM_FREE_ALL(room.index, room.place, room.value, room.number, room.name);
  return status;
}
