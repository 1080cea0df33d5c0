/* raster.h - one band of a raster file, georeferenced; and the reading of windows. */
#ifndef SM_INPUT_GIS_RASTER_RASTER_H
#define SM_INPUT_GIS_RASTER_RASTER_H

#include "input/gis.h"
#include "input/gis/session.h"
#include <gdal.h>
#include <ogr_srs_api.h>

struct sm_raster {
  const char *path;
  GDALDatasetH data;
  GDALRasterBandH band;
  OGRSpatialReferenceH srs; /* NULL: none, or the domain is local */
  double transform[6];      /* x = t[0] + t[1] column + t[2] line, y = t[3] + ... */
  int width, height;
  int first;     /* column of the file with which these begin; behind the last comes the first */
  double centre; /* longitude (deg) from which others are at most 180 deg away; NAN: 0 */
  double scale, offset; /* value = stored * scale + offset; feet become metres */
};

/* Opens the band of a file that is meant, in coordinates that can be compared with those of `crs`
 * (NULL: any). Errors: ERR_DATA. Closed with sm_raster_close, also after an error. */
SM_CHECKED enum sm_status sm_raster_open(struct sm_gis_session *s, const char *path,
                                         const struct sm_raster_options *options,
                                         const struct sm_crs *crs, struct sm_raster *out);
void sm_raster_close(struct sm_raster *raster);

/* The place of a file that is open, without a band: the file then belongs to the raster. */
SM_CHECKED enum sm_status sm_raster_attach(struct sm_gis_session *s, const char *path,
                                           GDALDatasetH data, const char *assumed_crs,
                                           const struct sm_crs *crs, struct sm_raster *out);

/* Reads a part of the band at most as fine as needed: columns x0.. (width), lines y0.. (height),
 * into float[lines][columns]; where a value stands for several pixels it is their mean, or, with
 * `nearest`, one of them. NAN where there is no value. Errors: ERR_DATA. */
struct sm_raster_part {
  int x0, y0, width, height; /* pixels */
  int columns, lines;        /* of the values, at most width and height */
  bool nearest;
};
SM_CHECKED enum sm_status sm_raster_read(struct sm_gis_session *s, const struct sm_raster *raster,
                                         const struct sm_raster_part *part, float *values);

#endif
