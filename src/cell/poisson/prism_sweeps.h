/* prism_sweeps.h - Jacobi and SOR sweeps of the Poisson equation on prisms, per cell. Layout:
 * prism.h. */
#ifndef SM_CELL_POISSON_PRISM_SWEEPS_H
#define SM_CELL_POISSON_PRISM_SWEEPS_H

#include "cell/poisson/prism.h"

/* Jacobi sweep: to = x + omega (b - A x) / diagonal; returns the absolute change for the sum. The
 * vertex values are those of x. `far`: a GPU bypasses its first-level cache for both. */
struct sm_prism_relax {
  struct sm_prism_grid grid;
  union sm_reals x, at, b, to;
  double omega;
  int columns;           /* serial sweep: columns of the mesh */
  double *sum;           /* serial sweep: sum of the changes */
  const int32_t *colour; /* multicolour sweep: colour of each column, and number of colours */
  int turn, colours;
  /* serial sweep by wavefronts: columns by level, sum of the changes of each; a pass updates
   * order[first .. last) */
  const int32_t *order;
  double *changes;
  int first, last;
};
enum { SM_PRISM_WAVE = 64 }; /* length of a row of columns */

/* Sum of the changes of a column in a sweep by wavefronts, which starts again from 0. Box:
 * SM_PRISM_WAVE, then rows of all columns. */
SM_FN double sm_cell_prism_wave_change(const struct sm_prism_relax *s, int i, int j, int k) {
  const int column = SM_PRISM_WAVE * j + i + k; /* one plane: k is 0 */
  const int inside = column < s->columns ? column : s->columns - 1;
  const double change = s->changes[inside];
  if (column >= s->columns) return 0.0;
  s->changes[inside] = 0.0;
  return change;
}

/* Finest level of the multigrid cycle on prisms, in float: compact operator, which uses centres
 * only, and its smoother (docs/theory/prisms.md). Layout: prism.h. */

struct sm_prism_couplings {
  float across[3], rise[3]; /* as in sm_prism_edge_f64 and sm_prism_column_f64 */
};

/* Of an edge of a column's triangle, where slopes are steep: coupling of a cell with the one beside
 * and above it on a level, tilt + tilt1 sigma; with that beside and below, minus as much. 0 at the
 * outline. */
struct sm_prism_tilt {
  float tilt, tilt1;
};

struct sm_prism_compact {
  int layers;
  const int32_t *neighbour;
  const struct sm_prism_couplings *column;
  const struct sm_prism_tilt *tilt; /* [3 * columns]; NULL: couplings have none */
  const float *thickness, *sigma, *per_gap, *gamma;
};

/* Whether cells are coupled with those beside and above or below, too. */
enum sm_prism_slopes { SM_PRISM_FLAT, SM_PRISM_STEEP };

/* Couplings of a cell: to the columns around its own, down and up. */
struct sm_prism_stencil {
  float side[3], down, up;
};

SM_FN ptrdiff_t sm_prism_beside(const struct sm_prism_compact *g, ptrdiff_t column, int edge,
                                int k) {
  return sm_prism_at(g->layers, SM_READ(g->neighbour, 3 * column + edge), k);
}

/* Gamma at the face between two cells. */
SM_FN float sm_prism_compact_gamma(const struct sm_prism_compact *g, ptrdiff_t at, ptrdiff_t other,
                                   enum sm_prism_form form) {
  if (form == SM_PRISM_CONSTANT) return 1.0f;
  return 0.5f * (SM_READ(g->gamma, at) + SM_READ(g->gamma, other));
}

SM_FN struct sm_prism_stencil sm_prism_stencil_of(const struct sm_prism_compact *g,
                                                  ptrdiff_t column, int k,
                                                  enum sm_prism_form form) {
  const struct sm_prism_couplings *a = g->column + column;
  const ptrdiff_t c = sm_prism_at(g->layers, column, k);
  const float thick = SM_READ(g->thickness, k);
  const float low = SM_READ(g->sigma, k), high = SM_READ(g->sigma, k + 1);
  const float rise = SM_READ(a->rise, 0) + low * (SM_READ(a->rise, 1) + low * SM_READ(a->rise, 2));
  const float above =
      SM_READ(a->rise, 0) + high * (SM_READ(a->rise, 1) + high * SM_READ(a->rise, 2));
  struct sm_prism_stencil five;
  five.side[0] = sm_prism_compact_gamma(g, c, sm_prism_beside(g, column, 0, k), form) *
                 (SM_READ(a->across, 0) * thick);
  five.side[1] = sm_prism_compact_gamma(g, c, sm_prism_beside(g, column, 1, k), form) *
                 (SM_READ(a->across, 1) * thick);
  five.side[2] = sm_prism_compact_gamma(g, c, sm_prism_beside(g, column, 2, k), form) *
                 (SM_READ(a->across, 2) * thick);
  five.down = sm_prism_compact_gamma(g, c, c - 1, form) * (SM_READ(g->per_gap, k) * rise);
  five.up = sm_prism_compact_gamma(g, c, c + 1, form) * (SM_READ(g->per_gap, k + 1) * above);
  return five;
}

