/* device/cpu/particle_pack_state.h - state of a SIMD pack of particles on a CPU
 * (device/cpu/particle_pack.h): a structure of arrays, loaded from particle records and stored
 * back. */
#ifndef SM_DEVICE_CPU_PARTICLE_PACK_STATE_H
#define SM_DEVICE_CPU_PARTICLE_PACK_STATE_H

#include "cell/cells.h"
#include <stdbool.h>
#include <string.h>

enum { PACK = 64 }; /* particles per pack: whole vectors on any processor */

#define PACK_EACH for (int l = 0; l < PACK; l++)
#define PACK_SIMD _Pragma("omp simd") PACK_EACH
#define PACK_SIMD_OR(...) _Pragma(PACK_TEXT(omp simd reduction(| : __VA_ARGS__))) PACK_EACH
#define PACK_TEXT(...) #__VA_ARGS__
#define PACK_FN static inline __attribute__((always_inline))
#define PACK_STAGE __attribute__((noinline)) static void

/* Positions, as in struct sm_grid_position_f32. */
struct pack_positions {
  int cell[3][PACK];
  uint32_t part[3][PACK];
};

/* Arrays are aligned to vectors; the two scalar members come last. */
struct pack {
  _Alignas(64) struct pack_positions at;
  float v[3][PACK];          /* m/s */
  int kind[PACK];            /* of the particle in this batch */
  int now[PACK];             /* current kind, or SM_KIND_INACTIVE */
  float release_delay[PACK]; /* s */
  int known[PACK];           /* kind whose properties are loaded below; -1: none yet */

  /* properties of the kinds (drag.h) */
  float tau[PACK], reynolds[PACK], gravity[PACK];
  float decay[PACK], gain[PACK], phi1[PACK], phi2[PACK], lag[PACK];
  float settling[PACK];

  /* Variables of a step; values of particles that do not take part are unused. */
  int active[PACK];         /* takes part in the step */
  int open[PACK];           /* open faces of the cell */
  float by[3][PACK];        /* displacement, m */
  float then[3][PACK];      /* velocity after the step, m/s */
  struct pack_positions to; /* end position, ... */
  int there[PACK];          /* ... or 0: long move, not done yet */
  int crossed[PACK];        /* faces crossed, in the cell */
  int low[3][PACK];         /* struct sm_node_interval_f32 */
  float between[3][PACK];
  int closed[PACK];    /* closed ones among the nearer faces */
  float kept[3][PACK]; /* wall factors of the wind */
  float wind[3][PACK];

  /* turbulence: struct sm_turbulence_state, and its values at the particles
   * (cell/particles/langevin.h) */
  uint64_t id[PACK];
  float q[3][PACK], seen[3][PACK], slow[2][PACK], noise[PACK];
  float fluctuation[3][PACK];   /* m/s, with the meandering velocity */
  float turbulence[4][8][PACK]; /* mean, and gradients along the axes */

  int64_t first; /* index of the first particle in the store */
  int drags;     /* some kinds have a drag law other than Stokes */
};

/* --- one particle of the pack --- */

static inline struct sm_grid_position_f32 pack_position(const struct pack_positions *at, int l) {
  return (struct sm_grid_position_f32){{at->cell[0][l], at->cell[1][l], at->cell[2][l]},
                                       {at->part[0][l], at->part[1][l], at->part[2][l]}};
}

static inline void pack_set_position(struct pack_positions *at, int l,
                                     const struct sm_grid_position_f32 *place) {
  for (int d = 0; d < 3; d++) {
    at->cell[d][l] = place->cell[d];
    at->part[d][l] = place->part[d];
  }
}

static struct sm_particle_step_f32 pack_get_step(const struct pack *q,
                                                 const struct sm_particle_advance *a, int l) {
  return (struct sm_particle_step_f32){.at = pack_position(&q->at, l),
                                       .v = {q->v[0][l], q->v[1][l], q->v[2][l]},
                                       .now = q->now[l],
                                       .kind = &a->kind[q->kind[l]],
                                       .index = q->first + l};
}

static void pack_set_step(struct pack *q, int l, const struct sm_particle_step_f32 *t) {
  pack_set_position(&q->at, l, &t->at);
  for (int d = 0; d < 3; d++) q->v[d][l] = t->v[d];
  q->now[l] = t->now;
}

static struct sm_turbulence_state pack_get_turbulence(const struct pack *q, int l) {
  return (struct sm_turbulence_state){.q = {q->q[0][l], q->q[1][l], q->q[2][l]},
                                      .seen = {q->seen[0][l], q->seen[1][l], q->seen[2][l]},
                                      .slow = {q->slow[0][l], q->slow[1][l]}};
}

static void pack_set_turbulence(struct pack *q, int l, const struct sm_turbulence_state *e) {
  for (int d = 0; d < 3; d++) {
    q->q[d][l] = e->q[d];
    q->seen[d][l] = e->seen[d];
  }
  for (int d = 0; d < 2; d++) q->slow[d][l] = e->slow[d];
}

/* --- particles --- */

/* Particle as words: cells and kind in the halves of two words, then fractions and velocity. gcc
 * vectorises adjacent words, but not members of a record. */
enum { PARTICLE_WORDS = sizeof(struct sm_particle) / sizeof(uint32_t) };

