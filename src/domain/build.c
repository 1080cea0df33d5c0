/* Builds the domain of a case: grid, ground, solids, surface, weather (domain/domain.h). */
#include "domain/domain.h"

#include "base/list.h"
#include "base/machine/machine.h"
#include "domain/grid/grid.h"
#include "domain/grid/horizontal.h"
#include "domain/positions.h"
#include "domain/surface/buildings/buildings.h"
#include "domain/surface/buildings/footprint_scan.h"
#include "domain/surface/terrain/terrain.h"
#include "domain/surface/vegetation/vegetation.h"
#include "domain/weather/weather.h"
#include <math.h>

/* Upper limit for the number of cells; more would need more memory than machines have. */
#define MOST_CELLS 1e11

/* Minimum host memory per cell, bytes: cell type and velocity of the output. */
#define LEAST_BYTES (1 + 3 * sizeof(float))

double sm_domain_top(const struct sm_domain *domain) {
  return sm_axis_length(&domain->grid.axis[2]);
}

bool sm_domain_contains(const struct sm_domain *domain, double x, double y) {
  const struct sm_axis *axis = domain->grid.axis;
  return x >= axis[0].face[0] && x <= axis[0].face[axis[0].n] && y >= axis[1].face[0] &&
         y <= axis[1].face[axis[1].n];
}

int64_t sm_domain_column(const struct sm_domain *domain, double x, double y) {
  return sm_axis_nearest(&domain->grid.axis[0], x) +
         (int64_t)domain->grid.axis[0].n * sm_axis_nearest(&domain->grid.axis[1], y);
}

int64_t sm_domain_cut(const struct sm_domain *domain, int64_t cell) {
  int64_t low = 0, high = domain->cut_count;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (domain->cut[middle].cell < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low < domain->cut_count && domain->cut[low].cell == cell ? low : -1;
}

double sm_domain_fluid_fraction(const struct sm_domain *domain, int i, int j, int k) {
  static const double sliver = 1e-3;
  const int64_t cell =
      i + (int64_t)domain->grid.axis[0].n * (j + (int64_t)domain->grid.axis[1].n * k);
  if ((domain->cell[cell] & SM_OPEN_ALL) == 0) return 0;
  const int64_t cut = domain->cut_count > 0 ? sm_domain_cut(domain, cell) : -1;
  return cut < 0 ? 1 : fmax((double)domain->cut[cut].volume, sliver);
}

enum sm_cell_type sm_domain_cell_type(const struct sm_domain *domain, int i, int j, int k) {
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  return SM_CELL_TYPE(domain->cell[i + nx * (j + ny * k)]);
}

double sm_domain_mean_building(const struct sm_domain *domain) {
  double sum = 0;
  size_t count = 0;
  if (domain->library != NULL) return domain->library->mean_building;
  for (size_t f = 0; f < domain->footprints.count; f++) {
    const struct sm_building_span *span = &domain->span[f];
    if (!(span->top > span->bottom)) continue; /* outside the domain */
    sum += span->top - span->ground;
    count++;
  }
  return count > 0 ? sum / (double)count : 0;
}

/* Finds the two cells whose centres enclose a position. Returns the weight of the second cell. */
static double interpolation_weight(const struct sm_axis *axis, double at, int cell[2]) {
  const int next = sm_axis_centres_below(axis, at);
  cell[0] = next > 0 ? next - 1 : 0;
  cell[1] = next < axis->n ? next : axis->n - 1;
  const double gap = axis->centre[cell[1]] - axis->centre[cell[0]];
  return gap > 0 ? (at - axis->centre[cell[0]]) / gap : 0;
}

double sm_domain_ground(const struct sm_domain *domain, double x, double y) {
  int i[2], j[2];
  const double s = interpolation_weight(&domain->grid.axis[0], x, i),
               t = interpolation_weight(&domain->grid.axis[1], y, j);
  const int64_t nx = domain->grid.axis[0].n;
  const float *south = domain->terrain + nx * j[0], *north = domain->terrain + nx * j[1];
  const double a = (double)south[i[0]] + s * (double)(south[i[1]] - south[i[0]]);
  const double b = (double)north[i[0]] + s * (double)(north[i[1]] - north[i[0]]);
  return a + t * (b - a);
}

/* Creates a uniform axis. */
static enum sm_status create_axis(struct sm_context *ctx, int n, double cell, struct sm_axis *out) {
  SM_SCOPED double *face = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)n + 1, sizeof *face, "an axis of the grid", &face));
  for (int i = 0; i <= n; i++) face[i] = i * cell;
  return sm_axis_create(ctx, n, face, out);
}