SM_FN float sm_prism_stencil_sum(const struct sm_prism_stencil *a) {
  return (a->side[0] + a->side[1] + a->side[2]) + (a->down + a->up);
}
SM_FN float sm_prism_stencil_flux(const struct sm_prism_compact *g,
                                  const struct sm_prism_stencil *a, const float *x,
                                  ptrdiff_t column, int k) {
  const ptrdiff_t c = sm_prism_at(g->layers, column, k);
  const float x0 = SM_READ(x, c);
  return a->side[0] * (SM_READ(x, sm_prism_beside(g, column, 0, k)) - x0) +
         a->side[1] * (SM_READ(x, sm_prism_beside(g, column, 1, k)) - x0) +
         a->side[2] * (SM_READ(x, sm_prism_beside(g, column, 2, k)) - x0) +
         a->down * (SM_READ(x, c - 1) - x0) + a->up * (SM_READ(x, c + 1) - x0);
}

/* Contribution to a cell through one edge, from those beside and above, and beside and below. */
SM_FN float sm_prism_edge_tilt(const struct sm_prism_compact *g, const float *x, ptrdiff_t column,
                               int edge, int k, enum sm_prism_form form) {
  const struct sm_prism_tilt *t = g->tilt + 3 * column + edge;
  const ptrdiff_t c = sm_prism_at(g->layers, column, k),
                  beside = sm_prism_beside(g, column, edge, k);
  const float tilt = SM_READ(&t->tilt, 0), tilt1 = SM_READ(&t->tilt1, 0), x0 = SM_READ(x, c);
  const float down = k > 0 ? tilt + tilt1 * SM_READ(g->sigma, k) : 0.0f;
  const float up = k + 1 < g->layers ? tilt + tilt1 * SM_READ(g->sigma, k + 1) : 0.0f;
  return sm_prism_compact_gamma(g, c, beside + 1, form) * up * (SM_READ(x, beside + 1) - x0) -
         sm_prism_compact_gamma(g, c, beside - 1, form) * down * (SM_READ(x, beside - 1) - x0);
}
SM_FN float sm_prism_tilt_flux(const struct sm_prism_compact *g, const float *x, ptrdiff_t column,
                               int k, enum sm_prism_form form, enum sm_prism_slopes slopes) {
  if (slopes == SM_PRISM_FLAT) return 0.0f;
  return sm_prism_edge_tilt(g, x, column, 0, k, form) +
         sm_prism_edge_tilt(g, x, column, 1, k, form) +
         sm_prism_edge_tilt(g, x, column, 2, k, form);
}

/* Chebyshev step: `before`, the x of the previous step, becomes
 * x + momentum (x - keep before) + weight (b - T x) / diagonal. `first` is the step for x = 0. */
struct sm_prism_smooth {
  struct sm_prism_compact grid;
  const float *x, *b;
  float *before;
  float momentum, keep, weight;
};
/* r = b - T x */
struct sm_prism_defect {
  struct sm_prism_compact grid;
  const float *x, *b;
  float *r;
};
SM_FN void sm_prism_chebyshev(const struct sm_prism_smooth *s, int i, int j, int k,
                              enum sm_prism_form form, enum sm_prism_slopes slopes) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const struct sm_prism_stencil a = sm_prism_stencil_of(&s->grid, column, i, form);
  const float sum = sm_prism_stencil_sum(&a), x = s->x[c], before = s->before[c];
  const float r = s->b[c] + sm_prism_stencil_flux(&s->grid, &a, s->x, column, i) +
                  sm_prism_tilt_flux(&s->grid, s->x, column, i, form, slopes);
  const float step = sum > 0.0f ? s->weight * r / sum : 0.0f;
  s->before[c] = x + s->momentum * (x - s->keep * before) + step;
}
SM_FN void sm_prism_chebyshev_first(const struct sm_prism_smooth *s, int i, int j, int k,
                                    enum sm_prism_form form) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const struct sm_prism_stencil a = sm_prism_stencil_of(&s->grid, column, i, form);
  const float sum = sm_prism_stencil_sum(&a), b = s->b[c];
  s->before[c] = sum > 0.0f ? s->weight * b / sum : 0.0f;
}
SM_FN void sm_prism_defect_of(const struct sm_prism_defect *s, int i, int j, int k,
                              enum sm_prism_form form, enum sm_prism_slopes slopes) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const struct sm_prism_stencil a = sm_prism_stencil_of(&s->grid, column, i, form);
  s->r[c] = s->b[c] + sm_prism_stencil_flux(&s->grid, &a, s->x, column, i) +
            sm_prism_tilt_flux(&s->grid, s->x, column, i, form, slopes);
}
#define SM_PRISM_CELL(NAME, ARGS, FUNCTION, ...)                                                   \
  SM_FN void sm_cell_prism_##NAME(const struct sm_prism_##ARGS *s, int i, int j, int k) {          \
    FUNCTION(s, i, j, k, __VA_ARGS__);                                                             \
  }
