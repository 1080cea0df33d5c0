/* cell/particles/collisions.h - collisions of grains by direct simulation Monte Carlo (DSMC):
 * parcels of a bin collide in random pairs, as often as their grains do.
 *
 * Every step each bin draws disjoint pairs of its parcels at random (Nanbu 1980, Babovsky 1986). A
 * pair collides with the probability that a grain of one meets one of the grains of the other,
 *
 *   P = m W pi (r1 + r2)^2 g h chi / V,  m = n - 1 for even numbers n of parcels, n for odd ones,
 *
 * where m is the number of all pairs over that of drawn ones, W the larger number of grains of the
 * two parcels, g their relative speed, V the air volume of the bin and chi the radial distribution
 * of Carnahan and Starling (1969) at contact. Grains are spheres with normal restitution and
 * Coulomb friction.
 *
 * Random order: each parcel has a random key, a function of seed, id and step. Parcels are sorted
 * by key into as many buckets as there are parcels in the bin (collision_keys, backend.h: scan,
 * collision_place), and each bucket, with one parcel on average, is sorted (collision_order): the
 * pairs depend neither on the order in memory nor on threads.
 * Theory, sources, tests: docs/theory/particles-collisions.md. */
#ifndef SM_CELL_PARTICLES_COLLISIONS_H
#define SM_CELL_PARTICLES_COLLISIONS_H

#include "cell/particles/binning.h"

/* Grain of a kind; diameter 0: a gas, which does not collide. */
struct sm_collision_grain {
  float diameter, mass; /* m, kg */
  double number;        /* grains per mass quantum of the species */
};

/* Collision counts; integers, whose sums do not depend on the order. */
enum sm_collision_count {
  SM_COLLISION_PAIRS,  /* drawn */
  SM_COLLISION_DONE,   /* collided pairs */
  SM_COLLISION_MISSED, /* probability above 1 in a step, in units of 1 / SM_COLLISION_PART;
                          contacts: grains that still approach after all rounds */
  SM_COLLISION_DENSE,  /* pairs drawn where grains fill more than SM_COLLISION_DENSEST of the air;
                          contacts: approach by more than a tenth of the distance in a step */
  SM_COLLISION_COUNTS
};
#define SM_COLLISION_PART 1024.0f
#define SM_COLLISION_DENSEST 0.6f
#define SM_COLLISION_SOLIDS 1099511627776.0 /* quanta of volume fraction 1: 2^40 */

struct sm_particle_collisions {
  struct sm_particle_sort bins; /* particles in bin order: shape, count, bin */
  struct sm_particle *particle;
  const struct sm_particle_tag *tag;
  const struct sm_collision_grain *grain; /* per kind */
  const float *per_volume;                /* 1 / air volume of bins, 1/m3 */
  uint32_t *bucket; /* [count + 1], counts, then the start of each in `order` */
  uint32_t *rank;   /* rank of particles in their bucket */
  uint32_t *order;  /* particles in random order */
  int64_t *solids;  /* volume fraction of grains per bin, in SM_COLLISION_SOLIDS */
  int64_t *counts;  /* [SM_COLLISION_COUNTS] */
  float h;          /* s */
  float restitution, friction;
  uint64_t seed;
  uint32_t step; /* step number in the run */
};

/* --- two grains --- */

/* Largest fraction of the tangential relative velocity that friction removes from solid spheres
 * (sticking); the rest becomes spin. */
#define SM_STICKING (2.0f / 7.0f)

/* Velocities after a collision of spheres with the unit vector k along their centres, in either
 * sense: the normal relative velocity changes its sign and is scaled by `restitution`; the
 * tangential one decreases by `friction` times that change, or by the sticking limit (Walton 1993,
 * for spheres without initial spin). */
