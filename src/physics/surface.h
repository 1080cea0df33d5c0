/* surface.h - surface energy balance: heat flux of the ground by day and night. */
#ifndef SM_PHYSICS_SURFACE_H
#define SM_PHYSICS_SURFACE_H

#include "case/case.h"
#include "domain/domain.h"

/* sun.c */

/* Unit vector from the ground to the sun, to the east, to the north and up, at a time (s since
 * 1970-01-01 UTC) and a place (deg). Michalsky (1988), from the Astronomical Almanac: right to 0.01
 * deg from 1950 to 2050; without refraction. */
void sm_sun_direction(double time, double latitude, double longitude, double sun[3]);

/* surface.c */

/* What the sky does at one time, the same for the whole domain. */
struct sm_sky_conditions {
  double sun[3];      /* unit vector to the sun: along grid x, grid y, up */
  double temperature; /* K, of the air */
  double cloud;       /* part of the sky, 0 to 1 */
  double speed;       /* m/s, mean of the stations */
  double height;      /* m above the ground, at which it was measured */
};

/* The sky at a time of the weather: means of the stations that know, else what the case says.
 * Errors: ERR_CASE (no date, or no place on Earth; `what` says what needs them: "slope_flow",
 * line `line`). */
SM_CHECKED enum sm_status sm_sky_find(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain, int time, const char *what,
                                      int line, struct sm_sky_conditions *out);

/* Short-wave radiation onto a surface, W/m2, at least 0. facing: cosine of the angle between its
 * normal and the sun, 0 in the shade; Holtslag and van Ulden (1983) with Kasten and Czeplak's
 * (1980) clouds: (990 facing - 30) (1 - 0.75 cloud^3.4). */
double sm_shortwave_flux(double facing, double cloud);

/* Turbulent flux of sensible heat into the air, W/m2. By day, the part Bo / (1 + Bo) of what is
 * left of the net radiation beside the ground's share (Holtslag and van Ulden 1983): net = ((1 -
 * albedo) short_wave + 5.31e-13 T^6 - sigma T^4 + 60 cloud) / 1.12; where this is negative it is no
 * more than what the wind can bring down over ground of roughness z0 (m): rho c_p u* theta* with
 * theta* = 0.09 K (1 - cloud^2 / 2), but no more than lets turbulence go on (van Ulden and Holtslag
 * 1985; Scire et al. 2000). Winds of less than 1.8 m/s count as that: the slope flow makes its own
 * turbulence. */
double sm_sensible_heat(const struct sm_case_slope_flow *ground,
                        const struct sm_sky_conditions *sky, double short_wave, double z0);

/* rho c_p T of the air at the ground, J/m3: 3.5 times the standard pressure. */
extern const double sm_heat_of_air;

#endif
