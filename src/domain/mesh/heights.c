#include "domain/mesh/triangles.h"

#include <math.h>

/* Relative tolerance for positions on the rim. */
static const double rounding = 1e-9;

/* Finds the two cells whose centres enclose a position along an axis, and the weight of the second.
 * False outside the map. */
static bool between(double place, double start, double size, int count, int *first, int *second,
                    double *weight) {
  const double at = (place - start) / size;
  if (!(at >= -rounding * count && at <= count * (1 + rounding))) return false;
  const double centre = fmin(fmax(at - 0.5, 0), count - 1);
  *first = (int)centre;
  *second = *first + 1 < count ? *first + 1 : *first;
  *weight = centre - *first;
  return true;
}

double sm_height_map_at(const void *map, double x, double y) {
  const struct sm_height_map *m = map;
  const struct sm_map_window *w = &m->window;
  int i[2], j[2];
  double across, up, height = 0;
  if (!between(x, w->x0, w->dx, w->nx, &i[0], &i[1], &across) ||
      !between(y, w->y0, w->dy, w->ny, &j[0], &j[1], &up))
    return (double)NAN;
  for (int b = 0; b < 2; b++)
    for (int a = 0; a < 2; a++) {
      const double weight = (a == 0 ? 1 - across : across) * (b == 0 ? 1 - up : up);
      const size_t cell = (size_t)i[a] + (size_t)w->nx * (size_t)j[b];
      if (weight > 0) height += weight * (double)m->value[cell];
    }
  return height;
}

enum sm_status sm_heights_fill(struct sm_context *ctx, const struct sm_triangles *triangles,
                               struct sm_height_function height, const char *what, double *out) {
  for (int v = 0; v < triangles->vertices; v++) {
    out[v] = height.at(height.data, triangles->x[v], triangles->y[v]);
    if (!isfinite(out[v]))
      return sm_fail(ctx, SM_ERR_DATA,
                     "the %s has no height at (%.10g, %.10g), a vertex of the "
                     "mesh",
                     what, triangles->x[v], triangles->y[v]);
  }
  return SM_OK;
}
