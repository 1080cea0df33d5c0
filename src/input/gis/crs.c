/* Coordinate reference systems. In the module x is always easting or longitude, y northing or
 * latitude, independent of the axis order of the authority. */
#define _POSIX_C_SOURCE 200809L
#include "input/gis/internal.h"

#include <cpl_conv.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double deg_per_rad = 57.295779513082320877;

/* Maximum relative error of the map scale without a warning. */
static const double true_enough = 0.05;

/* ---- SRS objects ---- */

static OGRSpatialReferenceH new_srs(void) {
  OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
  OSRSetAxisMappingStrategy(srs, OAMS_TRADITIONAL_GIS_ORDER);
  return srs;
}

void sm_srs_free(OGRSpatialReferenceH srs) {
  if (srs != NULL) OSRRelease(srs);
}

enum sm_status sm_srs_create(struct sm_gis_session *s, const struct sm_crs *crs,
                             OGRSpatialReferenceH *out) {
  *out = NULL;
  if (crs->local) return SM_OK;
  *out = new_srs();
  if (crs->wkt2 != NULL && OSRSetFromUserInput(*out, crs->wkt2) == OGRERR_NONE) return SM_OK;
  sm_srs_free(*out);
  *out = NULL;
  return sm_gis_session_fail(s, SM_ERR_DATA, "error: the coordinate system is not usable: %s",
                             s->complaint);
}

enum sm_status sm_srs_wgs84(struct sm_gis_session *s, OGRSpatialReferenceH *out) {
  *out = new_srs();
  if (OSRImportFromEPSG(*out, 4326) == OGRERR_NONE) return SM_OK;
  sm_srs_free(*out);
  *out = NULL;
  return sm_gis_session_fail(s, SM_ERR_DATA,
                             "error: PROJ's database of coordinate systems is not usable: %s\n"
                             "help: install it (Debian: proj-data), or point PROJ_LIB to it",
                             s->complaint);
}

static bool is_named(OGRSpatialReferenceH srs) {
  return srs != NULL && (OSRIsProjected(srs) || OSRIsGeographic(srs) || OSRIsGeocentric(srs));
}

enum sm_status sm_srs_of_file(struct sm_gis_session *s, OGRSpatialReferenceH own,
                              const char *assumed, const char *key, OGRSpatialReferenceH *out) {
  *out = NULL;
  if (is_named(own)) {
    *out = OSRClone(own);
    OSRSetAxisMappingStrategy(*out, OAMS_TRADITIONAL_GIS_ORDER);
  } else if (assumed != NULL && assumed[0] != '\0') {
    *out = new_srs();
    if (OSRSetFromUserInput(*out, assumed) != OGRERR_NONE || !is_named(*out)) {
      sm_srs_free(*out);
      *out = NULL;
      return sm_gis_session_fail(s, SM_ERR_DATA,
                                 "error: %s: '%s' is not a coordinate system that PROJ knows", key,
                                 assumed);
    }
  }
  if (*out != NULL && OSRIsCompound(*out)) OSRStripVertical(*out);
  return SM_OK;
}

enum sm_status sm_srs_fit(struct sm_gis_session *s, const char *path, const char *key,
                          const struct sm_crs *crs, bool degrees, OGRSpatialReferenceH *srs) {
  if (crs == NULL || (!crs->local && *srs != NULL)) return SM_OK;
  if (!crs->local)
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "%s: error: the file does not say its coordinate system\n"
                               "help: give it in the case, %s = \"EPSG:...\"",
                               path, key);
  if (degrees)
    return sm_gis_session_fail(
        s, SM_ERR_DATA,
        "%s: error: its coordinates are degrees, which a local domain cannot "
        "take as metres\nhelp: use crs = \"auto-utm\"",
        path);
  sm_srs_free(*srs);
  *srs = NULL;
  return SM_OK;
}

/* ---- struct sm_crs ---- */

static char *export_wkt(OGRSpatialReferenceH srs, const char *format) {
  const char *const options[] = {format, "MULTILINE=NO", NULL};
  char *text = NULL;
  const OGRErr error = OSRExportToWktEx(srs, &text, options);
  char *copy = strdup(error == OGRERR_NONE && text != NULL ? text : "");
  CPLFree(text);
  return copy;
}

static bool points_west(OGRSpatialReferenceH srs) {
  for (int i = 0; i < 2; i++) {
    OGRAxisOrientation orientation = OAO_Other;
    OSRGetAxis(srs, NULL, i, &orientation);
    if (orientation == OAO_West) return true;
  }
  return false;
}

