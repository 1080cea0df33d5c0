/* arguments_flow_mean.c - of means over time and probes. */
#include "arguments.h"

struct sm_flow_mean make_flow_mean(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_flow_mean){.step = {layout.step[1], layout.step[2]},
                               .field = field(p, s, 3),
                               .mean = field(p, s, 6),
                               .share = 0.3};
}
struct sm_speed_mean make_speed_mean(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_speed_mean){.step = {layout.step[1], layout.step[2]},
                                .u = {field(p, s, 3), field(p, s, 4)},
                                .mean = field(p, s, 6),
                                .share = 0.3};
}
struct sm_flow_moments make_flow_moments(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_flow_moments){.step = {layout.step[1], layout.step[2]},
                                  .u = {field(p, s, 3), field(p, s, 4), field(p, s, 5)},
                                  .mean = {field(p, s, 6), field(p, s, 7), field(p, s, 8)},
                                  .moment = {field(p, s, 0), field(p, s, 1), field(p, s, 2),
                                             field(p, s, 9), field(p, s, 10), field(p, s, 11)},
                                  .share = 0.3};
}
struct sm_flow_variance make_flow_variance(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  return (struct sm_flow_variance){.step = {layout.step[1], layout.step[2]},
                                   .field = field(p, s, 3),
                                   .mean = field(p, s, 6),
                                   .variance = field(p, s, 1),
                                   .largest = field(p, s, 7),
                                   .share = 0.3};
}
struct sm_flow_probe make_flow_probe(const struct pool *p, const struct shape *s) {
  const struct sm_flow_layout layout = sm_flow_layout_of(s->n);
  struct sm_flow_probe probe = {
      .step = {layout.step[1], layout.step[2]}, .fields = 4, .value = p->d[12]};
  for (int f = 0; f < 4; f++) {
    probe.point[f] = p->fields.point;
    probe.field[f] = field(p, s, 3 + f);
  }
  return probe;
}
