/* solve/prism/coefficients.h - coefficients of the operator on prisms (cell/poisson/prism.h), on
 * the host. */
#ifndef SM_SOLVE_PRISM_COEFFICIENTS_H
#define SM_SOLVE_PRISM_COEFFICIENTS_H

#include "solve/prism/poisson.h"

/* Kinds of the parts of a boundary: [0] bottom, [1] surface, [2 ...] the outline's. */
static inline int sm_prism_boundary_index(int part) { return part < 0 ? -1 - part : part + 2; }

/* A place over the plane: the heights of bottom and surface change linearly between places. */
struct sm_prism_point {
  double x, y, bottom, depth; /* m; depth: from bottom to surface */
};
struct sm_prism_point sm_prism_corner(const struct sm_prisms *prisms, int vertex);
struct sm_prism_point sm_prism_centroid(const struct sm_prisms *prisms, int triangle);
/* Of an edge of a triangle. */
struct sm_prism_point sm_prism_edge_middle(const struct sm_prisms *prisms, int triangle, int edge);
void sm_prism_point_at(const struct sm_prism_point *spot, double sigma, double place[3]);

/* Columns: those of the triangles, padding up to `columns`, then one per edge of the outline, which
 * stands for the boundary behind it. */
struct sm_prism_coefficients {
  int layers, triangles, columns, ghosts;
  int32_t *vertex, *neighbour; /* [3 * columns] */
  int32_t *ghost;              /* [ghosts] 3 triangle + edge */
  struct sm_prism_edge *edge;  /* [3 * columns] */
  struct sm_prism_column *column;
  struct sm_prism_couplings *couplings;
  double *thickness, *middle, *sigma, *per_gap; /* [layers + 2] */
  double *tables;                               /* what these lie in */
  bool fixed;                                   /* x is given somewhere */
};

/* Vertices in arrays of levels: those of the mesh, and one for the padding. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_coefficients_make(struct sm_context *ctx,
                                                     const struct sm_prisms *prisms,
                                                     const enum sm_prism_kind *kind,
                                                     struct sm_prism_coefficients *shape);
void sm_prism_coefficients_free(struct sm_prism_coefficients *shape);

#endif
