/* Consistency of the keys of a source. */
#include "case/check/internal.h"
#include "case/draft.h"
#include <math.h>

/* Keys of each shape. */
static const struct {
  const char *word, *may, *must;
} shapes[] = {
#define SHAPE(name, word, meaning, may, must) {word, may, must},
#include "cell/particles/source_shapes.def"
};

static bool has(const struct sm_source_check *c, const char *key) {
  return sm_toml_get(c->node, key) != NULL;
}

const struct sm_toml_node *sm_check_whole_list(const struct sm_toml_node *table, const char *key,
                                               size_t count) {
  const struct sm_toml_node *list = sm_toml_get(table, key);
  return list != NULL && list->type == SM_TOML_ARRAY && list->count == count ? list : NULL;
}

/* --- shape --- */

static bool any_shape_has(const char *key) {
  for (int i = 0; i < SM_SOURCE_SHAPES; i++)
    if (sm_schema_lists(shapes[i].may, key)) return true;
  return false;
}

static void check_keys_of_shape(const struct sm_source_check *c, int shape) {
  for (size_t i = 0; i < c->table->key_count; i++) {
    const char *key = c->table->keys[i].name, *path = c->table->path;
    if (has(c, key) && any_shape_has(key) && !sm_schema_lists(shapes[shape].may, key))
      sm_check_report(c->r, c->node, key, has(c, "shape") ? NULL : "see the key shape",
                      "'%s.%s' has no meaning for a source whose shape is \"%s\"", path, key,
                      shapes[shape].word);
    if (!has(c, key) && sm_schema_lists(shapes[shape].must, key))
      sm_check_report(c->r, c->node, "shape", NULL,
                      "'%s.%s' is missing: a source whose shape is \"%s\" needs it", path, key,
                      shapes[shape].word);
  }
}

void sm_check_end(struct sm_case_reader *r, const struct sm_toml_node *node, const char *label,
                  const struct sm_draft_place *place, const double end[2], double height,
                  double end_height) {
  const double from[2] = {!isnan(place->position[0]) ? place->position[0]
                          : !isnan(place->latitude)  ? place->latitude
                                                     : place->easting,
                          !isnan(place->position[0]) ? place->position[1]
                          : !isnan(place->latitude)  ? place->longitude
                                                     : place->northing};
  if (isnan(end[0])) return;
  if (end[0] == from[0] && end[1] == from[1] && (isnan(end_height) || end_height == height))
    sm_check_report(r, node, "end", NULL, "'%s.end' is the start of the line", label);
}

static void check_measures(const struct sm_source_check *c, int shape) {
  const struct sm_case_source *s = c->source;
  const char *path = c->table->path;
  if (shape == SM_SOURCE_LINE)
    sm_check_end(c->r, c->node, path, &s->given, s->end, s->height, s->end_height);
  if (shape == SM_SOURCE_BOX && s->size[0] == 0 && s->size[1] == 0 && !(s->size[2] > 0))
    sm_check_report(c->r, c->node, "size", NULL, "'%s.size': the box has no size", path);
  if (shape == SM_SOURCE_SPHERE && s->height < s->radius)
    sm_check_report(c->r, c->node, has(c, "height") ? "height" : "shape", "a height of its middle",
                    "this sphere reaches below the ground: its radius is %g m, its middle %g m "
                    "above the ground",
                    s->radius, s->height);
  if (s->inner_radius >= s->radius)
    sm_check_report(c->r, c->node, "inner_radius", NULL,
                    "'%s.inner_radius' must be less than the radius", path);
}

static void check_shape(const struct sm_source_check *c) {
  const struct sm_case_source *s = c->source;
  const int shape = sm_source_shape(c->node, s);
  if (has(c, "shape") && (int)s->shape < 0) return; /* reported while reading */
  if (shape < 0) {
    sm_check_place(c->r, c->root, c->draft, c->node, "source",
                   "position = [x, y], or latitude and longitude, or shape = \"domain\"");
    return;
  }
  check_keys_of_shape(c, shape);
  if (shape == SM_SOURCE_GROUND) {
    if (c->table != &sm_table_source)
      sm_check_report(c->r, c->node, "shape", "[[particles.source]]",
                      "'%s.shape': only particles are lifted from the ground", c->table->path);
  } else if (sm_schema_lists(shapes[shape].may, "position")) {
    sm_check_place(c->r, c->root, c->draft, c->node, "source",
                   "position = [x, y], or latitude and longitude");
  }
  if (shape == SM_SOURCE_PATH && !has(c, "path") && !has(c, "path_file"))
    sm_check_report(c->r, c->node, "shape", "path = [[0, x, y, height], [60, x, y, height]]",
                    "this moving source has no path or path_file");
  check_measures(c, shape);
}

/* --- lists --- */

/* Error in a row of a path; NULL: valid. */
static const char *wrong_point(const struct sm_case_source *s, size_t i) {
  const double *row = s->path[i];
  if (!(row[0] >= 0) || (i > 0 && !(row[0] > s->path[i - 1][0])))
    return "times must increase from 0 on";
  return row[3] >= 0 ? NULL : "heights above the ground must not be negative";
}

static const char *wrong_rate(const struct sm_case_source *s, size_t i) {
  const double *row = s->rates[i];
  if (!(row[0] >= 0) || (i > 0 && !(row[0] > s->rates[i - 1][0])))
    return "times must increase from 0 on";
  if (!(row[1] >= 0)) return "a rate must not be negative";
  return row[1] <= 1e15 ? NULL : "a rate must be at most 1e15 kg/s";
}

