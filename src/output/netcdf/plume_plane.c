/* Columns of the boxes of a plume: domain for the writers of maps, sums, layer on a map. */
#include "output/netcdf/plume_file.h"

#include "base/list.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Overlap of a cell with low .. high, m. */
static double overlap(const struct sm_axis *axis, int cell, double low, double high) {
  const double from = fmax(axis->face[cell], low), to = fmin(axis->face[cell + 1], high);
  return to > from ? to - from : 0;
}

/* Mean of a map over a column of boxes; beyond the domain that of the nearest column. */
static double mean_over(const struct sm_domain *domain, const float *map, const double x[2],
                        const double y[2]) {
  const struct sm_axis *axis = domain->grid.axis;
  const int west = sm_axis_nearest(&axis[0], x[0]), east = sm_axis_nearest(&axis[0], x[1]);
  const int south = sm_axis_nearest(&axis[1], y[0]), north = sm_axis_nearest(&axis[1], y[1]);
  double sum = 0, area = 0;
  for (int j = south; j <= north; j++)
    for (int i = west; i <= east; i++) {
      const double part = overlap(&axis[0], i, x[0], x[1]) * overlap(&axis[1], j, y[0], y[1]);
      sum += part * (double)map[i + (ptrdiff_t)axis[0].n * j];
      area += part;
    }
  return area > 0 ? sum / area : (double)map[west + (ptrdiff_t)axis[0].n * south];
}

/* Terrain, buildings and roughness averaged over the columns of the boxes. */
static enum sm_status make_maps(struct sm_context *ctx, const struct sm_domain *domain,
                                const struct sm_plume_grid *grid, struct sm_domain *plane) {
  const int nx = grid->n[0], ny = grid->n[1];
  const float *const from[3] = {domain->terrain, domain->building, domain->z0};
  float **const to[3] = {&plane->terrain, &plane->building, &plane->z0};
  for (int m = 0; m < 3; m++) *to[m] = NULL;
  for (int m = 0; m < 3; m++) {
    const double below = m == 0 ? grid->face[2][0] : 0; /* terrain relative to the lowest box */
    SM_TRY(sm_alloc(ctx, (size_t)nx * (size_t)ny, sizeof **to[m], "maps of the boxes", to[m]));
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        (*to[m])[i + (ptrdiff_t)nx * j] =
            (float)(mean_over(domain, from[m], grid->face[0] + i, grid->face[1] + j) - below);
  }
  return SM_OK;
}

static bool same_faces(const struct sm_axis *axis, int n, const double *face) {
  return n == axis->n && memcmp(face, axis->face, ((size_t)n + 1) * sizeof *face) == 0;
}

enum sm_status sm_plume_plane_create(struct sm_context *ctx, const struct sm_domain *domain,
                                     const struct sm_plume_grid *grid, struct sm_domain *plane,
                                     bool *other_columns) {
  double origin[3];
  for (int d = 0; d < 3; d++) origin[d] = domain->grid.origin[d] + grid->face[d][0];
  *plane = *domain; /* members not replaced below are shared with the domain */
  memset(&plane->grid, 0, sizeof plane->grid);
  plane->terrain = plane->building = plane->z0 = NULL;
  *other_columns = !same_faces(&domain->grid.axis[0], grid->n[0], grid->face[0]) ||
                   !same_faces(&domain->grid.axis[1], grid->n[1], grid->face[1]);
  SM_TRY(sm_grid_create(ctx, grid->n, grid->face, origin, &plane->grid));
  return make_maps(ctx, domain, grid, plane);
}

void sm_plume_plane_free(struct sm_domain *plane) {
  sm_grid_free(&plane->grid);
  SM_FREE_ALL(plane->terrain, plane->building, plane->z0);
}

