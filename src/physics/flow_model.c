#include "physics/flow_model.h"

#include <math.h>

unsigned sm_flow_fields(const struct sm_case *c) {
  (void)c;
  return 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
}

double sm_flow_time_of(const struct sm_domain *domain, int time) {
  const double *t = domain->weather.time;
  return isnan(t[0]) ? 0 : t[time] - t[0];
}

bool sm_flow_reached(double time, double end) {
  const double near = 1e-9;
  return end - time <= near * fmax(fabs(end), 1);
}

enum sm_status sm_flow_go_on(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, double time) {
  const double last = sm_flow_time_of(domain, domain->weather.time_count - 1);
  const double start = -c->wind_source.spin_up;
  sm_progress(ctx, "flow", last > start ? (time - start) / (last - start) : 0);
  return sm_stopping(ctx) ? sm_fail(ctx, SM_ERR_STOPPED, "stopped at %.6g s", time) : SM_OK;
}

enum sm_status sm_flow_diverged(struct sm_context *ctx, double time, int64_t steps,
                                const char *help) {
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: the wind is not finite after %.6g s, %lld steps\nhelp: %s", time,
                 (long long)steps, help);
}
