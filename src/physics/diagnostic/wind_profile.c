#include "physics/diagnostic/wind_profile.h"

#include <math.h>

const double sm_blending_height = 60;
static const double boundary_layer_top = 1000; /* m: profiles are constant above */
static const double pi = 3.14159265358979323846;

double sm_stability_psi(double zeta) {
  if (zeta >= 1) return 4.7 * (1 + log(zeta));
  if (zeta >= 0) return 4.7 * zeta;
  const double x = pow(1 - 15 * zeta, 0.25);
  return -2 * log((1 + x) / 2) - log((1 + x * x) / 2) + 2 * atan(x) - pi / 2;
}

double sm_stability_phi(double zeta) {
  if (zeta >= 0) return 1 + 4.7 * fmin(zeta, 1);
  return pow(1 - 15 * zeta, -0.25);
}

/* Logarithmic profile: k u / u* at height z. */
static double log_shape(double z, double z0, double obukhov) {
  return log((z + z0) / z0) + sm_stability_psi(z / obukhov);
}

/* Speed over the station's own roughness relative to that at the reading's height. Strong
 * convection can make the profile vanish at a low reference height: the wind is then uniform. */
static double log_factor(const struct sm_station *s, const struct sm_station_reading *r, double z) {
  const double reference = log_shape(r->height, s->z0, r->obukhov);
  return reference > 1e-3 ? fmax(log_shape(z, s->z0, r->obukhov), 0) / reference : 1;
}

/* Factor of a different surface roughness z0: the wind is unchanged at the blending height and
 * logarithmic below it, with z0 instead of the station's roughness. */
static double roughness_factor(const struct sm_station *s, double obukhov, double z0, double z) {
  if (z >= sm_blending_height || z0 == s->z0) return 1;
  const double own = log_shape(z, s->z0, obukhov), local = log_shape(z, z0, obukhov);
  const double own_above = log_shape(sm_blending_height, s->z0, obukhov);
  const double local_above = log_shape(sm_blending_height, z0, obukhov);
  const bool sound = own > 0 && local > 0 && own_above > 0 && local_above > 0;
  return sound ? local / local_above * own_above / own : 1;
}

/* Displacement height d for which the wind gradient is continuous at the canopy top:
 * a u(H) k / u* = H / (H - d), by bisection. */
static double displacement(double top, double attenuation, double z0) {
  double low = 0, high = top - z0;
  for (int i = 0; i < 60; i++) {
    const double d = 0.5 * (low + high);
    const double slope = attenuation * log((top - d) / z0) * (top - d) / top;
    if (slope > 1) {
      low = d;
    } else {
      high = d;
    }
  }
  return 0.5 * (low + high);
}

/* Speed over a canopy relative to that at its top (Cionco 1965 below, displaced log law above). */
static double canopy_shape(const struct sm_station *s, double z, double obukhov) {
  const double top = s->canopy_height;
  if (z <= top) return exp(s->canopy_attenuation * (z / top - 1));
  const double d = displacement(top, s->canopy_attenuation, s->z0);
  const double at_top = log((top - d) / s->z0) + sm_stability_psi((top - d) / obukhov);
  const double here = log((z - d) / s->z0) + sm_stability_psi((z - d) / obukhov);
  return at_top > 1e-3 ? here / at_top : 1;
}

/* Speed at z relative to that of a reading, for the station's profile. */
static double shape(const struct sm_station *s, const struct sm_station_reading *r, double z) {
  switch (s->profile) {
  case SM_PROFILE_POWER: return pow(z / r->height, s->exponent);
  case SM_PROFILE_CANOPY:
    return canopy_shape(s, z, r->obukhov) / canopy_shape(s, r->height, r->obukhov);
  case SM_PROFILE_LOG:
  case SM_PROFILE_TOWER: return log_factor(s, r, z);
  case SM_PROFILE_UNIFORM: break;
  }
  return 1;
}

/* Between two levels of a tower the components are linear in the shape of the logarithmic law. */
static void between(const struct sm_station *s, const struct sm_station_reading *low,
                    const struct sm_station_reading *high, double z, double wind[2]) {
  double obukhov = low->obukhov;
  if (!(log_shape(high->height, s->z0, obukhov) > log_shape(low->height, s->z0, obukhov)))
    obukhov = INFINITY; /* too convective for the logarithmic law */
  const double a = log_shape(low->height, s->z0, obukhov);
  const double b = log_shape(high->height, s->z0, obukhov);
  const double share = (log_shape(z, s->z0, obukhov) - a) / (b - a);
  wind[0] = low->u + share * (high->u - low->u);
  wind[1] = low->v + share * (high->v - low->v);
}

void sm_profile_wind(const struct sm_station *station, const struct sm_station_reading *reading,
                     double z0, double z, double wind[2]) {
  wind[0] = wind[1] = 0;
  if (!(z > 0)) return;
  const struct sm_station_reading *below = NULL, *above = NULL; /* nearest levels below and above
                                                                   z */
  for (int l = 0; l < station->level_count; l++) {
    const struct sm_station_reading *r = &reading[l];
    if (!r->valid) continue;
    if (r->height <= z && (below == NULL || r->height > below->height)) below = r;
    if (r->height > z && (above == NULL || r->height < above->height)) above = r;
  }
  const struct sm_station_reading *nearest = below != NULL ? below : above;
  if (nearest == NULL) return;
  double factor = 1;
  if (below != NULL && above != NULL) {
    between(station, below, above, z, wind);
  } else { /* profiles end at the boundary-layer top, readings may lie above */
    factor = shape(station, nearest, fmin(z, fmax(boundary_layer_top, nearest->height)));
    wind[0] = nearest->u;
    wind[1] = nearest->v;
  }
  if (station->profile == SM_PROFILE_LOG || station->profile == SM_PROFILE_TOWER)
    factor *= roughness_factor(station, nearest->obukhov, z0, z);
  wind[0] *= factor;
  wind[1] *= factor;
}
