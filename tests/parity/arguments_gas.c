/* arguments_gas.c - of the compressible solver. */
#include "arguments.h"

/* What is carried, and where it goes. */
enum { CARRIED = 3, TO = CARRIED + SM_GAS_FIELDS };

static void set_fields(const struct pool *p, const struct shape *s, int first,
                       union sm_reals out[SM_GAS_FIELDS]) {
  for (int f = 0; f < SM_GAS_FIELDS; f++) out[f] = field(p, s, first + f);
}

static struct sm_gas_background background(const struct pool *p, const struct shape *s) {
  return (struct sm_gas_background){.rho = part_of(p, s, LARGE, 4),
                                    .p = part_of(p, s, LARGE + 1, 4),
                                    .rho_low = part_of(p, s, LARGE + 2, 4),
                                    .p_low = part_of(p, s, LARGE + 3, 4),
                                    .rt = part_of(p, s, LARGE, 5),
                                    .z = part_of(p, s, LARGE + 1, 5)};
}

struct sm_gas_stage make_gas_stage(const struct pool *p, const struct shape *s) {
  struct sm_gas_stage args = {.m = flow_metric(p, s),
                              .b = background(p, s),
                              .walls = faces(p, s),
                              .clock = p->fields.clock,
                              .keep = 0.75,
                              .take = 0.25,
                              .share = 0.25,
                              .theta = 1.4,
                              .gravity = 9.81,
                              .works = 1};
  set_fields(p, s, CARRIED, args.q);
  set_fields(p, s, CARRIED, args.from);
  set_fields(p, s, TO, args.to);
  return args;
}
struct sm_gas_rate make_gas_rate(const struct pool *p, const struct shape *s) {
  struct sm_gas_rate args = {
      .m = flow_metric(p, s), .b = background(p, s), .eddy = field(p, s, 2), .viscosity = 0.1};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_stress make_gas_stress(const struct pool *p, const struct shape *s) {
  const struct sm_momentum m = make_momentum(p, s);
  struct sm_gas_stress args = {.m = m.m,
                               .b = background(p, s),
                               .u = {m.u[0], m.u[1], m.u[2]},
                               .eddy = m.eddy,
                               .walls = faces(p, s),
                               .drag = make_flow_walls(p, s).drag,
                               .clock = m.clock,
                               .viscosity = 0.1,
                               .prandtl = 0.71,
                               .turbulent_prandtl = 0.6,
                               .coriolis = 0.2,
                               .geostrophic = {0.3, 0.4},
                               .acceleration = {0.1, -0.2, 0.3}};
  set_fields(p, s, CARRIED, args.q);
  set_fields(p, s, TO, args.to);
  return args;
}
struct sm_gas_laplacian make_gas_laplacian(const struct pool *p, const struct shape *s) {
  struct sm_gas_laplacian args = {
      .m = flow_metric(p, s), .clock = p->fields.clock, .viscosity = 0.1, .coriolis = 0.2};
  set_fields(p, s, CARRIED, args.q);
  set_fields(p, s, TO, args.to);
  return args;
}
struct sm_gas_wind make_gas_wind(const struct pool *p, const struct shape *s) {
  struct sm_gas_wind args = {.m = flow_metric(p, s),
                             .b = background(p, s),
                             .u = field(p, s, TO),
                             .walls = faces(p, s),
                             .axis = 2};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_seen make_gas_seen(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_gas_seen args = {.step = {1, m.step[1], m.step[2]},
                             .b = background(p, s),
                             .excess = field(p, s, TO),
                             .temperature = field(p, s, TO + 1),
                             .walls = faces(p, s)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_warm make_gas_warm(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_gas_warm args = {.step = {1, m.step[1], m.step[2]},
                             .b = background(p, s),
                             .rest = part_of(p, s, LARGE, 5),
                             .warm = field(p, s, TO)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_total make_gas_total(const struct pool *p, const struct shape *s) {
  struct sm_gas_total args = {.m = flow_metric(p, s),
                              .b = background(p, s),
                              .walls = faces(p, s),
                              .weight = {0.3, -0.5, 0.7, 1.1, 0.01, 0.2},
                              .gravity = 9.81,
                              .per_volume = 1e-3};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_still make_gas_still(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_gas_still args = {
      .step = {1, m.step[1], m.step[2]}, .b = background(p, s), .walls = faces(p, s)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_sponge make_gas_sponge(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_gas_sponge args = {.step = {1, m.step[1], m.step[2]},
                               .b = background(p, s),
                               .walls = faces(p, s),
                               .rate = part_of(p, s, LARGE, 6),
                               .calm = {part_of(p, s, LARGE, 7), part_of(p, s, LARGE, 8)},
                               .mass = part_of(p, s, LARGE, 9),
                               .excess = part_of(p, s, LARGE, 10),
                               .clock = p->fields.clock};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
/* On the western side. */
struct sm_gas_side_rule make_gas_side_rule(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_gas_side_rule args = {
      .b = background(p, s),
      .step_p = m.step[1],
      .step_q = m.step[2],
      .out = -1,
      .other = s->n[0],
      .kind = SM_GAS_OUTFLOW,
      .layer_q = 1,
      .wind = {field(p, s, TO), field(p, s, TO + 1), field(p, s, TO + 2)},
      .wind_step = {{0, 0}, {1, 0}, {0, s->n[1]}},
      .plane_q = s->n[1],
      .released = 0.02,
      .adiabatic = 1,
      .denser = field(p, s, TO),
      .evened = 0.1,
      .surplus = &p->fields.clock->rate,
      .fall = &p->fields.clock->step,
      .per_area = 0.01,
      .walls = faces(p, s),
      .width = 0.7,
      .along = {1, 2},
      .n = {s->n[1], s->n[2]},
      .joined = {1, 0},
      .per_width = {m.per_width[1], m.per_width[2]}};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_mass make_gas_mass(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  const struct sm_gas_background b = background(p, s);
  struct sm_gas_mass args = {.step = {1, m.step[1], m.step[2]},
                             .across = m.step[2],
                             .low = SM_GAS_WALL_LOW(2),
                             .high = SM_GAS_WALL_HIGH(2),
                             .leaves = SM_GAS_LEAVES << 2,
                             .up = 1,
                             .rho = b.rho,
                             .rho_face = b.rho_low,
                             .p_face = b.p_low,
                             .to = field(p, s, TO),
                             .walls = faces(p, s),
                             .keep = 1,
                             .weight = 0.25,
                             .theta = 1.4};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_gas_transport make_gas_transport(const struct pool *p, const struct shape *s) {
  return (struct sm_gas_transport){.t = make_transport(p, s),
                                   .end = {background(p, s).rho, field(p, s, CARRIED)},
                                   .begin = 1,
                                   .now = 0.5,
                                   .to = 0.25};
}
struct sm_gas_transport_side make_gas_transport_side(const struct pool *p, const struct shape *s) {
  return (struct sm_gas_transport_side){make_transport_side(p, s), make_gas_transport(p, s).end};
}
struct sm_gas_release make_gas_release(const struct pool *p, const struct shape *s) {
  return (struct sm_gas_release){make_gas_transport(p, s), make_scalar_release(p, s)};
}
