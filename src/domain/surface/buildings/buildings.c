#include "domain/surface/buildings/buildings.h"

#include "domain/positions.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Building height above which units are probably wrong. */
static const double unlikely_height = 1000; /* m */

void sm_buildings_name(const struct sm_case *c, const struct sm_footprints *footprints,
                       size_t index, char *out, size_t size) {
  const struct sm_footprint *item = &footprints->item[index];
  if (item->is_inline)
    snprintf(out, size, "%s:%ld: building", c->path, item->feature);
  else
    snprintf(out, size, "%s: building %ld", c->buildings.file, item->feature);
}

/* Reads the building file of the case, if any. */
static enum sm_status read_file(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_horizontal_grid *plan, struct sm_footprints *out) {
  const struct sm_case_buildings *b = &c->buildings;
  if (b->file[0] == '\0') return SM_OK;
  const struct sm_footprint_options options = {
      .layer = b->layer,
      .assumed_crs = b->crs,
      .height = b->height,
      .base = b->base,
      .porosity = b->porosity,
      .storey = b->storey,
      .default_height = b->default_height,
      .x = {plan->origin[0], plan->origin[0] + plan->n[0] * plan->cell[0]},
      .y = {plan->origin[1], plan->origin[1] + plan->n[1] * plan->cell[1]},
  };
  SM_TRY(sm_gis_read_footprints(ctx, b->file, &plan->crs, &options, out));
  if (out->count == 0) {
    const struct sm_domain_map map = sm_plan_map(plan);
    SM_TRY(sm_degrees_tell_file(ctx, &map, b->file, b->layer, b->crs, "building"));
  }
  if (out->default_height > 0)
    sm_info(ctx, "%s: %zu of %zu buildings have no height: default_height, %g m, taken", b->file,
            out->default_height, out->count, b->default_height);
  return SM_OK;
}

/* Converts an inline building to a footprint of one ring, in m from the corner of the grid. */
static enum sm_status copy_inline(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_horizontal_grid *plan,
                                  const struct sm_case_building *from, struct sm_footprint *to) {
  if (from->vertex_count < 3)
    return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: a building needs at least 3 corners, not %d",
                   c->path, from->line, from->vertex_count);
  if (!(from->height > from->base) || !(from->base >= 0) || !isfinite(from->height))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: a building from %g m to %g m above the ground has no height",
                   c->path, from->line, from->base, from->height);
  const size_t count = (size_t)from->vertex_count;
  for (size_t v = 0; v < count; v++)
    if (!isfinite(from->vertex[v][0]) || !isfinite(from->vertex[v][1]))
      return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: corner %zu of the building is not a place",
                     c->path, from->line, v + 1);
  SM_TRY(sm_alloc(ctx, count, sizeof *to->vertex, "a building", &to->vertex));
  SM_TRY(sm_alloc(ctx, 2, sizeof *to->ring_start, "a building", &to->ring_start));
  to->ring_start[1] = from->vertex_count;
  to->ring_count = 1;
  to->height = from->height;
  to->base = from->base;
  to->porosity = from->porosity;
  to->storey = from->storey;
  to->feature = from->line;
  to->is_inline = true;
  for (size_t v = 0; v < count; v++)
    for (int d = 0; d < 2; d++)
      to->vertex[v][d] = from->vertex[v][d] + (from->in_crs ? -plan->origin[d] : plan->margin);
  return SM_OK;
}

/* True when the footprint can be scanned. */
static bool is_usable(const struct sm_footprint *f) {
  for (int v = f->ring_start[0]; v < f->ring_start[f->ring_count]; v++)
    if (!isfinite(f->vertex[v][0]) || !isfinite(f->vertex[v][1])) return false;
  return isfinite(f->base) && isfinite(f->height) && f->height > f->base;
}

/* Shifts footprints of the file to grid coordinates; unusable ones become empty footprints. */
static void shift(struct sm_context *ctx, const struct sm_case *c,
                  const struct sm_horizontal_grid *plan, struct sm_footprints *footprints) {
  size_t unusable = 0;
  for (size_t f = 0; f < footprints->count; f++) {
    struct sm_footprint *item = &footprints->item[f];
    item->base = fmax(item->base, 0);
    if (!is_usable(item)) {
      item->ring_count = 0;
      unusable++;
      continue;
    }
    for (int v = item->ring_start[0]; v < item->ring_start[item->ring_count]; v++)
      for (int d = 0; d < 2; d++) item->vertex[v][d] -= plan->origin[d];
  }
  if (unusable > 0)
    sm_warn(ctx, "%s: warning: %zu buildings whose roof is not above their base were left out",
            c->buildings.file, unusable);
}

