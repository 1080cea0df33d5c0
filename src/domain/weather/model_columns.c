/* Columns of a weather model as stations of the domain. */
#include "domain/weather/internal.h"

#include "base/text.h"
#include "input/weather/model_weather.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double same_time = 1e-3; /* s */

enum sm_status sm_weather_model_request(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_horizontal_grid *plan,
                                        struct sm_weather_request *out) {
  static const enum sm_wind_frame frames[] = {[SM_COMPONENTS_AUTO] = SM_FRAME_AUTO,
                                              [SM_COMPONENTS_GRID] = SM_FRAME_GRID,
                                              [SM_COMPONENTS_EARTH] = SM_FRAME_EARTH};
  const struct sm_case_model *model = &c->weather.model;
  if (plan->crs.local)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: a weather model has map coordinates, but the crs of the domain "
                   "is \"local\"\nhelp: give domain.center = [latitude, longitude]",
                   c->path, model->line);
  *out = sm_weather_request_default();
  out->paths = (const char *const *)model->files.item;
  out->path_count = model->files.count;
  out->crs = &plan->crs;
  for (int n = 0; n < 2; n++) {
    out->x[n] = plan->origin[0] + n * plan->n[0] * plan->cell[0];
    out->y[n] = plan->origin[1] + n * plan->n[1] * plan->cell[1];
  }
  out->start = c->weather.start;
  out->end = c->weather.end;
  out->ground = model->ground;
  out->frame = frames[model->components];
  return SM_OK;
}

/* Interpolation in time between two model times; `share` is the weight of the second. */
struct moment {
  int before, after; /* -1: outside */
  double share;
};

static struct moment moment_of(const struct sm_model_weather *model, double time) {
  struct moment m = {-1, -1, 0};
  if (model->time_count > 0 && isnan(model->time[0])) return (struct moment){0, 0, 0};
  for (int t = 0; t < model->time_count; t++) {
    if (model->time[t] <= time + same_time) m.before = t;
    if (m.after < 0 && model->time[t] >= time - same_time) m.after = t;
  }
  if (m.before < 0 || m.after < 0) return (struct moment){-1, -1, 0};
  if (m.after > m.before)
    m.share = (time - model->time[m.before]) / (model->time[m.after] - model->time[m.before]);
  return m;
}

/* Interpolates wind and temperature of levels to a height; constant beyond the outermost levels. */
static struct sm_model_level level_at(const struct sm_model_level *level, int count,
                                      double height) {
  int above = 0;
  while (above < count && level[above].height < height) above++;
  const struct sm_model_level *high = &level[above < count ? above : count - 1];
  const struct sm_model_level *low = above > 0 ? high - (above < count) : high;
  const double gap = high->height - low->height;
  const double share = gap > 0 ? (height - low->height) / gap : 0;
  return (struct sm_model_level){.u = low->u + share * (high->u - low->u),
                                 .v = low->v + share * (high->v - low->v),
                                 .temperature = low->temperature +
                                                share * (high->temperature - low->temperature)};
}

static double obukhov_at(const struct sm_model_weather *model, int place, struct moment m) {
  const double a = sm_model_weather_surface(model, place, m.before)->obukhov_inverse;
  const double b = sm_model_weather_surface(model, place, m.after)->obukhov_inverse;
  const double inverse = (1 - m.share) * (isnan(a) ? 0 : a) + m.share * (isnan(b) ? 0 : b);
  return inverse == 0 ? (double)INFINITY : 1 / inverse;
}

/* Data shared by all columns. */
struct adding {
  const struct sm_case_model *options;
  const struct sm_model_members *members;
  const struct sm_model_weather *model; /* the member of the time */
  double (*turn)[2];                    /* per column: cosine and sine of the convergence */
  double domain_top;
  double bottom; /* altitude of the bottom of the grid, m; NAN: no altitudes, level ground */
};

/* The same for the member of time t of the weather. */
static struct adding at_time(const struct adding *a, int t) {
  struct adding out = *a;
  out.model = &a->members->item[t % a->members->count];
  return out;
}

