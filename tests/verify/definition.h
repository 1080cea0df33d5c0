/* definition.h - Poisson equation implemented directly from its definition, independent of the
 * solver: coefficients, residual, and right-hand side from a wind. */
#ifndef SM_TESTS_DEFINITION_H
#define SM_TESTS_DEFINITION_H

#include "solve/poisson.h"
#include <math.h>

/* Faces of a cell, in the order of the open-face bits: west, east, south, north, down, up. */
enum { SIDES = 6 };

static inline int64_t definition_cell(const struct sm_poisson_setup *s, int i, int j, int k) {
  const struct sm_axis *axis = s->grid->axis;
  return i + (int64_t)axis[0].n * (j + (int64_t)axis[1].n * k);
}

/* Open fraction of a face; cut cells must be in increasing order. */
static inline double definition_fraction(const struct sm_poisson_setup *s, int64_t cell, int side) {
  int64_t low = 0, high = s->cut_count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (s->cut[middle].cell < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < s->cut_count && s->cut[low].cell == cell) return (double)s->cut[low].fraction[side];
  return s->cell[cell] >> side & 1;
}

/* Neighbour of cell i along an axis; periodic axes wrap around. */
static inline int definition_beside(const struct sm_poisson_setup *s, int d, int i, int side) {
  const int n = s->grid->axis[d].n, other = i + (side % 2 ? 1 : -1);
  return s->periodic[d] ? (other + n) % n : other;
}

/* Distance to the centre of the neighbour, or of the ghost cell beyond the boundary, m. */
static inline double definition_distance(const struct sm_axis *axis, int i, int other) {
  return 0.5 * (axis->width[i] + axis->width[other < 0 || other >= axis->n ? i : other]);
}

/* Area of a face, open or not, m2. */
static inline double definition_area(const struct sm_poisson_setup *s, const int at[3], int side) {
  double area = 1;
  for (int d = 0; d < 3; d++)
    if (d != side / 2) area *= s->grid->axis[d].width[at[d]];
  return area;
}

/* Coefficient a of docs/theory/poisson.md (1), m. */
static inline double definition_coefficient(const struct sm_poisson_setup *s, const int at[3],
                                            int side) {
  const int d = side / 2, other = definition_beside(s, d, at[d], side);
  const struct sm_axis *axis = &s->grid->axis[d];
  const double fraction =
      definition_fraction(s, definition_cell(s, at[0], at[1], at[2]), side) * (d == 2 ? s->eta : 1);
  const double distance = d == 2 && other == axis->n && s->above > 0
                              ? 0.5 * axis->width[at[2]] + s->above
                              : definition_distance(axis, at[d], other);
  return fraction * definition_area(s, at, side) / distance;
}

/* 2-norm of b - A x over that of b, summed in long double. x and b in the layout of level 0. */
static inline double definition_residual(const struct sm_poisson_setup *s,
                                         const struct sm_red_black *layout, const double *x,
                                         const double *b) {
  const int *n = layout->n;
  long double residual = 0, reference = 0;
#pragma omp parallel for reduction(+ : residual, reference)
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = {i, j, k};
        const ptrdiff_t c = sm_red_black_index(layout, i, j, k);
        long double r = b[c];
        for (int side = 0; side < SIDES; side++) {
          int other[3] = {i, j, k};
          const int m = definition_beside(s, side / 2, at[side / 2], side);
          other[side / 2] = m;
          const double xn = m < 0 || m >= n[side / 2]
                                ? 0
                                : x[sm_red_black_index(layout, other[0], other[1], other[2])];
          r -= (long double)definition_coefficient(s, at, side) * ((long double)x[c] - xn);
        }
        residual += r * r;
        reference += (long double)b[c] * b[c];
      }
  return reference > 0 ? (double)sqrtl(residual / reference) : 0;
}

/* Flux out of a cell, m3/s, for a wind of log((z + 0.1 m) / 0.1 m) m/s, turned by 25 degrees, with
 * zero velocity on closed faces: right-hand side of the wind problem. */
static inline double definition_wind_flux(const struct sm_poisson_setup *s, const int at[3]) {
  const double speed = log((s->grid->axis[2].centre[at[2]] + 0.1) / 0.1);
  const double wind[2] = {0.9063 * speed, 0.4226 * speed};
  const int64_t cell = definition_cell(s, at[0], at[1], at[2]);
  double flux = 0;
  for (int side = 0; side < 4; side++)
    flux += (side % 2 ? 1 : -1) * wind[side / 2] * definition_fraction(s, cell, side) *
            definition_area(s, at, side);
  return flux;
}

#endif
