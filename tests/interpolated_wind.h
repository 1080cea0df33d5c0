/* interpolated_wind.h - a wind on faces and nodes, interpolated to particles. */
#ifndef SM_TESTS_INTERPOLATED_WIND_H
#define SM_TESTS_INTERPOLATED_WIND_H

#include "cell/cells.h"
#include "harness.h"
#include "support_spline.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { NX = 10, NY = 8, NZ = 9, SY = NX + 1, SZ = SY * (NY + 1), FACES = SZ * (NZ + 1) };

static const double pi = 3.14159265358979;
static uint64_t seed = 1;

/* Equal to a tolerance. */
static void near(float got, double expected, double tolerance) {
  ck_assert_double_eq_tol((double)got, expected, tolerance);
}

/* 0..1 (Knuth's multiplicative generator). */
static double any(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 9007199254740992.0;
}

/* A box of cells with faces and nodes on the same strides; z is stretched. */
static const int cells[3] = {NX, NY, NZ};
static const ptrdiff_t steps[3] = {1, SY, SZ};
static double face[3][NX + 1], centre[3][NX];
static float width[3][NX], inverse[3][NX + 1];
static uint8_t open[FACES];
static double wind[3][FACES]; /* on faces */
static struct sm_wind_node node[FACES];
static const float rough = 0.01f;

static struct sm_particle_grid_f32 grid(void) {
  struct sm_particle_grid_f32 g = {.sy = SY, .sz = SZ, .open = open};
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < cells[d]; i++) {
      const double h = d == 2 ? 0.5 * pow(1.25, i) : 1.0 + d;
      face[d][i + 1] = face[d][i] + h;
      centre[d][i] = face[d][i] + 0.5 * h;
      width[d][i] = (float)h;
    }
    for (int i = 1; i < cells[d]; i++)
      inverse[d][i] = (float)(1 / (centre[d][i] - centre[d][i - 1]));
    g.n[d] = cells[d];
    g.h[d] = width[d];
    g.g[d] = inverse[d];
  }
  for (int c = 0; c < FACES; c++) open[c] = SM_OPEN_ALL;
  return g;
}

static struct sm_face_winds faces64(void) {
  return (struct sm_face_winds){
      .sy = SY, .sz = SZ, .u.f64 = wind[0], .v.f64 = wind[1], .w.f64 = wind[2]};
}
static struct sm_node_wind nodes(void) {
  return (struct sm_node_wind){.sy = SY, .sz = SZ, .node = node, .rough = &rough};
}

static struct sm_grid_position_f32 random_place(void) {
  struct sm_grid_position_f32 at;
  for (int d = 0; d < 3; d++) {
    at.cell[d] = (int)(any() * cells[d]);
    at.part[d] = (uint32_t)(any() * 4294967295.0);
  }
  return at;
}
static void position(const struct sm_grid_position_f32 *at, double x[3]) {
  for (int d = 0; d < 3; d++)
    x[d] =
        face[d][at->cell[d]] + (double)width[d][at->cell[d]] * (double)at->part[d] / 4294967296.0;
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