/* Terrain heights of the coarse columns relative to the lowest ground of the finer domain; ground
 * below that level is raised to it. */
static void coarsen_ground(const struct sm_domain *fine, size_t columns, struct sm_domain *domain) {
  const double above = domain->grid.origin[2] - fine->grid.origin[2];
  for (size_t q = 0; q < columns; q++)
    domain->terrain[q] = (float)fmax((double)domain->terrain[q] + above, 0);
  domain->grid.origin[2] = fine->grid.origin[2];
}

/* Horizontal axes, map position, terrain. fine: domain with the cells to merge, or NULL. */
static enum sm_status make_ground(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_horizontal_grid *plan,
                                  const struct sm_domain *fine, struct sm_domain *domain) {
  const size_t columns = (size_t)plan->n[0] * (size_t)plan->n[1];
  double centre[2];
  for (int d = 0; d < 2; d++) {
    SM_TRY(create_axis(ctx, plan->n[d], plan->cell[d], &domain->grid.axis[d]));
    domain->grid.origin[d] = plan->origin[d];
    centre[d] = plan->origin[d] + 0.5 * plan->n[d] * plan->cell[d];
  }
  if (!plan->crs.local) SM_TRY(sm_gis_convergence(ctx, &plan->crs, centre, &domain->convergence));
  domain->latitude = c->domain.latitude;
  domain->longitude = c->domain.longitude;
  const bool turns = sm_wind_is_flow(c->wind_source.model) && isnan(c->flow.coriolis);
  const bool sun = c->slope_flow.present || c->wind.stability_class == SM_CLASS_WEATHER;
  if (!plan->crs.local && isnan(domain->latitude) && (sun || turns))
    SM_TRY(sm_gis_unproject(ctx, &plan->crs, centre, &domain->latitude, &domain->longitude));
  SM_TRY(sm_alloc(ctx, columns, sizeof(float), "the terrain", &domain->terrain));
  SM_TRY(sm_alloc(ctx, columns, sizeof(float), "the building heights", &domain->building));
  SM_TRY(sm_alloc(ctx, columns, sizeof(float), "the roughness", &domain->z0));
  SM_TRY(sm_terrain_read(ctx, c, plan, domain->terrain, &domain->grid.origin[2]));
  if (fine != NULL) coarsen_ground(fine, columns, domain);
  for (size_t q = 0; q < columns; q++)
    domain->highest_ground = fmax(domain->highest_ground, (double)domain->terrain[q]);
  return SM_OK;
}

/* Creates the layers up to the domain top. */
static enum sm_status set_top(struct sm_context *ctx, const struct sm_case *c,
                              struct sm_domain *domain) {
  double domain_top;
  SM_TRY(sm_domain_top_find(ctx, c, domain, &domain_top, &domain->top_reason));
  SM_TRY(sm_domain_top_check(ctx, c, domain, domain_top));
  const struct sm_layers_options options = {
      .thickness = c->domain.cell_size[2],
      .uniform_to = fmax(domain->highest_ground, domain->highest_roof) + c->domain.stretch_from,
      .domain_top = domain_top,
      .stretch = c->domain.stretch,
      .thickest = c->domain.max_cell_z,
  };
  int layers;
  double *face;
  if (c->domain.layer_count > 0)
    SM_TRY(sm_layers_prescribed(ctx, c->domain.layer, c->domain.layer_count, &layers, &face));
  else
    SM_TRY(sm_layers_create(ctx, &options, &layers, &face));
  const enum sm_status status = sm_axis_create(ctx, layers, face, &domain->grid.axis[2]);
  sm_free(face);
  if (status == SM_OK)
    sm_info(ctx, "domain top at %.6g m above the lowest ground: %s", sm_domain_top(domain),
            sm_domain_top_reason_text(domain->top_reason));
  return status;
}

