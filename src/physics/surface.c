#include "physics/surface.h"

#include <math.h>

static const double stefan_boltzmann = 5.67e-8; /* W/(m2 K4) */
static const double gravity = 9.81;             /* m/s2 */
static const double karman = 0.4;
static const double stable_slope = 4.7; /* slope of the stable wind profile, as in profile.h */
static const double least_wind = 1.8;   /* m/s */
static const double degree = 3.14159265358979323846 / 180;
const double sm_heat_of_air = 3.5 * 101325; /* c_p = 7/2 R, rho T = p / R */

/* Mean over the stations that have a value, or `otherwise`. */
static void add(double value, double *sum, int *count) {
  if (isnan(value)) return;
  *sum += value;
  ++*count;
}
static double mean(double sum, int count, double otherwise) {
  return count > 0 ? sum / count : otherwise;
}

enum sm_status sm_sky_find(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain, int time, const char *what, int line,
                           struct sm_sky_conditions *out) {
  const struct sm_weather *weather = &domain->weather;
  if (isnan(weather->time[time]))
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: %s needs the sun, but the weather has no date\n"
                   "help: set case.start = 2026-06-21T15:00:00Z, or give the readings a time",
                   c->path, line, what);
  if (isnan(domain->latitude))
    return sm_fail(
        ctx, SM_ERR_CASE,
        "%s:%d: error: %s requires the position of the sun, but the domain has no latitude\n"
        "help: set domain.latitude and domain.longitude",
        c->path, line, what);
  double sum[4] = {0};
  int count[4] = {0};
  for (int s = 0; s < weather->station_count; s++) {
    const struct sm_station *station = &weather->station[s];
    const struct sm_station_reading *r =
        &station->reading[(size_t)time * (size_t)station->level_count];
    if (!r->valid) continue;
    add(r->temperature, &sum[0], &count[0]);
    add(r->cloud, &sum[1], &count[1]);
    add(hypot(r->u, r->v), &sum[2], &count[2]);
    add(r->height, &sum[3], &count[3]);
  }
  double sun[3];
  sm_sun_direction(weather->time[time], domain->latitude, domain->longitude, sun);
  const double turn = domain->convergence * degree;
  *out = (struct sm_sky_conditions){.sun = {sun[0] * cos(turn) - sun[1] * sin(turn),
                                            sun[0] * sin(turn) + sun[1] * cos(turn), sun[2]},
                                    .temperature = mean(sum[0], count[0], c->weather.temperature),
                                    .cloud = mean(sum[1], count[1], c->weather.cloud),
                                    .speed = mean(sum[2], count[2], 0),
                                    .height = mean(sum[3], count[3], 10)};
  return SM_OK;
}

double sm_shortwave_flux(double facing, double cloud) {
  return fmax(0, 990 * facing - 30) * (1 - 0.75 * pow(cloud, 3.4));
}

/* Largest downward heat flux that the wind can sustain at night, W/m2. */
static double nocturnal_heat(const struct sm_sky_conditions *sky, double z0) {
  const double t = sky->temperature, u = fmax(sky->speed, least_wind);
  const double height = fmax(sky->height, 2 * z0), drag = karman / log(height / z0);
  const double most = t * drag * u * u / (4 * stable_slope * height * gravity);
  const double theta = fmin(0.09 * (1 - 0.5 * sky->cloud * sky->cloud), most);
  const double root = 1 - 4 * stable_slope * height * gravity * theta / (t * drag * u * u);
  const double friction = 0.5 * drag * u * (1 + sqrt(fmax(0, root)));
  return -sm_heat_of_air / t * friction * theta;
}

double sm_sensible_heat(const struct sm_case_slope_flow *ground,
                        const struct sm_sky_conditions *sky, double short_wave, double z0) {
  const double t = sky->temperature;
  const double net = ((1 - ground->albedo) * short_wave + 5.31e-13 * pow(t, 6) -
                      stefan_boltzmann * pow(t, 4) + 60 * sky->cloud) /
                     1.12;
  const double heat = ground->bowen / (1 + ground->bowen) * (1 - ground->storage) * net;
  return heat >= 0 ? heat : fmax(heat, nocturnal_heat(sky, z0));
}

void sm_sun_direction(double time, double latitude, double longitude, double sun[3]) {
  const double days = (time - 946728000.0) / 86400; /* since 2000-01-01 12:00 UTC */
  const double mean_longitude = 280.460 + 0.9856474 * days;
  const double anomaly = (357.528 + 0.9856003 * days) * degree;
  const double ecliptic =
      (mean_longitude + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly)) * degree;
  const double obliquity = (23.439 - 4e-7 * days) * degree;
  const double ascension = atan2(cos(obliquity) * sin(ecliptic), cos(ecliptic));
  const double declination = asin(sin(obliquity) * sin(ecliptic));
  /* Greenwich sidereal time: 360 + 0.98565 deg per day */
  const double sidereal = fmod(280.46062 + 360.98564737 * days, 360) + longitude;
  const double hour = sidereal * degree - ascension, north = latitude * degree;
  sun[0] = -cos(declination) * sin(hour);
  sun[1] = sin(declination) * cos(north) - cos(declination) * sin(north) * cos(hour);
  sun[2] = sin(declination) * sin(north) + cos(declination) * cos(north) * cos(hour);
}
