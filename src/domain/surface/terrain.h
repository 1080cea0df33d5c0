/* terrain.h - the height of the ground in every column. */
#ifndef SM_DOMAIN_SURFACE_TERRAIN_H
#define SM_DOMAIN_SURFACE_TERRAIN_H

#include "domain/grid/horizontal.h"
#include "input/gis.h"

/* Fills terrain[ny][nx] with m above the lowest ground, whose altitude (m) goes to *lowest.
 * Ground that the files do not cover, and holes in them, are errors, or filled with a warning when
 * the case asks for it. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_horizontal_grid *plan, float *terrain,
                                          double *lowest);

/* How the files of the ground are read. */
struct sm_raster_options sm_terrain_options(const struct sm_case_terrain *terrain);

/* `passes` of a 3 x 3 mean; at the rim over the neighbours there are. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_smooth(struct sm_context *ctx, int nx, int ny, int passes,
                                            float *terrain);

/* Gives every column without a value (NAN) the value of one of the nearest that have one; at least
 * one must. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_continue(struct sm_context *ctx, int nx, int ny,
                                              float *terrain);

#endif
