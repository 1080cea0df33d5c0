/* Completion of a source: shape, position, times and mass. */
#include "case/draft.h"
#include <math.h>
#include <string.h>

enum sm_source_shape sm_source_shape(const struct sm_toml_node *node,
                                     const struct sm_case_source *source) {
  static const struct {
    const char *key;
    enum sm_source_shape shape;
  } told[] = {
      {"path", SM_SOURCE_PATH},      {"path_file", SM_SOURCE_PATH}, {"end", SM_SOURCE_LINE},
      {"size", SM_SOURCE_BOX},       {"radius", SM_SOURCE_DISK},    {"position", SM_SOURCE_POINT},
      {"latitude", SM_SOURCE_POINT}, {"easting", SM_SOURCE_POINT},
  };
  if (source->shape != SM_SOURCE_UNSET) return source->shape;
  for (size_t i = 0; i < sizeof told / sizeof *told; i++)
    if (sm_toml_get(node, told[i].key) != NULL) return told[i].shape;
  return SM_SOURCE_UNSET;
}

const struct sm_case_source_term *sm_source_term_of(const struct sm_case *c,
                                                    const struct sm_case_source *source) {
  for (size_t i = 0; i < c->source_term_count && source->term[0] != '\0'; i++)
    if (strcmp(c->source_term[i].name, source->term) == 0) return &c->source_term[i];
  return NULL;
}

/* Rate, times and plume rise of a fire: a stack as wide as the fire, with flames of 1100 K, at the
 * speed that gives its buoyancy flux g Q / (pi rho cp T) (Briggs 1969). */
static void finish_fire(const struct sm_case *c, struct sm_case_source *s) {
  static const double flame = 1100, heat_of_air = 353.0 * 1005; /* K; rho cp T, J/m3 */
  static const double pi = 3.14159265358979323846, gravity = 9.80665;
  const struct sm_case_source_term *t = c != NULL ? sm_source_term_of(c, s) : NULL;
  if (t == NULL || t->model != SM_TERM_FIRE) return;
  const double hot = 1 - c->weather.temperature / flame;
  const double flux =
      gravity * t->heat_release_rate * (1 - t->radiative_fraction) / (pi * heat_of_air);
  s->rate = t->fuel_rate * t->emission_factor;
  s->start = t->start;
  s->stop = t->start + t->duration;
  s->exit_temperature = flame;
  s->exit_diameter = t->fire_diameter;
  s->exit_velocity = 4 * flux / (gravity * t->fire_diameter * t->fire_diameter * hot);
}

/* Default times and mass; those from a file or a source term stay NAN. */
static void finish_release(struct sm_case_source *s, double start) {
  const bool rates =
      !isnan(s->rate) || s->rate_count > 0 || s->rate_file[0] != '\0' || s->term[0] != '\0';
  const bool ground = s->shape == SM_SOURCE_GROUND;
  if (isnan(s->mass) && !rates && !ground) s->mass = 1;
  if (s->rate_count > 0) {
    s->start = s->rates[0][0];
    s->stop = s->rates[s->rate_count - 1][0];
  } else if (s->shape == SM_SOURCE_PATH && s->path_count > 0) {
    if (isnan(s->start)) s->start = s->path[0][0];
    if (isnan(s->stop)) s->stop = s->path[s->path_count - 1][0];
  } else if (s->shape != SM_SOURCE_PATH && s->rate_file[0] == '\0' &&
             (s->term[0] == '\0' || !isnan(s->rate))) {
    if (isnan(s->start)) s->start = isnan(s->rate) ? 0 : start;
    if (isnan(s->stop)) s->stop = rates || ground ? (double)INFINITY : s->start;
  }
}

enum sm_status sm_finish_source(struct sm_case_reader *r, const struct sm_case *c,
                                const struct sm_toml_node *node, size_t index, double start,
                                struct sm_case_source *s) {
  static const enum sm_position_kind of_path[] = {SM_POSITION_LOCAL, SM_POSITION_CRS,
                                                  SM_POSITION_LATLON};
  s->shape = sm_source_shape(node, s);
  s->position = (int)sm_finish_place(&s->given, s->place);
  if (s->shape == SM_SOURCE_PATH) s->position = (int)of_path[s->coordinates];
  if (isnan(s->end_height)) s->end_height = s->height;
  for (int d = 0; d < 3; d++)
    if (isnan(s->size[d])) s->size[d] = 0;
  if (isnan(s->radius)) s->radius = 0;
  finish_fire(c, s);
  finish_release(s, start);
  return sm_finish_name(r, "source", index, &s->name);
}
