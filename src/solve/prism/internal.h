/* solve/prism/internal.h - Poisson solver on prisms: declarations shared by its files
 * (coefficients, levels, state). */
#ifndef SM_SOLVE_PRISM_INTERNAL_H
#define SM_SOLVE_PRISM_INTERNAL_H

#include "device/array_store.h"
#include "solve/amg/amg.h"
#include "solve/prism/poisson.h"

/* coefficients.c */

/* Index of a boundary part in arrays of kinds: [0] bottom, [1] surface, [2 ...] parts of the
 * outline. */
static inline int sm_prism_boundary_index(int part) { return part < 0 ? -1 - part : part + 2; }

/* A point in plan view; the heights of bottom and surface are linear between points. */
struct sm_prism_point {
  double x, y, bottom, depth; /* m; depth: from bottom to surface */
};
struct sm_prism_point sm_prism_corner(const struct sm_prisms *prisms, int vertex);
struct sm_prism_point sm_prism_centroid(const struct sm_prisms *prisms, int triangle);
/* Midpoint of an edge of a triangle. */
struct sm_prism_point sm_prism_edge_middle(const struct sm_prisms *prisms, int triangle, int edge);
void sm_prism_point_at(const struct sm_prism_point *spot, double sigma, double place[3]);

/* Columns: one per triangle, padding up to `columns`, then one per outline edge for the boundary
 * beyond it. */
struct sm_prism_coefficients {
  int layers, triangles, columns, ghosts;
  int32_t *vertex, *neighbour;    /* [3 * columns] */
  int32_t *ghost;                 /* [ghosts] 3 triangle + edge */
  struct sm_prism_edge_f64 *edge; /* [3 * columns] */
  struct sm_prism_column_f64 *column;
  struct sm_prism_couplings *couplings;
  struct sm_prism_tilt *tilt;                   /* [3 * columns]; NULL: slopes are gentle */
  double *thickness, *middle, *sigma, *per_gap; /* [layers + 2] */
  double *tables;                               /* memory of these */
  bool fixed;                                   /* x is prescribed somewhere */
};

/* Vertices in arrays of levels: those of the mesh, and one for the padding. beyond: distance of
 * SM_PRISM_ROBIN. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_coefficients_make(struct sm_context *ctx,
                                                     const struct sm_prisms *prisms,
                                                     const enum sm_prism_kind *kind, double beyond,
                                                     struct sm_prism_coefficients *shape);
void sm_prism_coefficients_free(struct sm_prism_coefficients *shape);

/* vertex_weights.c */

/* Interpolated vertices, that is, those without prescribed values; padded to rows of SM_PRISM_ROW
 * by the vertex after the last of the mesh, which has no columns. As in struct
 * sm_prism_vertices. */
struct sm_prism_vertex_weights {
  int count;
  int32_t *vertex;
  uint32_t *start;
  int32_t *column;
  double *weight, *place;
};

/* Errors: ERR_MEMORY. Free it even after an error. */
SM_CHECKED enum sm_status sm_prism_vertex_weights_make(struct sm_context *ctx,
                                                       const struct sm_prisms *prisms,
                                                       const enum sm_prism_kind *kind,
                                                       enum sm_prism_weights_rule rule,
                                                       struct sm_prism_vertex_weights *weights);
void sm_prism_vertex_weights_free(struct sm_prism_vertex_weights *weights);

/* levels.c */

/* Adds the coarse levels for the prisms of a shape. gamma: in the cell layout
 * (cell/poisson/prism.h), or NULL. Errors: ERR_MEMORY, ERR_DEVICE, ERR_DATA (too many prisms). */
SM_CHECKED enum sm_status sm_prism_levels_make(struct sm_context *ctx,
                                               const struct sm_prisms *prisms,
                                               const struct sm_prism_coefficients *shape,
                                               const double *gamma, struct sm_csr_levels *levels);

/* A level on the host: columns, each with all layers. Couplings are [link][layer], [column][layer],
 * k fastest. */
