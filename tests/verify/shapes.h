/* shapes.h - further test geometries: hollow houses, cut-cell hills, porous boxes, grids stretched
 * along every axis, closed domain boundaries. */
#ifndef SM_TESTS_SHAPES_H
#define SM_TESTS_SHAPES_H

#include "domain/surface/buildings/buildings.h"
#include "geometry.h"

/* Geometry with its partly open faces. */
struct shape {
  struct geometry g;
  struct sm_cut_cell *cut;
  int64_t cut_count;
};

static inline void shape_free(struct shape *shape) {
  geometry_free(&shape->g);
  free(shape->cut);
}

/* Replaces the grid: axes of length[d], cells growing by stretch[d]. */
static inline void shape_stretch(struct sm_context *ctx, struct geometry *g, const double length[3],
                                 const double stretch[3]) {
  double *face[3];
  for (int d = 0; d < 3; d++) {
    const int n = g->n[d];
    face[d] = calloc((size_t)n + 1, sizeof *face[d]);
    for (int i = 1; i <= n; i++) face[d][i] = face[d][i - 1] + pow(stretch[d], i - 1);
    for (int i = 1; i <= n; i++) face[d][i] *= length[d] / face[d][n];
  }
  const double origin[3] = {0, 0, 0};
  sm_grid_free(&g->grid);
  if (sm_grid_create(ctx, g->n, (const double *const[3]){face[0], face[1], face[2]}, origin,
                     &g->grid) != SM_OK)
    abort();
  for (int d = 0; d < 3; d++) free(face[d]);
}

/* Closes the domain boundaries whose bits are set (SM_OPEN_WEST ...): no flux. */
static inline void shape_close(struct geometry *g, int sides) {
  for (int k = 0; k < g->n[2]; k++)
    for (int j = 0; j < g->n[1]; j++)
      for (int i = 0; i < g->n[0]; i++) {
        const int at[3] = {i, j, k};
        int closed = 0;
        for (int d = 0; d < 3; d++)
          closed |= (at[d] == 0) << (2 * d) | (at[d] == g->n[d] - 1) << (2 * d + 1);
        uint8_t *cell = &g->cell[geometry_index(g, i, j, k)];
        *cell = (uint8_t)(*cell & ~(closed & sides));
      }
}

/* Fills air cells that are not connected to an open boundary, as the library does. */
static inline void shape_seal(struct sm_context *ctx, struct shape *shape) {
  struct geometry *g = &shape->g;
  float *ground = calloc((size_t)g->n[0] * (size_t)g->n[1], sizeof *ground);
  struct sm_domain domain = {.grid = g->grid,
                             .cell = g->cell,
                             .terrain = ground,
                             .cut = shape->cut,
                             .cut_count = shape->cut_count};
  if (sm_fill_enclosed_cavities(ctx, &domain) != SM_OK) abort();
  shape->cut_count = domain.cut_count;
  free(ground);
}

/* Cube of 20 m on the ground in the centre: test of Bozorgmehr et al. (2021). */
static inline void shape_cube(struct geometry *g) {
  int low[3], high[3];
  for (int d = 0; d < 3; d++) {
    const int cells = (int)(20 / g->grid.axis[d].width[0]);
    low[d] = d < 2 ? g->n[d] / 2 - cells / 2 : 0;
    high[d] = d < 2 ? g->n[d] / 2 + cells / 2 : cells;
  }
  geometry_box(g, low[0], high[0], low[1], high[1], low[2], high[2], 1);
}

/* The city with half of its houses hollow: rooms without doors, unless another house opens them. */
static inline void shape_hollow_city(struct geometry *g) {
  uint32_t state = 1;
  long have = 0;
  const long want = (long)(0.25 * g->n[0] * g->n[1]);
  while (have < want) {
    const int w = 4 + (int)(geometry_random(&state) * 14);
    const int d = 4 + (int)(geometry_random(&state) * 14);
    const int i0 = (int)(geometry_random(&state) * (g->n[0] - w));
    const int j0 = (int)(geometry_random(&state) * (g->n[1] - d));
    const int top = (int)(g->n[2] * (0.06 + 0.3 * geometry_random(&state)));
    for (int j = j0; j < j0 + d; j++)
      for (int i = i0; i < i0 + w; i++) have += !g->solid[geometry_index(g, i, j, 0)];
    geometry_box(g, i0, i0 + w, j0, j0 + d, 0, top, 1);
    if (geometry_random(&state) < 0.5 && w > 5 && d > 5)
      geometry_box(g, i0 + 1, i0 + w - 1, j0 + 1, j0 + d - 1, 1, top - 1, 0);
  }
}

