/* domain/surface/orography.h - how high and how wide the hills of the ground are. */
#ifndef SM_DOMAIN_SURFACE_OROGRAPHY_H
#define SM_DOMAIN_SURFACE_OROGRAPHY_H

#include "base/context.h"

/* The ground as a plane and hills on it. */
struct sm_orography {
  double height; /* m, from the lowest to the highest point above the plane */
  double
      length; /* m, half-length: from the top of a hill to where it is half as high; 0: no hills */
};

/* Finds both from the ground terrain[ny][nx] (m) on columns of dx by dy metres.
 *
 * The half-length is that of the round Gaussian hill of the same correlation. Half of the ground's
 * variance is lost at the distance r_x along x, and r_y along y; a Gaussian hill of half-length L
 * has r = sqrt(2) L. 1/r^2 is a quadratic form of the direction, so the mean of 1/r_x^2 and 1/r_y^2
 * does not depend on how the grid lies. Long waves count, as the wind feels them far up; how rough
 * the ground is from one column to the next does not matter. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_orography_find(struct sm_context *ctx, const float *terrain, int nx,
                                            int ny, double dx, double dy, struct sm_orography *out);

#endif
