/* Plume of a dense gas on flat ground, averaged across the wind. */
#include "lab/dense_gas.h"

#include "domain/sources/terms/terms.h"
#include <math.h>

static const double gas_constant = 8.314462618, air_mass = 0.028965; /* J/(mol K), kg/mol */
static const double gravity = 9.80665, von_karman = 0.4;
static const double pi = 3.14159265358979323846;
static const double air_heat = 1005; /* J/(kg K) */

/* Constants of the model (docs/theory/source-terms.md). */
static const double front = 1.15;      /* of the slumping edge: speed over sqrt(g' h) */
static const double entrainment = 1.2; /* 1 + alpha of a power-law wind (Havens and Spicer) */
static const double stirring = 0.25;   /* of the convective velocity */
static const double wandering = 1.9;   /* standard deviation of v over u* */
static const double longest = 1e4;     /* m */
static const double calm = 0.3;        /* m/s: slowest wind */
static const double smooth = 1e-5;     /* m: least roughness */

struct plume {
  const struct sm_substance *s;
  const struct sm_dense_release *release;
  const struct sm_dense_weather *air;
  double friction, air_density, radius;
  double gas, entrained, heat; /* fluxes: kg/s, kg/s, J/s above gas and air at its temperature */
  double x, half_width, depth; /* m */
  double temperature, density, molar_mass;
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

/* Part of the gas that stays liquid where the vapour is saturated. */
static double liquid_at(const struct plume *p, double temperature) {
  if (isnan(p->s->antoine[0]) || isnan(p->s->vaporisation_heat) || p->release->liquid == 0)
    return 0;
  const double saturation =
      temperature + p->s->antoine[2] > 1 ? sm_substance_vapour_pressure(p->s, temperature) : 0;
  if (saturation >= p->air->pressure) return 0;
  const double vapour = p->entrained / air_mass * saturation / (p->air->pressure - saturation);
  return fmax(1 - vapour / (p->gas / p->s->molar_mass), 0);
}

/* Temperature, liquid and density of the mixture, by its heat. */
static void mix(struct plume *p) {
  const double air = p->air->temperature, warm = p->s->vapour_heat_capacity * p->gas;
  const double capacity = p->entrained * air_heat + warm;
  const double latent = isnan(p->s->vaporisation_heat) ? 0 : p->s->vaporisation_heat * p->gas;
  double low = 20, high = air + 200;
  for (int n = 0; n < 60; n++) {
    const double t = 0.5 * (low + high);
    const double heat = capacity * (t - air) - liquid_at(p, t) * latent;
    *(heat < p->heat ? &low : &high) = t;
  }
  const double t = 0.5 * (low + high);
  double liquid = 0;
  if (latent > 0 && p->release->liquid > 0)
    liquid = fmin(fmax((capacity * (t - air) - p->heat) / latent, 0), liquid_at(p, low));
  const double moles = p->entrained / air_mass + (1 - liquid) * p->gas / p->s->molar_mass;
  p->temperature = t;
  p->molar_mass = (p->entrained + p->gas) / moles;
  p->density = p->air->pressure * p->molar_mass / (gas_constant * t);
}

static double reduced_gravity(const struct plume *p) {
  return gravity * fmax(p->density - p->air_density, 0) / p->air_density;
}

/* Depth by the flux: implicit, since the mean wind depends on it. */
static void settle(struct plume *p) {
  const double flux = (p->gas + p->entrained) / p->density / (2 * p->half_width);
  for (int n = 0; n < 12; n++) p->depth = 0.5 * (p->depth + flux / mean_wind(p, p->depth));
}

/* Heat from the ground, W/m2: free or forced convection (Havens and Spicer). */
static double heat_flux(const struct plume *p) {
  const double colder = p->air->temperature - p->temperature;
  const double moles = p->density / (1000 * p->molar_mass); /* kmol/m3 */
  if (!(colder > 0.1)) return 0;
  const double freely = 18 * cbrt(moles * moles * colder);
  const double forced = p->density * 1100 * p->friction * p->friction / fmax(wind_at(p, 10), 0.1);
  return fmax(freely, forced) * colder;
}

/* Entrainment velocity through the top, m/s. */
static double top_velocity(const struct plume *p, double heat) {
  const double l = p->air->obukhov, h = p->depth;
  const double convective = cbrt(gravity * h * heat / (p->density * 1100 * p->temperature));
  const double mixing = hypot(p->friction, stirring * convective);
  const double richardson = reduced_gravity(p) * h / (mixing * mixing);
  double damping = 0.88 + 0.099 * pow(richardson, 1.04);
  if (isfinite(l) && l > 0) damping += 4.4 * fmin(h / l, 3) / (1 + richardson);
  if (isfinite(l) && l < 0) damping /= pow(1 - 0.65 * h / l, 0.6);
  return entrainment * von_karman * mixing / damping;
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
             (p->s->vapour_heat_capacity * (p->release->temperature - p->air->temperature) -
              (p->release->liquid > 0 ? p->release->liquid * p->s->vaporisation_heat : 0));
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
  const double u = mean_wind(p, p->depth), heat = heat_flux(p);
  const double slump = front * sqrt(reduced_gravity(p) * p->depth) / u;
  const double spread = sqrt(pi / 2) * spread_across(p);
  const double diffusion = spread * spread / (spread + slump + 1e-9);
  p->entrained += p->air_density * step *
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
  const double gas = p->gas / p->s->molar_mass, air = p->entrained / air_mass;
  out->concentration = gas > 0 ? gas / (gas + air) : 0;
  out->half_width = p->half_width;
  out->depth = p->depth;
  out->temperature = p->temperature;
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
    p.air_density = sm_air_density(weather->temperature, weather->pressure);
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