/* Checks that the CRS suits a domain: projected, in metres, x to the east. */
static enum sm_status check_domain_crs(struct sm_gis_session *s, OGRSpatialReferenceH srs,
                                       int epsg) {
  static const char help[] = "help: use crs = \"auto-utm\" or a projected one, such as that of the "
                             "UTM zone";
  const char *name = OSRGetName(srs) != NULL ? OSRGetName(srs) : "unnamed";
  if (OSRIsCompound(srs))
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "error: EPSG:%d (%s) is a compound of a map and heights\n"
                               "help: use the number of its map alone",
                               epsg, name);
  if (OSRIsGeographic(srs))
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "error: EPSG:%d (%s) is in degrees; a domain needs metres\n%s", epsg,
                               name, help);
  if (!OSRIsProjected(srs))
    return sm_gis_session_fail(s, SM_ERR_DATA, "error: EPSG:%d (%s) is not a map projection\n%s",
                               epsg, name, help);
  char *unit = NULL;
  if (fabs(OSRGetLinearUnits(srs, &unit) - 1) > 1e-12)
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "error: EPSG:%d (%s) is in units of '%s'; a domain needs metres\n%s",
                               epsg, name, unit != NULL ? unit : "unknown", help);
  if (points_west(srs))
    return sm_gis_session_fail(s, SM_ERR_DATA, "error: EPSG:%d (%s) has an axis to the west\n%s",
                               epsg, name, help);
  return SM_OK;
}

static enum sm_status fill_crs(struct sm_gis_session *s, OGRSpatialReferenceH srs, int epsg,
                               struct sm_crs *out) {
  *out = (struct sm_crs){.epsg = epsg};
  out->wkt2 = export_wkt(srs, "FORMAT=WKT2_2019");
  out->wkt1 = export_wkt(srs, "FORMAT=WKT1_GDAL");
  if (out->wkt2 == NULL || out->wkt1 == NULL) return sm_gis_session_no_memory(s);
  out->semi_major_axis = OSRGetSemiMajor(srs, NULL);
  out->inverse_flattening = OSRGetInvFlattening(srs, NULL);
  const char *projection = OSRGetAttrValue(srs, "PROJECTION", 0);
  if (projection != NULL && strcmp(projection, SRS_PT_TRANSVERSE_MERCATOR) == 0) {
    strcpy(out->mapping, "transverse_mercator");
    out->longitude_of_central_meridian = OSRGetNormProjParm(srs, SRS_PP_CENTRAL_MERIDIAN, 0, NULL);
    out->latitude_of_projection_origin =
        OSRGetNormProjParm(srs, SRS_PP_LATITUDE_OF_ORIGIN, 0, NULL);
    out->scale_factor = OSRGetNormProjParm(srs, SRS_PP_SCALE_FACTOR, 1, NULL);
    out->false_easting = OSRGetNormProjParm(srs, SRS_PP_FALSE_EASTING, 0, NULL);
    out->false_northing = OSRGetNormProjParm(srs, SRS_PP_FALSE_NORTHING, 0, NULL);
  }
  return SM_OK;
}

static enum sm_status crs_from_epsg(struct sm_gis_session *s, int epsg, struct sm_crs *out) {
  *out = (struct sm_crs){0};
  OGRSpatialReferenceH srs = NULL;
  enum sm_status status = sm_srs_wgs84(s, &srs); /* a broken PROJ, or an unknown code */
  if (status != SM_OK) return status;
  if (OSRImportFromEPSG(srs, epsg) != OGRERR_NONE) {
    status = sm_gis_session_fail(s, SM_ERR_DATA,
                                 "error: EPSG:%d is not a coordinate system that PROJ knows", epsg);
  } else {
    status = check_domain_crs(s, srs, epsg);
  }
  if (status == SM_OK) status = fill_crs(s, srs, epsg, out);
  sm_srs_free(srs);
  if (status != SM_OK) {
    free(out->wkt2);
    free(out->wkt1);
    *out = (struct sm_crs){0};
  }
  return status;
}

enum sm_status sm_module_crs_from_epsg(int epsg, struct sm_crs *out, char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  const enum sm_status status = crs_from_epsg(&s, epsg, out);
  sm_gis_session_end(&s);
  return status;
}

static enum sm_status check_position(struct sm_gis_session *s, double latitude, double longitude) {
  if (latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 360) return SM_OK;
  return sm_gis_session_fail(s, SM_ERR_DATA,
                             "error: latitude %g, longitude %g is not a place on earth\n"
                             "help: latitudes go from -90 to 90, longitudes from -180 to 360",
                             latitude, longitude);
}

static enum sm_status crs_utm(struct sm_gis_session *s, double latitude, double longitude,
                              struct sm_crs *out) {
  *out = (struct sm_crs){0};
  const enum sm_status status = check_position(s, latitude, longitude);
  if (status != SM_OK) return status;
  if (latitude < -80 || latitude > 84)
    return sm_gis_session_fail(s, SM_ERR_DATA,
                               "error: there is no UTM zone at latitude %g\n"
                               "help: use a polar projection, crs = \"EPSG:%d\"",
                               latitude, latitude > 0 ? 3413 : 3031);
  const int zone = (int)floor(fmod(longitude + 180, 360) / 6) + 1;
  return crs_from_epsg(s, (latitude < 0 ? 32700 : 32600) + zone, out);
}

