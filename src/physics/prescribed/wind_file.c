/* Wind model "file": a sequence of winds from files. Reading: domain/weather/wind_levels.c. */
#include "physics/prescribed/internal.h"

#include "domain/weather/weather.h"
#include "physics/turbulence/closure.h"

struct from_file {
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_host_wind wind;
  struct sm_closure *closure; /* turbulence closure; may be NULL */
};

static void destroy(void *self) {
  struct from_file *f = self;
  sm_host_wind_free(&f->wind);
  sm_closure_destroy(&f->closure);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct from_file *f = self;
  f->domain = domain;
  f->state = state;
  SM_TRY(sm_host_wind_create(ctx, state, &f->wind));
  return sm_closure_create(ctx, c, domain, state, &f->closure);
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct from_file *f = self;
  SM_TRY(sm_wind_levels_read(ctx, f->domain, time, f->wind.u, f->wind.sy, f->wind.sz));
  *report = sm_prescribed_wind_report(sm_host_wind_divergence(f->domain, &f->wind));
  SM_TRY(sm_host_wind_store(ctx, &f->wind, f->state));
  SM_TRY(sm_closure_step(ctx, f->closure, time));
  return sm_device_sync(ctx, f->state->device);
}

const struct sm_model sm_model_file = {.name = "file",
                                       .size = sizeof(struct from_file),
                                       .fields = sm_prescribed_wind_fields,
                                       .create = create,
                                       .step = step,
                                       .destroy = destroy};
