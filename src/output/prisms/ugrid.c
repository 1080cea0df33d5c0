#define _POSIX_C_SOURCE 200809L
#include "output/prisms/prisms.h"

#include "output/netcdf/ncfile.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "output/netcdf/wind_file.h"
#include "simoom/fields.h"
#include "simoom/simoom.h"
#include <ctype.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 1 << 16 }; /* values */

struct writing {
  struct sm_ncfile file;
  const struct sm_prism_file *contents;
  const struct sm_prisms *prisms;
  const struct sm_triangles *plane;
  int edges;
  struct sm_prism_ordering room; /* sized for the larger of triangles and vertices */
  int *index;                    /* sized for 3 * triangles; part of `room` */
};

/* --- what there is --- */

static void define_globals(struct writing *w) {
  struct sm_ncfile *file = &w->file;
  const struct sm_prism_file *c = w->contents;
  char now[32], text[256];
  sm_clock_format((double)time(NULL), now, sizeof now);
  sm_ncfile_text(file, NC_GLOBAL, "Conventions", "CF-1.11 UGRID-1.0");
  sm_ncfile_text(file, NC_GLOBAL, "title", c->title);
  snprintf(text, sizeof text, "simoom %s, prisms", sm_version());
  sm_ncfile_text(file, NC_GLOBAL, "source", text);
  snprintf(text, sizeof text, "%s simoom %s", now, sm_version());
  sm_ncfile_text(file, NC_GLOBAL, "history", text);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_version", sm_version());
  sm_ncfile_text(file, NC_GLOBAL, "simoom_kind", "prisms");
  sm_ncfile_text(file, NC_GLOBAL, "simoom_case", c->case_text);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_device", c->device);
  if (c->record == NULL) return;
  sm_ncfile_text(file, NC_GLOBAL, "simoom_converged", c->record->converged ? "yes" : "no");
  sm_ncfile_integers(file, NC_GLOBAL, "simoom_iterations", &c->record->iterations, 1);
  sm_ncfile_numbers(file, NC_GLOBAL, "simoom_residual", &c->record->residual, 1);
}

static void define_mesh(struct writing *w) {
  static const char *const texts[][2] = {{"cf_role", "mesh_topology"},
                                         {"long_name", "triangles of the columns"},
                                         {"node_coordinates", "node_x node_y"},
                                         {"face_node_connectivity", "face_nodes"},
                                         {"face_coordinates", "face_x face_y"},
                                         {"edge_node_connectivity", "edge_nodes"},
                                         {"face_dimension", "face"},
                                         {"edge_dimension", "edge"}};
  const int id = sm_ncfile_variable(&w->file, "mesh", NC_INT, 0, NULL), plane = 2;
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
    sm_ncfile_text(&w->file, id, texts[t][0], texts[t][1]);
  sm_ncfile_integers(&w->file, id, "topology_dimension", &plane, 1);
}

/* Defines a variable on nodes, edges or faces of the mesh. */
static int define_on(struct writing *w, const char *location, const char *name, int type, int rank,
                     const int *dimensions, struct sm_cf_attributes words) {
  const int id = sm_netcdf_variable(&w->file, name, type, rank, dimensions, words);
  sm_ncfile_text(&w->file, id, "mesh", "mesh");
  sm_ncfile_text(&w->file, id, "location", location);
  if (strcmp(location, "node") == 0) sm_ncfile_text(&w->file, id, "coordinates", "node_x node_y");
  if (strcmp(location, "face") == 0) sm_ncfile_text(&w->file, id, "coordinates", "face_x face_y");
  return id;
}

static void define_table(struct writing *w, const char *name, const char *role, int rows,
                         int columns) {
  const int zero = 0;
  const int id = sm_ncfile_variable(&w->file, name, NC_INT, 2, (const int[]){rows, columns});
  sm_ncfile_text(&w->file, id, "cf_role", role);
  sm_ncfile_integers(&w->file, id, "start_index", &zero, 1);
}

