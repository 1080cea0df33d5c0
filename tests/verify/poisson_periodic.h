/* verify/poisson_periodic.h - periodic domains: boundaries, buildings and cut cells across the
 * periodic seam. */
#ifndef SM_VERIFY_POISSON_PERIODIC_H
#define SM_VERIFY_POISSON_PERIODIC_H

#include "poisson_problem.h"

/* Boundary type of an axis. */
enum { OPEN_SIDES, CLOSED_SIDES, PERIODIC_SIDES, KINDS };

/* Opens or closes the boundaries; those of a periodic axis are open where both ends are air. */
static inline void set_sides(struct problem *p, const int kind[3]) {
  struct geometry *g = &p->shape.g;
  geometry_open_faces(g);
  for (int d = 0; d < 3; d++) {
    const int low = SM_OPEN_WEST << (2 * d), high = SM_OPEN_EAST << (2 * d);
    int hi[3] = {g->n[0], g->n[1], g->n[2]};
    p->periodic[d] = kind[d] == PERIODIC_SIDES;
    hi[d] = 1;
    for (int k = 0; k < hi[2]; k++)
      for (int j = 0; j < hi[1]; j++)
        for (int i = 0; i < hi[0]; i++) {
          int end[3] = {i, j, k};
          end[d] = g->n[d] - 1;
          const int64_t a = geometry_index(g, i, j, k);
          const int64_t b = geometry_index(g, end[0], end[1], end[2]);
          const bool both = !g->solid[a] && !g->solid[b];
          const bool open_low = kind[d] == OPEN_SIDES ? !g->solid[a] : both;
          const bool open_high = kind[d] == OPEN_SIDES ? !g->solid[b] : both;
          g->cell[a] = (uint8_t)(g->cell[a] & ~low);
          g->cell[b] = (uint8_t)(g->cell[b] & ~high);
          if (kind[d] == CLOSED_SIDES) continue;
          if (open_low) g->cell[a] = (uint8_t)(g->cell[a] | low);
          if (open_high) g->cell[b] = (uint8_t)(g->cell[b] | high);
        }
  }
}

static const int channel[3] = {PERIODIC_SIDES, PERIODIC_SIDES, CLOSED_SIDES};
static const int everywhere[3] = {PERIODIC_SIDES, PERIODIC_SIDES, PERIODIC_SIDES};
static const int under_sky[3] = {PERIODIC_SIDES, PERIODIC_SIDES, OPEN_SIDES};

/* Shifts obstacles and right-hand sides along x and y, with wrap-around. */
static inline int moved(int i, int by, int n) { return (i + by) % n; }

/* Buildings, of which one crosses the seam in x, one in y, one the corner. */
static inline void moved_town(struct geometry *g, int by_x, int by_y) {
  static const double plan[][5] = {/* as fractions of the extent: from, to in x, from, to in y,
                                      height */
                                   {0.9, 1.15, 0.4, 0.6, 0.5},
                                   {0.3, 0.5, 0.85, 1.1, 0.4},
                                   {0.94, 1.06, 0.92, 1.08, 0.7},
                                   {0.55, 0.7, 0.2, 0.35, 0.3},
                                   {0.2, 0.35, 0.3, 0.5, 0.6}};
  for (size_t m = 0; m < sizeof plan / sizeof *plan; m++)
    for (int k = 0; k < (int)(plan[m][4] * g->n[2]); k++)
      for (int j = (int)(plan[m][2] * g->n[1]); j < (int)(plan[m][3] * g->n[1]); j++)
        for (int i = (int)(plan[m][0] * g->n[0]); i < (int)(plan[m][1] * g->n[0]); i++)
          g->solid[geometry_index(g, moved(i, by_x, g->n[0]), moved(j, by_y, g->n[1]), k)] = 1;
}

/* Makes every fifth face between two air cells partly open, also across the seam. */
static inline void cut_faces(struct shape *shape, const bool periodic[3]) {
  const struct geometry *g = &shape->g;
  const int *n = g->n;
  const int64_t cells = (int64_t)n[0] * n[1] * n[2];
  float *part = malloc((size_t)cells * SIDES * sizeof *part);
  uint32_t seed = 11;
  for (int64_t c = 0; c < cells; c++)
    for (int side = 0; side < SIDES; side++)
      part[c * SIDES + side] = g->cell[c] >> side & 1 ? 1.0f : 0.0f;
  for (int64_t c = 0; c < cells; c++)
    for (int d = 0; d < 3; d++) {
      int at[3] = {(int)(c % n[0]), (int)(c / n[0] % n[1]), (int)(c / n[0] / n[1])};
      const double value = geometry_random(&seed);
      if (!(g->cell[c] >> (2 * d) & 1) || value > 0.2) continue;
      if (at[d] == 0 && !periodic[d]) continue;
      at[d] = (at[d] + n[d] - 1) % n[d];
      part[c * SIDES + 2 * d] = (float)(0.1 + 4 * value);
      part[geometry_index(g, at[0], at[1], at[2]) * SIDES + 2 * d + 1] = (float)(0.1 + 4 * value);
    }
  shape->cut = malloc((size_t)cells * sizeof *shape->cut);
  for (int64_t c = 0; c < cells; c++) {
    bool some = false;
    for (int side = 0; side < SIDES; side++)
      some |= part[c * SIDES + side] > 0 && part[c * SIDES + side] < 1;
    if (!some) continue;
    struct sm_cut_cell *cut = &shape->cut[shape->cut_count++];
    cut->cell = c;
    memcpy(cut->fraction, &part[c * SIDES], sizeof cut->fraction);
  }
  free(part);
}

#endif
