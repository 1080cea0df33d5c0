/* input/mesh/gmsh_elements.h - the $Nodes and $Elements of gmsh's mesh files. */
#ifndef SM_INPUT_MESH_GMSH_ELEMENTS_H
#define SM_INPUT_MESH_GMSH_ELEMENTS_H

#include "input/mesh/mesh.h"
#include "input/mesh/scanner.h"

/* What gmsh calls a node, and where it is among ours. */
struct sm_gmsh_tag {
  long long number;
  int node;
};

/* A curve of the model, or the group of lines with a number: of either the number, and the group
 * that it stands for. */
struct sm_gmsh_curve {
  long long number;
  int group;
};

struct sm_gmsh {
  struct sm_mesh_scan scan;
  struct sm_mesh *mesh;
  int version;                    /* 22 or 41; 0 before it is known */
  struct sm_gmsh_tag *tag;        /* [nodes] rising */
  struct sm_gmsh_curve *physical; /* physical groups of lines */
  struct sm_gmsh_curve *curve;    /* of version 4.1 */
  int physical_count, curve_count;
  bool has_elements;
};

/* The group of lines of a physical number; one that has no name yet is made. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gmsh_group(struct sm_gmsh *msh, long long physical, const char *name,
                                        int *out);

/* Read a section from behind its name to before its end; `parametric`: it is the $ParametricNodes
 * of version 2.2, which have a place on their curve or surface as well. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gmsh_read_nodes(struct sm_gmsh *msh, bool parametric);
SM_CHECKED enum sm_status sm_gmsh_read_elements(struct sm_gmsh *msh);

#endif
