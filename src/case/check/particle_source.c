#include "case/check/internal.h"

#include "case/check/case.h"
#include "case/finish/case.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double share_tolerance = 1e-6; /* of a sum of shares that is 1 */

static bool has(const struct sm_toml_node *table, const char *key) {
  return sm_toml_get(table, key) != NULL;
}

/* The list that a key holds, if all of its rows could be read; else NULL: absent, or reported. */
static const struct sm_toml_node *whole_list(const struct sm_toml_node *table, const char *key,
                                             size_t count) {
  const struct sm_toml_node *list = sm_toml_get(table, key);
  return list != NULL && list->type == SM_TOML_ARRAY && list->count == count ? list : NULL;
}

/* --- species --- */

bool sm_check_has_grains(const struct sm_toml_node *species) {
  return has(species, "diameter") || has(species, "diameters") || has(species, "median_diameter");
}

static void check_sizes(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_draft_species *s) {
  const struct sm_toml_node *list = whole_list(node, "diameters", s->diameter_count);
  double sum = 0;
  if (list == NULL) return;
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < s->diameter_count; i++, item = item->next) {
    const double diameter = s->diameters[i][0];
    const bool sized = diameter > 0 && diameter <= 1, shared = s->diameters[i][1] > 0;
    sum += s->diameters[i][1];
    if (!sized || !shared)
      sm_report_add(r->report, &item->span, "rows are [diameter, mass fraction]",
                    "'particles.species.diameters': a %s",
                    sized ? "mass fraction must be more than 0"
                          : "diameter must be more than 0 and at most 1 m");
    if (!sized || !shared) return;
  }
  if (s->diameter_count == 0)
    sm_check_report(r, node, "diameters", NULL, "'particles.species.diameters' is empty");
  else if (!(fabs(sum - 1) <= share_tolerance))
    sm_check_report(
        r, node, "diameters", NULL,
        "'particles.species.diameters': the mass fractions must add up to 1, but their sum is %.8g",
        sum);
}

static void check_density(struct sm_case_reader *r, const struct sm_toml_node *node,
                          const struct sm_case_draft *draft, const struct sm_draft_species *s) {
  const bool grains = sm_check_has_grains(node);
  if (grains && !has(node, "density"))
    sm_check_report(r, node, "density", "density = 2650, in kg/m3",
                    "'particles.species.density' is missing: required with a diameter");
  if (!grains && has(node, "density"))
    sm_check_report(
        r, node, "density", "a diameter, or no density",
        "'particles.species.density': a species without a diameter is a gas, which has no inertia");
  if (grains && s->species.density <= draft->c.particles.air_density)
    sm_check_report(r, node, "density", NULL,
                    "'particles.species.density' is %g kg/m3, but particles must be denser than "
                    "the air, %g kg/m3",
                    s->species.density, draft->c.particles.air_density);
}

void sm_check_species(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(root, "particles"), "species");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < draft->species_count && node != NULL; i++, node = node->next) {
    const struct sm_draft_species *s = &draft->species[i];
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    check_sizes(r, node, s);
    check_density(r, node, draft, s);
  }
}

/* --- sources --- */

/* A set of shapes. */
#define BIT(shape) (1u << SM_SOURCE_##shape)
#define EXTENDED (BIT(LINE) | BIT(BOX) | BIT(DISK) | BIT(SPHERE))
#define ALL (EXTENDED | BIT(POINT) | BIT(DOMAIN) | BIT(PATH) | BIT(GROUND))

