/* Wind model "points": a sequence of winds from files with scattered points. Interpolation:
 * domain/scattered. */
#include "physics/prescribed/internal.h"

#include "domain/scattered/scattered.h"
#include "physics/turbulence/closure.h"

struct from_points {
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_host_wind wind;
  struct sm_closure *closure; /* turbulence closure; may be NULL */
};

static void destroy(void *self) {
  struct from_points *p = self;
  sm_host_wind_free(&p->wind);
  sm_closure_destroy(&p->closure);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct from_points *p = self;
  p->domain = domain;
  p->state = state;
  SM_TRY(sm_host_wind_create(ctx, state, &p->wind));
  return sm_closure_create(ctx, c, domain, state, &p->closure);
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct from_points *p = self;
  SM_TRY(sm_scattered_wind_read(ctx, p->domain, time, p->wind.u, p->wind.sy, p->wind.sz));
  *report = sm_prescribed_wind_report(sm_host_wind_divergence(p->domain, &p->wind));
  SM_TRY(sm_host_wind_store(ctx, &p->wind, p->state));
  SM_TRY(sm_closure_step(ctx, p->closure, time));
  return sm_device_sync(ctx, p->state->device);
}

const struct sm_model sm_model_points = {.name = "points",
                                         .size = sizeof(struct from_points),
                                         .fields = sm_prescribed_wind_fields,
                                         .create = create,
                                         .step = step,
                                         .destroy = destroy};
