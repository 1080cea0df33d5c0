/* prism.h - Poisson equation on the prisms of a sigma grid, per cell (docs/theory/prisms.md).
 *
 * For every prism: -sum over its faces of the flux Gamma grad x . S = b. The gradient at a face is
 * that of the region between the two centres and the face's vertices (Green-Gauss); x at a vertex
 * is a weighted mean of the centres around it.
 *
 * A column of prisms over a triangle is stored from below, k fastest, with one element below and
 * one above it that are 0, as are the columns after the last of the mesh: boundary values are part
 * of b. Columns are padded to rows of SM_PRISM_ROW; a padding column is its own neighbour, with
 * zero coefficients. Coefficients are per column, and at most quadratic in sigma. A vertex has a
 * value on each of the layers + 1 levels between layers.
 *
 * Kernels come in two forms: `constant`, where Gamma is 1 everywhere, and `gamma`, one number per
 * cell; and in both precisions. In single precision a solver finds corrections of x, whose residual
 * is that in double. */
#ifndef SM_CELL_POISSON_PRISM_H
#define SM_CELL_POISSON_PRISM_H

#include "cell/port.h"

enum { SM_PRISM_ROW = 128 };

/* Coefficients per precision: structs below. */
union sm_prism_edges {
  const struct sm_prism_edge_f32 *f32;
  const struct sm_prism_edge_f64 *f64;
};
union sm_prism_columns {
  const struct sm_prism_column_f32 *f32;
  const struct sm_prism_column_f64 *f64;
};

struct sm_prism_grid {
  int layers;
  const int32_t *vertex, *neighbour; /* [3 * columns] */
  union sm_prism_edges edge;         /* [3 * columns] */
  union sm_prism_columns column;
  union sm_reals thickness, middle; /* [layers + 2] in sigma, per layer */
  union sm_reals sigma;             /* [layers + 2] per level */
  union sm_reals per_gap;           /* [layers + 2] 1 / distance of the centres, or of a centre and
                                       the end, across level k; 0: prescribed flux */
  union sm_reals gamma;             /* in the layout of x, at cells and at ghosts such that the mean
                                       with the cell is that of the face; NULL: 1 */
};

/* Box of all columns; their number is a multiple of SM_PRISM_ROW. SM_PRISM_PLANES: largest number
 * of planes of rows on a GPU. */
enum { SM_PRISM_PLANES = 65535 };
SM_FN struct sm_box sm_prism_box(int layers, int64_t columns) {
  struct sm_box box = {{0, 0, 0}, {layers, SM_PRISM_ROW, 0}};
  box.hi[2] = (int)(columns / SM_PRISM_ROW);
  return box;
}
SM_FN ptrdiff_t sm_prism_column_at(int j, int plane) { return j + (ptrdiff_t)SM_PRISM_ROW * plane; }
/* Element of a cell in a column array; of a vertex on level k in a vertex array. */
SM_FN ptrdiff_t sm_prism_at(int layers, ptrdiff_t column, int k) {
  return column * (layers + 2) + 1 + k;
}
SM_FN ptrdiff_t sm_prism_vertex_at(int layers, ptrdiff_t vertex, int k) {
  return vertex * (layers + 1) + k;
}

/* Form of Gamma; and how a GPU loads x and the vertices: as variable data, through the read-only
 * cache, or bypassing the first-level cache. */
enum sm_prism_form { SM_PRISM_CONSTANT, SM_PRISM_GAMMA };
enum sm_prism_load_kind { SM_PRISM_LOAD, SM_PRISM_LOAD_CONSTANT, SM_PRISM_LOAD_FAR };

/* Interpolates the vertices without prescribed values: on each of two layers a weighted sum over
 * columns, then linearly to the height of the level. shift 0: from the layers below and above a
 * level; 1 and -1: at the bottom and at the surface, from the nearest two.
 * Box: levels, then vertices of the list. */