SM_PRISM_CELL(first_constant, smooth, sm_prism_chebyshev_first, SM_PRISM_CONSTANT)
SM_PRISM_CELL(first_gamma, smooth, sm_prism_chebyshev_first, SM_PRISM_GAMMA)
SM_PRISM_CELL(smooth_constant, smooth, sm_prism_chebyshev, SM_PRISM_CONSTANT, SM_PRISM_FLAT)
SM_PRISM_CELL(smooth_gamma, smooth, sm_prism_chebyshev, SM_PRISM_GAMMA, SM_PRISM_FLAT)
SM_PRISM_CELL(smooth_constant_steep, smooth, sm_prism_chebyshev, SM_PRISM_CONSTANT, SM_PRISM_STEEP)
SM_PRISM_CELL(smooth_gamma_steep, smooth, sm_prism_chebyshev, SM_PRISM_GAMMA, SM_PRISM_STEEP)
SM_PRISM_CELL(defect_constant, defect, sm_prism_defect_of, SM_PRISM_CONSTANT, SM_PRISM_FLAT)
SM_PRISM_CELL(defect_gamma, defect, sm_prism_defect_of, SM_PRISM_GAMMA, SM_PRISM_FLAT)
SM_PRISM_CELL(defect_constant_steep, defect, sm_prism_defect_of, SM_PRISM_CONSTANT, SM_PRISM_STEEP)
SM_PRISM_CELL(defect_gamma_steep, defect, sm_prism_defect_of, SM_PRISM_GAMMA, SM_PRISM_STEEP)
#undef SM_PRISM_CELL
#endif

#ifdef SM_REAL
SM_FN SM_REAL SM_P(sm_prism_change)(const struct SM_P(sm_prism_balance) * a, SM_REAL b,
                                    SM_REAL omega) {
  return a->diagonal > (SM_REAL)0 ? omega * (b + a->flux) / a->diagonal : (SM_REAL)0;
}
SM_FN double SM_P(sm_prism_jacobi)(const struct sm_prism_relax *s, int i, int j, int k,
                                   enum sm_prism_form form, enum sm_prism_load_kind kind) {
  const ptrdiff_t column = sm_prism_column_at(j, k), c = sm_prism_at(s->grid.layers, column, i);
  const SM_REAL b = SM_AT(s->b)[c];
  const struct SM_P(sm_prism_balance) a =
      SM_P(sm_prism_balance_of)(&s->grid, SM_AT(s->x), SM_AT(s->at), column, i, form, kind);
  const SM_REAL change = SM_P(sm_prism_change)(&a, b, (SM_REAL)s->omega);
  SM_AT(s->to)[c] = SM_AT(s->x)[c] + change;
  return fabs((double)change);
}
SM_FN double SM_P(sm_cell_prism_jacobi_constant)(const struct sm_prism_relax *s, int i, int j,
                                                 int k) {
  return SM_P(sm_prism_jacobi)(s, i, j, k, SM_PRISM_CONSTANT, SM_PRISM_LOAD_CONSTANT);
}
SM_FN double SM_P(sm_cell_prism_jacobi_gamma)(const struct sm_prism_relax *s, int i, int j, int k) {
  return SM_P(sm_prism_jacobi)(s, i, j, k, SM_PRISM_GAMMA, SM_PRISM_LOAD_CONSTANT);
}
SM_FN double SM_P(sm_cell_prism_jacobi_constant_far)(const struct sm_prism_relax *s, int i, int j,
                                                     int k) {
  return SM_P(sm_prism_jacobi)(s, i, j, k, SM_PRISM_CONSTANT, SM_PRISM_LOAD_FAR);
}
SM_FN double SM_P(sm_cell_prism_jacobi_gamma_far)(const struct sm_prism_relax *s, int i, int j,
                                                  int k) {
  return SM_P(sm_prism_jacobi)(s, i, j, k, SM_PRISM_GAMMA, SM_PRISM_LOAD_FAR);
}

/* One colour of a multicolour SOR sweep: neighbouring columns have different colours, and a column
 * updates the layers for which colour plus layer equals the pass, modulo the number of colours.
 * Box: largest number of layers of a pass, then columns. Elements beyond a column are written as 0,
 * which they are; for them the last cell of the column in this pass is read, and thrown away: no
 * other thread writes one of its neighbours. */
