#include "run/simulation.h"

#include "base/clock.h"
#include "output/statistics/statistics.h"
#include <stdio.h>

/* Path of the statistics of a weather time; members of a forecast have a file for each time. */
static void path_of(const struct sm_domain *domain, const char *base, int time, char *out,
                    size_t size) {
  const struct sm_weather *w = &domain->weather;
  char stamp[32] = "";
  if (w->members > 1 && w->time_count > w->members)
    sm_clock_format(w->time[time], stamp, sizeof stamp); /* 2026-05-01T12:00:00Z */
  if (stamp[0] == '\0')
    snprintf(out, size, "%s_statistics.nc", base);
  else
    snprintf(out, size, "%s_statistics_%.4s%.2s%.2sT%.2s%.2s%.2sZ.nc", base, stamp, stamp + 5,
             stamp + 8, stamp + 11, stamp + 14, stamp + 17);
}

enum sm_status sm_ensemble_open(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_domain *domain,
                                const struct sm_run_options *options,
                                struct sm_run_outputs *outputs, struct sm_ensemble *out) {
  *out = (struct sm_ensemble){0};
  if (!c->statistics.present) return SM_OK;
  const int members = domain->weather.members > 1 ? domain->weather.members : 1;
  const int files = members > 1 ? domain->weather.time_count / members : 1;
  for (int f = 0; f < files; f++) {
    path_of(domain, outputs->base, f * members, out->path, sizeof out->path);
    SM_TRY(sm_run_outputs_claim(ctx, outputs, options->overwrite, out->path));
  }
  return sm_statistics_create(ctx, c, domain, &out->statistics);
}

/* Copies the lowest layers of the faces to the host; on the CPU uses the device memory itself. */
static enum sm_status fetch(struct sm_context *ctx, struct sm_ensemble *ensemble,
                            const struct sm_state *state, struct sm_face_wind *wind) {
  const size_t layers = (size_t)ensemble->statistics->layers + 1; /* including the top faces */
  const size_t part = layers * (size_t)state->sz;
  const size_t bytes = (part < state->size ? part : state->size) * sm_state_real_size(state);
  const void *component[3];
  if (ensemble->host == NULL && !sm_device_is_host(state->device))
    SM_TRY(sm_alloc(ctx, 3, bytes, "a copy of the wind on the host", &ensemble->host));
  for (int a = 0; a < 3; a++) {
    component[a] = state->field[SM_FIELD_U + a].f32;
    if (sm_device_is_host(state->device)) continue;
    char *copy = (char *)ensemble->host + (size_t)a * bytes;
    SM_TRY(sm_device_download(ctx, state->device, copy, component[a], bytes));
    component[a] = copy;
  }
  *wind = (struct sm_face_wind){.is_double = state->device->bits == 64,
                                .u = component[0],
                                .v = component[1],
                                .w = component[2],
                                .stride_y = state->sy,
                                .stride_z = state->sz};
  return SM_OK;
}

static enum sm_status write_file(struct sm_context *ctx, const struct sm_ensemble *ensemble,
                                 const struct sm_run_outputs *outputs, const char *device) {
  SM_TRY(sm_statistics_write(ctx, ensemble->path, ensemble->statistics, device));
  return sm_run_outputs_add_name(ctx, outputs->summary, ensemble->path);
}

enum sm_status sm_ensemble_add(struct sm_context *ctx, struct sm_ensemble *ensemble,
                               const struct sm_run_outputs *outputs, const struct sm_state *state,
                               int time, const struct sm_step_report *report) {
  struct sm_statistics *s = ensemble->statistics;
  if (s == NULL) return SM_OK;
  const struct sm_wind_record record = {s->domain->weather.time[time],
                                        report->converged,
                                        report->iterations,
                                        report->residual,
                                        report->divergence,
                                        false};
  struct sm_face_wind wind;
  SM_TRY(fetch(ctx, ensemble, state, &wind));
  sm_statistics_add(s, &wind, &record);
  if (s->domain->weather.members < 2 || s->added < s->domain->weather.members) return SM_OK;
  path_of(s->domain, outputs->base, time, ensemble->path, sizeof ensemble->path);
  SM_TRY(write_file(ctx, ensemble, outputs, state->device->name));
  sm_statistics_restart(s);
  return SM_OK;
}

enum sm_status sm_ensemble_close(struct sm_context *ctx, struct sm_ensemble *ensemble,
                                 const struct sm_run_outputs *outputs, const char *device) {
  if (ensemble->statistics == NULL || ensemble->statistics->domain->weather.members > 1)
    return SM_OK;
  return write_file(ctx, ensemble, outputs, device);
}

void sm_ensemble_free(struct sm_ensemble *ensemble) {
  sm_statistics_destroy(&ensemble->statistics);
  sm_free(ensemble->host);
  *ensemble = (struct sm_ensemble){0};
}