struct sm_prism_vertices {
  int layers, shift;
  const int32_t *vertex;                 /* list of vertices */
  const uint32_t *start;                 /* one more entry than the list */
  const int32_t *column;                 /* [start] */
  union sm_reals weight;                 /* [start] */
  union sm_reals place;                  /* [2*list]: sigma of the vertex relative to its columns
                                            is place[0] + place[1] sigma */
  union sm_reals middle, sigma, per_gap; /* of the grid */
  union sm_reals x, at;
};
/* y = share b - scale A x, with the vertex values of x. Returns y w for the sum, or y y if `own` is
 * 1. */
struct sm_prism_apply {
  struct sm_prism_grid grid;
  union sm_reals x, at, b, w, y;
  double share, scale, own;
};
#endif

#ifdef SM_REAL
/* Edge of a column's triangle: coupling of the centres on both sides, and the response of the flux
 * to differences along the edge and vertically. 0 where the flux is prescribed. */
struct SM_P(sm_prism_edge) {
  SM_REAL across;        /* times the layer thickness in sigma */
  SM_REAL along, along1; /* factor of vertical differences: along + along1 sigma */
  SM_REAL up;            /* factor of differences along the edge, times the thickness */
};

/* Coefficients of a column's triangle: vertical coupling of the centres, quadratic in sigma, and
 * the slopes of faces times those of a field, from differences of vertices 1 and 2 to 0. */
struct SM_P(sm_prism_column) {
  SM_REAL rise[3];
  SM_REAL slope[2], slope1[2]; /* slope + slope1 sigma */
};

/* Flux into a cell, and the sum of the couplings of its centre. */
struct SM_P(sm_prism_balance) {
  SM_REAL flux, diagonal;
};

/* Values on the levels below and above a cell. */
struct SM_P(sm_prism_vertex_pair) {
  SM_REAL low, high;
};

/* Adds a lateral face; factor: Gamma; a, b: values at the edge's ends. */
SM_FN void SM_P(sm_prism_side)(struct SM_P(sm_prism_balance) * sum,
                               const struct SM_P(sm_prism_edge) * e, SM_REAL factor,
                               SM_REAL thickness, SM_REAL middle, SM_REAL x0, SM_REAL x1,
                               const struct SM_P(sm_prism_vertex_pair) * a,
                               const struct SM_P(sm_prism_vertex_pair) * b) {
  const SM_REAL across = SM_READ(&e->across, 0) * thickness;
  const SM_REAL along = (SM_REAL)0.5 * (SM_READ(&e->along, 0) + middle * SM_READ(&e->along1, 0));
  const SM_REAL up = (SM_REAL)0.5 * thickness * SM_READ(&e->up, 0);
  const SM_REAL flux = across * (x1 - x0) + along * ((a->high - a->low) + (b->high - b->low)) +
                       up * ((a->high - b->high) + (a->low - b->low));
  sum->flux += factor * flux;
  sum->diagonal += factor * across;
}

/* Adds the face on a level, between x0 and x1 beyond it; sign: 1 above a cell, -1 below; v: values
 * at the triangle's vertices there. */
SM_FN void SM_P(sm_prism_end)(struct SM_P(sm_prism_balance) * sum,
                              const struct SM_P(sm_prism_column) * c, SM_REAL factor, SM_REAL sigma,
                              SM_REAL per_gap, SM_REAL sign, SM_REAL x0, SM_REAL x1, SM_REAL v0,
                              SM_REAL v1, SM_REAL v2) {
  const SM_REAL curve = SM_READ(c->rise, 1) + sigma * SM_READ(c->rise, 2);
  const SM_REAL across = (SM_READ(c->rise, 0) + sigma * curve) * per_gap;
  const SM_REAL open = per_gap > (SM_REAL)0 ? sign : (SM_REAL)0;
  const SM_REAL slope = (SM_READ(c->slope, 0) + sigma * SM_READ(c->slope1, 0)) * (v1 - v0) +
                        (SM_READ(c->slope, 1) + sigma * SM_READ(c->slope1, 1)) * (v2 - v0);
  sum->flux += factor * (across * (x1 - x0) - open * slope);
  sum->diagonal += factor * across;
}