/* Bit shift of the first (0) or second (1) half of a word. */
PACK_FN int pack_shift(int half) {
  return 16 * (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? half : 1 - half);
}
PACK_FN int pack_half(uint32_t word, int half) { return (int)(word >> pack_shift(half) & 0xffffu); }
PACK_FN uint32_t pack_word(int first, int second) {
  return (uint32_t)first << pack_shift(0) | (uint32_t)second << pack_shift(1);
}

static int64_t pack_size(const struct pack *q, const struct sm_particle_advance *a) {
  return a->count - q->first < PACK ? a->count - q->first : PACK;
}

/* Loads a pack and prefetches the next one of the row. */
PACK_STAGE pack_load_particles(struct pack *q, const struct sm_particle_advance *a) {
  _Alignas(64) uint32_t word[PACK][PARTICLE_WORDS];
  const size_t size = (size_t)pack_size(q, a);
  if (size == PACK) PACK_EACH __builtin_prefetch(a->particle + q->first + PACK + l, 1);
  if (size < PACK) memset(word, 0xff, sizeof word); /* lanes without a particle */
  memcpy(word, a->particle + q->first, size * sizeof *a->particle);
  PACK_SIMD {
    const uint32_t first = word[l][0], second = word[l][1];
    const int now = pack_half(second, 1), lives = now != SM_KIND_INACTIVE;
    q->now[l] = now;
    q->kind[l] = lives ? now : 0;
    q->at.cell[0][l] = lives ? pack_half(first, 0) : 0;
    q->at.cell[1][l] = lives ? pack_half(first, 1) : 0;
    q->at.cell[2][l] = lives ? pack_half(second, 0) : 0;
    for (int d = 0; d < 3; d++) {
      q->at.part[d][l] = word[l][2 + d];
      q->v[d][l] = sm_float_from_bits(word[l][5 + d]);
    }
  }
}

PACK_STAGE pack_store_particles(const struct pack *q, const struct sm_particle_advance *a) {
  _Alignas(64) uint32_t word[PACK][PARTICLE_WORDS];
  PACK_SIMD {
    word[l][0] = pack_word(q->at.cell[0][l], q->at.cell[1][l]);
    word[l][1] = pack_word(q->at.cell[2][l], q->now[l]);
    for (int d = 0; d < 3; d++) {
      word[l][2 + d] = q->at.part[d][l];
      word[l][5 + d] = sm_float_bits(q->v[d][l]);
    }
  }
  const int64_t size = pack_size(q, a);
  struct sm_particle *const particle = a->particle + q->first;
  for (int l = 0; l < size; l++)
    if (particle[l].kind != SM_KIND_INACTIVE) memcpy(particle + l, word[l], sizeof *particle);
}

/* --- a pack --- */

/* Loads the properties of the particle kinds that the scheme needs, and the turbulence state. */
PACK_STAGE pack_load_kinds(struct pack *q, const struct sm_particle_advance *a, int turbulent) {
  const struct sm_particle_kind *const kind = a->kind;
  int drags = 0;
  memcpy(q->known, q->kind, sizeof q->known);
  PACK_SIMD_OR(drags) {
    const struct sm_particle_kind *k = &kind[q->kind[l]];
    q->reynolds[l] = k->grain.reynolds;
    q->gravity[l] = k->grain.gravity;
    drags |= k->grain.reynolds != 0.0f;
  }
  q->drags = drags;
  if (a->scheme == SM_SCHEME_PAPER || drags) PACK_SIMD q->tau[l] = kind[q->kind[l]].grain.tau;
  if (a->scheme != SM_SCHEME_PAPER) PACK_SIMD {
      const struct sm_relaxation_f32 *r = &kind[q->kind[l]].relaxed;
      q->decay[l] = r->decay;
      q->gain[l] = r->gain;
      q->phi1[l] = r->phi1;
      q->phi2[l] = r->phi2;
      q->lag[l] = r->lag;
    }
  if (turbulent) PACK_SIMD q->settling[l] = kind[q->kind[l]].settling;
}

/* Loads the particles from `first` on; false if none is left. */
static bool pack_load(struct pack *q, const struct sm_particle_advance *a, int64_t first,
                      int turbulent) {
  int alive = 0;
  q->first = first;
  if (first >= a->count) return false;
  pack_load_particles(q, a);
  PACK_SIMD_OR(alive) alive |= q->now[l] != SM_KIND_INACTIVE;
  if (!alive) return false;
  if (memcmp(q->known, q->kind, sizeof q->kind) != 0) pack_load_kinds(q, a, turbulent);
  if (a->released)
    PACK_EACH q->release_delay[l] =
        q->now[l] != SM_KIND_INACTIVE ? a->tag[first + l].release_delay : 0.0f;
  if (turbulent) PACK_EACH if (q->now[l] != SM_KIND_INACTIVE) {
      q->id[l] = a->tag[first + l].id;
      pack_set_turbulence(q, l, &a->turbulence[first + l]);
    }
  return true;
}

static void pack_store(const struct pack *q, const struct sm_particle_advance *a, int turbulent) {
  const int64_t size = pack_size(q, a);
  if (turbulent || a->released)
    for (int l = 0; l < size; l++) {
      const int64_t p = q->first + l;
      if (a->particle[p].kind == SM_KIND_INACTIVE) continue;
      if (turbulent) a->turbulence[p] = pack_get_turbulence(q, l);
      if (a->released && a->tag[p].release_delay > 0.0f) a->tag[p].release_delay = 0.0f;
    }
  pack_store_particles(q, a);
}

#endif
