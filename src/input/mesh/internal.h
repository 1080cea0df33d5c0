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
  int line;     /* line number, from 1; not counted in binary files */
  bool binary;  /* numbers are binary */
  bool swapped; /* in the other byte order */
};

/* Fails with ERR_DATA and the line, or the byte in a binary file. Control characters become '?'. */
enum sm_status sm_mesh_scan_fail(const struct sm_mesh_scan *s, const char *format, ...)
    SM_FORMAT(2, 3);

/* Skips blanks; false at the end of the file. */
bool sm_mesh_scan_blanks(struct sm_mesh_scan *s);

/* Skips to the next line. */
void sm_mesh_scan_end_line(struct sm_mesh_scan *s);

/* Reads the next word, truncated to the buffer; "" at the end. */
void sm_mesh_scan_word(struct sm_mesh_scan *s, char out[SM_MESH_SCAN_WORD]);

/* Reads the next word as an integer, also in a binary file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_text_integer(struct sm_mesh_scan *s, long long *out);

/* Reads an integer of 4 or 8 bytes or a word; reads a finite number. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_integer(struct sm_mesh_scan *s, int bytes, long long *out);
SM_CHECKED enum sm_status sm_mesh_scan_real(struct sm_mesh_scan *s, double *out);

/* Rejects a count of `what` that is negative or too large for the rest of the file, with at least
 * `least` bytes per item. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_check_count(struct sm_mesh_scan *s, long long count,
                                                   const char *what, size_t least);

/* Moves past the next occurrence of a word; false when there is none. */
bool sm_mesh_scan_find(struct sm_mesh_scan *s, const char *word);

/* gmsh.c */

/* Reads a Gmsh file like sm_mesh_read. Physical groups of curves name the boundary parts; a line in
 * several groups belongs to the first one. */
SM_CHECKED enum sm_status sm_mesh_gmsh_read(struct sm_context *ctx, const char *path,
                                            struct sm_mesh *out);

/* Parses a Gmsh file in memory. */
SM_CHECKED enum sm_status sm_mesh_gmsh_parse(struct sm_context *ctx, const char *path,
                                             const char *text, size_t size, struct sm_mesh *out);

/* gmsh_elements.c */

/* Node number in the file and index in the mesh. */
struct sm_gmsh_tag {
  long long number;
  int node;
};

/* Number of a curve or of a physical group of lines,
 * and the group of the mesh. */
struct sm_gmsh_curve {
  long long number;
  int group;
};

struct sm_gmsh {
  struct sm_mesh_scan scan;
  struct sm_mesh *mesh;
  int version;                    /* 22 or 41; 0: not yet known */
  struct sm_gmsh_tag *tag;        /* [nodes] rising */
  struct sm_gmsh_curve *physical; /* physical groups of lines */
  struct sm_gmsh_curve *curve;    /* curves of version 4.1 */
  int physical_count, curve_count;
  bool has_elements;
};

/* Group of the mesh for a physical number; created without a name if new. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gmsh_group(struct sm_gmsh *msh, long long physical, const char *name,
                                        int *out);

/* Read a section after its name up to its end mark. `parametric`:
 * $ParametricNodes of version 2.2, with additional coordinates on a curve or
 * surface. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gmsh_read_nodes(struct sm_gmsh *msh, bool parametric);
SM_CHECKED enum sm_status sm_gmsh_read_elements(struct sm_gmsh *msh);

/* ugrid.c */

/* Reads a UGRID file like sm_mesh_read. The mesh is the first mesh_topology of dimension 2. An edge
 * variable with flag_values and flag_meanings names the boundary parts ("inside": none); z is the
 * node variable `bottom`, or one whose standard name is an altitude. */
SM_CHECKED enum sm_status sm_mesh_ugrid_read(struct sm_context *ctx, const char *path,
                                             struct sm_mesh *out);

#endif
