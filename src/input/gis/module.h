/* module.h - interface of the module simoom_gis.so, and the types that it needs from simoom.
 *
 * The module is loaded with RTLD_LOCAL and calls nothing of libsimoom. Each function implements
 * sm_gis_<name> of input/gis.h (project: sm_gis_project_all). On failure it writes the message into
 * message[size]; on success the message is "" or holds warnings, separated by SM_GIS_NEXT. Returned
 * memory is allocated with malloc(). */
#ifndef SM_INPUT_GIS_MODULE_H
#define SM_INPUT_GIS_MODULE_H

#include "input/gis.h"

/* Separator of warnings in a message. */
#define SM_GIS_NEXT "\036"

/* Prefix of a warning that is only shown in verbose runs. */
#define SM_GIS_NOTE "\035"

/* Finds the candidate most similar to a misspelt word, or NULL (base/text.h). */
typedef const char *sm_gis_nearest(const char *word, const char *const *candidates, size_t count);

struct sm_gis_module {
  enum sm_status (*crs_from_epsg)(int epsg, struct sm_crs *out, char *message, size_t size);
  enum sm_status (*crs_utm)(double latitude, double longitude, struct sm_crs *out, char *message,
                            size_t size);
  enum sm_status (*project)(const struct sm_crs *crs, size_t count, const double *latitude,
                            const double *longitude, double *x, double *y, char *message,
                            size_t size);
  enum sm_status (*unproject)(const struct sm_crs *crs, size_t count, double *x_longitude,
                              double *y_latitude, char *message, size_t size);
  enum sm_status (*convergence)(const struct sm_crs *crs, const double xy[2], double *deg,
                                char *message, size_t size);
  enum sm_status (*extent)(const char *path, const char *layer, const char *assumed_crs,
                           const struct sm_crs *crs, struct sm_map_extent *out, char *message,
                           size_t size);
  enum sm_status (*read_raster)(const char *const *paths, size_t path_count,
                                const struct sm_raster_options *options, const struct sm_crs *crs,
                                const struct sm_map_window *window, float *values,
                                struct sm_raster_report *report, char *message, size_t size);
  enum sm_status (*read_footprints)(const char *path, const struct sm_crs *crs,
                                    const struct sm_footprint_options *options,
                                    sm_gis_nearest *nearest, struct sm_footprints *out,
                                    char *message, size_t size);
  enum sm_status (*read_features)(const char *path, const struct sm_crs *crs,
                                  const struct sm_feature_options *options, struct sm_features *out,
                                  char *message, size_t size);
  enum sm_status (*write_geotiff)(const char *path, const struct sm_crs *crs,
                                  const struct sm_map_window *window, int bands,
                                  const float *const *values, const char *const *names,
                                  const char *const *units, char *message, size_t size);
  enum sm_status (*write_contours)(const char *path, const struct sm_crs *crs,
                                   const struct sm_contour_grid *grid, int count,
                                   const struct sm_contour_map *maps,
                                   const struct sm_contour_legend *legend, char *message,
                                   size_t size);
  enum sm_status (*write_points)(const char *path, const struct sm_crs *crs,
                                 const struct sm_point_table *table, char *message, size_t size);
  enum sm_status (*write_lines)(const char *path, const struct sm_crs *crs,
                                const struct sm_line_table *table, char *message, size_t size);
  enum sm_status (*write_kmz)(const char *path, const char *text, size_t bytes, char *message,
                              size_t size);
  enum sm_status (*write_overlays)(const char *path, const struct sm_crs *crs,
                                   const struct sm_map_window *window,
                                   const struct sm_overlay_page *page, char *message, size_t size);
};

#endif