enum sm_status sm_module_crs_utm(double latitude, double longitude, struct sm_crs *out,
                                 char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  const enum sm_status status = crs_utm(&s, latitude, longitude, out);
  sm_gis_session_end(&s);
  return status;
}

/* ---- positions ---- */

/* Transforms x, y in place: from WGS 84 longitude, latitude to the CRS, or back. */
static enum sm_status transform(struct sm_gis_session *s, const struct sm_crs *crs, bool back,
                                int count, double *x, double *y) {
  if (crs->local)
    return sm_gis_session_fail(
        s, SM_ERR_DATA, "error: a local domain (crs = \"local\") has no latitude and longitude");
  OGRSpatialReferenceH srs = NULL, wgs84 = NULL;
  enum sm_status status = sm_srs_create(s, crs, &srs);
  if (status == SM_OK) status = sm_srs_wgs84(s, &wgs84);
  if (status == SM_OK) {
    OGRCoordinateTransformationH change =
        OCTNewCoordinateTransformation(back ? srs : wgs84, back ? wgs84 : srs);
    bool good = change != NULL && OCTTransform(change, count, x, y, NULL);
    for (int i = 0; good && i < count; i++) good = isfinite(x[i]) && isfinite(y[i]);
    if (!good)
      status = sm_gis_session_fail(s, SM_ERR_DATA,
                                   "error: the place does not lie in the range of EPSG:%d: %s",
                                   crs->epsg, s->complaint);
    OCTDestroyCoordinateTransformation(change);
  }
  sm_srs_free(wgs84);
  sm_srs_free(srs);
  return status;
}

enum sm_status sm_module_project(const struct sm_crs *crs, size_t count, const double *latitude,
                                 const double *longitude, double *x, double *y, char *message,
                                 size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  enum sm_status status = SM_OK;
  for (size_t i = 0; i < count && status == SM_OK; i++) {
    status = check_position(&s, latitude[i], longitude[i]);
    x[i] = longitude[i];
    y[i] = latitude[i];
  }
  if (status == SM_OK && count > INT_MAX)
    status = sm_gis_session_fail(&s, SM_ERR_DATA, "error: %zu places at once are too many", count);
  if (status == SM_OK && count > 0) status = transform(&s, crs, false, (int)count, x, y);
  sm_gis_session_end(&s);
  return status;
}

enum sm_status sm_module_unproject(const struct sm_crs *crs, size_t count, double *x_longitude,
                                   double *y_latitude, char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  enum sm_status status =
      count <= INT_MAX
          ? SM_OK
          : sm_gis_session_fail(&s, SM_ERR_DATA, "error: %zu places at once are too many", count);
  if (status == SM_OK && count > 0)
    status = transform(&s, crs, true, (int)count, x_longitude, y_latitude);
  sm_gis_session_end(&s);
  return status;
}

/* Map scale along a meridian: distance on the map (m) over distance on the ground, from two ends
 * given on the map (m) and on Earth (deg). */
static double map_scale(const struct sm_crs *crs, const double x[2], const double y[2],
                        const double latitude[2]) {
  const double f = crs->inverse_flattening > 0 ? 1 / crs->inverse_flattening : 0;
  const double e2 = f * (2 - f);
  const double sine = sin(0.5 * (latitude[0] + latitude[1]) / deg_per_rad);
  const double radius = crs->semi_major_axis * (1 - e2) / pow(1 - e2 * sine * sine, 1.5);
  return hypot(x[1] - x[0], y[1] - y[0]) / (radius * (latitude[1] - latitude[0]) / deg_per_rad);
}

/* Finds convergence and scale from a short step along the meridian. */
enum sm_status sm_module_convergence(const struct sm_crs *crs, const double xy[2], double *deg,
                                     char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  const double step = 1e-4; /* degrees of latitude, about 11 m */
  double x[2] = {xy[0], xy[0]}, y[2] = {xy[1], xy[1]};
  double latitude[2] = {0, 0};
  *deg = 0;
  enum sm_status status = transform(&s, crs, true, 1, x, y);
  if (status == SM_OK) {
    x[1] = x[0];
    latitude[1] = y[1] = fmin(y[0] + step, 90);
    latitude[0] = y[0] = fmax(y[0] - step, -90);
    status = transform(&s, crs, false, 2, x, y);
  }
  if (status == SM_OK) {
    *deg = -atan2(x[1] - x[0], y[1] - y[0]) * deg_per_rad;
    const double scale = map_scale(crs, x, y, latitude);
    if (fabs(scale - 1) > true_enough)
      snprintf(message, size,
               "warning: EPSG:%d is not true to scale here: a metre on the ground is %.3g m on the "
               "map\nhelp: use crs = \"auto-utm\", or the map of the country",
               crs->epsg, scale);
  }
  sm_gis_session_end(&s);
  return status;
}
