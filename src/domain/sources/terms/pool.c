#include "domain/sources/terms/terms.h"

#include "base/list.h"
#include <math.h>

static const double gas_constant = 8.314462618; /* J/(mol K) */
static const double gravity = 9.80665;          /* m/s2 */
static const double pi = 3.14159265358979323846;
static const double stefan_boltzmann = 5.670374e-8; /* W/(m2 K4) */
static const double emissivity = 0.95;
static const double air_heat = 1005, air_mass = 0.028965; /* J/(kg K), kg/mol */
static const double air_viscosity = 1.5e-5;               /* kinematic, m2/s */
static const double prandtl = 0.71;
static const double water_coefficient = 500; /* heat transfer from water, W/(m2 K) */

/* Conductivity, W/(m K), and diffusivity, m2/s, of what a pool lies on (Briscoe and Shaw 1980). */
static const struct {
  double conductivity, diffusivity;
} grounds[] = {[SM_POOL_CONCRETE] = {0.92, 4.16e-7}, [SM_POOL_SOIL] = {0.96, 4.59e-7}};

/* Mass transfer coefficient, m/s: Mackay and Matsugu 1973, for Schmidt number 1. */
static double transfer(double wind_speed, double diameter) {
  return 0.0048 * pow(wind_speed, 7.0 / 9) * pow(diameter, -1.0 / 9);
}

/* Schmidt number of a vapour in air, whose diffusivity is that of water by Graham's law. */
static double schmidt(const struct sm_substance *s) {
  return air_viscosity / (2.5e-5 * sqrt(0.018015 / s->molar_mass));
}

double sm_pool_evaporation(const struct sm_substance *s, double temperature, double air_temperature,
                           double air_pressure, double wind_speed, double diameter) {
  static const double most = 0.99; /* of the pressure of the air: beyond, it boils */
  const double k = transfer(wind_speed, diameter) * pow(schmidt(s), -2.0 / 3);
  const double part = fmin(sm_substance_vapour_pressure(s, temperature) / air_pressure, most);
  const double density = air_pressure * s->molar_mass / (gas_constant * air_temperature);
  return -k * density * log(1 - part); /* with the flow of the vapour itself (Stefan) */
}

/* Ring of ground that a pool has reached at one time. */
struct ring {
  double area, since; /* m2, s */
};

struct pool {
  const struct sm_term *term;
  struct sm_context *ctx;
  struct ring *ring;
  size_t rings, capacity;
  double time, liquid, tank;        /* s; kg in the pool and still in the tank */
  double temperature, area, wetted; /* K, m2, m2: largest area so far */
  double rate;                      /* evaporation, kg/s */
};

static double boiling_point(const struct pool *p) { return p->term->substance.boiling_point; }

/* Heat from the ground over the next step, W per m2 of the pool. */
static double heat_of_ground(const struct pool *p, double step) {
  const struct sm_case_source_term *t = &p->term->given;
  const double warmer = t->ground_temperature - p->temperature;
  double sum = 0;
  if (t->ground == SM_POOL_INSULATED || !(p->wetted > 0)) return 0;
  if (t->ground == SM_POOL_WATER) return water_coefficient * warmer;
  for (size_t n = 0; n < p->rings; n++) {
    const double age = p->time - p->ring[n].since;
    sum += p->ring[n].area * 2 * (sqrt(age + step) - sqrt(age)) / step;
  }
  return grounds[t->ground].conductivity * warmer / sqrt(pi * grounds[t->ground].diffusivity) *
         sum / p->wetted;
}

static double heat_of_air(const struct pool *p) {
  const struct sm_case_source_term *t = &p->term->given;
  const double air = p->term->air_temperature, diameter = 2 * sqrt(p->area / pi);
  const double density = t->air_pressure * air_mass / (gas_constant * air);
  const double k = transfer(t->wind_speed, diameter) * pow(prandtl, -2.0 / 3);
  return k * density * air_heat * (air - p->temperature) + t->solar_radiation +
         emissivity * stefan_boltzmann * (pow(air, 4) - pow(p->temperature, 4));
}

/* Flow from the tank into the pool, kg/s. */
static double inflow(const struct pool *p) {
  const struct sm_case_source_term *t = &p->term->given;
  if (t->model == SM_TERM_POOL || !(p->tank > 0) || p->time >= t->start + t->duration) return 0;
  return sm_liquid_leak_rate(
      p->term->substance.liquid_density,
      0.25 * pi * t->hole_diameter * t->hole_diameter * t->discharge_coefficient, t->tank_pressure,
      t->air_pressure, t->liquid_level * p->tank / t->liquid_mass);
}

static double most_area(const struct pool *p) {
  const struct sm_case_source_term *t = &p->term->given;
  const double thin = p->liquid / (p->term->substance.liquid_density * t->pool_depth);
  return isnan(t->bund_area) ? thin : fmin(thin, t->bund_area);
}

/* Area after a step: gravity drives the edge until the pool is thin or fills the bund; a thin pool
 * that evaporates shrinks. */
static enum sm_status spread(struct pool *p, double step) {
  const double depth = p->liquid / (p->term->substance.liquid_density * p->area);
  const double drive = fmax(depth - p->term->given.pool_depth, 0);
  const double radius = sqrt(p->area / pi) + step * sqrt(2 * gravity * drive);
  p->area = fmin(pi * radius * radius, most_area(p));
  if (p->area <= p->wetted) return SM_OK;
  SM_TRY(sm_list_grow(p->ctx, p->rings, sizeof *p->ring, "a pool", &p->ring, &p->capacity));
  p->ring[p->rings++] = (struct ring){p->area - p->wetted, p->time + step};
  p->wetted = p->area;
  return SM_OK;
}

