/* parity/arguments_flow_inflow.c - of the turbulence that air brings in. */
#include "arguments.h"

struct sm_inflow_draw make_inflow_draw(const struct pool *p, const struct shape *s) {
  return (struct sm_inflow_draw){.number = {p->f[0], p->f[1], p->f[2]},
                                 .row = s->n[0] + 1,
                                 .first = {-3, -2},
                                 .wrap = {s->n[0], 0},
                                 .step = 17,
                                 .side = 2};
}
struct sm_inflow_filter make_inflow_filter(const struct pool *p, const struct shape *s) {
  const int axis = s->n[2] > 2 ? 1 : 0, reach = 2;
  return (struct sm_inflow_filter){.from = {p->f[3], p->f[4], p->f[5]},
                                   .to = {p->f[0], p->f[1], p->f[2]},
                                   .from_row = s->n[0] + (axis == 0 ? 2 * reach : 0),
                                   .to_row = s->n[0],
                                   .axis = axis,
                                   .reach = reach,
                                   .weights = (const struct sm_inflow_weights *)p->f[6]};
}
struct sm_inflow_correlate make_inflow_correlate(const struct pool *p, const struct shape *s) {
  return (struct sm_inflow_correlate){.signal = {p->f[0], p->f[1], p->f[2]},
                                      .fresh = {p->f[3], p->f[4], p->f[5]},
                                      .rate = p->f[6],
                                      .row = s->n[0],
                                      .begin = s->n[1] % 2,
                                      .clock = p->fields.clock};
}
struct sm_inflow_mean make_inflow_mean(const struct pool *p, const struct shape *s) {
  return (struct sm_inflow_mean){p->f[3], p->f[4], s->n[0]};
}
struct sm_inflow_velocity make_inflow_velocity(const struct pool *p, const struct shape *s) {
  return (struct sm_inflow_velocity){.mean = reals(p, s, 3),
                                     .plane = reals(p, s, 2),
                                     .signal = {p->f[4], p->f[7], p->f[8]},
                                     .amplitude = {p->f[5], s->n[2] > 2 ? p->f[9] : NULL, p->f[10]},
                                     .less = {s->n[2] > 2 ? p->d[12] : NULL, NULL, NULL},
                                     .factor = {2, 1.5, 2},
                                     .row = s->n[0]};
}
struct sm_inflow_interpolate make_inflow_interpolate(const struct pool *p, const struct shape *s) {
  const bool turbulent = s->n[2] > 2;
  return (struct sm_inflow_interpolate){.from = {reals(p, s, 5), reals(p, s, 6), reals(p, s, 7)},
                                        .to = {reals(p, s, 8), reals(p, s, 9), reals(p, s, 10)},
                                        .mean = {reals(p, s, 0), reals(p, s, 1), reals(p, s, 2)},
                                        .per_length = turbulent ? p->f[11] : NULL,
                                        .intensity = turbulent ? p->f[12] : NULL,
                                        .rate = p->f[3],
                                        .amplitude = p->f[4],
                                        .row = s->n[0],
                                        .across = 1,
                                        .begin = -40,
                                        .span = 100,
                                        .clock = p->fields.clock};
}
struct sm_inflow_recycle make_inflow_recycle(const struct pool *p, const struct shape *s) {
  return (struct sm_inflow_recycle){.u = reals(p, s, 3),
                                    .mean = reals(p, s, 2),
                                    .signal = p->f[0],
                                    .step_p = 1,
                                    .step_q = s->n[0] + 2,
                                    .row = s->n[0],
                                    .time = 0.7,
                                    .clock = p->fields.clock};
}
