/* input/gis/vector/internal.h - vector files in the module simoom_gis: features, building
 * footprints; writing. */
#ifndef SM_INPUT_GIS_VECTOR_INTERNAL_H
#define SM_INPUT_GIS_VECTOR_INTERNAL_H

#include "input/gis.h"
#include "input/gis/internal.h"
#include "input/gis/module.h"
#include <ogr_api.h>
#include <ogr_srs_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* vector.c */

struct sm_vector {
  const char *path;
  GDALDatasetH data;
  OGRLayerH layer;
  OGRSpatialReferenceH srs; /* may be NULL: no SRS, or a local domain */
  bool mixed;               /* the layers must be read interleaved (OSM) */
  bool osm;                 /* OpenStreetMap file */
  bool tagged;              /* only features tagged as buildings count */
  OGRLayerH open, other;    /* OSM layers: lines, and relations without area; else NULL */
  bool indexed, boxed;      /* far features are skipped by the filter of OGR, or by `box` */
  OGREnvelope box;          /* in the coordinates of the file */
  bool measured;            /* whether `extent` is known: GeoJSON is read to its end for it */
  bool assumed;             /* degrees were taken to be in range without knowing the extent */
  OGREnvelope extent;       /* of the layer */
  OGREnvelope seen;         /* extent of the features that were read */
};

/* Opens a layer ("": the first with polygons) of an open file, in coordinates that can be
 * transformed to `crs` (NULL: any); takes ownership of the file. `assume`: where the extent of the
 * layer takes reading it to its end, degrees are taken to be in range; once all features have been
 * read, sm_vector_is_in_range tells. Errors: ERR_DATA. Closed with
 * sm_vector_close, also after an error. */
SM_CHECKED enum sm_status sm_vector_attach(struct sm_gis_session *s, const char *path,
                                           GDALDatasetH data, const char *layer,
                                           const char *assumed_crs, const struct sm_crs *crs,
                                           bool assume, struct sm_vector *out);
bool sm_vector_is_in_range(const struct sm_vector *vector);
void sm_vector_close(struct sm_vector *vector);

/* Opens layer number `index` with any content; `key` is the key of the case for assumed_crs. The
 * caller keeps ownership of the file. */
SM_CHECKED enum sm_status sm_vector_attach_layer(struct sm_gis_session *s, const char *path,
                                                 GDALDatasetH data, int index,
                                                 const char *assumed_crs, const char *key,
                                                 const struct sm_crs *crs, struct sm_vector *out);

/* Fails with ERR_DATA and a list of the layers when there is no layer `name`. */
enum sm_status sm_vector_fail_no_layer(struct sm_gis_session *s, const char *path,
                                       GDALDatasetH data, const char *name);

/* Skips features far from the box x, y (m in `to`), with the spatial index of the file if it has
 * one. `change` transforms file coordinates to `to`; NULL: the same coordinates. */
void sm_vector_filter(struct sm_vector *vector, OGRSpatialReferenceH to,
                      OGRCoordinateTransformationH change, const double x[2], const double y[2]);

/* Number of features without geometry skipped by an index, if available. */
size_t sm_vector_skipped_count(const struct sm_vector *vector);

/* Creates the transformation to a CRS; NULL when none is needed. *to is freed with sm_srs_free.
 * Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_vector_transformation(struct sm_gis_session *s,
                                                   const struct sm_vector *vector,
                                                   const struct sm_crs *crs,
                                                   OGRSpatialReferenceH *to,
                                                   OGRCoordinateTransformationH *change);

/* Returns the next feature that may be a building, freed with OGR_F_Destroy; NULL at the end.
 * Errors: ERR_DATA (truncated). */
SM_CHECKED enum sm_status sm_vector_next(struct sm_gis_session *s, struct sm_vector *vector,
                                         OGRFeatureH *out);
void sm_vector_rewind(const struct sm_vector *vector);

/* Calls visit(self, feature) for all features from the first one until it fails. Errors: those of
 * visit, ERR_DATA (truncated). */
SM_CHECKED enum sm_status sm_vector_each(struct sm_gis_session *s, struct sm_vector *vector,
                                         enum sm_status (*visit)(void *self, OGRFeatureH feature),
                                         void *self);