SM_FN double SM_P(sm_prism_sor_colour)(const struct sm_prism_relax *s, int i, int j, int k,
                                       enum sm_prism_form form) {
  const ptrdiff_t column = sm_prism_column_at(j, k);
  const int n = s->grid.layers, first = s->turn - s->colour[column];
  const int layer = s->colours * i + (first < 0 ? first + s->colours : first);
  const int before = layer < s->colours ? 0 : layer - s->colours;
  const int inside = layer < n ? layer : before;
  const ptrdiff_t c = sm_prism_at(n, column, layer < n ? layer : n);
  const struct SM_P(sm_prism_balance) a = SM_P(sm_prism_balance_of)(
      &s->grid, SM_AT(s->x), SM_AT(s->at), column, inside, form, SM_PRISM_LOAD);
  const SM_REAL change =
      layer < n ? SM_P(sm_prism_change)(&a, SM_AT(s->b)[c], (SM_REAL)s->omega) : (SM_REAL)0;
  const SM_REAL x = SM_AT(s->x)[c] + change;
  SM_AT(s->x)[c] = layer < n ? x : (SM_REAL)0;
  return fabs((double)change);
}
SM_FN double SM_P(sm_cell_prism_colour_constant)(const struct sm_prism_relax *s, int i, int j,
                                                 int k) {
  return SM_P(sm_prism_sor_colour)(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN double SM_P(sm_cell_prism_colour_gamma)(const struct sm_prism_relax *s, int i, int j, int k) {
  return SM_P(sm_prism_sor_colour)(s, i, j, k, SM_PRISM_GAMMA);
}

/* One pass of a serial SOR sweep by wavefronts: cells of which all predecessors of the sweep are
 * done, at most one of a column; colour: level of the column. Box: SM_PRISM_WAVE, then rows of the
 * columns of the pass. */
SM_FN void SM_P(sm_prism_sor_wave)(const struct sm_prism_relax *s, int i, int j, int k,
                                   enum sm_prism_form form) {
  const int place = s->first + SM_PRISM_WAVE * j + i + k; /* one plane: k is 0 */
  if (place >= s->last) return;
  const ptrdiff_t column = s->order[place];
  const int layer = s->turn - s->colour[column];
  const ptrdiff_t c = sm_prism_at(s->grid.layers, column, layer);
  const struct SM_P(sm_prism_balance) a = SM_P(sm_prism_balance_of)(
      &s->grid, SM_AT(s->x), SM_AT(s->at), column, layer, form, SM_PRISM_LOAD);
  const SM_REAL change = SM_P(sm_prism_change)(&a, SM_AT(s->b)[c], (SM_REAL)s->omega);
  SM_AT(s->x)[c] += change;
  s->changes[column] += fabs((double)change);
}
SM_FN void SM_P(sm_cell_prism_wave_constant)(const struct sm_prism_relax *s, int i, int j, int k) {
  SM_P(sm_prism_sor_wave)(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN void SM_P(sm_cell_prism_wave_gamma)(const struct sm_prism_relax *s, int i, int j, int k) {
  SM_P(sm_prism_sor_wave)(s, i, j, k, SM_PRISM_GAMMA);
}

/* A whole SOR sweep in the order of columns, from below, with the newest centre values: serial, in
 * a single call; *sum: sum of all changes. */
SM_FN void SM_P(sm_prism_sor_serial)(const struct sm_prism_relax *s, int i, int j, int k,
                                     enum sm_prism_form form) {
  double sum = (double)(i + j + k); /* single call: 0 */
  for (int column = 0; column < s->columns; column++)
    for (int layer = 0; layer < s->grid.layers; layer++) {
      const ptrdiff_t c = sm_prism_at(s->grid.layers, column, layer);
      const struct SM_P(sm_prism_balance) a = SM_P(sm_prism_balance_of)(
          &s->grid, SM_AT(s->x), SM_AT(s->at), column, layer, form, SM_PRISM_LOAD);
      const SM_REAL change = SM_P(sm_prism_change)(&a, SM_AT(s->b)[c], (SM_REAL)s->omega);
      SM_AT(s->x)[c] += change;
      sum += fabs((double)change);
    }
  *s->sum = sum;
}
SM_FN void SM_P(sm_cell_prism_serial_constant)(const struct sm_prism_relax *s, int i, int j,
                                               int k) {
  SM_P(sm_prism_sor_serial)(s, i, j, k, SM_PRISM_CONSTANT);
}
SM_FN void SM_P(sm_cell_prism_serial_gamma)(const struct sm_prism_relax *s, int i, int j, int k) {
  SM_P(sm_prism_sor_serial)(s, i, j, k, SM_PRISM_GAMMA);
}
#endif
