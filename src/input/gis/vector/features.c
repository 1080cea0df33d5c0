/* Reader of points, lines and polygons with numeric attributes. */
#include "input/gis/vector/internal.h"

#include "input/gis/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Context of one call. */
struct job {
  struct sm_gis_session *s;
  const struct sm_feature_options *options;
  struct sm_vector vector;             /* the layer */
  OGRCoordinateTransformationH change; /* transformation to the CRS of the domain; may be NULL */
  struct sm_features *out;
  size_t capacity;
  char repair[256]; /* error of the first repaired feature */
  struct sm_vector_notes notes;
  struct sm_feature_count no_geometry, empty;
  struct sm_osm_gaps gaps; /* OpenStreetMap files */
  bool osm;
};

/* ---- one feature ---- */

/* Reads attributes and id. */
static struct sm_feature read_attributes(struct job *job, OGRFeatureH feature) {
  const struct sm_feature_options *o = job->options;
  struct sm_feature out = {.feature = (long)OGR_F_GetFID(feature)};
  for (size_t v = 0; v < SM_FEATURE_VALUES; v++) out.value[v] = (double)NAN;
  for (size_t v = 0; v < o->value_count; v++)
    for (size_t a = 0; a < o->value[v].count && isnan(out.value[v]); a++) {
      double number;
      if (sm_vector_length(feature, &o->value[v].item[a], &number, &job->notes))
        out.value[v] = number;
    }
  out.tagged = job->vector.osm;
  bool found = !out.tagged && sm_vector_text(feature, o->word, out.word, sizeof out.word);
  for (size_t t = 0; t < o->tag_count && out.tagged && !found; t++)
    found = sm_vector_text(feature, o->tag[t], out.word, sizeof out.word);
  if (!found) out.word[0] = '\0';
  return out;
}

/* Adds a feature with space for `vertices` and `rings`. */
static enum sm_status add(struct job *job, const struct sm_feature *like, enum sm_feature_form form,
                          int vertices, int rings, struct sm_feature **added) {
  struct sm_features *out = job->out;
  if (out->count == job->capacity) {
    const size_t capacity = job->capacity == 0 ? 64 : 2 * job->capacity;
    struct sm_feature *grown = realloc(out->item, capacity * sizeof *grown);
    if (grown == NULL) return sm_gis_session_no_memory(job->s);
    out->item = grown;
    job->capacity = capacity;
  }
  struct sm_feature *one = &out->item[out->count++];
  *one = *like;
  one->form = form;
  one->vertex = malloc((size_t)vertices * sizeof *one->vertex);
  one->ring_start = calloc((size_t)rings + 1, sizeof *one->ring_start);
  *added = one;
  return one->vertex != NULL && one->ring_start != NULL ? SM_OK : sm_gis_session_no_memory(job->s);
}

/* ---- shapes, in the domain's CRS ---- */

static enum sm_status add_polygons(struct job *job, OGRGeometryH multi,
                                   const struct sm_feature *like) {
  for (int p = 0; p < OGR_G_GetGeometryCount(multi); p++) {
    OGRGeometryH polygon = OGR_G_GetGeometryRef(multi, p);
    const int rings = OGR_G_GetGeometryCount(polygon);
    int vertices = 0;
    for (int r = 0; r < rings; r++)
      vertices += OGR_G_GetPointCount(OGR_G_GetGeometryRef(polygon, r));
    struct sm_feature *one;
    const enum sm_status status = add(job, like, SM_FEATURE_POLYGON, vertices, rings, &one);
    if (status != SM_OK) return status;
    int n = 0;
    for (int r = 0; r < rings; r++) {
      const int more =
          sm_outline_ring_copy(OGR_G_GetGeometryRef(polygon, r), true, one->vertex + n);
      if (more < 3) continue;
      n += more;
      one->ring_start[++one->ring_count] = n;
    }
  }
  return SM_OK;
}

/* Adds points and lines; collections element by element. */
static enum sm_status add_simple(struct job *job, OGRGeometryH geometry,
                                 const struct sm_feature *like) {
  const OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(geometry));
  if (type != wkbPoint && type != wkbLineString) {
    for (int i = 0; i < OGR_G_GetGeometryCount(geometry); i++) {
      const enum sm_status status = add_simple(job, OGR_G_GetGeometryRef(geometry, i), like);
      if (status != SM_OK) return status;
    }
    return SM_OK;
  }
  const int least = type == wkbPoint ? 1 : 2, points = OGR_G_GetPointCount(geometry);
  struct sm_feature *one;
  if (points < least) {
    sm_feature_count_add(&job->empty, like->feature);
    return SM_OK;
  }
  const enum sm_status status =
      add(job, like, type == wkbPoint ? SM_FEATURE_POINT : SM_FEATURE_LINE, points, 1, &one);
  if (status != SM_OK) return status;
  one->ring_start[1] = sm_outline_ring_copy(geometry, false, one->vertex);
  one->ring_count = 1;
  if (one->ring_start[1] >= least) return SM_OK;
  free(one->vertex);
  free(one->ring_start);
  job->out->count--;
  sm_feature_count_add(&job->empty, like->feature);
  return SM_OK;
}

