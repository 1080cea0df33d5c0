#include "run/simulation.h"

#include "base/list.h"
#include "domain/weather/weather.h"
#include "output/hazard/hazard.h"
#include "physics/prescribed/host_wind.h"
#include <math.h>
#include <stdio.h>

/* Members of an ensemble, and the concentrations of the one that runs. */
struct ensemble {
  struct sm_context *ctx;   /* of the caller */
  struct sm_context *quiet; /* of the members, which say nothing */
  const struct sm_case *c;
  const struct sm_run_options *options;
  int count;
  struct sm_member_wind *wind;
  double *from, *speed, *inverse_obukhov; /* of the first reading */
  struct sm_plume_ensemble sum;
  /* The member that runs: */
  struct sm_simulation *run;
  struct sm_case member;
  struct sm_case_station station;
  struct sm_domain plane;
  bool planned;
  int *layer; /* [columns]; -1: no box with air */
  size_t columns, times, capacity, times_capacity;
  float **mean; /* [times][columns] kg/m3 */
  double *time; /* [times + 1] s */
};

static void path_of(const struct sm_case *c, const struct sm_run_options *options, char out[4200]) {
  snprintf(out, 4200, "%s/%s_ensemble.nc", options->folder, c->output.prefix);
}

/* --- winds --- */

/* Wind of a member at a reading. */
static void change_reading(const struct sm_member_wind *by, struct sm_case_reading *reading) {
  const double inverse = (isinf(reading->obukhov) ? 0 : 1 / reading->obukhov) + by->shift;
  reading->from = fmod(reading->from + by->turn + 720, 360);
  reading->speed *= by->factor;
  reading->obukhov = fabs(inverse) > 0 ? 1 / inverse : HUGE_VAL;
}

/* Brings a reading into the range of a library; whether it was outside. */
static bool clip_reading(const struct sm_wind_library *library, struct sm_case_reading *reading) {
  enum { FROM, SPEED, STABILITY };
  const double *speed = library->value[SPEED], *stability = library->value[STABILITY];
  const int speeds = library->number[SPEED], stabilities = library->number[STABILITY];
  const double inverse = isinf(reading->obukhov) ? 0 : 1 / reading->obukhov;
  const double inside = fmin(fmax(inverse, stability[0]), stability[stabilities - 1]);
  bool outside = fabs(inside - inverse) > 1e-9;
  if (outside) reading->obukhov = fabs(inside) > 0 ? 1 / inside : HUGE_VAL;
  const struct sm_station_reading at = {
      .v = reading->speed, .height = reading->height, .obukhov = reading->obukhov};
  const double reference = sm_library_wind_of(library, &at, 0).speed;
  const double within = fmin(fmax(reference, speed[0]), speed[speeds - 1]);
  if (speeds < 2 || !(reference > 0) || fabs(within - reference) <= 1e-9 * reference)
    return outside;
  reading->speed *= within / reference;
  return true;
}

/* Wind of the forecast that a member takes, if there is one. */
static void take_forecast(const struct sm_case_ensemble *e, int member,
                          struct sm_case_reading *reading) {
  if (e->wind_count == 0) return;
  reading->from = e->wind[(size_t)member % e->wind_count][0];
  reading->speed = e->wind[(size_t)member % e->wind_count][1];
}

/* Readings of a member, in memory of the caller; whether some were outside of the library. */
static bool set_readings(struct ensemble *e, const struct sm_wind_library *library, int member,
                         struct sm_case_reading *reading) {
  const struct sm_case_station *station = &e->c->weather.station[0];
  bool outside = false;
  for (size_t t = 0; t < station->reading_count; t++) {
    reading[t] = station->reading[t];
    take_forecast(&e->c->ensemble, member, &reading[t]);
    change_reading(&e->wind[member], &reading[t]);
    outside = clip_reading(library, &reading[t]) || outside;
  }
  e->from[member] = reading[0].from;
  e->speed[member] = reading[0].speed;
  e->inverse_obukhov[member] = isinf(reading[0].obukhov) ? 0 : 1 / reading[0].obukhov;
  return outside;
}

