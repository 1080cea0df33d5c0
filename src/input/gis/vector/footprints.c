/* Reader of building footprints with heights. */
#include "input/gis/vector/internal.h"

#include "input/gis/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char levels_tag[] = "building:levels";
static const double level_height = 3; /* m, unless a rule gives another value */

/* Context of one call. */
struct job {
  struct sm_gis_session *s;
  const struct sm_footprint_options *options;
  struct sm_vector vector;
  OGRCoordinateTransformationH change; /* transformation to the CRS of the domain; may be NULL */
  struct sm_outlines outlines;
  struct sm_footprints *out; /* counts while reading, footprints at the end */
  bool complete;             /* all features were read, with their coordinates as assumed */
  size_t features;           /* features read */
  size_t without;            /* features without a height, when there is no default */
  long first_without;
  char repair[256]; /* error of the first repaired feature */
  struct sm_vector_notes notes;
  struct sm_feature_count no_geometry, no_area, upside_down, negative, closed, other_relations;
  struct sm_osm_gaps gaps; /* OpenStreetMap files */
  double lowest[2];        /* underside and roof of the first upside-down feature, m */
  double below;            /* first negative height, m */
};

/* ---- heights ---- */

/* Height of a feature by the rules, and the rule used; NULL without a positive height. */
static const struct sm_attribute_rule *find_height(struct job *job, OGRFeatureH feature,
                                                   double *height) {
  const struct sm_footprint_options *o = job->options;
  for (size_t i = 0; i < o->height.count; i++) {
    if (!sm_vector_length(feature, &o->height.item[i], height, &job->notes)) continue;
    if (*height > 0) return &o->height.item[i];
    if (!(*height < 0)) continue;
    if (job->negative.count == 0) job->below = *height;
    sm_feature_count_add(&job->negative, (long)OGR_F_GetFID(feature));
  }
  return NULL;
}

/* Height of the underside of a building above ground, m. */
static double find_base(struct job *job, OGRFeatureH feature) {
  const struct sm_footprint_options *o = job->options;
  struct sm_attribute_rule height = {"min_height", 1}, level = {"building:min_level", level_height};
  double base;
  for (size_t i = 0; i < o->height.count; i++)
    if (strcmp(o->height.item[i].attribute, levels_tag) == 0 && o->height.item[i].factor > 0)
      level.factor = o->height.item[i].factor;
  if (sm_vector_length(feature, &height, &base, &job->notes) && base > 0) return base;
  if (job->vector.tagged && sm_vector_length(feature, &level, &base, &job->notes) && base > 0)
    return base;
  return 0;
}

/* Fails with the number of buildings without a height, and suggests an attribute. */
static enum sm_status fail_heights(const struct job *job, sm_gis_nearest *nearest) {
  const struct sm_attribute_rules *rules = &job->options->height;
  struct sm_attributes there;
  sm_attributes_list(job->vector.layer, &there);
  const char *found = sm_attributes_find(&there, rules);
  const char *guess = found == NULL ? sm_attributes_guess(&there, rules, nearest) : NULL;
  if (found == NULL && guess == NULL) guess = sm_attributes_like_height(&there);
  char asked[512], hint[160] = "";
  sm_attributes_of_rules(rules, asked, sizeof asked);
  if (found != NULL)
    snprintf(hint, sizeof hint, "; in those '%s' is empty or no number above 0", found);
  if (guess != NULL) snprintf(hint, sizeof hint, "; did you mean '%s'?", guess);
  return sm_gis_session_fail(
      job->s, SM_ERR_DATA,
      "%s: error: %zu of %zu footprints have no height (the first is feature %ld): no positive "
      "number in %s\nhelp: the file has %s%s\nhelp: or give buildings.default_height",
      job->vector.path, job->without, job->features, job->first_without,
      rules->count > 0 ? asked : "any attribute, as no rule names one", there.text, hint);
}

/* ---- values that only some buildings have ---- */

/* Optional quantity: key of the case, its rules, and upper limit. */
struct value {
  const char *key;
  struct sm_attribute_rules rules;
  double most;
};

/* First positive number given by the rules; NAN: none. Invalid numbers are errors. */
static enum sm_status read_value(struct job *job, OGRFeatureH feature, const struct value *value,
                                 double *out) {
  char text[64];
  struct sm_vector_notes lost = {0}; /* an error here */
  *out = (double)NAN;
  for (size_t i = 0; i < value->rules.count && isnan(*out); i++) {
    const struct sm_attribute_rule *rule = &value->rules.item[i];
    double number = (double)NAN;
    if (!sm_vector_length(feature, rule, &number, &lost) &&
        !sm_vector_text(feature, rule->attribute, text, sizeof text))
      continue;
    if (isnan(number))
      return sm_gis_session_fail(
          job->s, SM_ERR_DATA,
          "%s: error: feature %ld: '%s' is \"%s\", which is not a number for %s", job->vector.path,
          (long)OGR_F_GetFID(feature), rule->attribute, text, value->key);
    if (number < 0 || number > value->most)
      return sm_gis_session_fail(
          job->s, SM_ERR_DATA, "%s: error: feature %ld: '%s' gives %g for %s, which is %s",
          job->vector.path, (long)OGR_F_GetFID(feature), rule->attribute, number, value->key,
          number < 0 ? "negative" : "more than 1; percent are \"... * 0.01\"");
    if (number > 0) *out = number;
  }
  return SM_OK;
}

