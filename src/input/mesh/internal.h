/* input/mesh/internal.h - readers of mesh files: Gmsh and UGRID, scanner of numbers. */
#ifndef SM_INPUT_MESH_INTERNAL_H
#define SM_INPUT_MESH_INTERNAL_H

#include "base/context.h"
#include "input/mesh/mesh.h"

/* scanner.c */

enum { SM_MESH_SCAN_WORD = 64 };

struct sm_mesh_scan {
  struct sm_context *ctx;
  const char *path;
  const char *text; /* [size] */
  size_t size, at;
  int line;     /* of the place, from 1; of binary files nobody counts lines */
  bool binary;  /* numbers are binary */
  bool swapped; /* they are in the other byte order */
};

/* ERR_DATA, with the line, or the byte in a binary file. Control characters are shown as '?'. */
enum sm_status sm_mesh_scan_fail(const struct sm_mesh_scan *s, const char *format, ...)
    SM_FORMAT(2, 3);

/* Skips blanks; false at the end of the file. */
bool sm_mesh_scan_blanks(struct sm_mesh_scan *s);

/* Goes on to the next line. */
void sm_mesh_scan_end_line(struct sm_mesh_scan *s);

/* The next word, cut to its size; "" at the end. */
void sm_mesh_scan_word(struct sm_mesh_scan *s, char out[SM_MESH_SCAN_WORD]);

/* The next word as a whole number, also in a binary file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_text_integer(struct sm_mesh_scan *s, long long *out);

/* A whole number of 4 or 8 bytes, or a word; a number that is finite. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_integer(struct sm_mesh_scan *s, int bytes, long long *out);
SM_CHECKED enum sm_status sm_mesh_scan_real(struct sm_mesh_scan *s, double *out);

/* Refuses a count of `what` that is negative, or that the rest of the file cannot hold when each
 * takes at least `least` bytes. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_check_count(struct sm_mesh_scan *s, long long count,
                                                   const char *what, size_t least);

/* Moves to the end of the next occurrence of a word; false: no occurrence. */
bool sm_mesh_scan_find(struct sm_mesh_scan *s, const char *word);

/* gmsh.c */

/* As sm_mesh_read. Of the physical groups those of curves name the parts of the outline; a line
 * that is in several is in the first. */
SM_CHECKED enum sm_status sm_mesh_gmsh_read(struct sm_context *ctx, const char *path,
                                            struct sm_mesh *out);

/* The same of a file's bytes. */
SM_CHECKED enum sm_status sm_mesh_gmsh_parse(struct sm_context *ctx, const char *path,
                                             const char *text, size_t size, struct sm_mesh *out);

/* gmsh_elements.c */

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

/* ugrid.c */

/* As sm_mesh_read. The mesh is the first mesh_topology of dimension 2. A variable on its edges that
 * has flag_values and flag_meanings names the parts of the outline ("inside": none of it); z is the
 * variable `bottom` on its nodes, or one whose standard name is an altitude. */
SM_CHECKED enum sm_status sm_mesh_ugrid_read(struct sm_context *ctx, const char *path,
                                             struct sm_mesh *out);

#endif
