#include "domain/weather/weather.h"

#include "base/clock.h"
#include "base/list.h"
#include "base/text.h"
#include "domain/weather/climate.h"
#include "domain/weather/internal.h"
#include "input/stations/stations.h"
#include <math.h>
#include <stdlib.h>

/* Maximum number of stations outside the domain named in warnings; the rest are counted. */
enum { WARNED = 8 };

/* Stations of the case, including the stations read from files. */
struct list {
  const struct sm_case_station **item;
  size_t count;
  struct sm_case_station **file; /* by station of the case: stations read from its file, or NULL */
  size_t *file_count;
};

static void free_list(const struct sm_case *c, struct list *list) {
  for (size_t s = 0; s < c->weather.station_count && list->file != NULL; s++)
    if (list->file[s] != NULL) sm_stations_free(&list->file[s], list->file_count[s]);
  SM_FREE_ALL(list->file, list->file_count, list->item);
}

static enum sm_status gather(struct sm_context *ctx, const struct sm_case *c, struct list *list) {
  const struct sm_case_weather *w = &c->weather;
  if (w->station_count == 0 && w->model.files.count == 0)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s: error: no weather: a case needs at least one [[weather.station]], or a "
                   "[weather.model]",
                   c->path);
  SM_TRY(sm_alloc(ctx, w->station_count, sizeof(struct sm_case_station *), "the stations",
                  &list->file));
  SM_TRY(sm_alloc(ctx, w->station_count, sizeof(size_t), "the stations", &list->file_count));
  size_t total = 0;
  for (size_t s = 0; s < w->station_count; s++) {
    if (w->station[s].file[0] != '\0')
      SM_TRY(sm_stations_read(ctx, w->station[s].file, &w->station[s], &list->file[s],
                              &list->file_count[s]));
    total += w->station[s].file[0] != '\0' ? list->file_count[s] : 1;
  }
  SM_TRY(sm_alloc(ctx, total, sizeof(const struct sm_case_station *), "the stations", &list->item));
  for (size_t s = 0; s < w->station_count; s++) {
    if (w->station[s].file[0] == '\0') list->item[list->count++] = &w->station[s];
    for (size_t i = 0; i < list->file_count[s]; i++) list->item[list->count++] = &list->file[s][i];
  }
  return SM_OK;
}

static const char *name_of(const struct sm_case_station *station) {
  return station->name != NULL && station->name[0] != '\0' ? station->name : "(without name)";
}

/* Position of a station in m from the south-west corner of the grid. */
static enum sm_status find_place(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_horizontal_grid *plan, bool only,
                                 const struct sm_case_station *from, double xy[2]) {
  const struct sm_domain_map map = sm_plan_map(plan);
  if (from->position == SM_POSITION_NONE && !only)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: station '%s' needs a position: there are several stations",
                   c->path, from->line, name_of(from));
  if (from->position == SM_POSITION_LATLON && plan->crs.local)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: station '%s' has latitude and longitude, but the domain's "
                   "crs = \"local\" is not a map\nhelp: set domain.crs to \"auto-utm\" or an EPSG "
                   "number, or give the station local coordinates",
                   c->path, from->line, name_of(from));
  for (int d = 0; d < 2; d++) xy[d] = 0.5 * map.size[d];
  if (from->position == SM_POSITION_NONE) return SM_OK;
  return sm_position_on_grid(ctx, &map, sm_position_coordinates((int)from->position), from->place,
                             xy);
}

/* Warns of a station outside the domain; *reaches: its radius of influence includes the domain. */
static void check_place(struct sm_context *ctx, const struct sm_case *c,
                        const struct sm_domain *domain, const struct sm_case_station *from,
                        const struct sm_station *station, bool again, int *outside_count,
                        bool *reaches) {
  const double at[2] = {station->x, station->y};
  double outside[2];
  for (int d = 0; d < 2; d++)
    outside[d] = fmax(fmax(-at[d], at[d] - sm_axis_length(&domain->grid.axis[d])), 0);
  const double distance = hypot(outside[0], outside[1]), unlikely = 1e6; /* m */
  *reaches = !(distance > station->radius);
  if (distance > 0 && !again && ++*outside_count <= WARNED)
    sm_warn(ctx, "%s:%d: warning: station '%s' is %.3g %s outside the domain%s%s", c->path,
            from->line, name_of(from), distance < 1000 ? distance : distance * 1e-3,
            distance < 1000 ? "m" : "km", *reaches ? "" : ", further than its radius: left out",
            distance > unlikely ? "\nhelp: are latitude and longitude in each other's place?" : "");
}