/* Makes each cell solid at random with the same probability. */
static inline void shape_porous(struct geometry *g, double solid, uint32_t seed) {
  uint32_t state = seed;
  const int64_t cells = (int64_t)g->n[0] * g->n[1] * g->n[2];
  for (int64_t c = 0; c < cells; c++) g->solid[c] = geometry_random(&state) < solid;
}

/* Height of rugged terrain over the unit square, for a domain of height 1. */
static inline double shape_ground(double x, double y) {
  return 0.32 + 0.2 * sin(9 * x + 3 * y) + 0.1 * sin(40 * y - 7 * x) * cos(31 * x);
}

/* Fraction of a cell face above the terrain: exact in z, 8 x 8 samples along the face. */
static inline double shape_above_ground(const struct geometry *g, const int at[3], int side) {
  enum { SAMPLES = 8 };
  const int d = side / 2, plane = at[d] + side % 2;
  const struct sm_axis *z = &g->grid.axis[2];
  const double bottom = z->face[at[2]], top = z->face[at[2] + 1];
  double open = 0;
  for (int v = 0; v < SAMPLES; v++)
    for (int u = 0; u < SAMPLES; u++) {
      const double first = (u + 0.5) / SAMPLES, second = (v + 0.5) / SAMPLES;
      const double x = (d == 0 ? plane : at[0] + first) / g->n[0];
      const double y = (d == 1 ? plane : at[1] + (d == 0 ? first : second)) / g->n[1];
      const double ground = shape_ground(x, y) * z->face[g->n[2]];
      const double level = d == 2 ? z->face[plane] : bottom;
      open += ground <= level ? 1 : d == 2 || ground >= top ? 0 : (top - ground) / (top - bottom);
    }
  return open / (SAMPLES * SAMPLES);
}

/* Sets the open faces of rugged terrain with cut cells, instead of geometry_open_faces; open
 * fractions can be arbitrarily small. Cells with terrain above the middle of their top are
 * solid. */
static inline void shape_rugged_ground(struct shape *shape) {
  struct geometry *g = &shape->g;
  const int step[3] = {1, g->n[0], g->n[0] * g->n[1]};
  const struct sm_axis *z = &g->grid.axis[2];
  for (int k = 0; k < g->n[2]; k++)
    for (int j = 0; j < g->n[1]; j++)
      for (int i = 0; i < g->n[0]; i++)
        g->solid[geometry_index(g, i, j, k)] =
            z->face[k + 1] <
            shape_ground((i + 0.5) / g->n[0], (j + 0.5) / g->n[1]) * z->face[g->n[2]];
  geometry_open_faces(g);
  shape->cut = calloc((size_t)step[2] * (size_t)g->n[2], sizeof *shape->cut);
  for (int k = 0; k < g->n[2]; k++)
    for (int j = 0; j < g->n[1]; j++)
      for (int i = 0; i < g->n[0]; i++) {
        const int at[3] = {i, j, k};
        uint8_t *cell = &g->cell[geometry_index(g, i, j, k)];
        struct sm_cut_cell cut = {.cell = geometry_index(g, i, j, k)};
        bool partly = false;
        for (int side = 0; side < 6; side++) {
          const double above = *cell >> side & 1 ? shape_above_ground(g, at, side) : 0;
          cut.fraction[side] = (float)above;
          if (!(above > 0)) *cell = (uint8_t)(*cell & ~(1 << side));
          partly = partly || (above > 0 && above < 1);
        }
        if ((*cell & SM_OPEN_ALL) == 0) *cell = SM_CELL_TERRAIN << 6;
        if (partly) shape->cut[shape->cut_count++] = cut;
      }
}

#endif