/* Defines the boundary part of an edge; flag meanings are separated by blanks. */
static void define_sides(struct writing *w, int edge) {
  SM_SCOPED_BY(sm_text_free) struct sm_text meanings = {0};
  const struct sm_prisms *p = w->prisms;
  int *value = w->index;
  sm_text_add(&meanings, "inside");
  value[0] = -1;
  for (int s = 0; s < p->sides; s++) {
    const size_t start = meanings.size + 1;
    sm_text_add(&meanings, " %s", p->side_names[s]);
    for (size_t c = start; !meanings.failed && c < meanings.size; c++)
      if (isspace((unsigned char)meanings.data[c])) meanings.data[c] = '_';
    value[s + 1] = s;
  }
  const int id =
      define_on(w, "edge", "side", NC_INT, 1, &edge,
                (struct sm_cf_attributes){"", "part of the outline that the edge is on", ""});
  sm_ncfile_integers(&w->file, id, "flag_values", value, (size_t)p->sides + 1);
  sm_ncfile_made_text(&w->file, id, "flag_meanings", &meanings);
}

static void define_volume(struct writing *w, const int dimensions[2], const char *name,
                          struct sm_cf_attributes words) {
  const size_t faces = (size_t)w->plane->triangles;
  const size_t chunk[2] = {1, faces < CHUNK ? faces : CHUNK};
  const int id = define_on(w, "face", name, NC_DOUBLE, 2, dimensions, words);
  sm_ncfile_compress(&w->file, id, chunk, w->contents->compression);
  if (w->contents->domain != NULL && !w->contents->domain->crs.local)
    sm_ncfile_text(&w->file, id, "grid_mapping", "crs");
}

static void define(struct writing *w) {
  struct sm_ncfile *file = &w->file;
  define_globals(w);
  const int node = sm_ncfile_dimension(file, "node", (size_t)w->plane->vertices);
  const int face = sm_ncfile_dimension(file, "face", (size_t)w->plane->triangles);
  const int edge = sm_ncfile_dimension(file, "edge", (size_t)w->edges);
  const int layer = sm_ncfile_dimension(file, "layer", (size_t)w->prisms->layers);
  const int bound = sm_ncfile_dimension(file, "interface", (size_t)w->prisms->layers + 1);
  const int three = sm_ncfile_dimension(file, "three", 3);
  const int two = sm_ncfile_dimension(file, "two", 2);
  define_mesh(w);
  if (w->contents->domain != NULL) sm_netcdf_define_crs(file, w->contents->domain, "crs");
  sm_netcdf_variable(file, "node_x", NC_DOUBLE, 1, &node,
                     (struct sm_cf_attributes){"", "x of the nodes", "m"});
  sm_netcdf_variable(file, "node_y", NC_DOUBLE, 1, &node,
                     (struct sm_cf_attributes){"", "y of the nodes", "m"});
  sm_netcdf_variable(file, "face_x", NC_DOUBLE, 1, &face,
                     (struct sm_cf_attributes){"", "x of the centroids", "m"});
  sm_netcdf_variable(file, "face_y", NC_DOUBLE, 1, &face,
                     (struct sm_cf_attributes){"", "y of the centroids", "m"});
  define_table(w, "face_nodes", "face_node_connectivity", face, three);
  define_table(w, "edge_nodes", "edge_node_connectivity", edge, two);
  define_sides(w, edge);
  define_on(w, "face", "triangle", NC_INT64, 1, &face,
            (struct sm_cf_attributes){"", "number of the triangle in the file of the mesh", ""});
  define_on(w, "face", "area", NC_DOUBLE, 1, &face,
            (struct sm_cf_attributes){"", "area of the triangle", "m2"});
  if (w->contents->domain != NULL)
    define_on(w, "face", sm_field_name(SM_FIELD_Z0), NC_DOUBLE, 1, &face,
              (struct sm_cf_attributes){"surface_roughness_length", "roughness length", "m"});
  define_on(w, "node", "bottom", NC_DOUBLE, 1, &node,
            (struct sm_cf_attributes){"", "height of the bottom", "m"});
  define_on(w, "node", "surface", NC_DOUBLE, 1, &node,
            (struct sm_cf_attributes){"", "height of the surface", "m"});
  sm_netcdf_variable(
      file, "sigma", NC_DOUBLE, 1, &layer,
      (struct sm_cf_attributes){"", "(height - bottom) / (surface - bottom) of the centres", "1"});
  sm_netcdf_variable(file, "sigma_face", NC_DOUBLE, 1, &bound,
                     (struct sm_cf_attributes){"", "sigma of the faces between layers", "1"});
  const int volume[2] = {layer, face};
  define_volume(w, volume, "height", (struct sm_cf_attributes){"", "height of the centres", "m"});
  define_volume(w, volume, "volume", (struct sm_cf_attributes){"", "volume of the prisms", "m3"});
  for (int f = 0; f < w->contents->field_count; f++) {
    const struct sm_prism_values *field = &w->contents->field[f];
    define_volume(w, volume, field->name,
                  (struct sm_cf_attributes){field->standard_name, field->long_name, field->unit});
  }
}

