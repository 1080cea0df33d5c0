/* ground.h - lines across the ground: to the sun, along a slope, upwind. */
#ifndef SM_PHYSICS_DIAGNOSTIC_GROUND_H
#define SM_PHYSICS_DIAGNOSTIC_GROUND_H

#include "domain/domain.h"

/* The ground in columns: a place is (x, y), and the centre of column (i, j) is at (i, j). */
struct sm_ground_map {
  const float *height; /* [ny][nx], m */
  int n[2];
  double cell[2]; /* m */
  double stride;  /* m, of a line's steps: the shorter side of a cell */
  double highest; /* m */
};
struct sm_ground_map sm_ground_of(const struct sm_domain *domain);

/* Whether a place lies between centres of columns, where the ground is known. */
bool sm_ground_inside(const struct sm_ground_map *g, double x, double y);

/* Height (m) at a place inside, bilinear. */
double sm_ground_at(const struct sm_ground_map *g, double x, double y);

/* Place after `steps` strides from column (i, j) along a unit vector. */
void sm_ground_step(const struct sm_ground_map *g, int i, int j, const double direction[2],
                    int steps, double place[2]);

/* Slope at a column, m per m along x and y. */
void sm_ground_slope(const struct sm_ground_map *g, int i, int j, double slope[2]);

/* Columns of an array with a ring of padding, as the first guess reads them
 * (cell/diagnostic/wind.h); and such an array from one of [ny][nx]: beyond the sides the outermost
 * columns go on. */
size_t sm_ground_padded(const struct sm_domain *domain);
void sm_ground_pad(const struct sm_domain *domain, const float *from, float *to);

#endif
