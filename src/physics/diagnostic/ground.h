/* ground.h - ground heights along lines: towards the sun, along a slope, upwind. */
#ifndef SM_PHYSICS_DIAGNOSTIC_GROUND_H
#define SM_PHYSICS_DIAGNOSTIC_GROUND_H

#include "domain/domain.h"

/* Map of ground heights per column: a place is (x, y) in units of columns, and the centre of column
 * (i, j) is at (i, j). */
struct sm_ground_map {
  const float *height; /* [ny][nx], m */
  int n[2];
  double cell[2]; /* m */
  double stride;  /* m, step along a line: the shorter side of a cell */
  double highest; /* m */
};
struct sm_ground_map sm_ground_of(const struct sm_domain *domain);

/* Whether a place lies within the area of the column centres. */
bool sm_ground_inside(const struct sm_ground_map *g, double x, double y);

/* Ground height (m) at a place inside, bilinear. */
double sm_ground_at(const struct sm_ground_map *g, double x, double y);

/* Place after `steps` strides from column (i, j) along a unit vector. */
void sm_ground_step(const struct sm_ground_map *g, int i, int j, const double direction[2],
                    int steps, double place[2]);

/* Slope at a column, m per m along x and y. */
void sm_ground_slope(const struct sm_ground_map *g, int i, int j, double slope[2]);

/* Number of columns of an array with a ring of padding, as the first guess reads it
 * (cell/diagnostic/wind.h); and such an array from one of [ny][nx]: the padding repeats the
 * outermost columns. */
size_t sm_ground_padded(const struct sm_domain *domain);
void sm_ground_pad(const struct sm_domain *domain, const float *from, float *to);

#endif