/* Keys that only sources of some shapes have, or must have. */
static const struct {
  const char *key;
  unsigned may, must;
} keys_of_shapes[] = {
    {"position", EXTENDED | BIT(POINT) | BIT(GROUND), 0},
    {"latitude", EXTENDED | BIT(POINT) | BIT(GROUND), 0},
    {"easting", EXTENDED | BIT(POINT) | BIT(GROUND), 0},
    {"height", EXTENDED | BIT(POINT) | BIT(GROUND), 0},
    {"end", BIT(LINE), BIT(LINE)},
    {"end_height", BIT(LINE), 0},
    {"size", BIT(BOX) | BIT(GROUND), BIT(BOX)},
    {"radius", BIT(DISK) | BIT(SPHERE) | BIT(GROUND), BIT(DISK) | BIT(SPHERE)},
    {"inner_radius", BIT(DISK) | BIT(GROUND), 0},
    {"path", BIT(PATH), 0},
    {"path_file", BIT(PATH), 0},
    {"coordinates", BIT(PATH), 0},
    {"placement", EXTENDED | BIT(DOMAIN), 0},
    {"mass", ALL & ~BIT(GROUND), 0},
    {"rate", ALL & ~BIT(GROUND), 0},
    {"rates", ALL & ~BIT(GROUND), 0},
    {"rate_file", ALL & ~BIT(GROUND), 0},
    {"velocity", ALL & ~BIT(GROUND), 0},
    {"exit_velocity", BIT(POINT), 0},
    {"exit_temperature", BIT(POINT), 0},
    {"exit_diameter", BIT(POINT), 0},
    {"grain_diameter", BIT(GROUND), 0},
    {"clay", BIT(GROUND), 0},
    {"moisture", BIT(GROUND), 0},
};

static void check_keys_of_shape(struct sm_case_reader *r, const struct sm_toml_node *node,
                                int shape) {
  const char *word = sm_schema_find_key(&sm_table_source, "shape")->words[shape];
  for (size_t i = 0; i < sizeof keys_of_shapes / sizeof *keys_of_shapes; i++) {
    const char *key = keys_of_shapes[i].key;
    if (has(node, key) && (keys_of_shapes[i].may >> shape & 1) == 0)
      sm_check_report(r, node, key, has(node, "shape") ? NULL : "see the key shape",
                      "'particles.source.%s' has no meaning for a source whose shape is \"%s\"",
                      key, word);
    if (!has(node, key) && (keys_of_shapes[i].must >> shape & 1) != 0)
      sm_check_report(r, node, "shape", NULL,
                      "'particles.source.%s' is missing: a source whose shape is \"%s\" needs it",
                      key, word);
  }
}

/* A ground source is all of the ground, or a disk or box of it. */
static void check_ground(struct sm_case_reader *r, const struct sm_toml_node *root,
                         const struct sm_case_draft *draft, const struct sm_toml_node *node,
                         const struct sm_draft_source *s) {
  struct sm_toml_node *list = sm_toml_get(sm_toml_get(root, "particles"), "species");
  const int species = sm_particles_species(draft, s);
  if (has(node, "radius") && has(node, "size"))
    sm_check_report(r, node, "size", NULL,
                    "'particles.source.size' and 'radius' are mutually exclusive");
  if (has(node, "radius") || has(node, "size"))
    sm_check_place(r, root, draft, node, "part of the ground",
                   "position = [x, y], or no radius and size: all of the ground");
  else if (has(node, "position") || has(node, "latitude") || has(node, "easting"))
    sm_check_report(r, node, "position", "radius = \"10 m\"",
                    "this part of the ground has a position, but no radius or size");
  if (species >= 0 && !sm_check_has_grains(sm_toml_element(list, (size_t)species)))
    sm_check_report(r, node, "shape", "[[particles.species]] with a diameter and a density",
                    "this source is dust from the ground, but its species is a gas");
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
  if (!isnan(place->latitude) && !(fabs(end[0]) <= 90 && fabs(end[1]) <= 180))
    sm_check_report(r, node, "end", NULL,
                    "'%s.end' must be [latitude, longitude] in degrees, as the start", label);
  if (end[0] == from[0] && end[1] == from[1] && (isnan(end_height) || end_height == height))
    sm_check_report(r, node, "end", NULL, "'%s.end' is the start of the line", label);
}

