#include "output/gis/export.h"

#include "base/list.h"
#include "output/netcdf/ncfile.h"

#include "base/file.h"
#include "base/text.h"
#include "domain/mesh/triangles.h"
#include "input/netcdf/classic_header.h"
#include "output/netcdf/trajectory_file.h"
#include "output/vtk/vtk.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 32, COMPRESSION = 4 };

/* Prism file in memory. */
struct prisms {
  struct sm_export_job e; /* context, options, name and CRS */
  const char *path;
  int id;
  struct sm_prisms *prisms;
  struct sm_prism_values field[MOST_FIELDS];
  char name[MOST_FIELDS][NC_MAX_NAME + 1];
  double *value[MOST_FIELDS];
  int fields;
};

static enum sm_status damaged(const struct prisms *x, const char *what, int code) {
  const bool memory = code == NC_ENOMEM;
  return sm_fail(x->e.ctx, memory ? SM_ERR_MEMORY : SM_ERR_DATA,
                 "%s: error: '%s' cannot be read: %s; %s", x->path, what, nc_strerror(code),
                 memory ? "out of memory" : "the file is truncated or damaged");
}

static enum sm_status read_length(const struct prisms *x, const char *name, size_t wanted,
                                  size_t *out) {
  int id;
  int code = nc_inq_dimid(x->id, name, &id);
  if (code == NC_NOERR) code = nc_inq_dimlen(x->id, id, out);
  if (code != NC_NOERR) return damaged(x, name, code);
  if (wanted == 0 || *out == wanted) return SM_OK;
  return sm_fail(x->e.ctx, SM_ERR_DATA, "%s: error: %zu of '%s', and %zu in the mesh", x->path,
                 *out, name, wanted);
}

static enum sm_status read_doubles(const struct prisms *x, const char *name, size_t count,
                                   double *out) {
  int id;
  int code = nc_inq_varid(x->id, name, &id);
  if (code == NC_NOERR) code = sm_ncfile_values(x->id, id, NULL, NULL, count, out);
  return code == NC_NOERR ? SM_OK : damaged(x, name, code);
}

/* Reads node heights in file order and moves them to the vertices. */
static enum sm_status read_nodes(const struct prisms *x, const char *name, const int *at,
                                 double *room, double *out) {
  SM_TRY(read_doubles(x, name, (size_t)x->prisms->plane->vertices, room));
  for (int v = 0; v < x->prisms->plane->vertices; v++) out[at[v]] = room[v];
  return SM_OK;
}

static enum sm_status read_heights(struct prisms *x) {
  const struct sm_triangles *plane = x->prisms->plane;
  const size_t vertices = (size_t)plane->vertices;
  SM_SCOPED int *at = NULL;
  SM_SCOPED double *room = NULL;
  SM_TRY(sm_alloc(x->e.ctx, vertices, sizeof *at, "nodes", &at));
  SM_TRY(sm_alloc(x->e.ctx, vertices, sizeof *room, "nodes", &room));
  sm_triangles_vertices_of_file(plane, at);
  SM_TRY(read_nodes(x, "bottom", at, room, x->prisms->bottom));
  SM_TRY(read_nodes(x, "surface", at, room, x->prisms->surface));
  return read_doubles(x, "sigma_face", (size_t)x->prisms->layers + 1, x->prisms->sigma);
}

static enum sm_status read_prisms(struct prisms *x) {
  SM_SCOPED_BY(sm_mesh_free) struct sm_mesh mesh = {0};
  struct sm_triangles *plane = NULL;
  size_t layers = 0, length;
  SM_TRY(read_length(x, "layer", 0, &layers));
  SM_TRY(sm_mesh_read(x->e.ctx, x->path, &mesh));
  SM_TRY(sm_triangles_from_mesh(x->e.ctx, x->path, &mesh, false, &plane, NULL));
  SM_TRY(sm_prisms_create(x->e.ctx, plane, (int)layers, &x->prisms));
  SM_TRY(sm_prisms_name_sides(x->e.ctx, x->prisms, (const char *const *)mesh.name, mesh.groups));
  SM_TRY(read_length(x, "node", (size_t)x->prisms->plane->vertices, &length));
  SM_TRY(read_length(x, "face", (size_t)x->prisms->plane->triangles, &length));
  SM_TRY(read_length(x, "interface", layers + 1, &length));
  SM_TRY(read_heights(x));
  return sm_prisms_check(x->e.ctx, x->prisms);
}

