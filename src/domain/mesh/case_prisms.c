/* Prism mesh of a case. */
#include "domain/mesh/prisms.h"

#include "case/expression.h"
#include "domain/mesh/triangles.h"
#include <stdio.h>
#include <string.h>

/* Mapped block scaled to a rectangle. */
struct stretched {
  void (*shape)(const void *data, double s, double t, double out[2]);
  const double *size, *origin;
};

static void stretch(const void *data, double s, double t, double out[2]) {
  const struct stretched *to = data;
  to->shape(NULL, s, t, out);
  for (int d = 0; d < 2; d++) out[d] = to->origin[d] + to->size[d] * out[d];
}

static enum sm_status make_block(struct sm_context *ctx, const struct sm_case_mesh *mesh,
                                 struct sm_triangles **out) {
  enum { SMOOTHING = 1 }; /* smoothing passes of the published section */
  static void (*const shapes[])(const void *, double, double,
                                double[2]) = {[SM_MESH_SQUARE] = sm_mesh_block_square,
                                              [SM_MESH_WAVES] = sm_mesh_block_waves,
                                              [SM_MESH_RING] = sm_mesh_block_ring};
  const struct stretched to = {shapes[mesh->shape], mesh->size, mesh->origin};
  return sm_triangles_block(ctx, (int)mesh->block[0], (int)mesh->block[1],
                            (struct sm_mesh_block_map){stretch, &to}, SMOOTHING, out);
}

/* Plane mesh before the layers are added. */
struct plane {
  struct sm_triangles *triangles;
  double *height;      /* [vertices] heights from the file; may be NULL */
  struct sm_mesh file; /* source of the boundary names */
};

static enum sm_status make_plane(struct sm_context *ctx, const struct sm_case_mesh *mesh,
                                 struct plane *out) {
  if (mesh->file[0] != '\0') {
    SM_TRY(sm_mesh_read(ctx, mesh->file, &out->file));
    return sm_triangles_from_mesh(ctx, mesh->file, &out->file, mesh->reorder, &out->triangles,
                                  &out->height);
  }
  if (mesh->section > 0) {
    SM_TRY(sm_triangles_section(ctx, mesh->section, &out->triangles));
  } else {
    SM_TRY(make_block(ctx, mesh, &out->triangles));
  }
  return mesh->reorder ? sm_triangles_reorder(ctx, out->triangles) : SM_OK;
}

/* Evaluates an expression of x and y at the vertices. */
static enum sm_status fill_heights(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_case_expression *e,
                                   const struct sm_triangles *plane, double *out) {
  const size_t count = (size_t)plane->vertices;
  double(*place)[3] = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *place, "places of the vertices", &place));
  for (size_t v = 0; v < count; v++) {
    place[v][0] = plane->x[v];
    place[v][1] = plane->y[v];
  }
  const enum sm_status status =
      sm_expression_at(ctx, c->path, e, count, (const double(*)[3])place, out);
  sm_free(place);
  return status;
}

/* Layer faces in sigma coordinates with a constant growth factor. */
static void fill_sigma(struct sm_prisms *prisms, double factor) {
  const int n = prisms->layers;
  if (factor == 1) return; /* the layers are uniform already */
  double thickness = 1;
  for (int k = 0; k < n; k++, thickness *= factor)
    prisms->sigma[k + 1] = prisms->sigma[k] + thickness;
  for (int k = 1; k < n; k++) prisms->sigma[k] /= prisms->sigma[n];
  prisms->sigma[n] = 1;
}

static enum sm_status name_sides(struct sm_context *ctx, const struct plane *plane,
                                 struct sm_prisms *prisms) {
  static const char *const ends[] = {"bottom", "surface"};
  if (plane->file.groups == 0)
    return sm_prisms_name_sides(ctx, prisms, sm_mesh_block_side_names(), SM_MESH_BLOCK_SIDES);
  SM_TRY(
      sm_prisms_name_sides(ctx, prisms, (const char *const *)plane->file.name, plane->file.groups));
  for (int s = 0; s < prisms->sides; s++)
    for (int e = 0; e < 2; e++)
      if (strcmp(prisms->side_names[s], ends[e]) == 0)
        sm_warn(ctx,
                "the mesh has a side \"%s\": in [[poisson.boundary]] that name means the %s of "
                "the prisms",
                ends[e], ends[e]);
  return SM_OK;
}

static enum sm_status fill_bottom(struct sm_context *ctx, const struct sm_case *c,
                                  const struct plane *plane, struct sm_prisms *prisms) {
  const size_t count = (size_t)prisms->plane->vertices;
  if (sm_expression_given(&c->prisms.bottom))
    return fill_heights(ctx, c, &c->prisms.bottom, prisms->plane, prisms->bottom);
  if (c->prisms.bottom_map[0] != '\0')
    return sm_raster_heights_fill(ctx, c->prisms.bottom_map, prisms->plane, prisms->bottom);
  if (plane->height == NULL)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: the nodes of this mesh have no heights: all are at 0\n"
                   "help: bottom = \"-1 + 0.1 * x\" in [prisms]",
                   c->mesh.file);
  memcpy(prisms->bottom, plane->height, count * sizeof *plane->height);
  return SM_OK;
}

static enum sm_status add_layers(struct sm_context *ctx, const struct sm_case *c,
                                 const struct plane *plane, struct sm_prisms *prisms) {
  SM_TRY(name_sides(ctx, plane, prisms));
  fill_sigma(prisms, c->prisms.stretch);
  SM_TRY(fill_bottom(ctx, c, plane, prisms));
  SM_TRY(fill_heights(ctx, c, &c->prisms.surface, prisms->plane, prisms->surface));
  const enum sm_status status = sm_prisms_check(ctx, prisms);
  if (status != SM_ERR_DATA) return status;
  char what[400];
  snprintf(what, sizeof what, "%s", sm_context_message(ctx));
  return sm_fail(ctx, status, "%s:%d: error: %s", c->path, c->prisms.line, what);
}

enum sm_status sm_case_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                   struct sm_prisms **out) {
  struct plane plane = {0};
  *out = NULL;
  enum sm_status status = make_plane(ctx, &c->mesh, &plane);
  if (status == SM_OK) {
    status = sm_prisms_create(ctx, plane.triangles, c->prisms.layers, out);
    plane.triangles = NULL; /* now owned by the prisms */
  }
  if (status == SM_OK) status = add_layers(ctx, c, &plane, *out);
  if (status != SM_OK) sm_prisms_destroy(out);
  sm_triangles_destroy(&plane.triangles);
  sm_free(plane.height);
  sm_mesh_free(&plane.file);
  return status;
}