static void check_shape(struct sm_case_reader *r, const struct sm_toml_node *root,
                        const struct sm_case_draft *draft, const struct sm_toml_node *node,
                        const struct sm_draft_source *s) {
  const struct sm_case_source *c = &s->source;
  const int shape = sm_particles_shape(node, s);
  if (has(node, "shape") && s->shape < 0) return; /* reported while reading */
  if (shape < 0) {
    sm_check_place(r, root, draft, node, "source",
                   "position = [x, y], or latitude and longitude, or shape = \"domain\"");
    return;
  }
  check_keys_of_shape(r, node, shape);
  if (((EXTENDED | BIT(POINT)) >> shape & 1) != 0)
    sm_check_place(r, root, draft, node, "source", "position = [x, y], or latitude and longitude");
  if (shape == SM_SOURCE_GROUND) check_ground(r, root, draft, node, s);
  if (shape == SM_SOURCE_PATH && !has(node, "path") && !has(node, "path_file"))
    sm_check_report(r, node, "shape", "path = [[0, x, y, height], [60, x, y, height]]",
                    "this moving source has no path or path_file");
  if (shape == SM_SOURCE_LINE)
    sm_check_end(r, node, "particles.source", &s->place, c->end, c->height, c->end_height);
  if (shape == SM_SOURCE_BOX && c->size[0] == 0 && c->size[1] == 0 && !(c->size[2] > 0))
    sm_check_report(r, node, "size", NULL, "'particles.source.size': the box has no size");
  if (shape == SM_SOURCE_SPHERE && c->height < c->radius)
    sm_check_report(r, node, has(node, "height") ? "height" : "shape", "a height of its middle",
                    "this sphere reaches below the ground: its radius is %g m, its middle %g m "
                    "above the ground",
                    c->radius, c->height);
  if (c->inner_radius >= c->radius)
    sm_check_report(r, node, "inner_radius", NULL,
                    "'particles.source.inner_radius' must be less than the radius");
  if (c->placement >= SM_PLACE_PUBLISHED_RANDOM && shape != SM_SOURCE_BOX)
    sm_check_report(r, node, "placement", "placement = \"random\" or \"uniform\"",
                    "'particles.source.placement': \"published-\" requires shape = \"box\"");
}

static void check_path(struct sm_case_reader *r, const struct sm_toml_node *root,
                       const struct sm_case_draft *draft, const struct sm_toml_node *node,
                       const struct sm_draft_source *s) {
  static const char label[] = "'particles.source.path'";
  const struct sm_case_source *c = &s->source;
  const struct sm_toml_node *list = whole_list(node, "path", c->path_count);
  const bool geographic = s->coordinates == 2;
  if (s->coordinates != 0 && sm_check_crs(root, draft) == SM_CRS_LOCAL)
    sm_check_report(r, node, "coordinates", "give [domain] a crs and a center",
                    "this path has map coordinates, but the crs of the domain is \"local\"");
  if (list == NULL) return;
  if (list->count < 2) sm_check_report(r, node, "path", NULL, "%s needs two points or more", label);
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < c->path_count; i++, item = item->next) {
    const double *row = c->path[i];
    const char *wrong = NULL;
    if (!(row[0] >= 0) || (i > 0 && !(row[0] > c->path[i - 1][0])))
      wrong = "times must increase from 0 on";
    else if (geographic && !(fabs(row[1]) <= 90 && fabs(row[2]) <= 180))
      wrong = "latitude and longitude must be in degrees";
    else if (!(row[3] >= 0))
      wrong = "heights above the ground must not be negative";
    if (wrong == NULL) continue;
    sm_report_add(r->report, &item->span, NULL, "%s: %s", label, wrong);
    return;
  }
}