/* Checks the levels measured at one time. */
static enum sm_status check_levels(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain,
                                   const struct sm_case_station *from,
                                   const struct sm_station *station,
                                   const struct sm_station_reading *level, int count) {
  const double ground = sm_domain_ground(domain, station->x, station->y);
  for (int l = 0; l < count; l++) {
    const double height = level[l].height;
    if (!(height > station->z0))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: station '%s' measures at %g m, which is not above its "
                     "roughness length of %g m",
                     c->path, from->line, name_of(from), height, station->z0);
    if (ground + height > sm_domain_top(domain))
      return sm_fail(
          ctx, SM_ERR_CASE,
          "%s:%d: error: station '%s' measures at %g m above ground, above the domain top, "
          "which is at %g m there\nhelp: raise domain.height",
          c->path, from->line, name_of(from), height, sm_domain_top(domain) - ground);
    if (l == 0) continue;
    if (station->profile != SM_PROFILE_TOWER)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: station '%s' has %d readings (at %g m and %g m) for one time\n"
                     "help: give each its time, or profile = \"tower\" for several heights",
                     c->path, from->line, name_of(from), count, level[l - 1].height, height);
    if (!(height > level[l - 1].height))
      return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: tower '%s' has two readings at %g m", c->path,
                     from->line, name_of(from), height);
  }
  return SM_OK;
}

/* Finds the maximum number of levels, then fills the readings of all times. */
static enum sm_status measure(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_domain *domain, const struct sm_case_station *from,
                              struct sm_station *station, struct sm_weather_change *change) {
  const struct sm_weather *w = &domain->weather;
  const bool interpolate = !isnan(c->weather.interpolate) || sm_wind_is_flow(c->wind_source.model);
  const bool is_tower = from->profile == SM_PROFILE_TOWER;
  SM_SCOPED struct sm_station_reading *level = NULL;
  SM_SCOPED_BY(sm_station_series_free) struct sm_station_series series = {0};
  SM_TRY(sm_station_series_create(ctx, from, &series));
  SM_TRY(sm_alloc(ctx, 2 * series.count, sizeof *level, "the readings of a station", &level));
  sm_weather_change_of_station(c, w, from, &series, level, change);
  const bool steady = sm_wind_is_flow(c->wind_source.model) && sm_station_series_is_steady(&series);
  station->level_count = 1;
  for (int pass = 0; pass < 2; pass++) {
    for (int t = 0; t < w->time_count; t++) {
      const double time = steady ? series.reading[0].time : w->time[t];
      const int count = sm_station_series_measure(&series, is_tower, time, interpolate,
                                                  -domain->convergence, level);
      if (pass == 0) {
        SM_TRY(check_levels(ctx, c, domain, from, station, level, count));
        station->level_count = count > station->level_count ? count : station->level_count;
        continue;
      }
      struct sm_station_reading *out = station->reading + (size_t)t * (size_t)station->level_count;
      for (int l = 0; l < count; l++) out[l] = level[l];
    }
    if (pass == 0)
      SM_TRY(sm_alloc(ctx, (size_t)w->time_count * (size_t)station->level_count,
                      sizeof *station->reading, "the weather", &station->reading));
  }
  return SM_OK;
}

