/* wind_profile.h - vertical profile of the wind above a station. */
#ifndef SM_PHYSICS_DIAGNOSTIC_WIND_PROFILE_H
#define SM_PHYSICS_DIAGNOSTIC_WIND_PROFILE_H

#include "domain/domain.h"

/* Integrated stability function of Monin-Obukhov similarity, with its sign: the wind is
 * (u* / k) [ln((z + z0) / z0) + psi(z / L)]. Stable: 4.7 z/L, and 4.7 (1 + ln(z/L)) beyond z = L
 * (Webb 1970); unstable: Businger-Dyer as integrated by Paulson (1970), with 15. zeta = z / L. */
double sm_stability_psi(double zeta);

/* Dimensionless wind shear: 1 + 4.7 zeta, at most 5.7; (1 - 15 zeta)^(-1/4). */
double sm_stability_phi(double zeta);

/* Blending height, m: from here up the wind does not depend on the local roughness. */
extern const double sm_blending_height;

/* Wind (u, v, m/s, grid directions) at z metres above ground of roughness z0, from a station's
 * readings of one time. Logarithmic and tower winds use the station's own roughness above the
 * blending height and z0 below it; other profiles do not depend on z0. Between the levels of a
 * tower the components are linear in the shape of the law. Outside its levels, or for a single
 * reading, the law is extrapolated, up to 1000 m; above that height, and above a higher level, the
 * wind is constant. */
void sm_profile_wind(const struct sm_station *station, const struct sm_station_reading *reading,
                     double z0, double z, double wind[2]);

#endif