/* --- values --- */

static void put_nodes(struct writing *w, const char *name, const double *value) {
  for (int v = 0; v < w->plane->vertices; v++) w->room.number[v] = value[w->room.vertex_at[v]];
  sm_ncfile_put(&w->file, name, w->room.number);
}

static void put_centres(struct writing *w, const char *name, int axis) {
  double centre[2];
  for (int t = 0; t < w->plane->triangles; t++) {
    sm_triangles_centre(w->plane, w->room.triangle_at[t], centre);
    w->room.number[t] = centre[axis];
  }
  sm_ncfile_put(&w->file, name, w->room.number);
}

static void put_faces(struct writing *w) {
  const struct sm_triangles *m = w->plane;
  for (int c = 0; c < 3 * m->triangles; c++)
    w->index[c] = w->room.vertex_to[m->vertex[3 * w->room.triangle_at[c / 3] + c % 3]];
  sm_ncfile_put(&w->file, "face_nodes", w->index);
  for (int t = 0; t < m->triangles; t++)
    w->room.number[t] = sm_triangles_area(m, w->room.triangle_at[t]);
  sm_ncfile_put(&w->file, "area", w->room.number);
}

/* Writes the roughness length of the columns of a domain. */
static void put_roughness(struct writing *w) {
  const struct sm_domain *domain = w->contents->domain;
  double centre[2];
  if (domain == NULL) return;
  for (int t = 0; t < w->plane->triangles; t++) {
    sm_triangles_centre(w->plane, w->room.triangle_at[t], centre);
    w->room.number[t] = (double)domain->z0[sm_domain_column(
        domain, centre[0] - domain->grid.origin[0], centre[1] - domain->grid.origin[1])];
  }
  sm_ncfile_put(&w->file, sm_field_name(SM_FIELD_Z0), w->room.number);
}

static enum sm_status put_numbers(struct writing *w) {
  long long *number = NULL;
  const size_t count = (size_t)w->plane->triangles;
  SM_TRY(sm_alloc(w->file.ctx, count, sizeof *number, "numbers of the triangles", &number));
  for (size_t t = 0; t < count; t++)
    number[t] = sm_triangles_number(w->plane, w->room.triangle_at[t]);
  sm_ncfile_put(&w->file, "triangle", number);
  sm_free(number);
  return w->file.status;
}

/* Interior edges are listed by the triangle with the lower index. */
static bool is_listed(const struct sm_triangles *m, int e) {
  return m->neighbour[e] < 0 || m->neighbour[e] > e / 3;
}

static enum sm_status put_edges(struct writing *w) {
  const struct sm_triangles *m = w->plane;
  const size_t count = (size_t)w->edges;
  SM_SCOPED int *node = NULL;
  int edge = 0;
  SM_TRY(sm_alloc(w->file.ctx, 2 * count, sizeof *node, "edges of the mesh", &node));
  for (int c = 0; c < 3 * m->triangles; c++) {
    const int e = 3 * w->room.triangle_at[c / 3] + c % 3;
    if (!is_listed(m, e)) continue;
    node[2 * edge] = w->room.vertex_to[m->vertex[e]];
    node[2 * edge + 1] = w->room.vertex_to[m->vertex[e - e % 3 + (e + 1) % 3]];
    w->index[edge++] = m->side[e];
  }
  sm_ncfile_put(&w->file, "edge_nodes", node);
  sm_ncfile_put(&w->file, "side", w->index);
  return w->file.status;
}

