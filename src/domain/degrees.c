#include "domain/degrees.h"

#include <math.h>

static bool are_degrees(double latitude, double longitude) {
  return fabs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
}

/* Whether a place on Earth is in the domain, or not further off than its size; xy: there. */
static bool is_near(struct sm_context *ctx, const struct sm_degrees_domain *domain, double latitude,
                    double longitude, double xy[2], enum sm_status *status) {
  if (!are_degrees(latitude, longitude)) return false;
  *status = sm_gis_project(ctx, domain->crs, latitude, longitude, xy);
  if (*status == SM_ERR_DATA) { /* no place of this map */
    *status = SM_OK;
    return false;
  }
  if (*status != SM_OK) return false;
  for (int d = 0; d < 2; d++) {
    const double at = xy[d] - domain->origin[d];
    if (!(at >= -domain->size[d] && at <= 2 * domain->size[d])) return false;
  }
  return true;
}

enum sm_status sm_degrees_refuse(struct sm_context *ctx, const struct sm_degrees_domain *domain,
                                 const double place[2], const char *who) {
  enum sm_status status = SM_OK;
  double xy[2];
  if (domain->crs->local) return SM_OK;
  for (int order = 0; order < 2; order++) {
    const double latitude = place[order], longitude = place[1 - order];
    const bool near = is_near(ctx, domain, latitude, longitude, xy, &status);
    SM_TRY(status);
    if (near && domain->key != NULL)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s is at %.8g m, %.8g m, but as degrees this is in the domain\n"
                     "help: these look like degrees: in metres from the south-west corner of the "
                     "domain it is [%.1f, %.1f]",
                     who, place[0], place[1], xy[0] - domain->origin[0] - domain->margin,
                     xy[1] - domain->origin[1] - domain->margin);
    if (near)
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s is at %.8g m, %.8g m, but as degrees this is in the domain\n"
                     "help: position is in metres; give latitude = %.8g "
                     "and longitude = %.8g",
                     who, place[0], place[1], latitude, longitude);
  }
  return SM_OK;
}

const char *sm_degrees_hint(const struct sm_crs *crs, const double place[2]) {
  const bool whole = floor(place[0]) == place[0] && floor(place[1]) == place[1];
  const bool degrees = are_degrees(place[0], place[1]) || are_degrees(place[1], place[0]);
  if (!degrees || whole) return "";
  return crs->local
             ? "\nhelp: are these degrees? With crs = \"local\" places are in metres"
             : "\nhelp: are these degrees? position is in metres; latitude and longitude are "
               "keys of their own";
}
