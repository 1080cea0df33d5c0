/* Plume of a dense gas on flat ground, averaged across the wind. */
#include "lab/dense_gas.h"

#include "cell/particles/gas_mixture.h"
#include "domain/sources/terms/terms.h"
#include <math.h>

static const double gravity = 9.80665, von_karman = 0.4;
static const double pi = 3.14159265358979323846;

/* Constants of the model (docs/theory/source-terms.md). */
static const double front = 1.15;    /* of the slumping edge: speed over sqrt(g' h) */
static const double wandering = 1.9; /* standard deviation of v over u* */
static const double longest = 1e4;   /* m */
static const double calm = 0.3;      /* m/s: slowest wind */
static const double smooth = 1e-5;   /* m: least roughness */

struct plume {
  const struct sm_substance *s;
  const struct sm_dense_release *release;
  const struct sm_dense_weather *air;
  double friction, radius;
  double gas, entrained, heat; /* fluxes: kg/s, kg/s, J/s above gas and air at its temperature */
  double x, half_width, depth; /* m */
  struct sm_gas_mixture mixture;
  struct sm_gas_mixed mixed;
};

/* Monin-Obukhov function of the wind profile (Businger, Dyer). */
static double stability(double z, double obukhov) {
  if (!isfinite(obukhov)) return 0;
  if (obukhov > 0) return -5 * fmin(z / obukhov, 1);
  const double x = sqrt(sqrt(1 - 16 * z / obukhov));
  return 2 * log((1 + x) / 2) + log((1 + x * x) / 2) - 2 * atan(x) + pi / 2;
}

static double wind_at(const struct plume *p, double z) {
  const double z0 = p->air->roughness;
  return p->friction / von_karman * (log((z + z0) / z0) - stability(z, p->air->obukhov));
}

/* Mean wind of a layer at the ground. */
static double mean_wind(const struct plume *p, double depth) {
  enum { POINTS = 8 };
  double sum = 0;
  for (int n = 0; n < POINTS; n++) sum += wind_at(p, (n + 0.5) / POINTS * depth);
  return fmax(sum / POINTS, 0.01);
}

/* Temperature and density of the mixture, by its heat. */
static void mix(struct plume *p) {
  p->mixed = sm_gas_mix(&p->mixture, p->gas, p->entrained, p->heat);
}

static double reduced_gravity(const struct plume *p) {
  return gravity * fmax(p->mixed.density - p->mixture.air_density, 0) / p->mixture.air_density;
}

/* Depth by the flux: implicit, since the mean wind depends on it. */
static void settle(struct plume *p) {
  const double flux = (p->gas + p->entrained) / p->mixed.density / (2 * p->half_width);
  for (int n = 0; n < 12; n++) p->depth = 0.5 * (p->depth + flux / mean_wind(p, p->depth));
}

/* Entrainment velocity through the top, m/s. */
static double top_velocity(const struct plume *p, double heat) {
  const double l = p->air->obukhov, convective = sm_gas_convection(p->mixed, p->depth, heat);
  return sm_gas_entrainment(p->friction, convective, reduced_gravity(p) * p->depth,
                            isfinite(l) ? p->depth / l : 0);
}

/* Emission of the source in a step, from its upwind edge on. */
static void emit(struct plume *p, double step) {
  const double r = p->radius, middle = p->x + 0.5 * step;
  if (p->x >= r) return;
  const double chord = 2 * sqrt(fmax(r * r - middle * middle, 0));
  const double before = p->gas;
  p->gas = fmin(p->gas + p->release->rate / (pi * r * r) * chord * fmin(step, r - p->x),
                p->release->rate);
  if (p->x + step >= r) p->gas = p->release->rate;
  p->heat += (p->gas - before) *
             sm_dense_heat(p->s, p->release->temperature, p->release->liquid, p->air->temperature);
  p->half_width = fmax(p->half_width, 0.5 * chord);
}

/* Growth of the standard deviation across the wind along x, passive: sigma_v t / (1 + 0.9 (t / 300
 * s)^(1/2)), t = x / u10 (Draxler 1976). */
