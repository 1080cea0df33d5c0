/* Vegetation of a case (canopies, trees, barriers), read and placed in the domain. */
#include "domain/surface/vegetation/vegetation.h"

#include "base/list.h"
#include "domain/positions.h"
#include <math.h>
#include <string.h>

/* Attributes of a file, in the order of their values. */
enum { HEIGHT, CROWN, BASE, LAI, ATTENUATION, POROSITY, WIDTH, SPACING, DIRECTION, VALUES };

/* Context of one call. */
struct job {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_horizontal_grid *plan;
  struct sm_domain *domain;
  struct sm_features features;   /* features of the vector file */
  struct sm_footprints canopies; /* polygons with their heights; owns the vertices */
  double *canopy_attenuation;    /* per polygon; NAN: from the raster or the case */
  size_t capacity;
  size_t unlikely;            /* number of plants taller than any tree */
  size_t from_file, defaults; /* plants in the file; those with the default height */
  size_t outside;             /* plants outside the domain, and features that are not plants */
};

/* --- traits --- */

static const char *const kind_names[] = {"canopy", "windbreak", "fence", "rows"};

/* Fills in missing properties of a plant. */
static void complete(struct sm_plant_traits *t, enum sm_plant_kind kind,
                     const struct sm_plant_traits *fallback) {
  if (isnan(t->height)) t->height = fallback->height;
  if (isnan(t->base)) t->base = fallback->base;
  if (isnan(t->crown)) t->crown = isnan(fallback->crown) ? 0.6 * t->height : fallback->crown;
  if (isnan(t->lai)) t->lai = fallback->lai;
  if (isnan(t->attenuation)) t->attenuation = 0.5 * t->lai;
  if (isnan(t->porosity) && kind != SM_PLANT_ROWS) t->porosity = fallback->porosity;
  if (isnan(t->direction)) t->direction = fallback->direction;
  if (isnan(t->width) && kind == SM_PLANT_ROWS) t->width = t->spacing / 3;
}

/* Error in the complete properties of a plant, for a message; NULL: valid. */
static const char *fault_of(const struct sm_plant_traits *t, enum sm_plant_kind kind) {
  if (!(t->height > 0) || !isfinite(t->height)) return "no height";
  if (t->height > SM_CASE_MAX_HEIGHT) return "a height of more than 2000 m";
  if (!(t->base >= 0 && t->base < t->height)) return "a base that is not below its top";
  if (!(t->attenuation >= 0 && t->attenuation <= 10)) return "an attenuation that is not 0 to 10";
  if (kind == SM_PLANT_TREE && !(t->crown > 0 && isfinite(t->crown))) return "no crown";
  if (kind == SM_PLANT_CANOPY || kind == SM_PLANT_TREE) return NULL;
  if (t->porosity < 0 || t->porosity > 1) return "a porosity that is not 0 to 1";
  if (t->width <= 0 || isinf(t->width)) return "no width";
  if (kind == SM_PLANT_ROWS && !(t->spacing > t->width && isfinite(t->spacing)))
    return "no spacing that is larger than the width of its rows";
  return NULL;
}

/* --- shapes --- */

/* Adds a canopy polygon; takes ownership of its vertices. */
static enum sm_status add_canopy(struct job *job, struct sm_footprint *polygon,
                                 double attenuation) {
  size_t capacity = job->capacity; /* of both arrays */
  SM_TRY(sm_list_grow(job->ctx, job->canopies.count, sizeof *job->canopies.item, "the canopies",
                      &job->canopies.item, &capacity));
  SM_TRY(sm_list_grow(job->ctx, job->canopies.count, sizeof *job->canopy_attenuation,
                      "the canopies", &job->canopy_attenuation, &job->capacity));
  job->canopy_attenuation[job->canopies.count] = attenuation;
  job->canopies.item[job->canopies.count++] = *polygon;
  *polygon = (struct sm_footprint){0};
  return SM_OK;
}

/* True when the bounding box of the points overlaps the domain. */
static bool touches(const struct sm_domain *domain, double (*vertex)[2], int count) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int v = 0; v < count; v++)
    for (int d = 0; d < 2; d++) {
      low[d] = fmin(low[d], vertex[v][d]);
      high[d] = fmax(high[d], vertex[v][d]);
    }
  for (int d = 0; d < 2; d++)
    if (!(high[d] >= 0 && low[d] <= sm_axis_length(&domain->grid.axis[d]))) return false;
  return true;
}

