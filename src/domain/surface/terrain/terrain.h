/* domain/surface/terrain/terrain.h - terrain height, orography (height and width of hills) and
 * roughness length of every column. */
#ifndef SM_DOMAIN_SURFACE_TERRAIN_TERRAIN_H
#define SM_DOMAIN_SURFACE_TERRAIN_TERRAIN_H

#include "base/context.h"
#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/gis.h"

/* orography.c */

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

/* roughness.c */

/* Fills domain->z0: uniform, from a raster of lengths (m), or from a raster of classes and their
 * table. Columns without data, and classes that the table lacks, get the case's z0; warned of.
 * Errors: ERR_CASE (z0 not positive), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_roughness_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);

/* terrain.c */

/* Fills terrain[ny][nx] with m above the lowest ground, whose altitude (m) goes to *lowest.
 * Ground that the files do not cover, and holes in them, are errors, or filled with a warning when
 * the case asks for it. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_horizontal_grid *plan, float *terrain,
                                          double *lowest);

/* `passes` of a 3 x 3 mean; at the rim over the neighbours there are. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_smooth(struct sm_context *ctx, int nx, int ny, int passes,
                                            float *terrain);

#endif
