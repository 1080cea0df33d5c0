/* prism_fixture.h - small prism meshes over blocks, and fields of the published test. */
#ifndef SM_TESTS_PRISM_FIXTURE_H
#define SM_TESTS_PRISM_FIXTURE_H

#include "domain/mesh/triangles.h"
#include "solve/prism/poisson.h"
#include <math.h>
#include <stdlib.h>

static const double prism_pi = 3.14159265358979323846;

struct prism_block {
  int n, m, layers;
  double wavy;      /* 1: curved sides as in the domain of the paper; 0: straight */
  double distorted; /* displacement of interior vertices, in cells */
  double stretched; /* ratio of the thickness of successive layers; 1: uniform */
  double (*bottom)(double x, double y), (*surface)(double x, double y);
};

/* Random number from -1 to 1 for vertex (i, j), axis d. */
static inline double prism_noise(int i, int j, int d) {
  const unsigned seed = 73856093u * (unsigned)i ^ 19349663u * (unsigned)j ^ 83492791u * (unsigned)d;
  const unsigned mixed = (seed ^ seed >> 13) * 1274126177u;
  return (double)(mixed >> 8) / 8388608.0 - 1;
}

static inline void prism_place(const void *data, double s, double t, double out[2]) {
  const struct prism_block *b = data;
  const int i = (int)lround(s * b->n), j = (int)lround(t * b->m);
  if (i > 0 && i < b->n && j > 0 && j < b->m) {
    s += b->distorted * prism_noise(i, j, 0) / b->n;
    t += b->distorted * prism_noise(i, j, 1) / b->m;
  }
  out[0] = 0.07 + 0.86 * s + b->wavy * 0.03 * sin(2 * prism_pi * t);
  out[1] = 0.08 + 0.84 * t + b->wavy * 0.06 * sin(2 * prism_pi * s) * (1 - 2 * t);
}

/* Prisms over a mesh with the boundary of a block. */
static inline struct sm_prisms *raise_prisms(struct sm_context *ctx, struct sm_triangles *t,
                                             const struct prism_block *block) {
  struct sm_prisms *p;
  if (sm_prisms_create(ctx, t, block->layers, &p) != SM_OK) abort();
  if (sm_prisms_name_sides(ctx, p, sm_mesh_block_side_names(), SM_MESH_BLOCK_SIDES) != SM_OK)
    abort();
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

static inline struct sm_prisms *make_prisms(struct sm_context *ctx,
                                            const struct prism_block *block) {
  const struct sm_mesh_block_map map = {prism_place, block};
  struct sm_triangles *t;
  if (sm_triangles_block(ctx, block->n, block->m, map, 0, &t) != SM_OK) abort();
  return raise_prisms(ctx, t, block);
}

/* Heights in the test of the paper: reference depth below and elevation of the surface, m. */
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

/* Maximum and root-mean-square error (by volume) against a function. */
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