/* Reads base, porosity and storey height of a building. */
static enum sm_status read_values(struct job *job, OGRFeatureH feature,
                                  struct sm_building_outline *one) {
  const struct sm_footprint_options *o = job->options;
  const struct value value[3] = {{"buildings.base", o->base, INFINITY},
                                 {"buildings.porosity", o->porosity, 1},
                                 {"buildings.storey", o->storey, INFINITY}};
  double *const to[3] = {&one->base, &one->porosity, &one->storey};
  enum sm_status status = SM_OK;
  for (int v = 0; v < 3 && status == SM_OK; v++)
    status = read_value(job, feature, &value[v], to[v]);
  if (isnan(one->base)) one->base = o->base.count > 0 ? 0 : find_base(job, feature);
  return status;
}

static bool has_attribute(const struct job *job, const char *name) {
  return OGR_FD_GetFieldIndex(OGR_L_GetLayerDefn(job->vector.layer), name) >= 0;
}

/* Fails when the layer has none of the attributes in the rules of a key. In OpenStreetMap files
 * other_tags may contain them. */
static enum sm_status check_rules(const struct job *job, const char *key,
                                  const struct sm_attribute_rules *rules, sm_gis_nearest *nearest) {
  struct sm_attributes there;
  char asked[512], hint[96] = "";
  bool found = rules->count == 0 || has_attribute(job, "other_tags");
  for (size_t i = 0; i < rules->count; i++)
    found = found || has_attribute(job, rules->item[i].attribute);
  if (found) return SM_OK;
  sm_attributes_list(job->vector.layer, &there);
  sm_attributes_of_rules(rules, asked, sizeof asked);
  const char *guess = sm_attributes_guess(&there, rules, nearest);
  if (guess != NULL) snprintf(hint, sizeof hint, "; did you mean '%s'?", guess);
  return sm_gis_session_fail(
      job->s, SM_ERR_DATA,
      "%s: error: there is no attribute %s, which %s names\nhelp: the file has "
      "%s%s",
      job->vector.path, asked, key, there.text, hint);
}

/* ---- features ---- */

static void note_repair(struct job *job, long feature) {
  if (job->out->repaired++ == 0)
    snprintf(job->repair, sizeof job->repair, "feature %ld: %.200s", feature, job->s->complaint);
}

/* Sets the height of an outline; *has is false without a height above its base. */
static enum sm_status set_height(struct job *job, OGRFeatureH feature,
                                 struct sm_building_outline *one, bool *has) {
  const struct sm_attribute_rule *rule = find_height(job, feature, &one->top);
  *has = false;
  if (rule != NULL && one->top > SM_CASE_MAX_HEIGHT)
    return sm_gis_session_fail(
        job->s, SM_ERR_DATA,
        "%s: error: feature %ld: '%s' gives a height of %.6g m, and no building "
        "is higher than %g m\n"
        "help: mend the file, or say the unit in buildings.height: \"%s * 0.01\"",
        job->vector.path, one->feature, rule->attribute, one->top, SM_CASE_MAX_HEIGHT,
        rule->attribute);
  if (rule == NULL) {
    one->top = one->base + job->options->default_height;
    if (isnan(job->options->default_height)) {
      if (job->without++ == 0) job->first_without = one->feature;
      return SM_OK;
    }
    job->out->default_height++;
  }
  *has = one->top > one->base;
  if (*has) return SM_OK;
  if (job->upside_down.count == 0) {
    job->lowest[0] = one->base;
    job->lowest[1] = one->top;
  }
  sm_feature_count_add(&job->upside_down, one->feature);
  return SM_OK;
}

/* Converts a closed line of a building to a polygon; NULL without area. */
static OGRGeometryH close_line(OGRGeometryH line) {
  if (OGR_G_GetPointCount(line) < 3) return NULL;
  OGRGeometryH ring = OGR_G_CreateGeometry(wkbLinearRing), out = OGR_G_CreateGeometry(wkbPolygon);
  for (int p = 0; p < OGR_G_GetPointCount(line); p++)
    OGR_G_AddPoint_2D(ring, OGR_G_GetX(line, p), OGR_G_GetY(line, p));
  OGR_G_CloseRings(ring);
  OGR_G_AddGeometryDirectly(out, ring);
  return out;
}