/* True when the bounding box of a geometry touches the box x, y. */
bool sm_vector_touches(OGRGeometryH geometry, const double x[2], const double y[2]);

/* Text of an attribute or, in OpenStreetMap data, of a tag; false when the feature has none. */
bool sm_vector_text(OGRFeatureH feature, const char *name, char *out, size_t size);

/* Non-numeric attributes that should be numbers, and
 * attributes with a unit in their name. */
struct sm_vector_notes {
  size_t lost;             /* number of invalid texts */
  long feature;            /* first feature with one */
  char attribute[48];      /* its attribute */
  char text[48];           /* its text */
  char unit_attribute[48]; /* name that contains a unit; "": none */
  double metres;           /* length of that unit, m */
};

/* Length from an attribute: numbers times the factor of the rule (m), texts with their unit.
 * Returns false, and notes it, for texts that are neither empty nor a number. */
bool sm_vector_length(OGRFeatureH feature, const struct sm_attribute_rule *rule, double *metres,
                      struct sm_vector_notes *notes);

/* Warns of the notes. */
void sm_vector_warn(struct sm_gis_session *s, const char *path,
                    const struct sm_vector_notes *notes);

/* Number of invalid features, and the first one. */
struct sm_feature_count {
  size_t count;
  long first;
};
void sm_feature_count_add(struct sm_feature_count *counted, long feature);

/* attributes.c */

enum { SM_ATTRIBUTES_MAX = 64 };

struct sm_attributes {
  const char *name[SM_ATTRIBUTES_MAX]; /* owned by the layer */
  size_t count;
  char text[1024]; /* "the attributes 'a', 'b'", or "no attributes" */
};
void sm_attributes_list(OGRLayerH layer, struct sm_attributes *out);

/* First attribute that a rule names and the layer has; NULL: none. */
const char *sm_attributes_find(const struct sm_attributes *there,
                               const struct sm_attribute_rules *rules);

/* Attribute most similar to the name in a rule, or NULL. */
const char *sm_attributes_guess(const struct sm_attributes *there,
                                const struct sm_attribute_rules *rules, sm_gis_nearest *nearest);

/* First attribute whose name sounds like a height, such as "H", "Hgt", "ROOF_HEIGHT"; NULL: none.
 */
const char *sm_attributes_like_height(const struct sm_attributes *there);

/* Lists the attributes named by the rules: "'height', 'building:levels'". */
void sm_attributes_of_rules(const struct sm_attribute_rules *rules, char *out, size_t size);

/* height_text.c */

/* Parses "12.5", "12,5", "12.5 m", "41 ft", "41 US ft", "41'", "6'7\"" and other units of length
 * (input/gis/length_unit.c). Numbers without a unit are multiplied by `factor` (m). False for other
 * texts. */
bool sm_height_parse(const char *text, double factor, double *metres);

/* Finds a key in the OGR field other_tags, "key"=>"value","key"=>"value"; false when it is absent
 * or its value is longer than `size`. */
bool sm_tag_find(const char *tags, const char *key, char *value, size_t size);

/* osm.c */

struct sm_osm_gaps {
  bool xml;               /* OSM XML; other files are not scanned: GDAL reports relations only */
  size_t relations, ways; /* incomplete relations and ways with one of the tags */
  int64_t relation, way;  /* first ids */
};

/* Scans an OSM XML file for incomplete objects that have one of the tags with a value other than
 * "no". Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_osm_find_gaps(struct sm_gis_session *s, const char *path,
                                           const char *const *tags, size_t tag_count,
                                           struct sm_osm_gaps *out);

/* Warns of gaps in `what` ("buildings"); for files that are
 * not XML, of those found by GDAL. */
void sm_osm_warn(struct sm_gis_session *s, const char *path, const char *what,
                 const struct sm_osm_gaps *gaps);

/* polygons.c */

/* Minimum area of a footprint. */
#define SM_SHAPE_MIN_AREA 0.01 /* m2 */

/* True when all coordinates are finite; bounding boxes ignore NAN. */
bool sm_shape_is_finite(OGRGeometryH geometry);

/* Valid 2-D multipolygon of the polygons of a geometry, transformed if `change` is not NULL;
 * destroyed with OGR_G_DestroyGeometry; NULL without area. *repaired: some polygons were invalid,
 * and the session has the reason. */
