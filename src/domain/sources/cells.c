/* Fluid cells of a source and their shares of the emitted mass. */
#include "domain/sources/releases.h"

#include "domain/surface/buildings/buildings.h"
#include <math.h>
#include <stdlib.h>

/* Volume of a fraction of a cell, m3. */
static double volume_of(const struct sm_domain *domain, int64_t cell, double part) {
  const struct sm_axis *axis = domain->grid.axis;
  const int64_t row = cell / axis[0].n;
  return part * axis[0].width[cell % axis[0].n] * axis[1].width[row % axis[1].n] *
         axis[2].width[row / axis[1].n];
}

/* Cell that contains a point; -1: no fluid. `lifts`: use the first fluid cell above instead. */
static int64_t cell_at(const struct sm_domain *domain, const double x[3], bool follows_ground,
                       bool lifts) {
  const struct sm_axis *axis = domain->grid.axis;
  const int64_t column = sm_domain_column(domain, x[0], x[1]);
  const int64_t columns = (int64_t)axis[0].n * axis[1].n;
  double level;
  const enum sm_point_kind kind = follows_ground ? sm_point_locate_above(domain, x, x[2], &level)
                                                 : sm_point_locate(domain, x, x[2], &level);
  if (kind == SM_POINT_AIR) return column + columns * sm_axis_nearest(&axis[2], level);
  if (!lifts || kind == SM_POINT_OUTSIDE) return -1;
  const double z = sm_domain_ground(domain, x[0], x[1]) + x[2];
  for (int k = sm_axis_nearest(&axis[2], z); k < axis[2].n; k++)
    if (!sm_cell_is_solid(domain->cell[column + columns * k])) return column + columns * k;
  return -1;
}

/* --- boxes: parts of cells --- */

/* Fraction of cell i covered by an interval of an axis; for an empty interval 1 in the cell that
 * contains it. Fractions below 1e-9 are rounding error and count as 0. */
static double part_of(const struct sm_axis *axis, int i, double from, double to) {
  static const double rounding = 1e-9;
  const double low = axis->face[i], high = axis->face[i + 1];
  if (!(to > from)) {
    const double slack = rounding * (high - low);
    const bool last = i == axis->n - 1, first = i == 0;
    return from >= low - (first ? slack : 0) && (from < high || (last && from <= high + slack));
  }
  const double covered = (fmin(high, to) - fmax(low, from)) / (high - low);
  return covered > rounding ? covered : 0;
}

struct box {
  const struct sm_domain *domain;
  double low[3], high[3]; /* m; z above the ground with follows_ground, else above grid.origin[2] */
  bool follows_ground;
  struct sm_source_cells *out;
};

/* Adds a cell with the covered fractions of its area (flat) and height (part). */
static void add_cell(struct box *b, int i, int j, int k, double flat, double part) {
  const struct sm_axis *axis = b->domain->grid.axis;
  const double of = sm_domain_fluid_fraction(b->domain, i, j, k) * flat * part;
  struct sm_source_cells *out = b->out;
  if (!(of > 0)) return;
  if (out->cell != NULL) {
    out->cell[out->count] = i + (int64_t)axis[0].n * (j + (int64_t)axis[1].n * k);
    out->per[out->count] = of;
  }
  out->count++;
}

/* Adds the cells of a column. A flat source takes one cell per column. */
static void add_column(struct box *b, int i, int j, double part) {
  const struct sm_domain *domain = b->domain;
  const struct sm_axis *axis = domain->grid.axis;
  const int64_t columns = (int64_t)axis[0].n * axis[1].n;
  const double ground = b->follows_ground ? (double)domain->terrain[i + (int64_t)axis[0].n * j] : 0;
  if (!(b->high[2] > b->low[2])) {
    const double x[3] = {axis[0].centre[i], axis[1].centre[j], b->low[2]};
    const int64_t cell = cell_at(domain, x, b->follows_ground, false);
    if (cell >= 0) add_cell(b, i, j, (int)(cell / columns), part, 1);
    return;
  }
  for (int k = 0; k < axis[2].n; k++) {
    const double z = part_of(&axis[2], k, b->low[2] + ground, b->high[2] + ground);
    if (z > 0) add_cell(b, i, j, k, part, z);
  }
}

/* Counts the cells of a box, or lists them when out->cell is set. */
static void find_box(struct box *b) {
  const struct sm_axis *axis = b->domain->grid.axis;
  b->out->count = 0;
  for (int j = 0; j < axis[1].n; j++) {
    const double y = part_of(&axis[1], j, b->low[1], b->high[1]);
    for (int i = 0; i < axis[0].n && y > 0; i++) {
      const double x = part_of(&axis[0], i, b->low[0], b->high[0]);
      if (x > 0) add_column(b, i, j, x * y);
    }
  }
}