SM_FN void sm_grain_rebound(float restitution, float friction, const float mass[2],
                            const float k[3], float v[3], float w[3]) {
  const float g[3] = {v[0] - w[0], v[1] - w[1], v[2] - w[2]};
  const float along = g[0] * k[0] + g[1] * k[1] + g[2] * k[2];
  const float impulse = (1.0f + restitution) * along / (mass[0] + mass[1]);
  for (int d = 0; d < 3; d++) {
    v[d] -= impulse * mass[1] * k[d];
    w[d] += impulse * mass[0] * k[d];
  }
  if (!(friction > 0.0f)) return;
  const float t[3] = {g[0] - along * k[0], g[1] - along * k[1], g[2] - along * k[2]};
  const float slip = sqrtf(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
  const float most = friction * (1.0f + restitution) * fabsf(along);
  const float part = (most < SM_STICKING * slip ? most / slip : SM_STICKING) / (mass[0] + mass[1]);
  for (int d = 0; d < 3; d++) {
    v[d] -= part * mass[1] * t[d];
    w[d] += part * mass[0] * t[d];
  }
}

/* Random direction of centres in a collision at relative velocity g, uniform over the collision
 * disc: the cosine to g is the root of a uniform number. g is not 0. */
SM_FN void sm_impact_direction(const float g[3], float speed, uint32_t radius, uint32_t angle,
                               float k[3]) {
  const float a[3] = {g[0] / speed, g[1] / speed, g[2] / speed};
  const int x = fabsf(a[0]) < 0.6f; /* an axis that is not parallel to g */
  const float flat = sqrtf(x ? a[1] * a[1] + a[2] * a[2] : a[0] * a[0] + a[2] * a[2]);
  const float b[3] = {x ? 0.0f : -a[2] / flat, x ? a[2] / flat : 0.0f,
                      x ? -a[1] / flat : a[0] / flat};
  const float c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                      a[0] * b[1] - a[1] * b[0]};
  const float share = sm_random_uniform(radius);
  const float cosine = sqrtf(share), sine = sqrtf(1.0f - share);
  const struct sm_heading turn = sm_turn(sm_random_uniform(angle));
  for (int d = 0; d < 3; d++) k[d] = cosine * a[d] + sine * (turn.cosine * b[d] + turn.sine * c[d]);
}

/* Radial distribution function at contact of spheres with volume fraction `solids` (Carnahan and
 * Starling 1969). */
SM_FN float sm_contact_density(float solids) {
  const float part = solids < SM_COLLISION_DENSEST ? solids : SM_COLLISION_DENSEST;
  const float rest = 1.0f - part;
  return (1.0f - 0.5f * part) / (rest * rest * rest);
}

/* --- random order --- */

SM_FN struct sm_random_words sm_collision_draw(const struct sm_particle_collisions *s, int64_t p,
                                               uint32_t purpose) {
  const struct sm_random_key draw = {s->seed, s->tag[p].id, s->step, purpose};
  return sm_random(draw);
}

/* Number of active particles; inactive ones are last. */
SM_FN int64_t sm_collision_live(const struct sm_particle_collisions *s) {
  return s->bins.bin[sm_sort_bin_count(&s->bins) - 1];
}

SM_FN int64_t sm_collision_bucket(const struct sm_particle_collisions *s, int64_t p) {
  const int64_t bin = sm_sort_bin(&s->bins, &s->particle[p]);
  const uint32_t first = s->bins.bin[bin], size = s->bins.bin[bin + 1] - first;
  const uint32_t key = sm_collision_draw(s, p, SM_DRAW_COLLISION_ORDER).word[0];
  return (int64_t)first + (int64_t)((uint64_t)key * size >> 32);
}

SM_FN float sm_collision_weight(const struct sm_particle_collisions *s, int64_t p) {
  return (float)((double)s->tag[p].mass * s->grain[s->particle[p].kind].number);
}

SM_FN void sm_collision_add_solids(const struct sm_particle_collisions *s, int64_t p) {
  const int64_t bin = sm_sort_bin(&s->bins, &s->particle[p]);
  const float d = s->grain[s->particle[p].kind].diameter;
  const float volume = 0.52359878f * d * d * d * sm_collision_weight(s, p); /* pi / 6 */
  const double part = (double)(volume * SM_READ(s->per_volume, bin));
  SM_ADD_LONG(s->solids + bin, (int64_t)(part * SM_COLLISION_SOLIDS));
}

SM_FN void sm_cell_collision_keys(const struct sm_particle_collisions *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_particle_index(i, j);
  if (p >= sm_collision_live(s)) return;
  s->rank[p] = SM_ADD_COUNT(s->bucket + sm_collision_bucket(s, p), 1u);
  sm_collision_add_solids(s, p);
}

SM_FN void sm_cell_collision_place(const struct sm_particle_collisions *s, int i, int j, int k) {
  (void)k;
  const int64_t p = sm_particle_index(i, j);
  if (p >= sm_collision_live(s)) return;
  s->order[s->bucket[sm_collision_bucket(s, p)] + s->rank[p]] = (uint32_t)p;
}

/* Whether p comes before q: by key, then by id. */
SM_FN int sm_collision_before(const struct sm_particle_collisions *s, int64_t p, int64_t q) {
  const uint32_t a = sm_collision_draw(s, p, SM_DRAW_COLLISION_ORDER).word[0];
  const uint32_t b = sm_collision_draw(s, q, SM_DRAW_COLLISION_ORDER).word[0];
  return a < b || (a == b && s->tag[p].id < s->tag[q].id);
}

