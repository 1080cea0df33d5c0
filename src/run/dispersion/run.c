/* Dispersion of a run: particle transport with the wind. */
#include "run/dispersion/dispersion.h"

#include "base/clock.h"
#include "run/flow/files.h"
#include "run/schedule.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned sm_dispersion_fields(const struct sm_case *c) {
  return c->particles.present ? sm_particles_fields(c) : 0;
}

void sm_dispersion_path(const struct sm_dispersion *dispersion, const char *ending, char *out,
                        size_t size) {
  snprintf(out, size, "%s%s", dispersion->outputs->base, ending);
}

/* --- set-up --- */

/* Opens the first device, and one more for each further name of a list "cuda:0,cuda:1". */
static enum sm_status open_devices(struct sm_context *ctx, const struct sm_run_options *options,
                                   struct sm_device *first, struct sm_dispersion *out) {
  int count = 1;
  for (const char *at = options->device; *at != '\0'; at++) count += *at == ',';
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof(struct sm_device *), "devices", &out->device));
  out->device[0] = first;
  out->device_count = 1;
  const char *at = strchr(options->device, ',');
  for (; at != NULL; at = strchr(at + 1, ',')) {
    char name[32];
    const size_t length = strcspn(at + 1, ",");
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), at + 1);
    SM_TRY(sm_device_open(ctx, name, options->threads, first->bits, 0,
                          &out->device[out->device_count]));
    out->device_count++;
  }
  return SM_OK;
}

static double last_wind_of(const struct sm_weather *weather) {
  const int n = weather->time_count;
  return n > 1 ? weather->time[n - 1] - weather->time[0] : 0;
}

enum sm_status sm_dispersion_estimate(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain,
                                      struct sm_particles_workload *out) {
  *out = (struct sm_particles_workload){0};
  if (!c->particles.present) return SM_OK;
  return sm_particles_estimate(ctx, c, domain, last_wind_of(&domain->weather), out);
}

enum sm_status sm_dispersion_open(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  const struct sm_run_options *options,
                                  struct sm_run_outputs *outputs, struct sm_device *first,
                                  struct sm_flow_files *flow, const struct sm_parallel *parallel,
                                  struct sm_dispersion *out) {
  const struct sm_case_particles *p = &c->particles;
  *out = (struct sm_dispersion){.c = c, .domain = domain, .outputs = outputs, .flow = flow};
  if (!p->present) return SM_OK;
  SM_TRY(sm_dispersion_claim_files(ctx, out, options->overwrite));
  SM_TRY(sm_dispersion_maps_check(ctx, outputs, options->overwrite));
  SM_TRY(open_devices(ctx, options, first, out));
  SM_TRY(sm_alloc(ctx, p->species_count, sizeof *out->species, "species", &out->species));
  for (size_t s = 0; s < p->species_count; s++) out->species[s] = p->species[s].name;
  out->last_wind = last_wind_of(&domain->weather);
  const struct sm_particles_options own = {out->device, out->device_count, out->last_wind,
                                           parallel};
  SM_TRY(sm_particles_create(ctx, c, domain, &own, &out->particles));
  if (!options->resume || (flow->c != NULL && flow->mark.particles == 0)) return SM_OK;
  return sm_dispersion_load(ctx, out);
}

enum sm_status sm_dispersion_checkpoint(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  sm_run_outputs_begin_saving(dispersion->outputs);
  SM_TRY(sm_dispersion_save_files(ctx, dispersion));
  return sm_dispersion_save(ctx, dispersion);
}

/* --- time stepping --- */

/* Handles the events after the current particle step. */
static enum sm_status handle_events(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                    const struct sm_schedule *schedule, int64_t before) {
  struct sm_particles *p = dispersion->particles;
  const struct sm_particles_progress now = sm_particles_get_progress(p);
  const bool ends = now.steps_done == now.steps;
  bool due[SM_PARTICLE_EVENTS], seen = ends;
  for (int e = 0; e < SM_PARTICLE_EVENTS; e++) {
    due[e] = sm_schedule_is_due(schedule, e, (double)before, (double)now.steps_done);
    seen = seen || (due[e] && e != SM_EVENT_SAMPLE);
  }
  if (due[SM_EVENT_SAMPLE]) SM_TRY(sm_particles_sample(ctx, p));
  if (due[SM_EVENT_INTERVAL]) SM_TRY(sm_particles_end_interval(ctx, p));
  if (!seen) return SM_OK;
  SM_TRY(sm_particles_settle(ctx, p));
  sm_progress(ctx, "particles", now.duration > 0 ? now.time / now.duration : 1);
  if (due[SM_EVENT_INTERVAL]) SM_TRY(sm_dispersion_end_interval(ctx, dispersion));
  if (due[SM_EVENT_TRAJECTORY]) SM_TRY(sm_dispersion_add_sample(ctx, dispersion));
  if (due[SM_EVENT_SNAPSHOT]) SM_TRY(sm_dispersion_add_snapshot(ctx, dispersion));
  return due[SM_EVENT_CHECKPOINT] && !ends ? sm_dispersion_checkpoint(ctx, dispersion) : SM_OK;
}