/* Evaporation per area, kg/(m2 s), and the heat that warms the liquid, W/m2. */
static double evaporate(const struct pool *p, double step, double *warming) {
  const struct sm_case_source_term *t = &p->term->given;
  const struct sm_substance *s = &p->term->substance;
  const double heat = heat_of_ground(p, step) + heat_of_air(p);
  const double wind = sm_pool_evaporation(s, p->temperature, p->term->air_temperature,
                                          t->air_pressure, t->wind_speed, 2 * sqrt(p->area / pi));
  const double boiling = heat / s->vaporisation_heat;
  *warming = heat - wind * s->vaporisation_heat;
  if (p->temperature < boiling_point(p) || boiling < wind) return wind;
  *warming = 0;
  return boiling;
}

/* Step in which mass, area, temperature and age change little. */
static double step_of(const struct pool *p, double rate, double warming) {
  static const double part = 0.02, degrees = 0.5, shortest = 0.01, longest = 60;
  const double in = inflow(p), depth = p->liquid / (p->term->substance.liquid_density * p->area);
  const double front = sqrt(2 * gravity * fmax(depth - p->term->given.pool_depth, 0));
  const double heat = p->term->substance.liquid_heat_capacity * p->liquid / p->area;
  double step = longest;
  step = fmin(step, part * p->liquid / (rate * p->area + in + 1e-300));
  if (front > 0 && p->area < 0.999 * most_area(p))
    step = fmin(step, 0.05 * sqrt(p->area / pi) / front);
  if (warming != 0) step = fmin(step, degrees * heat / fabs(warming));
  step = fmin(step, 0.1 * (p->time - p->term->given.start) + 0.1);
  return fmin(fmax(step, shortest), fmax(p->term->until - p->time, 1e-3));
}

static enum sm_status advance(struct pool *p, struct sm_term_result *out) {
  const struct sm_substance *s = &p->term->substance;
  double warming, rate = evaporate(p, 0.1, &warming);
  const double step = step_of(p, rate, warming), in = inflow(p) * step;
  rate = evaporate(p, step, &warming);
  const double flowed = fmin(in, p->tank), gone = fmin(rate * p->area * step, p->liquid + flowed);
  const double capacity = s->liquid_heat_capacity * p->liquid;
  p->temperature = fmin(p->temperature + warming * p->area * step / capacity, boiling_point(p));
  if (flowed > 0) /* mixes with what comes */
    p->temperature += flowed / (p->liquid + flowed) *
                      (fmin(p->term->given.tank_temperature, boiling_point(p)) - p->temperature);
  out->boils = out->boils || p->temperature >= boiling_point(p);
  p->liquid += flowed - gone;
  p->tank -= flowed;
  SM_TRY(spread(p, step));
  SM_TRY(sm_term_result_add(p->ctx, out, p->time + 0.5 * step, gone / step));
  p->time += step;
  p->rate = gone / step;
  out->pool_radius = fmax(out->pool_radius, sqrt(p->area / pi));
  return SM_OK;
}

/* A pool at first: 1 s of a leak, or a column as high as wide. */
static struct pool begin(struct sm_context *ctx, const struct sm_term *term) {
  const struct sm_case_source_term *t = &term->given;
  const bool leaks = t->model == SM_TERM_LIQUID_LEAK;
  struct pool p = {.term = term, .ctx = ctx, .time = t->start, .tank = leaks ? t->liquid_mass : 0};
  p.liquid = leaks ? fmin(inflow(&p), 0.01 * t->liquid_mass) : t->pool_mass;
  p.tank -= leaks ? p.liquid : 0;
  p.temperature =
      fmin(leaks ? t->tank_temperature : t->pool_temperature, term->substance.boiling_point);
  p.area = most_area(&p);
  if (!leaks)
    p.area = fmin(p.area, pi * pow(p.liquid / (term->substance.liquid_density * pi), 2.0 / 3));
  return p;
}

enum sm_status sm_pool_make(struct sm_context *ctx, const struct sm_term *term,
                            struct sm_term_result *out) {
  static const double least = 1e-3; /* of all mass, at which it ends */
  const struct sm_case_source_term *t = &term->given;
  struct pool p = begin(ctx, term);
  enum sm_status status = SM_OK;
  double warming;
  out->contents = p.liquid + p.tank;
  out->leak_rate = t->model == SM_TERM_LIQUID_LEAK ? inflow(&p) : (double)NAN;
  out->pool_radius = 0;
  out->temperature = p.temperature;
  status = spread(&p, 0);
  if (status == SM_OK)
    status = sm_term_result_add(ctx, out, p.time, evaporate(&p, 0.1, &warming) * p.area);
  while (status == SM_OK && p.time < term->until && p.liquid + p.tank > least * out->contents &&
         p.liquid > 0)
    status = advance(&p, out);
  if (status == SM_OK) status = sm_term_result_add(ctx, out, p.time, p.rate);
  if (status == SM_OK) sm_term_result_scale(out, out->contents - p.liquid - p.tank);
  out->density = sm_substance_vapour_density(&term->substance, p.temperature, t->air_pressure);
  sm_free(p.ring);
  return status;
}