/* Shape of a feature in the CRS of the domain; NULL, and counted, without area. */
static OGRGeometryH shape_of(struct job *job, OGRFeatureH feature, bool *repaired, bool *closed) {
  OGRGeometryH geometry = OGR_F_GetGeometryRef(feature), polygon = NULL;
  const OGRwkbGeometryType type =
      geometry != NULL ? wkbFlatten(OGR_G_GetGeometryType(geometry)) : wkbUnknown;
  const long id = (long)OGR_F_GetFID(feature);
  if (job->vector.other != NULL && type == wkbGeometryCollection) {
    sm_feature_count_add(&job->other_relations, id);
    return NULL;
  }
  if (job->vector.tagged && type == wkbLineString) polygon = close_line(geometry);
  OGRGeometryH shape = NULL;
  if (geometry != NULL)
    shape = sm_shape_create(job->s, polygon != NULL ? polygon : geometry, job->change, repaired);
  *closed = polygon != NULL;
  OGR_G_DestroyGeometry(polygon);
  if (shape == NULL) sm_feature_count_add(geometry == NULL ? &job->no_geometry : &job->no_area, id);
  return shape;
}

static enum sm_status read_feature(void *self, OGRFeatureH feature) {
  struct job *job = self;
  struct sm_building_outline one = {.feature = (long)OGR_F_GetFID(feature)};
  bool repaired = false, closed = false, high = false;
  one.shape = shape_of(job, feature, &repaired, &closed);
  if (one.shape == NULL) return SM_OK;
  enum sm_status status = SM_OK;
  OGR_G_GetEnvelope(one.shape, &one.box);
  if (sm_vector_touches(one.shape, job->options->x, job->options->y)) {
    job->features++;
    if (repaired) note_repair(job, one.feature);
    if (closed) sm_feature_count_add(&job->closed, one.feature);
    char text[64];
    one.part =
        sm_vector_text(feature, "building:part", text, sizeof text) && strcmp(text, "no") != 0;
    status = read_values(job, feature, &one);
    if (status == SM_OK) status = set_height(job, feature, &one, &high);
    if (status == SM_OK && high) return sm_outlines_add(job->s, &job->outlines, &one);
  }
  OGR_G_DestroyGeometry(one.shape);
  return status;
}

/* ---- the whole layer ---- */

/* True when a feature of the layer is a polygon. */
static enum sm_status has_polygons(struct job *job, bool *found) {
  OGR_L_SetSpatialFilter(job->vector.layer, NULL);
  job->vector.boxed = false;
  sm_vector_rewind(&job->vector);
  *found = false;
  while (!*found) {
    OGRFeatureH feature = NULL;
    const enum sm_status status = sm_vector_next(job->s, &job->vector, &feature);
    if (status != SM_OK || feature == NULL) return status;
    OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
    bool repaired;
    OGRGeometryH shape =
        geometry != NULL ? sm_shape_create(job->s, geometry, job->change, &repaired) : NULL;
    *found = shape != NULL;
    OGR_G_DestroyGeometry(shape);
    OGR_F_Destroy(feature);
  }
  return SM_OK;
}

static enum sm_status check_any(struct job *job) {
  if (job->features > 0) return SM_OK;
  bool found;
  const enum sm_status status = has_polygons(job, &found);
  if (status != SM_OK || found) return status;
  char help[160] = "";
  const size_t relations = job->gaps.xml ? job->gaps.relations : job->s->relations;
  if (relations > 0)
    snprintf(help, sizeof help,
             "\nhelp: relations that lack some of their ways or nodes: %zu (the first is %lld)",
             relations, job->gaps.xml ? (long long)job->gaps.relation : job->s->relation);
  return sm_gis_session_fail(
      job->s, SM_ERR_DATA, "%s: error: layer '%s' contains no %s with an area%s", job->vector.path,
      OGR_L_GetName(job->vector.layer), job->vector.tagged ? "building" : "polygon", help);
}

