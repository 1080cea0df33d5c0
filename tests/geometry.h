/* geometry.h - obstacles to solve around: boxes in a box of cells. */
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
  uint8_t *cell;  /* open-face bytes of domain.h */
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

/* Boxes over a quarter of the ground. */
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

/* Sets the open-face bytes: faces between air cells, and those of the boundary but the ground. */
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

/* A grid of n cells of width h, layers growing by `stretch`; all air until boxes are set. */
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
