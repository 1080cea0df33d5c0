/* stretched_box.h - a box of cells that is stretched in z, and positions of chance in it. */
#ifndef SM_TESTS_STRETCHED_BOX_H
#define SM_TESTS_STRETCHED_BOX_H

#include "cell/cells.h"
#include "random_numbers.h"
#include <math.h>

enum { LONGEST = 10 }; /* axis, cells */

static const double pi = 3.14159265358979;
static double face[3][LONGEST + 1], centre[3][LONGEST];
static float width[3][LONGEST], inverse[3][LONGEST + 1];

/* n cells of 1 m x 2 m, of 0.5 m and more in z by a ratio; `open` has the strides sy and sz. */
static inline struct sm_particle_grid_f32 stretched_box(const int n[3], double ratio, ptrdiff_t sy,
                                                        ptrdiff_t sz, const uint8_t *open) {
  struct sm_particle_grid_f32 g = {.sy = sy, .sz = sz, .open = open};
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < n[d]; i++) {
      const double h = d == 2 ? 0.5 * pow(ratio, i) : 1.0 + d;
      face[d][i + 1] = face[d][i] + h;
      centre[d][i] = face[d][i] + 0.5 * h;
      width[d][i] = (float)h;
    }
    for (int i = 1; i < n[d]; i++) inverse[d][i] = (float)(1 / (centre[d][i] - centre[d][i - 1]));
    g.n[d] = n[d];
    g.h[d] = width[d];
    g.g[d] = inverse[d];
  }
  return g;
}

static inline struct sm_grid_position_f32 random_place(const int n[3]) {
  struct sm_grid_position_f32 at;
  for (int d = 0; d < 3; d++) {
    at.cell[d] = (int)(any() * n[d]);
    at.part[d] = (uint32_t)(any() * 4294967295.0);
  }
  return at;
}

/* Coordinates, m. */
static inline void position(const struct sm_grid_position_f32 *at, double x[3]) {
  for (int d = 0; d < 3; d++)
    x[d] =
        face[d][at->cell[d]] + (double)width[d][at->cell[d]] * (double)at->part[d] / 4294967296.0;
}

#endif