/* Reads a prism variable and transposes it to columns. */
static enum sm_status read_field(struct prisms *x, int id, const char *name) {
  const size_t triangles = (size_t)x->prisms->plane->triangles, layers = (size_t)x->prisms->layers;
  SM_SCOPED int *at = NULL;
  SM_SCOPED double *room = NULL;
  double *value = NULL;
  const int f = x->fields;
  SM_TRY(sm_alloc(x->e.ctx, triangles * layers, sizeof *value, "field", &value));
  snprintf(x->name[f], sizeof x->name[f], "%s", name);
  x->value[f] = value;
  x->field[f] = (struct sm_prism_values){x->name[f], "", "", "", value};
  x->fields++;
  SM_TRY(sm_alloc(x->e.ctx, triangles, sizeof *at, "field", &at));
  SM_TRY(sm_alloc(x->e.ctx, triangles, sizeof *room, "field", &room));
  sm_triangles_of_file(x->prisms->plane, at);
  for (size_t k = 0; k < layers; k++) {
    const size_t start[2] = {k, 0}, count[2] = {1, triangles};
    const int code = sm_ncfile_values(x->id, id, start, count, triangles, room);
    if (code != NC_NOERR) SM_TRY(damaged(x, name, code));
    for (size_t t = 0; t < triangles; t++) value[(size_t)at[t] * layers + k] = room[t];
  }
  return SM_OK;
}

/* Reads the fields as written by a run; mesh variables only on request. */
static enum sm_status read_fields(struct prisms *x) {
  const char *wanted = x->e.options->field;
  int count = 0, rank, dims[NC_MAX_VAR_DIMS], layer, face;
  char name[NC_MAX_NAME + 1];
  if (nc_inq_nvars(x->id, &count) != NC_NOERR || nc_inq_dimid(x->id, "layer", &layer) != NC_NOERR ||
      nc_inq_dimid(x->id, "face", &face) != NC_NOERR)
    return SM_OK;
  for (int id = 0; id < count && x->fields < MOST_FIELDS; id++) {
    if (nc_inq_varndims(x->id, id, &rank) != NC_NOERR || rank != 2 ||
        nc_inq_var(x->id, id, name, NULL, NULL, dims, NULL) != NC_NOERR || dims[0] != layer ||
        dims[1] != face)
      continue;
    const bool is_mesh = strcmp(name, "height") == 0 || strcmp(name, "volume") == 0;
    if (wanted != NULL ? strcmp(name, wanted) == 0 : !is_mesh) SM_TRY(read_field(x, id, name));
  }
  if (x->fields > 0) return SM_OK;
  return sm_fail(x->e.ctx, SM_ERR_USAGE,
                 "%s: error: no field '%s'\nhelp: simoom info says what there is", x->path,
                 wanted != NULL ? wanted : "");
}

/* --- formats --- */

/* Relative height 0 to 1 of a height above the bottom; other values are outside. */
static double sigma_at(const struct sm_prisms *p, int t, const double weight[3], double height) {
  double bottom = 0, surface = 0;
  for (int c = 0; c < 3; c++) {
    const int v = p->plane->vertex[3 * t + c];
    bottom += weight[c] * p->bottom[v];
    surface += weight[c] * p->surface[v];
  }
  return height / (surface - bottom);
}

/* -1: outside. */
static int layer_at(const struct sm_prisms *p, double sigma) {
  if (!(sigma >= 0 && sigma <= 1)) return -1;
  int k = 0;
  while (k + 1 < p->layers && sigma >= p->sigma[k + 1]) k++;
  return k;
}

/* Writes the triangles of prisms at a height above the bottom; lower columns are left out. */
static enum sm_status write_triangles(struct prisms *x) {
  static const double middle[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  const struct sm_triangles *plane = x->prisms->plane;
  const double height = isnan(x->e.options->height) ? 0 : x->e.options->height;
  const size_t triangles = (size_t)plane->triangles, columns = (size_t)x->fields;
  struct sm_point_table table = {.columns = x->fields, .corners = 3};
  const char *name[MOST_FIELDS];
  double(*place)[2] = NULL, *value = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(x->e.ctx, 3 * triangles, sizeof *place, "triangles", &place));
  SM_TRY_DONE(sm_alloc(x->e.ctx, triangles * columns, sizeof *value, "triangles", &value));
  for (int t = 0; t < plane->triangles; t++) {
    const int k = layer_at(x->prisms, sigma_at(x->prisms, t, middle, height));
    if (k < 0) continue;
    for (int c = 0; c < 3; c++) {
      const int v = plane->vertex[3 * t + c];
      place[3 * table.count + (size_t)c][0] = plane->x[v];
      place[3 * table.count + (size_t)c][1] = plane->y[v];
    }
    for (size_t f = 0; f < columns; f++)
      value[table.count * columns + f] =
          x->value[f][(size_t)t * (size_t)x->prisms->layers + (size_t)k];
    table.count++;
  }
  if (table.count == 0)
    SM_TRY_DONE(sm_fail(x->e.ctx, SM_ERR_USAGE, "%s: error: no prism reaches a height of %g m",
                        x->path, height));
  for (int f = 0; f < x->fields; f++) name[f] = x->name[f];
  table.place = (const double(*)[2])place;
  table.value = value;
  table.name = name;
  status = sm_gis_write_points(x->e.ctx, x->e.out, &x->e.crs, &table);
done:
  SM_FREE_ALL(place, value);
  return status;
}

