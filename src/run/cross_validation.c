/* cross_validation.c - leave-one-out cross-validation of weather stations: the diagnostic wind at
 * each station from the others (docs/theory/weather.md). */
#include "simoom/cross_validation.h"

#include "lab/facts.h"
#include "output/analyse/slice_interpolation.h"
#include "physics/model.h"
#include "physics/prescribed/host_wind.h"
#include "run/estimate/estimate.h"
#include "run/options.h"
#include "run/simulation.h"
#include <math.h>
#include <string.h>

/* Sums over the compared readings of a station, or of all. */
struct sums {
  int64_t count;
  double reading, wind;         /* m/s, speeds */
  double error, square, vector; /* m/s; m2/s2: of the speed, of the vector */
  double direction;             /* degrees, absolute */
  int64_t directions;           /* readings and winds that have a direction */
  int64_t alone, no_air;        /* readings left out: no other station; no air */
  int64_t not_converged;        /* winds, which count */
};

struct trial {
  struct sm_context *ctx;
  const struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  struct sm_host_wind wind;
  struct sums *station; /* of each station */
  int stations, outside;
};

static const double degrees = 180 / 3.14159265358979323846;
static const double calm = 0.5; /* m/s: slower winds have no direction */

/* --- a station without its readings --- */

static bool has_reading(const struct sm_station *station, int time) {
  return station->reading[(size_t)time * (size_t)station->level_count].valid;
}

/* Whether any station or model column but `left` has a reading. */
static bool has_others(const struct sm_weather *w, int left, int time) {
  for (int s = 0; s < w->station_count; s++)
    if (s != left && has_reading(&w->station[s], time)) return true;
  return false;
}

static void compare(const struct trial *t, const struct sm_station *station,
                    const struct sm_station_reading *reading, struct sums *sum) {
  const struct sm_face_wind wind = {.is_double = true,
                                    .u = t->wind.u[0],
                                    .v = t->wind.u[1],
                                    .w = t->wind.u[2],
                                    .stride_y = t->wind.sy,
                                    .stride_z = t->wind.sz};
  double got[3];
  sm_slice_wind_at(t->domain, &wind, (const double[2]){station->x, station->y}, reading->height,
                   got);
  if (isnan(got[0]) || isnan(got[1])) {
    sum->no_air++;
    return;
  }
  const double read = hypot(reading->u, reading->v), is = hypot(got[0], got[1]);
  const double u = got[0] - reading->u, v = got[1] - reading->v;
  sum->count++;
  sum->reading += read;
  sum->wind += is;
  sum->error += is - read;
  sum->square += (is - read) * (is - read);
  sum->vector += u * u + v * v;
  if (read < calm || is < calm) return;
  const double across = reading->u * got[1] - reading->v * got[0];
  sum->direction += fabs(atan2(across, reading->u * got[0] + reading->v * got[1])) * degrees;
  sum->directions++;
}

/* Winds of all times without station s. */
static enum sm_status advance(struct trial *t, void *model, int s) {
  const struct sm_weather *w = &t->domain->weather;
  const struct sm_station *station = &w->station[s];
  struct sm_step_report report;
  for (int time = 0; time < w->time_count; time++) {
    sm_progress(t->ctx, "cross-validation",
                (s + (double)time / w->time_count) / (double)t->stations);
    if (sm_stop_requested(t->ctx)) return sm_fail(t->ctx, SM_ERR_STOPPED, "stopped");
    if (!has_reading(station, time)) continue;
    if (!has_others(w, s, time)) {
      t->station[s].alone++;
      continue;
    }
    SM_TRY(sm_model_advance(t->ctx, &sm_model_diagnostic, model, time, &report));
    t->station[s].not_converged += !report.converged;
    SM_TRY(sm_host_wind_load(t->ctx, t->state, &t->wind));
    for (int l = 0; l < station->level_count; l++) {
      const struct sm_station_reading *reading = &station->reading[time * station->level_count + l];
      if (reading->valid) compare(t, station, reading, &t->station[s]);
    }
  }
  return SM_OK;
}