/* Adds a station; skips it where its radius does not reach the domain. */
static enum sm_status add_station(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_domain *domain, const struct sm_case_station *from,
                                  const double xy[2], int *outside,
                                  struct sm_weather_change *change) {
  const float z0 = domain->z0[sm_domain_column(domain, xy[0], xy[1])];
  struct sm_station station = {
      .x = xy[0],
      .y = xy[1],
      .radius = from->position == SM_POSITION_NONE ? (double)INFINITY : from->radius,
      .profile = from->profile,
      .z0 = isnan(from->z0) ? (double)z0 : from->z0,
      .exponent = from->exponent,
      .canopy_height = from->canopy_height,
      .canopy_attenuation = from->canopy_attenuation,
  };
  bool reaches;
  check_place(ctx, c, domain, from, &station, change->again, outside, &reaches);
  if (!reaches) return SM_OK;
  station.name = sm_text_copy(name_of(from));
  struct sm_station *added = &domain->weather.station[domain->weather.station_count++];
  *added = station;
  if (added->name == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: a station's name");
  return measure(ctx, c, domain, from, added, change);
}

/* Positions of all stations; degrees are projected in one call, since single calls are slow. */
static enum sm_status find_places(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_horizontal_grid *plan, const struct list *list,
                                  bool only, double (*xy)[2], double *number) {
  double *latitude = number, *longitude = latitude + list->count, *x = longitude + list->count;
  double *y = x + list->count;
  size_t count = 0;
  for (size_t s = 0; s < list->count; s++) {
    const struct sm_case_station *from = list->item[s];
    if (from->position != SM_POSITION_LATLON || plan->crs.local) {
      SM_TRY(find_place(ctx, c, plan, only, from, xy[s]));
      continue;
    }
    latitude[count] = from->place[0];
    longitude[count++] = from->place[1];
  }
  if (count == 0) return SM_OK;
  SM_TRY(sm_gis_project_all(ctx, &plan->crs, count, latitude, longitude, x, y));
  for (size_t s = 0, n = 0; s < list->count; s++) {
    if (list->item[s]->position != SM_POSITION_LATLON) continue;
    xy[s][0] = x[n] - plan->origin[0];
    xy[s][1] = y[n++] - plan->origin[1];
  }
  return SM_OK;
}

static enum sm_status add_stations(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_horizontal_grid *plan, struct sm_domain *domain,
                                   const struct list *list, bool only,
                                   struct sm_weather_change *change) {
  double(*xy)[2] = NULL, *number = NULL;
  int outside = 0;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, list->count, sizeof *xy, "the stations", &xy));
  SM_TRY_DONE(sm_alloc(ctx, 4 * list->count, sizeof *number, "the stations", &number));
  SM_TRY_DONE(find_places(ctx, c, plan, list, only, xy, number));
  for (size_t s = 0; s < list->count; s++)
    SM_TRY_DONE(add_station(ctx, c, domain, list->item[s], xy[s], &outside, change));
  if (outside > WARNED)
    sm_warn(ctx, "%s:%d: warning: %d of %zu stations are outside the domain, of which %d are named",
            c->path, c->weather.line, outside, list->count, WARNED);
done:
  SM_FREE_ALL(xy, number);
  return status;
}

static bool has_reading(const struct sm_station *station, int time) {
  return station->reading[(size_t)time * (size_t)station->level_count].valid;
}

/* Warns when stations report at different times: a station without a reading drops out. */
static void warn_of_gaps(struct sm_context *ctx, const struct sm_case *c,
                         const struct sm_weather *w) {
  const int stations = sm_weather_stations(w);
  int gaps = 0;
  if (!isnan(c->weather.interpolate) || sm_wind_is_flow(c->wind_source.model)) return;
  for (int t = 0; t < w->time_count; t++) {
    bool all = true;
    for (int s = 0; s < stations; s++) all = all && has_reading(&w->station[s], t);
    gaps += !all;
  }
  if (gaps > 0)
    sm_warn(
        ctx,
        "%s:%d: warning: at %d of %d times not all stations have a reading; without one they do "
        "not count\n"
        "help: interpolate = \"1 h\" in [weather] takes winds between their readings",
        c->path, c->weather.line, gaps, w->time_count);
}

/* Fails when no station has a reading at one of the times. */
static enum sm_status check_times(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_weather *w) {
  for (int t = 0; t < w->time_count; t++) {
    bool any = false;
    for (int s = 0; s < w->station_count && !any; s++) any = has_reading(&w->station[s], t);
    if (any) continue;
    char text[32] = "the time of the case";
    if (!isnan(w->time[t])) sm_clock_format(w->time[t], text, sizeof text);
    return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: no station has a reading for %s%s", c->path,
                   c->weather.line, text,
                   w->grid[0] > 0 ? ", and neither has the weather model" : "");
  }
  return SM_OK;
}

/* Fills domain->weather.forcing, for a flow: the weather at the times between which it is linear.
 */
static enum sm_status force(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_horizontal_grid *plan, struct sm_domain *domain,
                            const struct list *list, struct sm_model_members *members, bool only) {
  const struct sm_model_weather *model = &members->item[0];
  const struct sm_weather *w = &domain->weather;
  struct sm_weather_change change = {.is = true, .again = true};
  struct sm_domain with = *domain;
  with.weather = (struct sm_weather){
      .members = 1, .everywhere = w->everywhere, .vertical_scale = c->weather.vertical_scale};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_times_between(ctx, list->item, list->count, model, w->time[0],
                               w->time[w->time_count - 1], &with.weather.time,
                               &with.weather.time_count));
  SM_TRY_DONE(sm_alloc(ctx, list->count + (size_t)model->place_count, sizeof *w->station,
                       "the stations", &with.weather.station));
  SM_TRY_DONE(add_stations(ctx, c, plan, &with, list, only, &change));
  SM_TRY_DONE(sm_weather_model_add(ctx, c, plan, members, &with));
  SM_TRY_DONE(check_times(ctx, c, &with.weather));
  SM_TRY_DONE(sm_alloc(ctx, 1, sizeof *w->forcing, "the weather", &domain->weather.forcing));
  *domain->weather.forcing = with.weather;
  sm_weather_change_warn(ctx, c, domain->weather.forcing);