SM_FN SM_REAL SM_P(sm_prism_load)(const SM_REAL *array, ptrdiff_t at,
                                  enum sm_prism_load_kind kind) {
  if (kind == SM_PRISM_LOAD_FAR) return SM_READ_FAR(array, at);
  return kind == SM_PRISM_LOAD_CONSTANT ? SM_READ(array, at) : array[at];
}

/* Gamma at the face between two cells. */
SM_FN SM_REAL SM_P(sm_prism_face_gamma)(const struct sm_prism_grid *g, ptrdiff_t at,
                                        ptrdiff_t other, enum sm_prism_form form) {
  if (form == SM_PRISM_CONSTANT) return (SM_REAL)1;
  return (SM_REAL)0.5 * (SM_READ(SM_AT(g->gamma), at) + SM_READ(SM_AT(g->gamma), other));
}

SM_FN struct SM_P(sm_prism_vertex_pair)
    SM_P(sm_prism_vertex_pair_at)(const struct sm_prism_grid *g, const SM_REAL *at,
                                  ptrdiff_t corner, int k, enum sm_prism_load_kind kind) {
  const ptrdiff_t p = sm_prism_vertex_at(g->layers, SM_READ(g->vertex, corner), k);
  const struct SM_P(sm_prism_vertex_pair)
      v = {SM_P(sm_prism_load)(at, p, kind), SM_P(sm_prism_load)(at, p + 1, kind)};
  return v;
}

/* Sum over all faces of a cell; at: x at the vertices. */
SM_FN struct SM_P(sm_prism_balance)
    SM_P(sm_prism_balance_of)(const struct sm_prism_grid *g, const SM_REAL *x, const SM_REAL *at,
                              ptrdiff_t column, int k, enum sm_prism_form form,
                              enum sm_prism_load_kind kind) {
  const int n = g->layers;
  const ptrdiff_t c = sm_prism_at(n, column, k);
  const struct SM_P(sm_prism_edge) *edge = SM_AT(g->edge) + 3 * column;
  const struct SM_P(sm_prism_column) *own = &SM_AT(g->column)[column];
  const int32_t *to = g->neighbour + 3 * column;
  const ptrdiff_t c0 = sm_prism_at(n, SM_READ(to, 0), k);
  const ptrdiff_t c1 = sm_prism_at(n, SM_READ(to, 1), k);
  const ptrdiff_t c2 = sm_prism_at(n, SM_READ(to, 2), k);
  const struct SM_P(sm_prism_vertex_pair) v0 =
      SM_P(sm_prism_vertex_pair_at)(g, at, 3 * column, k, kind);
  const struct SM_P(sm_prism_vertex_pair) v1 =
      SM_P(sm_prism_vertex_pair_at)(g, at, 3 * column + 1, k, kind);
  const struct SM_P(sm_prism_vertex_pair) v2 =
      SM_P(sm_prism_vertex_pair_at)(g, at, 3 * column + 2, k, kind);
  const SM_REAL x0 = SM_P(sm_prism_load)(x, c, kind);
  const SM_REAL thick = SM_READ(SM_AT(g->thickness), k), mid = SM_READ(SM_AT(g->middle), k);
  struct SM_P(sm_prism_balance) s = {(SM_REAL)0, (SM_REAL)0};
  SM_P(sm_prism_side)
  (&s, &edge[0], SM_P(sm_prism_face_gamma)(g, c, c0, form), thick, mid, x0,
   SM_P(sm_prism_load)(x, c0, kind), &v0, &v1);
  SM_P(sm_prism_side)
  (&s, &edge[1], SM_P(sm_prism_face_gamma)(g, c, c1, form), thick, mid, x0,
   SM_P(sm_prism_load)(x, c1, kind), &v1, &v2);
  SM_P(sm_prism_side)
  (&s, &edge[2], SM_P(sm_prism_face_gamma)(g, c, c2, form), thick, mid, x0,
   SM_P(sm_prism_load)(x, c2, kind), &v2, &v0);
  SM_P(sm_prism_end)
  (&s, own, SM_P(sm_prism_face_gamma)(g, c, c - 1, form), SM_READ(SM_AT(g->sigma), k),
   SM_READ(SM_AT(g->per_gap), k), (SM_REAL)-1, x0, SM_P(sm_prism_load)(x, c - 1, kind), v0.low,
   v1.low, v2.low);
  SM_P(sm_prism_end)
  (&s, own, SM_P(sm_prism_face_gamma)(g, c, c + 1, form), SM_READ(SM_AT(g->sigma), k + 1),
   SM_READ(SM_AT(g->per_gap), k + 1), (SM_REAL)1, x0, SM_P(sm_prism_load)(x, c + 1, kind), v0.high,
   v1.high, v2.high);
  return s;
}