static enum sm_status read_layer(struct job *job, const struct sm_crs *crs,
                                 sm_gis_nearest *nearest) {
  OGRSpatialReferenceH to = NULL;
  const struct sm_footprint_options *o = job->options;
  enum sm_status status = sm_vector_transformation(job->s, &job->vector, crs, &to, &job->change);
  if (status == SM_OK) status = check_rules(job, "buildings.base", &o->base, nearest);
  if (status == SM_OK) status = check_rules(job, "buildings.porosity", &o->porosity, nearest);
  if (status == SM_OK) status = check_rules(job, "buildings.storey", &o->storey, nearest);
  static const char *const tags[] = {"building", "building:part"};
  if (status == SM_OK && job->vector.osm)
    status = sm_osm_find_gaps(job->s, job->vector.path, tags, 2, &job->gaps);
  if (status == SM_OK) {
    sm_vector_filter(&job->vector, to, job->change, o->x, o->y);
    status = sm_vector_each(job->s, &job->vector, read_feature, job);
    job->complete = status == SM_OK && sm_vector_is_in_range(&job->vector);
    if (status == SM_OK && !job->complete) status = SM_ERR_DATA;
  }
  if (status == SM_OK) job->no_geometry.count += sm_vector_skipped_count(&job->vector);
  if (status == SM_OK) status = check_any(job);
  if (status == SM_OK && job->without > 0) status = fail_heights(job, nearest);
  if (status == SM_OK) status = sm_outlines_apply_parts(job->s, &job->outlines);
  if (status == SM_OK) status = sm_outlines_to_footprints(job->s, &job->outlines, job->out);
  OCTDestroyCoordinateTransformation(job->change);
  sm_srs_free(to);
  return status;
}

/* Warns of dropped features and assumptions. */
static void warn(struct job *job) {
  const char *path = job->vector.path;
  const struct {
    const struct sm_feature_count *of;
    const char *what;
  } left_out[] = {
      {&job->no_geometry, "as they have no geometry"},
      {&job->no_area, "as they are not polygons with an area"},
      {&job->other_relations, "as they are relations of another type than multipolygon"}};
  for (size_t t = 0; t < sizeof left_out / sizeof *left_out; t++)
    if (left_out[t].of->count > 0)
      sm_gis_session_warn(job->s,
                          "%s: warning: features left out, %s: %zu (the first is feature %ld)",
                          path, left_out[t].what, left_out[t].of->count, left_out[t].of->first);
  if (job->upside_down.count > 0)
    sm_gis_session_warn(
        job->s,
        "%s: warning: buildings left out, as their underside is not below their roof: "
        "%zu (the first, feature %ld, is from %g m to %g m)",
        path, job->upside_down.count, job->upside_down.first, job->lowest[0], job->lowest[1]);
  if (job->closed.count > 0)
    sm_gis_session_warn(
        job->s,
        "%s: warning: outlines of buildings that are not closed, and were closed: %zu "
        "(the first is feature %ld)",
        path, job->closed.count, job->closed.first);
  if (job->vector.osm) sm_osm_warn(job->s, path, "buildings", &job->gaps);
  if (job->negative.count > 0)
    sm_gis_session_warn(
        job->s,
        "%s: warning: heights that are negative, and were not read: %zu (the first, of "
        "feature %ld, is %g m)",
        path, job->negative.count, job->negative.first, job->below);
  if (job->out->repaired > 0)
    sm_gis_session_warn(job->s,
                        "%s: warning: footprints that crossed themselves were repaired: %zu (%s)",
                        path, job->out->repaired, job->repair);
  sm_vector_warn(job->s, path, &job->notes);
}

/* Reads the file. With `assume`, degrees are taken to be in range, which saves reading GeoJSON once
 * more for its extent; *again: they are not, or reading failed, and the file is to be read without.
 */
static enum sm_status read_file(const char *path, const struct sm_crs *crs,
                                const struct sm_footprint_options *options, bool assume,
                                sm_gis_nearest *nearest, struct sm_footprints *out, bool *again,
                                char *message, size_t size) {
  struct sm_gis_session s;
  sm_gis_session_begin(&s, message, size);
  *out = (struct sm_footprints){0};
  struct job job = {.s = &s, .options = options, .out = out};
  GDALDatasetH data = NULL;
  enum sm_status status = sm_gis_session_open(&s, path, GDAL_OF_VECTOR, &data);
  if (status == SM_OK)
    status = sm_vector_attach(&s, path, data, options->layer, options->assumed_crs, crs, assume,
                              &job.vector);
  if (status == SM_OK) status = read_layer(&job, crs, nearest);
  *again = job.vector.assumed && !job.complete;
  out->dropped = job.no_geometry.count + job.no_area.count + job.upside_down.count;
  if (status == SM_OK) warn(&job);
  sm_outlines_free(&job.outlines);
  sm_vector_close(&job.vector);
  sm_gis_session_end(&s);
  return status;
}

enum sm_status sm_module_read_footprints(const char *path, const struct sm_crs *crs,
                                         const struct sm_footprint_options *options,
                                         sm_gis_nearest *nearest, struct sm_footprints *out,
                                         char *message, size_t size) {
  bool again;
  enum sm_status status = read_file(path, crs, options, true, nearest, out, &again, message, size);
  if (again) status = read_file(path, crs, options, false, nearest, out, &again, message, size);
  return status;
}