/* Readings of a column at a time, at most model->most_levels. Returns their number. */
static int readings_of(const struct adding *a, int place, struct moment m, double z0,
                       struct sm_station_reading *out) {
  int counts[2], count = 0;
  if (m.before < 0) return 0;
  const struct sm_model_level *level = sm_model_weather_levels(a->model, place, m.before, counts);
  const struct sm_model_level *later =
      sm_model_weather_levels(a->model, place, m.after, counts + 1);
  if (counts[1] == 0) return 0;
  const double obukhov = a->options->fluxes ? obukhov_at(a->model, place, m) : (double)INFINITY;
  const double before = sm_model_weather_surface(a->model, place, m.before)->temperature;
  const double after = sm_model_weather_surface(a->model, place, m.after)->temperature;
  const double cloud = sm_model_weather_surface(a->model, place, m.before)->cloud;
  const double temperature = m.share > 0 ? before + m.share * (after - before) : before;
  const double *turn = a->turn[place];
  const double below = a->model->place[place].ground - a->bottom; /* NAN: not known */
  for (int l = 0; l < counts[0]; l++) {
    const double height = level[l].height;
    struct sm_model_level now = level[l];
    if (!(height > z0)) continue;
    if (m.share > 0) {
      const struct sm_model_level then = level_at(later, counts[1], height);
      now.u += m.share * (then.u - now.u);
      now.v += m.share * (then.v - now.v);
      now.temperature += m.share * (then.temperature - now.temperature);
    }
    out[count++] = (struct sm_station_reading){.valid = true,
                                               .u = now.u * turn[0] - now.v * turn[1],
                                               .v = now.u * turn[1] + now.v * turn[0],
                                               .height = height,
                                               .obukhov = obukhov,
                                               .temperature = temperature,
                                               .cloud = cloud,
                                               .level_temperature = now.temperature};
    if (height + fmin(below, 0) > a->domain_top) break; /* used for interpolation below it */
  }
  return count;
}

/* Roughness length of the model at a column, from the first time that has one; NAN: not known. */
static double own_z0(const struct sm_model_weather *model, int place) {
  for (int t = 0; t < model->time_count; t++) {
    const double z0 = sm_model_weather_surface(model, place, t)->z0;
    if (!isnan(z0)) return z0;
  }
  return (double)NAN;
}

static enum sm_status create_station(struct sm_context *ctx, const struct adding *a,
                                     const struct sm_horizontal_grid *plan,
                                     const struct sm_domain *domain, int place,
                                     struct sm_station *out) {
  const struct sm_model_column *at = &a->model->place[place];
  const double x = at->xy[0] - plan->origin[0], y = at->xy[1] - plan->origin[1];
  const double own = a->options->model_z0 ? own_z0(a->model, place) : (double)NAN;
  const int row = a->model->row_length;
  char name[64];
  snprintf(name, sizeof name, "model column %d of row %d", place % row + 1, place / row + 1);
  *out = (struct sm_station){
      .name = sm_text_copy(name),
      .x = x,
      .y = y,
      .radius = INFINITY,
      .profile = SM_PROFILE_TOWER,
      .z0 = isnan(own) ? (double)domain->z0[sm_domain_column(domain, x, y)] : own,
      .ground = isnan(at->ground - a->bottom)
                    ? (double)domain->terrain[sm_domain_column(domain, x, y)]
                    : at->ground - a->bottom,
  };
  return out->name != NULL ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "out of memory: a station's name");
}

/* Maximum number of levels of a column at any time of the domain. */
static int count_levels(const struct adding *a, const struct sm_weather *w,
                        const struct sm_station *station, struct sm_station_reading *scratch) {
  int most = 1;
  for (int t = 0; t < w->time_count; t++) {
    const struct adding here = at_time(a, t);
    const struct moment m = moment_of(here.model, w->time[t]);
    for (int p = 0; p < here.model->place_count; p++) {
      const int count = readings_of(&here, p, m, station[p].z0, scratch);
      most = count > most ? count : most;
    }
  }
  return most;
}

/* Fills the readings of all columns, with the same number of levels each. */
static enum sm_status measure(struct sm_context *ctx, const struct adding *a,
                              const struct sm_weather *w, struct sm_station *station) {
  const int places = a->model->place_count;
  SM_SCOPED struct sm_station_reading *level = NULL;
  int room = 0; /* of the member with most levels */
  for (int m = 0; m < a->members->count; m++)
    room = a->members->item[m].most_levels > room ? a->members->item[m].most_levels : room;
  SM_TRY(sm_alloc(ctx, (size_t)room + 1, sizeof *level, "the levels of a column", &level));
  const int most = count_levels(a, w, station, level);
  enum sm_status status = SM_OK;
  for (int p = 0; p < places && status == SM_OK; p++) {
    station[p].level_count = most;
    status = sm_alloc(ctx, (size_t)w->time_count * (size_t)most, sizeof *level, "the weather",
                      &station[p].reading);
  }
  for (int t = 0; t < w->time_count && status == SM_OK; t++) {
    const struct adding here = at_time(a, t);
    const struct moment m = moment_of(here.model, w->time[t]);
    for (int p = 0; p < places; p++) {
      const int count = readings_of(&here, p, m, station[p].z0, level);
      memcpy(station[p].reading + (size_t)t * (size_t)most, level, (size_t)count * sizeof *level);
    }
  }
  return status;
}

