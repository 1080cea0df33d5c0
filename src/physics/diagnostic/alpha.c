/* Vertical stiffness of the mass-consistent model: alpha1 / alpha2 of Sasaki's functional. */
#include "physics/diagnostic/internal.h"

#include "physics/diagnostic/wind_profile.h"
#include "physics/surface.h"
#include <math.h>

/* Stability class by speed: speeds up to these (m/s) have the class in the same position, higher
 * ones the last class. */
struct row {
  double speed[4];
  enum sm_stability_class stability[5];
};

static enum sm_stability_class look_up(const struct row *row, double speed) {
  int at = 0;
  while (at < 4 && speed >= row->speed[at]) at++;
  return row->stability[at];
}

enum sm_stability_class sm_stability_class_of(double short_wave, double cloud, double speed) {
  static const struct row strong = {{2, 3, 5, INFINITY},
                                    {SM_CLASS_A, SM_CLASS_AB, SM_CLASS_B, SM_CLASS_C}};
  static const struct row moderate = {
      {2, 3, 5, 6}, {SM_CLASS_AB, SM_CLASS_B, SM_CLASS_BC, SM_CLASS_CD, SM_CLASS_D}};
  static const struct row weak = {{2, 5, INFINITY, INFINITY}, {SM_CLASS_B, SM_CLASS_C, SM_CLASS_D}};
  static const struct row cloudy = {{3, INFINITY, INFINITY, INFINITY}, {SM_CLASS_E, SM_CLASS_D}};
  static const struct row clear = {{3, 5, INFINITY, INFINITY},
                                   {SM_CLASS_F, SM_CLASS_E, SM_CLASS_D}};
  if (short_wave > 0)
    return look_up(short_wave > 600 ? &strong : short_wave > 350 ? &moderate : &weak, speed);
  return look_up(cloud > 0.5 ? &cloudy : &clear, speed);
}

double sm_stability_alpha(enum sm_stability_class stability) {
  switch (stability) {
  case SM_CLASS_A: return 5;
  case SM_CLASS_AB: return 4.25;
  case SM_CLASS_B: return 3.5;
  case SM_CLASS_BC: return 2.75;
  case SM_CLASS_C: return 2;
  case SM_CLASS_CD: return 1.5;
  case SM_CLASS_E: return 0.5;
  case SM_CLASS_F: return 0.2;
  case SM_CLASS_D:
  case SM_CLASS_WEATHER:
  case SM_CLASS_NONE: break;
  }
  return 1;
}

/* Mean of 1 / phi over the stations; for a tower, the mean over its levels. */
static double alpha_of_shear(const struct sm_weather *weather, int time) {
  double sum = 0;
  int count = 0;
  for (int s = 0; s < weather->station_count; s++) {
    const struct sm_station *station = &weather->station[s];
    for (int l = 0; l < station->level_count; l++) {
      const struct sm_station_reading *r =
          &station->reading[(size_t)time * (size_t)station->level_count + (size_t)l];
      if (!r->valid) continue;
      sum += 1 / sm_stability_phi(10 / r->obukhov);
      count++;
    }
  }
  return count > 0 ? sum / count : 1;
}

enum sm_status sm_stability_alpha_find(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain, int time, double *alpha) {
  enum sm_stability_class stability = c->wind.stability_class;
  if (stability == SM_CLASS_WEATHER) {
    struct sm_sky_conditions sky;
    SM_TRY(sm_sky_find(ctx, c, domain, time, "wind.stability_class", c->wind.line, &sky));
    const double light = sm_shortwave_flux(fmax(0, sky.sun[2]), sky.cloud);
    stability = sm_stability_class_of(light, sky.cloud, sky.speed);
  }
  *alpha = stability != SM_CLASS_NONE ? sm_stability_alpha(stability)
                                      : alpha_of_shear(&domain->weather, time);
  return SM_OK;
}

enum sm_status sm_alpha_find(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, int time, double *alpha) {
  *alpha = c->wind.alpha_ratio;
  if (c->wind.stability_class == SM_CLASS_NONE && !isnan(*alpha)) return SM_OK;
  return sm_stability_alpha_find(ctx, c, domain, time, alpha);
}
