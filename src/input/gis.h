/* gis.h - GIS data: rasters, footprints and coordinate reference systems, by GDAL, OGR and PROJ.
 *
 * The functions are in a module, simoom_gis.so, loaded with dlopen at the first call: linking GDAL
 * would cost 0.1 s and 60 MB at every start. Without the module every function returns ERR_DATA and
 * says what to install. Arrays are stored row by row from SOUTH to north, x fastest. */
#ifndef SM_INPUT_GIS_H
#define SM_INPUT_GIS_H

#include "base/context.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Coordinate reference system (CRS), in the representations of the file formats. */
struct sm_crs {
  bool local;        /* local coordinates; the other members are empty */
  int epsg;          /* EPSG code; 0: none */
  char *wkt2, *wkt1; /* NULL when local */
  /* CF grid mapping: "transverse_mercator" and its parameters; name "" when CF has none */
  char mapping[64];
  double longitude_of_central_meridian, latitude_of_projection_origin; /* deg */
  double scale_factor, false_easting, false_northing;                  /* 1, m, m */
  double semi_major_axis, inverse_flattening;                          /* m, 1 */
};
void sm_crs_free(struct sm_crs *crs);

/* Rectangular grid of cells in a CRS. */
struct sm_map_window {
  double x0, y0; /* m, south-west corner of cell (0, 0) */
  double dx, dy; /* m */
  int nx, ny;
};

/* Interpolation of raster values. Where the window is coarser than the raster, the first two give
 * weighted means over the cell. */
enum sm_resample {
  SM_RESAMPLE_BILINEAR, /* stays within the range of the values: roughness lengths */
  SM_RESAMPLE_CUBIC,    /* best for slopes: terrain */
  SM_RESAMPLE_NEAREST,  /* classes */
};

/* Checks that the module can be loaded, for example before a long computation. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_ready(struct sm_context *ctx);

/* Releases memory after reading maps. GDAL cannot be unloaded, but 37 of the 52 MB that it keeps
 * resident after reading terrain are code pages that the kernel can reload when needed. */
void sm_gis_release(void);

/* CRS of an EPSG code, which must be projected, in metres, with x to the east; CRS of the UTM zone
 * of a position (WGS 84, zones of 6 deg everywhere, Norway and Svalbard too, from 80 S to 84 N).
 * Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_crs_from_epsg(struct sm_context *ctx, int epsg,
                                               struct sm_crs *out);
SM_CHECKED enum sm_status sm_gis_crs_utm(struct sm_context *ctx, double latitude, double longitude,
                                         struct sm_crs *out);

/* Converts latitude and longitude (deg, WGS 84) to x, y in the CRS (m), and back. _all: `count`
 * positions, much faster than single calls; unproject_all in place. */
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

/* Meridian convergence at x, y: deg clockwise from true north to grid
 * north. Direction from grid north = direction from true north -
 * convergence. Warns where the map scale differs from 1. */
SM_CHECKED enum sm_status sm_gis_convergence(struct sm_context *ctx, const struct sm_crs *crs,
                                             const double xy[2], double *deg);

/* Extent of a raster or vector file, found without reading all of it: bounding box and centre in
 * degrees (for automatic UTM) or, for a local file (no CRS anywhere), box in its own units. */
struct sm_map_extent {
  bool has_crs;               /* CRS of the file or assumed; false when `crs` is local */
  double latitude, longitude; /* centre, deg; NAN without CRS */
  double x[2], y[2];          /* minimum, maximum in `crs` if given, else in the CRS of the file */
  double cell[2];             /* cell size of a raster in those units, m; NAN for vectors */
};
SM_CHECKED enum sm_status sm_gis_extent(struct sm_context *ctx, const char *path, const char *layer,
                                        const char *assumed_crs, const struct sm_crs *crs,
                                        struct sm_map_extent *out);

/* Quantity of a raster: lengths need a unit; one of several bands is chosen by the quantity. */
enum sm_raster_kind {
  SM_RASTER_ELEVATION,
  SM_RASTER_CANOPY_HEIGHT,
  SM_RASTER_CANOPY_BASE_HEIGHT,
  SM_RASTER_CANOPY_COVER,        /* fraction of the ground */
  SM_RASTER_CANOPY_BULK_DENSITY, /* kg/m3 */
  SM_RASTER_LEAF_AREA,
  SM_RASTER_ROUGHNESS,
  SM_RASTER_CLASS,
  SM_RASTER_POPULATION,
};

struct sm_raster_options {
  enum sm_raster_kind kind;
  enum sm_resample resample;
  const char *crs;        /* for files without a CRS, "EPSG:n" or "" */
  const char *band;       /* number or description; "" or NULL: the only band, or the only
                           * band whose description matches the quantity */
  double unit;            /* m, 1 or kg/m3 per unit, overrides the file; 0: from the file */
  const char *unit_words; /* values of unit_key for messages; NULL: those of heights */
  bool unit_required;     /* a file that states no unit is an error */
  bool optional;          /* a file without such a band gives no values */
  const char *band_key, *unit_key; /* keys of the case for messages; may be NULL */
  bool fill;                       /* fill cells without a value inside the files from neighbours */
  bool quiet;                      /* no warnings, for previews */
};

