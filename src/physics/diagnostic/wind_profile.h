/* wind_profile.h - wind speed against height above the ground at a station. */
#ifndef SM_PHYSICS_DIAGNOSTIC_WIND_PROFILE_H
#define SM_PHYSICS_DIAGNOSTIC_WIND_PROFILE_H

#include "domain/domain.h"

/* Integrated stability function of Monin-Obukhov similarity, sign folded in: the wind is
 * (u* / k) [ln((z + z0) / z0) + psi(z / L)]. Stable: 4.7 z/L, and 4.7 (1 + ln(z/L)) beyond z = L
 * (Webb 1970); unstable: Businger-Dyer as integrated by Paulson (1970), with 15. zeta = z / L. */
double sm_stability_psi(double zeta);

/* Dimensionless wind shear: 1 + 4.7 zeta, at most 5.7; (1 - 15 zeta)^(-1/4). */
double sm_stability_phi(double zeta);

/* m: from here up the wind does not depend on the roughness of the ground below. */
extern const double sm_blending_height;

/* Wind (u, v, m/s, grid directions) at z metres above ground of roughness z0, from a station's
 * readings of one time. A wind that is logarithmic or that of a tower is taken over the station's
 * own roughness down to the blending height, and from there down with z0; the other kinds do not
 * look at z0. Between the levels of a tower the components are linear in the shape of the law.
 * Beyond its levels, or the only reading, the law goes on, up to 1000 m; above that height, and
 * above a higher level, the wind is constant. */
void sm_profile_wind(const struct sm_station *station, const struct sm_station_reading *reading,
                     double z0, double z, double wind[2]);

#endif
