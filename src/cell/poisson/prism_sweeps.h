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
};
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
 * which they are. */
SM_FN double SM_P(sm_prism_sor_colour)(const struct sm_prism_relax *s, int i, int j, int k,
                                       enum sm_prism_form form) {
  const ptrdiff_t column = sm_prism_column_at(j, k);
  const int n = s->grid.layers, first = s->turn - s->colour[column];
  const int layer = s->colours * i + (first < 0 ? first + s->colours : first);
  const int inside = layer < n ? layer : n - 1; /* inside the column, for reading */
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
