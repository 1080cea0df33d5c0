/* surface.h - surface energy balance: sensible heat flux of the ground by day and night. */
#ifndef SM_PHYSICS_SURFACE_H
#define SM_PHYSICS_SURFACE_H

#include "case/case.h"
#include "domain/domain.h"

/* Unit vector towards the sun (east, north, up) at a time (s since 1970-01-01 UTC) and a place
 * (deg). Michalsky (1988), from the Astronomical Almanac: accurate to 0.01 deg from 1950 to 2050;
 * without refraction. */
void sm_sun_direction(double time, double latitude, double longitude, double sun[3]);

/* Sky conditions at one time, uniform over the domain. */
struct sm_sky_conditions {
  double sun[3];      /* unit vector to the sun: along grid x, grid y, up */
  double temperature; /* air temperature, K */
  double cloud;       /* cloud cover, 0 to 1 */
  double speed;       /* wind speed, mean of the stations, m/s */
  double height;      /* its height above ground, m */
};

/* Sky conditions at a weather time: means over the stations with readings, else the values of the
 * case.
 * Errors: ERR_CASE (no date, or no place on Earth; `what` and `line` name the key that needs them:
 * "slope_flow"). */
SM_CHECKED enum sm_status sm_sky_find(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain, int time, const char *what,
                                      int line, struct sm_sky_conditions *out);

/* Short-wave radiation onto a surface, W/m2, at least 0. facing: cosine of the angle between its
 * normal and the sun, 0 in the shade; Holtslag and van Ulden (1983) with Kasten and Czeplak's
 * (1980) clouds: (990 facing - 30) (1 - 0.75 cloud^3.4). */
double sm_shortwave_flux(double facing, double cloud);

/* Sensible heat flux into the air, W/m2. By day the fraction Bo / (1 + Bo) of the net
 * radiation minus the ground heat flux (Holtslag and van Ulden 1983): net = ((1 - albedo)
 * short_wave + 5.31e-13 T^6 - sigma T^4 + 60 cloud) / 1.12. A negative flux is limited to
 * what the wind can sustain over ground of roughness z0 (m): rho c_p u* theta* with theta* =
 * 0.09 K (1 - cloud^2 / 2), but no more than turbulence survives (van Ulden and Holtslag
 * 1985; Scire et al. 2000). Winds below 1.8 m/s count as 1.8 m/s: the slope flow makes its
 * own turbulence. */
double sm_sensible_heat(const struct sm_case_slope_flow *ground,
                        const struct sm_sky_conditions *sky, double short_wave, double z0);

/* rho c_p T of the air at the ground, J/m3: 3.5 times the standard pressure. */
extern const double sm_heat_of_air;

#endif
