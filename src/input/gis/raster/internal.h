/* input/gis/raster/internal.h - rasters in the module simoom_gis: windows, height units, outliers;
 * writing. */
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
  GDALRasterBandH band;     /* NULL: there is none, which is optional */
  OGRSpatialReferenceH srs; /* may be NULL: no SRS, or a local domain */
  double transform[6];      /* geotransform: x = t[0] + t[1] column + t[2] line, y = t[3] + ... */
  int width, height;
  int first;            /* column of the file that comes first; columns wrap around */
  double centre;        /* longitude (deg) at the centre of the range of 360 deg; NAN: 0 */
  double scale, offset; /* value = stored * scale + offset; includes feet to metres */
  bool landscape;       /* an .lcp file */
};

/* Opens the selected band of a file, in coordinates that can be transformed to `crs` (NULL: any).
 * Errors: ERR_DATA. Closed with sm_raster_close, also after an error. */
SM_CHECKED enum sm_status sm_raster_open(struct sm_gis_session *s, const char *path,
                                         const struct sm_raster_options *options,
                                         const struct sm_crs *crs, struct sm_raster *out);
void sm_raster_close(struct sm_raster *raster);

/* Georeferences an open file without a band; the raster takes ownership of the file. */
SM_CHECKED enum sm_status sm_raster_attach(struct sm_gis_session *s, const char *path,
                                           GDALDatasetH data, const char *assumed_crs,
                                           const struct sm_crs *crs, struct sm_raster *out);

/* Reads a part of the band at reduced resolution: columns x0.. (width), lines y0.. (height), into
 * float[lines][columns]. A value for several pixels is their mean or, with `nearest`, one of them.
 * NAN where there is no value. Errors: ERR_DATA. */
struct sm_raster_part {
  int x0, y0, width, height; /* pixels */
  int columns, lines;        /* size of the output, at most width and height */
  bool nearest;
};
SM_CHECKED enum sm_status sm_raster_read(struct sm_gis_session *s, const struct sm_raster *raster,
                                         const struct sm_raster_part *part, float *values);

/* bands.c */

/* Selects raster->band. Errors: ERR_DATA, with a list of the bands. */
SM_CHECKED enum sm_status sm_bands_choose(struct sm_gis_session *s,
                                          const struct sm_raster_options *options,
                                          struct sm_raster *raster);

/* Description of a band in the file; "": absent. */
const char *sm_band_description(GDALRasterBandH band);

/* geokeys.c */

/* Vertical unit of a TIFF from VerticalUnitsGeoKey, else from VerticalCitationGeoKey ("NAVD88
 * height (ftUS)"). `text` gets the source text. False when the file is not a TIFF or has no
 * unit. */
bool sm_geokeys_vertical_unit(const char *path, char *text, size_t size, double *metres);

/* raster_unit.c */

/* Unit of the selected band in m, 1 or kg/m3; without a unit 1, or that of LANDFIRE's products.
 * Unknown or contradictory units are errors, or a warning when the
 * case gives the unit. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_raster_unit_find(struct sm_gis_session *s,
                                              const struct sm_raster *raster,
                                              const struct sm_raster_options *options,
                                              double *unit);

/* canopy_unit.c */

/* Parses the unit of a canopy's cover ("Percent") or bulk density ("kg/m^3 x 100"): factor to a
 * fraction or to kg/m3; false: not known. */
bool sm_cover_unit_read(const char *text, double *factor);
bool sm_density_unit_read(const char *text, double *factor);

/* Unit of LANDFIRE's products of a kind, by the name of a band such as US_240CBH: m, 1 or kg/m3;
 * 0: not one of them. */
double sm_landfire_unit(enum sm_raster_kind kind, const char *description);

/* outliers.c */

/* Heights in a part of a raster. */
struct sm_outlier_map {
  float *height;        /* m, [ny][nx]; NAN: nodata */
  int nx, ny;           /* pixels */
  double cell;          /* pixel size, m */
  double scale, offset; /* height = stored number * scale + offset */
  int low[2], high[2];  /* first and last column and line of the reported range */
  bool remove;          /* set outliers, and pixels blended with them, to NAN */
  unsigned char *odd;   /* [ny][nx], initially 0: set to 1 for outliers; may be NULL */
};

struct sm_outliers {
  size_t pixels, places; /* outliers in the reported range */
  size_t largest;        /* pixels of the largest patch */
  int at[2];             /* column and line of one of its pixels */
  double height, around; /* its height, and mean height around it, m */
};

/* Adds the outliers found to `out`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outliers_find(struct sm_gis_session *s,
                                           const struct sm_outlier_map *map,
                                           struct sm_outliers *out);

/* outlier_check.c */

struct sm_height_check {
  const struct sm_raster *raster;
  const struct sm_raster_part *part;
  float *value;             /* m, [lines][columns] of the part, as read */
  OGRSpatialReferenceH srs; /* SRS of the domain; NULL: local */
  double cell;              /* pixel size of the raster, m */
  int low[2], high[2];      /* columns and lines of the raster inside the domain */
  bool remove;              /* set outliers to NAN */
};

/* Warns of voids and spikes (outliers.c). Where values are means of several pixels, the pixels
 * themselves are checked unless they are too many. Errors: ERR_DATA, ERR_MEMORY. */
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
                                        const struct sm_contour_map *maps,
                                        const struct sm_contour_legend *legend, char *message,
                                        size_t size);

/* overlays.c */

enum sm_status sm_module_write_overlays(const char *path, const struct sm_crs *crs,
                                        const struct sm_map_window *window,
                                        const struct sm_overlay_page *page, char *message,
                                        size_t size);

/* overlays.c */

/* Adds the picture of a legend, [size[1]][size[0]][4] from below, to a KMZ as legend.png; `folder`
 * is that of the archive. SM_KMZ_LEGEND shows it at the lower left of the screen. */
bool sm_kmz_add_legend(const char *folder, const uint8_t *rgba, const int size[2]);

#define SM_KMZ_LEGEND                                                                              \
  "<ScreenOverlay><name>Legend</name><Icon><href>legend.png</href></Icon>"                         \
  "<overlayXY x=\"0\" y=\"0\" xunits=\"fraction\" yunits=\"fraction\"/>"                           \
  "<screenXY x=\"10\" y=\"40\" xunits=\"pixels\" yunits=\"pixels\"/></ScreenOverlay>\n"

#endif