struct sm_prism_level {
  int columns, layers;
  uint32_t *start; /* [columns + 1] */
  int32_t *to;
  float *link;                 /* between columns */
  float *tilt;                 /* to the column beside and the layer above; 0 in the last. To the
                                  layer below: minus that of the layer below. NULL: none */
  float *up;                   /* to the layer above; 0 in the last */
  float *side, *ends;          /* coupling to prescribed values beyond the outline; below and
                                  above */
  struct sm_prism_point *spot; /* position of each column */
  double *weight;              /* weight of a column in mean positions, m3 */
  double *middle, *thickness;  /* [layers] in sigma */
};

/* Allocates all except the links, whose number follows from `start`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_level_allocate(struct sm_context *ctx, int columns, int layers,
                                                  struct sm_prism_level *level);
SM_CHECKED enum sm_status sm_prism_level_allocate_links(struct sm_context *ctx, bool tilted,
                                                        struct sm_prism_level *level);

/* finest_level.c */

/* Makes the level of the prisms themselves; gamma as above. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_level_finest(struct sm_context *ctx,
                                                const struct sm_prisms *prisms,
                                                const struct sm_prism_coefficients *shape,
                                                const double *gamma, struct sm_prism_level *level);

/* column_pairs.c */

/* Merges pairs of columns, then pairs of pairs, and so on, by the couplings summed over the layers;
 * parent: final parent of each column of the level. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_choose_parents(struct sm_context *ctx,
                                                  const struct sm_prism_level *level, int passes,
                                                  int32_t *parent, int *count);

/* Lists the `fine` columns of each of `coarse` parents. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_list_parts(struct sm_context *ctx, const int32_t *parent,
                                              int fine, int coarse, uint32_t **start,
                                              uint32_t **part);

/* Distinct neighbours of coarse column I, to `out`; returns their number. mark[J]: I + 1 if J is
 * known already; place: position in `out`, may be NULL. */
int sm_prism_list_links(const struct sm_prism_level *fine, const int32_t *parent,
                        const uint32_t *part_start, const uint32_t *part, int I, int32_t *mark,
                        int32_t *place, int32_t *out);

/* aggregate_level.c */

/* Arguments of the aggregation of a level. */
struct sm_prism_aggregation {
  const struct sm_prism_level *fine;
  struct sm_prism_level *coarse;
  const int32_t *parent;       /* per column */
  uint32_t *part_start, *part; /* fine columns of each coarse one */
  bool pair;                   /* layers are merged in pairs */
};

/* Makes the level below `fine`, and of which of its columns each of `coarse` is made: of up to 2 to
 * the power of `passes`, or as many as its neighbours leave over. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_level_aggregate(struct sm_context *ctx,
                                                   const struct sm_prism_level *fine, int passes,
                                                   bool pair, struct sm_prism_aggregation *j);
void sm_prism_aggregation_free(struct sm_prism_aggregation *j);

/* level_rows.c */

/* Adds the coarse level of an aggregation as a sparse matrix. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_level_add(struct sm_context *ctx,
                                             const struct sm_prism_aggregation *j,
                                             struct sm_csr_levels *levels);

/* State of a solver on prisms, for the files of the solver. */

/* A prescribed field and its owned copy of values. */
struct sm_prism_prescribed {
  struct sm_prism_field field;
  double *values;
};

/* Vectors of the Krylov solver, and of the cycle in float; in the cell layout. */
struct sm_prism_vectors {
  union sm_reals r, shadow, p, v, t, e;
  float *b, *z[2];
};

/* Wavefronts of the serial SOR sweep: a column has the level after the highest of its earlier
 * neighbours; layer k of a column of level l is part of pass l + k. */
struct sm_prism_wavefronts {
  int levels;
  uint32_t *start; /* [levels + 1] on the host, in order */
  int32_t *level;  /* of each column */
  int32_t *order;  /* columns by level */
  double *changes; /* sum of the changes of each column */
};

/* Operator, solution, right-hand side and residual in double. */
struct sm_prism_wide {
  struct sm_prism_grid grid;
  struct sm_prism_vertices list; /* x and at are set for each call */
  double *x, *b, *at, *r;        /* at: x at the vertices; boundary contributions are in b */
};