/* Value on a level from the sums of layer `low` and of the one above it. */
SM_FN SM_REAL SM_P(sm_prism_between)(const struct sm_prism_vertices *s, ptrdiff_t m, int level,
                                     int low, SM_REAL below, SM_REAL above) {
  const SM_REAL sigma =
      SM_AT(s->place)[2 * m] + SM_AT(s->place)[2 * m + 1] * SM_READ(SM_AT(s->sigma), level);
  const SM_REAL share =
      (sigma - SM_READ(SM_AT(s->middle), low)) * SM_READ(SM_AT(s->per_gap), low + 1);
  return below + share * (above - below);
}
SM_FN void SM_P(sm_cell_prism_vertices)(const struct sm_prism_vertices *s, int i, int j, int k) {
  const ptrdiff_t m = sm_prism_column_at(j, k);
  const int low = i - 1 + s->shift;
  SM_REAL below = (SM_REAL)0, above = (SM_REAL)0;
  for (uint32_t e = s->start[m]; e < s->start[m + 1]; e++) {
    const ptrdiff_t c = sm_prism_at(s->layers, s->column[e], low);
    const SM_REAL weight = SM_AT(s->weight)[e];
    below += weight * SM_READ(SM_AT(s->x), c);
    above += weight * SM_READ(SM_AT(s->x), c + 1);
  }
  const ptrdiff_t to = sm_prism_vertex_at(s->layers, s->vertex[m], i);
  SM_AT(s->at)[to] = SM_P(sm_prism_between)(s, m, i, low, below, above);
}

SM_FN double SM_P(sm_prism_apply_operator)(const struct sm_prism_apply *s, int i, int j, int k,
                                           enum sm_prism_form form) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const struct SM_P(sm_prism_balance) a = SM_P(sm_prism_balance_of)(
      &s->grid, SM_AT(s->x), SM_AT(s->at), column, i, form, SM_PRISM_LOAD_CONSTANT);
  const SM_REAL w = SM_AT(s->w)[c];
  const SM_REAL y = (SM_REAL)s->share * SM_AT(s->b)[c] + (SM_REAL)s->scale * a.flux;
  SM_AT(s->y)[c] = y;
  return (double)y * (s->own * (double)y + (1.0 - s->own) * (double)w);
}
SM_FN double SM_P(sm_cell_prism_apply_constant)(const struct sm_prism_apply *s, int i, int j,
                                                int k) {
  return SM_P(sm_prism_apply_operator)(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN double SM_P(sm_cell_prism_apply_gamma)(const struct sm_prism_apply *s, int i, int j, int k) {
  return SM_P(sm_prism_apply_operator)(s, i, j, k, SM_PRISM_GAMMA);
}

#if SM_BITS == 64
/* The residual in double, whatever the precision of the solver. */
SM_FN void sm_cell_prism_wide_vertices(const struct sm_prism_vertices *s, int i, int j, int k) {
  sm_cell_prism_vertices_f64(s, i, j, k);
}
SM_FN double sm_cell_prism_wide_apply_constant(const struct sm_prism_apply *s, int i, int j,
                                               int k) {
  return sm_prism_apply_operator_f64(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN double sm_cell_prism_wide_apply_gamma(const struct sm_prism_apply *s, int i, int j, int k) {
  return sm_prism_apply_operator_f64(s, i, j, k, SM_PRISM_GAMMA);
}
#endif
#endif