/* Reports the first invalid row of a list. Returns whether all rows are valid. */
static bool check_rows(const struct sm_source_check *c, const char *key,
                       const struct sm_toml_node *list,
                       const char *(*wrong)(const struct sm_case_source *, size_t)) {
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < list->count; i++, item = item->next) {
    const char *text = wrong(c->source, i);
    if (text == NULL) continue;
    sm_report_add(c->r->report, &item->span, NULL, "'%s.%s': %s", c->table->path, key, text);
    return false;
  }
  return true;
}

static void check_path(const struct sm_source_check *c) {
  const struct sm_toml_node *list = sm_check_whole_list(c->node, "path", c->source->path_count);
  if (c->source->coordinates != (int)SM_COORDINATES_DOMAIN &&
      sm_check_crs(c->root, c->draft) == SM_CRS_LOCAL)
    sm_check_report(c->r, c->node, "coordinates", "give [domain] a crs and a center",
                    "this path has map coordinates, but the crs of the domain is \"local\"");
  if (list == NULL) return;
  if (list->count < 2)
    sm_check_report(c->r, c->node, "path", NULL, "'%s.path' needs two points or more",
                    c->table->path);
  check_rows(c, "path", list, wrong_point);
}

static void check_rates(const struct sm_source_check *c) {
  const struct sm_case_source *s = c->source;
  const struct sm_toml_node *list = sm_check_whole_list(c->node, "rates", s->rate_count);
  double most = 0;
  if (list == NULL || !check_rows(c, "rates", list, wrong_rate)) return;
  for (size_t i = 0; i < s->rate_count; i++) most = fmax(most, s->rates[i][1]);
  if (list->count < 2)
    sm_check_report(c->r, c->node, "rates", "rate, where it is always the same",
                    "'%s.rates' needs two points or more", c->table->path);
  else if (most == 0)
    sm_check_report(c->r, c->node, "rates", NULL, "'%s.rates' are all 0", c->table->path);
}

/* --- times and mass --- */

/* A release must lie within the run, and start before it stops. */
static void check_times(const struct sm_source_check *c) {
  const struct sm_case_source *s = c->source;
  const bool path = s->path_count > 0, rates = s->rate_count > 0;
  const double first = !isnan(s->start) ? s->start
                       : rates          ? s->rates[0][0]
                       : path           ? s->path[0][0]
                                        : 0;
  const char *key = has(c, "start") ? "start" : rates ? "rates" : "path";
  if (first >= c->duration)
    sm_check_report(c->r, c->node, key, "a longer run, or an earlier start",
                    "this release starts at %g s, after the end of the run at %g s", first,
                    c->duration);
  if (s->stop < first)
    sm_check_report(c->r, c->node, "stop", NULL,
                    "'%s.stop' is before the start of the release, %g s", c->table->path, first);
  if (s->stop == first && has(c, "rate"))
    sm_check_report(c->r, c->node, "stop", "mass = ..., for an instantaneous release",
                    "'%s.stop': a release at a rate requires a duration above 0", c->table->path);
}

/* Only sources of particles have a default mass. */
static void check_mass(const struct sm_source_check *c) {
  if (c->table == &sm_table_source || has(c, "rate") || has(c, "mass") || has(c, "rates") ||
      has(c, "rate_file") || has(c, "term"))
    return;
  sm_check_report(c->r, c->node, "rate", "rate = \"1 g/s\", or mass, rates or rate_file",
                  "'%s.rate' is missing", c->table->path);
}

/* The cloud of a detonation has a shape of its own, and only particles have it. */
static void check_explosion(const struct sm_source_check *c) {
  static const char *const keys[] = {"shape", "size",      "radius", "end",
                                     "path",  "path_file", "height"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (has(c, keys[k]))
      sm_check_report(c->r, c->node, keys[k], "cloud_radius and cloud_layers of the source term",
                      "'%s.%s': the shape is that of the cloud of \"%.60s\"", c->table->path,
                      keys[k], c->source->term);
  if (c->table != &sm_table_source)
    sm_check_report(c->r, c->node, "term", "a source of mass in the shape of the cloud",
                    "'%s.term': only particles have the cloud of an explosion", c->table->path);
}

/* The source term exists; a fire has a plume rise of its own, and only particles rise. */
static void check_term(const struct sm_source_check *c) {
  const struct sm_case_source_term *t = sm_source_term_of(&c->draft->c, c->source);
  const char *path = c->table->path;
  if (c->source->term[0] == '\0') return;
  if (t == NULL) {
    sm_check_report(c->r, c->node, "term", "[[source_term]] with this name",
                    "'%s.term': no source term is called \"%.60s\"", path, c->source->term);
    return;
  }
  if (c->source->shape == SM_SOURCE_GROUND)
    sm_check_report(c->r, c->node, "term", NULL, "'%s.term': dust is lifted by the wind", path);
  if (t->model == SM_TERM_EXPLOSION) check_explosion(c);
  if (t->model != SM_TERM_FIRE) return;
  if (has(c, "exit_velocity"))
    sm_check_report(c->r, c->node, "exit_velocity", NULL,
                    "'%s.exit_velocity': the plume rise is that of the fire \"%.60s\"", path,
                    c->source->term);
  if (c->table != &sm_table_source)
    sm_check_report(c->r, c->node, "term", "rate = ..., and the heat of the fire in the flow",
                    "'%s.term': only particles have the plume rise of a fire", path);
}

void sm_check_source(const struct sm_source_check *c) {
  check_shape(c);
  check_path(c);
  check_rates(c);
  check_times(c);
  check_mass(c);
  check_term(c);
}
