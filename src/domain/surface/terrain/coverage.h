/* domain/surface/terrain/coverage.h - the part of a bounding box that terrain files really cover.
 */
#ifndef SM_DOMAIN_SURFACE_TERRAIN_COVERAGE_H
#define SM_DOMAIN_SURFACE_TERRAIN_COVERAGE_H

#include "case/case.h"
#include "input/gis.h"

/* Options for reading the elevation files of a case. */
struct sm_raster_options sm_terrain_options(const struct sm_case_terrain *terrain);

/* Shrinks the box (m in the CRS) to a large rectangle that the terrain covers: a raster from
 * another CRS lies askew in its bounding box. Does nothing where the raster fills its box or holes
 * are filled on request. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cover_shrink(struct sm_context *ctx,
                                          const struct sm_case_terrain *terrain,
                                          const struct sm_crs *crs, double x[2], double y[2]);

/* The largest rectangle of `covered` cells of an n x n grid, as [i0, i1) x [j0, j1); empty when
 * no cell is covered. n is at most SM_COVER_CELLS. */
enum { SM_COVER_CELLS = 64 };
void sm_cover_largest(const bool *covered, int n, int i[2], int j[2]);

#endif
