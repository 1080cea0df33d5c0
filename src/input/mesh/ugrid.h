/* input/mesh/ugrid.h - the plane mesh of a UGRID NetCDF file (ugrid-conventions, version 1.0). */
#ifndef SM_INPUT_MESH_UGRID_H
#define SM_INPUT_MESH_UGRID_H

#include "input/mesh/mesh.h"

/* As sm_mesh_read. The mesh is the first mesh_topology of dimension 2. A variable on its edges that
 * has flag_values and flag_meanings names the parts of the outline ("inside": none of it); z is the
 * variable `bottom` on its nodes, or one whose standard name is an altitude. */
SM_CHECKED enum sm_status sm_mesh_ugrid_read(struct sm_context *ctx, const char *path,
                                             struct sm_mesh *out);

#endif