/* Advances particles to the next wind, or to the end. */
static enum sm_status advance_particles(struct sm_context *ctx, struct sm_dispersion *dispersion) {
  struct sm_particles *p = dispersion->particles;
  struct sm_particles_progress now = sm_particles_get_progress(p);
  double every[SM_PARTICLE_EVENTS];
  for (int e = 0; e < SM_PARTICLE_EVENTS; e++) every[e] = (double)now.every[e];
  const struct sm_schedule schedule = {every, SM_PARTICLE_EVENTS, SM_PARTICLE_EVENTS_AT_END,
                                       (double)now.steps};
  while (now.steps_done < now.steps && !sm_particles_need_wind(p)) {
    const int64_t before = now.steps_done;
    const int64_t next = (int64_t)sm_schedule_next(&schedule, (double)before);
    SM_TRY(sm_particles_advance(ctx, p, next));
    now = sm_particles_get_progress(p);
    if (now.steps_done == next) SM_TRY(handle_events(ctx, dispersion, &schedule, before));
  }
  dispersion->done = now.steps_done == now.steps;
  sm_progress(ctx, "particles", now.duration > 0 ? now.time / now.duration : 1);
  return SM_OK;
}

enum sm_status sm_dispersion_follow(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                    const struct sm_state *state, double at) {
  if (dispersion->particles == NULL || dispersion->done) return SM_OK;
  const double start = sm_clock_wall();
  enum sm_status status = sm_particles_add_wind(ctx, dispersion->particles, state, at);
  if (status == SM_OK) status = advance_particles(ctx, dispersion);
  dispersion->seconds += sm_clock_wall() - start;
  return status;
}

enum sm_status sm_dispersion_advance(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                     const struct sm_state *state, int time) {
  const struct sm_weather *weather = &dispersion->domain->weather;
  const double at = weather->time_count == 1 ? 0
                    : dispersion->c->particles.backward
                        ? dispersion->last_wind - (weather->time[time] - weather->time[0])
                        : weather->time[time] - weather->time[0];
  return sm_dispersion_follow(ctx, dispersion, state, at);
}

enum sm_status sm_dispersion_close(struct sm_context *ctx, struct sm_dispersion *dispersion,
                                   enum sm_run_end end, struct sm_run_summary *summary) {
  char path[4200];
  if (dispersion->particles == NULL) return SM_OK;
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  if (now.steps == 0) return SM_OK; /* no wind yet */
  summary->wall_particles = dispersion->seconds;
  summary->particle_steps = (double)now.particle_steps;
  SM_TRY(sm_dispersion_finish_files(ctx, dispersion, end == SM_RUN_DONE ? (double)NAN : now.moment,
                                    summary));
  if (end != SM_RUN_STOPPED) return SM_OK;
  sm_dispersion_path(dispersion, SM_CHECKPOINT_NAME, path, sizeof path);
  SM_TRY(sm_dispersion_save(ctx, dispersion));
  return sm_run_outputs_add_name(ctx, summary, path);
}

void sm_dispersion_free(struct sm_dispersion *dispersion) {
  sm_plume_file_abandon(&dispersion->plume);
  sm_trajectory_file_abandon(&dispersion->trajectories);
  sm_checkpoint_close(&dispersion->resumed);
  sm_particles_free_checkpoint(dispersion->saved);
  sm_particles_destroy(&dispersion->particles);
  for (int d = 1; d < dispersion->device_count; d++) sm_device_close(&dispersion->device[d]);
  for (int i = 0; dispersion->vtk != NULL && i < dispersion->vtk_count; i++)
    free(dispersion->vtk[i]);
  sm_free(dispersion->vtk);
  free(dispersion->vtk_time);
  free(dispersion->series.time);
  free(dispersion->series.received);
  free(dispersion->series.depth);
  sm_free(dispersion->species);
  sm_free(dispersion->device);
  *dispersion = (struct sm_dispersion){0};
}
