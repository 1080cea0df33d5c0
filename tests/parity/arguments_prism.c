/* arguments_prism.c - of the Poisson equation on prisms. Columns and vertices are PRISMS each; what
 * belongs to them lies in arrays that other kernels use otherwise. */
#include "arguments.h"
#include <string.h>

enum {
  TABLE = 100
}; /* numbers of layers or levels in each table, in an array of positive numbers */

void fill_prisms(struct pool *p, const struct shape *s) {
  for (int c = 0; c < PRISMS; c++) {
    static const int away[3] = {1, 3, PRISMS - 1};
    for (int e = 0; e < 3; e++) {
      p->start[3 * c + e] = (c + away[e]) % PRISMS;
      p->parent[3 * c + e] = random_count() % PRISMS;
      p->start[3 * (PRISMS + c) + e] = random_count() % PRISMS;
    }
    p->parent[3 * PRISMS + c] = c % 2;
    p->order[c] = PRISMS - 1 - c;
    for (int end = -1; end <= s->n[0]; end += s->n[0] + 1)
      p->f[0][sm_prism_at(s->n[0], c, end)] = (float)(p->d[0][sm_prism_at(s->n[0], c, end)] = 0);
  }
}

/* The struct that begins at a number of an array. */
static const void *record(const void *at) { return at; }

/* Table of numbers per layer or level. */
static union sm_reals table(const struct pool *p, const struct shape *s, int which) {
  union sm_reals r;
  if (s->bits == 64)
    r.f64 = p->d[12] + which * TABLE;
  else
    r.f32 = p->f[12] + which * TABLE;
  return r;
}

static struct sm_prism_grid grid_of(const struct pool *p, const struct shape *s) {
  struct sm_prism_grid g = {.layers = s->n[0],
                            .vertex = p->parent,
                            .neighbour = p->start,
                            .thickness = table(p, s, 0),
                            .middle = table(p, s, 1),
                            .sigma = table(p, s, 2),
                            .per_gap = table(p, s, 3),
                            .gamma = reals(p, s, 9)};
  if (s->bits == 64) {
    g.edge.f64 = record(p->d[9]);
    g.column.f64 = record(p->d[10]);
  } else {
    g.edge.f32 = record(p->f[9]);
    g.column.f32 = record(p->f[10]);
  }
  return g;
}

static struct sm_prism_compact compact_of(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_compact){.layers = s->n[0],
                                   .neighbour = p->start,
                                   .column = record(p->f[10]),
                                   .tilt = record(p->f[10]),
                                   .thickness = p->f[11],
                                   .sigma = p->f[11] + TABLE,
                                   .per_gap = p->f[11] + 2 * TABLE,
                                   .gamma = p->f[4]};
}

struct sm_prism_vertices make_prism_vertices(const struct pool *p, const struct shape *s) {
  const struct sm_prism_grid g = grid_of(p, s);
  return (struct sm_prism_vertices){.layers = s->n[0],
                                    .vertex = p->order,
                                    .start = p->row,
                                    .column = p->start + 3 * PRISMS,
                                    .weight = reals(p, s, 9),
                                    .place = reals(p, s, 10),
                                    .middle = g.middle,
                                    .sigma = g.sigma,
                                    .per_gap = g.per_gap,
                                    .x = reals(p, s, 0),
                                    .at = reals(p, s, 1)};
}

struct sm_prism_apply make_prism_apply(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_apply){grid_of(p, s),  reals(p, s, 0), reals(p, s, 1),
                                 reals(p, s, 2), reals(p, s, 3), reals(p, s, 4),
                                 0.75,           -0.5,           0.25};
}

struct sm_prism_relax make_prism_relax(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_relax){.grid = grid_of(p, s),
                                 .x = reals(p, s, 0),
                                 .at = reals(p, s, 1),
                                 .b = reals(p, s, 2),
                                 .to = reals(p, s, 4),
                                 .omega = 0.9,
                                 .columns = PRISMS,
                                 .sum = p->scalars,
                                 .colour = p->parent + 3 * PRISMS,
                                 .turn = 1,
                                 .colours = 2,
                                 .order = p->order,
                                 .changes = p->d[5],
                                 .first = 3,
                                 .last = s->n[0] > 1 ? PRISMS - 5 : 0};
}

struct sm_prism_smooth make_prism_smooth(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_smooth){compact_of(p, s), p->f[0], p->f[1], p->f[2], 0.25f, 1.0f, 0.75f};
}

struct sm_prism_defect make_prism_defect(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_defect){compact_of(p, s), p->f[0], p->f[1], p->f[2]};
}

struct sm_prism_krylov make_prism_krylov(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_krylov){s->n[0],        reals(p, s, 0), reals(p, s, 2), reals(p, s, 3),
                                  reals(p, s, 4), reals(p, s, 5), reals(p, s, 6), p->f[7],
                                  p->f[8],        p->d[7]};
}

struct sm_prism_product make_prism_product(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_product){s->n[0], reals(p, s, 2), reals(p, s, 3)};
}

struct sm_prism_refine make_prism_refine(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_refine){s->n[0], p->d[2], p->f[1], p->d[0], p->f[0], 0.125, 8};
}

struct sm_prism_scalars make_prism_scalars(const struct pool *p, const struct shape *s) {
  return (struct sm_prism_scalars){p->d[9], p->d[8], s->n[0] % 4, s->n[1] % 3, 100};
}
