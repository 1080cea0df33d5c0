#include "run/simulation.h"

#include "base/list.h"
#include "domain/weather/weather.h"
#include "output/hazard/hazard.h"
#include "physics/prescribed/host_wind.h"
#include "run/estimate/estimate.h"
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
  struct sm_case_reading *reading;        /* [members][readings of the station] */
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

static struct sm_case_reading *readings_of(const struct ensemble *e, int member) {
  return e->reading + (size_t)member * e->c->weather.station[0].reading_count;
}

/* Fills the readings of a member; whether some were outside of the library. */
static bool set_readings(struct ensemble *e, const struct sm_wind_library *library, int member) {
  const struct sm_case_station *station = &e->c->weather.station[0];
  struct sm_case_reading *reading = readings_of(e, member);
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

/* Draws the winds of all members. */
static enum sm_status draw_winds(struct ensemble *e) {
  struct sm_context *ctx = e->ctx;
  struct sm_wind_levels *levels = NULL;
  struct sm_wind_library *library = NULL;
  int outside = 0;
  SM_TRY(sm_member_winds_draw(ctx, &e->c->ensemble, e->wind));
  enum sm_status status = sm_wind_levels_open(ctx, e->c, &e->c->wind_source.file, &levels);
  if (status == SM_OK) status = sm_wind_library_open(ctx, levels, &library);
  for (int m = 0; m < e->count && status == SM_OK; m++) outside += set_readings(e, library, m);
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

/* Levels, and memory and winds of the members. */
static enum sm_status begin(struct ensemble *e) {
  const size_t count = (size_t)e->count;
  SM_TRY(sm_alloc(e->ctx, count, sizeof *e->wind, "members", &e->wind));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *e->from, "members", &e->from));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *e->speed, "members", &e->speed));
  SM_TRY(sm_alloc(e->ctx, count, sizeof *e->inverse_obukhov, "members", &e->inverse_obukhov));
  SM_TRY(sm_alloc(e->ctx, count * e->c->weather.station[0].reading_count, sizeof *e->reading,
                  "members", &e->reading));
  SM_TRY(sm_plume_ensemble_create(e->ctx, e->c, &e->sum));
  return draw_winds(e);
}

static void end(struct ensemble *e) {
  sm_plume_ensemble_free(&e->sum);
  SM_FREE_ALL(e->wind, e->from, e->speed, e->inverse_obukhov, e->layer, e->mean, e->time,
              e->reading);
  sm_context_destroy(&e->quiet);
}

/* --- a member --- */

