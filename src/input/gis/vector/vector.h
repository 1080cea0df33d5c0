/* vector.h - one layer of a vector file that holds footprints. */
#ifndef SM_INPUT_GIS_VECTOR_VECTOR_H
#define SM_INPUT_GIS_VECTOR_VECTOR_H

#include "input/gis.h"
#include "input/gis/session.h"
#include <ogr_api.h>
#include <ogr_srs_api.h>

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

#endif