struct sm_raster_report {
  size_t missing;    /* cells without a value, before filling */
  double covered;    /* fraction of the window covered by the files, 0..1 */
  double x[2], y[2]; /* bounding box of uncovered cells in the CRS,
                      * m; NAN without such cells */
  bool absent;       /* the file has no such band (optional) */
};

/* Reads a band of raster files into the window, reprojected and mosaicked (the first file with a
 * value wins), at the cell centres. values: float[ny][nx], NAN where missing (nodata, masked, not
 * finite). Scale and offset are applied, lengths are converted to metres. With crs->local the
 * coordinates of the file are used unchanged. A missing CRS is an error unless it is not needed;
 * the message tells how to give it. A cell is inside a file when its centre is. Errors: ERR_DATA
 * (missing, unreadable, truncated, no CRS, no such band, unknown unit, nothing to fill from),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gis_read_raster(struct sm_context *ctx, const char *const *paths,
                                             size_t path_count,
                                             const struct sm_raster_options *options,
                                             const struct sm_crs *crs,
                                             const struct sm_map_window *window, float *values,
                                             struct sm_raster_report *report);

/* Footprint: rings in the CRS of the domain; ring 0 of a part is its outline, the others are holes.
 * Rings are not closed. The inside follows the even-odd rule over all rings. */
struct sm_footprint {
  double (*vertex)[2]; /* vertices of all rings, m */
  int *ring_start;     /* ring_count + 1 offsets into vertex */
  int ring_count;
  double height;   /* height of the top above ground, including any gap below the base, m */
  double base;     /* height of the underside above ground (min_height), m; usually 0 */
  double porosity; /* above 0: slows the wind without blocking it; NAN: 0, or 0.5 with storeys */
  double storey;   /* storey height of an open car park, m; 0, negative or NAN: none */
  long feature;    /* feature id in the file, or line of an inline building, for messages */
  bool is_inline;  /* inline building of the case */
  bool is_floor;   /* floor slab: an obstacle, but not a separate building */
};

struct sm_footprints {
  struct sm_footprint *item;
  size_t count;
  size_t repaired;       /* self-intersecting footprints made valid */
  size_t dropped;        /* with a warning: empty, degenerate, not a polygon, upside down */
  size_t default_height; /* footprints with the default height */
};
void sm_footprints_free(struct sm_footprints *footprints);

struct sm_footprint_options {
  const char *layer, *assumed_crs;
  struct sm_attribute_rules height, base, porosity,
      storey;            /* base: default min_height and levels of OSM */
  double default_height; /* m; NAN: features without a height are an error */
  double x[2], y[2];     /* m in the CRS: reads only footprints that touch this box */
};

/* Reads polygons: shapefile, GeoJSON, GPKG, FlatGeobuf, OSM, KML and other OGR formats.
 * Multipolygons are split, holes kept, invalid polygons repaired (counted; a warning names the
 * first). OSM `building:part` replaces its outline; heights such as "12.5 m" or "41 ft" are parsed;
 * OSM other_tags are searched. Of OpenStreetMap data only buildings above ground count. A box
 * without polygons is not an error, a layer without polygons is. Errors: ERR_DATA (missing,
 * unreadable, truncated, no CRS, no such layer, no heights, no attribute for a requested base,
 * porosity or storey, or an invalid number in it), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gis_read_footprints(struct sm_context *ctx, const char *path,
                                                 const struct sm_crs *crs,
                                                 const struct sm_footprint_options *options,
                                                 struct sm_footprints *out);

/* Point, line, or polygon with holes in the CRS of the domain, with its attributes. Rings are not
 * closed. */
enum sm_feature_form { SM_FEATURE_POINT, SM_FEATURE_LINE, SM_FEATURE_POLYGON };
enum { SM_FEATURE_VALUES = 12, SM_FEATURE_WORD = 24 };
struct sm_feature {
  enum sm_feature_form form;
  double (*vertex)[2]; /* vertices of all rings, m; points and lines have one ring */
  int *ring_start;     /* ring_count + 1 offsets into vertex */
  int ring_count;
  double value[SM_FEATURE_VALUES]; /* requested numeric attributes; NAN: absent */
  char word[SM_FEATURE_WORD];      /* requested text attribute; "": absent or too long */
  bool tagged;                     /* from OpenStreetMap: the word is a tag value */
  long feature;                    /* feature id in the file, for messages */
};

struct sm_features {
  struct sm_feature *item;
  size_t count;
  size_t repaired; /* self-intersecting polygons made valid */
  size_t dropped;  /* dropped: empty features, and polygons without area */
};
void sm_features_free(struct sm_features *features);

struct sm_feature_options {
  const char *layer, *assumed_crs; /* layer "": all */
  const char *crs_key;             /* key of the case for messages */
  struct sm_attribute_rules value[SM_FEATURE_VALUES];
  size_t value_count;
  const char *word;       /* name of the text attribute */
  const char *const *tag; /* OpenStreetMap: the word is the first of these tags present */
  size_t tag_count;
  double x[2], y[2]; /* m in the CRS: reads only features that touch this box */
};

