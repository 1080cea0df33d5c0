/* input/gis/vector/internal.h - vector files inside the module simoom_gis: features, building
 * footprints; writing of layers. */
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
  OGRSpatialReferenceH srs; /* NULL: none, or the domain is local */
  bool mixed;               /* the layers must be read together (OSM) */
  bool osm;                 /* from OpenStreetMap */
  bool tagged;              /* and only what is tagged as building counts */
  OGRLayerH open, other;    /* of such a file: lines, and relations that are no areas; else NULL */
  bool indexed, boxed;      /* OGR's filter, or the box, skips what is far */
  OGREnvelope box;          /* in the file's coordinates */
};

/* Opens a layer ("": the first with polygons) of a file that is open: it then belongs to the
 * vector, whose coordinates can be compared with those of `crs` (NULL: any). Errors: ERR_DATA.
 * Closed with sm_vector_close, also after an error. */
SM_CHECKED enum sm_status sm_vector_attach(struct sm_gis_session *s, const char *path,
                                           GDALDatasetH data, const char *layer,
                                           const char *assumed_crs, const struct sm_crs *crs,
                                           struct sm_vector *out);
void sm_vector_close(struct sm_vector *vector);

/* The same for layer number `index` as it is, whatever it holds; `key` is the case's key for
 * assumed_crs. The file does not belong to the vector. */
SM_CHECKED enum sm_status sm_vector_attach_layer(struct sm_gis_session *s, const char *path,
                                                 GDALDatasetH data, int index,
                                                 const char *assumed_crs, const char *key,
                                                 const struct sm_crs *crs, struct sm_vector *out);

/* ERR_DATA, and which layers there are instead of the one called `name`. */
enum sm_status sm_vector_fail_no_layer(struct sm_gis_session *s, const char *path,
                                       GDALDatasetH data, const char *name);

/* Skips what is far from the box x, y (m in `to`), by the file's index where it has one; `change`
 * turns the file's coordinates into those of `to`, NULL: they are the same. */
void sm_vector_filter(struct sm_vector *vector, OGRSpatialReferenceH to,
                      OGRCoordinateTransformationH change, const double x[2], const double y[2]);

/* Number of features without geometry that an index has skipped, where it can be had. */
size_t sm_vector_skipped_count(const struct sm_vector *vector);

/* The change of coordinates to those of a CRS; NULL when none is needed. *to is freed with
 * sm_srs_free. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_vector_transformation(struct sm_gis_session *s,
                                                   const struct sm_vector *vector,
                                                   const struct sm_crs *crs,
                                                   OGRSpatialReferenceH *to,
                                                   OGRCoordinateTransformationH *change);

/* The next feature that can be a building, freed with OGR_F_Destroy; NULL at the end. Errors:
 * ERR_DATA (truncated). */
SM_CHECKED enum sm_status sm_vector_next(struct sm_gis_session *s, const struct sm_vector *vector,
                                         OGRFeatureH *out);
void sm_vector_rewind(const struct sm_vector *vector);

/* Calls visit(self, feature) for all of them, from the first, until it fails. Errors: its own,
 * ERR_DATA (truncated). */
SM_CHECKED enum sm_status sm_vector_each(struct sm_gis_session *s, const struct sm_vector *vector,
                                         enum sm_status (*visit)(void *self, OGRFeatureH feature),
                                         void *self);

/* Whether a geometry's box and the box x, y touch. */
bool sm_vector_touches(OGRGeometryH geometry, const double x[2], const double y[2]);

/* Text of an attribute or, for OpenStreetMap, of a tag; false when the feature has none. */
bool sm_vector_text(OGRFeatureH feature, const char *name, char *out, size_t size);

/* Attributes that should be numbers and are not, and attributes that name their unit, of all
 * features. */
struct sm_vector_notes {
  size_t lost;             /* texts */
  long feature;            /* the first one */
  char attribute[48];      /* it was of */
  char text[48];           /* that it was */
  char unit_attribute[48]; /* whose name says its unit; "" if none does */
  double metres;           /* of that unit */
};

/* The same as a length: numbers times the rule's factor (m), texts with their unit. What is not
 * empty and no number is noted, and false returned. */
bool sm_vector_length(OGRFeatureH feature, const struct sm_attribute_rule *rule, double *metres,
                      struct sm_vector_notes *notes);

/* Warns of what was noted. */
void sm_vector_warn(struct sm_gis_session *s, const char *path,
                    const struct sm_vector_notes *notes);

/* Features with something wrong, and the first of them. */
struct sm_feature_tally {
  size_t count;
  long first;
};
void sm_feature_tally_add(struct sm_feature_tally *tally, long feature);

/* attributes.c */

enum { SM_ATTRIBUTES_MAX = 64 };

struct sm_attributes {
  const char *name[SM_ATTRIBUTES_MAX]; /* they belong to the layer */
  size_t count;
  char text[1024]; /* "the attributes 'a', 'b'", or "no attributes" */
};
void sm_attributes_list(OGRLayerH layer, struct sm_attributes *out);

/* The attribute that the first of the rules names which names any; NULL: none does. */
const char *sm_attributes_find(const struct sm_attributes *there,
                               const struct sm_attribute_rules *rules);

/* The attribute whose name is nearest to that of a rule, or NULL. */
const char *sm_attributes_guess(const struct sm_attributes *there,
                                const struct sm_attribute_rules *rules, sm_gis_nearest *nearest);

