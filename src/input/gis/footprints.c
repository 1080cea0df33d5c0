#include "input/gis/footprints.h"

#include "input/gis/crs.h"
#include "input/gis/outline.h"
#include "input/gis/shape.h"
#include "input/gis/vector.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char levels_tag[] = "building:levels";
static const double level_height = 3; /* m, where no rule says otherwise */

/* All that one call works on. */
struct job {
  struct sm_session *s;
  const struct sm_footprint_options *options;
  struct sm_vector vector;
  OGRCoordinateTransformationH change; /* to the domain's CRS; NULL: none needed */
  struct sm_outlines outlines;
  struct sm_footprints *out; /* counts on the way, footprints at the end */
  size_t features;           /* seen */
  size_t without;            /* have no height, and there is no default */
  long first_without;
  char repair[256]; /* what was wrong with the first one that was repaired */
};

/* ---- heights ---- */

/* The height that the rules give; false when none gives a positive one. */
static bool find_height(const struct job *job, OGRFeatureH feature, double *height) {
  const struct sm_footprint_options *o = job->options;
  for (size_t i = 0; i < o->height.count; i++)
    if (sm_vector_length(feature, &o->height.item[i], height) && *height > 0) return true;
  return false;
}

/* Where the building begins, m above ground. */
static double find_base(const struct job *job, OGRFeatureH feature) {
  const struct sm_footprint_options *o = job->options;
  struct sm_rule height = {"min_height", 1}, level = {"building:min_level", level_height};
  double base;
  for (size_t i = 0; i < o->height.count; i++)
    if (strcmp(o->height.item[i].attribute, levels_tag) == 0)
      level.factor = o->height.item[i].factor;
  if (sm_vector_length(feature, &height, &base) && base > 0) return base;
  if (job->vector.tagged && sm_vector_length(feature, &level, &base) && base > 0) return base;
  return 0;
}

/* Writes "'height', 'building:levels'". */
static void list_names(const char *const *names, size_t count, char *out, size_t size) {
  size_t used = 0;
  out[0] = '\0';
  for (size_t i = 0; i < count && used + 1 < size; i++) {
    const int written = snprintf(out + used, size - used, "%s'%s'", i == 0 ? "" : ", ", names[i]);
    used += written > 0 ? (size_t)written : 0;
  }
}

/* True of "H", "AVGHT_M", "Hgt", "ROOF_HEIGHT", "elev" ... */
static bool sounds_like_height(const char *name) {
  static const char *const parts[] = {"ht", "hgt", "height", "elev", "levels", "floors", "stor"};
  char lower[64];
  size_t n = 0;
  for (; name[n] != '\0' && n + 1 < sizeof lower; n++)
    lower[n] = (char)tolower((unsigned char)name[n]);
  lower[n] = '\0';
  bool found = strcmp(lower, "h") == 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    found = found || strstr(lower, parts[i]) != NULL;
  return found;
}

/* Says which buildings have no height, and which attribute may be meant. */
static enum sm_status fail_heights(const struct job *job, sm_gis_nearest *nearest) {
  enum { MOST_NAMES = 64 };
  const struct sm_footprint_options *o = job->options;
  OGRFeatureDefnH definition = OGR_L_GetLayerDefn(job->vector.layer);
  const char *name[MOST_NAMES], *guess = NULL, *found = NULL;
  size_t count = 0;
  for (int i = 0; i < OGR_FD_GetFieldCount(definition) && count < MOST_NAMES; i++)
    name[count++] = OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i));
  const char *ruled[MOST_NAMES];
  size_t rules = 0;
  for (; rules < o->height.count && rules < MOST_NAMES; rules++)
    ruled[rules] = o->height.item[rules].attribute;
  for (size_t i = 0; i < rules && found == NULL; i++)
    for (size_t n = 0; n < count && found == NULL; n++)
      if (strcmp(ruled[i], name[n]) == 0) found = name[n];
  for (size_t i = 0; i < rules && guess == NULL && found == NULL; i++)
    guess = nearest(ruled[i], name, count);
  for (size_t i = 0; i < count && guess == NULL && found == NULL; i++)
    if (sounds_like_height(name[i])) guess = name[i];
  char asked[512], there[1024], hint[160] = "";
  list_names(ruled, rules, asked, sizeof asked);
  list_names(name, count, there, sizeof there);
  if (found != NULL)
    snprintf(hint, sizeof hint, "; in those '%s' is empty or no number above 0", found);
  if (guess != NULL) snprintf(hint, sizeof hint, "; did you mean '%s'?", guess);
  return sm_session_fail(
      job->s, SM_ERR_DATA,
      "%s: error: %zu of %zu footprints have no height (the first is feature %ld): no positive "
      "number in %s\nhelp: the file has %s%s%s\nhelp: or give buildings.default_height",
      job->vector.path, job->without, job->features, job->first_without,
      rules > 0 ? asked : "any attribute, as no rule names one",
      count > 0 ? "the attributes " : "no attributes", there, hint);
}

