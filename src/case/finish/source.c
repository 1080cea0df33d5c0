/* Completion of a source: shape, position, times and mass. */
#include "case/finish/case.h"
#include <math.h>

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

/* Default times and mass; those from a file stay NAN. */
static void finish_release(struct sm_case_source *s, double start) {
  const bool rates = !isnan(s->rate) || s->rate_count > 0 || s->rate_file[0] != '\0';
  const bool ground = s->shape == SM_SOURCE_GROUND;
  if (isnan(s->mass) && !rates && !ground) s->mass = 1;
  if (s->rate_count > 0) {
    s->start = s->rates[0][0];
    s->stop = s->rates[s->rate_count - 1][0];
  } else if (s->shape == SM_SOURCE_PATH && s->path_count > 0) {
    if (isnan(s->start)) s->start = s->path[0][0];
    if (isnan(s->stop)) s->stop = s->path[s->path_count - 1][0];
  } else if (s->shape != SM_SOURCE_PATH && s->rate_file[0] == '\0') {
    if (isnan(s->start)) s->start = isnan(s->rate) ? 0 : start;
    if (isnan(s->stop)) s->stop = rates || ground ? (double)INFINITY : s->start;
  }
}

enum sm_status sm_finish_source(struct sm_case_reader *r, const struct sm_toml_node *node,
                                size_t index, double start, struct sm_case_source *s) {
  static const enum sm_position_kind of_path[] = {SM_POSITION_LOCAL, SM_POSITION_CRS,
                                                  SM_POSITION_LATLON};
  s->shape = sm_source_shape(node, s);
  s->position = (int)sm_finish_place(&s->given, s->place);
  if (s->shape == SM_SOURCE_PATH) s->position = (int)of_path[s->coordinates];
  if (isnan(s->end_height)) s->end_height = s->height;
  for (int d = 0; d < 3; d++)
    if (isnan(s->size[d])) s->size[d] = 0;
  if (isnan(s->radius)) s->radius = 0;
  finish_release(s, start);
  return sm_finish_name(r, "source", index, &s->name);
}