/* Reads features of all geometry types from the layers of a file. A box may have
 * none. Errors: ERR_DATA (missing, unreadable, truncated, no CRS, no such layer), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_gis_read_features(struct sm_context *ctx, const char *path,
                                               const struct sm_crs *crs,
                                               const struct sm_feature_options *options,
                                               struct sm_features *out);

/* Writes a cloud-optimised GeoTIFF of float bands; NAN becomes nodata. values[band] is
 * float[ny][nx] from the south; written north up. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_geotiff(struct sm_context *ctx, const char *path,
                                               const struct sm_crs *crs,
                                               const struct sm_map_window *window, int bands,
                                               const float *const *values, const char *const *names,
                                               const char *const *units);

/* Columns of a map, uniform or not. */
struct sm_contour_grid {
  int nx, ny;
  const double *x, *y; /* column faces in the CRS, nx + 1 and ny + 1, m */
};
struct sm_contour_map {
  const struct sm_contour_grid *grid; /* NULL: that of all maps */
  const float *value;                 /* float[ny][nx]; NAN: no value */
  double level;                       /* contour level; above 0, unless linear */
  const char *name, *quantity;        /* values of the attributes "species" and "quantity" */
  const char *unit;
  const char *time;  /* attribute "time"; may be NULL */
  bool linear;       /* interpolate the value between column centres; else its logarithm */
  const char *label; /* attribute "label", and the name of a placemark; NULL: none of these */
  const char *from, *until; /* attributes: first and last time above the level */
  double people;            /* attribute; NAN: not known */
  int colour[3];            /* of a placemark with a label */
};

/* Legend of a KMZ. */
struct sm_contour_legend {
  uint8_t *rgba; /* [size[1]][size[0]][4], from below */
  int size[2];
};

/* Writes the areas where maps exceed their levels as polygons: GeoJSON in longitude and latitude
 * (WGS 84), or in x and y with a local CRS; or, for a path that ends with .gpkg, a GeoPackage in
 * the CRS, or with .kmz, placemarks for Google Earth with a legend (NULL: none). Logarithmic
 * interpolation raises values to at least a tenth of the level. Attributes: species, quantity,
 * threshold, unit, area_m2 (in the CRS), time. A map below its level everywhere has no feature.
 * Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_contours(struct sm_context *ctx, const char *path,
                                                const struct sm_crs *crs,
                                                const struct sm_contour_grid *grid, int count,
                                                const struct sm_contour_map *maps,
                                                const struct sm_contour_legend *legend);

/* Points or polygons with numeric attributes and a time. */
struct sm_point_table {
  size_t count;
  int corners;              /* corners per polygon, consecutive in place; 0: points */
  const double (*place)[2]; /* [count], or all corners, m in the CRS */
  int columns;
  bool wind;               /* columns are wind_speed, wind_from_direction, u, v */
  const char *const *name; /* [columns] */
  const double *value;     /* [count][columns] */
  const char *const *time; /* [count]; NULL: no times */
  const char *about;       /* description of the columns and their units; may be NULL */
};

/* Writes the points in the formats of sm_gis_write_contours. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_points(struct sm_context *ctx, const char *path,
                                              const struct sm_crs *crs,
                                              const struct sm_point_table *table);

/* Lines with attributes. */
struct sm_line_table {
  size_t count;
  const size_t *start;                   /* [count + 1] first index of each line in place */
  const double (*place)[3];              /* m in the CRS, and altitude */
  const long long *number;               /* [count] attribute "particle" */
  const char *const *name;               /* "species" */
  const char *const *begin, *const *end; /* texts */
  const double *duration;                /* "duration_s" */
};

/* Writes the lines in the formats of sm_gis_write_contours. Errors: ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_gis_write_lines(struct sm_context *ctx, const char *path,
                                             const struct sm_crs *crs,
                                             const struct sm_line_table *table);

/* Writes a KML text as a KMZ file. Errors: ERR_IO. */
SM_CHECKED enum sm_status sm_gis_write_kmz(struct sm_context *ctx, const char *path,
                                           const char *text, size_t bytes);

/* Image overlay on uniform columns, and its display interval. */
struct sm_overlay {
  const uint8_t *rgba;     /* [ny][nx][4], from the south */
  const char *name;        /* display name */
  const char *begin, *end; /* ISO 8601; NULL: always */
};

/* Overlays with what is shown beside them. */
struct sm_overlay_page {
  const char *title, *description; /* description: HTML */
  const char *placemarks;          /* KML */
  const uint8_t *legend;           /* [legend_size[1]][legend_size[0]][4], from below */
  int legend_size[2];
  int count;
  const struct sm_overlay *overlays;
};

/* Writes ground overlays with a legend as KMZ for Google Earth and other viewers. Errors: ERR_IO,
 * ERR_DATA (the CRS is local). */
SM_CHECKED enum sm_status sm_gis_write_overlays(struct sm_context *ctx, const char *path,
                                                const struct sm_crs *crs,
                                                const struct sm_map_window *window,
                                                const struct sm_overlay_page *page);

#endif