/* Merges the layers of a finer grid in pairs. */
static enum sm_status merge_layers(struct sm_context *ctx, const struct sm_domain *fine,
                                   struct sm_domain *domain) {
  struct sm_grid grid;
  SM_TRY(sm_grid_coarsen(ctx, &fine->grid, &grid));
  domain->grid.axis[2] = grid.axis[2];
  grid.axis[2] = (struct sm_axis){0};
  sm_grid_free(&grid);
  domain->top_reason = fine->top_reason;
  return SM_OK;
}

/* Allocates one byte per cell. */
static enum sm_status make_cells(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_domain *domain) {
  const int layers = domain->grid.axis[2].n;
  const double cells = (double)domain->grid.axis[0].n * domain->grid.axis[1].n * layers;
  if (cells > MOST_CELLS)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: the domain has %.3g cells (%d x %d x %d)\n"
                   "help: larger cells, a smaller size, or domain.stretch",
                   c->path, c->domain.line, cells, domain->grid.axis[0].n, domain->grid.axis[1].n,
                   layers);
  const double need = cells * LEAST_BYTES, available = (double)sm_memory_available();
  if (need > available)
    return sm_fail(ctx, SM_ERR_MEMORY,
                   "%s:%d: error: the domain has %.3g cells (%d x %d x %d), which need at least "
                   "%.3g GB of memory, but %.3g GB are left\n"
                   "help: larger cells, a smaller size, or domain.stretch",
                   c->path, c->domain.line, cells, domain->grid.axis[0].n, domain->grid.axis[1].n,
                   layers, need * 1e-9, available * 1e-9);
  return sm_alloc(ctx, (size_t)cells, 1, "the cells", &domain->cell);
}

/* Inflow and outflow boundaries in x and y (all but periodic ones), as bits of open faces. */
static unsigned open_sides(const struct sm_case *c) {
  unsigned sides = 0;
  for (int side = 0; side < SM_BOTTOM && sm_wind_has_momentum(c->wind_source.model); side++)
    if (c->flow.boundary[side].kind != SM_BOUNDARY_PERIODIC) sides |= 1u << side;
  return sides;
}

/* Reads the buildings, sets the domain top and marks the solid cells. */
static enum sm_status build_solids(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_horizontal_grid *plan,
                                   const struct sm_domain *fine, struct sm_domain *domain) {
  const int samples = sm_wind_has_momentum(c->wind_source.model) ? SM_CUT_FINE : SM_CUT_SAMPLES;
  SM_TRY(sm_buildings_read(ctx, c, plan, domain));
  struct sm_footprint_scan columns;
  SM_TRY(sm_footprint_scan_create(ctx, &domain->footprints, domain->grid.axis[1].centre,
                                  domain->grid.axis[1].n, &columns));
  enum sm_status status = sm_buildings_place(ctx, c, &columns, domain);
  if (status == SM_OK)
    status = fine == NULL ? set_top(ctx, c, domain) : merge_layers(ctx, fine, domain);
  if (status == SM_OK) sm_buildings_warn_low(ctx, c, domain);
  if (status == SM_OK) status = make_cells(ctx, c, domain);
  if (status == SM_OK)
    status = c->domain.solids == SM_SOLIDS_CUT ? sm_cut_solids(ctx, samples, domain)
                                               : sm_solids_stair(ctx, &columns, domain);
  if (status == SM_OK && domain->cut_count > 0) sm_cut_square_sides(open_sides(c), domain);
  sm_footprint_scan_free(&columns);
  if (status != SM_OK) return status;
  SM_TRY(sm_fill_enclosed_cavities(ctx, domain));
  if (domain->filled_count > 0)
    sm_info(ctx, "%lld cells of air without a way to the open were made solid",
            (long long)domain->filled_count);
  if (domain->fluid_count == 0)
    return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: the domain has no air, all its cells are solid",
                   c->path, c->domain.line);
  return SM_OK;
}

static enum sm_status check_stop(struct sm_context *ctx) {
  if (!sm_stop_requested(ctx)) return SM_OK;
  return sm_fail(ctx, SM_ERR_STOPPED, "stopped while the domain was built");
}

