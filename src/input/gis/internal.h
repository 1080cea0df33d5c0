/* input/gis/internal.h - internals of the module simoom_gis: GDAL sessions, CRS, extents, length
 * units. */
#ifndef SM_INPUT_GIS_INTERNAL_H
#define SM_INPUT_GIS_INTERNAL_H

#include "input/gis.h"
#include "simoom/status.h"
#include <gdal.h>
#include <ogr_srs_api.h>
#include <stdbool.h>
#include <stddef.h>

/* session.c */

struct sm_gis_session {
  char *message; /* caller's buffer for errors */
  size_t size;
  char complaint[1024]; /* first error of GDAL, else first warning; "": none */
  bool failed;          /* `complaint` is an error */
  char osm[64];         /* name of an in-memory configuration file */
  size_t relations;     /* OpenStreetMap relations that GDAL skipped, as ways are missing */
  long long relation;   /* id of the first one */
  char **options;       /* saved state to restore: configuration, cache, network */
  GIntBig cache;
  int network;
};
void sm_gis_session_begin(struct sm_gis_session *s, char *message, size_t size);
void sm_gis_session_end(struct sm_gis_session *s);

/* Clears errors and warnings of GDAL. */
void sm_gis_session_clear(struct sm_gis_session *s);

/* Formats the message and returns `status`. */
enum sm_status sm_gis_session_fail(struct sm_gis_session *s, enum sm_status status,
                                   const char *format, ...) SM_FORMAT(3, 4);

/* Adds a warning to the message of a successful call. */
void sm_gis_session_warn(struct sm_gis_session *s, const char *format, ...) SM_FORMAT(2, 3);

/* Returns ERR_MEMORY with a message. */
enum sm_status sm_gis_session_no_memory(struct sm_gis_session *s);

/* Opens a file for reading; `kind` is GDAL_OF_RASTER, GDAL_OF_VECTOR or both. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_session_open(struct sm_gis_session *s, const char *path,
                                              unsigned kind, GDALDatasetH *out);

#ifdef SM_ANALYSIS /* scripts/analyse.sh: what an analysis of another file cannot know of these */
#define sm_gis_session_fail(s, status, ...)                                                        \
  ((void)sm_gis_session_fail(s, status, __VA_ARGS__), (status))
#define sm_gis_session_no_memory(s) ((void)sm_gis_session_no_memory(s), SM_ERR_MEMORY)
#endif

/* crs.c */

/* Functions of the module table, described in input/gis.h. */
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

/* Creates the SRS of a CRS; NULL when it is local. Freed with sm_srs_free. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_srs_create(struct sm_gis_session *s, const struct sm_crs *crs,
                                        OGRSpatialReferenceH *out);
void sm_srs_free(OGRSpatialReferenceH srs);

/* Creates the SRS of WGS 84 in degrees. Errors: ERR_DATA (the database of PROJ is missing). */
SM_CHECKED enum sm_status sm_srs_wgs84(struct sm_gis_session *s, OGRSpatialReferenceH *out);

/* Horizontal SRS of a file: a copy of `own`, else the SRS of `assumed` ("EPSG:n" or ""), else NULL;
 * freed with sm_srs_free. `key` is the key of the case for `assumed`. Errors: ERR_DATA (`assumed`
 * is not a CRS). */
SM_CHECKED enum sm_status sm_srs_of_file(struct sm_gis_session *s, OGRSpatialReferenceH own,
                                         const char *assumed, const char *key,
                                         OGRSpatialReferenceH *out);

/* Checks that the SRS of a file suits the CRS of a domain (NULL: any): it must exist or, for a
 * local domain, it is dropped and must not be in `degrees`. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_srs_fit(struct sm_gis_session *s, const char *path, const char *key,
                                     const struct sm_crs *crs, bool degrees,
                                     OGRSpatialReferenceH *srs);

/* length_unit.c */

enum sm_length_unit {
  SM_LENGTH_NONE,   /* empty text, or unit stated as unknown */
  SM_LENGTH_METRES, /* length with its size in metres */
  SM_LENGTH_OTHER   /* anything else */
};

/* Parses the name of a length unit in any spelling; international and US survey feet differ by
 * 2e-6. "Meters x 10", used in landscape files, is a tenth of a metre. */
enum sm_length_unit sm_length_unit_read(const char *text, double *metres);

/* Finds a length unit in a longer text, such as "NAVD88 height (ftUS)". */
bool sm_length_unit_find(const char *name, double *metres);

/* True for equal units, ignoring rounding and the kind of foot. */
bool sm_length_unit_same(double a, double b);

/* extent.c */

enum sm_status sm_module_extent(const char *path, const char *layer, const char *assumed_crs,
                                const struct sm_crs *crs, struct sm_map_extent *out, char *message,
                                size_t size);

#endif