/* Triangle that contains a position, and the barycentric weights of its corners; -1: none. */
static int find_triangle(const struct sm_triangles *m, const double place[3], double weight[3]) {
  for (int t = 0; t < m->triangles; t++) {
    const int *v = m->vertex + 3 * (size_t)t;
    const double twice = 2 * sm_triangles_area(m, t);
    bool inside = true;
    for (int c = 0; c < 3; c++) {
      const int a = v[(c + 1) % 3], b = v[(c + 2) % 3];
      weight[c] = ((m->x[a] - place[0]) * (m->y[b] - place[1]) -
                   (m->x[b] - place[0]) * (m->y[a] - place[1])) /
                  twice;
      inside = inside && weight[c] >= -1e-12;
    }
    if (inside) return t;
  }
  return -1;
}

/* Adds the value of the prism around each position. */
static enum sm_status add_places(struct prisms *x, const struct sm_export_stations *s,
                                 struct sm_text *text) {
  const size_t layers = (size_t)x->prisms->layers;
  sm_text_add(text, "place,x,y,height");
  for (int f = 0; f < x->fields; f++) sm_text_add(text, ",%s", x->name[f]);
  sm_text_add(text, "\n");
  for (size_t p = 0; p < s->count; p++) {
    double weight[3];
    const double *place = s->place[p];
    const int t = find_triangle(x->prisms->plane, place, weight);
    const int k = t < 0 ? -1 : layer_at(x->prisms, sigma_at(x->prisms, t, weight, place[2]));
    if (k < 0)
      return sm_fail(x->e.ctx, SM_ERR_USAGE,
                     "%s: error: %s at %.12g, %.12g and %g m above the bottom is outside of the %s",
                     x->path, s->name[p], place[0], place[1], place[2],
                     t < 0 ? "mesh" : "prisms there");
    sm_text_add_csv(text, s->name[p]);
    sm_text_add(text, ",%.12g,%.12g,%.12g", place[0], place[1], place[2]);
    for (int f = 0; f < x->fields; f++)
      sm_text_add(text, ",%.9g", x->value[f][(size_t)t * layers + (size_t)k]);
    sm_text_add(text, "\n");
  }
  return SM_OK;
}

static enum sm_status write_places(struct prisms *x) {
  SM_SCOPED_BY(sm_export_stations_free) struct sm_export_stations stations = {0};
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0};
  SM_TRY(sm_export_stations_read(&x->e, &stations));
  SM_TRY(add_places(x, &stations, &text));
  if (text.failed) return sm_fail(x->e.ctx, SM_ERR_MEMORY, "out of memory: %s", x->e.out);
  return sm_file_write(x->e.ctx, x->e.out, text.data, text.size);
}

static enum sm_status write_wedges(struct prisms *x) {
  const struct sm_prism_file contents = {
      .prisms = x->prisms, .field = x->field, .field_count = x->fields, .compression = COMPRESSION};
  return sm_vtkhdf_write(x->e.ctx, x->e.out, &contents);
}

enum sm_status sm_export_prisms(struct sm_context *ctx, const char *path,
                                const struct sm_export_options *o, const char *out) {
  static const struct {
    const char *ending;
    enum sm_status (*write)(struct prisms *x);
  } formats[] = {{".vtkhdf", write_wedges},
                 {".hdf", write_wedges},
                 {".geojson", write_triangles},
                 {".gpkg", write_triangles},
                 {".csv", write_places}};
  enum sm_status (*write)(struct prisms * x) = NULL;
  SM_SCOPED struct prisms *x = NULL;
  for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
    if (strcmp(strrchr(out, '.'), formats[f].ending) == 0) write = formats[f].write;
  if (write == NULL)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: this format cannot hold prisms\n"
                   "help: .vtkhdf, .geojson, .gpkg and .csv can",
                   out);
  if (o->species != NULL || o->time >= 0 || o->levels > 0 || o->every > 0 ||
      (!isnan(o->height) && write != write_triangles))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: of prisms only --field chooses, and of triangles --height", path);
  SM_TRY(sm_alloc(ctx, 1, sizeof *x, "prisms", &x));
  x->e = (struct sm_export_job){.ctx = ctx, .options = o, .out = out};
  x->path = path;
  const int code = sm_nc_open(path, NC_NOWRITE, &x->id);
  enum sm_status status = code == NC_NOERR ? SM_OK : damaged(x, "mesh", code);
  if (status == SM_OK) {
    status = sm_ncfile_crs(ctx, x->id, path, &x->e.crs);
    if (status == SM_OK) status = read_prisms(x);
    if (status == SM_OK) status = read_fields(x);
    if (status == SM_OK) status = write(x);
    sm_nc_close(path, false, x->id);
  }
  for (int f = 0; f < x->fields; f++) sm_free(x->value[f]);
  sm_prisms_destroy(&x->prisms);
  free(x->e.crs.wkt2);
  return status;
}