static enum sm_status check_positions(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_horizontal_grid *plan,
                                      const struct sm_domain *domain) {
  const struct sm_domain_map map = sm_domain_map(c, &plan->crs, &domain->grid);
  return sm_positions_check(ctx, c, &map);
}

/* Builds all parts of the domain in the order of their dependencies. */
static enum sm_status build(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_horizontal_grid *plan, const struct sm_domain *fine,
                            struct sm_domain *domain) {
  SM_TRY(check_stop(ctx));
  SM_TRY(make_ground(ctx, c, plan, fine, domain));
  SM_TRY(check_positions(ctx, c, plan, domain));
  sm_progress(ctx, "domain", 0.4);
  SM_TRY(check_stop(ctx));
  SM_TRY(build_solids(ctx, c, plan, fine, domain));
  if (domain->levels != NULL) SM_TRY(sm_wind_grid_match(ctx, c, domain));
  sm_progress(ctx, "domain", 0.9);
  SM_TRY(check_stop(ctx));
  SM_TRY(sm_roughness_read(ctx, c, plan, domain));
  SM_TRY(sm_vegetation_read(ctx, c, plan, domain));
  SM_TRY(sm_turbines_read(ctx, c, plan, domain));
  SM_TRY(sm_weather_read(ctx, c, plan, domain));
  sm_progress(ctx, "domain", 1);
  return SM_OK;
}

/* Builds the domain from the keys of the case or, without these, from its wind files. */
static enum sm_status plan_and_build(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *fine, struct sm_horizontal_grid *plan,
                                     struct sm_domain *domain) {
  if (c->wind_source.model == SM_WIND_POINTS)
    SM_TRY(sm_scattered_wind_open(ctx, c, &domain->scattered));
  const bool library = c->wind_source.model == SM_WIND_LIBRARY;
  if (library || c->wind_source.model == SM_WIND_FILE)
    SM_TRY(sm_wind_levels_open(ctx, c, &c->wind_source.file, &domain->levels));
  if (library) SM_TRY(sm_wind_library_open(ctx, domain->levels, &domain->library));
  if (c->wind_source.grid_of_file) {
    SM_TRY(sm_wind_grid_take(ctx, c, domain, plan));
    SM_TRY(check_positions(ctx, c, plan, domain));
    return sm_weather_read(ctx, c, plan, domain);
  }
  SM_TRY(sm_horizontal_grid_create(ctx, c, plan));
  for (int d = 0; d < 2 && fine != NULL; d++) {
    const int n = fine->grid.axis[d].n;
    if (n == 1) continue;
    plan->cell[d] *= plan->n[d] / (n / 2);
    plan->n[d] = n / 2;
  }
  return build(ctx, c, plan, fine, domain);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *fine, struct sm_domain **out) {
  *out = NULL;
  SM_SCOPED_BY(sm_horizontal_grid_free) struct sm_horizontal_grid plan = {0};
  struct sm_domain *domain;
  SM_TRY(sm_alloc(ctx, 1, sizeof *domain, "the domain", &domain));
  const enum sm_status status = plan_and_build(ctx, c, fine, &plan, domain);
  if (status == SM_OK) {
    domain->crs = plan.crs;
    plan.crs = (struct sm_crs){0};
    *out = domain;
  } else {
    sm_domain_destroy(&domain);
  }
  return status;
}

enum sm_status sm_domain_build(struct sm_context *ctx, const struct sm_case *c,
                               struct sm_domain **out) {
  return create(ctx, c, NULL, out);
}

enum sm_status sm_domain_build_coarser(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *fine, struct sm_domain **out) {
  return create(ctx, c, fine, out);
}

void sm_domain_destroy(struct sm_domain **domain) {
  struct sm_domain *d = *domain;
  if (d == NULL) return;
  sm_grid_free(&d->grid);
  sm_crs_free(&d->crs);
  sm_footprints_free(&d->footprints);
  sm_plants_free(&d->plants);
  sm_free(d->turbines.item);
  sm_weather_free(&d->weather);
  sm_wind_levels_close(&d->levels);
  sm_wind_nest_close(&d->nest);
  sm_wind_library_close(&d->library);
  sm_scattered_wind_close(&d->scattered);
  SM_FREE_ALL(d->terrain, d->building, d->z0, d->cell, d->cut, d->span, d);
  *domain = NULL;
}
