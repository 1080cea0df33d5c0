/* export.h - export of results as maps in GIS and visualisation formats. */
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
  struct sm_plot_options map; /* options of the map of each time */
  char column[128];           /* column name of the field, with "_difference" if applicable */
  const char *out;
  struct sm_crs crs;
  struct sm_contour_grid grid;  /* column faces, m */
  size_t columns;               /* number of map columns */
  bool timeless;                /* the map is for the whole run */
  size_t first, last;           /* time indices, inclusive */
  char (*when)[SM_EXPORT_TIME]; /* [last - first + 1] times as text; "" without a calendar */
};

/* Reads the map of one time; freed with sm_plot_job_free, also after an error. */
SM_CHECKED enum sm_status sm_export_read(struct sm_export_job *e, size_t time,
                                         struct sm_plot_job *job);

/* Extends a scale to the range of another map; `first` starts a new scale. */
void sm_export_extend_range(struct sm_plot_picture *scale, const struct sm_plot_picture *other,
                            bool first);

/* Fails with ERR_USAGE unless the columns are uniform. */
SM_CHECKED enum sm_status sm_export_window(const struct sm_export_job *e,
                                           struct sm_map_window *out);

/* True when all cells have the same size along an axis. */
bool sm_export_is_even(const struct sm_wind_file *file, int axis);

/* Formats. */
SM_CHECKED enum sm_status sm_export_tiff(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_areas(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_points(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_overlays(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_farsite(struct sm_export_job *e);

/* Parts of a KMZ: picture of the colour scale, freed with sm_free; and placemarks, added as KML:
 * arrows of the wind of a map at its times, sources and receptors. */
SM_CHECKED enum sm_status sm_kmz_legend(struct sm_context *ctx, const struct sm_plot_picture *scale,
                                        const char *label, uint8_t **rgba, int size[2]);
/* kmz_letters.c: a character of a legend, drawn in five columns of pixels, the lowest bit on top;
 * the first SM_KMZ_ABOVE rows are above capital letters. */
struct sm_kmz_letter {
  char base, mark; /* mark: 0, or an accent */
};
enum { SM_KMZ_ABOVE = 2 };

/* Letters of a text in UTF-8, at most `most`; returns their number. */
int sm_kmz_letters(const char *text, struct sm_kmz_letter *out, int most);
void sm_kmz_glyph(struct sm_kmz_letter letter, uint16_t column[5]);

/* sm_gis_write_contours of areas that have labels, with their colours and, in a KMZ, a legend. */
SM_CHECKED enum sm_status sm_areas_write(struct sm_context *ctx, const char *path,
                                         const struct sm_crs *crs,
                                         const struct sm_contour_grid *grid, int count,
                                         struct sm_contour_map *map);

SM_CHECKED enum sm_status sm_kmz_arrows(const struct sm_export_job *e,
                                        const struct sm_plot_picture *p,
                                        const struct sm_overlay *when, struct sm_text *out);
SM_CHECKED enum sm_status sm_kmz_marks(const struct sm_export_job *e, const struct sm_plot_job *job,
                                       struct sm_text *out);

/* Says that the directions for a fire spread model are from grid north. */
void sm_export_tell_north(const struct sm_export_job *e, const char *program);
SM_CHECKED enum sm_status sm_export_elmfire(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_flammap(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_forefire(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_places(struct sm_export_job *e);
SM_CHECKED enum sm_status sm_export_vtk(struct sm_export_job *e);

/* Particle trajectories, and prisms. */
SM_CHECKED enum sm_status sm_export_trajectories(struct sm_context *ctx, const char *path,
                                                 const struct sm_export_options *options,
                                                 const char *out);
SM_CHECKED enum sm_status sm_export_prisms(struct sm_context *ctx, const char *path,
                                           const struct sm_export_options *options,
                                           const char *out);

/* Whole files of any kind. */
SM_CHECKED enum sm_status sm_export_zarr(struct sm_context *ctx, const char *path,
                                         const struct sm_export_options *options, const char *out);

/* export_stations.c: Exported positions, from options and a table. */

struct sm_export_stations {
  size_t count;
  double (*place)[3]; /* [count] x, y in file coordinates, m above ground */
  const char **name;
  char *text; /* owns the names */
};

/* Reads the positions from the options and from their CSV: a header with name, x and y (m, file
 * coordinates) or lon and lat (deg, WGS 84), and height (m above ground), then one line each. Freed
 * with sm_export_stations_free, also after an error. Errors: ERR_USAGE (no position), ERR_DATA (the
 * table, with its line), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_export_stations_read(const struct sm_export_job *e,
                                                  struct sm_export_stations *out);
void sm_export_stations_free(struct sm_export_stations *stations);

/* qgis_style.c: Colour style of a raster for QGIS. */

/* Writes <name>.qml beside <name>.tif, with the scale of the first band; without it QGIS shows
 * bands as red, green and blue. A style made by others, for example QGIS, is kept. Errors: ERR_IO,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_qgis_style_write(struct sm_context *ctx, const char *tiff,
                                              const struct sm_plot_picture *scale);

/* Writes the style with the scale of `simoom plot` for a map, [ny][nx], of a non-negative
 * quantity. */
SM_CHECKED enum sm_status sm_qgis_style_write_map(struct sm_context *ctx, const char *tiff,
                                                  const float *value, size_t nx, size_t ny,
                                                  bool logarithmic);

#endif
