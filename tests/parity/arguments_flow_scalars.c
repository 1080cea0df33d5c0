/* arguments_flow_scalars.c - of scalars of a flow. */
#include "arguments.h"

struct sm_scalar_transport make_scalar_transport(const struct pool *p, const struct shape *s) {
  return (struct sm_scalar_transport){.m = flow_metric(p, s),
                                      .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                      .begin = field(p, s, 6),
                                      .now = field(p, s, 8),
                                      .to = field(p, s, 7),
                                      .eddy = field(p, s, 2),
                                      .faces = faces(p, s),
                                      .clock = p->fields.clock,
                                      .part = 0.5,
                                      .share = 0.75,
                                      .diffusivity = 0.1,
                                      .per_schmidt = 1.4,
                                      .decay = 0.3,
                                      .deposition = 0.2,
                                      .steady = 1};
}
struct sm_scalar_boundary_flux make_scalar_boundary_flux(const struct pool *p,
                                                         const struct shape *s) {
  return (struct sm_scalar_boundary_flux){
      .t = make_scalar_transport(p, s), .axis = 0, .face = s->n[0], .sign = 1};
}
struct sm_scalar_integral make_scalar_integral(const struct pool *p, const struct shape *s) {
  return (struct sm_scalar_integral){flow_metric(p, s), field(p, s, 8), faces(p, s), 1, 0.5};
}
struct sm_time_integral make_time_integral(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_time_integral){p->d[2], p->d[3], p->fields.clock, 0.5};
}
struct sm_scalar_release make_scalar_release(const struct pool *p, const struct shape *s) {
  return (struct sm_scalar_release){.cell = p->cell,
                                    .per = p->d[12],
                                    .count = ZONES,
                                    .to = field(p, s, 7),
                                    .clock = p->fields.clock,
                                    .weight = 0.7};
}
struct sm_wind_midpoint make_wind_midpoint(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_wind_midpoint){
      {m.step[1], m.step[2]}, field(p, s, 3), field(p, s, 4), field(p, s, 7)};
}
struct sm_add_offset make_add_offset(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_add_offset){{m.step[1], m.step[2]}, field(p, s, 3), field(p, s, 7), 0.8};
}
struct sm_virtual_temperature make_virtual_temperature(const struct pool *p,
                                                       const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_virtual_temperature){
      {m.step[1], m.step[2]}, field(p, s, 3), field(p, s, 6), field(p, s, 7), -120};
}
struct sm_ozone make_ozone(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_ozone){.step = {m.step[1], m.step[2]},
                           .no = field(p, s, 6),
                           .no2 = field(p, s, 7),
                           .o3 = field(p, s, 8),
                           .warm = field(p, s, 3),
                           .clock = p->fields.clock,
                           .share = 0.5,
                           .weight = {30, 46, 48},
                           .photolysis = 0.3,
                           .factor = 200,
                           .activation = 1370,
                           .temperature = 300};
}
struct sm_scalar_decay make_scalar_decay(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  const struct sm_decay_chain chain = {3, {0.2, 0.05, 0.01, 0}, {0.9, 1, 0, 0}};
  struct sm_scalar_decay args = {.step = {m.step[1], m.step[2]},
                                 .members = 3,
                                 .member = {field(p, s, 6), field(p, s, 7), field(p, s, 8)}};
  sm_decay_step_of(&chain, 0.5, &args.decay);
  return args;
}
struct sm_reactant make_reactant(const struct pool *p, const struct shape *s) {
  return (struct sm_reactant){.cell = p->cell,
                              .count = ZONES,
                              .now = field(p, s, 6),
                              .value = p->d[12],
                              .weight = 28,
                              .offset = -0.5,
                              .least = 0.1};
}
struct sm_reactant_heat make_reactant_heat(const struct pool *p, const struct shape *s) {
  (void)s;
  return (struct sm_reactant_heat){.thermo = p->d[10],
                                   .species = 2,
                                   .count = ZONES,
                                   .temperature = p->d[12],
                                   .before = p->d[8],
                                   .now = p->d[9],
                                   .per_heat = 1e-3,
                                   .warm = p->d[12] + ZONES};
}
struct sm_buoyancy make_buoyancy(const struct pool *p, const struct shape *s) {
  return (struct sm_buoyancy){.m = flow_metric(p, s),
                              .w = field(p, s, 7),
                              .now = field(p, s, 8),
                              .before = field(p, s, 6),
                              .rest = part_of(p, s, 9, 4),
                              .faces = faces(p, s),
                              .clock = p->fields.clock,
                              .share = 0.5,
                              .per_kelvin = 0.3};
}

static struct sm_merged_list groups(const struct pool *p, const struct shape *s) {
  return (struct sm_merged_list){.start = p->cell,
                                 .cell = p->cell,
                                 .place = p->place,
                                 .number = field(p, s, 1),
                                 .count = ZONES - 1,
                                 .cells = ZONES};
}
struct sm_cut_transport make_cut_transport(const struct pool *p, const struct shape *s) {
  return (struct sm_cut_transport){make_scalar_transport(p, s), groups(p, s), part_of(p, s, 9, 4)};
}
struct sm_cut_clear make_cut_clear(const struct pool *p, const struct shape *s) {
  return (struct sm_cut_clear){groups(p, s), field(p, s, 7)};
}
struct sm_cut_integral make_cut_integral(const struct pool *p, const struct shape *s) {
  return (struct sm_cut_integral){groups(p, s), field(p, s, 8), p->d[2], p->d[12], 1, 0.5};
}
struct sm_cut_buoyancy make_cut_buoyancy(const struct pool *p, const struct shape *s) {
  return (struct sm_cut_buoyancy){make_buoyancy(p, s), p->cell, ZONES, part_of(p, s, 7, 0)};
}

/* Columns along x whose wall is in one of their cells along y. */
static struct sm_wall_cells wall_cells(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_wall_cells){.step = m.step[1],
                                .step_p = m.step[0],
                                .step_q = m.step[2],
                                .cell = p->parent,
                                .per_width = m.per_width[1],
                                .exchange = part_of(p, s, 9, 0),
                                .temperature = part_of(p, s, 0, 0),
                                .flux = 0.1,
                                .capacity = part_of(p, s, 9, 0)};
}
struct sm_wall_heat make_wall_heat(const struct pool *p, const struct shape *s) {
  return (struct sm_wall_heat){wall_cells(p, s), field(p, s, 8), field(p, s, 7), p->fields.clock,
                               0.5};
}
struct sm_wall_exchange make_wall_exchange(const struct pool *p, const struct shape *s) {
  return (struct sm_wall_exchange){.at = wall_cells(p, s),
                                   .n_p = s->n[0],
                                   .n_q = 1,
                                   .law = SM_WALL_HEAT_GROUND,
                                   .u_p = field(p, s, 3),
                                   .u_q = field(p, s, 4),
                                   .now = field(p, s, 8),
                                   .eddy = field(p, s, 2),
                                   .roughness = p->f[4],
                                   .rough = 0.1,
                                   .viscosity = 0.01,
                                   .diffusivity = 0.02,
                                   .per_schmidt = 1.4,
                                   .per_kelvin = 0.03,
                                   .drag = part_of(p, s, 7, 0),
                                   .drag_q = 0};
}
