/* cell/particles/contact.h - contact collisions of single grains: hard spheres that collide where
 * they meet.
 *
 * After a step every grain searches for overlapping, approaching grains in its own bin and in the
 * adjacent ones, and chooses the one that approaches fastest. Two that have chosen each other
 * collide, in their positions at first contact: pairs are disjoint, and depend neither on the order
 * in memory nor on threads. This is repeated in rounds, for grains that meet several others at
 * once. Theory, sources, tests: docs/theory/particles-collisions.md. */
#ifndef SM_CELL_PARTICLES_CONTACT_H
#define SM_CELL_PARTICLES_CONTACT_H

#include "cell/particles/collisions.h"

enum { SM_CONTACT_NONE = -1 };

/* Grains that stay together after a collision without restitution still approach by the rounding of
 * their velocities: less than this fraction of them does not count. */
#define SM_CONTACT_ROUNDING 1e-6f

struct sm_particle_contacts {
  struct sm_particle_sort bins; /* particles in bin order: shape, count, bin */
  struct sm_particle *particle;
  const struct sm_particle_tag *tag;
  const struct sm_collision_grain *grain; /* per kind */
  const double *face[3];                  /* face positions of cells, m */
  double length[3];                       /* lengths of periodic axes, m; 0: not periodic */
  int32_t *choice;                        /* chosen partner of each particle; or SM_CONTACT_NONE */
  int64_t *counts;                        /* [SM_COLLISION_COUNTS] */
  float h;                                /* s */
  float restitution, friction;
  int ends; /* 1: after the last round: counts grains that still approach */
};

/* Vector from the centre of one grain to that of another, and their relative velocity; both are
 * exactly opposite for the other grain. */
struct sm_approach {
  float r[3], v[3]; /* m, m/s */
  float reach;      /* contact distance, m */
  float closing;    /* approach speed, m/s; 0: no approach or no contact */
};

SM_FN double sm_contact_position(const struct sm_particle_contacts *s, const struct sm_particle *m,
                                 int d) {
  const double low = SM_READ(s->face[d], m->cell[d]), high = SM_READ(s->face[d], m->cell[d] + 1);
  return low + ((double)m->part[d] + 0.5) * (1.0 / 4294967296.0) * (high - low);
}

/* Shortest distance along a periodic axis of `length` m; length 0: not periodic. */
SM_FN double sm_contact_way(double far, double length) {
  const double half = 0.5 * length;
  if (!(length > 0.0)) return far;
  return far > half ? far - length : far < -half ? far + length : far;
}

SM_FN struct sm_approach sm_approach_of(const struct sm_particle_contacts *s, int64_t p,
                                        int64_t q) {
  const struct sm_particle a = s->particle[p], b = s->particle[q];
  struct sm_approach o;
  float square = 0.0f, along = 0.0f, size = 0.0f;
  for (int d = 0; d < 3; d++) {
    const double far = sm_contact_position(s, &b, d) - sm_contact_position(s, &a, d);
    o.r[d] = (float)sm_contact_way(far, s->length[d]);
    o.v[d] = b.v[d] - a.v[d];
    square += o.r[d] * o.r[d];
    along += o.r[d] * o.v[d];
    size += fabsf(a.v[d]) + fabsf(b.v[d]);
  }
  const float one = s->grain[a.kind].diameter, two = s->grain[b.kind].diameter;
  const int unset = a.v[0] == SM_UNSET_VELOCITY || b.v[0] == SM_UNSET_VELOCITY;
  o.reach = 0.5f * (one + two);
  const int touch = one > 0.0f && two > 0.0f && !unset && square < o.reach * o.reach;
  o.closing = touch && along < 0.0f && square > 0.0f ? -along / sqrtf(square) : 0.0f;
  if (o.closing <= SM_CONTACT_ROUNDING * size) o.closing = 0.0f;
  return o;
}

/* Best partner of a grain so far. */
struct sm_contact_choice {
  int64_t q;
  uint64_t id;
  float closing;
};

/* Searches the grains of a bin. */
SM_FN void sm_contact_search(const struct sm_particle_contacts *s, int64_t p, int64_t bin,
                             struct sm_contact_choice *best) {
  for (int64_t q = s->bins.bin[bin]; q < s->bins.bin[bin + 1]; q++) {
    if (q == p) continue;
    const struct sm_approach o = sm_approach_of(s, p, q);
    const uint64_t id = s->tag[q].id;
    const int nearer = o.closing > best->closing || (o.closing == best->closing && id < best->id);
    if (!(o.closing > 0.0f) || !nearer) continue;
    best->q = q;
    best->id = id;
    best->closing = o.closing;
  }
}

