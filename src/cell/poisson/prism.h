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
 * Kernels come in two forms: `even`, where Gamma is 1 everywhere, and `gamma`, one number per cell.
 */
#ifndef SM_CELL_POISSON_PRISM_H
#define SM_CELL_POISSON_PRISM_H

#include "cell/port.h"

enum { SM_PRISM_ROW = 128 };

/* Edge of a column's triangle: coupling of the centres on both sides, and the response of the flux
 * to differences along the edge and vertically. 0 where the flux is prescribed. */
struct sm_prism_edge {
  double across;        /* times the layer thickness in sigma */
  double along, along1; /* factor of vertical differences: along + along1 sigma */
  double up;            /* factor of differences along the edge, times the thickness */
};

/* Coefficients of a column's triangle: vertical coupling of the centres, quadratic in sigma, and
 * the slopes of faces times those of a field, from differences of vertices 1 and 2 to 0. */
struct sm_prism_column {
  double rise[3];
  double slope[2], slope1[2]; /* slope + slope1 sigma */
};

struct sm_prism_grid {
  int layers;
  const int32_t *vertex, *neighbour; /* [3 * columns] */
  const struct sm_prism_edge *edge;  /* [3 * columns] */
  const struct sm_prism_column *column;
  const double *thickness, *middle; /* [layers + 2] in sigma, per layer */
  const double *sigma;              /* [layers + 2] per level */
  const double *per_gap;            /* [layers + 2] 1 / distance of the centres, or of a centre and
                                       the end, across level k; 0: prescribed flux */
  const double *gamma;              /* in the layout of x, at cells and at ghosts such that the mean
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

/* Flux into a cell, and the sum of the couplings of its centre. */
struct sm_prism_balance {
  double flux, diagonal;
};

/* Values on the levels below and above a cell. */
struct sm_prism_vertex_pair {
  double low, high;
};

/* Adds a lateral face; factor: Gamma; a, b: values at the edge's ends. */
SM_FN void sm_prism_side(struct sm_prism_balance *sum, const struct sm_prism_edge *e, double factor,
                         double thickness, double middle, double x0, double x1,
                         const struct sm_prism_vertex_pair *a,
                         const struct sm_prism_vertex_pair *b) {
  const double across = SM_READ(&e->across, 0) * thickness;
  const double along = 0.5 * (SM_READ(&e->along, 0) + middle * SM_READ(&e->along1, 0));
  const double up = 0.5 * thickness * SM_READ(&e->up, 0);
  const double flux = across * (x1 - x0) + along * ((a->high - a->low) + (b->high - b->low)) +
                      up * ((a->high - b->high) + (a->low - b->low));
  sum->flux += factor * flux;
  sum->diagonal += factor * across;
}

/* Adds the face on a level, between x0 and x1 beyond it; sign: 1 above a cell, -1 below; v: values
 * at the triangle's vertices there. */
SM_FN void sm_prism_end(struct sm_prism_balance *sum, const struct sm_prism_column *c,
                        double factor, double sigma, double per_gap, double sign, double x0,
                        double x1, double v0, double v1, double v2) {
  const double curve = SM_READ(c->rise, 1) + sigma * SM_READ(c->rise, 2);
  const double across = (SM_READ(c->rise, 0) + sigma * curve) * per_gap;
  const double open = per_gap > 0.0 ? sign : 0.0;
  const double slope = (SM_READ(c->slope, 0) + sigma * SM_READ(c->slope1, 0)) * (v1 - v0) +
                       (SM_READ(c->slope, 1) + sigma * SM_READ(c->slope1, 1)) * (v2 - v0);
  sum->flux += factor * (across * (x1 - x0) - open * slope);
  sum->diagonal += factor * across;
}

/* Form of Gamma; and how a GPU loads x and the vertices: as variable data, through the read-only
 * cache, or bypassing the first-level cache. */
enum sm_prism_form { SM_PRISM_CONSTANT, SM_PRISM_GAMMA };
enum sm_prism_load_kind { SM_PRISM_LOAD, SM_PRISM_LOAD_CONSTANT, SM_PRISM_LOAD_FAR };

SM_FN double sm_prism_load(const double *array, ptrdiff_t at, enum sm_prism_load_kind kind) {
  if (kind == SM_PRISM_LOAD_FAR) return SM_READ_FAR(array, at);
  return kind == SM_PRISM_LOAD_CONSTANT ? SM_READ(array, at) : array[at];
}

/* Gamma at the face between two cells. */
SM_FN double sm_prism_face_gamma(const struct sm_prism_grid *g, ptrdiff_t at, ptrdiff_t other,
                                 enum sm_prism_form form) {
  if (form == SM_PRISM_CONSTANT) return 1.0;
  return 0.5 * (SM_READ(g->gamma, at) + SM_READ(g->gamma, other));
}

SM_FN struct sm_prism_vertex_pair sm_prism_vertex_pair_at(const struct sm_prism_grid *g,
                                                          const double *at, ptrdiff_t corner, int k,
                                                          enum sm_prism_load_kind kind) {
  const ptrdiff_t p = sm_prism_vertex_at(g->layers, SM_READ(g->vertex, corner), k);
  const struct sm_prism_vertex_pair v = {sm_prism_load(at, p, kind),
                                         sm_prism_load(at, p + 1, kind)};
  return v;
}

/* Sum over all faces of a cell; at: x at the vertices. */
SM_FN struct sm_prism_balance sm_prism_balance_of(const struct sm_prism_grid *g, const double *x,
                                                  const double *at, ptrdiff_t column, int k,
                                                  enum sm_prism_form form,
                                                  enum sm_prism_load_kind kind) {
  const int n = g->layers;
  const ptrdiff_t c = sm_prism_at(n, column, k);
  const struct sm_prism_edge *edge = g->edge + 3 * column;
  const struct sm_prism_column *own = &g->column[column];
  const int32_t *to = g->neighbour + 3 * column;
  const ptrdiff_t c0 = sm_prism_at(n, SM_READ(to, 0), k);
  const ptrdiff_t c1 = sm_prism_at(n, SM_READ(to, 1), k);
  const ptrdiff_t c2 = sm_prism_at(n, SM_READ(to, 2), k);
  const struct sm_prism_vertex_pair v0 = sm_prism_vertex_pair_at(g, at, 3 * column, k, kind);
  const struct sm_prism_vertex_pair v1 = sm_prism_vertex_pair_at(g, at, 3 * column + 1, k, kind);
  const struct sm_prism_vertex_pair v2 = sm_prism_vertex_pair_at(g, at, 3 * column + 2, k, kind);
  const double x0 = sm_prism_load(x, c, kind);
  const double thick = SM_READ(g->thickness, k), mid = SM_READ(g->middle, k);
  struct sm_prism_balance s = {0.0, 0.0};
  sm_prism_side(&s, &edge[0], sm_prism_face_gamma(g, c, c0, form), thick, mid, x0,
                sm_prism_load(x, c0, kind), &v0, &v1);
  sm_prism_side(&s, &edge[1], sm_prism_face_gamma(g, c, c1, form), thick, mid, x0,
                sm_prism_load(x, c1, kind), &v1, &v2);
  sm_prism_side(&s, &edge[2], sm_prism_face_gamma(g, c, c2, form), thick, mid, x0,
                sm_prism_load(x, c2, kind), &v2, &v0);
  sm_prism_end(&s, own, sm_prism_face_gamma(g, c, c - 1, form), SM_READ(g->sigma, k),
               SM_READ(g->per_gap, k), -1.0, x0, sm_prism_load(x, c - 1, kind), v0.low, v1.low,
               v2.low);
  sm_prism_end(&s, own, sm_prism_face_gamma(g, c, c + 1, form), SM_READ(g->sigma, k + 1),
               SM_READ(g->per_gap, k + 1), 1.0, x0, sm_prism_load(x, c + 1, kind), v0.high, v1.high,
               v2.high);
  return s;
}

/* Interpolates the vertices without prescribed values: on each of two layers a weighted sum over
 * columns, then linearly to the height of the level. shift 0: from the layers below and above a
 * level; 1 and -1: at the bottom and at the surface, from the nearest two.
 * Box: levels, then vertices of the list. */
struct sm_prism_vertices {
  int layers, shift;
  const int32_t *vertex;                  /* list of vertices */
  const uint32_t *start;                  /* one more entry than the list */
  const int32_t *column;                  /* [start] */
  const double *weight;                   /* [start] */
  const double *place;                    /* [2*list]: sigma of the vertex relative to its columns
                                             is place[0] + place[1] sigma */
  const double *middle, *sigma, *per_gap; /* of the grid */
  const double *x;
  double *at;
};
/* Value on a level from the sums of layer `low` and of the one above it. */
SM_FN double sm_prism_between(const struct sm_prism_vertices *s, ptrdiff_t m, int level, int low,
                              double below, double above) {
  const double sigma = s->place[2 * m] + s->place[2 * m + 1] * SM_READ(s->sigma, level);
  const double share = (sigma - SM_READ(s->middle, low)) * SM_READ(s->per_gap, low + 1);
  return below + share * (above - below);
}
SM_FN void sm_cell_prism_vertices(const struct sm_prism_vertices *s, int i, int j, int k) {
  const ptrdiff_t m = sm_prism_column_at(j, k);
  const int low = i - 1 + s->shift;
  double below = 0.0, above = 0.0;
  for (uint32_t e = s->start[m]; e < s->start[m + 1]; e++) {
    const ptrdiff_t c = sm_prism_at(s->layers, s->column[e], low);
    const double weight = s->weight[e];
    below += weight * SM_READ(s->x, c);
    above += weight * SM_READ(s->x, c + 1);
  }
  s->at[sm_prism_vertex_at(s->layers, s->vertex[m], i)] =
      sm_prism_between(s, m, i, low, below, above);
}

/* y = share b - scale A x, with the vertex values of x. Returns y w for the sum, or y y if `own` is
 * 1. */
struct sm_prism_apply {
  struct sm_prism_grid grid;
  const double *x, *at, *b, *w;
  double *y;
  double share, scale, own;
};
SM_FN double sm_prism_apply_operator(const struct sm_prism_apply *s, int i, int j, int k,
                                     enum sm_prism_form form) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const struct sm_prism_balance a =
      sm_prism_balance_of(&s->grid, s->x, s->at, column, i, form, SM_PRISM_LOAD_CONSTANT);
  const double w = s->w[c], y = s->share * s->b[c] + s->scale * a.flux;
  s->y[c] = y;
  return y * (s->own * y + (1.0 - s->own) * w);
}
SM_FN double sm_cell_prism_apply_constant(const struct sm_prism_apply *s, int i, int j, int k) {
  return sm_prism_apply_operator(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN double sm_cell_prism_apply_gamma(const struct sm_prism_apply *s, int i, int j, int k) {
  return sm_prism_apply_operator(s, i, j, k, SM_PRISM_GAMMA);
}

/* Jacobi sweep: to = x + omega (b - A x) / diagonal; returns the absolute change for the sum. The
 * vertex values are those of x. `far`: a GPU bypasses its first-level cache for both. */
struct sm_prism_relax {
  struct sm_prism_grid grid;
  double *x;
  const double *at, *b;
  double *to;
  double omega;
  int columns;           /* serial sweep: columns of the mesh */
  double *sum;           /* serial sweep: sum of the changes */
  const int32_t *colour; /* multicolour sweep: colour of each column, and number of colours */
  int turn, colours;
};
SM_FN double sm_prism_change(const struct sm_prism_balance *a, double b, double omega) {
  return a->diagonal > 0.0 ? omega * (b + a->flux) / a->diagonal : 0.0;
}
SM_FN double sm_prism_jacobi(const struct sm_prism_relax *s, int i, int j, int k,
                             enum sm_prism_form form, enum sm_prism_load_kind kind) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const struct sm_prism_balance a =
      sm_prism_balance_of(&s->grid, s->x, s->at, column, i, form, kind);
  const double change = sm_prism_change(&a, s->b[c], s->omega), x = s->x[c] + change;
  s->to[c] = x;
  return fabs(change);
}
SM_FN double sm_cell_prism_jacobi_constant(const struct sm_prism_relax *s, int i, int j, int k) {
  return sm_prism_jacobi(s, i, j, k, SM_PRISM_CONSTANT, SM_PRISM_LOAD_CONSTANT);
}
SM_FN double sm_cell_prism_jacobi_gamma(const struct sm_prism_relax *s, int i, int j, int k) {
  return sm_prism_jacobi(s, i, j, k, SM_PRISM_GAMMA, SM_PRISM_LOAD_CONSTANT);
}
SM_FN double sm_cell_prism_jacobi_constant_far(const struct sm_prism_relax *s, int i, int j,
                                               int k) {
  return sm_prism_jacobi(s, i, j, k, SM_PRISM_CONSTANT, SM_PRISM_LOAD_FAR);
}
SM_FN double sm_cell_prism_jacobi_gamma_far(const struct sm_prism_relax *s, int i, int j, int k) {
  return sm_prism_jacobi(s, i, j, k, SM_PRISM_GAMMA, SM_PRISM_LOAD_FAR);
}

/* One colour of a multicolour SOR sweep: neighbouring columns have different colours, and a column
 * updates the layers for which colour plus layer equals the pass, modulo the number of colours.
 * Box: largest number of layers of a pass, then columns. Elements beyond a column are written as 0,
 * which they are. */
SM_FN double sm_prism_sor_colour(const struct sm_prism_relax *s, int i, int j, int k,
                                 enum sm_prism_form form) {
  const ptrdiff_t column = sm_prism_column_at(j, k);
  const int n = s->grid.layers, first = s->turn - s->colour[column];
  const int layer = s->colours * i + (first < 0 ? first + s->colours : first);
  const int inside = layer < n ? layer : n - 1; /* inside the column, for reading */
  const ptrdiff_t c = sm_prism_at(n, column, layer < n ? layer : n);
  const struct sm_prism_balance a =
      sm_prism_balance_of(&s->grid, s->x, s->at, column, inside, form, SM_PRISM_LOAD);
  const double change = layer < n ? sm_prism_change(&a, s->b[c], s->omega) : 0.0;
  const double x = s->x[c] + change;
  s->x[c] = layer < n ? x : 0.0;
  return fabs(change);
}
SM_FN double sm_cell_prism_colour_constant(const struct sm_prism_relax *s, int i, int j, int k) {
  return sm_prism_sor_colour(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN double sm_cell_prism_colour_gamma(const struct sm_prism_relax *s, int i, int j, int k) {
  return sm_prism_sor_colour(s, i, j, k, SM_PRISM_GAMMA);
}

/* A whole SOR sweep in the order of columns, from below, with the newest centre values: serial, in
 * a single call; *sum: sum of all changes. */
SM_FN void sm_prism_sor_serial(const struct sm_prism_relax *s, int i, int j, int k,
                               enum sm_prism_form form) {
  double sum = (double)(i + j + k); /* single call: 0 */
  for (int column = 0; column < s->columns; column++)
    for (int layer = 0; layer < s->grid.layers; layer++) {
      const ptrdiff_t c = sm_prism_at(s->grid.layers, column, layer);
      const struct sm_prism_balance a =
          sm_prism_balance_of(&s->grid, s->x, s->at, column, layer, form, SM_PRISM_LOAD);
      const double change = sm_prism_change(&a, s->b[c], s->omega);
      s->x[c] += change;
      sum += fabs(change);
    }
  *s->sum = sum;
}
SM_FN void sm_cell_prism_serial_constant(const struct sm_prism_relax *s, int i, int j, int k) {
  sm_prism_sor_serial(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN void sm_cell_prism_serial_gamma(const struct sm_prism_relax *s, int i, int j, int k) {
  sm_prism_sor_serial(s, i, j, k, SM_PRISM_GAMMA);
}
#endif
