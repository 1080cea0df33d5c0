/* cell/particles/source_point.h - points of a source: of a point, line, box, disc, sphere, of all
 * air and of a moving point. Particles start at random points (emission.h); scalars and gas are
 * released in the cells of evenly spread points (domain/sources/cells.c). */
#ifndef SM_CELL_PARTICLES_SOURCE_POINT_H
#define SM_CELL_PARTICLES_SOURCE_POINT_H

#include "cell/elementary.h"
#include "cell/particles/source_shape.h"

/* Heights are above the local ground, except for spheres and all air. */
struct sm_source_geometry {
  int shape;                   /* enum sm_source_shape */
  double low[3], size[3];      /* m: a corner and the edges; a point or centre; both ends */
  double radius, inner_radius; /* m */
  const double *path;          /* [path_count][4]: s, x, y, m */
  int path_count;
};

/* Index of the last of n ascending numbers, n > 1, `stride` apart, that does not exceed x: 0 .. n -
 * 2. */
SM_FN int sm_bisect(const double *rising, int stride, int n, double x) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (rising[stride * (ptrdiff_t)middle] <= x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Position on a path at a time; constant before and after. */
SM_FN void sm_path_point(const struct sm_source_geometry *s, double moment, double x[3]) {
  const int low = sm_bisect(s->path, 4, s->path_count, moment);
  const double *from = s->path + 4 * (ptrdiff_t)low, *to = from + 4;
  const double h = to[0] - from[0];
  const double part = h > 0.0 ? (moment - from[0]) / h : 0.0;
  const double within = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
  for (int d = 0; d < 3; d++) x[d] = from[d + 1] + within * (to[d + 1] - from[d + 1]);
}

/* Point of a horizontal disc or ring, or of a sphere. */
SM_FN void sm_round_point(const struct sm_source_geometry *s, const double u[3], double x[3]) {
  const struct sm_heading to = sm_turn((float)u[0]);
  const double inner = s->inner_radius, outer = s->radius;
  double flat = sqrt(inner * inner + u[1] * (outer * outer - inner * inner));
  if (s->shape == SM_SOURCE_SPHERE) {
    const double cosine = 2.0 * u[2] - 1.0, r = outer * cbrt(u[1]);
    flat = r * sqrt(1.0 - cosine * cosine);
    x[2] += r * cosine;
  }
  x[0] += flat * (double)to.cosine;
  x[1] += flat * (double)to.sine;
}

/* Point of a source for three numbers from 0 to 1: evenly distributed numbers give evenly
 * distributed points. `moment`, s: for a path. */
SM_FN void sm_source_point(const struct sm_source_geometry *s, const double u[3], double moment,
                           double x[3]) {
  for (int d = 0; d < 3; d++) x[d] = s->low[d];
  if (s->shape == SM_SOURCE_LINE) {
    for (int d = 0; d < 3; d++) x[d] += u[0] * s->size[d];
  } else if (s->shape == SM_SOURCE_BOX || s->shape == SM_SOURCE_DOMAIN) {
    for (int d = 0; d < 3; d++) x[d] += u[d] * s->size[d];
  } else if (s->shape == SM_SOURCE_DISK || s->shape == SM_SOURCE_SPHERE) {
    sm_round_point(s, u, x);
  } else if (s->shape == SM_SOURCE_PATH) {
    sm_path_point(s, moment, x);
  }
}

#endif
