/* geometry.h - obstacles for solver tests: boxes of solid cells. */
#ifndef SM_TESTS_GEOMETRY_H
#define SM_TESTS_GEOMETRY_H

#include "domain/domain.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct geometry {
  int n[3];
  uint8_t *solid; /* [nz][ny][nx] */
  uint8_t *cell;  /* open-face flags of domain.h */
  struct sm_grid grid;
};

static inline int64_t geometry_index(const struct geometry *g, int i, int j, int k) {
  return i + (int64_t)g->n[0] * (j + (int64_t)g->n[1] * k);
}

static inline void geometry_box(struct geometry *g, int i0, int i1, int j0, int j1, int k0, int k1,
                                uint8_t solid) {
  for (int k = k0 < 0 ? 0 : k0; k < k1 && k < g->n[2]; k++)
    for (int j = j0 < 0 ? 0 : j0; j < j1 && j < g->n[1]; j++)
      for (int i = i0 < 0 ? 0 : i0; i < i1 && i < g->n[0]; i++)
        g->solid[geometry_index(g, i, j, k)] = solid;
}

static inline double geometry_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

/* Boxes over a quarter of the ground area. */
static inline void geometry_city(struct geometry *g) {
  uint32_t state = 1;
  long have = 0;
  const long want = (long)(0.25 * g->n[0] * g->n[1]);
  while (have < want) {
    const int w = 4 + (int)(geometry_random(&state) * 14),
              d = 4 + (int)(geometry_random(&state) * 14);
    const int i0 = (int)(geometry_random(&state) * (g->n[0] - w));
    const int j0 = (int)(geometry_random(&state) * (g->n[1] - d));
    const int top = (int)(g->n[2] * (0.06 + 0.3 * geometry_random(&state)));
    for (int j = j0; j < j0 + d; j++)
      for (int i = i0; i < i0 + w; i++) have += !g->solid[geometry_index(g, i, j, 0)];
    geometry_box(g, i0, i0 + w, j0, j0 + d, 0, top, 1);
  }
}

/* Blocks of 7 cells with gaps of 1. */
static inline void geometry_canyon(struct geometry *g) {
  uint32_t state = 1;
  for (int j = 2; j < g->n[1] - 2; j += 8)
    for (int i = 2; i < g->n[0] - 2; i += 8)
      geometry_box(g, i, i + 7, j, j + 7, 0,
                   (int)(g->n[2] * (0.2 + 0.25 * geometry_random(&state))), 1);
}

/* Towers of stacked rooms: floors with a hole of one cell, at alternate ends, and a door of one
 * cell at the ground. Rooms are connected by single cells only. */
static inline void geometry_maze(struct geometry *g) {
  const int top = (int)(g->n[2] * 0.35);
  for (int j = 3; j + 10 < g->n[1]; j += 12)
    for (int i = 3; i + 10 < g->n[0]; i += 12) {
      geometry_box(g, i, i + 10, j, j + 10, 0, top, 1);
      geometry_box(g, i + 1, i + 9, j + 1, j + 9, 1, top - 1, 0);
      for (int k = 4; k < top - 1; k += 5) {
        const int hole = i + 2 + k / 5 % 2 * 5;
        geometry_box(g, i + 1, i + 9, j + 1, j + 9, k, k + 1, 1);
        geometry_box(g, hole, hole + 1, j + 3, j + 4, k, k + 1, 0);
      }
      geometry_box(g, i, i + 1, j + 4, j + 5, 1, 2, 0);
    }
}

/* Building with rooms on several floors under a closed roof, over most of the ground: walls of one
 * cell, in every wall a door one cell wide and two high, in every second floor slab of a room a
 * hole, in every second outer wall a window of one cell. */
static inline void geometry_house(struct geometry *g) {
  const int wide = 9, high = 6; /* size of a room with its wall */
  const int rooms[3] = {(g->n[0] - 8) / wide, (g->n[1] - 8) / wide, g->n[2] * 2 / 3 / high};
  geometry_box(g, 4, 5 + rooms[0] * wide, 4, 5 + rooms[1] * wide, 0, 1 + rooms[2] * high, 1);
  for (int c = 0; c < rooms[2]; c++)
    for (int b = 0; b < rooms[1]; b++)
      for (int a = 0; a < rooms[0]; a++) {
        const int i = 5 + a * wide, j = 5 + b * wide, k = 1 + c * high, sill = 2 * (b % 2);
        geometry_box(g, i, i + wide - 1, j, j + wide - 1, k, k + high - 1, 0);
        if (a > 0 || (b + c) % 2)
          geometry_box(g, i - 1, i, j + 2, j + 3, k + (a ? 0 : sill), k + 2, 0);
        if (b > 0 || (a + c) % 2) geometry_box(g, i + 5, i + 6, j - 1, j, k, k + 2, 0);
        if (c > 0 && (a + b) % 2) geometry_box(g, i + 6, i + 7, j + 6, j + 7, k - 1, k, 0);
      }
}

/* Sets the open-face flags: faces between air cells, and boundary faces except at the ground. */
static inline void geometry_open_faces(struct geometry *g) {
  const int step[3] = {1, g->n[0], g->n[0] * g->n[1]};
  for (int k = 0; k < g->n[2]; k++)
    for (int j = 0; j < g->n[1]; j++)
      for (int i = 0; i < g->n[0]; i++) {
        const int at[3] = {i, j, k};
        const int64_t c = geometry_index(g, i, j, k);
        uint8_t bits = 0;
        for (int d = 0; d < 3 && !g->solid[c]; d++) {
          const int low_open = at[d] > 0 ? !g->solid[c - step[d]] : d < 2;
          const int high_open = at[d] < g->n[d] - 1 ? !g->solid[c + step[d]] : 1;
          bits = (uint8_t)(bits | low_open << (2 * d) | high_open << (2 * d + 1));
        }
        g->cell[c] = (uint8_t)(bits | (g->solid[c] ? SM_CELL_BUILDING << 6 : 0));
      }
}

/* Creates a grid of n cells of width h, with layers growing by `stretch`; all air. */
static inline struct geometry geometry_create(struct sm_context *ctx, const int n[3],
                                              const double h[3], double stretch) {
  struct geometry g = {.n = {n[0], n[1], n[2]}};
  const size_t cells = (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
  g.solid = calloc(cells, 1);
  g.cell = calloc(cells, 1);
  double *face[3];
  for (int d = 0; d < 3; d++) {
    face[d] = calloc((size_t)n[d] + 1, sizeof *face[d]);
    double width = h[d];
    for (int i = 0; i < n[d]; i++) {
      face[d][i + 1] = face[d][i] + width;
      if (d == 2) width *= stretch;
    }
  }
  const double origin[3] = {0, 0, 0};
  const double *const faces[3] = {face[0], face[1], face[2]};
  if (sm_grid_create(ctx, n, faces, origin, &g.grid) != SM_OK) abort();
  for (int d = 0; d < 3; d++) free(face[d]);
  return g;
}

static inline void geometry_free(struct geometry *g) {
  free(g->solid);
  free(g->cell);
  sm_grid_free(&g->grid);
}

#endif