static enum sm_status allocate(struct sm_context *ctx, int64_t count, struct sm_source_cells *out) {
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *out->cell, "cells of a source", &out->cell));
  return sm_alloc(ctx, (size_t)count, sizeof *out->per, "cells of a source", &out->per);
}

static enum sm_status cells_of_box(struct sm_context *ctx, const struct sm_domain *domain,
                                   const struct sm_release *release,
                                   const struct sm_source_geometry *g,
                                   struct sm_source_cells *out) {
  struct box b = {
      .domain = domain, .follows_ground = sm_release_follows_ground(release), .out = out};
  for (int d = 0; d < 3; d++) {
    b.low[d] = g->low[d];
    b.high[d] = g->low[d] + g->size[d];
    /* avoids double rounding of low + size */
    if (d < 2 && g->shape == SM_SOURCE_BOX) b.high[d] = release->place[d] + 0.5 * g->size[d];
  }
  find_box(&b);
  SM_TRY(allocate(ctx, out->count, out));
  find_box(&b);
  return SM_OK;
}

/* --- other shapes: points --- */

static int compare_cells(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

/* Number of sample points of a shape, several per cell. */
static int64_t points_of(const struct sm_domain *domain, const struct sm_source_geometry *g) {
  static const double each = 256, least = 4096, most = 4194304;
  double cells = 1;
  if (g->shape == SM_SOURCE_POINT) return 1;
  if (g->shape == SM_SOURCE_PATH) return SM_SOURCE_STEP_POINTS;
  for (int d = 0; d < 3; d++)
    cells *= 1 + fmax(2 * g->radius, fabs(g->size[d])) / domain->grid.axis[d].width[0];
  return (int64_t)fmin(fmax(each * cells, least), most);
}

/* Samples a shape evenly: the first coordinate in equal steps, the other two by the low-discrepancy
 * sequence of Roberts (2018): fractional parts of multiples of 1 / p and 1 / p^2, p^3 = p + 1. */
static enum sm_status cells_of_points(struct sm_context *ctx, const struct sm_domain *domain,
                                      const struct sm_release *release,
                                      const struct sm_source_geometry *g, const double moment[2],
                                      struct sm_source_cells *out) {
  const double p = 1.32471795724474602596;
  const int64_t points = points_of(domain, g);
  const bool ground = sm_release_follows_ground(release), lifts = g->shape == SM_SOURCE_PATH;
  const int n[2] = {domain->grid.axis[0].n, domain->grid.axis[1].n};
  int64_t found = 0;
  SM_TRY(allocate(ctx, points, out));
  for (int64_t k = 0; k < points; k++) {
    const double m = (double)k + 0.5, second = m / p, third = m / (p * p);
    const double u[3] = {m / (double)points, second - floor(second), third - floor(third)};
    double x[3];
    sm_source_point(g, u, moment[0] + u[0] * (moment[1] - moment[0]), x);
    const int64_t cell = cell_at(domain, x, ground, lifts);
    if (cell >= 0) out->cell[found++] = cell;
  }
  qsort(out->cell, (size_t)found, sizeof *out->cell, compare_cells);
  for (int64_t m = 0; m < found; m++) {
    if (out->count == 0 || out->cell[out->count - 1] != out->cell[m])
      out->cell[out->count++] = out->cell[m];
    out->per[out->count - 1]++;
  }
  for (int64_t m = 0; m < out->count; m++) {
    const int64_t cell = out->cell[m], row = cell / n[0];
    const double fluid =
        sm_domain_fluid_fraction(domain, (int)(cell % n[0]), (int)(row % n[1]), (int)(row / n[1]));
    out->per[m] *= fluid / volume_of(domain, cell, 1);
  }
  return SM_OK;
}

/* --- both --- */

/* Normalises the weights to 1 over the cell volumes. */
static void normalise(const struct sm_domain *domain, struct sm_source_cells *cells) {
  double all = 0;
  for (int64_t m = 0; m < cells->count; m++)
    all += volume_of(domain, cells->cell[m], cells->per[m]);
  for (int64_t m = 0; m < cells->count; m++) cells->per[m] /= all;
}

enum sm_status sm_source_cells_create(struct sm_context *ctx, const struct sm_domain *domain,
                                      const struct sm_release *release, double from, double to,
                                      struct sm_source_cells *out) {
  const struct sm_source_geometry g = sm_release_geometry(domain, release);
  const bool box = g.shape == SM_SOURCE_BOX || g.shape == SM_SOURCE_DOMAIN;
  *out = (struct sm_source_cells){0};
  const enum sm_status status =
      box ? cells_of_box(ctx, domain, release, &g, out)
          : cells_of_points(ctx, domain, release, &g, (const double[]){from, to}, out);
  if (status == SM_OK)
    normalise(domain, out);
  else
    sm_source_cells_free(out);
  return status;
}

void sm_source_cells_free(struct sm_source_cells *cells) {
  sm_free(cells->cell);
  sm_free(cells->per);
  *cells = (struct sm_source_cells){0};
}
