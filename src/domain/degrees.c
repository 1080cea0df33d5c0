#include "domain/degrees.h"

#include <math.h>

static bool are_degrees(double latitude, double longitude) {
  return fabs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
}

/* True when a position in degrees is in or near the domain (within its size); xy on the map. */
static bool is_near(struct sm_context *ctx, const struct sm_degrees_domain *domain, double latitude,
                    double longitude, double xy[2], enum sm_status *status) {
  if (!are_degrees(latitude, longitude)) return false;
  *status = sm_gis_project(ctx, domain->crs, latitude, longitude, xy);
  if (*status == SM_ERR_DATA) { /* outside the area of the map projection */
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

enum sm_status sm_degrees_tell_file(struct sm_context *ctx, const struct sm_degrees_domain *domain,
                                    const char *path, const char *layer, const char *assumed_crs,
                                    const char *thing) {
  struct sm_map_extent extent;
  double xy[2];
  bool turned = false;
  enum sm_status status = sm_gis_extent(ctx, path, layer, assumed_crs, NULL, &extent);
  if (status == SM_OK && !domain->crs->local && extent.has_crs)
    turned = is_near(ctx, domain, extent.longitude, extent.latitude, xy, &status);
  if (status == SM_ERR_MEMORY) return status;
  if (turned)
    sm_warn(ctx,
            "%s: warning: no %s of this file lies in the domain: read as longitude, latitude its "
            "middle is at latitude %.6g, longitude %.6g; the other way round it is in the domain\n"
            "help: the file has the latitude first, and GIS files have the longitude first: write "
            "[%.6g, %.6g] in place of [%.6g, %.6g] (ST_SwapCoordinates, 'Swap X and Y coordinates' "
            "in QGIS)",
            path, thing, extent.latitude, extent.longitude, extent.latitude, extent.longitude,
            extent.longitude, extent.latitude);
  else if (status == SM_OK && isfinite(extent.latitude))
    sm_warn(ctx,
            "%s: warning: no %s of this file lies in the domain: its middle is at latitude %.6g, "
            "longitude %.6g\n"
            "help: check its place; with crs \"auto-utm\" center and origin are [latitude, "
            "longitude]",
            path, thing, extent.latitude, extent.longitude);
  else
    sm_warn(ctx,
            "%s: warning: no %s of this file lies in the domain\nhelp: check its place; with crs "
            "\"auto-utm\" center and origin are [latitude, longitude]",
            path, thing);
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
