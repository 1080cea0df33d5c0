/* Weather that changes during a flow: detection, and what does not go with it. */
#include "domain/weather/internal.h"

#include "base/clock.h"
#include "domain/weather/weather.h"
#include <math.h>
#include <stdio.h>

static const double same_time = 1e-3;    /* s */
static const double same_wind = 1e-3;    /* m/s */
static const double same_height = 0.1;   /* m */
static const double same_inverse = 1e-6; /* 1/m, inverse Obukhov length */
static const double degrees = 180 / 3.14159265358979323846;

bool sm_flow_needs_weather(const struct sm_case *c) {
  bool needs = false;
  for (int side = 0; side < SM_SIDES; side++)
    needs |= sm_boundary_follows_weather(&c->flow.boundary[side]);
  for (int d = 0; d < 3; d++) needs |= !sm_expression_given(&c->flow.initial[d]);
  return needs && (c->weather.station_count > 0 || c->weather.model.files.count > 0 ||
                   c->weather.nest.files.count > 0);
}

static bool is_asked(const struct sm_case *c, const struct sm_weather *weather) {
  return sm_wind_is_flow(c->wind_source.model) && sm_flow_needs_weather(c) &&
         weather->time_count > 0;
}

bool sm_flow_follows_weather(const struct sm_case *c) {
  bool any = false;
  for (int side = 0; side < SM_SIDES; side++)
    any |= sm_boundary_follows_weather(&c->flow.boundary[side]);
  return any;
}

bool sm_flow_follows_temperature(const struct sm_case *c) {
  const struct sm_case_flow *f = &c->flow;
  return c->wind_source.model == SM_WIND_COMPRESSIBLE
             ? f->compressible.background != SM_BACKGROUND_NONE && f->reaction.line == 0
             : f->heat;
}

static double first_time(const struct sm_weather *w) { return w->time[0]; }
static double last_time(const struct sm_weather *w) { return w->time[w->time_count - 1]; }

/* Describes a wind: "5 m/s from 270 deg at 2026-05-01T12:00:00Z". */
static void describe(bool is, double u, double v, double time, char *out, size_t size) {
  char date[32] = "";
  if (!isnan(time)) sm_clock_format(time, date, sizeof date);
  if (is)
    snprintf(out, size, "%.3g m/s from %.0f deg at %s", hypot(u, v),
             fmod(atan2(-u, -v) * degrees + 360, 360), date);
  else
    snprintf(out, size, "no wind at %s", date);
}

static void note(struct sm_weather_change *change, int line, const char *who, const char *before,
                 const char *after) {
  if (change->is) return;
  change->is = true;
  change->line = line;
  snprintf(change->what, sizeof change->what, "%s: %s, %s", who, before, after);
}

/* ---- stations ---- */