size_t sm_plume_find_wrong(const struct sm_domain *plane, const struct sm_plume_values *volume,
                           bool missing) {
  const struct sm_axis *axis = plane->grid.axis;
  const struct sm_cell_range all = {{0, 0, 0}, {axis[0].n, axis[1].n, axis[2].n}};
  const struct sm_cell_range *range = volume->occupied != NULL ? volume->occupied : &all;
  const size_t nx = (size_t)axis[0].n, ny = (size_t)axis[1].n;
  size_t first = (size_t)sm_grid_cells(&plane->grid);
#pragma omp parallel for schedule(static) collapse(2) reduction(min : first)
  for (int k = range->low[2]; k < range->high[2]; k++)
    for (int j = range->low[1]; j < range->high[1]; j++)
      for (int i = range->low[0]; i < range->high[0]; i++) {
        const size_t n = (size_t)i + nx * ((size_t)j + ny * (size_t)k);
        const double is = volume->single != NULL ? (double)volume->single[n] : volume->wide[n];
        const bool good = isfinite(is) || (missing && isnan(is)) ||
                          (volume->air != NULL && !(volume->air[n] > 0));
        if (!good && n < first) first = n;
      }
  return first;
}

float sm_plume_largest(const float *value, const float *air, size_t boxes) {
  float most = 0;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (size_t n = 0; n < boxes; n++)
    if ((air == NULL || air[n] > 0) && value[n] > most) most = value[n];
  return most;
}

double sm_plume_box_mass(const struct sm_domain *plane, const float *fraction,
                         const float *concentration, const struct sm_cell_range *occupied) {
  const struct sm_axis *axis = plane->grid.axis;
  const size_t nx = (size_t)axis[0].n, ny = (size_t)axis[1].n;
  const struct sm_cell_range all = {{0, 0, 0}, {axis[0].n, axis[1].n, axis[2].n}};
  const struct sm_cell_range *range = occupied != NULL ? occupied : &all;
  double mass = 0;
  for (int k = range->low[2]; k < range->high[2]; k++) {
    double layer = 0;
    /* Parts of rows of a layer: the sum does not depend on the number of threads. */
    enum { PARTS = 64 };
    double part[PARTS] = {0};
#pragma omp parallel for schedule(static)
    for (size_t p = 0; p < PARTS; p++)
      for (size_t j = p * ny / PARTS; j < (p + 1) * ny / PARTS; j++) {
        if ((int)j < range->low[1] || (int)j >= range->high[1]) continue;
        const size_t first = nx * (j + ny * (size_t)k);
        double row = 0;
        for (size_t i = (size_t)range->low[0]; i < (size_t)range->high[0]; i++) {
          const double air = fraction != NULL ? (double)fraction[first + i] : 1;
          if (air > 0) row += (double)concentration[first + i] * air * axis[0].width[i];
        }
        part[p] += row * axis[1].width[j];
      }
    for (size_t p = 0; p < PARTS; p++) layer += part[p];
    mass += layer * axis[2].width[k];
  }
  return mass;
}

double sm_plume_area_above(const struct sm_domain *plane, const float *air, const float *maximum,
                           double threshold) {
  const struct sm_axis *axis = plane->grid.axis;
  const size_t boxes = (size_t)sm_grid_cells(&plane->grid);
  const size_t nx = (size_t)axis[0].n, columns = nx * (size_t)axis[1].n;
  double area = 0;
  for (size_t c = 0; c < columns; c++) {
    bool above = false;
    for (size_t n = c; n < boxes && !above; n += columns)
      above = (air == NULL || air[n] > 0) && (double)maximum[n] > threshold;
    if (above) area += axis[0].width[c % nx] * axis[1].width[c / nx];
  }
  return area;
}

size_t sm_plume_layers_select(const struct sm_plume_layers *of, int k, int *layer) {
  const double low = of->face[k], high = of->face[k + 1];
  size_t taken = 0;
  for (size_t c = 0; c < of->columns; c++) {
    const bool air = of->air == NULL || of->air[c] > 0;
    const double at = (double)of->terrain[c] + of->height;
    const bool here = isnan(of->height) ? of->air != NULL || high > (double)of->terrain[c]
                                        : low <= at && at < high;
    if (layer[c] >= 0 || !air || !here) continue;
    layer[c] = k;
    taken++;
  }
  return taken;
}
