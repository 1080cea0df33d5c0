/* arguments_flow.c - of the flow solvers. */
#include "arguments.h"

union sm_reals part_of(const struct pool *p, const struct shape *s, int which, ptrdiff_t at) {
  union sm_reals r;
  if (s->bits == 64) {
    r.f64 = p->fields.d[which] + at;
  } else {
    r.f32 = p->fields.f[which] + at;
  }
  return r;
}
union sm_reals field(const struct pool *p, const struct shape *s, int which) {
  return part_of(p, s, which, sm_flow_layout_of(s->n).origin);
}

struct sm_flow_metric flow_metric(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  struct sm_flow_metric m;
  for (int d = 0; d < 3; d++) {
    m.step[d] = layout.step[d];
    m.per_width[d] = part_of(p, s, 0, 4 + LONGEST * d);
    m.per_gap[d] = part_of(p, s, 1, 4 + LONGEST * d);
    m.below[d] = part_of(p, s, 2, 4 + LONGEST * d);
  }
  return m;
}

const int32_t *faces(const struct pool *p, const struct shape *s) {
  return p->fields.faces + sm_flow_layout_of(s->n).origin;
}

static struct sm_flow_drag flow_drag(const struct pool *p, const struct shape *s) {
  const ptrdiff_t lines = 4 + LONGEST * 3;
  return (struct sm_flow_drag){
      .low = {part_of(p, s, 0, lines), part_of(p, s, 1, lines), part_of(p, s, 2, lines)},
      .high = {part_of(p, s, 1, lines), part_of(p, s, 2, lines), part_of(p, s, 0, lines)},
      .floor = field(p, s, 1),
      .floor_step = sm_flow_layout_of(s->n).step[1]};
}
struct sm_momentum make_momentum(const struct pool *p, const struct shape *s) {
  return (struct sm_momentum){.m = flow_metric(p, s),
                              .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                              .from = field(p, s, 6),
                              .to = field(p, s, 7),
                              .pressure = field(p, s, 8),
                              .eddy = field(p, s, 2),
                              .faces = faces(p, s),
                              .bulk_force = p->d[12],
                              .given = 0.9,
                              .donor = 0.7,
                              .clock = p->fields.clock,
                              .share = 0.5,
                              .viscosity = 0.1,
                              .force = 0.2,
                              .coriolis = {0.3, -0.4}};
}
struct sm_flow_walls make_flow_walls(const struct pool *p, const struct shape *s) {
  return (struct sm_flow_walls){.m = flow_metric(p, s),
                                .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                .to = field(p, s, 7),
                                .eddy = field(p, s, 2),
                                .drag = flow_drag(p, s),
                                .tile = p->fields.wall,
                                .clock = p->fields.clock,
                                .share = 0.5,
                                .viscosity = 0.1};
}
struct sm_flow_zero_walls make_flow_zero_walls(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_flow_zero_walls){
      .step = {layout.step[1], layout.step[2]}, .to = field(p, s, 7), .tile = p->fields.still};
}
struct sm_cut_momentum make_cut_momentum(const struct pool *p, const struct shape *s) {
  const struct sm_momentum m = make_momentum(p, s);
  return (struct sm_cut_momentum){.sa = m.m.step[1],
                                  .sb = m.m.step[2],
                                  .se = m.m.step[0],
                                  .u = m.u[1],
                                  .v = m.u[2],
                                  .w = m.u[0],
                                  .from = m.from,
                                  .to = m.to,
                                  .pressure = m.pressure,
                                  .eddy = m.eddy,
                                  .buoyancy = field(p, s, 9),
                                  .faces = m.faces,
                                  .face = p->cell,
                                  .number = field(p, s, 1),
                                  .count = ZONES,
                                  .clock = m.clock,
                                  .bulk_force = m.bulk_force,
                                  .share = 0.5,
                                  .viscosity = 0.1,
                                  .force = 0.2,
                                  .coriolis = {0.3, -0.4},
                                  .past = 2,
                                  .given = 0,
                                  .a = 1,
                                  .upwind = 1,
                                  .smooth = 1};
}
struct sm_body_force make_body_force(const struct pool *p, const struct shape *s) {
  const struct sm_momentum m = make_momentum(p, s);
  struct sm_body_force force = {.m = m.m,
                                .u = {m.u[0], m.u[1], m.u[2]},
                                .before = m.from,
                                .pressure = m.pressure,
                                .eddy = m.eddy,
                                .faces = faces(p, s),
                                .drag = flow_drag(p, s),
                                .clock = m.clock,
                                .bulk_force = m.bulk_force,
                                .viscosity = 0.1,
                                .force = 0.2};
  for (int d = 0; d < 3; d++) force.high[d] = s->n[d];
  return force;
}
struct sm_eddy_viscosity make_eddy_viscosity(const struct pool *p, const struct shape *s) {
  const struct sm_momentum m = make_momentum(p, s);
  return (struct sm_eddy_viscosity){.m = m.m,
                                    .u = {m.u[0], m.u[1], m.u[2]},
                                    .eddy = field(p, s, 9),
                                    .length = field(p, s, 2),
                                    .temperature = field(p, s, 8),
                                    .faces = m.faces,
                                    .drag = flow_drag(p, s),
                                    .viscosity = 0.1,
                                    .factor = 0.3,
                                    .buoyancy = 0.2,
                                    .energy = field(p, s, 7),
                                    .prandtl = 0.7,
                                    .clock = p->fields.clock};
}
struct sm_sponge_drag make_sponge_drag(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_sponge_drag){.sy = m.step[1],
                                 .sz = m.step[2],
                                 .sa = m.step[1],
                                 .sb = m.step[2],
                                 .se = 1,
                                 .u = field(p, s, 4),
                                 .v = field(p, s, 5),
                                 .w = field(p, s, 3),
                                 .to = field(p, s, 7),
                                 .density = field(p, s, 2),
                                 .rate = m.per_width[0],
                                 .calm = m.below[1],
                                 .faces = faces(p, s),
                                 .bit = SM_OPEN_SOUTH,
                                 .clock = p->fields.clock};
}
struct sm_nudging_rim nudging_rim(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_nudging_rim){.rate = m.per_width[0],
                                 .across = {1, 0, 0},
                                 .open = m.below[1],
                                 .along = {0, 1, 0},
                                 .plane = {0, 1, s->n[1]},
                                 .begin = -1,
                                 .span = 10,
                                 .clock = p->fields.clock};
}
struct sm_nudging make_nudging(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_nudging){.rim = nudging_rim(p, s),
                             .sy = m.step[1],
                             .sz = m.step[2],
                             .u = field(p, s, 7),
                             .from = field(p, s, 4),
                             .to = field(p, s, 5),
                             .factor = 0.5,
                             .faces = faces(p, s),
                             .closed = SM_OPEN_SOUTH};
}
struct sm_flow_bulk make_flow_bulk(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_flow_bulk){.sy = m.step[1],
                               .sz = m.step[2],
                               .u = field(p, s, 4),
                               .per = {m.per_width[0], m.per_gap[1], m.per_width[2]},
                               .per_volume = 0.01};
}
struct sm_flow_volume make_flow_volume(const struct pool *p, const struct shape *s) {
  return (struct sm_flow_volume){.m = flow_metric(p, s),
                                 .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                 .eddy = field(p, s, 2),
                                 .faces = faces(p, s),
                                 .axis = 1,
                                 .viscosity = 0.1,
                                 .per_volume = 0.01};
}
struct sm_bulk_control make_bulk_control(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_bulk_control){(struct sm_bulk_force *)p->d[12], 1.5, p->fields.clock};
}
struct sm_bulk_force_record make_bulk_force_record(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_bulk_force_record){(const struct sm_bulk_force *)p->d[12], p->d[11]};
}
struct sm_bulk_force_apply make_bulk_force_apply(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_bulk_force_apply){.sy = m.step[1],
                                      .sz = m.step[2],
                                      .u = field(p, s, 4),
                                      .faces = faces(p, s),
                                      .bit = SM_OPEN_SOUTH,
                                      .bulk_force = (struct sm_bulk_force *)p->d[12]};
}
struct sm_flow_impulse make_flow_impulse(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_flow_impulse){.sy = m.step[1],
                                  .sz = m.step[2],
                                  .from_sy = s->n[0] + 1,
                                  .from_sz = (s->n[0] + 1) * (ptrdiff_t)(s->n[1] + 1),
                                  .u = field(p, s, 4),
                                  .from = p->particles.impulse,
                                  .quantum = 1e-9,
                                  .per = {m.per_width[0], m.per_gap[1], m.per_width[2]},
                                  .faces = faces(p, s),
                                  .bit = SM_OPEN_SOUTH};
}
struct sm_courant make_courant(const struct pool *p, const struct shape *s) {
  return (struct sm_courant){.m = flow_metric(p, s),
                             .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                             .eddy = field(p, s, 2),
                             .viscosity = 0.1};
}
struct sm_pressure make_pressure(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_pressure){.sy = s->fine.sy,
                              .sz = s->fine.sz,
                              .colour = s->fine.colour,
                              .x = p->d[0] + s->fine.origin,
                              .pressure = field(p, s, 8),
                              .step = {layout.step[0], layout.step[1], layout.step[2]},
                              .clock = p->fields.clock,
                              .nx = s->n[0]};
}
struct sm_flow_copy make_flow_copy(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_flow_copy){.step = {layout.step[0], layout.step[1], layout.step[2]},
                               .sy = s->sy,
                               .sz = s->sz,
                               .from = field(p, s, 3),
                               .to = reals(p, s, 2)};
}

