/* arguments_turbulence.c - of distances to walls and of turbulence. */
#include "arguments.h"

/* Lines along y; faces and centres lie in the array of rising numbers. */
struct sm_distance_rows make_distance_rows(const struct pool *p, const struct shape *s) {
  return (struct sm_distance_rows){.n = s->n[0],
                                   .open_sy = s->n[0],
                                   .open_sz = s->n[0] * (ptrdiff_t)s->n[1],
                                   .sy = s->sy,
                                   .sz = s->sz,
                                   .open = p->open,
                                   .face = p->d[11],
                                   .centre = p->d[11] + CENTRES,
                                   .squared = p->f[0]};
}
struct sm_distance_lines make_distance_lines(const struct pool *p, const struct shape *s) {
  return (struct sm_distance_lines){.n = s->n[1],
                                    .step = s->sy,
                                    .across = s->sz,
                                    .face = p->d[11],
                                    .centre = p->d[11] + CENTRES,
                                    .squared = p->f[4],
                                    .below = 0.2f,
                                    .root = 1,
                                    .nx = s->n[0],
                                    .stack_step = (ptrdiff_t)s->n[0] * s->n[2],
                                    .stack_line = 1,
                                    .stack = p->site};
}

/* Some elements from the start of the arrays, so that there is something to the west. */
enum { BEFORE = 8 };
static union sm_reals reals_after(const struct pool *p, const struct shape *s, int which) {
  union sm_reals r = reals(p, s, which);
  if (s->bits == 64) {
    r.f64 += BEFORE;
  } else {
    r.f32 += BEFORE;
  }
  return r;
}
static struct sm_shear_input make_shear(const struct pool *p, const struct shape *s) {
  const float *m = p->f[10];
  return (struct sm_shear_input){.sy = s->sy,
                                 .sz = s->sz,
                                 .west = -1,
                                 .u = reals_after(p, s, 1),
                                 .v = reals_after(p, s, 2),
                                 .w = reals_after(p, s, 3),
                                 .distance = p->f[8] + BEFORE,
                                 .roughness = 0.01f,
                                 .width = {m, m + 256, m + 512},
                                 .gap = {m + 768, m + 1024, m + 1280}};
}
struct sm_mixing_length make_mixing_length(const struct pool *p, const struct shape *s) {
  return (struct sm_mixing_length){.wind = make_shear(p, s),
                                   .heat = {-0.3f, 0.5f, 0.7f},
                                   .per_longest = 0.1f,
                                   .fastest = 0.3f,
                                   .background = 0.1f,
                                   .decay = 0.01f,
                                   .viscosity = reals_after(p, s, 4),
                                   .energy = reals_after(p, s, 5),
                                   .dissipation = reals_after(p, s, 6),
                                   .length = reals_after(p, s, 7)};
}
/* A wake that some of the cells lie in, others not. */
struct sm_wake_mixing make_wake_mixing(const struct pool *p, const struct shape *s) {
  const float *m = p->f[10];
  return (struct sm_wake_mixing){.wind = make_shear(p, s),
                                 .centre = {m + 1536, m + 1792, m + 2048},
                                 .wake = {.x = 0.3f,
                                          .y = 0.9f,
                                          .along = {0.8f, 0.6f},
                                          .lee = 0.2f,
                                          .low = -0.7f,
                                          .high = 0.5f,
                                          .width = 0.4f,
                                          .ground = 0.1f,
                                          .height = 1.2f,
                                          .cavity = 0.6f,
                                          .reach = 1,
                                          .side = 0.4f,
                                          .top = 0.7f},
                                 .fastest = 0.6f,
                                 .viscosity = reals_after(p, s, 4),
                                 .energy = reals_after(p, s, 5),
                                 .dissipation = reals_after(p, s, 6),
                                 .length = reals_after(p, s, 7)};
}
struct sm_stress make_stress(const struct pool *p, const struct shape *s) {
  static const int to[6] = {0, 6, 7, 9, 11, 12};
  struct sm_stress stress = {.wind = make_shear(p, s),
                             .heat = {-0.3f, 0.5f, 0.7f},
                             .share = {1.9f, 1.2f, 0.5f},
                             .background = 0.01f,
                             .viscosity = reals_after(p, s, 4),
                             .energy = reals_after(p, s, 5),
                             .length = reals_after(p, s, 13)};
  for (int m = 0; m < 6; m++) stress.stress[m] = reals_after(p, s, to[m]);
  return stress;
}

void mark_walls(struct pool *p, const struct shape *s) {
  for (size_t m = 0; m < s->size; m++) {
    if (random_count() % 4 == 0) p->f[8][m] = 0;
    p->f[10][m] = (float)(random_number() + 1);
  }
}
