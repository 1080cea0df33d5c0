/* input/mesh/gmsh.h - gmsh's mesh files, versions 2.2 and 4.1, text and binary of either byte
 * order. */
#ifndef SM_INPUT_MESH_GMSH_H
#define SM_INPUT_MESH_GMSH_H

#include "input/mesh/mesh.h"

/* As sm_mesh_read. Of the physical groups those of curves name the parts of the outline; a line
 * that is in several is in the first. */
SM_CHECKED enum sm_status sm_mesh_gmsh_read(struct sm_context *ctx, const char *path,
                                            struct sm_mesh *out);

/* The same of a file's bytes. */
SM_CHECKED enum sm_status sm_mesh_gmsh_parse(struct sm_context *ctx, const char *path,
                                             const char *text, size_t size, struct sm_mesh *out);

#endif