/* Bin `at` of an axis, wrapped on a periodic one; negative: outside. */
SM_FN int sm_contact_bin(const struct sm_particle_contacts *s, int d, int at) {
  const int n = s->bins.n[d];
  if (at >= 0 && at < n) return at;
  return s->length[d] > 0.0 ? (at < 0 ? at + n : at - n) : -1;
}

SM_FN struct sm_contact_choice sm_contact_choose(const struct sm_particle_contacts *s, int64_t p) {
  struct sm_contact_choice best = {SM_CONTACT_NONE, UINT64_MAX, 0.0f};
  int at[3], bin[3];
  for (int d = 0; d < 3; d++) at[d] = s->particle[p].cell[d] >> s->bins.shift[d];
  for (int m = 0; m < 27; m++) {
    const int by[3] = {m % 3 - 1, m / 3 % 3 - 1, m / 9 - 1};
    int inside = 1;
    for (int d = 0; d < 3; d++) {
      bin[d] = sm_contact_bin(s, d, at[d] + by[d]);
      inside &= bin[d] >= 0;
    }
    if (!inside) continue;
    const int64_t index =
        bin[0] + (int64_t)s->bins.n[0] * (bin[1] + (int64_t)s->bins.n[1] * bin[2]);
    sm_contact_search(s, p, index, &best);
  }
  return best;
}

SM_FN int64_t sm_contact_live(const struct sm_particle_contacts *s) {
  return s->bins.bin[sm_sort_bin_count(&s->bins) - 1];
}

SM_FN void sm_cell_contact_choose(const struct sm_particle_contacts *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_particle_index(i, j);
  if (p >= sm_contact_live(s)) return;
  const struct sm_contact_choice best = sm_contact_choose(s, p);
  s->choice[p] = (int32_t)best.q;
  if (s->ends && best.q >= 0) SM_ADD_LONG(s->counts + SM_COLLISION_MISSED, 1);
}

/* Unit vector between the centres at first contact, if that was within the step. */
SM_FN void sm_contact_direction(const struct sm_approach *o, float h, float k[3]) {
  float rr = 0.0f, rv = 0.0f, vv = 0.0f;
  for (int d = 0; d < 3; d++) {
    rr += o->r[d] * o->r[d];
    rv += o->r[d] * o->v[d];
    vv += o->v[d] * o->v[d];
  }
  const float ago = (rv + sqrtf(rv * rv + vv * (o->reach * o->reach - rr))) / vv;
  const float back = ago <= 1.001f * h ? ago : 0.0f;
  float size = 0.0f;
  for (int d = 0; d < 3; d++) {
    k[d] = o->r[d] - back * o->v[d];
    size += k[d] * k[d];
  }
  for (int d = 0; d < 3; d++) k[d] /= sqrtf(size);
}

/* Of two that have chosen each other, the one with the lower id updates both. */
SM_FN void sm_cell_contact_collide(const struct sm_particle_contacts *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_particle_index(i, j);
  if (p >= sm_contact_live(s) || s->choice[p] < 0) return;
  const int64_t q = s->choice[p];
  if (s->choice[q] != p || s->tag[p].id > s->tag[q].id) return;
  struct sm_particle *a = &s->particle[p], *b = &s->particle[q];
  const float mass[2] = {s->grain[a->kind].mass, s->grain[b->kind].mass};
  const struct sm_approach o = sm_approach_of(s, p, q);
  float along[3], v[3] = {a->v[0], a->v[1], a->v[2]}, w[3] = {b->v[0], b->v[1], b->v[2]};
  sm_contact_direction(&o, s->h, along);
  sm_grain_rebound(s->restitution, s->friction, mass, along, v, w);
  for (int d = 0; d < 3; d++) {
    a->v[d] = v[d];
    b->v[d] = w[d];
  }
  SM_ADD_LONG(s->counts + SM_COLLISION_DONE, 1);
  if (o.closing * s->h > 0.1f * o.reach) SM_ADD_LONG(s->counts + SM_COLLISION_DENSE, 1);
}

#endif
