#include "domain/sources/terms/terms.h"

#include <math.h>

static const double gas_constant = 8.314462618; /* J/(mol K) */
static const double gravity = 9.80665;          /* m/s2 */
static const double pi = 3.14159265358979323846;

double sm_gas_leak_rate(const struct sm_substance *s, double area, double pressure,
                        double temperature, double air_pressure, bool *choked) {
  const double g = sm_substance_heat_capacity_ratio(s);
  const double critical = pow(2 / (g + 1), g / (g - 1)), ratio = air_pressure / pressure;
  const double scale = area * pressure * sqrt(s->molar_mass / (gas_constant * temperature));
  *choked = ratio <= critical;
  if (*choked) return scale * sqrt(g) * pow(2 / (g + 1), (g + 1) / (2 * (g - 1)));
  if (!(ratio < 1)) return 0;
  return scale * sqrt(2 * g / (g - 1) * (pow(ratio, 2 / g) - pow(ratio, (g + 1) / g)));
}

double sm_liquid_leak_rate(double density, double area, double pressure, double air_pressure,
                           double level) {
  const double head = pressure - air_pressure + density * gravity * level;
  return head > 0 ? area * sqrt(2 * density * head) : 0;
}

double sm_two_phase_leak_rate(const struct sm_substance *s, double area, double pressure,
                              double temperature) {
  const double saturation = sm_substance_vapour_pressure(s, temperature);
  const double vapour = 1 / sm_substance_vapour_density(s, temperature, saturation);
  const double flashing = s->vaporisation_heat / (vapour - 1 / s->liquid_density) /
                          sqrt(temperature * s->liquid_heat_capacity);
  const double pushed = 2 * s->liquid_density * fmax(pressure - saturation, 0);
  return area * sqrt(flashing * flashing + pushed);
}

double sm_flash_fraction(const struct sm_substance *s, double temperature) {
  const double heat = s->liquid_heat_capacity * (temperature - s->boiling_point);
  return heat > 0 ? -expm1(-heat / s->vaporisation_heat) : 0;
}

static double hole_area(const struct sm_case_source_term *t) {
  return 0.25 * pi * t->hole_diameter * t->hole_diameter * t->discharge_coefficient;
}

/* Gas in a tank that expands without heat from its walls: state and flow by the mass in it. */
struct blow_down {
  const struct sm_term *term;
  double mass, ratio, area; /* at first, kg; of heat capacities; m2 */
};

static double flow_at(const struct blow_down *b, double mass, bool *choked) {
  const struct sm_case_source_term *t = &b->term->given;
  const double part = mass / b->mass;
  return sm_gas_leak_rate(&b->term->substance, b->area, t->tank_pressure * pow(part, b->ratio),
                          t->tank_temperature * pow(part, b->ratio - 1), t->air_pressure, choked);
}

/* Mass after a step (Runge-Kutta of order 4). */
static double mass_after(const struct blow_down *b, double mass, double step) {
  bool any;
  const double k1 = flow_at(b, mass, &any), k2 = flow_at(b, mass - 0.5 * step * k1, &any);
  const double k3 = flow_at(b, mass - 0.5 * step * k2, &any);
  const double k4 = flow_at(b, mass - step * k3, &any);
  return mass - step * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
}

enum sm_status sm_gas_leak_make(struct sm_context *ctx, const struct sm_term *term,
                                struct sm_term_result *out) {
  static const double part = 0.02, least = 1e-3; /* of the mass in a step; of the first rate */
  const struct sm_case_source_term *t = &term->given;
  const double stop = fmin(t->start + t->duration, term->until);
  const double density =
      sm_substance_vapour_density(&term->substance, t->tank_temperature, t->tank_pressure);
  struct blow_down b = {term, density * t->tank_volume,
                        sm_substance_heat_capacity_ratio(&term->substance), hole_area(t)};
  bool choked;
  double time = t->start, mass = b.mass, rate = flow_at(&b, mass, &choked);
  const double first = rate;
  out->contents = b.mass;
  out->leak_rate = first;
  out->temperature = t->tank_temperature;
  out->density =
      sm_substance_vapour_density(&term->substance, t->tank_temperature, t->air_pressure);
  out->choked_until = t->start;
  SM_TRY(sm_term_result_add(ctx, out, time, rate));
  while (time < stop && rate > least * first) {
    const double step = fmin(part * mass / rate, stop - time);
    const bool was = choked;
    mass = mass_after(&b, mass, step);
    time = step < stop - time ? time + step : stop;
    rate = flow_at(&b, mass, &choked);
    if (was) out->choked_until = time;
    SM_TRY(sm_term_result_add(ctx, out, time, rate));
  }
  return SM_OK;
}

enum sm_status sm_two_phase_leak_make(struct sm_context *ctx, const struct sm_term *term,
                                      struct sm_term_result *out) {
  const struct sm_case_source_term *t = &term->given;
  const struct sm_substance *s = &term->substance;
  const double rate =
      sm_two_phase_leak_rate(s, hole_area(t), t->tank_pressure, t->tank_temperature);
  const double empty = t->start + fmin(t->liquid_mass / rate, t->duration);
  const double stop = fmin(empty, fmax(term->until, t->start));
  const double vapour = sm_flash_fraction(s, t->tank_temperature);
  const double volume = vapour / sm_substance_vapour_density(s, s->boiling_point, t->air_pressure) +
                        (1 - vapour) / s->liquid_density;
  out->contents = t->liquid_mass;
  out->leak_rate = rate;
  out->flash_fraction = vapour;
  out->temperature = s->boiling_point;
  out->density = 1 / volume;
  SM_TRY(sm_term_result_add(ctx, out, t->start, rate));
  return sm_term_result_add(ctx, out, stop, rate);
}
