/* interpolated_wind.h - a wind on faces and nodes, interpolated to particles. */
#ifndef SM_TESTS_INTERPOLATED_WIND_H
#define SM_TESTS_INTERPOLATED_WIND_H

#include "harness.h"
#include "stretched_box.h"
#include "support_spline.h"
#include <stdbool.h>

enum { NX = 10, NY = 8, NZ = 9, SY = NX + 1, SZ = SY * (NY + 1), FACES = SZ * (NZ + 1) };

/* Equal to a tolerance. */
static void near(float got, double expected, double tolerance) {
  ck_assert_double_eq_tol((double)got, expected, tolerance);
}

/* A box of cells with faces and nodes on the same strides; z is stretched. */
static const int cells[3] = {NX, NY, NZ};
static const ptrdiff_t steps[3] = {1, SY, SZ};
static uint8_t open[FACES];
static double wind[3][FACES]; /* on faces */
static struct sm_wind_node node[FACES];
static const float rough = 0.01f;

static struct sm_particle_grid_f32 grid(void) {
  for (int c = 0; c < FACES; c++) open[c] = SM_OPEN_ALL;
  return stretched_box(cells, 1.25, SY, SZ, open);
}

static struct sm_face_winds faces64(void) {
  return (struct sm_face_winds){
      .sy = SY, .sz = SZ, .u.f64 = wind[0], .v.f64 = wind[1], .w.f64 = wind[2]};
}
static struct sm_node_wind nodes(void) {
  return (struct sm_node_wind){.sy = SY, .sz = SZ, .node = node, .rough = &rough};
}

/* Component e of a field at x: polynomials of a degree in each coordinate. */
static double polynomial(int degree, int e, const double x[3]) {
  static const double slope[3][3] = {{0.3, -0.2, 0.15}, {-0.1, 0.25, 0.2}, {0.05, 0.1, -0.3}};
  double product = 1, sum = 1 + e;
  for (int d = 0; d < 3; d++) {
    sum += slope[e][d] * x[d];
    product *= 1 + pow(0.1 * slope[e][d] * x[d], degree);
  }
  return degree == 1 ? sum : sum + product;
}

static void fill_nodes(int degree) {
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        const double x[3] = {centre[0][i], centre[1][j], centre[2][k]};
        for (int e = 0; e < 3; e++)
          node[i + j * SY + k * SZ].wind[e] = (float)polynomial(degree, e, x);
      }
}

/* --- faces --- */

/* The curl of random potentials on edges; `solid` cells have none round them. */
static void solenoidal_wind(const bool *solid) {
  static double edge[3][FACES];
  for (int d = 0; d < 3; d++)
    for (int c = 0; c < FACES; c++) edge[d][c] = 2 * any() - 1;
  for (int c = 0; solid != NULL && c < FACES; c++)
    for (int d = 0; d < 3 && solid[c]; d++) {
      const ptrdiff_t a = steps[(d + 1) % 3], b = steps[(d + 2) % 3];
      edge[d][c] = edge[d][c + a] = edge[d][c + b] = edge[d][c + a + b] = 0;
    }
  for (int c = 0; c < FACES; c++) {
    const int at[3] = {c % SY, c / SY % (NY + 1), c / SZ};
    for (int d = 0; d < 3; d++) {
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      wind[d][c] = 0;
      if (at[a] == cells[a] || at[b] == cells[b]) continue;
      wind[d][c] = (edge[b][c + steps[a]] - edge[b][c]) / (double)width[a][at[a]] -
                   (edge[a][c + steps[b]] - edge[a][c]) / (double)width[b][at[b]];
    }
  }
}

#endif