/* Adds a plant with a shape in grid coordinates; a canopy takes ownership of the polygon. */
static enum sm_status add_plant(struct job *job, enum sm_plant_kind kind, bool is_line,
                                struct sm_footprint *shape, const struct sm_plant_traits *traits,
                                double attenuation) {
  struct sm_plants *plants = &job->domain->plants;
  const int count = shape->ring_start[shape->ring_count];
  if (!touches(job->domain, shape->vertex, count)) {
    job->outside++;
    return SM_OK;
  }
  struct sm_plant_traits t = *traits;
  job->unlikely += t.height > SM_PLANT_UNLIKELY_HEIGHT;
  switch (kind) {
  case SM_PLANT_TREE: return sm_plants_add_tree(job->ctx, shape->vertex[0], &t, plants);
  case SM_PLANT_ROWS: return sm_plants_add_rows(job->ctx, shape, &t, plants);
  case SM_PLANT_WINDBREAK:
  case SM_PLANT_FENCE:
    if (!is_line) return sm_plants_add_polygon(job->ctx, kind, shape, &t, plants);
    if (isnan(t.width)) t.width = 1;
    return sm_plants_add_line(job->ctx, kind, shape->vertex, count, &t, plants);
  case SM_PLANT_CANOPY:
    shape->height = t.height;
    shape->base = t.base;
    return add_canopy(job, shape, attenuation);
  }
  return SM_OK;
}

/* Attenuation given for a canopy, or derived from its leaf area, which lies between base and top;
 * NAN without either. */
static double own_attenuation(const struct sm_plant_traits *own,
                              const struct sm_plant_traits *complete) {
  if (!isnan(own->attenuation) || isnan(own->lai)) return own->attenuation;
  return sm_canopy_attenuation(own->lai, complete->height, complete->base);
}

/* Adds a plant whose shape is borrowed, moved by `shift` to grid coordinates. */
static enum sm_status add_shape(struct job *job, enum sm_plant_kind kind, bool is_line,
                                const struct sm_footprint *from, const double shift[2],
                                const struct sm_plant_traits *traits, double attenuation) {
  const size_t rings = (size_t)from->ring_count, vertices = (size_t)from->ring_start[rings];
  struct sm_footprint shape = {.ring_count = from->ring_count, .feature = from->feature};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(job->ctx, vertices, sizeof *shape.vertex, "a plant", &shape.vertex));
  SM_TRY_DONE(sm_alloc(job->ctx, rings + 1, sizeof(int), "a plant", &shape.ring_start));
  memcpy(shape.ring_start, from->ring_start, (rings + 1) * sizeof(int));
  for (size_t v = 0; v < vertices; v++)
    for (int d = 0; d < 2; d++) shape.vertex[v][d] = from->vertex[v][d] + shift[d];
  status = add_plant(job, kind, is_line, &shape, traits, attenuation);
done:
  SM_FREE_ALL(shape.vertex, shape.ring_start);
  return status;
}

/* --- inline plants --- */

static enum sm_status add_inline(struct job *job, const struct sm_case_plant *from) {
  struct sm_plant_traits traits = from->traits;
  complete(&traits, from->kind, &job->c->vegetation.fallback);
  const char *fault = fault_of(&traits, from->kind);
  if (fault != NULL)
    return sm_fail(job->ctx, SM_ERR_CASE, "%s:%d: error: a plant with %s", job->c->path, from->line,
                   fault);
  const double *origin = job->plan->origin, margin = job->plan->margin;
  const double shift[2] = {from->in_crs ? -origin[0] : margin, from->in_crs ? -origin[1] : margin};
  int ring[2] = {0, from->vertex_count};
  const struct sm_footprint shape = {
      .vertex = from->vertex, .ring_start = ring, .ring_count = 1, .feature = from->line};
  return add_shape(job, from->kind, from->is_line, &shape, shift, &traits,
                   own_attenuation(&from->traits, &traits));
}

