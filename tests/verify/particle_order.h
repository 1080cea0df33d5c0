/* particle_order.h - particles of a set by their numbers, whatever their order in memory. */
#ifndef SM_TESTS_PARTICLE_ORDER_H
#define SM_TESTS_PARTICLE_ORDER_H

#include "physics/particles/set.h"
#include <stdlib.h>

struct record {
  uint64_t id;
  struct sm_particle particle;
};

static inline int by_id(const void *a, const void *b) {
  const struct record *p = a, *q = b;
  return (p->id > q->id) - (p->id < q->id);
}

/* Freed with free. */
static inline struct record *records_of(const struct sm_particle_set *set) {
  struct record *out = calloc((size_t)set->count, sizeof *out);
  for (int64_t p = 0; p < set->count; p++)
    out[p] = (struct record){set->tag[p].id, set->particle[p]};
  qsort(out, (size_t)set->count, sizeof *out, by_id);
  return out;
}

static inline void reverse_particles(struct sm_particle_set *set) {
  for (int64_t p = 0, q = set->count - 1; p < q; p++, q--) {
    const struct sm_particle m = set->particle[p];
    const struct sm_particle_tag t = set->tag[p];
    set->particle[p] = set->particle[q];
    set->tag[p] = set->tag[q];
    set->particle[q] = m;
    set->tag[q] = t;
  }
}

#endif
