/* gis.h - maps: rasters, footprints and coordinate systems, through GDAL, OGR and PROJ.
 *
 * The work is in a module, simoom_gis.so, opened with dlopen at the first call: linking GDAL costs
 * 0.1 s and 60 MB at every start. Where the module is missing every function returns ERR_DATA and
 * says what to install. Arrays are row by row from SOUTH to north, x fastest. */
#ifndef SM_INPUT_GIS_H
#define SM_INPUT_GIS_H

#include "base/context.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A coordinate system, as the file formats want to hear of it. */
struct sm_crs {
  bool local;        /* no map: the rest is empty */
  int epsg;          /* 0 when it has none */
  char *wkt2, *wkt1; /* NULL when local */
  /* CF grid mapping: "transverse_mercator" and its parameters; name "" when CF has none for it */
  char mapping[64];
  double longitude_of_central_meridian, latitude_of_projection_origin; /* deg */
  double scale_factor, false_easting, false_northing;                  /* 1, m, m */
  double semi_major_axis, inverse_flattening;                          /* m, 1 */
};
void sm_crs_free(struct sm_crs *crs);

/* A rectangle of cells in a CRS. */
struct sm_map_window {
  double x0, y0; /* m, south-west corner of cell (0, 0) */
  double dx, dy; /* m */
  int nx, ny;
};

/* How values between those of a raster are found. Where the window is coarser than the raster, the
 * first two give weighted means over the cell. */
enum sm_resample {
  SM_RESAMPLE_BILINEAR, /* never leaves the range of the values: roughness lengths */
  SM_RESAMPLE_CUBIC,    /* follows slopes best: terrain */
  SM_RESAMPLE_NEAREST,  /* classes */
};

/* Whether the module can be opened, to be asked before a long computation. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_ready(struct sm_context *ctx);

/* Gives back memory once the maps are read: GDAL cannot be unloaded, but of the 52 MB that it keeps
 * resident after reading a terrain, 37 are code that the kernel can fetch again when needed. */
void sm_gis_release(void);

/* The CRS with an EPSG number, which must be a plane in metres with x to the east; the UTM zone
 * (WGS 84, zones of 6 deg everywhere, Norway and Svalbard too, from 80 S to 84 N) of a place.
 * Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_crs_from_epsg(struct sm_context *ctx, int epsg,
                                               struct sm_crs *out);
SM_CHECKED enum sm_status sm_gis_crs_utm(struct sm_context *ctx, double latitude, double longitude,
                                         struct sm_crs *out);

/* Latitude and longitude (deg, WGS 84) to x, y of the CRS (m), and back; _all: of `count` places,
 * in hardly more time than of one; unproject_all in place. */
SM_CHECKED enum sm_status sm_gis_project(struct sm_context *ctx, const struct sm_crs *crs,
                                         double latitude, double longitude, double xy[2]);
SM_CHECKED enum sm_status sm_gis_project_all(struct sm_context *ctx, const struct sm_crs *crs,
                                             size_t count, const double *latitude,
                                             const double *longitude, double *x, double *y);
SM_CHECKED enum sm_status sm_gis_unproject(struct sm_context *ctx, const struct sm_crs *crs,
                                           const double xy[2], double *latitude, double *longitude);
SM_CHECKED enum sm_status sm_gis_unproject_all(struct sm_context *ctx, const struct sm_crs *crs,
                                               size_t count, double *x_longitude,
                                               double *y_latitude);

/* Meridian convergence at x, y: deg clockwise from true north to grid north. A direction measured
 * from true north becomes one from grid north by subtracting it. Warns where a metre on the ground
 * is not one on the map. */
SM_CHECKED enum sm_status sm_gis_convergence(struct sm_context *ctx, const struct sm_crs *crs,
                                             const double xy[2], double *deg);

/* Where a file lies, without reading it all: its bounding box in lat/lon and centre (for
 * auto-utm), or, for a local file (no CRS anywhere), in its own units. Rasters and vectors. */
struct sm_map_extent {
  bool has_crs;               /* of its own or assumed; false when `crs` is local */
  double latitude, longitude; /* deg, centre; NAN without CRS */
  double x[2], y[2];          /* min, max in `crs` when one was given, else in the file's CRS */
  double cell[2];             /* m, size of a raster's cell in those units; NAN for vectors */
};
SM_CHECKED enum sm_status sm_gis_extent(struct sm_context *ctx, const char *path, const char *layer,
                                        const char *assumed_crs, const struct sm_crs *crs,
                                        struct sm_map_extent *out);

/* What the values of a raster are: lengths have a unit, and only one of several bands is meant. */
enum sm_raster_kind {
  SM_RASTER_ELEVATION,
  SM_RASTER_CANOPY_HEIGHT,
  SM_RASTER_LEAF_AREA,
  SM_RASTER_ROUGHNESS,
  SM_RASTER_CLASS,
};