static enum sm_status add_inlines(struct job *job) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  const size_t before = job->outside;
  const struct sm_case_plant *first = NULL; /* first plant outside the domain */
  for (size_t p = 0; p < v->plant_count; p++) {
    SM_TRY(add_inline(job, &v->plant[p]));
    if (first == NULL && job->outside > before) first = &v->plant[p];
  }
  if (first != NULL)
    sm_warn(job->ctx,
            "%s: warning: %zu of %zu plants lie wholly outside the domain: the first, of line %d, "
            "is at %.10g m, %.10g m%s",
            job->c->path, job->outside - before, v->plant_count, first->line, first->vertex[0][0],
            first->vertex[0][1], first->in_crs ? " of its crs" : "");
  return SM_OK;
}

/* --- plants of the file --- */

static enum sm_status read_features(struct job *job) {
  static const struct sm_attribute_rule names[VALUES - BASE][2] = {
      {{"base", 1}, {"BASE", 1}},
      {{"lai", 1}, {"LAI", 1}},
      {{"attenuation", 1}, {"ATTENUATION", 1}},
      {{"porosity", 1}, {"POROSITY", 1}},
      {{"width", 1}, {"WIDTH", 1}},
      {{"spacing", 1}, {"SPACING", 1}},
      {{"direction", 1}, {"DIRECTION", 1}}};
  static const char *const tags[3] = {"natural", "barrier", "landuse"};
  const struct sm_case_vegetation *v = &job->c->vegetation;
  const struct sm_horizontal_grid *plan = job->plan;
  struct sm_feature_options options = {
      .layer = v->layer,
      .assumed_crs = v->crs,
      .crs_key = "vegetation.crs",
      .value = {[HEIGHT] = v->height, [CROWN] = v->crown},
      .value_count = VALUES,
      .word = "kind",
      .tag = tags,
      .tag_count = 3,
      .x = {plan->origin[0], plan->origin[0] + plan->n[0] * plan->cell[0]},
      .y = {plan->origin[1], plan->origin[1] + plan->n[1] * plan->cell[1]}};
  for (int a = BASE; a < VALUES; a++)
    options.value[a] = (struct sm_attribute_rules){names[a - BASE], 2};
  return sm_gis_read_features(job->ctx, v->file, &plan->crs, &options, &job->features);
}

/* Plant kind from OpenStreetMap tags and geometry type (point, line, polygon). Orchards and
 * vineyards have no tags for rows. False for features that are not plants. */
static bool kind_of_tag(const struct sm_feature *f, enum sm_plant_kind *kind) {
  static const struct {
    const char *word;
    enum sm_feature_form form;
    enum sm_plant_kind kind;
  } tags[] = {{"tree", SM_FEATURE_POINT, SM_PLANT_TREE},
              {"tree_row", SM_FEATURE_LINE, SM_PLANT_WINDBREAK},
              {"hedge", SM_FEATURE_LINE, SM_PLANT_WINDBREAK},
              {"hedge", SM_FEATURE_POLYGON, SM_PLANT_WINDBREAK},
              {"fence", SM_FEATURE_LINE, SM_PLANT_FENCE},
              {"wood", SM_FEATURE_POLYGON, SM_PLANT_CANOPY},
              {"scrub", SM_FEATURE_POLYGON, SM_PLANT_CANOPY},
              {"forest", SM_FEATURE_POLYGON, SM_PLANT_CANOPY},
              {"orchard", SM_FEATURE_POLYGON, SM_PLANT_CANOPY},
              {"vineyard", SM_FEATURE_POLYGON, SM_PLANT_CANOPY}};
  for (size_t t = 0; t < sizeof tags / sizeof *tags; t++)
    if (f->form == tags[t].form && strcmp(f->word, tags[t].word) == 0) {
      *kind = tags[t].kind;
      return true;
    }
  return false;
}

/* Plant kind of a feature; false for an unknown word or a geometry that does not fit. */
static bool kind_of(const struct sm_feature *f, enum sm_plant_kind otherwise,
                    enum sm_plant_kind *kind) {
  *kind = f->form == SM_FEATURE_POINT  ? SM_PLANT_TREE
          : f->form == SM_FEATURE_LINE ? SM_PLANT_WINDBREAK
                                       : otherwise;
  if (f->form == SM_FEATURE_POINT || f->word[0] == '\0') return true;
  for (int k = 0; k < SM_PLANT_TREE; k++)
    if (strcmp(f->word, kind_names[k]) == 0) {
      *kind = (enum sm_plant_kind)k;
      return f->form == SM_FEATURE_POLYGON || k == SM_PLANT_WINDBREAK || k == SM_PLANT_FENCE;
    }
  return false;
}

