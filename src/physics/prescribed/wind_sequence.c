/* Wind models "file" and "points": a sequence of winds from files of this grid
 * (domain/weather/wind_levels.c), or of scattered points (domain/scattered). Further what
 * all prescribed winds share: fields, report of a step. */
#include "physics/prescribed/internal.h"

#include "domain/domain.h"
#include "domain/weather/weather.h"
#include "physics/turbulence/closure.h"

struct wind_sequence {
  const struct sm_domain *domain;
  struct sm_state *state;
  bool scattered; /* from points */
  struct sm_host_wind wind;
  struct sm_closure *closure; /* turbulence closure; may be NULL */
};

static void destroy(void *self) {
  struct wind_sequence *s = self;
  sm_host_wind_free(&s->wind);
  sm_closure_destroy(&s->closure);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct wind_sequence *s = self;
  s->domain = domain;
  s->state = state;
  s->scattered = c->wind_source.model == SM_WIND_POINTS;
  SM_TRY(sm_host_wind_create(ctx, state, &s->wind));
  return sm_closure_create(ctx, c, domain, state, &s->closure);
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct wind_sequence *s = self;
  struct sm_host_wind *w = &s->wind;
  const struct sm_face_target to = sm_host_wind_target(w);
  SM_TRY(s->scattered ? sm_scattered_wind_read(ctx, s->domain, time, w->u, w->sy, w->sz)
                      : sm_wind_levels_read(ctx, s->domain, time, &to));
  *report = sm_prescribed_wind_report(sm_host_wind_divergence(s->domain, w));
  SM_TRY(sm_host_wind_store(ctx, w, s->state));
  SM_TRY(sm_closure_step(ctx, s->closure, time));
  return sm_device_sync(ctx, s->state->device);
}

#define WIND_SEQUENCE(NAME)                                                                        \
  {                                                                                                \
    .name = NAME, .size = sizeof(struct wind_sequence), .fields = sm_prescribed_wind_fields,       \
    .create = create, .step = step, .destroy = destroy                                             \
  }
const struct sm_model sm_model_file = WIND_SEQUENCE("file");
const struct sm_model sm_model_points = WIND_SEQUENCE("points");

unsigned sm_prescribed_wind_fields(const struct sm_case *c) {
  return 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W | sm_closure_fields(c);
}

struct sm_step_report sm_prescribed_wind_report(double divergence) {
  return (struct sm_step_report){.reached = true,
                                 .converged = true,
                                 .iteration_bytes = (double)NAN,
                                 .divergence = divergence,
                                 .change = (double)NAN};
}
