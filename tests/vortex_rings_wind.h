/* vortex_rings_wind.h - wind of axisymmetric vortex rings on a grid, column by column on the host
 * in double: what the kernels of cell/particles/rotor.h are compared with. */
#ifndef SM_TESTS_VORTEX_RINGS_WIND_H
#define SM_TESTS_VORTEX_RINGS_WIND_H

#include "cell/particles/rotor.h"
#include "physics/prescribed/internal.h"
#include <math.h>

/* Stokes stream function psi over r^2, m/s; 2 pi psi is the upward flow rate through the circle of
 * radius r, m3/s. */
static inline double ring_potential(const struct sm_vortex_ring *ring, double r, double z) {
  return ring->circulation / (2 * 3.14159265358979323846) *
         sm_rotor_potential(ring->radius, r, z - ring->height, sm_vortex_ring_smoothing(ring));
}

static inline struct sm_vortex_ring ring_image(const struct sm_vortex_ring *ring) {
  struct sm_vortex_ring below = *ring;
  below.height = -ring->height;
  below.circulation = -ring->circulation;
  return below;
}

/* Radial and vertical velocity of all rings with the ground. */
static inline void rings_velocity(const struct sm_vortex_rings *rings, double r, double z,
                                  double velocity[2]) {
  velocity[0] = velocity[1] = 0;
  for (int i = 0; i < rings->count; i++) {
    const struct sm_vortex_ring below = ring_image(&rings->ring[i]);
    sm_vortex_ring_velocity(&rings->ring[i], r, z, velocity);
    sm_vortex_ring_velocity(&below, r, z, velocity);
  }
}

static inline double rings_potential(const struct sm_vortex_rings *rings, double r, double z) {
  double sum = 0;
  for (int i = 0; i < rings->count; i++) {
    const struct sm_vortex_ring below = ring_image(&rings->ring[i]);
    sum += ring_potential(&rings->ring[i], r, z) + ring_potential(&below, r, z);
  }
  return sum;
}

/* psi / r^2 at r = 0, dr, 2 dr, ... and at given heights. It is cubic between the radii and
 * constant beyond the last one, so a table should reach beyond the corners of the grid. */
struct rings_table {
  int nr, nz;        /* at least 4 and 2 */
  double dr;         /* m; at most half a cell */
  const double *z;   /* [nz] m above the ground */
  double *potential; /* [nr][nz] m/s */
};

static inline void rings_tabulate(const struct sm_vortex_rings *rings,
                                  const struct rings_table *table) {
  for (int i = 0; i < table->nr; i++)
    for (int k = 0; k < table->nz; k++)
      table->potential[(ptrdiff_t)i * table->nz + k] =
          rings_potential(rings, i * table->dr, table->z[k]);
}

/* Grid of nx, ny, table->nz - 1 cells whose horizontal faces are at the heights of a table. */
struct rings_grid {
  int n[2];               /* cells */
  const double *place[2]; /* [n + 1] positions of faces, m */
  ptrdiff_t sy, sz;       /* strides of u, v, w: component d of the low face of cell i, j, k is at
                             i + j sy + k sz */
  double *u, *v, *w;      /* means over faces, m/s */
};

/* Cell edge: the vector potential (psi / r^2) (-y, x, 0) along it, at any height, is a weighted sum
 * of table values: two Gauss points, four radii each. */
struct edge {
  const double *from[2]; /* first radius in the table */
  double weight[2][4];   /* m2 */
};

/* Edge along axis d from `low` to `high`, at `beside` on the other axis, in m from the shaft. */
static inline struct edge edge_of(const struct rings_table *table, int d, double low, double high,
                                  double beside) {
  struct edge edge;
  for (int g = 0; g < 2; g++) {
    const double offset = (g == 0 ? -0.5 : 0.5) / sqrt(3.0);
    const double along = 0.5 * (low + high) + offset * (high - low);
    const double r = fmin(sqrt(along * along + beside * beside) / table->dr, table->nr - 1);
    const int first = (int)fmin(fmax(floor(r) - 1, 0), table->nr - 4);
    const double x = r - first, arm = (d == 0 ? -beside : beside) * 0.5 * (high - low);
    edge.from[g] = table->potential + (ptrdiff_t)first * table->nz;
    edge.weight[g][0] = arm * (x - 1) * (x - 2) * (x - 3) / -6;
    edge.weight[g][1] = arm * x * (x - 2) * (x - 3) / 2;
    edge.weight[g][2] = arm * x * (x - 1) * (x - 3) / -2;
    edge.weight[g][3] = arm * x * (x - 1) * (x - 2) / 6;
  }
  return edge;
}

static inline double along(const struct edge *edge, int nz, int k) {
  double sum = 0;
  for (int g = 0; g < 2; g++)
    for (int m = 0; m < 4; m++) sum += edge->weight[g][m] * edge->from[g][(ptrdiff_t)m * nz + k];
  return sum;
}

/* Adds the wind of a column of u or v faces above an edge: `sign` 1 for v, -1 for u. */
static inline void add_upright(const struct rings_table *table, const struct edge *edge,
                               double width, double sign, ptrdiff_t sz, double *out) {
  double low = along(edge, table->nz, 0);
  for (int k = 0; k + 1 < table->nz; k++) {
    const double high = along(edge, table->nz, k + 1);
    out[k * sz] += sign * (high - low) / (width * (table->z[k + 1] - table->z[k]));
    low = high;
  }
}

/* Adds the wind on the low faces of column i, j, and on the high faces in the last column or
 * row. */
static inline void add_column(const struct rings_table *table, const double axis[2],
                              const struct rings_grid *grid, int i, int j) {
  const double x[2] = {grid->place[0][i] - axis[0], grid->place[0][i + 1] - axis[0]};
  const double y[2] = {grid->place[1][j] - axis[1], grid->place[1][j + 1] - axis[1]};
  const double dx = x[1] - x[0], dy = y[1] - y[0];
  const ptrdiff_t at = i + j * grid->sy;
  struct edge side[2][2]; /* west, east; south, north */
  for (int m = 0; m < 2; m++) {
    side[0][m] = edge_of(table, 1, y[0], y[1], x[m]);
    side[1][m] = edge_of(table, 0, x[0], x[1], y[m]);
  }
  for (int m = 0; m < (i + 1 == grid->n[0] ? 2 : 1); m++)
    add_upright(table, &side[0][m], dy, -1, grid->sz, grid->u + at + m);
  for (int m = 0; m < (j + 1 == grid->n[1] ? 2 : 1); m++)
    add_upright(table, &side[1][m], dx, 1, grid->sz, grid->v + at + m * grid->sy);
  for (int k = 0; k < table->nz; k++) {
    const double round = along(&side[0][1], table->nz, k) - along(&side[0][0], table->nz, k) -
                         along(&side[1][1], table->nz, k) + along(&side[1][0], table->nz, k);
    grid->w[at + k * grid->sz] += round / (dx * dy);
  }
}

/* Adds the wind of a table with its axis at a place (m) on the grid. */
static inline void rings_add_wind(const struct rings_table *table, const double axis[2],
                                  const struct rings_grid *grid) {
  for (int j = 0; j < grid->n[1]; j++)
    for (int i = 0; i < grid->n[0]; i++) add_column(table, axis, grid, i, j);
}

#endif
