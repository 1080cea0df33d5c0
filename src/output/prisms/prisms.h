/* output/prisms/prisms.h - prisms and the fields on them, as files have them. */
#ifndef SM_OUTPUT_PRISMS_PRISMS_H
#define SM_OUTPUT_PRISMS_PRISMS_H

#include "domain/mesh/prisms.h"
#include "domain/mesh/triangles.h"

/* What a file of prisms holds. */

/* A number of every prism, with the words of CF; "": not given. */
struct sm_prism_values {
  const char *name, *standard_name, *long_name, *unit;
  const double *value; /* [triangles][layers] */
};

/* How the fields were found. */
struct sm_prism_record {
  bool converged;
  int iterations;
  double residual; /* relative */
};

struct sm_prism_file {
  const struct sm_prisms *prisms;
  const struct sm_domain *domain; /* whose map projection the places are in; NULL: not known */
  const struct sm_prism_values *field;
  int field_count;
  const char *title, *case_text, *device; /* NULL: not given */
  const struct sm_prism_record *record;   /* likewise */
  int compression;                        /* 0 to 9 */
};

/* ordering.c: What the writers of prisms need: the order of the mesh's file, and room. */

struct sm_prism_ordering {
  int *triangle_at, *vertex_at; /* which triangle, and vertex, is the n-th of the file */
  int *vertex_to;               /* place of a vertex in the file */
  double *number;               /* room for values */
  void *index;                  /* room for numbers of nodes */
};

/* Finds the order, and makes room for so many numbers and for bytes of indices. Freed with
 * sm_prism_ordering_free, also after an error. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_ordering_create(struct sm_context *ctx,
                                                   const struct sm_triangles *plane, size_t numbers,
                                                   size_t index_bytes,
                                                   struct sm_prism_ordering *out);
void sm_prism_ordering_free(struct sm_prism_ordering *room);

/* ugrid.c: Prisms as UGRID NetCDF: a plane mesh, and layers (docs/theory/prisms-mesh.md). */

/* Writes mesh, sides of the outline, heights, sigma, centres and volumes of the prisms, and fields
 * (layer, face). Faces and nodes are in the order of the mesh's file. Enough to find norms of an
 * error from the file alone. Nothing is left of a file that fails.
 * Errors: ERR_IO, ERR_MEMORY, ERR_DATA (no NetCDF). */
SM_CHECKED enum sm_status sm_ugrid_write(struct sm_context *ctx, const char *path,
                                         const struct sm_prism_file *contents);

/* probe.c */

/* The wind of a file with wind.mesh = "prisms" as sm_probe_wind: linear in the triangle of a point
 * between means round its corners, each over the prisms of the triangles there; upwards in each as
 * on slices. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_probe_wind(struct sm_context *ctx, const char *path,
                                              size_t count, const double point[][3],
                                              double wind[][3]);

#endif