OGRGeometryH sm_shape_create(struct sm_gis_session *s, OGRGeometryH geometry,
                             OGRCoordinateTransformationH change, bool *repaired);

/* outlines.c */

struct sm_building_outline {
  OGRGeometryH shape; /* valid multipolygon, CRS, m; NULL when replaced by parts */
  OGREnvelope box;
  double top, base;        /* m above ground */
  double porosity, storey; /* 1, m; NAN: not given */
  long feature;
  bool part; /* part of a building with its own outline (building:part) */
};

struct sm_outlines {
  struct sm_building_outline *item;
  size_t count, capacity;
};

/* Adds an outline; the list takes ownership of its shape in any case. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_add(struct sm_gis_session *s, struct sm_outlines *outlines,
                                          const struct sm_building_outline *one);
void sm_outlines_free(struct sm_outlines *outlines);

/* Subtracts building parts from every outline; a remainder below a tenth is dropped. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_apply_parts(struct sm_gis_session *s,
                                                  struct sm_outlines *outlines);

/* Copies a ring or line without repeated vertices and, for rings, without the closing vertex;
 * returns the number of vertices. `out` has space for all points. */
int sm_outline_ring_copy(OGRGeometryH ring, bool is_ring, double (*out)[2]);

/* Converts the outlines to footprints, one per polygon. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_to_footprints(struct sm_gis_session *s,
                                                    const struct sm_outlines *outlines,
                                                    struct sm_footprints *out);

/* features.c */

enum sm_status sm_module_read_features(const char *path, const struct sm_crs *crs,
                                       const struct sm_feature_options *options,
                                       struct sm_features *out, char *message, size_t size);

/* footprints.c */

enum sm_status sm_module_read_footprints(const char *path, const struct sm_crs *crs,
                                         const struct sm_footprint_options *options,
                                         sm_gis_nearest *nearest, struct sm_footprints *out,
                                         char *message, size_t size);

/* layer_write.c */

struct sm_vector_layer {
  GDALDatasetH data;
  OGRSpatialReferenceH srs;
  OGRLayerH layer;
  bool package, kmz;
  const struct sm_contour_legend *legend; /* of a KMZ; NULL: none */
};

/* Creates the layer in a new file that replaces an existing one; about: description, may be NULL.
 * Coordinates are those of the CRS. Closed with sm_vector_layer_close, unless it fails. Errors:
 * ERR_IO, ERR_DATA. */
SM_CHECKED enum sm_status sm_vector_layer_create(struct sm_gis_session *s, const char *path,
                                                 const struct sm_crs *crs, const char *name,
                                                 const char *about, OGRwkbGeometryType type,
                                                 struct sm_vector_layer *out);
SM_CHECKED enum sm_status sm_vector_layer_close(struct sm_gis_session *s, const char *path,
                                                struct sm_vector_layer *layer, bool good);

bool sm_vector_layer_add_field(OGRLayerH layer, const char *name, OGRFieldType type);

/* Adds a time field (ISO 8601): datetime in a GeoPackage, which
 * QGIS animates; text in GeoJSON. */
bool sm_vector_layer_add_time(const struct sm_vector_layer *layer, const char *name);

/* style.c */

/* Style of points with u, v and speed: arrows along the wind, coloured up to `fastest`, m/s. Does
 * nothing for GeoJSON, which has no styles. False on failure of GDAL. */
bool sm_style_arrows(const struct sm_vector_layer *layer, const char *table, double fastest);

/* Style of areas above thresholds, coloured from the lowest to the highest threshold. */
bool sm_style_areas(const struct sm_vector_layer *layer, const char *table, double low,
                    double high);

/* lines_write.c */

enum sm_status sm_module_write_lines(const char *path, const struct sm_crs *crs,
                                     const struct sm_line_table *table, char *message, size_t size);

/* Writes a text as the document of a KMZ file. */
enum sm_status sm_module_write_kmz(const char *path, const char *text, size_t bytes, char *message,
                                   size_t size);

/* points_write.c */

enum sm_status sm_module_write_points(const char *path, const struct sm_crs *crs,
                                      const struct sm_point_table *table, char *message,
                                      size_t size);

#endif
