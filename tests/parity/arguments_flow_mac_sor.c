/* parity/arguments_flow_mac_sor.c - of the scheme of Griebel et al. */
#include "arguments.h"
#include <string.h>

static union sm_reals element(const struct shape *s, float *f, double *d, ptrdiff_t at) {
  union sm_reals r;
  if (s->bits == 64) {
    r.f64 = d + at;
  } else {
    r.f32 = f + at;
  }
  return r;
}
static union sm_reals split(const struct pool *p, const struct shape *s, int which) {
  return element(s, p->f[which], p->d[which], s->fine.origin);
}
static void fill_steps(const struct shape *s, ptrdiff_t step[3]) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  for (int d = 0; d < 3; d++) step[d] = layout.step[d];
}
struct sm_mac_sor_momentum make_mac_sor_momentum(const struct pool *p, const struct shape *s) {
  struct sm_mac_sor_momentum g = {.u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                  .to = field(p, s, 6),
                                  .faces = faces(p, s),
                                  .per_width = {1.1, 0.9, 1.3},
                                  .dt = 0.1,
                                  .viscosity = 0.2,
                                  .gamma = 0.7,
                                  .force = 0.3};
  fill_steps(s, g.step);
  return g;
}
struct sm_mac_sor_rhs make_mac_sor_rhs(const struct pool *p, const struct shape *s) {
  struct sm_mac_sor_rhs g = {.f = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                             .sy = s->fine.sy,
                             .sz = s->fine.sz,
                             .colour = s->fine.colour,
                             .open = p->open + s->fine.origin,
                             .rhs = split(p, s, 0),
                             .per_width = {1.1, 0.9, 1.3},
                             .per_dt = 10,
                             .nx = s->n[0]};
  fill_steps(s, g.step);
  return g;
}

/* By hand sums are added in another order. */
bool is_plain(const struct shape *s) {
  return s->n[1] % 2 == 0 && sm_mac_sor_layout(s->n).size <= s->size;
}

void open_box(struct pool *p, const struct shape *s) {
  const struct sm_red_black box = sm_mac_sor_layout(s->n);
  memset(p->open, 0, s->size);
  for (int m = 0; m < 2; m++) {
    memset(p->f[m], 0, s->size * sizeof *p->f[m]);
    memset(p->d[m], 0, s->size * sizeof *p->d[m]);
  }
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const ptrdiff_t c = box.origin + sm_red_black_index(&box, i, j, k);
        const int at[3] = {i, j, k};
        for (int side = 0; side < 6; side++)
          if (at[side / 2] != (side % 2 ? s->n[side / 2] - 1 : 0))
            p->open[c] = (uint8_t)(p->open[c] | 1u << side);
        for (int m = 0; m < 2; m++) {
          p->d[m][c] = random_number();
          p->f[m][c] = (float)p->d[m][c];
        }
      }
}

/* The black cells, by open faces where the box is odd. */
struct sm_mac_sor_relax make_mac_sor_relax(const struct pool *p, const struct shape *s) {
  const struct sm_red_black box = is_plain(s) ? sm_mac_sor_layout(s->n) : s->fine;
  return (struct sm_mac_sor_relax){.sy = box.sy,
                                   .sz = box.sz,
                                   .colour = box.colour,
                                   .p = element(s, p->f[0], p->d[0], box.origin),
                                   .rhs = element(s, p->f[1], p->d[1], box.origin),
                                   .open = p->open + box.origin,
                                   .a = {1.2, 0.8, 1.7},
                                   .share = 0.2,
                                   .omega = s->n[0] % 2 == 1 ? 1.7 : 0,
                                   .plain = is_plain(s),
                                   .black = 1,
                                   .n = {s->n[0], s->n[1], s->n[2]}};
}
struct sm_mac_sor_converged make_mac_sor_converged(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_mac_sor_converged){(struct sm_mac_sor_state *)(void *)p->d[12]};
}
struct sm_mac_sor_project make_mac_sor_project(const struct pool *p, const struct shape *s) {
  struct sm_mac_sor_project g = {.f = field(p, s, 3),
                                 .to = field(p, s, 6),
                                 .faces = faces(p, s),
                                 .sy = s->fine.sy,
                                 .sz = s->fine.sz,
                                 .colour = s->fine.colour,
                                 .p = split(p, s, 0),
                                 .scale = 0.4,
                                 .axis = 2};
  fill_steps(s, g.step);
  return g;
}
struct sm_mac_sor_speed make_mac_sor_speed(const struct pool *p, const struct shape *s) {
  struct sm_mac_sor_speed g = {.u = field(p, s, 3)};
  fill_steps(s, g.step);
  return g;
}
struct sm_mac_sor_divergence make_mac_sor_divergence(const struct pool *p, const struct shape *s) {
  struct sm_mac_sor_divergence g = {.u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                    .per_width = {1.1, 0.9, 1.3}};
  fill_steps(s, g.step);
  return g;
}
