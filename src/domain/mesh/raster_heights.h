/* domain/mesh/raster_heights.h - heights at the vertices of a mesh, from a raster. */
#ifndef SM_DOMAIN_MESH_RASTER_HEIGHTS_H
#define SM_DOMAIN_MESH_RASTER_HEIGHTS_H

#include "domain/mesh/triangles.h"

/* Reads the part of a raster that lies below a mesh, whose coordinates must be those of the raster,
 * and fills out[vertices], m, as heights.h does. Errors: ERR_DATA (no raster, one that does not
 * reach so far, cells without a value; no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_raster_heights_fill(struct sm_context *ctx, const char *path,
                                                 const struct sm_triangles *triangles, double *out);

#endif