struct sm_flow_change make_flow_change(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_flow_change){.step = {layout.step[1], layout.step[2]},
                                 .now = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                 .before = {field(p, s, 6), field(p, s, 7), field(p, s, 8)}};
}

/* Sides of x: one mirrored, one with values of a plane, one joined. */
struct sm_ghosts make_ghosts(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  const int n = s->n[0];
  struct sm_ghosts g = {.step = layout.step[0], .step_p = layout.step[1], .step_q = layout.step[2]};
  for (int m = 0; m < SM_GHOST_RULES; m++)
    g.rule[m] = (struct sm_ghost_rule){.field = field(p, s, 3 + m % 3),
                                       .to = m < 3 ? -1 : n,
                                       .turn = m < 3 ? -1 : 1,
                                       .from = m < 3 ? 0 : n - 1,
                                       .follow = m % 3 == 2 || n < SM_FLOW_GHOSTS ? 0
                                                 : m < 3                          ? 1
                                                                                  : -1,
                                       .sign = m % 3 == 0 ? -1 : 1,
                                       .value = 0.3};
  g.rule[2].through = part_of(p, s, 9, 0);
  g.rule[2].through_p = 1;
  g.rule[2].through_q = s->n[1];
  g.rule[2].outwards = -1;
  g.rule[1].plane = part_of(p, s, 9, 0);
  g.rule[1].plane_p = 1;
  g.rule[1].plane_q = s->n[1];
  return g;
}