/* Sorts the particles of a bucket, by insertion. */
SM_FN void sm_cell_collision_order(const struct sm_particle_collisions *s, int i, int j, int k) {
  (void)k;
  const int64_t b = sm_particle_index(i, j);
  if (b >= sm_collision_live(s)) return;
  const int64_t first = s->bucket[b], end = s->bucket[b + 1];
  for (int64_t n = first + 1; n < end; n++) {
    const uint32_t own = s->order[n];
    int64_t to = n;
    for (; to > first && sm_collision_before(s, own, s->order[to - 1]); to--)
      s->order[to] = s->order[to - 1];
    s->order[to] = own;
  }
}

/* --- pairs --- */

/* Expected number of collisions of a grain in a step between two parcels of a bin with n
 * parcels. */
SM_FN float sm_collisions_due(const struct sm_particle_collisions *s, int64_t bin, int64_t n,
                              const struct sm_collision_grain *a,
                              const struct sm_collision_grain *b, float weight, float speed) {
  const float pairs = (float)(n - (n % 2 == 0)), reach = 0.5f * (a->diameter + b->diameter);
  const float solids = (float)((double)s->solids[bin] / SM_COLLISION_SOLIDS);
  if (solids > SM_COLLISION_DENSEST) SM_ADD_LONG(s->counts + SM_COLLISION_DENSE, 1);
  const float rate = 3.14159265f * reach * reach * speed * weight * SM_READ(s->per_volume, bin);
  return pairs * rate * s->h * sm_contact_density(solids);
}

/* For parcels with different numbers of grains, all grains of the smaller one collide, but only as
 * many of the larger one: it takes its new velocity with the ratio of the numbers as probability
 * (Nanbu and Yonemura 1998), which conserves momentum and energy on average; for equal numbers
 * exactly. */
SM_FN void sm_collision_accept(const struct sm_particle_collisions *s, int64_t p, int64_t q,
                               const float weight[2], const float v[3], const float w[3],
                               uint32_t word) {
  const float least = weight[0] < weight[1] ? weight[0] : weight[1], u = sm_random_uniform(word);
  for (int d = 0; d < 3; d++) {
    if (u * weight[0] < least) s->particle[p].v[d] = v[d];
    if (u * weight[1] < least) s->particle[q].v[d] = w[d];
  }
}

SM_FN void sm_collide_pair(const struct sm_particle_collisions *s, int64_t bin, int64_t n,
                           int64_t p, int64_t q) {
  const struct sm_particle one = s->particle[p], two = s->particle[q];
  const struct sm_collision_grain a = s->grain[one.kind], b = s->grain[two.kind];
  const int gas = a.diameter == 0.0f || b.diameter == 0.0f;
  if (gas || one.v[0] == SM_UNSET_VELOCITY || two.v[0] == SM_UNSET_VELOCITY) return;
  float v[3] = {one.v[0], one.v[1], one.v[2]}, w[3] = {two.v[0], two.v[1], two.v[2]}, along[3];
  const float g[3] = {v[0] - w[0], v[1] - w[1], v[2] - w[2]};
  const float speed = sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  const float weight[2] = {sm_collision_weight(s, p), sm_collision_weight(s, q)};
  const float most = weight[0] > weight[1] ? weight[0] : weight[1];
  const float due = sm_collisions_due(s, bin, n, &a, &b, most, speed), masses[2] = {a.mass, b.mass};
  const struct sm_random_words draw = sm_collision_draw(s, p, SM_DRAW_COLLISION);
  SM_ADD_LONG(s->counts + SM_COLLISION_PAIRS, 1);
  if (due > 1.0f)
    SM_ADD_LONG(s->counts + SM_COLLISION_MISSED, (int64_t)((due - 1.0f) * SM_COLLISION_PART));
  if (!(sm_random_uniform(draw.word[0]) < due)) return;
  SM_ADD_LONG(s->counts + SM_COLLISION_DONE, 1);
  sm_impact_direction(g, speed, draw.word[1], draw.word[2], along);
  sm_grain_rebound(s->restitution, s->friction, masses, along, v, w);
  sm_collision_accept(s, p, q, weight, v, w, draw.word[3]);
}

/* Collides the particle at each even position of a bin's order with the next one. */
SM_FN void sm_cell_collision_pairs(const struct sm_particle_collisions *s, int i, int j, int k) {
  (void)k;
  const int64_t m = sm_particle_index(i, j);
  if (m >= sm_collision_live(s)) return;
  const int64_t p = s->order[m], bin = sm_sort_bin(&s->bins, &s->particle[p]);
  const int64_t first = s->bins.bin[bin], end = s->bins.bin[bin + 1];
  if ((m - first) % 2 != 0 || m + 1 >= end) return;
  sm_collide_pair(s, bin, end - first, p, s->order[m + 1]);
}

#endif
