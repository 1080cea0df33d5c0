/* vtkhdf.h - prisms as wedges in ParaView's VTKHDF, version 1.0. */
#ifndef SM_OUTPUT_VTK_VTKHDF_H
#define SM_OUTPUT_VTK_VTKHDF_H

#include "output/prisms/fields.h"

/* Writes an UnstructuredGrid: points layer by layer from the bottom, wedges likewise, both in the
 * order of the mesh's file, and fields as cell data. ParaView 5.11 wants names that end with .hdf.
 * Nothing is left of a file that fails. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                                          const struct sm_prism_file *contents);

#endif
