/* prism_fixture.h - small meshes of prisms: a curvilinear quadrilateral of n x m quadrangles, each
 * cut in two. */
#ifndef SM_TESTS_PRISM_FIXTURE_H
#define SM_TESTS_PRISM_FIXTURE_H

#include "solve/prism.h"
#include <math.h>
#include <stdlib.h>

static const double prism_pi = 3.14159265358979323846;

struct prism_block {
  int n, m, layers;
  double wavy;      /* 1: sides as those of the paper's domain; 0: straight */
  double distorted; /* interior vertices moved by so much of a quadrangle */
  double stretched; /* layers grow by this factor from one to the next; 1: all alike */
  double (*bottom)(double x, double y), (*surface)(double x, double y);
};

/* -1 to 1. */
static inline double prism_noise(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / 8388608.0 - 1;
}

/* Sides of the outline: 0 west, 1 east, 2 south, 3 north. */
static inline void prism_sides(struct sm_triangles *t, const struct prism_block *block) {
  for (int c = 0; c < t->triangles; c++)
    for (int e = 0; e < 3; e++) {
      const int a = t->vertex[3 * c + e], b = t->vertex[3 * c + (e + 1) % 3], row = block->n + 1;
      if (t->neighbour[3 * c + e] >= 0) continue;
      t->side[3 * c + e] = a % row == 0 && b % row == 0                 ? 0
                           : a % row == block->n && b % row == block->n ? 1
                           : a / row == 0 && b / row == 0               ? 2
                                                                        : 3;
    }
}

static inline struct sm_prisms *make_prisms(struct sm_context *ctx,
                                            const struct prism_block *block) {
  static const char *const names[] = {"west", "east", "south", "north"};
  const int n = block->n, m = block->m, row = n + 1;
  struct sm_prisms *p;
  struct sm_triangles *t;
  unsigned state = 12345;
  if (sm_triangles_create(ctx, row * (m + 1), 2 * n * m, &t) != SM_OK) abort();
  for (int j = 0; j <= m; j++)
    for (int i = 0; i <= n; i++) {
      const bool inside = i > 0 && i < n && j > 0 && j < m;
      const double s = (i + (inside ? block->distorted * prism_noise(&state) : 0)) / n;
      const double q = (j + (inside ? block->distorted * prism_noise(&state) : 0)) / m;
      t->x[j * row + i] = 0.07 + 0.86 * s + block->wavy * 0.03 * sin(2 * prism_pi * q);
      t->y[j * row + i] =
          0.08 + 0.84 * q + block->wavy * 0.06 * sin(2 * prism_pi * s) * (1 - 2 * q);
    }
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      const int a = j * row + i, b = a + 1, c = a + row + 1, d = a + row;
      const int one[2][6] = {{a, b, c, a, c, d}, {a, b, d, b, c, d}};
      for (int v = 0; v < 6; v++) t->vertex[6 * (j * n + i) + v] = one[(i + j) % 2][v];
    }
  if (sm_triangles_join(ctx, t) != SM_OK) abort();
  prism_sides(t, block);
  if (sm_prisms_create(ctx, t, block->layers, &p) != SM_OK) abort();
  if (sm_prisms_name_sides(ctx, p, names, 4) != SM_OK) abort();
  for (int v = 0; v < t->vertices; v++) {
    p->bottom[v] = block->bottom(t->x[v], t->y[v]);
    p->surface[v] = block->surface(t->x[v], t->y[v]);
  }
  for (int k = 0; k < p->layers; k++)
    p->sigma[k + 1] = p->sigma[k] + pow(block->stretched, (double)k);
  for (int k = 0; k <= p->layers; k++) p->sigma[k] /= p->sigma[p->layers];
  p->sigma[p->layers] = 1;
  return p;
}

/* Heights of the paper's test: reference depth below and elevation of the surface, m. */
static inline double paper_bottom(double x, double y) {
  return 0.1 * (sin(prism_pi * (x + y)) + (x + y) - 3.5);
}
static inline double paper_surface(double x, double y) {
  return 0.05 * (sin(2 * prism_pi * x) * sin(4 * prism_pi * y) + 5);
}
static inline double flat_bottom(double x, double y) {
  (void)x;
  (void)y;
  return -0.25;
}
static inline double flat_surface(double x, double y) {
  (void)x;
  (void)y;
  return 0.25;
}

/* The largest and the root-mean-square difference (by volume) from a function. */
struct prism_error {
  double largest, mean;
};
static inline struct prism_error compare_prisms(const struct sm_prisms *p, const double *x,
                                                double (*exact)(void *, const double *)) {
  struct prism_error error = {0, 0};
  double volume = 0;
  for (int c = 0; c < p->plane->triangles; c++)
    for (int k = 0; k < p->layers; k++) {
      double place[3];
      sm_prism_centre(p, c, k, place);
      const double off = fabs(x[c * p->layers + k] - exact(NULL, place));
      const double v = sm_prisms_volume(p, c, k);
      error.largest = fmax(error.largest, off);
      error.mean += v * off * off;
      volume += v;
    }
  error.mean = sqrt(error.mean / volume);
  return error;
}

#endif