/* Case of a member: its wind, its own random numbers, and no files. */
static void set_case(struct ensemble *e, int member) {
  e->station = e->c->weather.station[0];
  e->station.reading = readings_of(e, member);
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

static enum sm_status run_member(struct ensemble *e, int member) {
  struct sm_context *ctx = e->quiet;
  set_case(e, member);
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
    return sm_fail(e->ctx, status,
                   "stopped after %d of %d members of [ensemble]\n"
                   "help: the plume of the given wind is complete; members have no checkpoint, so "
                   "--overwrite computes all again",
                   member, e->count);
  return sm_fail(
      e->ctx, status, "%s\nnote: in member %d of %d of [ensemble]: wind from %.4g deg, %.3g m/s",
      sm_context_message(e->quiet), member + 1, e->count, e->from[member], e->speed[member]);
}

static enum sm_status run_members(struct ensemble *e) {
  enum sm_status status = SM_OK;
  for (int m = 0; m < e->count && status == SM_OK; m++) {
    sm_progress(e->ctx, "ensemble", (double)m / e->count);
    if (sm_stop_requested(e->ctx)) return explain(e, m, SM_ERR_STOPPED);
    status = run_member(e, m);
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

static enum sm_status check_case(struct sm_context *ctx, const struct sm_case *c, int processes) {
  if (processes > 1)
    return sm_fail(ctx, SM_ERR_USAGE, "%s:%d: error: [ensemble] is computed by one process",
                   c->path, c->ensemble.line);
  if (!c->output.netcdf)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: [ensemble] writes a NetCDF file, and output.formats has no "
                   "\"netcdf\"",
                   c->path, c->ensemble.line);
  return check_forecast(ctx, c);
}

enum sm_status sm_release_ensemble_check(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_run_options *options) {
  struct sm_plume_ensemble levels;
  char path[4200];
  if (!c->ensemble.present) return SM_OK;
  SM_TRY(check_case(ctx, c, sm_parallel_count(sm_parallel_of(ctx))));
  path_of(c, options, path);
  SM_TRY(sm_run_outputs_check(ctx, c, options->overwrite || options->resume, path));
  const enum sm_status status = sm_plume_ensemble_create(ctx, c, &levels);
  sm_plume_ensemble_free(&levels);
  return status;
}

/* --- the estimate --- */

static void add_winds(const struct ensemble *e, struct sm_facts *out) {
  sm_facts_list(out, "winds");
  for (int m = 0; m < e->count; m++) {
    sm_facts_group(out, NULL);
    sm_facts_number(out, "from", e->from[m]);
    sm_facts_number(out, "speed", e->speed[m]);
    sm_facts_number(out, "inverse_obukhov_length", e->inverse_obukhov[m]);
    sm_facts_close(out);
  }
  sm_facts_close(out);
}

/* Range of the members; of directions (`period` 360) on the shorter way from the first one. */
static void range_of(const double *value, int count, double period, double range[2]) {
  range[0] = range[1] = 0;
  for (int m = 1; m < count; m++) {
    const double own = value[m] - value[0];
    const double near = period > 0 ? remainder(own, period) : own;
    range[0] = fmin(range[0], near);
    range[1] = fmax(range[1], near);
  }
  for (int side = 0; side < 2; side++) {
    range[side] += value[0];
    if (period > 0) range[side] = fmod(range[side] + period, period);
  }
}

static void describe(const struct ensemble *e, const struct sm_particles_workload *work,
                     double memory, double seconds, struct sm_facts *out) {
  double from[2], speed[2], inverse[2];
  sm_facts_group(out, "ensemble");
  sm_facts_integer(out, "members", e->count);
  sm_facts_number(out, "particles", e->count * work->particles);
  sm_facts_number(out, "memory", memory);
  sm_facts_number(out, "core_seconds", seconds);
  add_winds(e, out);
  sm_facts_close(out);
  range_of(e->from, e->count, 360, from);
  range_of(e->speed, e->count, 0, speed);
  range_of(e->inverse_obukhov, e->count, 0, inverse);
  sm_facts_line(
      out, "members",
      "%d more runs, one after the other: %.10g particles, %.2g GB of the memory and %.3g "
      "s of the time below",
      e->count, e->count * work->particles, memory * 1e-9, seconds);
  sm_facts_line(out, "winds", "of the members from %.4g to %.4g deg, %.3g to %.3g m/s", from[0],
                from[1], speed[0], speed[1]);
  sm_facts_line(out, "stability", "of the members 1/L from %.2g to %.2g 1/m", inverse[0],
                inverse[1]);
}

enum sm_status sm_release_ensemble_estimate(struct sm_context *ctx, const struct sm_case *c,
                                            int processes, const struct sm_particles_workload *work,
                                            struct sm_run_estimate *need, struct sm_facts *out) {
  struct ensemble e = {.ctx = ctx, .c = c, .count = c->ensemble.members};
  if (!c->ensemble.present) return SM_OK;
  SM_TRY(check_case(ctx, c, processes));
  const enum sm_status status = begin(&e);
  if (status == SM_OK) {
    const double intervals = 2 * sizeof(float) * work->intervals; /* and as series of columns */
    const double maps = (double)sm_plume_ensemble_bytes(&e.sum);
    const double memory = work->columns * (maps + intervals + sizeof *e.layer);
    const double seconds = e.count * (need->seconds - need->files);
    describe(&e, work, memory, seconds, out);
    need->memory += memory;
    need->host_memory += memory;
    need->seconds += seconds;
  }
  end(&e);
  return status;
}

/* --- the run --- */

enum sm_status sm_release_ensemble_run(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_run_options *options,
                                       struct sm_run_summary *summary) {
  struct sm_run_options own = *options;
  struct ensemble e = {.ctx = ctx, .c = c, .options = &own, .count = c->ensemble.members};
  char path[4200];
  enum sm_status status;
  if (!c->ensemble.present) return SM_OK;
  own.wind = NULL;
  own.resume = own.profile = own.live = false;
  path_of(c, options, path);
  SM_TRY(sm_context_create_quiet(ctx, &e.quiet));
  SM_TRY_DONE(begin(&e));
  SM_TRY_DONE(run_members(&e));
  SM_TRY_DONE(sm_run_outputs_add_name(ctx, summary, path));
done:
  end(&e);
  return status;
}