static enum sm_status leave_out(struct trial *t, int s) {
  const struct sm_weather *w = &t->domain->weather;
  const size_t readings = (size_t)w->time_count * (size_t)w->station[s].level_count;
  struct sm_domain without = *t->domain;
  struct sm_station *list = NULL;
  struct sm_station_reading *none = NULL;
  void *model = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(t->ctx, (size_t)w->station_count, sizeof *list, "the stations", &list));
  SM_TRY_DONE(sm_alloc(t->ctx, readings, sizeof *none, "the weather", &none));
  memcpy(list, w->station, (size_t)w->station_count * sizeof *list);
  list[s].reading = none;
  without.weather.station = list;
  SM_TRY_DONE(sm_model_create(t->ctx, &sm_model_diagnostic, t->c, &without, t->state, &model));
  SM_TRY_DONE(advance(t, model, s));
done:
  sm_model_destroy(&sm_model_diagnostic, &model);
  sm_free(none);
  sm_free(list);
  return status;
}

/* --- all stations --- */

static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain) {
  const char *what = NULL;
  if (c->wind_source.model != SM_WIND_DIAGNOSTIC)
    what = "needs the diagnostic wind\nhelp: --model diagnostic";
  else if (c->weather.rose.wind.present)
    what = "needs stations, not a wind rose";
  else if (domain != NULL && sm_weather_places(&domain->weather) == 0)
    what = "needs stations with a position";
  else if (domain != NULL && domain->weather.station_count < 2)
    what = "needs at least two stations, or a station and a weather model";
  if (what == NULL) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: cross-validation of stations %s", c->path,
                 c->weather.line, what);
}

static enum sm_status open_all(struct trial *t, const struct sm_run_options *options) {
  SM_TRY(check(t->ctx, t->c, NULL));
  SM_TRY(sm_domain_build(t->ctx, t->c, &t->domain));
  SM_TRY(sm_run_check_extent(t->ctx, t->c, t->domain));
  SM_TRY(check(t->ctx, t->c, t->domain));
  SM_TRY(sm_run_open_device(t->ctx, t->c, t->domain, options, &t->device));
  SM_TRY(sm_model_state(t->ctx, &sm_model_diagnostic, t->c, t->domain, t->device, 0, &t->state));
  SM_TRY(sm_host_wind_create(t->ctx, t->state, &t->wind));
  t->stations = sm_weather_stations(&t->domain->weather);
  return sm_alloc(t->ctx, (size_t)t->stations, sizeof *t->station, "the stations", &t->station);
}

static enum sm_status run_all(struct trial *t) {
  for (int s = 0; s < t->stations; s++) {
    const struct sm_station *station = &t->domain->weather.station[s];
    if (sm_domain_contains(t->domain, station->x, station->y))
      SM_TRY(leave_out(t, s));
    else
      t->outside++;
  }
  return SM_OK;
}

static enum sm_status check_any(const struct trial *t) {
  for (int s = 0; s < t->stations; s++)
    if (t->station[s].count > 0) return SM_OK;
  return sm_fail(t->ctx, SM_ERR_DATA,
                 "%s:%d: error: cross-validation: no reading can be compared: every station is "
                 "outside the domain, in a place without air, or alone at its times",
                 t->c->path, t->c->weather.line);
}

/* --- report --- */

static void add_sums(const struct sums *sum, struct sm_facts *out) {
  const double per = 1 / (double)sum->count;
  sm_facts_integer(out, "readings", sum->count);
  sm_facts_number(out, "reading", sum->reading * per);
  sm_facts_number(out, "wind", sum->wind * per);
  sm_facts_number(out, "bias", sum->error * per);
  sm_facts_number(out, "rmse", sqrt(sum->square * per));
  sm_facts_number(out, "vector_rmse", sqrt(sum->vector * per));
  sm_facts_number(out, "direction_error", sum->direction / (double)sum->directions);
}

static void add_to(struct sums *all, const struct sums *own) {
  all->count += own->count;
  all->reading += own->reading;
  all->wind += own->wind;
  all->error += own->error;
  all->square += own->square;
  all->vector += own->vector;
  all->direction += own->direction;
  all->directions += own->directions;
  all->alone += own->alone;
  all->no_air += own->no_air;
  all->not_converged += own->not_converged;
}