/* Reserves space for `more` footprints. */
static enum sm_status grow(struct sm_context *ctx, struct sm_footprints *all, size_t more) {
  struct sm_footprint *item;
  SM_TRY(sm_alloc(ctx, all->count + more, sizeof *item, "the buildings", &item));
  if (all->count > 0) memcpy(item, all->item, all->count * sizeof *item);
  sm_free(all->item);
  all->item = item;
  return SM_OK;
}

/* Number of floors of an open car park. */
static size_t count_floors(const struct sm_footprint *item) {
  if (item->ring_count == 0 || !(item->storey > 0)) return 0;
  return (size_t)fmin(500, floor((item->height - item->base) / item->storey * (1 + 1e-9)));
}

/* Floor slab `index` of a building, one cell layer thick, at the top of a storey. */
static enum sm_status copy_floor(struct sm_context *ctx, const struct sm_footprint *of,
                                 size_t index, double thickness, struct sm_footprint *to) {
  const size_t rings = (size_t)of->ring_count + 1, vertices = (size_t)of->ring_start[rings - 1];
  *to = *of;
  to->vertex = NULL;
  to->ring_start = NULL;
  to->height = of->base + of->storey * (double)(index + 1);
  to->base = fmax(of->base, to->height - thickness);
  to->porosity = 0;
  to->is_floor = true;
  SM_TRY(sm_alloc(ctx, vertices, sizeof *to->vertex, "a floor", &to->vertex));
  SM_TRY(sm_alloc(ctx, rings, sizeof *to->ring_start, "a floor", &to->ring_start));
  memcpy(to->vertex, of->vertex, vertices * sizeof *to->vertex);
  memcpy(to->ring_start, of->ring_start, rings * sizeof *to->ring_start);
  return SM_OK;
}

/* Adds the floor slabs of all open car parks; their default porosity is 0.5. */
static enum sm_status add_floors(struct sm_context *ctx, double thickness,
                                 struct sm_footprints *all) {
  const size_t count = all->count;
  size_t more = 0;
  for (size_t f = 0; f < count; f++) {
    struct sm_footprint *item = &all->item[f];
    if (isnan(item->porosity)) item->porosity = item->storey > 0 ? 0.5 : 0;
    more += count_floors(item);
  }
  if (more == 0) return SM_OK;
  SM_TRY(grow(ctx, all, more));
  for (size_t f = 0; f < count; f++)
    for (size_t m = 0; m < count_floors(&all->item[f]); m++)
      SM_TRY(copy_floor(ctx, &all->item[f], m, thickness, &all->item[all->count++]));
  return SM_OK;
}

enum sm_status sm_buildings_read(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_horizontal_grid *plan, struct sm_domain *domain) {
  struct sm_footprints *all = &domain->footprints;
  const size_t more = c->buildings.inline_count;
  SM_TRY(read_file(ctx, c, plan, all));
  shift(ctx, c, plan, all);
  if (more > 0) SM_TRY(grow(ctx, all, more));
  for (size_t i = 0; i < more; i++) /* counted first, so that a partial copy is freed on failure */
    SM_TRY(copy_inline(ctx, c, plan, &c->buildings.inline_building[i], &all->item[all->count++]));
  return add_floors(ctx, c->domain.cell_size[2], all);
}

/* True when the bounding box of the footprint touches the domain. */
static bool touches(const struct sm_domain *domain, const struct sm_footprint *f) {
  if (f->ring_count == 0) return false;
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int v = f->ring_start[0]; v < f->ring_start[f->ring_count]; v++)
    for (int d = 0; d < 2; d++) {
      low[d] = fmin(low[d], f->vertex[v][d]);
      high[d] = fmax(high[d], f->vertex[v][d]);
    }
  for (int d = 0; d < 2; d++)
    if (!(high[d] > 0 && low[d] < sm_axis_length(&domain->grid.axis[d]))) return false;
  return true;
}

/* Lowest ground under each footprint, at column centres and corners; columns[f] counts the
 * centres. */
static void find_ground(const struct sm_footprint_scan *scan, struct sm_domain *domain,
                        int *columns) {
  const struct sm_axis *x = &domain->grid.axis[0];
  for (size_t f = 0; f < domain->footprints.count; f++) {
    const struct sm_footprint *item = &domain->footprints.item[f];
    double ground = INFINITY;
    if (item->ring_count > 0)
      for (int v = item->ring_start[0]; v < item->ring_start[item->ring_count]; v++)
        ground = fmin(ground, sm_domain_ground(domain, item->vertex[v][0], item->vertex[v][1]));
    domain->span[f].ground = ground;
  }
  for (int j = 0; j < scan->line_count; j++)
    for (size_t q = scan->start[j]; q < scan->start[j + 1]; q++) {
      const struct sm_scan_interval *in = &scan->interval[q];
      const int end = sm_axis_centres_below(x, in->hi);
      struct sm_building_span *span = &domain->span[in->footprint];
      for (int i = sm_axis_centres_below(x, in->lo); i < end; i++) {
        span->ground = fmin(span->ground, (double)domain->terrain[i + (int64_t)x->n * j]);
        columns[in->footprint] = 1;
      }
    }
}