static bool same_number(double a, double b, double tolerance) {
  return (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance;
}

/* Quantities besides the wind that a flow follows. */
struct followed {
  bool temperature, cloud;
};

static struct followed followed_by(const struct sm_case *c) {
  const bool sky = c->wind.stability_class == SM_CLASS_WEATHER;
  return (struct followed){sky || sm_flow_follows_temperature(c), sky};
}

static bool same_readings(const struct sm_station_reading *a, int count,
                          const struct sm_station_reading *b, int other, struct followed too) {
  if (count != other) return false;
  for (int l = 0; l < count; l++) {
    if (!(fabs(a[l].u - b[l].u) <= same_wind && fabs(a[l].v - b[l].v) <= same_wind &&
          fabs(a[l].height - b[l].height) <= same_height &&
          fabs(1 / a[l].obukhov - 1 / b[l].obukhov) <= same_inverse))
      return false;
    if (too.temperature && !same_number(a[l].temperature, b[l].temperature, 0.01)) return false;
    if (too.cloud && !same_number(a[l].cloud, b[l].cloud, 0.01)) return false;
  }
  return true;
}

void sm_weather_change_of_station(const struct sm_case *c, const struct sm_weather *weather,
                                  const struct sm_case_station *from,
                                  const struct sm_station_series *series,
                                  struct sm_station_reading *scratch,
                                  struct sm_weather_change *change) {
  const double start = first_time(weather), end = last_time(weather);
  const bool is_tower = from->profile == SM_PROFILE_TOWER;
  struct sm_station_reading *now = scratch, *then = scratch + series->count;
  if (change->is || !is_asked(c, weather) || series->timed == 0 ||
      sm_station_series_is_steady(series))
    return;
  const int count = sm_station_series_measure(series, is_tower, start, true, 0, now);
  /* Weather is linear between readings: changes show at a reading or at the end. */
  for (size_t r = 0; r <= series->timed; r++) {
    const double time = r < series->timed ? series->reading[r].time : end;
    char who[128], before[96], after[96];
    if (!(time > start + same_time) || time > end + same_time) continue;
    const int other = sm_station_series_measure(series, is_tower, time, true, 0, then);
    if (same_readings(now, count, then, other, followed_by(c))) continue;
    const char *name = from->name != NULL && from->name[0] != '\0' ? from->name : "(without name)";
    snprintf(who, sizeof who, "station '%.80s'", name);
    describe(count > 0, now[0].u, now[0].v, start, before, sizeof before);
    describe(other > 0, then[0].u, then[0].v, time, after, sizeof after);
    note(change, from->line, who, before, after);
    return;
  }
}

/* ---- the weather model ---- */

static bool same_levels(const struct sm_model_weather *model, int place, int time, int other,
                        bool temperature) {
  int count, counted;
  if (temperature && !same_number(sm_model_weather_surface(model, place, time)->temperature,
                                  sm_model_weather_surface(model, place, other)->temperature, 0.01))
    return false;
  const struct sm_model_level *a = sm_model_weather_levels(model, place, time, &count);
  const struct sm_model_level *b = sm_model_weather_levels(model, place, other, &counted);
  if (count != counted) return false;
  for (int l = 0; l < count; l++) {
    if (!(fabs(a[l].u - b[l].u) <= same_wind && fabs(a[l].v - b[l].v) <= same_wind)) return false;
    if (temperature && !same_number(a[l].temperature, b[l].temperature, 0.01)) return false;
  }
  return true;
}

static void describe_time(const struct sm_model_weather *model, int place, int time, char *out,
                          size_t size) {
  int count;
  const struct sm_model_level *level = sm_model_weather_levels(model, place, time, &count);
  describe(count > 0, level[0].u, level[0].v, model->time[time], out, size);
}

void sm_weather_change_of_model(const struct sm_case *c, const struct sm_weather *weather,
                                const struct sm_model_weather *model,
                                struct sm_weather_change *change) {
  int first = 0, last = model->time_count - 1;
  if (change->is || !is_asked(c, weather) || model->time_count < 2 || isnan(model->time[0])) return;
  /* Model times that enclose the times of the flow. */
  while (first < last && model->time[first + 1] <= first_time(weather) + same_time) first++;
  while (last > first && model->time[last - 1] >= last_time(weather) - same_time) last--;
  for (int t = first + 1; t <= last; t++)
    for (int p = 0; p < model->place_count; p++) {
      char before[96], after[96];
      if (same_levels(model, p, first, t, sm_flow_follows_temperature(c))) continue;
      describe_time(model, p, first, before, sizeof before);
      describe_time(model, p, t, after, sizeof after);
      note(change, c->weather.model.line, "weather model", before, after);
      return;
    }
}

/* ---- what contradicts it, and what does not follow ---- */

/* Line of a side of the weather with turbulence from a plane inside; 0: none. */
static int recycled_line(const struct sm_case *c) {
  for (int side = 0; side < SM_SIDES; side++)
    if (sm_boundary_follows_weather(&c->flow.boundary[side]) &&
        !isnan(c->flow.boundary[side].recycle))
      return c->flow.boundary[side].line;
  return 0;
}

enum sm_status sm_weather_change_check(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_weather_change *change) {
  const struct sm_case_flow *f = &c->flow;
  const char *key = NULL;
  int line = f->line;
  if (!sm_flow_follows_weather(c)) {
    sm_warn(ctx,
            "%s:%d: warning: the weather changes while the flow runs (%s), but no boundary takes "
            "it: it is the initial wind only",
            c->path, change->line, change->what);
    return SM_OK;
  }
  if (!isnan(f->steady)) key = "flow.steady";
  if (f->grid_sequencing > 0) key = "flow.grid_sequencing";
  if (recycled_line(c) > 0) key = "flow.boundary.recycle", line = recycled_line(c);
  if (key != NULL)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: '%s' needs a steady wind, but the weather changes while the flow "
                   "runs (line %d, %s)\n"
                   "help: remove '%s'%s, or give one reading, or a file of one time",
                   c->path, line, key, change->line, change->what, key,
                   recycled_line(c) > 0 ? " in favour of flow.boundary.turbulence" : "");
  const bool gas = c->wind_source.model == SM_WIND_COMPRESSIBLE;
  for (int n = 0; n < 3; n++) {
    const bool is = n == 0   ? f->sponge > 0 && gas
                    : n == 1 ? !isnan(f->geostrophic[0])
                             : !isnan(f->bulk_velocity[0]) || !isnan(f->bulk_velocity[1]);
    static const char *const name[] = {"sponge", "geostrophic", "bulk_velocity"};
    if (is)
      sm_warn(ctx,
              "%s:%d: warning: the weather changes while the flow runs (line %d), 'flow.%s' does "
              "not: %s",
              c->path, f->line, change->line, name[n],
              n == 0 ? "it damps towards density and pressure of the start" : "it stays as given");
  }
  return SM_OK;
}

/* Largest change of the temperature of a station, K. */
static double warming_of(const struct sm_station *station, int times) {
  const double first = station->reading[0].temperature;
  double most = 0;
  for (int t = 1; t < times; t++) {
    const double now = station->reading[(size_t)t * (size_t)station->level_count].temperature;
    if (fabs(now - first) > fabs(most)) most = now - first;
  }
  return most;
}

void sm_weather_change_warn(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_weather *forcing) {
  const double felt = 0.1; /* K */
  double most = 0;
  int count = 0;
  if (!c->flow.heat && c->wind_source.model != SM_WIND_COMPRESSIBLE) return;
  for (int s = 0; s < forcing->station_count; s++) {
    const double warming = warming_of(&forcing->station[s], forcing->time_count);
    count += fabs(warming) > felt;
    if (fabs(warming) > fabs(most)) most = warming;
  }
  if (count == 0) return;
  if (sm_flow_follows_temperature(c))
    sm_info(
        ctx,
        "the temperature at the boundaries follows that of %d of %d stations and columns, by up "
        "to %+.3g K",
        count, forcing->station_count, most);
  else
    sm_warn(ctx,
            "%s:%d: warning: the temperature of %d of %d stations and columns changes while the "
            "flow runs, by up to %+.3g K; the flow follows their wind only, the temperature at its "
            "boundaries stays that of [[flow.boundary]] and the background",
            c->path, c->weather.line, count, forcing->station_count, most);
}
