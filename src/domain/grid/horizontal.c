#include "domain/grid/horizontal.h"

#include <limits.h>
#include <math.h>

/* Tolerance in cells: a remainder below it is rounding error. */
#define ROUNDING 1e-6

/* Upper limit for the number of columns; more would need terabytes. */
#define MOST_COLUMNS 1e10

/* Bounding box. */
struct box {
  bool any;
  double x[2], y[2];
};

static void box_add(struct box *box, double x, double y) {
  if (!box->any) *box = (struct box){true, {x, x}, {y, y}};
  box->x[0] = fmin(box->x[0], x);
  box->x[1] = fmax(box->x[1], x);
  box->y[0] = fmin(box->y[0], y);
  box->y[1] = fmax(box->y[1], y);
}

/* Position and size known from files and inline buildings, before the keys of the domain. */
struct extents {
  struct box map;  /* in the CRS */
  double reach[2]; /* extent of inline buildings from the corner without margin, m; 0: none */
  bool of_terrain; /* the box is the extent of the terrain */
};

static bool has_files(const struct sm_case *c) {
  return c->buildings.file[0] != '\0' || c->terrain.files.count > 0;
}

/* Map extent of the file that locates the domain: buildings, else terrain. */
static enum sm_status place_of_files(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_map_extent *extent) {
  const bool buildings = c->buildings.file[0] != '\0';
  const char *path = buildings ? c->buildings.file : c->terrain.files.item[0];
  SM_TRY(sm_gis_extent(ctx, path, buildings ? c->buildings.layer : "",
                       buildings ? c->buildings.crs : c->terrain.crs, NULL, extent));
  if (!extent->has_crs)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s: error: names no coordinate system, so its place on Earth is unknown\n"
                   "help: set %s to \"EPSG:n\", or domain.crs to \"local\"",
                   path, buildings ? "buildings.crs" : "terrain.crs");
  return SM_OK;
}

static enum sm_status choose_crs(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_crs *out) {
  const struct sm_case_domain *d = &c->domain;
  *out = (struct sm_crs){.local = d->crs == SM_CRS_LOCAL};
  if (d->crs == SM_CRS_LOCAL) return SM_OK;
  if (d->crs == SM_CRS_EPSG) return sm_gis_crs_from_epsg(ctx, d->epsg, out);
  if (d->has_center) return sm_gis_crs_utm(ctx, d->center[0], d->center[1], out);
  if (d->has_origin) return sm_gis_crs_utm(ctx, d->origin[0], d->origin[1], out);
  if (!has_files(c))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: crs = \"auto-utm\", but nothing says where on Earth this is\n"
                   "help: give center or origin as [latitude, longitude], or crs = \"local\"",
                   c->path, d->line);
  struct sm_map_extent extent;
  SM_TRY(place_of_files(ctx, c, &extent));
  return sm_gis_crs_utm(ctx, extent.latitude, extent.longitude, out);
}

/* Adds the extent of a file to the bounding box. */
static enum sm_status add_file(struct sm_context *ctx, const char *path, const char *layer,
                               const char *assumed_crs, const struct sm_crs *crs, struct box *box) {
  struct sm_map_extent extent;
  SM_TRY(sm_gis_extent(ctx, path, layer, assumed_crs, crs, &extent));
  box_add(box, extent.x[0], extent.y[0]);
  box_add(box, extent.x[1], extent.y[1]);
  return SM_OK;
}

/* Finds the extent of the buildings or, without buildings, of the terrain. */
static enum sm_status find_extents(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_crs *crs, struct extents *out) {
  *out = (struct extents){0};
  const struct sm_case_buildings *b = &c->buildings;
  for (size_t i = 0; i < b->inline_count; i++) {
    const struct sm_case_building *building = &b->inline_building[i];
    for (int v = 0; v < building->vertex_count; v++) {
      const double *at = building->vertex[v];
      if (building->in_crs) box_add(&out->map, at[0], at[1]);
      for (int d = 0; d < 2 && !building->in_crs; d++) out->reach[d] = fmax(out->reach[d], at[d]);
    }
  }
  if (b->file[0] != '\0') return add_file(ctx, b->file, b->layer, b->crs, crs, &out->map);
  if (b->inline_count > 0) return SM_OK;
  out->of_terrain = c->terrain.files.count > 0;
  for (size_t i = 0; i < c->terrain.files.count; i++)
    SM_TRY(add_file(ctx, c->terrain.files.item[i], "", c->terrain.crs, crs, &out->map));
  return SM_OK;
}

/* Projects the centre or origin of the case into the CRS. */
static enum sm_status project_place(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_crs *crs, double xy[2]) {
  const struct sm_case_domain *d = &c->domain;
  const double *given = d->has_center ? d->center : d->origin;
  const bool like_degrees = fabs(given[0]) <= 90 && given[1] >= -180 && given[1] <= 360 &&
                            (floor(given[0]) != given[0] || floor(given[1]) != given[1]);
  if (d->crs == SM_CRS_EPSG && like_degrees)
    sm_warn(ctx,
            "%s:%d: warning: %g, %g are taken as metres of EPSG:%d\n"
            "help: for latitude and longitude write crs = \"auto-utm\"",
            c->path, d->line, given[0], given[1], d->epsg);
  if (d->crs == SM_CRS_AUTO_UTM) return sm_gis_project(ctx, crs, given[0], given[1], xy);
  xy[0] = given[0];
  xy[1] = given[1];
  return SM_OK;
}

