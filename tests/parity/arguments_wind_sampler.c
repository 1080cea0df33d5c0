/* parity/arguments_wind_sampler.c - of what particles see of the air. */
#include "arguments.h"

static struct sm_face_winds flow(const struct pool *p, const struct shape *s) {
  return (struct sm_face_winds){s->sy, s->sz, reals(p, s, 1), reals(p, s, 2), reals(p, s, 3)};
}

/* Nodes have no padding. */
static ptrdiff_t row(const struct shape *s) { return s->n[0]; }
static ptrdiff_t plane(const struct shape *s) { return s->n[0] * (ptrdiff_t)s->n[1]; }

struct sm_level_blend make_level_blend(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_level_blend){.from = (const struct sm_float4 *)(const void *)p->f[1],
                                 .to = (const struct sm_float4 *)(const void *)p->f[4],
                                 .out = (struct sm_float4 *)(void *)p->f[0],
                                 .part = 0.3f};
}
struct sm_level_max make_level_max(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_level_max){(const struct sm_float4 *)(const void *)p->f[1]};
}
/* Lines along y. */
struct sm_spline_lines make_spline_lines(const struct pool *p, const struct shape *s) {
  return (struct sm_spline_lines){.node = (struct sm_wind_node *)(void *)p->f[0],
                                  .n = s->n[1],
                                  .step = row(s),
                                  .aside = 1,
                                  .across = plane(s),
                                  .factor = p->d[3]};
}
struct sm_level_faces make_level_faces(const struct pool *p, const struct shape *s) {
  return (struct sm_level_faces){.from = flow(p, s),
                                 .sign = -1,
                                 .sy = s->sy,
                                 .sz = s->sz,
                                 .out = {p->f[0], p->f[12], p->f[13]}};
}
struct sm_level_nodes make_level_nodes(const struct pool *p, const struct shape *s) {
  return (struct sm_level_nodes){.from = flow(p, s),
                                 .sign = -1,
                                 .sy = row(s),
                                 .sz = plane(s),
                                 .out = (struct sm_wind_node *)(void *)p->f[0]};
}
struct sm_level_cut make_level_cut(const struct pool *p, const struct shape *s) {
  return (struct sm_level_cut){.cut = p->cut,
                               .count = cut_count(s),
                               .n = {s->n[0], s->n[1], s->n[2]},
                               .faces = make_level_faces(p, s),
                               .nodes = make_level_nodes(p, s)};
}
struct sm_level_turbulence make_level_turbulence(const struct pool *p, const struct shape *s) {
  struct sm_level_turbulence e = {.from_sy = s->sy,
                                  .from_sz = s->sz,
                                  .dissipation = reals(p, s, 10),
                                  .n = {s->n[0], s->n[1], s->n[2]},
                                  .open_sy = row(s),
                                  .open_sz = plane(s),
                                  .open = p->open,
                                  .structure = 4,
                                  .least = 1e-3f,
                                  .sy = row(s),
                                  .sz = plane(s),
                                  .out = (struct sm_turbulence_node *)(void *)p->f[0]};
  for (int m = 0; m < 6; m++) e.stress[m] = reals(p, s, 4 + m);
  return e;
}
struct sm_level_friction make_level_friction(const struct pool *p, const struct shape *s) {
  return (struct sm_level_friction){.from = flow(p, s),
                                    .sy = row(s),
                                    .layer = p->start,
                                    .height = p->f[4],
                                    .rough_sx = 1,
                                    .rough_sy = row(s),
                                    .rough = p->f[9],
                                    .out = p->f[0]};
}

int64_t cut_count(const struct shape *s) {
  const int64_t cells = (int64_t)s->n[0] * s->n[1] * s->n[2];
  return cells < CUTS ? cells : CUTS;
}

void fill_levels_of_air(struct pool *p, const struct shape *s) {
  const int64_t count = cut_count(s), apart = (int64_t)s->n[0] * s->n[1] * s->n[2] / count;
  for (int64_t m = 0; m < count; m++) {
    const int64_t c = m * apart;
    p->cut[m] = (struct sm_cut_face_cell){
        {(int)(c % s->n[0]), (int)(c / s->n[0] % s->n[1]), (int)(c / s->n[0] / s->n[1])},
        {0.1f, 0.3f, 0, 1, 0.5f, 0.7f}};
  }
  for (int m = 0; m < s->n[0] * s->n[1]; m++) p->start[m] = m % s->n[2];
  for (size_t m = 0; m < s->size; m++) {
    if (random_count() % 3 > 0) p->open[m] = 0;
    p->f[4][m] += 0.5f;
    p->f[9][m] *= 0.1f;
  }
}