static enum sm_status add_feature(struct job *job, const struct sm_feature *f) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  enum sm_plant_kind kind;
  if (f->tagged && !kind_of_tag(f, &kind)) {
    job->outside++;
    return SM_OK;
  }
  if (!f->tagged && !kind_of(f, v->kind, &kind))
    return sm_fail(job->ctx, SM_ERR_DATA,
                   "%s: error: feature %ld is of kind \"%s\"\n"
                   "help: polygons can be \"canopy\", \"windbreak\", \"fence\" or \"rows\", lines "
                   "\"windbreak\" or \"fence\"",
                   v->file, f->feature, f->word);
  struct sm_plant_traits own = {.height = f->value[HEIGHT] > 0 ? f->value[HEIGHT] : (double)NAN,
                                .base = f->value[BASE],
                                .crown = f->value[CROWN] > 0 ? f->value[CROWN] : (double)NAN,
                                .lai = f->value[LAI],
                                .attenuation = f->value[ATTENUATION],
                                .porosity = f->value[POROSITY],
                                .width = f->value[WIDTH],
                                .spacing = f->value[SPACING],
                                .direction = f->value[DIRECTION]};
  struct sm_plant_traits traits = own;
  complete(&traits, kind, &v->fallback);
  job->from_file++;
  job->defaults += isnan(own.height) ? 1 : 0;
  const char *fault = fault_of(&traits, kind);
  if (fault != NULL)
    return sm_fail(job->ctx, SM_ERR_DATA,
                   "%s: error: feature %ld is a plant with %s\n"
                   "help: see vegetation.height and vegetation.default_height, and the attributes "
                   "that 'simoom help vegetation.file' lists",
                   v->file, f->feature, fault);
  const double shift[2] = {-job->plan->origin[0], -job->plan->origin[1]};
  const struct sm_footprint shape = {.vertex = f->vertex,
                                     .ring_start = f->ring_start,
                                     .ring_count = f->ring_count,
                                     .feature = f->feature};
  return add_shape(job, kind, f->form == SM_FEATURE_LINE, &shape, shift, &traits,
                   own_attenuation(&own, &traits));
}

static enum sm_status add_file(struct job *job) {
  const struct sm_case_vegetation *v = &job->c->vegetation;
  if (v->file[0] == '\0') return SM_OK;
  SM_TRY(read_features(job));
  for (size_t f = 0; f < job->features.count; f++) SM_TRY(add_feature(job, &job->features.item[f]));
  if (job->features.count == job->outside) {
    const struct sm_domain_map map = sm_plan_map(job->plan);
    SM_TRY(sm_degrees_tell_file(job->ctx, &map, v->file, v->layer, v->crs, "plant"));
  }
  if (job->defaults > 0)
    sm_info(job->ctx, "%s: %zu of %zu plants have no height: default_height, %g m, taken", v->file,
            job->defaults, job->from_file, v->fallback.height);
  return SM_OK;
}

enum sm_status sm_vegetation_read(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_horizontal_grid *plan, struct sm_domain *domain) {
  if (!c->vegetation.present) return SM_OK;
  struct job job = {.ctx = ctx, .c = c, .plan = plan, .domain = domain};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(add_file(&job));
  SM_TRY_DONE(add_inlines(&job));
  SM_TRY_DONE(sm_canopies_fill(ctx, c, plan, domain, &job.canopies, job.canopy_attenuation));
  if (job.unlikely > 0)
    sm_warn(ctx, "%s: warning: plants taller than %g m: %zu", c->path, SM_PLANT_UNLIKELY_HEIGHT,
            job.unlikely);
done:
  for (size_t f = 0; f < job.canopies.count; f++) {
    SM_FREE_ALL(job.canopies.item[f].vertex, job.canopies.item[f].ring_start);
  }
  SM_FREE_ALL(job.canopies.item, job.canopy_attenuation);
  sm_features_free(&job.features);
  return status;
}
