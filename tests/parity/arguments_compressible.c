/* parity/arguments_compressible.c - of the compressible solver. */
#include "arguments.h"

/* Pool fields: transported ones, and their results. */
enum { CARRIED = 3, TO = CARRIED + SM_CONSERVED_FIELDS };

static void set_fields(const struct pool *p, const struct shape *s, int first,
                       union sm_reals out[SM_CONSERVED_FIELDS]) {
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) out[f] = field(p, s, first + f);
}

static struct sm_background_state background(const struct pool *p, const struct shape *s) {
  return (struct sm_background_state){.rho = part_of(p, s, LARGE, 4),
                                      .p = part_of(p, s, LARGE + 1, 4),
                                      .rho_low = part_of(p, s, LARGE + 2, 4),
                                      .p_low = part_of(p, s, LARGE + 3, 4),
                                      .rt = part_of(p, s, LARGE, 5),
                                      .z = part_of(p, s, LARGE + 1, 5)};
}

struct sm_compressible_stage make_compressible_stage(const struct pool *p, const struct shape *s) {
  struct sm_compressible_stage args = {.m = flow_metric(p, s),
                                       .b = background(p, s),
                                       .walls = faces(p, s),
                                       .clock = p->fields.clock,
                                       .keep = 0.75,
                                       .take = 0.25,
                                       .share = 0.25,
                                       .theta = 1.4,
                                       .gravity = 9.81,
                                       .gravity_work = 1};
  set_fields(p, s, CARRIED, args.q);
  set_fields(p, s, CARRIED, args.from);
  set_fields(p, s, TO, args.to);
  return args;
}
struct sm_compressible_courant make_compressible_courant(const struct pool *p,
                                                         const struct shape *s) {
  struct sm_compressible_courant args = {
      .m = flow_metric(p, s), .b = background(p, s), .eddy = field(p, s, 2), .viscosity = 0.1};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_stress make_compressible_stress(const struct pool *p,
                                                       const struct shape *s) {
  const struct sm_momentum m = make_momentum(p, s);
  struct sm_compressible_stress args = {.m = m.m,
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
struct sm_compressible_laplacian make_compressible_laplacian(const struct pool *p,
                                                             const struct shape *s) {
  struct sm_compressible_laplacian args = {
      .m = flow_metric(p, s), .clock = p->fields.clock, .viscosity = 0.1, .coriolis = 0.2};
  set_fields(p, s, CARRIED, args.q);
  set_fields(p, s, TO, args.to);
  return args;
}
struct sm_compressible_velocity make_compressible_velocity(const struct pool *p,
                                                           const struct shape *s) {
  struct sm_compressible_velocity args = {.m = flow_metric(p, s),
                                          .b = background(p, s),
                                          .u = field(p, s, TO),
                                          .walls = faces(p, s),
                                          .axis = 2};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_diagnostics make_compressible_diagnostics(const struct pool *p,
                                                                 const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_compressible_diagnostics args = {.step = {1, m.step[1], m.step[2]},
                                             .b = background(p, s),
                                             .excess = field(p, s, TO),
                                             .temperature = field(p, s, TO + 1),
                                             .walls = faces(p, s)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_static_temp make_compressible_static_temp(const struct pool *p,
                                                                 const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_compressible_static_temp args = {.step = {1, m.step[1], m.step[2]},
                                             .b = background(p, s),
                                             .rest = part_of(p, s, LARGE, 5),
                                             .static_temp = field(p, s, TO)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_total make_compressible_total(const struct pool *p, const struct shape *s) {
  struct sm_compressible_total args = {.m = flow_metric(p, s),
                                       .b = background(p, s),
                                       .walls = faces(p, s),
                                       .weight = {0.3, -0.5, 0.7, 1.1, 0.01, 0.2},
                                       .gravity = 9.81,
                                       .per_volume = 1e-3};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_zero_solids make_compressible_zero_solids(const struct pool *p,
                                                                 const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_compressible_zero_solids args = {
      .step = {1, m.step[1], m.step[2]}, .b = background(p, s), .walls = faces(p, s)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_sponge make_compressible_sponge(const struct pool *p,
                                                       const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_compressible_sponge args = {.step = {1, m.step[1], m.step[2]},
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
struct sm_compressible_nudging make_compressible_nudging(const struct pool *p,
                                                         const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_compressible_nudging args = {
      .rim = nudging_rim(p, s),
      .step = {1, m.step[1], m.step[2]},
      .b = background(p, s),
      .walls = faces(p, s),
      .from = {field(p, s, TO), field(p, s, TO + 1), field(p, s, TO + 2)},
      .to = {field(p, s, TO + 1), field(p, s, TO + 2), field(p, s, TO)},
      .next = {0, 1, s->n[1]},
      .density_excess = part_of(p, s, LARGE, 9)};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
/* On the western side. */
struct sm_compressible_boundary_rule make_compressible_boundary_rule(const struct pool *p,
                                                                     const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_compressible_boundary_rule args = {
      .b = background(p, s),
      .step_p = m.step[1],
      .step_q = m.step[2],
      .out = -1,
      .other = s->n[0],
      .kind = SM_GHOST_OUTFLOW,
      .layer_q = 1,
      .wind = {field(p, s, TO), field(p, s, TO + 1), field(p, s, TO + 2)},
      .wind_step = {{0, 0}, {1, 0}, {0, s->n[1]}},
      .plane_q = s->n[1],
      .released = 0.02,
      .adiabatic = 1,
      .density_excess = field(p, s, TO),
      .evened = 0.1,
      .overpressure = &p->fields.clock->rate,
      .fall = &p->fields.clock->step,
      .per_area = 0.01,
      .walls = faces(p, s),
      .width = 0.7,
      .along = {1, 2},
      .n = {s->n[1], s->n[2]},
      .periodic = {1, 0},
      .per_width = {m.per_width[1], m.per_width[2]}};
  set_fields(p, s, CARRIED, args.q);
  return args;
}
struct sm_compressible_mass_flux make_compressible_mass_flux(const struct pool *p,
                                                             const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  const struct sm_background_state b = background(p, s);
  struct sm_compressible_mass_flux args = {.step = {1, m.step[1], m.step[2]},
                                           .across = m.step[2],
                                           .low = SM_FACE_WALL_LOW(2),
                                           .high = SM_FACE_WALL_HIGH(2),
                                           .leaves = SM_FACES_OUTFLOW << 2,
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
struct sm_compressible_transport make_compressible_transport(const struct pool *p,
                                                             const struct shape *s) {
  return (struct sm_compressible_transport){.t = make_scalar_transport(p, s),
                                            .end = {background(p, s).rho, field(p, s, CARRIED)},
                                            .begin = 1,
                                            .now = 0.5,
                                            .to = 0.25};
}
struct sm_compressible_boundary_flux make_compressible_boundary_flux(const struct pool *p,
                                                                     const struct shape *s) {
  return (struct sm_compressible_boundary_flux){make_scalar_boundary_flux(p, s),
                                                make_compressible_transport(p, s).end};
}
struct sm_compressible_release make_compressible_release(const struct pool *p,
                                                         const struct shape *s) {
  return (struct sm_compressible_release){make_compressible_transport(p, s),
                                          make_scalar_release(p, s)};
}
