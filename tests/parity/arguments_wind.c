/* arguments_wind.c - of the first guess, the projection and winds on slopes. */
#include "arguments.h"

union sm_reals reals(const struct pool *p, const struct shape *s, int which) {
  union sm_reals r;
  if (s->bits == 64) {
    r.f64 = p->d[which];
  } else {
    r.f32 = p->f[which];
  }
  return r;
}
struct sm_first_guess make_first_guess(const struct pool *p, const struct shape *s) {
  return (struct sm_first_guess){.sy = s->sy,
                                 .sz = s->sz,
                                 .open_sy = s->fine.sy,
                                 .open_sz = s->fine.sz,
                                 .open_colour = s->fine.colour,
                                 .out = reals(p, s, 2),
                                 .open = p->open + s->fine.origin,
                                 .axis = 0,
                                 .n = s->n[0],
                                 .points = 16,
                                 .column_sy = s->n[0] + 3,
                                 .weight_from = 3,
                                 .weight_end = 3 + (s->n[0] + 3) * (s->n[1] / 2 + 2),
                                 .ground = p->f[11],
                                 .weight = p->f[12] + 3,
                                 .surface = p->surface,
                                 .profile = p->f[13],
                                 .z = p->f[10],
                                 .domain_top = 0.7f,
                                 .factor = p->f[9],
                                 .factor_step = 1,
                                 .factor_sz = 3};
}
struct sm_roughness_fetch make_roughness_fetch(const struct pool *p, const struct shape *s) {
  struct sm_roughness_fetch f = {.sy = s->sy,
                                 .sz = s->sz,
                                 .u = reals(p, s, 2),
                                 .v = reals(p, s, 3),
                                 .n = {s->n[0], s->n[1], s->n[2]},
                                 .column_sy = s->n[0] + 3,
                                 .columns = 2 * (ptrdiff_t)(s->n[0] + 3), /* the rows of its box */
                                 .ground = p->f[11],
                                 .z = p->f[10],
                                 .roof = 0.5f,
                                 .map = {.ln_z0 = p->f[12], .cell = {3.0f, 4.0f}},
                                 .factor = p->f[0]};
  for (int l = 0; l < 2; l++) {
    f.map.from[l] = l * (ptrdiff_t)s->n[0] * s->n[1];
    for (int a = 0; a < 2; a++) f.map.n[l][a] = l == 0 ? s->n[a] : (s->n[a] + 1) / 2;
  }
  for (int q = 0; q <= SM_FETCH_NODES; q++) f.map.level[q] = q > SM_FETCH_NODES / 2;
  return f;
}
struct sm_lee_separation make_lee_separation(const struct pool *p, const struct shape *s) {
  return (struct sm_lee_separation){.sy = s->sy,
                                    .sz = s->sz,
                                    .out = reals(p, s, 2),
                                    .axis = 0,
                                    .column_sy = s->n[0] + 3,
                                    .ground = p->f[11],
                                    .depth = p->f[12],
                                    .z = p->f[10]};
}
struct sm_slope_flow_layer make_slope_flow_layer(const struct pool *p, const struct shape *s) {
  return (struct sm_slope_flow_layer){.sy = s->sy,
                                      .sz = s->sz,
                                      .open_sy = s->fine.sy,
                                      .open_sz = s->fine.sz,
                                      .open_colour = s->fine.colour,
                                      .out = reals(p, s, 2),
                                      .open = p->open + s->fine.origin,
                                      .axis = 0,
                                      .n = s->n[0],
                                      .layers = s->n[2],
                                      .column_sy = s->n[0] + 3,
                                      .ground = p->f[11],
                                      .speed = p->f[13],
                                      .depth = p->f[12],
                                      .face = p->f[10]};
}
static struct sm_poisson_metric_double exact(const struct pool *p) {
  return (struct sm_poisson_metric_double){{p->d[9], p->d[9] + 256, p->d[9] + 512},
                                           {p->d[10], p->d[10] + 256, p->d[10] + 512}};
}
struct sm_projected_wind make_projected_wind(const struct pool *p, const struct shape *s) {
  return (struct sm_projected_wind){operator_of(p, s),
                                    s->sy,
                                    s->sz,
                                    exact(p),
                                    reals(p, s, 1),
                                    reals(p, s, 2),
                                    reals(p, s, 3),
                                    p->d[0] + s->fine.origin,
                                    1,
                                    p->f[0] + s->fine.origin};
}
struct sm_flux_divergence make_flux_divergence(const struct pool *p, const struct shape *s) {
  return (struct sm_flux_divergence){s->fine.sy, s->fine.sz, s->fine.colour,
                                     make_projected_wind(p, s).metric, p->f[0] + s->fine.origin};
}
struct sm_project make_project(const struct pool *p, const struct shape *s) {
  return (struct sm_project){operator_of(p, s),        s->sy, s->sz,  reals(p, s, 2), p->d[9],
                             p->d[0] + s->fine.origin, 1,     s->n[1]};
}

void raise_faces(struct pool *p) {
  for (int m = 0; m < 256; m++) p->f[10][m] = 0.05f * (float)m + 0.02f * p->f[10][m];
}