struct sm_raster_options {
  enum sm_raster_kind kind;
  enum sm_resample resample;
  const char *crs;                 /* of files that name none, "EPSG:n" or "" */
  const char *band;                /* number or description; "" or NULL: the file's only one, or the
                                      only one that is described as what is looked for */
  double unit;                     /* m per unit, whatever the file says; 0: the file says it */
  const char *band_key, *unit_key; /* of the case, for messages; NULL: it has none */
  bool fill;  /* cells inside the files that have no value get one from their neighbours */
  bool quiet; /* a preview: without warnings */
};

struct sm_raster_report {
  size_t missing;    /* cells of the window without a value, before filling */
  double covered;    /* fraction of the window that lies inside the files, 0..1 */
  double x[2], y[2]; /* bounding box of the cells that lie outside the files, CRS, m; NAN
                        when there are none */
};

/* Reads a band of raster files into the window, reprojected and mosaicked (the first file that has
 * a value counts), at the centres of the cells. values: float[ny][nx], NAN where missing (marked as
 * no data, masked, not finite). Scale and offset are applied, lengths become metres.
 * With crs->local the file's own coordinates are taken as they are. A file without CRS where one is
 * needed is an error that says how to give it. A cell lies inside a file when its centre does.
 * Errors: ERR_DATA (missing, unreadable, truncated, no CRS, no such band, a unit that is not known,
 * nothing to fill from), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gis_read_raster(struct sm_context *ctx, const char *const *paths,
                                             size_t path_count,
                                             const struct sm_raster_options *options,
                                             const struct sm_crs *crs,
                                             const struct sm_map_window *window, float *values,
                                             struct sm_raster_report *report);

/* A footprint: rings in the domain's CRS; ring 0 of a part is its outline, the others are holes.
 * Rings are not closed. Inside is by the even-odd rule over all rings. */
struct sm_footprint {
  double (*vertex)[2]; /* m, all rings one after another */
  int *ring_start;     /* ring_count + 1 offsets into vertex */
  int ring_count;
  double height;   /* m, of its top above the ground (with the part below its base) */
  double base;     /* m, of its underside above the ground (min_height); 0 usually */
  double porosity; /* above 0: no obstacle, but slows the wind; NAN: 0, or 0.5 with storeys */
  double storey;   /* m, of an open car park; not above 0 or NAN: none */
  long feature;    /* id in the file, for messages; of an inline building its line */
  bool is_inline;  /* from the case itself */
  bool is_floor;   /* an obstacle, but not a building of its own */
};

struct sm_footprints {
  struct sm_footprint *item;
  size_t count;
  size_t repaired;       /* self-intersecting ones that were made valid */
  size_t dropped;        /* empty, degenerate, not a polygon, or upside down: warned of */
  size_t default_height; /* that had no height of their own */
};
void sm_footprints_free(struct sm_footprints *footprints);

struct sm_footprint_options {
  const char *layer, *assumed_crs;
  struct sm_attribute_rules height, base, porosity,
      storey;            /* base: none for min_height and OSM's levels */
  double default_height; /* m; NAN: an error names the features without */
  double x[2], y[2];     /* m in the CRS: only footprints that touch this box */
};

/* Reads polygons: shapefile, GeoJSON, GPKG, FlatGeobuf, OSM, KML and whatever OGR opens;
 * multipolygons are taken apart, holes kept, invalid ones repaired (counted; a warning names the
 * first), OSM `building:part` replaces its outline, heights as "12.5 m" or "41 ft" understood,
 * OSM's other_tags searched. In files from OpenStreetMap only what is tagged as building above
 * ground counts. None in the box is no error; no polygon in the whole layer is. Errors: ERR_DATA
 * (missing, unreadable, truncated, no CRS, no such layer, no heights, no attribute of a base,
 * porosity or storey that is asked for, or no such number in it), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gis_read_footprints(struct sm_context *ctx, const char *path,
                                                 const struct sm_crs *crs,
                                                 const struct sm_footprint_options *options,
                                                 struct sm_footprints *out);

/* A point, a line, or a polygon with its holes, in the domain's CRS, with what its attributes say.
 * Rings are not closed. */
enum sm_feature_form { SM_FEATURE_POINT, SM_FEATURE_LINE, SM_FEATURE_POLYGON };
enum { SM_FEATURE_VALUES = 12, SM_FEATURE_WORD = 24 };
struct sm_feature {
  enum sm_feature_form form;
  double (*vertex)[2]; /* m, all rings one after another; of points and lines one ring */
  int *ring_start;     /* ring_count + 1 offsets into vertex */
  int ring_count;
  double value[SM_FEATURE_VALUES]; /* as asked for; NAN where the feature has none */
  char word[SM_FEATURE_WORD];      /* "" where it has none, or a longer one */
  bool tagged;                     /* from OpenStreetMap: the word is that of a tag */
  long feature;                    /* id in the file, for messages */
};

