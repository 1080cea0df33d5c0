/* Solid cells and open faces. */
#include "domain/surface/buildings/buildings.h"

#include <omp.h>

/* Marks cells whose centre is below the ground. */
static void mark_terrain(struct sm_domain *domain) {
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  const struct sm_axis *z = &domain->grid.axis[2];
  const int layers = sm_axis_centres_below(z, domain->highest_ground);
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < layers; k++)
    for (int64_t j = 0; j < ny; j++) {
      const float centre = (float)z->centre[k];
      const float *ground = domain->terrain + nx * j;
      uint8_t *row = domain->cell + nx * (j + ny * k);
      for (int64_t i = 0; i < nx; i++) row[i] = centre < ground[i] ? SM_SOLID(SM_CELL_TERRAIN) : 0;
    }
}

/* Marks cells whose centre is between underside and roof of a building and above the ground. */
static void mark_buildings(const struct sm_footprint_scan *scan, struct sm_domain *domain) {
  const struct sm_axis *x = &domain->grid.axis[0], *z = &domain->grid.axis[2];
  const int64_t nx = x->n, ny = domain->grid.axis[1].n;
#pragma omp parallel for schedule(dynamic, 16)
  for (int64_t j = 0; j < ny; j++)
    for (size_t q = scan->start[j]; q < scan->start[j + 1]; q++) {
      const struct sm_scan_interval *in = &scan->interval[q];
      const struct sm_building_span *span = &domain->span[in->footprint];
      const int begin = sm_axis_centres_below(x, in->lo), end = sm_axis_centres_below(x, in->hi);
      const int top = sm_axis_centres_below(z, span->top);
      for (int k = sm_axis_centres_below(z, span->bottom); k < top; k++) {
        uint8_t *row = domain->cell + nx * (j + ny * k);
        for (int i = begin; i < end; i++)
          if (row[i] == 0) row[i] = SM_SOLID(SM_CELL_BUILDING);
      }
    }
}

/* The row at (j, k), or NULL outside the domain. */
static const uint8_t *row_at(const struct sm_domain *domain, int64_t j, int64_t k) {
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  const bool inside = j >= 0 && j < ny && k >= 0 && k < domain->grid.axis[2].n;
  return inside ? domain->cell + nx * (j + ny * k) : NULL;
}

/* Sets `bit` in every cell of `open` whose neighbour in
 * `row` is not solid; NULL: boundary. */
static void open_towards(const uint8_t *row, uint8_t bit, int64_t nx, uint8_t *open) {
  if (row == NULL)
    for (int64_t i = 0; i < nx; i++) open[i] |= bit;
  else
    for (int64_t i = 0; i < nx; i++) open[i] |= sm_is_air(row[i]) ? bit : 0;
}

/* Finds the open faces of one row. `open` has nx bytes. */
static void open_row(struct sm_domain *domain, int64_t j, int64_t k, uint8_t *open) {
  const int64_t nx = domain->grid.axis[0].n;
  uint8_t *row = domain->cell + nx * (j + domain->grid.axis[1].n * k);
  for (int64_t i = 0; i < nx; i++) open[i] = 0;
  for (int64_t i = 1; i < nx; i++) open[i] |= sm_is_air(row[i - 1]) ? SM_OPEN_WEST : 0;
  for (int64_t i = 1; i < nx; i++) open[i - 1] |= sm_is_air(row[i]) ? SM_OPEN_EAST : 0;
  open[0] |= SM_OPEN_WEST;
  open[nx - 1] |= SM_OPEN_EAST;
  open_towards(row_at(domain, j - 1, k), SM_OPEN_SOUTH, nx, open);
  open_towards(row_at(domain, j + 1, k), SM_OPEN_NORTH, nx, open);
  open_towards(row_at(domain, j, k + 1), SM_OPEN_UP, nx, open);
  if (k > 0) open_towards(row_at(domain, j, k - 1), SM_OPEN_DOWN, nx, open);
  for (int64_t i = 0; i < nx; i++) row[i] |= sm_is_air(row[i]) ? open[i] : 0;
}

/* Rows are processed in red-black order, so that no row is written while a thread reads it as a
 * neighbour. */
enum sm_status sm_solids_open_faces(struct sm_context *ctx, struct sm_domain *domain) {
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  const int64_t nz = domain->grid.axis[2].n;
  SM_SCOPED uint8_t *buffer = NULL;
  const size_t threads = (size_t)omp_get_max_threads();
  const size_t stride = ((size_t)nx + 63) / 64 * 64;
  SM_TRY(sm_alloc(ctx, threads, stride, "rows of cells", &buffer));
  for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < nz; k++)
      for (int64_t j = (k + colour) % 2; j < ny; j += 2)
        open_row(domain, j, k, buffer + stride * (size_t)omp_get_thread_num());
  }
  return SM_OK;
}

enum sm_status sm_solids_stair(struct sm_context *ctx, const struct sm_footprint_scan *columns,
                               struct sm_domain *domain) {
  mark_terrain(domain);
  mark_buildings(columns, domain);
  return sm_solids_open_faces(ctx, domain);
}