done:
  if (status != SM_OK) sm_weather_free(&with.weather);
  return status;
}

/* Adds the stations, then the model columns. */
static enum sm_status fill(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_horizontal_grid *plan, const struct list *list,
                           struct sm_model_members *members, struct sm_domain *domain) {
  struct sm_model_weather *model = &members->item[0];
  struct sm_weather *w = &domain->weather;
  const bool only = list->count == 1 && model->place_count == 0;
  struct sm_weather_change change = {0};
  SM_TRY(sm_times_find(ctx, c, list->item, list->count, model, &w->time, &w->time_count,
                       &w->relative));
  if (sm_wind_is_flow(c->wind_source.model) && model->time_count == 1)
    model->time[0] = (double)NAN; /* steady inflow */
  SM_TRY(sm_model_members_spread(ctx, members, w));
  SM_TRY(sm_alloc(ctx, list->count + (size_t)model->place_count, sizeof *w->station, "the stations",
                  &w->station));
  w->everywhere = only && list->item[0]->position == SM_POSITION_NONE;
  SM_TRY(add_stations(ctx, c, plan, domain, list, only, &change));
  SM_TRY(sm_weather_model_add(ctx, c, plan, members, domain));
  if (w->station_count == 0)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: no weather: no station reaches the domain\n"
                   "help: check their positions, or give them a larger radius",
                   c->path, c->weather.line);
  warn_of_gaps(ctx, c, w);
  SM_TRY(check_times(ctx, c, w));
  sm_weather_change_of_model(c, w, model, &change);
  if (!change.is) return SM_OK;
  SM_TRY(sm_weather_change_check(ctx, c, &change));
  if (!sm_flow_follows_weather(c)) return SM_OK;
  return force(ctx, c, plan, domain, list, members, only);
}

enum sm_status sm_weather_read(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_horizontal_grid *plan, struct sm_domain *domain) {
  struct list list = {0};
  struct sm_model_members members = {0};
  domain->weather.members = 1;
  const bool weather = c->weather.station_count > 0 || c->weather.model.files.count > 0;
  const bool acts = sm_wind_is_steady(c->wind_source.model) ||
                    c->wind_source.model == SM_WIND_LIBRARY ||
                    (sm_wind_is_flow(c->wind_source.model) && weather);
  if (c->weather.nest.files.count > 0) return sm_wind_nest_read(ctx, c, plan, domain);
  if (!acts) return sm_wind_times_find(ctx, c, domain);
  if (c->weather.rose.wind.present) return sm_rose_read(ctx, c, domain);
  if (c->weather.library.wind.present) return sm_library_winds_read(ctx, c, domain);
  enum sm_status status = gather(ctx, c, &list);
  if (status == SM_OK) status = sm_model_members_read(ctx, c, plan, &members);
  if (status == SM_OK) status = fill(ctx, c, plan, &list, &members, domain);
  domain->weather.vertical_scale = c->weather.vertical_scale;
  sm_model_members_free(&members);
  free_list(c, &list);
  return status;
}

double sm_rain_rate(const struct sm_case *c, const struct sm_domain *domain, double time) {
  const struct sm_case_rain *rain = &c->rain;
  if (!rain->present) return 0;
  if (rain->from_weather)
    return sm_rain_interpolate((const double(*)[2])domain->weather.rain, domain->weather.rain_count,
                               time);
  if (!isnan(rain->rate)) return rain->rate;
  return sm_rain_interpolate((const double(*)[2])rain->rates, rain->rate_count, time);
}

void sm_weather_free(struct sm_weather *weather) {
  for (int s = 0; s < weather->station_count; s++) {
    free(weather->station[s].name);
    sm_free(weather->station[s].reading);
  }
  sm_climate_destroy(&weather->climate);
  if (weather->forcing != NULL) sm_weather_free(weather->forcing);
  SM_FREE_ALL(weather->rain, weather->forcing, weather->station, weather->time, weather->library,
              weather->member);
  free(weather->source);
  *weather = (struct sm_weather){0};
}
