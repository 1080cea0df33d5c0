#include "domain/positions.h"

#include <math.h>

static bool are_degrees(double latitude, double longitude) {
  return fabs(latitude) <= 90 && longitude >= -180 && longitude <= 360;
}

/* True when a position in degrees is in the domain or near: within its size, or `reach` m if that
 * is further; xy on the map. */
static bool is_near(struct sm_context *ctx, const struct sm_domain_map *map, double reach,
                    double latitude, double longitude, double xy[2], enum sm_status *status) {
  if (!are_degrees(latitude, longitude)) return false;
  *status = sm_gis_project(ctx, map->crs, latitude, longitude, xy);
  if (*status == SM_ERR_DATA) { /* outside the area of the map projection */
    *status = SM_OK;
    return false;
  }
  if (*status != SM_OK) return false;
  for (int d = 0; d < 2; d++) {
    const double at = xy[d] - map->origin[d], beside = fmax(map->size[d], reach);
    if (!(at >= -beside && at <= map->size[d] + beside)) return false;
  }
  return true;
}

enum sm_status sm_degrees_find(struct sm_context *ctx, const struct sm_domain_map *map,
                               const double place[2], double reach, bool *found, double degrees[2],
                               double xy[2]) {
  enum sm_status status = SM_OK;
  *found = false;
  for (int order = 0; order < 2 && !map->crs->local && !*found; order++) {
    degrees[0] = place[order];
    degrees[1] = place[1 - order];
    *found = is_near(ctx, map, reach, degrees[0], degrees[1], xy, &status);
    SM_TRY(status);
  }
  for (int d = 0; d < 2; d++) xy[d] -= map->origin[d];
  return SM_OK;
}

enum sm_status sm_degrees_tell_file(struct sm_context *ctx, const struct sm_domain_map *map,
                                    const char *path, const char *layer, const char *assumed_crs,
                                    const char *thing) {
  struct sm_map_extent extent;
  double xy[2];
  bool turned = false;
  enum sm_status status = sm_gis_extent(ctx, path, layer, assumed_crs, NULL, &extent);
  if (status == SM_OK && !map->crs->local && extent.has_crs)
    turned = is_near(ctx, map, 0, extent.longitude, extent.latitude, xy, &status);
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

bool sm_degrees_suspected(const double place[2]) {
  const bool whole = floor(place[0]) == place[0] && floor(place[1]) == place[1];
  return !whole && (are_degrees(place[0], place[1]) || are_degrees(place[1], place[0]));
}
