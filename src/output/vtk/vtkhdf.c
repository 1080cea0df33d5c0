#include "output/vtk/vtk.h"

#include "output/vtk/vtkhdf_file.h"

#include "output/prisms/prisms.h"
#include <stdint.h>

enum {
  WEDGE = 13,  /* VTK cell type */
  CORNERS = 6, /* corners of a wedge */
};

struct writing {
  struct sm_vtkhdf_file file;
  const struct sm_prism_file *contents;
  const struct sm_prisms *prisms;
  const struct sm_triangles *plane;
  struct sm_prism_ordering room; /* work array for a layer of points or values */
  int64_t *index;                /* work array for the corners of a layer of wedges */
};

/* --- what the file holds --- */

static void put_points(struct writing *w) {
  const struct sm_prisms *p = w->prisms;
  const size_t count = (size_t)w->plane->vertices;
  const hid_t id = sm_vtkhdf_file_rows(&w->file, w->file.group, "Points", H5T_NATIVE_DOUBLE,
                                       count * ((size_t)p->layers + 1), 3);
  for (int k = 0; k <= p->layers; k++) {
    for (size_t n = 0; n < count; n++) {
      const int v = w->room.vertex_at[n];
      w->room.number[3 * n] = w->plane->x[v];
      w->room.number[3 * n + 1] = w->plane->y[v];
      w->room.number[3 * n + 2] = p->bottom[v] + p->sigma[k] * (p->surface[v] - p->bottom[v]);
    }
    sm_vtkhdf_file_put(&w->file, id, H5T_NATIVE_DOUBLE, count * (size_t)k, count, w->room.number);
  }
  sm_vtkhdf_file_close(&w->file, id);
}

/* Corners 0 to 2 are the bottom face, clockwise from above, so that its normal points outwards. */
static void put_corners(struct writing *w) {
  static const int turned[3] = {0, 2, 1};
  const struct sm_triangles *m = w->plane;
  const size_t layer = (size_t)m->triangles * CORNERS, nodes = (size_t)m->vertices;
  const hid_t id = sm_vtkhdf_file_rows(&w->file, w->file.group, "Connectivity", H5T_NATIVE_INT64,
                                       layer * (size_t)w->prisms->layers, 1);
  for (int k = 0; k < w->prisms->layers; k++) {
    for (int t = 0; t < m->triangles; t++)
      for (int c = 0; c < 3; c++) {
        const int v = w->room.vertex_to[m->vertex[3 * w->room.triangle_at[t] + turned[c]]];
        w->index[CORNERS * (size_t)t + (size_t)c] = (int64_t)(nodes * (size_t)k) + v;
        w->index[CORNERS * (size_t)t + (size_t)c + 3] = (int64_t)(nodes * ((size_t)k + 1)) + v;
      }
    sm_vtkhdf_file_put(&w->file, id, H5T_NATIVE_INT64, layer * (size_t)k, layer, w->index);
  }
  sm_vtkhdf_file_close(&w->file, id);
}

static void put_field(struct writing *w, const struct sm_prism_values *field) {
  const size_t layer = (size_t)w->plane->triangles, layers = (size_t)w->prisms->layers;
  const hid_t id = sm_vtkhdf_file_rows(&w->file, w->file.cells, field->name, H5T_NATIVE_DOUBLE,
                                       layer * layers, 1);
  for (size_t k = 0; k < layers; k++) {
    for (size_t t = 0; t < layer; t++)
      w->room.number[t] = field->value[(size_t)w->room.triangle_at[t] * layers + k];
    sm_vtkhdf_file_put(&w->file, id, H5T_NATIVE_DOUBLE, k * layer, layer, w->room.number);
  }
  sm_vtkhdf_file_close(&w->file, id);
}

static void put_all(struct writing *w) {
  const size_t wedges = sm_prisms_count(w->prisms);
  sm_vtkhdf_file_count(&w->file, "NumberOfPoints",
                       (size_t)w->plane->vertices * ((size_t)w->prisms->layers + 1));
  sm_vtkhdf_file_count(&w->file, "NumberOfCells", wedges);
  sm_vtkhdf_file_count(&w->file, "NumberOfConnectivityIds", wedges * CORNERS);
  put_points(w);
  put_corners(w);
  sm_vtkhdf_file_cells(&w->file, WEDGE, CORNERS, (size_t)w->prisms->layers,
                       (size_t)w->plane->triangles, w->index);
  for (int f = 0; f < w->contents->field_count; f++) put_field(w, &w->contents->field[f]);
}

/* --- the file --- */

static enum sm_status prepare(struct sm_context *ctx, struct writing *w) {
  const size_t triangles = (size_t)w->plane->triangles, vertices = (size_t)w->plane->vertices;
  const size_t numbers = 3 * vertices > triangles ? 3 * vertices : triangles;
  SM_TRY(sm_prism_ordering_create(ctx, w->plane, numbers, CORNERS * triangles * sizeof *w->index,
                                  &w->room));
  w->index = w->room.index;
  return SM_OK;
}

enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                               const struct sm_prism_file *contents) {
  struct writing w = {
      .contents = contents, .prisms = contents->prisms, .plane = contents->prisms->plane};
  const size_t points = (size_t)w.plane->vertices * ((size_t)w.prisms->layers + 1);
  const size_t room =
      sm_prisms_count(w.prisms) * (size_t)(CORNERS * 8 + 9 + 8 * contents->field_count) +
      24 * points + 65536;
  enum sm_status status = prepare(ctx, &w);
  if (status == SM_OK)
    status = sm_vtkhdf_file_begin(ctx, path, "UnstructuredGrid", 1, contents->compression, room,
                                  &w.file);
  if (status == SM_OK) {
    if (!w.file.failed) put_all(&w);
    status = sm_vtkhdf_file_end(&w.file, SM_OK);
  }
  sm_prism_ordering_free(&w.room);
  return status;
}