static double spread_across(const struct plume *p) {
  const double u = fmax(wind_at(p, 10), 0.1), bent = 0.9 * sqrt(fmax(p->x, 0) / u / 300);
  return wandering * p->friction / u * (1 + 0.5 * bent) / ((1 + bent) * (1 + bent));
}

static void advance(struct plume *p, double step) {
  emit(p, step);
  if (!(p->gas > 0)) {
    p->x += step;
    return;
  }
  mix(p);
  settle(p);
  const double u = mean_wind(p, p->depth);
  const double heat = sm_gas_warming(&p->mixture, p->mixed, p->friction, wind_at(p, 10));
  const double slump = front * sqrt(reduced_gravity(p) * p->depth) / u;
  const double spread = sqrt(pi / 2) * spread_across(p);
  const double diffusion = spread * spread / (spread + slump + 1e-9);
  p->entrained += p->mixture.air_density * step *
                  (top_velocity(p, heat) * 2 * p->half_width + 2 * p->depth * u * diffusion);
  p->heat += heat * 2 * p->half_width * step;
  p->half_width += (slump + diffusion) * step;
  p->x += step;
  mix(p);
  settle(p);
}

static double richardson_of(const struct plume *p) {
  return reduced_gravity(p) * p->depth / (p->friction * p->friction);
}

static void record(const struct plume *p, struct sm_dense_station *out) {
  const double gas = p->gas / p->s->molar_mass, air = p->entrained / SM_AIR_MOLAR_MASS;
  out->concentration = gas > 0 ? gas / (gas + air) : 0;
  out->half_width = p->half_width;
  out->depth = p->depth;
  out->temperature = p->mixed.temperature;
  out->richardson = richardson_of(p);
}

static void march(struct plume *p, struct sm_dense_station *station, int count, double *passive) {
  int next = 0;
  *passive = NAN;
  p->x = -p->radius;
  p->half_width = 0.05 * p->radius;
  p->depth = fmax(2 * p->air->roughness, 0.1);
  while (next < count && station[next].distance <= p->x) record(p, &station[next++]);
  while (p->x < longest && (next < count || isnan(*passive))) {
    const double step = fmax(0.004 * (p->x + p->radius), 0.003 * p->radius);
    const double reach = next < count ? station[next].distance - p->x : step;
    advance(p, fmin(step, reach));
    if (next < count && p->x >= station[next].distance - 1e-9) record(p, &station[next++]);
    if (p->x < p->radius || richardson_of(p) >= 1)
      *passive = NAN;
    else if (isnan(*passive))
      *passive = p->x;
  }
}

enum sm_status sm_dense_plume(struct sm_context *ctx, const struct sm_dense_release *release,
                              const struct sm_dense_weather *weather,
                              struct sm_dense_station *station, int count, double *passive) {
  struct sm_substance_table table;
  struct sm_dense_weather air = *weather;
  air.roughness = fmax(air.roughness, smooth);
  const double z = weather->height, z0 = air.roughness;
  SM_TRY(sm_substance_table_read(ctx, &table));
  const struct sm_substance *s = sm_substance_find(&table, release->substance);
  enum sm_status status = SM_OK;
  if (s == NULL || isnan(s->vapour_heat_capacity)) {
    status = sm_fail(ctx, SM_ERR_USAGE, "error: no heat capacity of the vapour of '%.60s'",
                     release->substance);
  } else {
    struct plume p = {.s = s, .release = release, .air = &air, .radius = release->radius};
    p.friction = von_karman * fmax(weather->wind_speed, calm) /
                 (log((z + z0) / z0) - stability(z, weather->obukhov));
    p.mixture = sm_dense_mixture(s, release->liquid, weather->temperature, weather->pressure);
    if (!(p.radius > 0))
      p.radius =
          0.5 * sqrt(release->rate /
                     sm_substance_vapour_density(s, release->temperature, weather->pressure) /
                     fmax(wind_at(&p, 10), 0.5));
    march(&p, station, count, passive);
  }
  sm_substance_table_free(&table);
  return status;
}

double sm_dense_profile(const struct sm_dense_station *station, double height) {
  const double part = height / station->depth; /* Gaussian, whose integral is the depth */
  return exp(-0.25 * pi * part * part);
}
