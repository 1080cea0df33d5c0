/* solve/prism/vertex_weights.h - how x at a vertex follows from the columns round it, on the host.
 */
#ifndef SM_SOLVE_PRISM_VERTEX_WEIGHTS_H
#define SM_SOLVE_PRISM_VERTEX_WEIGHTS_H

#include "solve/prism/coefficients.h"

/* The vertices that no side of the outline gives; padded to rows of SM_PRISM_ROW by the vertex
 * behind the last of the mesh, which has no columns. As in struct sm_prism_vertices. */
struct sm_prism_vertex_weights {
  int count;
  int32_t *vertex;
  uint32_t *start;
  int32_t *column;
  double *weight, *place;
};

/* Errors: ERR_MEMORY. To be freed after an error too. */
SM_CHECKED enum sm_status sm_prism_vertex_weights_make(struct sm_context *ctx,
                                                       const struct sm_prisms *prisms,
                                                       const enum sm_prism_kind *kind,
                                                       enum sm_prism_weights_rule rule,
                                                       struct sm_prism_vertex_weights *weights);
void sm_prism_vertex_weights_free(struct sm_prism_vertex_weights *weights);

#endif