static void check_rates(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_case_source *c) {
  static const char label[] = "'particles.source.rates'";
  const struct sm_toml_node *list = whole_list(node, "rates", c->rate_count);
  double most = 0;
  if (list == NULL) return;
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < c->rate_count; i++, item = item->next) {
    const char *wrong = NULL;
    if (!(c->rates[i][0] >= 0) || (i > 0 && !(c->rates[i][0] > c->rates[i - 1][0])))
      wrong = "times must increase from 0 on";
    else if (!(c->rates[i][1] >= 0))
      wrong = "a rate must not be negative";
    else if (!(c->rates[i][1] <= 1e15))
      wrong = "a rate must be at most 1e15 kg/s";
    most = fmax(most, c->rates[i][1]);
    if (wrong == NULL) continue;
    sm_report_add(r->report, &item->span, NULL, "%s: %s", label, wrong);
    return;
  }
  if (list->count < 2)
    sm_check_report(r, node, "rates", "rate, where it is always the same",
                    "%s needs two points or more", label);
  else if (most == 0)
    sm_check_report(r, node, "rates", NULL, "%s are all 0", label);
}

/* A release lies within the run, and its beginning before its end. */
static void check_times(struct sm_case_reader *r, const struct sm_toml_node *node,
                        const struct sm_case_draft *draft, const struct sm_case_source *c) {
  const double duration = draft->c.particles.duration;
  const bool path = c->path_count > 0, rates = c->rate_count > 0;
  const double first = !isnan(c->start) ? c->start
                       : rates          ? c->rates[0][0]
                       : path           ? c->path[0][0]
                                        : 0;
  const char *key = has(node, "start") ? "start" : rates ? "rates" : "path";
  if (first >= duration)
    sm_check_report(r, node, key, "a longer duration in [particles], or an earlier start",
                    "this release starts at %g s, after the end of the run at %g s", first,
                    duration);
  if (c->stop < first)
    sm_check_report(r, node, "stop", NULL,
                    "'particles.source.stop' is before the start of the release, %g s", first);
  if (c->stop == first && has(node, "rate"))
    sm_check_report(r, node, "stop", "mass = ..., for an instantaneous release",
                    "'particles.source.stop': a release at a rate requires a duration above 0");
}

/* The species is one of those that there are. */
static void check_name(struct sm_case_reader *r, const struct sm_toml_node *node,
                       const struct sm_case_draft *draft, const struct sm_draft_source *s) {
  enum { MOST = 64 };
  const char *names[MOST];
  char help[128];
  size_t count = 0;
  if (sm_particles_species(draft, s) >= 0) return;
  for (; count < draft->species_count && count < MOST; count++)
    names[count] = draft->species[count].species.name;
  const char *nearest = sm_text_nearest(s->species, names, count);
  snprintf(help, sizeof help, nearest != NULL ? "did you mean \"%.80s\"?" : "%s",
           nearest != NULL ? nearest : "[[particles.species]] with this name");
  sm_check_report(r, node, "species", help,
                  "'particles.source.species': no species is called "
                  "\"%.60s\"",
                  s->species);
}

void sm_check_sources(struct sm_case_reader *r, struct sm_toml_node *root,
                      const struct sm_case_draft *draft) {
  const struct sm_toml_node *particles = sm_toml_get(root, "particles");
  const struct sm_toml_node *node = sm_toml_element(sm_toml_get(particles, "source"), 0);
  for (size_t i = 0; i < draft->source_count && node != NULL; i++, node = node->next) {
    const struct sm_draft_source *s = &draft->source[i];
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (s->source.count != floor(s->source.count))
      sm_check_report(r, node, "count", NULL, "'particles.source.count' must be a whole number");
    check_name(r, node, draft, s);
    check_shape(r, root, draft, node, s);
    check_path(r, root, draft, node, s);
    check_rates(r, node, &s->source);
    check_times(r, node, draft, &s->source);
    if (draft->particle_direction != 0 && has(node, "exit_velocity"))
      sm_check_report(r, node, "exit_velocity", NULL,
                      "'particles.source.exit_velocity': a plume cannot rise backward in time");
  }
}
