/* heights.h - heights at the vertices of a mesh: from a function, or from a map. */
#ifndef SM_DOMAIN_MESH_HEIGHTS_H
#define SM_DOMAIN_MESH_HEIGHTS_H

#include "domain/mesh/triangles.h"
#include "input/gis.h"

/* raster_heights.c */

/* Reads the part of a raster below a mesh and interpolates it to out[vertices], m. The mesh must be
 * in the coordinates of the raster. Errors: ERR_DATA (not a raster, one that does not cover the
 * mesh, cells without a value; no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_raster_heights_fill(struct sm_context *ctx, const char *path,
                                                 const struct sm_triangles *triangles, double *out);

/* heights.c */

/* Height (m) as a function of position (m). */
struct sm_height_function {
  double (*at)(const void *data, double x, double y);
  const void *data;
};

/* Height raster: value[ny][nx] (m) at the cell centres of a window. */
struct sm_height_map {
  struct sm_map_window window;
  const float *value;
};

/* Height from a raster: bilinear between cell centres, constant from the outermost centres to the
 * rim; NAN outside and beside cells without a value. */
double sm_height_map_at(const void *map, double x, double y);

/* Evaluates a height function at all vertices, out[vertices]. Errors: ERR_DATA, with the position
 * of a vertex without a height; `what` names the quantity in the message. */
SM_CHECKED enum sm_status sm_heights_fill(struct sm_context *ctx,
                                          const struct sm_triangles *triangles,
                                          struct sm_height_function height, const char *what,
                                          double *out);

#endif
