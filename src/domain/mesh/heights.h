/* heights.h - heights at the vertices of a mesh: from a function, or from a map. */
#ifndef SM_DOMAIN_MESH_HEIGHTS_H
#define SM_DOMAIN_MESH_HEIGHTS_H

#include "domain/mesh/triangles.h"
#include "input/gis.h"

/* raster_heights.c */

/* Reads the part of a raster that lies below a mesh, whose coordinates must be those of the raster,
 * and fills out[vertices], m, as heights.h does. Errors: ERR_DATA (no raster, one that does not
 * reach so far, cells without a value; no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_raster_heights_fill(struct sm_context *ctx, const char *path,
                                                 const struct sm_triangles *triangles, double *out);

/* heights.c */

/* Height, m, at a place, m. */
struct sm_height_function {
  double (*at)(const void *data, double x, double y);
  const void *data;
};

/* A map of heights: value[ny][nx] (m) at the centres of the cells of a window. */
struct sm_height_map {
  struct sm_map_window window;
  const float *value;
};

/* Height of a map: bilinear between the centres of its cells, level from the outermost to the rim;
 * NAN outside, and beside a cell without a value. */
double sm_height_map_at(const void *map, double x, double y);

/* Fills out[vertices]. Errors: ERR_DATA, with the place of a vertex where there is no height, and
 * `what` it is the height of. */
SM_CHECKED enum sm_status sm_heights_fill(struct sm_context *ctx,
                                          const struct sm_triangles *triangles,
                                          struct sm_height_function height, const char *what,
                                          double *out);

#endif