struct sm_prism {
  struct sm_device *device;       /* borrowed */
  const struct sm_prisms *prisms; /* borrowed */
  struct sm_prism_options options;
  enum sm_prism_kind *kind;     /* per part: sm_prism_boundary_index */
  struct sm_prism_field *value; /* per part */
  struct sm_prism_prescribed gamma, source;
  bool prepared; /* the following members are valid for the current inputs */
  bool balanced; /* b has been balanced for these inputs */
  struct sm_prism_coefficients shape;
  struct sm_store store;
  struct sm_prism_wide wide;
  struct sm_prism_compact compact;
  int list_count;
  size_t elements; /* length of arrays in the cell layout, and of vertex arrays */
  size_t corners;
  /* Arrays of the iteration, in the precision of the device: in double the arrays of `wide`; in
   * single precision a correction x of its x for the residual b. y: second x of Jacobi. */
  struct sm_prism_grid grid;
  struct sm_prism_vertices list;
  union sm_reals x, b, at, y;
  double unit;             /* of the correction; 1 in double */
  int corrections;         /* of this solve, in single precision */
  double first_correction; /* norm of the residual after the first */
  int32_t *colour;
  int colours;
  struct sm_prism_wavefronts waves;
  struct sm_prism_vectors vectors;
  double *number, *history; /* SM_PRISM_NUMBERS and SM_PRISM_HISTORY */
  struct sm_csr_levels *levels;
  int sweeps;                   /* smoothing sweeps on the finest level, before and after */
  float momentum[4], weight[4]; /* Chebyshev coefficients of the sweeps of the cycle */
  void *loop;                   /* recorded loop, see repeat in backend.h */
  double imbalance, prepare_seconds;
};

static inline bool sm_prism_is_narrow(const struct sm_prism *prism) {
  return prism->device->bits == 32;
}

/* fields.c */

/* Stores Gamma, which `gamma` receives in the cell layout. Errors: ERR_MEMORY, ERR_DEVICE, ERR_DATA
 * (not positive). */
SM_CHECKED enum sm_status sm_prism_put_gamma(struct sm_context *ctx, struct sm_prism *prism,
                                             double *gamma);
/* Computes b from f and the boundary values. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_put_right_side(struct sm_context *ctx, struct sm_prism *prism);

/* Writes prescribed boundary values into the ghosts of x and its boundary vertices, in their
 * layouts. */
void sm_prism_fill_boundary(const struct sm_prism *prism, double *x, double *at);

/* colours.c */

/* Greedy colouring: gives every column the first colour that no earlier neighbour has; `start` and
 * `to` list the neighbours of each. Returns the number of colours, at most SM_PRISM_COLOURS; or
 * -1. */
int sm_prism_choose_colours(int columns, const uint32_t *start, const int32_t *to, int *colour);
SM_CHECKED enum sm_status sm_prism_put_colours(struct sm_context *ctx, struct sm_prism *prism);

/* wavefronts.c */

/* Levels of columns as in struct sm_prism_wavefronts; `neighbour`: three of each, those after the
 * last column have no level. Returns the number of levels. */
int sm_prism_find_levels(int columns, const int32_t *neighbour, int32_t *level);
SM_CHECKED enum sm_status sm_prism_put_wavefronts(struct sm_context *ctx, struct sm_prism *prism);

/* prepare.c */

/* Computes everything that depends on the inputs. Errors: ERR_MEMORY, ERR_DEVICE, ERR_DATA. */
SM_CHECKED enum sm_status sm_prism_prepare(struct sm_context *ctx, struct sm_prism *prism);
void sm_prism_release(struct sm_prism *prism);

/* iterations.c */

/* Enqueue: the vertices of wide.x; y = b - A x in double, with the sum of y y to *sum. */
void sm_prism_run_wide_vertices(struct sm_prism *prism);
void sm_prism_run_residual(struct sm_prism *prism, double *y, double *sum);

void sm_prism_choose_sweeps(struct sm_prism *prism);

/* One pass of the solver: one or two iterations; user: the prism. */
void sm_prism_iterate(void *user);

/* bytes_moved.c */

/* Minimum memory traffic of an iteration, bytes. */
double sm_prism_iteration_bytes(const struct sm_prism *prism);

#endif
