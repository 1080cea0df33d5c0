/* ugrid.h - prisms as UGRID NetCDF: a plane mesh, and layers (docs/theory/prisms-mesh.md). */
#ifndef SM_OUTPUT_PRISMS_UGRID_H
#define SM_OUTPUT_PRISMS_UGRID_H

#include "output/prisms/fields.h"

/* Writes mesh, sides of the outline, heights, sigma, centres and volumes of the prisms, and fields
 * (layer, face). Faces and nodes are in the order of the mesh's file. Enough to find norms of an
 * error from the file alone. Nothing is left of a file that fails.
 * Errors: ERR_IO, ERR_MEMORY, ERR_DATA (no NetCDF). */
SM_CHECKED enum sm_status sm_ugrid_write(struct sm_context *ctx, const char *path,
                                         const struct sm_prism_file *contents);

#endif
