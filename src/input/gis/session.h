/* session.h - GDAL for the length of one call: quiet, offline, with a small cache.
 *
 * What GDAL complains of goes into the session instead of to stderr. */
#ifndef SM_INPUT_GIS_SESSION_H
#define SM_INPUT_GIS_SESSION_H

#include "simoom/status.h"
#include <gdal.h>
#include <stdbool.h>
#include <stddef.h>

struct sm_gis_session {
  char *message; /* of simoom */
  size_t size;
  char complaint[1024]; /* GDAL's first error or, without one, first warning; "" if none */
  bool failed;          /* it was an error */
  char osm[64];         /* name of a configuration file in memory */
  size_t relations;     /* of OpenStreetMap, left out by GDAL as ways are missing ... */
  long long relation;   /* ... and the first of them */
  char **options;       /* to put back: configuration, cache, network */
  GIntBig cache;
  int network;
};
void sm_gis_session_begin(struct sm_gis_session *s, char *message, size_t size);
void sm_gis_session_end(struct sm_gis_session *s);

/* Forgets what GDAL complained of. */
void sm_gis_session_clear(struct sm_gis_session *s);

/* Writes the message and returns `status`. */
enum sm_status sm_gis_session_fail(struct sm_gis_session *s, enum sm_status status,
                                   const char *format, ...) SM_FORMAT(3, 4);

/* Adds a warning to the message of a call that goes well. */
void sm_gis_session_warn(struct sm_gis_session *s, const char *format, ...) SM_FORMAT(2, 3);

/* ERR_MEMORY with a message. */
enum sm_status sm_gis_session_no_memory(struct sm_gis_session *s);

/* Opens a file for reading; `kind` is GDAL_OF_RASTER, GDAL_OF_VECTOR or both. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_session_open(struct sm_gis_session *s, const char *path,
                                              unsigned kind, GDALDatasetH *out);

#ifdef SM_ANALYSIS /* scripts/analyse.sh: what an analysis of another file cannot know of these */
#define sm_gis_session_fail(s, status, ...)                                                        \
  ((void)sm_gis_session_fail(s, status, __VA_ARGS__), (status))
#define sm_gis_session_no_memory(s) ((void)sm_gis_session_no_memory(s), SM_ERR_MEMORY)
#endif

#endif
