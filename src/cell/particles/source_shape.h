/* cell/particles/source_shape.h - shapes of sources, and placement of particles within them. */
#ifndef SM_CELL_PARTICLES_SOURCE_SHAPE_H
#define SM_CELL_PARTICLES_SOURCE_SHAPE_H

#include "cell/elementary.h"

/* A point; a line from place to end; a box, with the place at the centre of its floor; a horizontal
 * disc or ring; a sphere, with place and height of its centre; all of the air; a point moving along
 * a path; the ground, with dust emission by the wind. */
enum sm_source_shape {
  SM_SOURCE_UNSET = -1, /* until it is derived from the keys */
#define SHAPE(name, ...) SM_SOURCE_##name,
#include "cell/particles/source_shapes.def"
  SM_SOURCE_SHAPES
};

enum sm_placement {
  SM_PLACEMENT_RANDOM,           /* uniformly random */
  SM_PLACEMENT_UNIFORM,          /* a regular lattice */
  SM_PLACEMENT_PUBLISHED_RANDOM, /* as printed by Miglio et al. (2016): denser at the low corner */
  SM_PLACEMENT_PUBLISHED_UNIFORM /* as printed: one step beyond the high corner */
};

/* Points of a source: of a point, line, box, disc, sphere, of all air and of a moving point.
 * Particles start at random points (emission.h); scalars and gas are released in the cells of
 * evenly spread points (domain/sources/cells.c). */

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