/* Converts points and lines to straight 2-D geometry. */
static enum sm_status read_simple(struct job *job, OGRGeometryH geometry,
                                  const struct sm_feature *like) {
  OGRGeometryH copy = OGR_G_GetLinearGeometry(geometry, 0, NULL);
  enum sm_status status = SM_OK;
  if (copy == NULL || OGR_G_IsEmpty(copy) || !sm_shape_is_finite(copy) ||
      (job->change != NULL && OGR_G_Transform(copy, job->change) != OGRERR_NONE) ||
      !sm_shape_is_finite(copy)) {
    sm_feature_count_add(&job->empty, like->feature);
  } else if (sm_vector_touches(copy, job->options->x, job->options->y)) {
    status = add_simple(job, copy, like);
  }
  OGR_G_DestroyGeometry(copy);
  sm_gis_session_clear(job->s);
  return status;
}

static enum sm_status read_feature(void *self, OGRFeatureH feature) {
  struct job *job = self;
  OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
  const struct sm_feature like = read_attributes(job, feature);
  if (geometry == NULL) {
    sm_feature_count_add(&job->no_geometry, like.feature);
    return SM_OK;
  }
  if (OGR_G_GetDimension(geometry) < 2) return read_simple(job, geometry, &like);
  bool repaired = false;
  OGRGeometryH shape = sm_shape_create(job->s, geometry, job->change, &repaired);
  if (shape == NULL) {
    sm_feature_count_add(&job->empty, like.feature);
    return SM_OK;
  }
  enum sm_status status = SM_OK;
  if (sm_vector_touches(shape, job->options->x, job->options->y)) {
    if (repaired && job->out->repaired++ == 0)
      snprintf(job->repair, sizeof job->repair, "feature %ld: %.200s", like.feature,
               job->s->complaint);
    status = add_polygons(job, shape, &like);
  }
  OGR_G_DestroyGeometry(shape);
  return status;
}

/* ---- layers ---- */

static enum sm_status read_layer(struct job *job, const char *path, GDALDatasetH data, int index,
                                 const struct sm_crs *crs) {
  const struct sm_feature_options *o = job->options;
  OGRSpatialReferenceH to = NULL;
  enum sm_status status = sm_vector_attach_layer(job->s, path, data, index, o->assumed_crs,
                                                 o->crs_key, crs, &job->vector);
  job->change = NULL;
  job->osm = job->osm || job->vector.osm;
  if (status == SM_OK)
    status = sm_vector_transformation(job->s, &job->vector, crs, &to, &job->change);
  if (status == SM_OK) {
    sm_vector_filter(&job->vector, to, job->change, o->x, o->y);
    status = sm_vector_each(job->s, &job->vector, read_feature, job);
  }
  if (status == SM_OK) job->no_geometry.count += sm_vector_skipped_count(&job->vector);
  OCTDestroyCoordinateTransformation(job->change);
  sm_srs_free(to);
  sm_srs_free(job->vector.srs);
  return status;
}

static enum sm_status read_layers(struct job *job, const char *path, GDALDatasetH data,
                                  const struct sm_crs *crs) {
  const char *name = job->options->layer;
  bool found = name[0] == '\0';
  for (int i = 0; i < GDALDatasetGetLayerCount(data); i++) {
    const char *own = OGR_L_GetName(GDALDatasetGetLayer(data, i));
    if (name[0] != '\0' && strcmp(own, name) != 0) continue;
    found = true;
    const enum sm_status status = read_layer(job, path, data, i, crs);
    if (status != SM_OK) return status;
  }
  return found ? SM_OK : sm_vector_fail_no_layer(job->s, path, data, name);
}

/* Warns of dropped features and assumptions. */
static void warn(struct job *job, const char *path) {
  if (job->no_geometry.count > 0)
    sm_gis_session_warn(
        job->s,
        "%s: warning: features left out, as they have no geometry: %zu (the first is "
        "feature %ld)",
        path, job->no_geometry.count, job->no_geometry.first);
  if (job->empty.count > 0)
    sm_gis_session_warn(
        job->s,
        "%s: warning: features left out, as they are empty, have no area or coordinates "
        "that are not numbers: %zu (the first is feature %ld)",
        path, job->empty.count, job->empty.first);
  if (job->out->repaired > 0)
    sm_gis_session_warn(job->s,
                        "%s: warning: polygons that crossed themselves were repaired: %zu (%s)",
                        path, job->out->repaired, job->repair);
  if (job->osm) sm_osm_warn(job->s, path, "features", &job->gaps);
  sm_vector_warn(job->s, path, &job->notes);
}

enum sm_status sm_module_read_features(const char *path, const struct sm_crs *crs,
                                       const struct sm_feature_options *options,
                                       struct sm_features *out, char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  *out = (struct sm_features){0};
  struct job job = {.s = &s, .options = options, .out = out};
  GDALDatasetH data = NULL;
  enum sm_status status = sm_gis_session_open(&s, path, GDAL_OF_VECTOR, &data);
  if (status == SM_OK) status = read_layers(&job, path, data, crs);
  if (status == SM_OK && job.osm)
    status = sm_osm_find_gaps(&s, path, options->tag, options->tag_count, &job.gaps);
  out->dropped = job.no_geometry.count + job.empty.count;
  if (status == SM_OK) warn(&job, path);
  if (data != NULL) GDALClose(data);
  sm_gis_session_end(&s);
  return status;
}