/* Sets the size (m) and the south-west corner without margin along one axis. */
static void place_axis(const struct sm_case_domain *d, const struct extents *e, int axis,
                       const double given[2], double *corner, double *size) {
  const double *map = axis == 0 ? e->map.x : e->map.y;
  const double covered = e->map.any ? map[1] - map[0] : 0;
  *size = d->size[axis];
  if (isnan(*size)) {
    const double from_corner = e->map.any && d->has_origin ? map[1] - given[axis] : covered;
    *size = fmax(from_corner, e->reach[axis]);
  }
  if (d->has_center)
    *corner = given[axis] - 0.5 * *size;
  else if (d->has_origin)
    *corner = given[axis];
  else if (!e->map.any)
    *corner = 0;
  else
    *corner = isnan(d->size[axis]) ? map[0] : 0.5 * (map[0] + map[1] - *size);
}

static enum sm_status count_columns(struct sm_context *ctx, const struct sm_case *c,
                                    const double size[2], bool shrink,
                                    struct sm_horizontal_grid *plan) {
  for (int axis = 0; axis < 2; axis++) {
    const char *name = axis == 0 ? "x" : "y";
    if (!(size[axis] > 0) || !isfinite(size[axis]))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: the domain has no size along %s, and neither buildings nor "
                     "terrain give it one\nhelp: set size = [\"1 km\", \"1 km\"]",
                     c->path, c->domain.line, name);
    const double cell = c->domain.cell_size[axis];
    const double cells = (size[axis] + 2 * plan->margin) / cell;
    const bool inward = shrink && isnan(c->domain.size[axis]);
    const double n = fmax(1, inward ? floor(cells + ROUNDING) : ceil(cells - ROUNDING));
    if (!(n <= INT_MAX))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: the domain has %.3g cells along %s\n"
                     "help: a larger cell_size or a smaller size",
                     c->path, c->domain.line, n, name);
    if (!isnan(c->domain.size[axis]) && n - cells > 0.001)
      sm_info(ctx, "domain extended to %.8g m along %s, whole cells of %.8g m", n * cell, name,
              cell);
    plan->n[axis] = (int)n;
    plan->cell[axis] = cell;
  }
  const double columns = (double)plan->n[0] * plan->n[1];
  if (columns > MOST_COLUMNS)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the domain has %.3g columns of cells\n"
                   "help: a larger cell_size or a smaller size",
                   c->path, c->domain.line, columns);
  return SM_OK;
}

static enum sm_status choose_grid(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_horizontal_grid *plan) {
  const struct sm_case_domain *d = &c->domain;
  const bool placed = d->has_center || d->has_origin;
  const bool sized = !isnan(d->size[0]) && !isnan(d->size[1]);
  double given[2] = {0, 0}, size[2];
  if (placed) SM_TRY(project_place(ctx, c, &plan->crs, given));
  struct extents extents = {0};
  if (!placed || !sized) SM_TRY(find_extents(ctx, c, &plan->crs, &extents));
  if (extents.of_terrain && !sized)
    SM_TRY(sm_cover_shrink(ctx, &c->terrain, &plan->crs, extents.map.x, extents.map.y));
  if (!placed && !extents.map.any && !plan->crs.local)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: nothing says where the domain lies\n"
                   "help: give center or origin",
                   c->path, d->line);
  for (int axis = 0; axis < 2; axis++)
    place_axis(d, &extents, axis, given, &plan->origin[axis], &size[axis]);
  plan->margin = d->margin;
  for (int axis = 0; axis < 2; axis++) plan->origin[axis] -= d->margin;
  return count_columns(ctx, c, size, extents.of_terrain, plan);
}

enum sm_status sm_horizontal_grid_create(struct sm_context *ctx, const struct sm_case *c,
                                         struct sm_horizontal_grid *out) {
  *out = (struct sm_horizontal_grid){0};
  enum sm_status status = choose_crs(ctx, c, &out->crs);
  if (status == SM_OK) status = choose_grid(ctx, c, out);
  if (status != SM_OK) sm_horizontal_grid_free(out);
  return status;
}

void sm_horizontal_grid_free(struct sm_horizontal_grid *plan) { sm_crs_free(&plan->crs); }

struct sm_map_window sm_horizontal_grid_window(const struct sm_horizontal_grid *plan) {
  return (struct sm_map_window){plan->origin[0], plan->origin[1], plan->cell[0],
                                plan->cell[1],   plan->n[0],      plan->n[1]};
}

struct sm_domain_map sm_plan_map(const struct sm_horizontal_grid *plan) {
  return (struct sm_domain_map){.crs = &plan->crs,
                                .origin = {plan->origin[0], plan->origin[1]},
                                .size = {plan->n[0] * plan->cell[0], plan->n[1] * plan->cell[1]},
                                .margin = plan->margin};
}
