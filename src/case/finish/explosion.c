/* Cloud of a detonation: sources in layers (docs/theory/source-terms.md). */
#include "case/draft.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double sm_explosion_cloud_top(double explosive_mass) {
  static const double pound = 0.45359237; /* kg */
  return 76 * pow(explosive_mass / pound, 0.25);
}

bool sm_is_explosion(const struct sm_case *c, const struct sm_case_source *source) {
  const struct sm_case_source_term *t = sm_source_term_of(c, source);
  return t != NULL && t->model == SM_TERM_EXPLOSION;
}

/* Source of a layer of the cloud: a box as wide as a square of the area of its circle, that
 * releases its part at once. `left`: particles that the layers before have left. */
static enum sm_status finish_layer(struct sm_case_reader *r, const struct sm_case_source_term *t,
                                   size_t layer, double left, struct sm_case_source *s) {
  static const double pi = 3.14159265358979323846;
  const double *own = t->cloud_layers[layer], top = sm_explosion_cloud_top(t->explosive_mass);
  char name[160];
  snprintf(name, sizeof name, "%.100s, layer %zu", s->name, layer + 1);
  s->shape = SM_SOURCE_BOX;
  s->height = own[0] * top;
  s->size[0] = s->size[1] = t->cloud_radius * sqrt(pi);
  s->size[2] = (own[1] - own[0]) * top;
  s->start = s->stop = t->start;
  s->mass = t->released_mass * t->respirable_fraction * own[2];
  s->count = layer + 1 < t->cloud_layer_count ? fmax(floor(s->count * own[2] + 0.5), 1) : left;
  s->count = fmax(s->count, 1);
  SM_TRY(sm_arena_copy(r->ctx, r->arena, "", 0, &s->term));
  return sm_arena_copy(r->ctx, r->arena, name, strlen(name), &s->name);
}

enum sm_status sm_finish_explosions(struct sm_case_reader *r, struct sm_case *c) {
  struct sm_case_particles *p = &c->particles;
  struct sm_case_source *all = NULL;
  size_t count = 0;
  for (size_t i = 0; i < p->source_count; i++)
    count += sm_is_explosion(c, &p->source[i])
                 ? sm_source_term_of(c, &p->source[i])->cloud_layer_count
                 : 1;
  if (count == p->source_count) return SM_OK;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, count, sizeof *all, &all));
  count = 0;
  for (size_t i = 0; i < p->source_count; i++) {
    const struct sm_case_source_term *t = sm_source_term_of(c, &p->source[i]);
    const bool explosion = sm_is_explosion(c, &p->source[i]);
    const size_t layers = explosion ? t->cloud_layer_count : 1;
    double left = p->source[i].count;
    for (size_t layer = 0; layer < layers; layer++) {
      struct sm_case_source *own = &all[count++];
      *own = p->source[i];
      if (!explosion) continue;
      SM_TRY(finish_layer(r, t, layer, left, own));
      left -= own->count;
    }
  }
  p->source = all;
  p->source_count = count;
  return SM_OK;
}
