/* arguments_mixture.c - of air that is a mixture: two species that are one field, with what is
 * above 0 for the numbers of the mechanism. */
#include "arguments.h"

enum { CARRIED = 3, TO = CARRIED + SM_CONSERVED_FIELDS, SPECIES_HERE = 2 };

static struct sm_mixture_air air(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  struct sm_mixture_air a = {.step = {1, m.step[1], m.step[2]},
                             .b = {.rho = part_of(p, s, LARGE, 4),
                                   .p = part_of(p, s, LARGE + 1, 4),
                                   .rho_low = part_of(p, s, LARGE + 2, 4),
                                   .p_low = part_of(p, s, LARGE + 3, 4),
                                   .rt = part_of(p, s, LARGE, 5),
                                   .z = part_of(p, s, LARGE + 1, 5)},
                             .y = field(p, s, 1),
                             .walls = faces(p, s),
                             .t = {.species = SPECIES_HERE,
                                   .bath = 1,
                                   .weight = p->d[9],
                                   .per_weight = p->d[9],
                                   .thermo = p->d[10],
                                   .conductivity = p->d[9] + SPECIES_HERE,
                                   .diffusion = p->d[10] + SPECIES_HERE * SM_MIXTURE_THERMO}};
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) a.q[f] = field(p, s, CARRIED + f);
  return a;
}

struct sm_mixture_set_bath make_mixture_set_bath(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_set_bath){air(p, s)};
}
struct sm_mixture_properties make_mixture_properties(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_properties){.a = air(p, s),
                                        .m = flow_metric(p, s),
                                        .temperature = field(p, s, TO),
                                        .conductivity = field(p, s, TO + 1),
                                        .spread = field(p, s, TO + 2),
                                        .rate = field(p, s, TO + 3),
                                        .eddy = field(p, s, 2),
                                        .per_lewis = 0.9,
                                        .turns = 1.4,
                                        .each = 1};
}
struct sm_mixture_maximum make_mixture_maximum(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_mixture_maximum){{m.step[1], m.step[2]}, field(p, s, 2)};
}
struct sm_mixture_diffusion make_mixture_diffusion(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_diffusion){.a = air(p, s),
                                       .begin = field(p, s, CARRIED),
                                       .began = field(p, s, TO + 1),
                                       .again = 1,
                                       .m = flow_metric(p, s),
                                       .temperature = field(p, s, 0),
                                       .conductivity = field(p, s, 1),
                                       .spread = field(p, s, 2),
                                       .eddy = field(p, s, 2),
                                       .to = field(p, s, TO),
                                       .clock = p->fields.clock,
                                       .share = 0.01,
                                       .per_schmidt = 1.4,
                                       .per_prandtl = 1.3,
                                       .each = 1,
                                       .ends = {s->n[0], 0, s->n[2]}};
}
struct sm_mixture_expansion make_mixture_expansion(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_expansion){
      .a = air(p, s), .m = flow_metric(p, s), .clock = p->fields.clock, .share = 0.5};
}
struct sm_mixture_reactive make_mixture_reactive(const struct pool *p, const struct shape *s) {
  const struct sm_flow_metric m = flow_metric(p, s);
  return (struct sm_mixture_reactive){.temperature = field(p, s, 0),
                                      .step = {m.step[1], m.step[2]},
                                      .along = s->n[0],
                                      .rows = s->n[1],
                                      .least = 0.8,
                                      .row = p->row_first,
                                      .cell = p->listed,
                                      .layer = p->listed_layer};
}
struct sm_mixture_list make_mixture_list(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_list){.a = air(p, s),
                                  .cell = p->cell,
                                  .layer = p->place,
                                  .count = ZONES,
                                  .temperature = p->d[12],
                                  .concentrations = p->d[9] + 2 * SPECIES_HERE * SM_MIXTURE_FIT,
                                  .heat = field(p, s, TO),
                                  .before = p->d[8],
                                  .span = 0.1};
}
struct sm_mixture_release make_mixture_release(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_release){.a = air(p, s),
                                     .cell = p->cell,
                                     .layer = p->place,
                                     .per = p->d[12],
                                     .count = ZONES,
                                     .clock = p->fields.clock,
                                     .rate = 0.3,
                                     .fraction = p->d[9],
                                     .enthalpy = 0.2,
                                     .carried = field(p, s, TO)};
}
struct sm_mixture_flow_source make_mixture_flow_source(const struct pool *p,
                                                       const struct shape *s) {
  (void)s;
  return (struct sm_mixture_flow_source){.thermo = p->d[10],
                                         .species = SPECIES_HERE,
                                         .count = ZONES,
                                         .span = 0.1,
                                         .temperature = p->d[12],
                                         .concentrations = p->d[9],
                                         .warm_before = p->d[12] + ZONES,
                                         .before = p->d[8],
                                         .source = p->d[9] + SPECIES_HERE * ZONES,
                                         .energy = p->d[9] + 2 * SPECIES_HERE * ZONES};
}
struct sm_mixture_advection make_mixture_advection(const struct pool *p, const struct shape *s) {
  return (struct sm_mixture_advection){make_compressible_transport(p, s),
                                       make_compressible_transport(p, s).end, 1.4};
}
struct sm_mixture_boundary_flux make_mixture_boundary_flux(const struct pool *p,
                                                           const struct shape *s) {
  return (struct sm_mixture_boundary_flux){make_mixture_advection(p, s), 0, s->n[0], 1, 0};
}