static struct sm_station_reading *readings_at(const struct sm_station *station, int time) {
  return station->reading + (size_t)time * (size_t)station->level_count;
}

/* Nearest column with wind at a time; -1 when there is none. */
static int nearest_with_wind(const struct sm_station *station, int places, int p, int time) {
  int nearest = -1;
  double least = INFINITY;
  for (int q = 0; q < places; q++) {
    const double distance = hypot(station[q].x - station[p].x, station[q].y - station[p].y);
    if (!readings_at(&station[q], time)->valid || !(distance < least)) continue;
    least = distance;
    nearest = q;
  }
  return nearest;
}

enum sm_status sm_weather_fill_gaps(struct sm_context *ctx, const struct sm_station *station,
                                    int places, int times) {
  SM_SCOPED int *from = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)places, sizeof *from, "the columns of a model", &from));
  for (int t = 0; t < times; t++) {
    for (int p = 0; p < places; p++)
      from[p] = readings_at(&station[p], t)->valid ? p : nearest_with_wind(station, places, p, t);
    for (int p = 0; p < places; p++)
      if (from[p] >= 0 && from[p] != p)
        memcpy(readings_at(&station[p], t), readings_at(&station[from[p]], t),
               (size_t)station->level_count * sizeof *station->reading);
  }
  return SM_OK;
}

/* Fails when the files lack fluxes or roughness lengths that the case asks for. */
static enum sm_status check_surface(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_model_weather *model) {
  bool fluxes = false, z0 = false;
  for (int p = 0; p < model->place_count; p++)
    for (int t = 0; t < model->time_count; t++) {
      const struct sm_model_surface *surface = sm_model_weather_surface(model, p, t);
      fluxes |= !isnan(surface->obukhov_inverse);
      z0 |= !isnan(surface->z0);
    }
  const struct sm_case_model *options = &c->weather.model;
  if (options->fluxes && !fluxes)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s:%d: error: stability = \"fluxes\", but the weather files do not hold "
                   "friction velocity, sensible heat flux and temperature together\n"
                   "help: add a file that does, or leave stability out",
                   c->path, options->line);
  if (options->model_z0 && !z0)
    return sm_fail(
        ctx, SM_ERR_DATA,
        "%s:%d: error: roughness = \"model\", but the weather files contain no roughness "
        "length\nhelp: add a file that does, or leave roughness out",
        c->path, options->line);
  return SM_OK;
}

/* Rain rates of all times of the model, the mean of its columns that have one. */
static enum sm_status find_rain(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_model_members *members, struct sm_weather *w) {
  const struct sm_model_weather *model = &members->item[0];
  if (!c->rain.from_weather) return SM_OK;
  if (members->count > 1)
    return sm_fail(
        ctx, SM_ERR_CASE,
        "%s:%d: error: the weather is an ensemble, whose members have rain of their own\n"
        "help: weather.model.member with one of them, or rain.rates",
        c->path, c->rain.line);
  const bool undated = isnan(model->time[0]);
  w->rain_count = undated ? 2 : (size_t)model->time_count;
  SM_TRY(sm_alloc(ctx, w->rain_count, sizeof *w->rain, "the rain", &w->rain));
  for (size_t t = 0; t < w->rain_count; t++) {
    const int from = undated ? 0 : (int)t;
    double sum = 0;
    int count = 0;
    for (int p = 0; p < model->place_count; p++) {
      const double rain = sm_model_weather_surface(model, p, from)->rain;
      if (isnan(rain)) continue;
      sum += rain;
      count++;
    }
    if (count == 0)
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s:%d: error: the weather files have no precipitation rate at time %d\n"
                     "help: read are rates: prate or tprate of an instant in GRIB, pr, avg_tprate, "
                     "precipitation_flux or PRATE in NetCDF; not sums since the start of a "
                     "forecast such as tp, APCP or RAINNC; without rates: rates = [[0, 0], [3600, "
                     "5]] in [rain]",
                     c->path, c->rain.line, from + 1);
    w->rain[t][0] = undated ? (t == 0 ? -1e12 : 1e12) : model->time[t] - w->time[0];
    w->rain[t][1] = sum / count;
  }
  return SM_OK;
}