struct sm_features {
  struct sm_feature *item;
  size_t count;
  size_t repaired; /* self-intersecting polygons that were made valid */
  size_t dropped;  /* empty ones, and polygons without area */
};
void sm_features_free(struct sm_features *features);

struct sm_feature_options {
  const char *layer, *assumed_crs; /* layer "": all */
  const char *crs_key;             /* of the case, for messages */
  struct sm_attribute_rules value[SM_FEATURE_VALUES];
  size_t value_count;
  const char *word;       /* attribute of which the text is kept */
  const char *const *tag; /* in files from OpenStreetMap: of the first of these that there is */
  size_t tag_count;
  double x[2], y[2]; /* m in the CRS: only features that touch this box */
};

/* Reads features of all kinds from the layers of a file. None in the box is no error.
 * Errors: ERR_DATA (missing, unreadable, truncated, no CRS, no such layer), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gis_read_features(struct sm_context *ctx, const char *path,
                                               const struct sm_crs *crs,
                                               const struct sm_feature_options *options,
                                               struct sm_features *out);

/* Writes a GeoTIFF of float bands; NAN becomes no data. values[band] is float[ny][nx] from the
 * south; written north up. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_geotiff(struct sm_context *ctx, const char *path,
                                               const struct sm_crs *crs,
                                               const struct sm_map_window *window, int bands,
                                               const float *const *values, const char *const *names,
                                               const char *const *units);

/* Columns of a map, of whatever sizes, and what is known of each. */
struct sm_contour_grid {
  int nx, ny;
  const double *x, *y; /* nx + 1, ny + 1 faces in the CRS, m */
};
struct sm_contour_map {
  const float *value;          /* float[ny][nx]; NAN: none */
  double level;                /* above 0, unless linear */
  const char *name, *quantity; /* for the attributes "species" and "quantity" */
  const char *unit;
  const char *time; /* attribute "time"; NULL: the file has none */
  bool linear;      /* the value is, between the centres of columns; else its logarithm */
};

/* Writes the areas in which maps are above their levels as polygons: GeoJSON, in longitude and
 * latitude (WGS 84), or x and y where the CRS is local; or, to a path that ends with .gpkg, a
 * GeoPackage in the CRS. Of a logarithm, less than a tenth of the level counts as that.
 * Attributes: species, quantity, threshold, unit, area_m2 (in the CRS), time. A map that is nowhere
 * above has no feature. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_contours(struct sm_context *ctx, const char *path,
                                                const struct sm_crs *crs,
                                                const struct sm_contour_grid *grid, int count,
                                                const struct sm_contour_map *maps);

/* Points, or polygons, with numbers and a time. */
struct sm_point_table {
  size_t count;
  int corners;              /* of each, which follow one another in place; 0: points */
  const double (*place)[2]; /* [count], or of all corners, m in the CRS */
  int columns;
  bool wind;               /* they are wind_speed, wind_from_direction, u, v */
  const char *const *name; /* [columns] */
  const double *value;     /* [count][columns] */
  const char *const *time; /* [count]; NULL: there are no times */
  const char *about;       /* what the columns are, in which units; NULL: the names tell */
};

/* Writes them to the formats of sm_gis_write_contours. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_points(struct sm_context *ctx, const char *path,
                                              const struct sm_crs *crs,
                                              const struct sm_point_table *table);

/* Lines, one after another, and what is known of each. */
struct sm_line_table {
  size_t count;
  const size_t *start;                   /* [count + 1] into place */
  const double (*place)[3];              /* m in the CRS, and altitude */
  const long long *number;               /* [count] attribute "particle" */
  const char *const *name;               /* "species" */
  const char *const *begin, *const *end; /* texts */
  const double *duration;                /* "duration_s" */
};

/* Writes them to the formats of sm_gis_write_contours. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_lines(struct sm_context *ctx, const char *path,
                                             const struct sm_crs *crs,
                                             const struct sm_line_table *table);

/* Writes a text of KML as a KMZ. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_gis_write_kmz(struct sm_context *ctx, const char *path,
                                           const char *text, size_t bytes);

/* A picture of a map of even columns, and when it is shown. */
struct sm_overlay {
  const uint8_t *rgba;     /* [ny][nx][4], from the south */
  const char *name;        /* that people see */
  const char *begin, *end; /* ISO 8601; NULL: always */
};

/* Writes pictures that lie on the ground, with a description (HTML), as KMZ for Google Earth
 * and the like. Errors: ERR_IO, ERR_DATA (the CRS is local). */
SM_CHECKED enum sm_status sm_gis_write_overlays(struct sm_context *ctx, const char *path,
                                                const struct sm_crs *crs,
                                                const struct sm_map_window *window,
                                                const char *title, const char *description,
                                                int count, const struct sm_overlay *overlays);

#endif