/* Writes a layer from the work array. */
static void put_layer(struct writing *w, const char *name, int k) {
  sm_ncfile_put_part(&w->file, name, (const size_t[]){(size_t)k, 0},
                     (const size_t[]){1, (size_t)w->plane->triangles}, w->room.number);
}

static void put_volumes(struct writing *w) {
  const struct sm_prisms *p = w->prisms;
  for (int k = 0; k < p->layers && w->file.status == SM_OK; k++) {
    if (sm_stop_requested(w->file.ctx))
      w->file.status = sm_fail(w->file.ctx, SM_ERR_STOPPED, "stopped while prisms were written");
    const double sigma = 0.5 * (p->sigma[k] + p->sigma[k + 1]);
    for (int t = 0; t < w->plane->triangles; t++)
      w->room.number[t] = sm_prisms_height(p, w->room.triangle_at[t], sigma);
    put_layer(w, "height", k);
    for (int t = 0; t < w->plane->triangles; t++)
      w->room.number[t] = sm_prisms_volume(p, w->room.triangle_at[t], k);
    put_layer(w, "volume", k);
    for (int f = 0; f < w->contents->field_count; f++) {
      const double *value = w->contents->field[f].value;
      for (int t = 0; t < w->plane->triangles; t++)
        w->room.number[t] = value[(size_t)w->room.triangle_at[t] * (size_t)p->layers + (size_t)k];
      put_layer(w, w->contents->field[f].name, k);
    }
  }
}

static enum sm_status put_sigma(struct writing *w) {
  const struct sm_prisms *p = w->prisms;
  SM_SCOPED double *centre = NULL;
  SM_TRY(sm_alloc(w->file.ctx, (size_t)p->layers, sizeof *centre, "sigma", &centre));
  for (int k = 0; k < p->layers; k++) centre[k] = 0.5 * (p->sigma[k] + p->sigma[k + 1]);
  sm_ncfile_put(&w->file, "sigma", centre);
  sm_ncfile_put(&w->file, "sigma_face", p->sigma);
  return w->file.status;
}

static enum sm_status put_all(struct writing *w) {
  put_nodes(w, "node_x", w->plane->x);
  put_nodes(w, "node_y", w->plane->y);
  put_nodes(w, "bottom", w->prisms->bottom);
  put_nodes(w, "surface", w->prisms->surface);
  put_centres(w, "face_x", 0);
  put_centres(w, "face_y", 1);
  put_faces(w);
  put_roughness(w);
  SM_TRY(put_numbers(w));
  SM_TRY(put_edges(w));
  SM_TRY(put_sigma(w));
  put_volumes(w);
  return w->file.status;
}

/* --- the file --- */

static enum sm_status prepare(struct sm_context *ctx, struct writing *w) {
  const size_t triangles = (size_t)w->plane->triangles, vertices = (size_t)w->plane->vertices;
  const size_t more = triangles > vertices ? triangles : vertices;
  const size_t sides = (size_t)w->prisms->sides + 1;
  SM_TRY(sm_prism_ordering_create(ctx, w->plane, more, (3 * triangles + sides) * sizeof *w->index,
                                  &w->room));
  w->index = w->room.index;
  for (int e = 0; e < 3 * w->plane->triangles; e++) w->edges += is_listed(w->plane, e);
  return SM_OK;
}

enum sm_status sm_ugrid_write(struct sm_context *ctx, const char *path,
                              const struct sm_prism_file *contents) {
  struct writing w = {
      .contents = contents, .prisms = contents->prisms, .plane = contents->prisms->plane};
  char temporary[4096];
  const size_t columns = (size_t)w.plane->triangles;
  const size_t room =
      columns * ((size_t)w.prisms->layers * (size_t)(contents->field_count + 2) + 32) * 8 + 65536;
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  enum sm_status status = prepare(ctx, &w);
  if (status == SM_OK) {
    sm_ncfile_create(ctx, temporary, path, room, &w.file);
    define(&w);
    status = w.file.status == SM_OK ? put_all(&w) : w.file.status;
    if (w.file.status == SM_OK) w.file.status = status;
    status = sm_ncfile_close(&w.file);
    status = status == SM_OK ? sm_file_commit(ctx, temporary, path) : status;
    if (status != SM_OK) unlink(temporary);
  }
  sm_prism_ordering_free(&w.room);
  return status;
}
