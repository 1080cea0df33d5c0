/* Terrain-following prisms over a domain: columns split into two triangles. */
#include "domain/mesh/prisms.h"

#include "domain/mesh/triangles.h"

static void place_of(const void *data, double s, double t, double out[2]) {
  const struct sm_grid *grid = data;
  out[0] = grid->origin[0] + s * sm_axis_length(&grid->axis[0]);
  out[1] = grid->origin[1] + t * sm_axis_length(&grid->axis[1]);
}

/* Layer faces over level ground: those of the domain, but stretched from the key stretch_from on,
 * without the height of hills and buildings. */
static enum sm_status make_layers(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain, int *count, double **face) {
  const struct sm_layers_options options = {.thickness = c->domain.cell_size[2],
                                            .uniform_to = c->domain.stretch_from,
                                            .domain_top = sm_domain_top(domain),
                                            .stretch = c->domain.stretch,
                                            .thickest = c->domain.max_cell_z};
  if (c->domain.layer_count > 0)
    return sm_layers_prescribed(ctx, c->domain.layer, c->domain.layer_count, count, face);
  return sm_layers_create(ctx, &options, count, face);
}

static void fill_heights(const struct sm_domain *domain, double top, struct sm_prisms *p) {
  const double *origin = domain->grid.origin;
  for (int v = 0; v < p->plane->vertices; v++) {
    p->bottom[v] = origin[2] +
                   sm_domain_ground(domain, p->plane->x[v] - origin[0], p->plane->y[v] - origin[1]);
    p->surface[v] = origin[2] + top;
  }
}

static enum sm_status make(struct sm_context *ctx, const struct sm_domain *domain, int layers,
                           const double *face, struct sm_prisms **out) {
  const struct sm_grid *grid = &domain->grid;
  const struct sm_mesh_block_map map = {place_of, grid};
  struct sm_triangles *plane = NULL;
  SM_TRY(sm_triangles_block(ctx, grid->axis[0].n, grid->axis[1].n, map, 0, &plane));
  SM_TRY(sm_prisms_create(ctx, plane, layers, out));
  SM_TRY(sm_triangles_reorder(ctx, plane));
  SM_TRY(sm_prisms_name_sides(ctx, *out, sm_mesh_block_side_names(), SM_MESH_BLOCK_SIDES));
  for (int k = 1; k < layers; k++) (*out)->sigma[k] = face[k] / face[layers];
  fill_heights(domain, face[layers], *out);
  return sm_prisms_check(ctx, *out);
}

enum sm_status sm_terrain_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain, struct sm_prisms **out) {
  double *face = NULL;
  int layers = 0;
  *out = NULL;
  SM_TRY(make_layers(ctx, c, domain, &layers, &face));
  const enum sm_status status = make(ctx, domain, layers, face, out);
  sm_free(face);
  if (status != SM_OK) sm_prisms_destroy(out);
  return status;
}
