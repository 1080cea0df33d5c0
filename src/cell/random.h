/* random.h - counter-based random numbers: a function of their purpose, without a state.
 *
 * Philox 4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3") scrambles a
 * counter of 128 bits with a key of 64. The key is the seed of the run; the counter contains
 * particle, step and purpose: the numbers do not depend on the number of threads or GPUs, their
 * order, or restarts. Theory: docs/theory/particles-langevin.md. */
#ifndef SM_CELL_RANDOM_H
#define SM_CELL_RANDOM_H

#include "cell/elementary.h"

/* 128 independent random bits. */
struct sm_random_words {
  uint32_t word[4];
};

/* Purpose of a draw. */
struct sm_random_key {
  uint64_t seed, particle;
  uint32_t step;    /* step in the particle's run */
  uint32_t purpose; /* distinguishes the draws of one particle in one step */
};

SM_FN struct sm_random_words sm_philox_round(struct sm_random_words c, uint64_t key, uint32_t m) {
  const uint32_t k0 = (uint32_t)key + m * 0x9e3779b9u;         /* golden ratio */
  const uint32_t k1 = (uint32_t)(key >> 32) + m * 0xbb67ae85u; /* sqrt(3) - 1 */
  const uint64_t p0 = (uint64_t)0xd2511f53u * c.word[0], p1 = (uint64_t)0xcd9e8d57u * c.word[2];
  const struct sm_random_words next = {{(uint32_t)(p1 >> 32) ^ c.word[1] ^ k0, (uint32_t)p1,
                                        (uint32_t)(p0 >> 32) ^ c.word[3] ^ k1, (uint32_t)p0}};
  return next;
}
/* Ten rounds, unrolled: compilers do not vectorise over particles around a loop. */
SM_FN struct sm_random_words sm_philox(struct sm_random_words counter, uint64_t key) {
  struct sm_random_words c = sm_philox_round(counter, key, 0);
  c = sm_philox_round(c, key, 1);
  c = sm_philox_round(c, key, 2);
  c = sm_philox_round(c, key, 3);
  c = sm_philox_round(c, key, 4);
  c = sm_philox_round(c, key, 5);
  c = sm_philox_round(c, key, 6);
  c = sm_philox_round(c, key, 7);
  c = sm_philox_round(c, key, 8);
  return sm_philox_round(c, key, 9);
}

SM_FN struct sm_random_words sm_random(struct sm_random_key d) {
  const struct sm_random_words counter = {
      {(uint32_t)d.particle, (uint32_t)(d.particle >> 32), d.step, d.purpose}};
  return sm_philox(counter, d.seed);
}

/* Uniform number between 0 and 1, exclusive: odd multiples of 2^-24. */
SM_FN float sm_random_uniform(uint32_t word) {
  return (float)((word >> 8) | 1u) * (1.0f / 16777216.0f);
}

/* Two normal numbers of mean 0 and variance 1 from two words (Box and Muller 1958): all bits of the
 * first one determine the radius, so that tails reach to 6.76. */
SM_FN void sm_random_normal_pair(uint32_t radius, uint32_t angle, float normal[2]) {
  const float share = (float)radius * (1.0f / 4294967296.0f) + 0.5f / 4294967296.0f;
  const struct sm_heading d = sm_turn(sm_random_uniform(angle));
  const float r = sqrtf(-2.0f * sm_log(share));
  normal[0] = r * d.cosine;
  normal[1] = r * d.sine;
}
SM_FN void sm_random_normals(struct sm_random_words w, float normal[4]) {
  sm_random_normal_pair(w.word[0], w.word[1], normal);
  sm_random_normal_pair(w.word[2], w.word[3], normal + 2);
}

#endif
