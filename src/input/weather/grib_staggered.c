/* Staggered winds in GRIB files (COSMO, Arakawa C grid): u half a step along x and v half a step
 * along y from the columns of the other fields; means of the two neighbours are the winds of the
 * columns. */
#include "input/weather/grib_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LATITUDE, LONGITUDE };

/* By bits, as NAN, an angle that is not given, equals itself; bytes that are not set are 0. */
static bool same_bits(const struct sm_grib_grid *a, const struct sm_grib_grid *b) {
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*) of bits, as NAN is one
  return memcmp(a, b, sizeof *a) == 0;
}

bool sm_grib_same_grid(const struct sm_grib_message *a, const struct sm_grib_message *b) {
  return a->values == b->values && same_bits(&a->grid, &b->grid);
}

/* Whether two grids differ by a shift at most: rows and columns of equal length along latitudes and
 * longitudes, of the sphere or a rotated one. */
static bool is_alike(const struct sm_grib_message *a, const struct sm_grib_message *b) {
  struct sm_grib_grid one = a->grid, other = b->grid;
  for (int d = 0; d < 2; d++)
    one.first[d] = one.last[d] = other.first[d] = other.last[d] = one.step[d] = other.step[d] = 0;
  const bool rows = strcmp(one.type, "regular_ll") == 0 || strcmp(one.type, "rotated_ll") == 0;
  return rows && a->values == b->values && same_bits(&one, &other);
}

/* Half steps from grid b to grid a along an axis, positive to north and east: -1, 0, 1; 2: other.
 */
static int half_steps(const struct sm_grib_grid *a, const struct sm_grib_grid *b, int axis) {
  const double tolerance = 0.05; /* of a step: edition 1 rounds to milli-degrees */
  const long count = axis == LONGITUDE ? a->ni : a->nj;
  const double span =
      axis == LONGITUDE ? remainder(a->last[1] - a->first[1], 360) : a->last[0] - a->first[0];
  const double given = fabs(a->step[axis == LONGITUDE ? 0 : 1]);
  const double step = isnan(given) ? fabs(span) / (double)(count > 1 ? count - 1 : 1) : given;
  const double by = remainder(a->first[axis] - b->first[axis], 360) / step;
  if (fabs(by) < tolerance) return 0;
  if (fabs(fabs(by) - 0.5) < tolerance) return by > 0 ? 1 : -1;
  return 2;
}

/* Grid of the columns: that of a u and a v on the same grid, else rows of u and columns of v where
 * they are staggered. False: neither. */
static bool find_columns(const struct sm_weather_grib *grib, struct sm_grib_message *out) {
  const struct sm_grib_message *u = NULL, *v = NULL;
  for (size_t n = 0; n < grib->count; n++) {
    if (u == NULL && grib->use[n].role == SM_GRIB_U) u = &grib->message[n];
    if (v == NULL && grib->use[n].role == SM_GRIB_V) v = &grib->message[n];
  }
  if (u == NULL || v == NULL) return false;
  for (size_t n = 0; n < grib->count; n++) {
    *out = grib->message[n];
    if (grib->use[n].role != SM_GRIB_U) continue;
    for (size_t k = 0; k < grib->count; k++)
      if (grib->use[k].role == SM_GRIB_V && sm_grib_same_grid(&grib->message[k], out)) return true;
  }
  if (!is_alike(u, v) || abs(half_steps(&u->grid, &v->grid, LATITUDE)) != 1 ||
      abs(half_steps(&u->grid, &v->grid, LONGITUDE)) != 1)
    return false;
  *out = *u;
  out->grid.first[LONGITUDE] = v->grid.first[LONGITUDE];
  out->grid.last[LONGITUDE] = v->grid.last[LONGITUDE];
  return true;
}

size_t sm_grib_find_staggered(struct sm_weather_grib *grib, struct sm_grib_message *columns) {
  size_t count = 0;
  if (!find_columns(grib, columns)) return 0;
  for (size_t n = 0; n < grib->count; n++) {
    const struct sm_grib_message *m = &grib->message[n];
    struct sm_grib_use *use = &grib->use[n];
    if (use->role == SM_GRIB_UNUSED || !is_alike(m, columns)) continue;
    const int north = half_steps(&m->grid, &columns->grid, LATITUDE);
    const int east = half_steps(&m->grid, &columns->grid, LONGITUDE);
    if (north == 2 || east == 2) continue;
    use->is_placed = true;
    use->east = east;
    use->along_rows = m->grid.j_positive ? north : -north;
    count += (use->role == SM_GRIB_U || use->role == SM_GRIB_V) && (north != 0 || east != 0);
  }
  return count;
}

/* Row or column beside index n, towards the other point of a mean; n itself at the rim. */
static size_t beside(size_t n, int shift, size_t count, bool wraps) {
  if (shift > 0) return n > 0 ? n - 1 : wraps ? count - 1 : n;
  if (shift < 0) return n + 1 < count ? n + 1 : wraps ? 0 : n;
  return n;
}

double sm_grib_column_value(const struct sm_weather_grib *grib, const struct sm_weather_grid *grid,
                            int n, size_t j, size_t i) {
  const struct sm_grib_use *use = &grib->use[n];
  const struct sm_grib_grid *own = &grib->message[n].grid;
  if (grid->cells != NULL)
    return sm_weather_cells_value(grid->cells, j * grid->nx + i, grib->values);
  const double here = sm_grib_grid_value(own, grib->row_start, grid->nx, j, i, grib->values);
  if (use->east == 0 && use->along_rows == 0) return here;
  const size_t row = beside(j, use->along_rows, grid->ny, false);
  const size_t column = beside(i, use->east, grid->nx, grid->wraps);
  return 0.5 *
         (here + sm_grib_grid_value(own, grib->row_start, grid->nx, row, column, grib->values));
}
