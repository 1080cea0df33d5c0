/* domain/surface/terrain/coverage.h - rectangle inside a
 * bounding box that terrain files cover. */
#ifndef SM_DOMAIN_SURFACE_TERRAIN_COVERAGE_H
#define SM_DOMAIN_SURFACE_TERRAIN_COVERAGE_H

#include "case/case.h"
#include "input/gis.h"

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
