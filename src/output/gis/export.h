/* export.h - a result as maps that other programs read. */
#ifndef SM_OUTPUT_GIS_EXPORT_H
#define SM_OUTPUT_GIS_EXPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "input/gis.h"
#include "output/picture/module_interface.h"
#include "output/picture/plot.h"
#include "simoom/context.h"

enum { SM_EXPORT_TIME = 32 };

struct sm_export_job {
  struct sm_context *ctx;
  struct sm_wind_file *file;
  const struct sm_export_options *options;
  struct sm_plot_options map; /* what is read of each time */
  char column[128];           /* of the field, and that it is a difference */
  const char *out;
  struct sm_crs crs;
  struct sm_contour_grid grid;  /* faces of the columns, m */
  size_t columns;               /* of the map */
  bool timeless;                /* the map is of the whole run */
  size_t first, last;           /* times, the last one included */
  char (*when)[SM_EXPORT_TIME]; /* [last - first + 1]; "" without a calendar */
};

/* A map of one time; freed with sm_plot_job_free, also after an error. */
SM_CHECKED enum sm_status sm_export_read(struct sm_export_job *e, size_t time,
                                         struct sm_plot_job *job);

/* Makes a scale reach to the ends of that of another time; the first one makes it. */
void sm_export_extend_range(struct sm_plot_picture *scale, const struct sm_plot_picture *other,
                            bool first);

/* Ends of all columns are evenly apart: else ERR_USAGE. */
SM_CHECKED enum sm_status sm_export_window(const struct sm_export_job *e,
                                           struct sm_map_window *out);

/* All cells have one size along an axis. */
bool sm_export_is_even(const struct sm_wind_file *file, int axis);

/* Formats. */
SM_CHECKED enum sm_status sm_export_tiff(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_areas(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_points(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_overlays(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_farsite(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_places(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_vtk(struct sm_export_job *e);

/* Particle trajectories, and prisms. */
SM_CHECKED enum sm_status sm_export_trajectories(struct sm_context *ctx, const char *path,
                                                 const struct sm_export_options *options,
                                                 const char *out);
SM_CHECKED enum sm_status sm_export_prisms(struct sm_context *ctx, const char *path,
                                           const struct sm_export_options *options,
                                           const char *out);

/* export_stations.c: Places that are exported: of the options, and of a table. */

struct sm_export_stations {
  size_t count;
  double (*place)[3]; /* [count] x, y in the file's coordinates, m above the ground */
  const char **name;
  char *text; /* that names lie in */
};

/* The places of the options, and those of their CSV: a header with name, x and y (m, in the file's
 * coordinates) or lon and lat (deg, WGS 84), and height (m above the ground), then a line for each.
 * Freed with sm_export_stations_free, also after an error. Errors: ERR_USAGE (no place), ERR_DATA
 * (the table, with its line), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_export_stations_read(const struct sm_export_job *e,
                                                  struct sm_export_stations *out);
void sm_export_stations_free(struct sm_export_stations *stations);

/* qgis_style.c: The colours in which QGIS shows a raster. */

/* Writes <name>.qml beside <name>.tif, the scale being that of the first band: without it QGIS
 * takes bands for red, green and blue. One that somebody else has made, as QGIS does, stays.
 * Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_qgis_style_write(struct sm_context *ctx, const char *tiff,
                                              const struct sm_plot_picture *scale);

/* Likewise with the scale that `simoom plot` would choose for a map, [ny][nx], of what rises from
 * 0. */
SM_CHECKED enum sm_status sm_qgis_style_write_map(struct sm_context *ctx, const char *tiff,
                                                  const float *value, size_t nx, size_t ny,
                                                  bool logarithmic);

#endif
