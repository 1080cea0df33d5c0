#include "domain/sources/terms/terms.h"

#include <math.h>

static const double gas_constant = 8.314462618, air_mass = 0.028965; /* J/(mol K), kg/mol */
static const double gravity = 9.80665;                               /* m/s2 */
static const double slowest = 0.5; /* m/s: the air is never quite calm */

static double reduced_gravity(double density, double air_density) {
  return fmax(gravity * (density - air_density) / air_density, 0);
}

double sm_dense_continuous(double rate, double density, double air_density, double wind_speed) {
  const double u = fmax(wind_speed, slowest), q = rate / density;
  return cbrt(reduced_gravity(density, air_density) * sqrt(q) / pow(u, 2.5));
}

double sm_dense_instantaneous(double mass, double density, double air_density, double wind_speed) {
  return sqrt(reduced_gravity(density, air_density) * cbrt(mass / density)) /
         fmax(wind_speed, slowest);
}

double sm_air_density(double temperature, double pressure) {
  return pressure * air_mass / (gas_constant * temperature);
}

struct sm_gas_mixture sm_dense_mixture(const struct sm_substance *s, double liquid,
                                       double air_temperature, double pressure) {
  const bool boils = liquid > 0 && !isnan(s->antoine[0]) && !isnan(s->vaporisation_heat);
  return (struct sm_gas_mixture){.molar_mass = s->molar_mass,
                                 .heat_capacity = s->vapour_heat_capacity,
                                 .vaporisation_heat = boils ? s->vaporisation_heat : 0,
                                 .antoine = {s->antoine[0], s->antoine[1], s->antoine[2]},
                                 .pressure = pressure,
                                 .air_temperature = air_temperature,
                                 .air_density = sm_air_density(air_temperature, pressure)};
}

double sm_dense_heat(const struct sm_substance *s, double temperature, double liquid,
                     double air_temperature) {
  return s->vapour_heat_capacity * (temperature - air_temperature) -
         (liquid > 0 ? liquid * s->vaporisation_heat : 0);
}