static void add_left_out(const struct trial *t, const struct sums *all, struct sm_facts *out) {
  sm_facts_group(out, "left_out");
  sm_facts_integer(out, "stations_outside", t->outside);
  sm_facts_integer(out, "readings_alone", all->alone);
  sm_facts_integer(out, "readings_without_air", all->no_air);
  sm_facts_integer(out, "winds_not_converged", all->not_converged);
  sm_facts_close(out);
  if (t->outside > 0) sm_facts_note(out, "  %d stations are outside the domain", t->outside);
  if (all->alone > 0)
    sm_facts_note(out, "  %lld readings at times without any other station are left out",
                  (long long)all->alone);
  if (all->no_air > 0)
    sm_facts_note(out, "  %lld readings at places without air are left out",
                  (long long)all->no_air);
  if (all->not_converged > 0)
    sm_facts_note(out, "  %lld winds did not converge", (long long)all->not_converged);
}

static void describe(const struct trial *t, struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {
      {"name", "station without its readings", NULL, -28},
      {"readings", "readings", NULL, 8},
      {"reading", "reading m/s", "%.2f", 11},
      {"wind", "wind", "%.2f", 6},
      {"bias", "bias", "%+.2f", 6},
      {"rmse", "RMSE", "%.2f", 6},
      {"vector_rmse", "vector RMSE", "%.2f", 11},
      {"direction_error", "direction deg", "%.0f", 13},
      {NULL, NULL, NULL, 0}};
  struct sums all = {0};
  const struct sm_fact *list = sm_facts_list(out, "stations");
  for (int s = 0; s < t->stations; s++) {
    const struct sm_station *station = &t->domain->weather.station[s];
    add_to(&all, &t->station[s]);
    sm_facts_group(out, NULL);
    sm_facts_text(out, "name", station->name);
    sm_facts_number(out, "x", station->x - t->c->domain.margin);
    sm_facts_number(out, "y", station->y - t->c->domain.margin);
    add_sums(&t->station[s], out);
    sm_facts_close(out);
  }
  sm_facts_close(out);
  sm_facts_table(out, list, NULL, columns);
  sm_facts_group(out, "all");
  add_sums(&all, out);
  sm_facts_close(out);
  const double per = 1 / (double)all.count;
  sm_facts_note(out,
                "\nall stations: %lld readings, bias %+.2f m/s, RMSE %.2f m/s, RMSE of the vector "
                "%.2f m/s",
                (long long)all.count, all.error * per, sqrt(all.square * per),
                sqrt(all.vector * per));
  add_left_out(t, &all, out);
}

static enum sm_status print(const struct trial *t, int json, char **out) {
  SM_SCOPED_BY(sm_facts_free) struct sm_facts facts = {0};
  sm_facts_schema(&facts, "cross_validation");
  describe(t, &facts);
  *out = facts.failed ? NULL : json ? sm_facts_json(&facts, true) : sm_facts_print(&facts);
  return *out != NULL ? SM_OK : sm_fail(t->ctx, SM_ERR_MEMORY, "out of memory");
}

enum sm_status sm_cross_validate_stations(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_run_options *given, int json,
                                          char **report) {
  const struct sm_run_options options = sm_run_options_complete(given);
  struct trial t = {.ctx = ctx, .c = c};
  *report = NULL;
  SM_TRY(sm_simulation_check_free(ctx));
  const int threads_before = sm_run_use_threads(options.threads);
  enum sm_status status = open_all(&t, &options);
  if (status == SM_OK) status = run_all(&t);
  if (status == SM_OK) status = check_any(&t);
  if (status == SM_OK) status = print(&t, json, report);
  sm_run_use_threads(threads_before);
  sm_free(t.station);
  sm_host_wind_free(&t.wind);
  sm_state_destroy(&t.state);
  sm_device_close(&t.device);
  sm_domain_destroy(&t.domain);
  return status;
}
