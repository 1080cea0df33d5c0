/* dust.h - dust emission (saltation) from the ground by the wind, and visibility through dust.
 *
 * The wind acts by its friction velocity u*. Formulas, sources, range of validity:
 * docs/theory/particles-dust.md. */
#ifndef SM_CELL_PARTICLES_DUST_H
#define SM_CELL_PARTICLES_DUST_H

#include "cell/elementary.h"

#define SM_DUST_GRAVITY 9.81f /* m/s2 */
#define SM_DUST_CLAY_MAX 0.2f /* mass fraction up to which the efficiency was measured */

/* u* (m/s) by the log law, from the wind (m/s) at z m above ground with the roughness length z0
 * (m). */
SM_FN float sm_dust_friction(float speed, float z, float z0) {
  return z > z0 ? 0.4f * speed / sm_log(z / z0) : 0.0f;
}

/* --- lifting --- */

/* Threshold friction velocity (m/s) of dry, loose grains: diameter in m, densities in kg/m3 (Shao
 * and Lu 2000). */
SM_FN float sm_dust_threshold(float diameter, float grain, float air) {
  const float weight = grain / air * SM_DUST_GRAVITY * diameter; /* m2/s2 */
  return sqrtf(0.0123f * (weight + 3e-4f / (air * diameter)));
}

/* Factor of the threshold for moist ground: water per mass of dry soil in kg/kg; clay as a fraction
 * of the soil's mass (Fecan, Marticorena and Bergametti 1999). */
SM_FN float sm_dust_moisture(float water, float clay) {
  const float held = 14.0f * clay * clay + 17.0f * clay; /* water held by the clay, % */
  const float free_water = 100.0f * water - held;
  const float least = 1e-6f; /* %: lower limit for the logarithm; a factor of 1.00005 */
  return free_water > least ? sqrtf(1.0f + 1.21f * sm_power(free_water, 0.68f)) : 1.0f;
}

/* Saltation flux: mass that crosses a line on the ground, kg/m/s (Kawamura 1951 with the constant
 * of White 1979); 0 below the threshold. */
SM_FN float sm_dust_saltation(float friction, float threshold, float air) {
  const float over = friction - threshold, sum = friction + threshold;
  return over > 0.0f ? 2.61f * air / SM_DUST_GRAVITY * over * sum * sum : 0.0f;
}

/* Vertical dust flux over the saltation flux, 1/m (Marticorena and Bergametti 1995); clay fractions
 * above the measured range count as its limit. */
SM_FN float sm_dust_efficiency(float clay) {
  const float part = clay < SM_DUST_CLAY_MAX ? clay : SM_DUST_CLAY_MAX;
  return sm_exp(2.30258509f * (13.4f * part - 4.0f)); /* a power of ten */
}

/* Dust emission properties of the ground. */
struct sm_dust_ground {
  float threshold;  /* threshold friction velocity, with moisture, m/s */
  float efficiency; /* 1/m */
};
SM_FN struct sm_dust_ground sm_dust_ground_of(float diameter, float grain, float air, float clay,
                                              float water) {
  const struct sm_dust_ground g = {sm_dust_threshold(diameter, grain, air) *
                                       sm_dust_moisture(water, clay),
                                   sm_dust_efficiency(clay)};
  return g;
}

/* Vertical dust flux from the ground, kg/m2/s. */
SM_FN float sm_dust_flux(const struct sm_dust_ground *g, float friction, float air) {
  return g->efficiency * sm_dust_saltation(friction, g->threshold, air);
}

#endif
