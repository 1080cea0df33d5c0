/* arguments_rans.c - of the steady Reynolds-averaged flow. */
#include "arguments.h"

static struct sm_rans_matrix matrix_of(const struct pool *p, const struct shape *s, int first) {
  return (struct sm_rans_matrix){
      .low = {field(p, s, first), field(p, s, first + 1), field(p, s, first + 2)},
      .high = {field(p, s, first + 3), field(p, s, first + 4), field(p, s, first + 5)},
      .right = field(p, s, first + 6)};
}

static struct sm_flow_drag drag_of(const struct pool *p, const struct shape *s) {
  const struct sm_flow_walls walls = make_flow_walls(p, s);
  return walls.drag;
}

struct sm_rans_momentum make_rans_momentum(const struct pool *p, const struct shape *s) {
  return (struct sm_rans_momentum){.m = flow_metric(p, s),
                                   .matrix = matrix_of(p, s, 6),
                                   .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                   .pressure = field(p, s, 13),
                                   .eddy = field(p, s, 2),
                                   .distance = field(p, s, 1),
                                   .faces = faces(p, s),
                                   .drag = drag_of(p, s),
                                   .viscosity = 0.1,
                                   .per_step = 2};
}
struct sm_rans_sweep make_rans_sweep(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_rans_sweep){.step = {m.step[0], m.step[1], m.step[2]},
                                .matrix = matrix_of(p, s, 4),
                                .at = field(p, s, 3),
                                .to = field(p, s, 11)};
}
struct sm_rans_pressure make_rans_pressure(const struct pool *p, const struct shape *s) {
  const struct sm_pressure pressure = make_pressure(p, s);
  return (struct sm_rans_pressure){.sy = pressure.sy,
                                   .sz = pressure.sz,
                                   .colour = pressure.colour,
                                   .x = pressure.x,
                                   .pressure = pressure.pressure,
                                   .step = {pressure.step[0], pressure.step[1], pressure.step[2]},
                                   .per_step = 2};
}
struct sm_rans_damp make_rans_damp(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_rans_damp){.step = {m.step[0], m.step[1], m.step[2]},
                               .u = field(p, s, 3),
                               .mean = field(p, s, 4),
                               .damped = 0.09,
                               .followed = 0.1};
}
struct sm_rans_viscosity make_rans_viscosity(const struct pool *p, const struct shape *s) {
  return (struct sm_rans_viscosity){.m = flow_metric(p, s),
                                    .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                    .energy = field(p, s, 1),
                                    .lost = field(p, s, 2),
                                    .distance = field(p, s, 0),
                                    .eddy = field(p, s, 7),
                                    .rate = field(p, s, 8),
                                    .faces = faces(p, s),
                                    .drag = drag_of(p, s),
                                    .viscosity = 0.1,
                                    .production = SM_RANS_DURBIN};
}
struct sm_k_epsilon make_k_epsilon(const struct pool *p, const struct shape *s) {
  return (struct sm_k_epsilon){.m = flow_metric(p, s),
                               .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                               .energy = field(p, s, 1),
                               .lost = field(p, s, 2),
                               .energy_to = field(p, s, 7),
                               .lost_to = field(p, s, 8),
                               .eddy = field(p, s, 0),
                               .rate = field(p, s, 0),
                               .distance = field(p, s, 2),
                               .faces = faces(p, s),
                               .viscosity = 0.1,
                               .per_step = 2};
}

struct sm_rans_cut_momentum make_rans_cut_momentum(const struct pool *p, const struct shape *s) {
  const struct sm_cut_momentum cut = make_cut_momentum(p, s);
  return (struct sm_rans_cut_momentum){.all = make_rans_momentum(p, s),
                                       .face = cut.face,
                                       .number = cut.number,
                                       .count = cut.count,
                                       .a = 1,
                                       .smooth = 0};
}
static struct sm_rans_cut_cells cut_cells_of(const struct pool *p, const struct shape *s) {
  const struct sm_cut_momentum cut = make_cut_momentum(p, s);
  return (struct sm_rans_cut_cells){
      .cell = cut.face, .number = cut.number, .count = cut.count, .cut = cut.count / 2};
}
struct sm_rans_cut_viscosity make_rans_cut_viscosity(const struct pool *p, const struct shape *s) {
  return (struct sm_rans_cut_viscosity){make_rans_viscosity(p, s), cut_cells_of(p, s)};
}
struct sm_rans_cut_gradient make_rans_cut_gradient(const struct pool *p, const struct shape *s) {
  const struct sm_cut_momentum cut = make_cut_momentum(p, s);
  return (struct sm_rans_cut_gradient){.all = make_rans_viscosity(p, s),
                                       .cell = cut.face,
                                       .open = faces(p, s),
                                       .per_span = cut.number,
                                       .count = cut.count};
}
struct sm_cut_k_epsilon make_cut_k_epsilon(const struct pool *p, const struct shape *s) {
  return (struct sm_cut_k_epsilon){make_k_epsilon(p, s), cut_cells_of(p, s)};
}
struct sm_rans_scalar make_rans_scalar(const struct pool *p, const struct shape *s) {
  return (struct sm_rans_scalar){.m = flow_metric(p, s),
                                 .matrix = matrix_of(p, s, 6),
                                 .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                 .eddy = field(p, s, 2),
                                 .now = field(p, s, 1),
                                 .source = field(p, s, 0),
                                 .faces = faces(p, s),
                                 .diffusivity = 0.1,
                                 .per_schmidt = 1.4,
                                 .decay = 0.01,
                                 .deposition = 0.02,
                                 .inflow = 0.5,
                                 .inertia = 0.1};
}
struct sm_rans_scalar_side make_rans_scalar_side(const struct pool *p, const struct shape *s) {
  return (struct sm_rans_scalar_side){
      .scalar = make_rans_scalar(p, s), .axis = 0, .face = s->n[0], .sign = 1};
}
