/* output/prisms/prisms.h - prism meshes and their fields in files. */
#ifndef SM_OUTPUT_PRISMS_PRISMS_H
#define SM_OUTPUT_PRISMS_PRISMS_H

#include "domain/mesh/prisms.h"
#include "domain/mesh/triangles.h"

/* Data of a prism file. */

/* Prism field with CF attributes; "": absent. */
struct sm_prism_values {
  const char *name, *standard_name, *long_name, *unit;
  const double *value; /* [triangles][layers] */
};

/* Solver statistics of the fields. */
struct sm_prism_record {
  bool converged;
  int iterations;
  double residual; /* relative */
};

struct sm_prism_file {
  const struct sm_prisms *prisms;
  const struct sm_domain *domain; /* provides the map projection; may be NULL */
  const struct sm_prism_values *field;
  int field_count;
  const char *title, *case_text, *device; /* may be NULL */
  const struct sm_prism_record *record;   /* may be NULL */
  int compression;                        /* 0 to 9 */
};

/* ordering.c: Order of the mesh file and work arrays for the writers of prisms. */

struct sm_prism_ordering {
  int *triangle_at, *vertex_at; /* triangle and vertex with index n in the file */
  int *vertex_to;               /* index of a vertex in the file */
  double *number;               /* work array of values */
  void *index;                  /* work array of indices */
};

/* Finds the file order and allocates work arrays of `numbers` values and bytes of indices. Freed
 * with sm_prism_ordering_free, also after an error. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_ordering_create(struct sm_context *ctx,
                                                   const struct sm_triangles *plane, size_t numbers,
                                                   size_t index_bytes,
                                                   struct sm_prism_ordering *out);
void sm_prism_ordering_free(struct sm_prism_ordering *room);

/* ugrid.c: Prisms as UGRID NetCDF: plane mesh and layers (docs/theory/prisms-mesh.md). */

/* Writes mesh, boundary parts, heights, sigma, centres and volumes of the prisms, and fields
 * (layer, face); error norms can be computed from the file alone. Faces and nodes are in the order
 * of the mesh file. The file is removed on failure. Errors: ERR_IO, ERR_MEMORY, ERR_DATA (no
 * NetCDF). */
SM_CHECKED enum sm_status sm_ugrid_write(struct sm_context *ctx, const char *path,
                                         const struct sm_prism_file *contents);

/* probe.c */

/* Wind at points from a file with wind.mesh = "prisms", like sm_probe_wind: linear in the triangle
 * of a point between averages at its corners, each over the adjacent prisms; vertical interpolation
 * as in slices. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_probe_wind(struct sm_context *ctx, const char *path,
                                              size_t count, const double point[][3],
                                              double wind[][3]);

#endif
