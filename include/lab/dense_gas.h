/* lab/dense_gas.h - plume of a dense gas on flat ground: slumping and entrainment, averaged across
 * the wind (docs/theory/source-terms.md). Not installed. */
#ifndef SIMOOM_LAB_DENSE_GAS_H
#define SIMOOM_LAB_DENSE_GAS_H

#include "simoom/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Continuous release of a substance from a round area at the ground. */
struct sm_dense_release {
  const char *substance; /* name or CAS number */
  double rate;           /* kg/s */
  double radius;         /* m; 0: of the width of the flux in the wind */
  double temperature;    /* K */
  double liquid;         /* part of the mass that is aerosol at first */
};

struct sm_dense_weather {
  double wind_speed, height; /* m/s at m above the ground */
  double roughness;          /* m */
  double obukhov;            /* m; INFINITY: neutral */
  double temperature;        /* K */
  double pressure;           /* Pa */
};

/* The plume at a distance from the middle of the source; heights of the layer that would hold it
 * with its concentration at the ground. */
struct sm_dense_station {
  double distance;          /* m, given, rising */
  double concentration;     /* volume fraction at the ground, in the middle */
  double half_width, depth; /* m */
  double temperature;       /* K */
  double richardson;        /* g' depth / u*^2 */
};

/* Fills the stations. *passive: distance at which the Richardson number falls below 1 for good, m;
 * NAN: not within 10 km. Errors: ERR_USAGE (unknown substance, or without heat capacity),
 * ERR_DATA, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_dense_plume(struct sm_context *ctx,
                                                   const struct sm_dense_release *release,
                                                   const struct sm_dense_weather *weather,
                                                   struct sm_dense_station *station, int count,
                                                   double *passive);

/* Part of the concentration at the ground that is left at a height, m. */
SM_PUBLIC double sm_dense_profile(const struct sm_dense_station *station, double height);

#ifdef __cplusplus
}
#endif
#endif