/* Directions of true north at the columns, by a short step along the meridian on the map; near a
 * pole they depend on longitude. */
static enum sm_status find_norths(struct sm_context *ctx, const struct sm_model_weather *model,
                                  const struct sm_crs *crs, double (*turn)[2]) {
  const size_t n = (size_t)model->place_count;
  const double step = 1e-4; /* degrees of latitude, about 11 m */
  SM_SCOPED double *number = NULL;
  SM_TRY(sm_alloc(ctx, 8 * n, sizeof *number, "directions of the weather", &number));
  double *latitude = number, *longitude = latitude + 2 * n, *x = longitude + 2 * n, *y = x + 2 * n;
  for (size_t p = 0; p < n; p++) {
    const struct sm_model_column *place = &model->place[p];
    latitude[p] = fmax(place->latitude - step, -90);
    latitude[n + p] = fmin(place->latitude + step, 90);
    longitude[p] = longitude[n + p] = place->longitude;
  }
  const enum sm_status status = sm_gis_project_all(ctx, crs, 2 * n, latitude, longitude, x, y);
  for (size_t p = 0; p < n && status == SM_OK; p++) {
    const double north[2] = {x[n + p] - x[p], y[n + p] - y[p]}, length = hypot(north[0], north[1]);
    turn[p][0] = length > 0 ? north[1] / length : 1;
    turn[p][1] = length > 0 ? -north[0] / length : 0;
  }
  return status;
}

/* Rotations of the winds to the grid: the convergence at the domain centre, which also applies to
 * all directions in the outputs, unless true north varies by more than a degree between columns. */
static enum sm_status find_turns(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_horizontal_grid *plan,
                                 const struct sm_model_weather *model,
                                 const struct sm_domain *domain, double (*turn)[2]) {
  const double degree = 3.14159265358979323846 / 180, angle = domain->convergence * degree;
  const double middle[2] = {cos(angle), sin(angle)};
  double largest = 0;
  if (!plan->crs.local) SM_TRY(find_norths(ctx, model, &plan->crs, turn));
  for (int p = 0; p < model->place_count && !plan->crs.local; p++) {
    const double along = turn[p][0] * middle[0] + turn[p][1] * middle[1];
    const double across = turn[p][1] * middle[0] - turn[p][0] * middle[1];
    largest = fmax(largest, fabs(atan2(across, along)));
  }
  if (largest > degree)
    sm_warn(
        ctx,
        "%s:%d: warning: over the columns of the weather model true north turns by up to %.3g deg "
        "against that in the middle of the domain: winds of each column are turned by its own; "
        "directions in outputs are from that of the middle",
        c->path, c->weather.model.line, largest / degree);
  for (int p = 0; p < model->place_count && !(largest > degree); p++)
    memcpy(turn[p], middle, sizeof middle);
  return SM_OK;
}

enum sm_status sm_weather_model_add(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_horizontal_grid *plan,
                                    const struct sm_model_members *members,
                                    struct sm_domain *domain) {
  struct sm_weather *w = &domain->weather;
  const struct sm_model_weather *model = &members->item[0];
  struct adding a = {&c->weather.model,
                     members,
                     model,
                     NULL,
                     sm_domain_top(domain),
                     c->terrain.present ? domain->grid.origin[2] : (double)NAN};
  if (model->place_count == 0) return SM_OK;
  SM_TRY(check_surface(ctx, c, model));
  SM_TRY(find_rain(ctx, c, members, w));
  struct sm_station *first = w->station + w->station_count;
  w->grid[0] = model->row_length;
  w->grid[1] = model->place_count / model->row_length;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)model->place_count, sizeof *a.turn, "directions of the weather",
                       &a.turn));
  SM_TRY_DONE(find_turns(ctx, c, plan, model, domain, a.turn));
  for (int p = 0; p < model->place_count; p++) {
    w->station_count++;
    SM_TRY_DONE(create_station(ctx, &a, plan, domain, p, &first[p]));
  }
  SM_TRY_DONE(measure(ctx, &a, w, first));
  status = sm_weather_fill_gaps(ctx, first, model->place_count, w->time_count);
done:
  sm_free(a.turn);
  return status;
}