/* Draws the winds of all members; readings: [members][readings of the station]. */
static enum sm_status draw_winds(struct ensemble *e, struct sm_case_reading *reading) {
  struct sm_context *ctx = e->ctx;
  const size_t each = e->c->weather.station[0].reading_count;
  struct sm_wind_levels *levels = NULL;
  struct sm_wind_library *library = NULL;
  int outside = 0;
  SM_TRY(sm_member_winds_draw(ctx, &e->c->ensemble, e->wind));
  enum sm_status status = sm_wind_levels_open(ctx, e->c, &e->c->wind_source.file, &levels);
  if (status == SM_OK) status = sm_wind_library_open(ctx, levels, &library);
  for (int m = 0; m < e->count && status == SM_OK; m++)
    outside += set_readings(e, library, m, reading + (size_t)m * each);
  if (outside > 0)
    sm_warn(ctx,
            "%s:%d: warning: %d of %d members of [ensemble] have a speed or a stability outside of "
            "the library %s: they take those at its ends\n"
            "help: a library of more speeds and obukhov_lengths, or a smaller speed_factor or "
            "stability_spread",
            e->c->path, e->c->ensemble.line, outside, e->count, library->path);
  sm_wind_library_close(&library);
  sm_wind_levels_close(&levels);
  return status;
}

/* --- a member --- */

/* Case of a member: its wind, its own random numbers, and no files. */
static void set_case(struct ensemble *e, int member, struct sm_case_reading *reading) {
  e->station = e->c->weather.station[0];
  e->station.reading = reading;
  e->member = *e->c;
  e->member.weather.station = &e->station;
  e->member.ensemble.present = e->member.statistics.present = false;
  struct sm_case_output *files = &e->member.output;
  files->netcdf = files->vtk = files->geotiff = files->geojson = false;
  struct sm_case_particles *particles = &e->member.particles;
  particles->seed = fmod(particles->seed + 1 + member, 9007199254740992.0);
  particles->trajectories = 0;
  particles->receptor_count = particles->line_of_sight_count = 0;
  particles->concentration.threshold_count = 0;
  particles->interval = particles->checkpoint = (double)NAN;
}

