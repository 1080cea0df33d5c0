/* input/gis/raster/internal.h - rasters inside the module simoom_gis: reading of windows, height
 * units, outliers; writing. */
#ifndef SM_INPUT_GIS_RASTER_INTERNAL_H
#define SM_INPUT_GIS_RASTER_INTERNAL_H

#include "input/gis.h"
#include "input/gis/internal.h"
#include <gdal.h>
#include <ogr_srs_api.h>
#include <stdbool.h>
#include <stddef.h>

/* raster.c */

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

/* bands.c */

/* Sets raster->band. Errors: ERR_DATA, with a list of the bands. */
SM_CHECKED enum sm_status sm_bands_choose(struct sm_gis_session *s,
                                          const struct sm_raster_options *options,
                                          struct sm_raster *raster);

/* Description of a band in its file; "": absent. */
const char *sm_band_description(GDALRasterBandH band);

/* geokeys.c */

/* The vertical unit of a TIFF: that of VerticalUnitsGeoKey, else the one that
 * VerticalCitationGeoKey names, as "NAVD88 height (ftUS)" does. `text` gets what it was taken from.
 * False when the file is no TIFF, or tells none. */
bool sm_geokeys_vertical_unit(const char *path, char *text, size_t size, double *metres);

/* height_unit.c */

/* The metres per unit of the chosen band. What is not told counts as metres. A unit that is not
 * known, or one that contradicts another, is an error, unless the case gives one: then a warning.
 * Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_height_unit_find(struct sm_gis_session *s,
                                              const struct sm_raster *raster,
                                              const struct sm_raster_options *options,
                                              double *metres);

/* outliers.c */

/* Heights of a part of a raster. */
struct sm_outlier_map {
  float *height;        /* m, [ny][nx]; NAN: no data */
  int nx, ny;           /* pixels */
  double cell;          /* m, size of a pixel */
  double scale, offset; /* height = stored number * scale + offset */
  int low[2], high[2];  /* first and last column and line that are reported */
  bool remove;          /* outliers, and what resampling has mixed with them, become NAN */
  unsigned char *odd;   /* [ny][nx], all 0 before: 1 is written for outliers; NULL: not needed */
};

struct sm_outliers {
  size_t pixels, places; /* in the columns and lines that are reported */
  size_t largest;        /* pixels of the largest place */
  int at[2];             /* column and line of a pixel of it */
  double height, around; /* m: there, and mean of what surrounds the place */
};

/* Adds what is found to `out`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outliers_find(struct sm_gis_session *s,
                                           const struct sm_outlier_map *map,
                                           struct sm_outliers *out);

/* outlier_check.c */

struct sm_height_check {
  const struct sm_raster *raster;
  const struct sm_raster_part *part;
  float *value;             /* m, [lines][columns] of the part, as read */
  OGRSpatialReferenceH srs; /* of the domain; NULL: local */
  double cell;              /* m, size of a pixel of the raster */
  int low[2], high[2];      /* columns and lines of the raster that lie in the domain */
  bool remove;              /* outliers become NAN */
};

/* Warns of voids and spikes (outliers.c). Where a value is the mean of several pixels, the pixels
 * themselves are looked at, unless they are too many. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outliers_check(struct sm_gis_session *s,
                                            const struct sm_height_check *heights);

/* window.c */

enum sm_status sm_module_read_raster(const char *const *paths, size_t path_count,
                                     const struct sm_raster_options *options,
                                     const struct sm_crs *crs, const struct sm_map_window *window,
                                     float *values, struct sm_raster_report *report, char *message,
                                     size_t size);

/* geotiff_write.c */

enum sm_status sm_module_write_geotiff(const char *path, const struct sm_crs *crs,
                                       const struct sm_map_window *window, int bands,
                                       const float *const *values, const char *const *names,
                                       const char *const *units, char *message, size_t size);

/* contours.c */

enum sm_status sm_module_write_contours(const char *path, const struct sm_crs *crs,
                                        const struct sm_contour_grid *grid, int count,
                                        const struct sm_contour_map *maps, char *message,
                                        size_t size);

/* overlays.c */

enum sm_status sm_module_write_overlays(const char *path, const struct sm_crs *crs,
                                        const struct sm_map_window *window, const char *title,
                                        const char *description, int count,
                                        const struct sm_overlay *overlays, char *message,
                                        size_t size);

#endif
