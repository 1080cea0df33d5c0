/* output/prisms/ordering.h - what the writers of prisms need: the order of the mesh's file, and
 * room. */
#ifndef SM_OUTPUT_PRISMS_ORDERING_H
#define SM_OUTPUT_PRISMS_ORDERING_H

#include "domain/mesh/triangles.h"

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

#endif