/* Keeps the means of an interval that has ended. */
static enum sm_status keep_interval(struct sm_context *ctx, void *user,
                                    const struct sm_particles *particles) {
  struct ensemble *e = user;
  const struct sm_plume_view view = sm_particles_plume(particles);
  const struct sm_particles_progress now = sm_particles_get_progress(particles);
  if (sm_stop_requested(e->ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped");
  if (e->layer == NULL) {
    e->columns = (size_t)view.n[0] * (size_t)view.n[1];
    SM_TRY(sm_alloc(ctx, e->columns, sizeof *e->layer, "columns", &e->layer));
  }
  if (!e->planned) {
    e->planned = true;
    SM_TRY(sm_dispersion_columns(ctx, e->run->domain, &view, (double)NAN, &e->plane, e->layer));
  }
  SM_TRY(sm_list_grow(ctx, e->times, sizeof *e->mean, "intervals", &e->mean, &e->capacity));
  for (size_t n = e->times; n < e->times + 2; n++)
    SM_TRY(sm_list_grow(ctx, n, sizeof *e->time, "intervals", &e->time, &e->times_capacity));
  float *mean = NULL;
  SM_TRY(sm_alloc(ctx, e->columns, sizeof *mean, "concentrations", &mean));
  for (size_t c = 0; c < e->columns; c++)
    mean[c] = e->layer[c] < 0 ? NAN : view.concentration[0][c + (size_t)e->layer[c] * e->columns];
  e->time[e->times] = now.interval[0];
  e->mean[e->times++] = mean;
  e->time[e->times] = now.interval[1];
  return SM_OK;
}

static void forget_member(struct ensemble *e) {
  for (size_t t = 0; t < e->times; t++) sm_free(e->mean[t]);
  e->times = 0;
  if (e->planned) sm_plume_plane_free(&e->plane);
  e->planned = false;
  sm_simulation_destroy(&e->run);
}

static enum sm_status write_file(struct ensemble *e) {
  char path[4200];
  const struct sm_ensemble_members members = {e->count, e->from, e->speed, e->inverse_obukhov};
  path_of(e->c, e->options, path);
  return sm_plume_ensemble_write(e->quiet, path, e->c, &e->plane,
                                 sm_particles_releases(e->run->dispersion.particles),
                                 e->run->device->name, &members, &e->sum);
}

static enum sm_status run_member(struct ensemble *e, int member, struct sm_case_reading *reading) {
  struct sm_context *ctx = e->quiet;
  set_case(e, member, reading);
  SM_TRY(sm_simulation_open(ctx, &e->member, e->options, &e->run));
  e->run->dispersion.observe = keep_interval;
  e->run->dispersion.observer = e;
  while (!e->run->ended) SM_TRY(sm_simulation_step(ctx, e->run));
  if (e->times == 0) return sm_fail(ctx, SM_ERR_FAILED, "the release has no interval");
  SM_TRY(sm_plume_ensemble_add(ctx, &e->sum, e->columns, e->times, e->time, e->mean));
  return member + 1 == e->count ? write_file(e) : SM_OK;
}

/* Error of a member as one of the run. */
static enum sm_status explain(struct ensemble *e, int member, enum sm_status status) {
  if (status == SM_ERR_STOPPED)
    return sm_fail(e->ctx, status, "stopped after %d of %d members of [ensemble]", member,
                   e->count);
  return sm_fail(
      e->ctx, status, "%s\nnote: in member %d of %d of [ensemble]: wind from %.4g deg, %.3g m/s",
      sm_context_message(e->quiet), member + 1, e->count, e->from[member], e->speed[member]);
}

static enum sm_status run_members(struct ensemble *e, struct sm_case_reading *reading) {
  const size_t each = e->c->weather.station[0].reading_count;
  enum sm_status status = SM_OK;
  for (int m = 0; m < e->count && status == SM_OK; m++) {
    sm_progress(e->ctx, "ensemble", (double)m / e->count);
    if (sm_stop_requested(e->ctx)) return explain(e, m, SM_ERR_STOPPED);
    status = run_member(e, m, reading + (size_t)m * each);
    if (status != SM_OK) status = explain(e, m, status);
    forget_member(e);
  }
  return status;
}

/* --- the ensemble --- */

/* Winds of a forecast: each is that of as many members, and of one time. */
static enum sm_status check_forecast(struct sm_context *ctx, const struct sm_case *c) {
  const struct sm_case_ensemble *e = &c->ensemble;
  if (e->wind_count == 0) return SM_OK;
  if (c->weather.station[0].reading_count > 1)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: ensemble.winds are of one time, and the station has %zu readings",
                   c->path, e->line, c->weather.station[0].reading_count);
  if ((size_t)e->members % e->wind_count == 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: %d members of [ensemble] cannot take %zu winds in turn\n"
                 "help: members = %zu, so that each wind counts as much",
                 c->path, e->line, e->members, e->wind_count,
                 e->wind_count * (((size_t)e->members + e->wind_count - 1) / e->wind_count));
}

enum sm_status sm_release_ensemble_check(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_run_options *options) {
  struct sm_plume_ensemble levels;
  char path[4200];
  if (!c->ensemble.present) return SM_OK;
  if (sm_parallel_count(sm_parallel_of(ctx)) > 1)
    return sm_fail(ctx, SM_ERR_USAGE, "%s:%d: error: [ensemble] is computed by one process",
                   c->path, c->ensemble.line);
  if (!c->output.netcdf)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: [ensemble] writes a NetCDF file, and output.formats has no "
                   "\"netcdf\"",
                   c->path, c->ensemble.line);
  SM_TRY(check_forecast(ctx, c));
  path_of(c, options, path);
  SM_TRY(sm_run_outputs_check(ctx, c, options->overwrite || options->resume, path));
  const enum sm_status status = sm_plume_ensemble_create(ctx, c, &levels);
  sm_plume_ensemble_free(&levels);
  return status;
}

enum sm_status sm_release_ensemble_run(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_run_options *options,
                                       struct sm_run_summary *summary) {
  struct sm_run_options own = *options;
  struct ensemble e = {.ctx = ctx, .c = c, .options = &own, .count = c->ensemble.members};
  const size_t count = (size_t)c->ensemble.members;
  struct sm_case_reading *reading = NULL;
  char path[4200];
  enum sm_status status;
  if (!c->ensemble.present) return SM_OK;
  own.wind = NULL;
  own.resume = own.profile = own.live = false;
  path_of(c, options, path);
  SM_TRY(sm_context_create_quiet(ctx, &e.quiet));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *e.wind, "members", &e.wind));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *e.from, "members", &e.from));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *e.speed, "members", &e.speed));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *e.inverse_obukhov, "members", &e.inverse_obukhov));
  SM_TRY_DONE(sm_alloc(ctx, count * c->weather.station[0].reading_count, sizeof *reading, "members",
                       &reading));
  SM_TRY_DONE(sm_plume_ensemble_create(ctx, c, &e.sum));
  SM_TRY_DONE(draw_winds(&e, reading));
  SM_TRY_DONE(run_members(&e, reading));
  SM_TRY_DONE(sm_run_outputs_add_name(ctx, summary, path));
done:
  sm_plume_ensemble_free(&e.sum);
  SM_FREE_ALL(e.wind, e.from, e.speed, e.inverse_obukhov, e.layer, e.mean, e.time, reading);
  sm_context_destroy(&e.quiet);
  return status;
}
