/* cell/particles/gas_mixture.h - mixture of a dense gas with air: temperature and density by its
 * heat, and entrainment of air through the top of its cloud (docs/theory/source-terms.md). */
#ifndef SM_CELL_PARTICLES_GAS_MIXTURE_H
#define SM_CELL_PARTICLES_GAS_MIXTURE_H

#include "cell/elementary.h"
#include <math.h>

#define SM_MIXTURE_CONSTANT 8.314462618 /* J/(mol K) */
#define SM_AIR_MOLAR_MASS 0.028965      /* kg/mol */
#define SM_AIR_HEAT_CAPACITY 1005.0     /* J/(kg K) */

/* Gas, which may have an aerosol of its liquid, and the air around it. */
struct sm_gas_mixture {
  double molar_mass, heat_capacity;              /* kg/mol; J/(kg K) */
  double vaporisation_heat;                      /* J/kg; 0: no aerosol */
  double antoine[3];                             /* of the vapour pressure, in bar and K */
  double pressure, air_temperature, air_density; /* Pa, K, kg/m3 */
};

struct sm_gas_mixed {
  double temperature, density, molar_mass; /* K, kg/m3, kg/mol */
};

/* Part of the gas that stays liquid at a temperature, where its vapour is saturated. */
SM_FN double sm_gas_liquid(const struct sm_gas_mixture *m, double gas, double air,
                           double temperature) {
  const double above = temperature + m->antoine[2];
  const double saturation =
      above > 1.0 ? 1e5 * exp(2.302585092994046 * (m->antoine[0] - m->antoine[1] / above)) : 0.0;
  if (!(m->vaporisation_heat > 0.0) || saturation >= m->pressure) return 0.0;
  const double vapour = air / SM_AIR_MOLAR_MASS * saturation / (m->pressure - saturation);
  const double liquid = 1.0 - vapour / (gas / m->molar_mass);
  return liquid > 0.0 ? liquid : 0.0;
}

/* Mixture of masses of gas and air with a heat above that of both, as gases, at the temperature of
 * the air. */
SM_FN struct sm_gas_mixed sm_gas_mix(const struct sm_gas_mixture *m, double gas, double air,
                                     double heat) {
  const double capacity = air * SM_AIR_HEAT_CAPACITY + gas * m->heat_capacity;
  const double latent = gas * m->vaporisation_heat;
  double low = 20.0, high = m->air_temperature + 200.0, t = m->air_temperature + heat / capacity;
  double liquid = 0.0;
  for (int n = 0; latent > 0.0 && n < 60; n++) {
    t = 0.5 * (low + high);
    const double held =
        capacity * (t - m->air_temperature) - sm_gas_liquid(m, gas, air, t) * latent;
    if (held < heat)
      low = t;
    else
      high = t;
  }
  if (latent > 0.0) {
    const double most = sm_gas_liquid(m, gas, air, low);
    const double left = (capacity * (t - m->air_temperature) - heat) / latent;
    liquid = left > 0.0 ? left < most ? left : most : 0.0;
  }
  const double coldest = t > 20.0 ? t : 20.0;
  const double moles = air / SM_AIR_MOLAR_MASS + (1.0 - liquid) * gas / m->molar_mass;
  const double molar_mass = (air + gas) / moles;
  const struct sm_gas_mixed mixed = {
      coldest, m->pressure * molar_mass / (SM_MIXTURE_CONSTANT * coldest), molar_mass};
  return mixed;
}

/* x^p, 0 at 0. */
SM_FN double sm_gas_power(double x, double p) {
  return x > 1e-30 ? (double)sm_power((float)x, (float)p) : 0.0;
}

/* Velocity of entrainment through the top, m/s (Havens and Spicer 1985), of a layer with g' h
 * (m2/s2), by the friction velocity and the convective velocity of the ground (m/s); depth over
 * Obukhov length. */
SM_FN double sm_gas_entrainment(double friction, double convective, double buoyancy,
                                double stability) {
  const double gain = 1.2, karman = 0.4; /* 1 + alpha of a power-law wind */
  const double mixing = sqrt(friction * friction + 0.0625 * convective * convective);
  const double richardson = buoyancy / (mixing * mixing);
  const double near = stability < 3.0 ? stability : 3.0;
  double damping = 0.88 + 0.099 * sm_gas_power(richardson, 1.04);
  if (stability > 0.0) damping += 4.4 * near / (1.0 + richardson);
  if (stability < 0.0) damping /= sm_gas_power(1.0 - 0.65 * stability, 0.6);
  return gain * karman * mixing / damping;
}

/* Heat from the ground, W/m2, of a mixture: free or forced convection (Havens and Spicer 1985), by
 * the friction velocity and the wind at 10 m. */
SM_FN double sm_gas_warming(const struct sm_gas_mixture *m, struct sm_gas_mixed mixed,
                            double friction, double wind) {
  const double colder = m->air_temperature - mixed.temperature;
  const double moles = mixed.density / (1000.0 * mixed.molar_mass); /* kmol/m3 */
  const double freely = 18.0 * sm_gas_power(moles * moles * colder, 1.0 / 3.0);
  const double forced = mixed.density * 1100.0 * friction * friction / (wind > 0.1 ? wind : 0.1);
  return colder > 0.1 ? (freely > forced ? freely : forced) * colder : 0.0;
}

/* Convective velocity over ground that gives that heat, m/s. */
SM_FN double sm_gas_convection(struct sm_gas_mixed mixed, double depth, double heat) {
  const double gravity = 9.80665;
  return sm_gas_power(gravity * depth * heat / (mixed.density * 1100.0 * mixed.temperature),
                      1.0 / 3.0);
}

#endif