/* Writes what rules name: "'height', 'building:levels'". */
void sm_attributes_of_rules(const struct sm_attribute_rules *rules, char *out, size_t size);

/* height_text.c */

/* Reads "12.5", "12,5", "12.5 m", "41 ft", "41 US ft", "41'", "6'7\"" and other units of length
 * (input/gis/length_unit.c). A number without unit is multiplied by `factor` (m). False when it is
 * anything else. */
bool sm_height_parse(const char *text, double factor, double *metres);

/* Finds a key in the text of OGR's field other_tags, "key"=>"value","key"=>"value"; false when it
 * is not there or longer than `size`. */
bool sm_tag_find(const char *tags, const char *key, char *value, size_t size);

/* osm.c */

struct sm_osm_gaps {
  bool xml;               /* else the file is not looked at: GDAL tells of relations alone */
  size_t relations, ways; /* incomplete ones that have one of the tags */
  int64_t relation, way;  /* the first of each */
};

/* Looks through a file in OSM XML for what has one of some tags, with a value other than "no".
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_osm_find_gaps(struct sm_gis_session *s, const char *path,
                                           const char *const *tags, size_t tag_count,
                                           struct sm_osm_gaps *out);

/* Warns of gaps in `what` ("buildings"), of other files of those that GDAL has met in the session.
 */
void sm_osm_warn(struct sm_gis_session *s, const char *path, const char *what,
                 const struct sm_osm_gaps *gaps);

/* polygons.c */

/* Areas below this are no footprint. */
#define SM_SHAPE_MIN_AREA 0.01 /* m2 */

/* Whether all coordinates are numbers: envelopes pass over those that are none. */
bool sm_shape_is_finite(OGRGeometryH geometry);

/* The polygons of a geometry as a valid 2-D multipolygon, transformed if `change` is not NULL,
 * destroyed with OGR_G_DestroyGeometry; NULL when there is none of some area. *repaired: some were
 * not valid, and the session's complaint says how. */
OGRGeometryH sm_shape_create(struct sm_gis_session *s, OGRGeometryH geometry,
                             OGRCoordinateTransformationH change, bool *repaired);

/* outlines.c */

struct sm_building_outline {
  OGRGeometryH shape; /* valid multipolygon, CRS, m; NULL once it is replaced */
  OGREnvelope box;
  double top, base;        /* m above ground */
  double porosity, storey; /* 1, m; NAN: none */
  long feature;
  bool part; /* of a building that another feature outlines (building:part) */
};

struct sm_outlines {
  struct sm_building_outline *item;
  size_t count, capacity;
};

/* Adds one, whose shape then belongs to the list (also after an error). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_add(struct sm_gis_session *s, struct sm_outlines *outlines,
                                          const struct sm_building_outline *one);
void sm_outlines_free(struct sm_outlines *outlines);

/* Takes from every outline what parts of buildings cover; what is left of it stays unless it is
 * less than a tenth. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outlines_apply_parts(struct sm_gis_session *s,
                                                  struct sm_outlines *outlines);

/* Copies a ring, or a line, without vertices that repeat the one before and, of a ring, without the
 * closing one; returns how many are left. `out` has room for all points of the ring. */
int sm_outline_ring_copy(OGRGeometryH ring, bool is_ring, double (*out)[2]);

/* Turns the outlines into footprints, one for each polygon. Errors: ERR_MEMORY. */
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
  bool package;
};

/* Creates it in place of a file that is there; about: a description, or NULL. What is added has
 * coordinates of the CRS. Closed with sm_vector_layer_close, unless it fails. Errors: ERR_IO,
 * ERR_DATA. */
SM_CHECKED enum sm_status sm_vector_layer_create(struct sm_gis_session *s, const char *path,
                                                 const struct sm_crs *crs, const char *name,
                                                 const char *about, OGRwkbGeometryType type,
                                                 struct sm_vector_layer *out);
SM_CHECKED enum sm_status sm_vector_layer_close(struct sm_gis_session *s, const char *path,
                                                struct sm_vector_layer *layer, bool good);

bool sm_vector_layer_add_field(OGRLayerH layer, const char *name, OGRFieldType type);

/* Of ISO 8601: a date in a GeoPackage, which QGIS animates; a text in GeoJSON, which has no dates.
 */
bool sm_vector_layer_add_time(const struct sm_vector_layer *layer, const char *name);

/* style.c */

/* Points with u, v and speed: arrows along the wind, coloured up to a speed, m/s. Of GeoJSON, which
 * holds no styles, nothing is done. False: GDAL complains. */
bool sm_style_arrows(const struct sm_vector_layer *layer, const char *table, double fastest);

/* Areas above thresholds, coloured from the lowest to the highest of them. */
bool sm_style_areas(const struct sm_vector_layer *layer, const char *table, double low,
                    double high);

/* lines_write.c */

enum sm_status sm_module_write_lines(const char *path, const struct sm_crs *crs,
                                     const struct sm_line_table *table, char *message, size_t size);

/* A text as the document of a KMZ. */
enum sm_status sm_module_write_kmz(const char *path, const char *text, size_t bytes, char *message,
                                   size_t size);

/* points_write.c */

enum sm_status sm_module_write_points(const char *path, const struct sm_crs *crs,
                                      const struct sm_point_table *table, char *message,
                                      size_t size);

#endif
