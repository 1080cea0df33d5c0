#include "input/weather/model_weather.h"

#include "base/list.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double von_karman = 0.4;
static const double gravity = 9.80665;           /* m s-2 */
static const double gas_constant = 287.05;       /* J kg-1 K-1, dry air */
static const double heat_capacity = 1004.7;      /* J kg-1 K-1, dry air at constant pressure */
static const double sea_level_pressure = 101325; /* Pa */
static const double scale_altitude = 44330.77;   /* m: sea level temperature over its lapse rate */
static const double exponent = 0.190263;         /* gas constant * lapse rate / gravity */
static const double same_height = 1e-3;          /* m */

static size_t profile_index(const struct sm_model_weather *w, int place, int time) {
  return (size_t)place * (size_t)w->time_count + (size_t)time;
}

enum sm_status sm_model_weather_create(struct sm_context *ctx, int place_count, int time_count,
                                       int most_levels, struct sm_model_weather *out) {
  *out = (struct sm_model_weather){
      .place_count = place_count, .time_count = time_count, .most_levels = most_levels};
  if (place_count < 0 || time_count < 0 || most_levels < 0 ||
      (double)place_count * time_count * (most_levels + 1.0) > (double)(SIZE_MAX / 256))
    return sm_fail(ctx, SM_ERR_DATA, "%d places x %d times x %d levels are too many", place_count,
                   time_count, most_levels);
  const size_t slots = (size_t)place_count * (size_t)time_count;
  const struct sm_model_surface unknown = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)time_count, sizeof *out->time, "the times", &out->time));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)place_count, sizeof *out->place, "the places", &out->place));
  SM_TRY_DONE(sm_alloc(ctx, slots, sizeof *out->level_count, "the weather", &out->level_count));
  SM_TRY_DONE(sm_alloc(ctx, slots, sizeof *out->surface, "the weather", &out->surface));
  SM_TRY_DONE(sm_alloc(ctx, slots * (size_t)most_levels, sizeof *out->level, "the winds by height",
                       &out->level));
  for (int t = 0; t < time_count; t++) out->time[t] = NAN;
  for (int p = 0; p < place_count; p++)
    out->place[p] = (struct sm_model_column){NAN, NAN, {NAN, NAN}, NAN};
  for (size_t s = 0; s < slots; s++) out->surface[s] = unknown;
done:
  if (status != SM_OK) sm_model_weather_free(out);
  return status;
}

void sm_model_weather_free(struct sm_model_weather *weather) {
  SM_FREE_ALL(weather->time, weather->place, weather->level_count, weather->level,
              weather->surface);
  *weather = (struct sm_model_weather){0};
}

struct sm_model_surface *sm_model_weather_surface(const struct sm_model_weather *weather, int place,
                                                  int time) {
  return &weather->surface[profile_index(weather, place, time)];
}

const struct sm_model_level *sm_model_weather_levels(const struct sm_model_weather *weather,
                                                     int place, int time, int *count) {
  const size_t s = profile_index(weather, place, time);
  *count = weather->level_count[s];
  return weather->level + s * (size_t)weather->most_levels;
}

void sm_model_weather_add(struct sm_model_weather *weather, int place, int time,
                          struct sm_model_level level) {
  const size_t s = profile_index(weather, place, time);
  if (!isfinite(level.u) || !isfinite(level.v) || weather->level_count[s] >= weather->most_levels)
    return;
  weather->level[s * (size_t)weather->most_levels + (size_t)weather->level_count[s]++] = level;
}

double sm_standard_altitude(double pressure) {
  return scale_altitude * (1 - pow(pressure / sea_level_pressure, exponent));
}

double sm_standard_pressure(double altitude) {
  return sea_level_pressure * pow(1 - altitude / scale_altitude, 1 / exponent);
}

double sm_obukhov_inverse(const struct sm_model_surface *surface, double ground) {
  const double u = surface->friction_velocity, t = surface->temperature;
  const double pressure = isnan(surface->pressure)
                              ? sm_standard_pressure(isnan(ground) ? 0 : ground)
                              : surface->pressure;
  if (isnan(u) || isnan(t) || isnan(surface->heat_flux)) return NAN;
  const double flux =
      surface->heat_flux * gas_constant * t / (pressure * heat_capacity); /* K m/s */
  if (flux == 0) return 0;
  return fmin(fmax(-von_karman * gravity * flux / (t * u * u * u), -1), 1);
}

static int by_height(const void *a, const void *b) {
  const double p = ((const struct sm_model_level *)a)->height,
               q = ((const struct sm_model_level *)b)->height;
  return (p > q) - (p < q);
}

/* Computes heights and sorts the levels of a place and time. */
static size_t finish_levels(struct sm_model_level *level, int *count, double ground) {
  size_t lost = 0;
  int kept = 0;
  for (int l = 0; l < *count; l++) {
    struct sm_model_level from = level[l];
    if (isnan(from.height)) from.height = from.altitude - ground;
    if (isnan(from.altitude)) from.altitude = from.height + ground;
    if (isnan(from.height)) lost++;
    if (from.height > 0 && isfinite(from.height)) level[kept++] = from;
  }
  if (kept > 0) qsort(level, (size_t)kept, sizeof *level, by_height);
  *count = 0;
  for (int l = 0; l < kept; l++)
    if (*count == 0 || level[l].height > level[*count - 1].height + same_height)
      level[(*count)++] = level[l];
  return lost;
}

size_t sm_model_weather_finish(struct sm_model_weather *weather) {
  size_t lost = 0;
  for (int p = 0; p < weather->place_count; p++) {
    const double ground = weather->place[p].ground;
    for (int t = 0; t < weather->time_count; t++) {
      const size_t s = profile_index(weather, p, t);
      lost += finish_levels(weather->level + s * (size_t)weather->most_levels,
                            &weather->level_count[s], ground);
      struct sm_model_surface *surface = &weather->surface[s];
      if (isnan(surface->obukhov_inverse))
        surface->obukhov_inverse = sm_obukhov_inverse(surface, ground);
    }
  }
  return lost;
}
