/* Wind model "library": interpolation in a library of winds (domain/weather/wind_library.c) to the
 * reading of the station. */
#include "physics/prescribed/internal.h"

#include "domain/weather/weather.h"
#include "physics/diagnostic/wind_profile.h"
#include "physics/turbulence/closure.h"
#include <math.h>
#include <string.h>

struct library_wind {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_host_wind wind;
  struct sm_closure *closure; /* turbulence closure; may be NULL */
  bool warned;                /* of directions that are far apart */
};

static void destroy(void *self) {
  struct library_wind *l = self;
  sm_host_wind_free(&l->wind);
  sm_closure_destroy(&l->closure);
}

/* Tells what is different in a coarse answer. */
static void tell_of_overview(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain) {
  const struct sm_axis *axis = domain->grid.axis;
  if (!c->wind_source.file.overview) return;
  if (domain->levels->file.data.group == NULL)
    sm_warn(ctx,
            "%s: warning: the library has no overview, so that this is the full answer, not a "
            "coarse one\nhelp: make the library again, with output.faces",
            domain->library->path);
  else
    sm_warn(ctx,
            "%s: warning: a coarse answer, on the overview of the library: cells of %.4g m x %.4g "
            "m x %.4g m, in which buildings and streets of that size are blurred and the highest "
            "concentrations near the source are lower\nhelp: the full answer without --coarse",
            domain->library->path, axis[0].width[0], axis[1].width[0], axis[2].width[0]);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct library_wind *l = self;
  l->c = c;
  l->domain = domain;
  l->state = state;
  tell_of_overview(ctx, c, domain);
  if (c->turbulence.model == SM_TURBULENCE_LOCAL && c->turbulence.wakes > 0 &&
      domain->library->wake_friction > 0)
    sm_warn(ctx,
            "%s:%d: warning: the turbulence of a release has no part from the wakes of buildings "
            "(turbulence.wake_friction): behind buildings it is weaker than in a direct run\n"
            "help: wake_friction = 0 in [turbulence] where this is meant",
            c->path, c->turbulence.line);
  SM_TRY(sm_host_wind_create_alike(ctx, state, &l->wind));
  return sm_closure_create(ctx, c, domain, state, &l->closure);
}

struct sm_library_wind sm_library_wind_of(const struct sm_wind_library *library,
                                          const struct sm_station_reading *reading,
                                          double convergence) {
  const struct sm_station reference = {.profile = (enum sm_profile_kind)library->profile,
                                       .z0 = library->z0,
                                       .exponent = library->exponent,
                                       .level_count = 1};
  double wind[2] = {reading->u, reading->v};
  if (fabs(reading->height - library->height) > 1e-9 * library->height)
    sm_profile_wind(&reference, reading, library->z0, library->height, wind);
  const double from = atan2(-wind[0], -wind[1]) * 180 / acos(-1.0) + convergence;
  return (struct sm_library_wind){.from = fmod(from + 720, 360),
                                  .speed = hypot(wind[0], wind[1]),
                                  .per_obukhov =
                                      isinf(reading->obukhov) ? 0 : 1 / reading->obukhov};
}

static void warn_of_gap(struct sm_context *ctx, struct library_wind *l, double from, double gap) {
  const double wide = 46;
  if (!(gap > wide) || l->warned) return;
  l->warned = true;
  sm_warn(ctx,
          "%s:%d: warning: the wind from %.4g deg is interpolated between directions that are %.4g "
          "deg apart: around buildings it differs from a wind that is computed\n"
          "help: make a library of more directions: 36",
          l->c->path, l->c->weather.line, from, gap);
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct library_wind *l = self;
  struct sm_host_wind *w = &l->wind;
  struct sm_library_part part[SM_LIBRARY_PARTS];
  const struct sm_library_wind wind = sm_library_wind_of(
      l->domain->library, &l->domain->weather.station[0].reading[time], l->domain->convergence);
  int count;
  double gap;
  SM_TRY(sm_wind_library_parts(ctx, l->domain->library, &wind, l->c->path, l->c->weather.line, part,
                               &count, &gap));
  warn_of_gap(ctx, l, wind.from, gap);
  const struct sm_face_target to = sm_host_wind_target(w);
  if (count == 0) sm_host_wind_clear(w);
  if (count > 0) SM_TRY(sm_wind_library_read(ctx, l->domain, part, count, &to));
  *report = sm_prescribed_wind_report(sm_host_wind_divergence(l->domain, w));
  SM_TRY(sm_host_wind_store(ctx, w, l->state));
  SM_TRY(sm_closure_step(ctx, l->closure, time));
  return sm_device_sync(ctx, l->state->device);
}

const struct sm_model sm_model_library = {.name = "library",
                                          .size = sizeof(struct library_wind),
                                          .fields = sm_prescribed_wind_fields,
                                          .create = create,
                                          .step = step,
                                          .destroy = destroy};
