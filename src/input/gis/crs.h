/* crs.h - coordinate systems. Inside the module x is always easting or longitude, y northing or
 * latitude, whatever order the authority's definition has. */
#ifndef SM_INPUT_GIS_CRS_H
#define SM_INPUT_GIS_CRS_H

#include "input/gis.h"
#include "input/gis/session.h"
#include <ogr_srs_api.h>

/* The table's functions: input/gis.h says what they do. */
enum sm_status sm_module_crs_from_epsg(int epsg, struct sm_crs *out, char *message, size_t size);
enum sm_status sm_module_crs_utm(double latitude, double longitude, struct sm_crs *out,
                                 char *message, size_t size);
enum sm_status sm_module_project(const struct sm_crs *crs, size_t count, const double *latitude,
                                 const double *longitude, double *x, double *y, char *message,
                                 size_t size);
enum sm_status sm_module_unproject(const struct sm_crs *crs, size_t count, double *x_longitude,
                                   double *y_latitude, char *message, size_t size);
enum sm_status sm_module_convergence(const struct sm_crs *crs, const double xy[2], double *deg,
                                     char *message, size_t size);

/* The SRS of a CRS, NULL when it is local. Freed with sm_srs_free. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_srs_create(struct sm_gis_session *s, const struct sm_crs *crs,
                                        OGRSpatialReferenceH *out);
void sm_srs_free(OGRSpatialReferenceH srs);

/* WGS 84 latitude and longitude. Errors: ERR_DATA (PROJ's database is missing). */
SM_CHECKED enum sm_status sm_srs_wgs84(struct sm_gis_session *s, OGRSpatialReferenceH *out);

/* The horizontal SRS of a file: a copy of `own`, else what `assumed` ("EPSG:n" or "") names, else
 * NULL; freed with sm_srs_free. `key` is the case's key for `assumed`. Errors: ERR_DATA
 * (`assumed` is no CRS). */
SM_CHECKED enum sm_status sm_srs_of_file(struct sm_gis_session *s, OGRSpatialReferenceH own,
                                         const char *assumed, const char *key,
                                         OGRSpatialReferenceH *out);

/* What a domain's CRS (NULL: any will do) wants of a file's: to be there, or, when the domain is
 * local, none, which *srs becomes; `degrees`: the file's are taken for such. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_srs_fit(struct sm_gis_session *s, const char *path, const char *key,
                                     const struct sm_crs *crs, bool degrees,
                                     OGRSpatialReferenceH *srs);

#endif
