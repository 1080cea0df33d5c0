/* domain/grid/horizontal.h - horizontal position and size of the domain, from file extents only. */
#ifndef SM_DOMAIN_GRID_HORIZONTAL_H
#define SM_DOMAIN_GRID_HORIZONTAL_H

#include "case/case.h"
#include "domain/positions.h"
#include "input/gis.h"

struct sm_horizontal_grid {
  struct sm_crs crs;
  double origin[2]; /* south-west corner with margin in the CRS, m */
  double cell[2];   /* m */
  double margin;    /* m: positions in the case are relative to origin + margin */
  int n[2];         /* number of columns along x and y */
};

/* Selects the CRS, position and size of the domain of a case. Sizes that are not a whole number of
 * cells grow to the east and north; sizes taken from the terrain shrink, to stay on it. Errors:
 * ERR_CASE (unknown size or position, too many cells), ERR_DATA (a file), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_horizontal_grid_create(struct sm_context *ctx, const struct sm_case *c,
                                                    struct sm_horizontal_grid *out);
void sm_horizontal_grid_free(struct sm_horizontal_grid *plan);

/* Extent of the domain in map coordinates, for checks of degrees. */
struct sm_domain_map sm_plan_map(const struct sm_horizontal_grid *plan);

/* Window of map rasters that matches the columns of the grid. */
struct sm_map_window sm_horizontal_grid_window(const struct sm_horizontal_grid *plan);

/* domain/surface/terrain/coverage.c: Rectangle inside a bounding box that terrain files cover. */

/* Options for reading the terrain files of a case. */
struct sm_raster_options sm_terrain_options(const struct sm_case_terrain *terrain);

/* Shrinks the box (m in the CRS) to a large rectangle covered by the terrain: a raster from another
 * CRS is rotated in its bounding box. No change where the raster fills its box or where filling of
 * holes is requested. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cover_shrink(struct sm_context *ctx,
                                          const struct sm_case_terrain *terrain,
                                          const struct sm_crs *crs, double x[2], double y[2]);

/* Finds the largest rectangle of `covered` cells in an n x n grid, as [i0, i1) x [j0, j1); empty
 * without covered cells. n is at most SM_COVER_CELLS. */
enum { SM_COVER_CELLS = 64 };
void sm_cover_largest(const bool *covered, int n, int i[2], int j[2]);

#endif
