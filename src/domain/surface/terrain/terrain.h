/* domain/surface/terrain/terrain.h - terrain height, orography (height and half-length of hills)
 * and roughness length of every column. */
#ifndef SM_DOMAIN_SURFACE_TERRAIN_TERRAIN_H
#define SM_DOMAIN_SURFACE_TERRAIN_TERRAIN_H

#include "base/context.h"
#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/gis.h"

/* orography.c */

/* Orography: scales of the hills above a mean plane. */
struct sm_orography {
  double height; /* m, from the lowest to the highest point relative to the plane */
  double length; /* m, half-length: distance from a hilltop to half its height; 0: no hills */
};

/* Finds height and half-length from the ground terrain[ny][nx] (m) on columns of dx by dy
 * metres.
 *
 * The half-length is that of a round Gaussian hill with the same autocorrelation, which falls to
 * one half at the lag r_x along x and r_y along y; a Gaussian hill of half-length L has r = sqrt(2)
 * L. 1/r^2 is a quadratic form of the direction, so the mean of 1/r_x^2 and 1/r_y^2 does not depend
 * on the orientation of the grid. Long waves dominate, as their effect on the wind reaches high;
 * roughness at the scale of a column has no influence. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_orography_find(struct sm_context *ctx, const float *terrain, int nx,
                                            int ny, double dx, double dy, struct sm_orography *out);

/* roughness.c */

/* Fills domain->z0: uniform, from a raster of roughness lengths (m), or from a raster of classes
 * and a table. Columns without data and unknown classes get the z0 of the case, with a warning.
 * Errors: ERR_CASE (z0 not positive), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_roughness_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);

/* terrain.c */

/* Fills terrain[ny][nx] with heights in m above the lowest ground, whose altitude (m) goes to
 * *lowest. Uncovered columns and holes in the files are errors, or are filled with a warning when
 * the case allows it. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_horizontal_grid *plan, float *terrain,
                                          double *lowest);

/* Applies `passes` of a 3 x 3 mean; at the rim over existing neighbours. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_smooth(struct sm_context *ctx, int nx, int ny, int passes,
                                            float *terrain);

#endif