/* ---- features ---- */

static void note_repair(struct job *job, long feature) {
  if (job->out->repaired++ == 0)
    snprintf(job->repair, sizeof job->repair, "feature %ld: %.200s", feature, job->s->complaint);
}

/* Gives an outline its height; false when it has none, or none above its base. */
static bool set_height(struct job *job, OGRFeatureH feature, struct sm_outline *one) {
  one->base = find_base(job, feature);
  if (!find_height(job, feature, &one->top)) {
    one->top = one->base + job->options->default_height;
    if (isnan(job->options->default_height)) {
      if (job->without++ == 0) job->first_without = one->feature;
      return false;
    }
    job->out->default_height++;
  }
  if (one->top > one->base) return true;
  job->out->dropped++;
  return false;
}

static enum sm_status read_feature(void *self, OGRFeatureH feature) {
  struct job *job = self;
  OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
  struct sm_outline one = {.feature = (long)OGR_F_GetFID(feature)};
  bool repaired = false;
  if (geometry != NULL) one.shape = sm_shape_create(job->s, geometry, job->change, &repaired);
  if (one.shape == NULL) {
    job->out->dropped++;
    return SM_OK;
  }
  OGR_G_GetEnvelope(one.shape, &one.box);
  if (sm_vector_touches(one.shape, job->options->x, job->options->y)) {
    job->features++;
    if (repaired) note_repair(job, one.feature);
    char text[64];
    one.part =
        sm_vector_text(feature, "building:part", text, sizeof text) && strcmp(text, "no") != 0;
    if (set_height(job, feature, &one)) return sm_outlines_add(job->s, &job->outlines, &one);
  }
  OGR_G_DestroyGeometry(one.shape);
  return SM_OK;
}

/* ---- the whole layer ---- */

/* True when some feature of the layer is a polygon. */
static enum sm_status has_polygons(struct job *job, bool *found) {
  OGR_L_SetSpatialFilter(job->vector.layer, NULL);
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
  return sm_session_fail(job->s, SM_ERR_DATA, "%s: error: layer '%s' holds no %s with an area",
                         job->vector.path, OGR_L_GetName(job->vector.layer),
                         job->vector.tagged ? "building" : "polygon");
}

static enum sm_status read_layer(struct job *job, const struct sm_crs *crs,
                                 sm_gis_nearest *nearest) {
  OGRSpatialReferenceH to = NULL;
  enum sm_status status = sm_vector_change(job->s, &job->vector, crs, &to, &job->change);
  if (status == SM_OK) {
    sm_vector_filter(&job->vector, to, job->change, job->options->x, job->options->y);
    status = sm_vector_each(job->s, &job->vector, read_feature, job);
  }
  if (status == SM_OK) status = check_any(job);
  if (status == SM_OK && job->without > 0) status = fail_heights(job, nearest);
  if (status == SM_OK) status = sm_outlines_apply_parts(job->s, &job->outlines);
  if (status == SM_OK) status = sm_outlines_to_footprints(job->s, &job->outlines, job->out);
  OCTDestroyCoordinateTransformation(job->change);
  sm_srs_free(to);
  return status;
}

enum sm_status sm_module_read_footprints(const char *path, const struct sm_crs *crs,
                                         const struct sm_footprint_options *options,
                                         sm_gis_nearest *nearest, struct sm_footprints *out,
                                         char *message, size_t size) {
  struct sm_session s;
  sm_session_begin(&s, message, size);
  *out = (struct sm_footprints){0};
  struct job job = {.s = &s, .options = options, .out = out};
  GDALDatasetH data = NULL;
  enum sm_status status = sm_session_open(&s, path, GDAL_OF_VECTOR, &data);
  if (status == SM_OK)
    status = sm_vector_use(&s, path, data, options->layer, options->assumed_crs, crs, &job.vector);
  if (status == SM_OK) status = read_layer(&job, crs, nearest);
  if (status == SM_OK && out->repaired > 0)
    snprintf(message, size,
             "%s: warning: footprints that crossed themselves were repaired: %zu (%s)", path,
             out->repaired, job.repair);
  sm_outlines_free(&job.outlines);
  sm_vector_close(&job.vector);
  sm_session_end(&s);
  return status;
}
