/* GDAL session for one call: quiet, offline, with a small cache. Messages of GDAL go to the session
 * instead of stderr. */
#define _POSIX_C_SOURCE 200809L
#include "input/gis/internal.h"
#undef sm_gis_session_fail
#undef sm_gis_session_no_memory

#include "input/gis/module.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <errno.h>
#include <ogr_srs_api.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Block cache of GDAL, bytes; the default would be 5 % of the memory. */
static const GIntBig cache_limit = (GIntBig)32 << 20;

static const char *const config[][2] = {
    {"CPL_DEBUG", "OSM"},             /* reports OSM relations with missing ways */
    {"GTIFF_REPORT_COMPD_CS", "YES"}, /* keeps the vertical CRS, which has the unit of heights */
    {"CPL_VSIL_CURL_ALLOWED_EXTENSIONS", "none"}, /* a VRT may refer to network files */
    {"GDAL_SKIP", "HTTP WMS WCS WMTS WFS OAPIF CSW PLScenes EEDA EEDAI NGW DAAS STACIT STACTA"},
    {"OGR_SKIP", "HTTP,WFS,OAPIF,CSW,PLScenes,EEDA,NGW,Carto,AmigoCloud,Elastic,GMLAS"},
};

/* Configuration of the OSM driver: that of GDAL reads closed ways tagged only with building:part as
 * lines. Other tags go into the attribute other_tags. */
static const char osm_config[] = "attribute_name_laundering=no\n"
                                 "closed_ways_are_polygons=building,building:part\n"
                                 "[points]\n[lines]\n[multilinestrings]\n[other_relations]\n"
                                 "[multipolygons]\n"
                                 "osm_id=yes\n"
                                 "attributes=building,building:part,height,building:levels\n"
                                 "other_tags=yes\n";

/* Replaces unprintable bytes of damaged files, for terminals and JSON. */
static void make_printable(char *text) {
  const bool utf8 = CPLIsUTF8(text, -1) != 0;
  for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++)
    if (*c < ' ' || *c == 127 || (*c > 127 && !utf8)) *c = *c == '\n' ? ' ' : '?';
}

static void CPL_STDCALL keep_complaint(CPLErr level, CPLErrorNum number, const char *text) {
  (void)number;
  struct sm_gis_session *s = CPLGetErrorHandlerUserData();
  const bool error = level == CE_Failure || level == CE_Fatal;
  long long relation;
  if (level == CE_Debug && sscanf(text, "OSM: Relation %lld has missing", &relation) == 1 &&
      s->relations++ == 0)
    s->relation = relation;
  if (level == CE_Debug || level == CE_None) return;
  if (s->complaint[0] == '\0' || (error && !s->failed)) {
    snprintf(s->complaint, sizeof s->complaint, "%s", text);
    make_printable(s->complaint);
  }
  s->failed = s->failed || error;
}

/* Registers the drivers once, since GDAL scans all of them. A host may have deregistered them. */
static void register_drivers(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, GDALAllRegister);
  if (GDALGetDriverCount() == 0) GDALAllRegister();
}

void sm_gis_session_begin(struct sm_gis_session *s, char *message, size_t size) {
  *s = (struct sm_gis_session){.message = message, .size = size};
  message[0] = '\0';
  CPLPushErrorHandlerEx(keep_complaint, s);
  s->options = CPLGetThreadLocalConfigOptions();
  for (size_t i = 0; i < sizeof config / sizeof *config; i++)
    CPLSetThreadLocalConfigOption(config[i][0], config[i][1]);
  snprintf(s->osm, sizeof s->osm, "/vsimem/simoom-%p.ini", (void *)s);
  VSIFCloseL(VSIFileFromMemBuffer(s->osm, (GByte *)osm_config, sizeof osm_config - 1, 0));
  CPLSetThreadLocalConfigOption("OSM_CONFIG_FILE", s->osm);
  register_drivers();
  s->cache = GDALGetCacheMax64();
  if (s->cache > cache_limit) GDALSetCacheMax64(cache_limit);
  s->network = OSRGetPROJEnableNetwork();
  OSRSetPROJEnableNetwork(0);
  sm_gis_session_clear(s);
}

void sm_gis_session_end(struct sm_gis_session *s) {
  OSRSetPROJEnableNetwork(s->network);
  GDALSetCacheMax64(s->cache);
  CPLSetThreadLocalConfigOptions((const char *const *)s->options);
  CSLDestroy(s->options);
  VSIUnlink(s->osm);
  CPLPopErrorHandler();
  CPLErrorReset();
}

void sm_gis_session_clear(struct sm_gis_session *s) {
  s->complaint[0] = '\0';
  s->failed = false;
}

enum sm_status sm_gis_session_fail(struct sm_gis_session *s, enum sm_status status,
                                   const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(s->message, s->size, format, arguments);
  va_end(arguments);
  return status;
}

void sm_gis_session_warn(struct sm_gis_session *s, const char *format, ...) {
  const size_t used = strlen(s->message), gap = used > 0 ? sizeof SM_GIS_NEXT - 1 : 0;
  va_list arguments;
  if (used + gap + 1 >= s->size) return;
  if (gap > 0) memcpy(s->message + used, SM_GIS_NEXT, gap + 1);
  va_start(arguments, format);
  const int more = vsnprintf(s->message + used + gap, s->size - used - gap, format, arguments);
  va_end(arguments);
  if (more < 0 || (size_t)more >= s->size - used - gap) s->message[used] = '\0'; /* no room */
}

enum sm_status sm_gis_session_no_memory(struct sm_gis_session *s) {
  return sm_gis_session_fail(s, SM_ERR_MEMORY, "out of memory: reading maps");
}

enum sm_status sm_gis_session_open(struct sm_gis_session *s, const char *path, unsigned kind,
                                   GDALDatasetH *out) {
  *out = NULL;
  if (access(path, R_OK) != 0) /* also rejects paths that GDAL would look up in the network */
    return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: %s", path, strerror(errno));
  sm_gis_session_clear(s);
  *out = GDALOpenEx(path, kind | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL, NULL, NULL);
  if (*out != NULL && s->failed && strstr(s->complaint, "crs not found") != NULL)
    sm_gis_session_warn(
        s,
        "%s: warning: its coordinate reference system is unknown to PROJ; coordinates of GeoJSON "
        "are taken as longitude and latitude (WGS 84)",
        path);
  if (*out != NULL) return SM_OK;
  const char *what = kind == GDAL_OF_RASTER   ? "a raster"
                     : kind == GDAL_OF_VECTOR ? "a file with footprints"
                                              : "a map";
  return sm_gis_session_fail(s, SM_ERR_DATA, "%s: error: this is not %s that can be read: %s", path,
                             what, s->complaint[0] != '\0' ? s->complaint : "GDAL gives no reason");
}