/* Height of the highest roof above the terrain in each column. */
static void fill_columns(const struct sm_footprint_scan *scan, struct sm_domain *domain) {
  const struct sm_axis *x = &domain->grid.axis[0];
#pragma omp parallel for schedule(dynamic, 16)
  for (int j = 0; j < scan->line_count; j++)
    for (size_t q = scan->start[j]; q < scan->start[j + 1]; q++) {
      const struct sm_scan_interval *in = &scan->interval[q];
      const int end = sm_axis_centres_below(x, in->hi);
      for (int i = sm_axis_centres_below(x, in->lo); i < end; i++) {
        const int64_t column = i + (int64_t)x->n * j;
        const float above =
            (float)(domain->span[in->footprint].top - (double)domain->terrain[column]);
        if (above > domain->building[column]) domain->building[column] = above;
      }
    }
}

/* Warns of buildings outside the domain, with the corner of the first one. */
static void tell_outside(struct sm_context *ctx, const struct sm_case *c, size_t outside,
                         size_t all, const struct sm_footprint *first) {
  char line[32] = "";
  if (first->is_inline) snprintf(line, sizeof line, ", of line %lld", (long long)first->feature);
  sm_warn(ctx,
          "%s: warning: %zu of %zu buildings lie wholly outside the domain: the first%s, has a "
          "corner at x = %.6g m, y = %.6g m",
          c->path, outside, all, line, first->vertex[0][0] - c->domain.margin,
          first->vertex[0][1] - c->domain.margin);
}

enum sm_status sm_buildings_place(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_footprint_scan *columns,
                                  struct sm_domain *domain) {
  const size_t count = domain->footprints.count;
  int *has_column;
  SM_TRY(sm_alloc(ctx, count, sizeof *domain->span, "the buildings", &domain->span));
  SM_TRY(sm_alloc(ctx, count, sizeof *has_column, "the buildings", &has_column));
  find_ground(columns, domain, has_column);
  size_t outside = 0, first = 0, floors = 0, small = 0, unlikely = 0;
  for (size_t f = 0; f < count; f++) {
    const struct sm_footprint *item = &domain->footprints.item[f];
    struct sm_building_span *span = &domain->span[f];
    floors += item->is_floor;
    if (!touches(domain, item)) {
      if (item->ring_count > 0 && !item->is_floor && outside++ == 0) first = f;
      *span = (struct sm_building_span){0};
      continue;
    }
    span->bottom = span->ground + item->base;
    span->top = span->ground + item->height;
    small += has_column[f] == 0 && !(item->porosity > 0);
    unlikely += item->height > unlikely_height;
    if (!item->is_floor) domain->building_count++;
    domain->highest_roof = fmax(domain->highest_roof, span->top);
    domain->tallest_building = fmax(domain->tallest_building, item->height);
  }
  sm_free(has_column);
  fill_columns(columns, domain);
  if (outside > 0) tell_outside(ctx, c, outside, count - floors, &domain->footprints.item[first]);
  if (unlikely > 0)
    sm_warn(ctx, "%s: warning: %zu of %zu buildings are taller than %g m, the tallest %g m",
            c->path, unlikely, domain->building_count, unlikely_height, domain->tallest_building);
  if (small > 0)
    sm_warn(ctx,
            "%s: warning: %zu of %zu buildings contain no cell centre, %s; smaller cells "
            "resolve them",
            c->path, small, domain->building_count,
            c->domain.solids == SM_SOLIDS_CUT ? "only narrow parts of faces are closed"
                                              : "so they vanish");
  return SM_OK;
}

void sm_buildings_warn_low(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain) {
  const struct sm_axis *z = &domain->grid.axis[2];
  size_t low = 0;
  if (c->domain.solids == SM_SOLIDS_CUT) return;
  for (size_t f = 0; f < domain->footprints.count; f++) {
    const struct sm_footprint *item = &domain->footprints.item[f];
    const struct sm_building_span *span = &domain->span[f];
    low += span->top > span->bottom && !item->is_floor && !(item->porosity > 0) &&
           sm_axis_centres_below(z, span->bottom) == sm_axis_centres_below(z, span->top);
  }
  if (low > 0)
    sm_warn(ctx,
            "%s: warning: %zu of %zu buildings are omitted, being lower than the middle of the "
            "lowest layer: thinner layers (domain.cell_size) would resolve them",
            c->path, low, domain->building_count);
}