struct sm_flow_boundary make_flow_boundary(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_flow_boundary){.step_p = m.step[1],
                                   .step_q = m.step[2],
                                   .per_width_p = m.per_width[1],
                                   .per_width_q = m.per_width[2],
                                   .u = field(p, s, 3),
                                   .faces = faces(p, s),
                                   .sign = -1};
}
struct sm_outflow make_outflow(const struct pool *p, const struct shape *s) {
  return (struct sm_outflow){.side = make_flow_boundary(p, s),
                             .from = field(p, s, 6),
                             .to = field(p, s, 7),
                             .inwards = 1,
                             .per_width = 1.3,
                             .flux = p->d[12],
                             .sides = 5,
                             .per_area = 0.4,
                             .clock = p->fields.clock,
                             .share = 0.5};
}
struct sm_outflow_correction make_outflow_correction(const struct pool *p, const struct shape *s) {
  return (struct sm_outflow_correction){make_flow_boundary(p, s), p->d[12], 0.4};
}
struct sm_flow_timestep_begin make_flow_timestep_begin(const struct pool *p,
                                                       const struct shape *s) {
  (void)s;
  return (struct sm_flow_timestep_begin){p->fields.clock, 0.9, 1, 2, 0};
}
struct sm_flow_timestep_end make_flow_timestep_end(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_flow_timestep_end){p->fields.clock};
}
