/* cpu_flock_state.h - what is known of a flock: particles on a CPU that move at once (cpu_flock.h).
 * Number by number in arrays; taken from records of motes, and given back to them. */
#ifndef SM_DEVICE_CPU_FLOCK_STATE_H
#define SM_DEVICE_CPU_FLOCK_STATE_H

#include "cell/cells.h"
#include <stdbool.h>
#include <string.h>

enum { FLOCK = 64 }; /* particles: whole vectors of any processor */

#define FLOCK_EACH for (int l = 0; l < FLOCK; l++)
#define FLOCK_SIMD _Pragma("omp simd") FLOCK_EACH
#define FLOCK_SIMD_OR(...) _Pragma(FLOCK_TEXT(omp simd reduction(| : __VA_ARGS__))) FLOCK_EACH
#define FLOCK_TEXT(...) #__VA_ARGS__
#define FLOCK_FN static inline __attribute__((always_inline))
#define FLOCK_STAGE __attribute__((noinline)) static void

/* As struct sm_place. */
struct flock_places {
  int cell[3][FLOCK];
  uint32_t part[3][FLOCK];
};

/* Arrays begin where vectors do; the two numbers that are of no particle come last. */
struct flock {
  _Alignas(64) struct flock_places at;
  float v[3][FLOCK]; /* m/s */
  int kind[FLOCK];   /* of the batch */
  int now[FLOCK];    /* kind of the mote, or SM_GONE */
  float wait[FLOCK]; /* s */
  int known[FLOCK];  /* kinds that the numbers below are of; -1: of none yet */

  /* of the kinds (drag.h) */
  float tau[FLOCK], reynolds[FLOCK], gravity[FLOCK];
  float decay[FLOCK], gain[FLOCK], phi1[FLOCK], phi2[FLOCK], lag[FLOCK];
  float settling[FLOCK];

  /* of a step; the numbers of those that do not take part are not used */
  int moves[FLOCK];       /* takes part */
  int open[FLOCK];        /* faces of the cell */
  float by[3][FLOCK];     /* m, the way to go */
  float then[3][FLOCK];   /* m/s, velocity after it */
  struct flock_places to; /* its end, ... */
  int there[FLOCK];       /* ... or 0: a long way, of which nothing is done */
  int crossed[FLOCK];     /* faces of the cell on it */
  int low[3][FLOCK];      /* struct sm_between */
  float between[3][FLOCK];
  int closed[FLOCK];    /* of the faces that it is nearer to */
  float kept[3][FLOCK]; /* parts of the wind that walls leave */
  float wind[3][FLOCK];

  /* in turbulence: struct sm_eddies, and what is at the particles (eddies.h) */
  uint64_t id[FLOCK];
  float q[3][FLOCK], seen[3][FLOCK], slow[2][FLOCK], noise[FLOCK];
  float eddies[4][8][FLOCK]; /* mean, and slopes along the axes */

  int64_t first; /* index of the first particle */
  int drags;     /* not all are of Stokes */
};

/* --- one particle of the flock --- */

static inline struct sm_place flock_place(const struct flock_places *at, int l) {
  return (struct sm_place){{at->cell[0][l], at->cell[1][l], at->cell[2][l]},
                           {at->part[0][l], at->part[1][l], at->part[2][l]}};
}

static inline void flock_put(struct flock_places *at, int l, const struct sm_place *place) {
  for (int d = 0; d < 3; d++) {
    at->cell[d][l] = place->cell[d];
    at->part[d][l] = place->part[d];
  }
}

static struct sm_trip flock_trip(const struct flock *q, const struct sm_carry *a, int l) {
  return (struct sm_trip){
      .m = {.kind = (uint16_t)q->now[l], .v = {q->v[0][l], q->v[1][l], q->v[2][l]}},
      .at = flock_place(&q->at, l),
      .kind = &a->kind[q->kind[l]],
      .index = q->first + l};
}

static void flock_keep(struct flock *q, int l, const struct sm_trip *t) {
  flock_put(&q->at, l, &t->at);
  for (int d = 0; d < 3; d++) q->v[d][l] = t->m.v[d];
  q->now[l] = t->m.kind;
}

static struct sm_eddies flock_eddies(const struct flock *q, int l) {
  return (struct sm_eddies){.q = {q->q[0][l], q->q[1][l], q->q[2][l]},
                            .seen = {q->seen[0][l], q->seen[1][l], q->seen[2][l]},
                            .slow = {q->slow[0][l], q->slow[1][l]}};
}

static void flock_keep_eddies(struct flock *q, int l, const struct sm_eddies *e) {
  for (int d = 0; d < 3; d++) {
    q->q[d][l] = e->q[d];
    q->seen[d][l] = e->seen[d];
  }
  for (int d = 0; d < 2; d++) q->slow[d][l] = e->slow[d];
}

/* --- motes --- */

/* A mote in words: cells and kind in the halves of two, then parts and velocity. Of words side by
 * side gcc makes vectors, of the members of a record it does not. */
enum { MOTE_WORDS = sizeof(struct sm_mote) / sizeof(uint32_t) };

/* Shift of the first (0) or the second (1) of two halves that lie in a word. */
FLOCK_FN int flock_shift(int half) {
  return 16 * (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? half : 1 - half);
}
FLOCK_FN int flock_half(uint32_t word, int half) {
  return (int)(word >> flock_shift(half) & 0xffffu);
}
FLOCK_FN uint32_t flock_word(int first, int second) {
  return (uint32_t)first << flock_shift(0) | (uint32_t)second << flock_shift(1);
}

static int64_t flock_size(const struct flock *q, const struct sm_carry *a) {
  return a->count - q->first < FLOCK ? a->count - q->first : FLOCK;
}

/* The next flock of the row is asked for meanwhile. */
FLOCK_STAGE flock_take_motes(struct flock *q, const struct sm_carry *a) {
  _Alignas(64) uint32_t word[FLOCK][MOTE_WORDS];
  const size_t size = (size_t)flock_size(q, a);
  if (size == FLOCK) FLOCK_EACH __builtin_prefetch(a->mote + q->first + FLOCK + l, 1);
  if (size < FLOCK) memset(word, 0xff, sizeof word); /* gone */
  memcpy(word, a->mote + q->first, size * sizeof *a->mote);
  FLOCK_SIMD {
    const uint32_t first = word[l][0], second = word[l][1];
    const int now = flock_half(second, 1), lives = now != SM_GONE;
    q->now[l] = now;
    q->kind[l] = lives ? now : 0;
    q->at.cell[0][l] = lives ? flock_half(first, 0) : 0;
    q->at.cell[1][l] = lives ? flock_half(first, 1) : 0;
    q->at.cell[2][l] = lives ? flock_half(second, 0) : 0;
    for (int d = 0; d < 3; d++) {
      q->at.part[d][l] = word[l][2 + d];
      q->v[d][l] = sm_float_of(word[l][5 + d]);
    }
  }
}

FLOCK_STAGE flock_give_motes(const struct flock *q, const struct sm_carry *a) {
  _Alignas(64) uint32_t word[FLOCK][MOTE_WORDS];
  FLOCK_SIMD {
    word[l][0] = flock_word(q->at.cell[0][l], q->at.cell[1][l]);
    word[l][1] = flock_word(q->at.cell[2][l], q->now[l]);
    for (int d = 0; d < 3; d++) {
      word[l][2 + d] = q->at.part[d][l];
      word[l][5 + d] = sm_bits_of(q->v[d][l]);
    }
  }
  const int64_t size = flock_size(q, a);
  struct sm_mote *const mote = a->mote + q->first;
  for (int l = 0; l < size; l++)
    if (mote[l].kind != SM_GONE) memcpy(mote + l, word[l], sizeof *mote);
}

/* --- a flock --- */

/* What the scheme asks for, and turbulence. */
FLOCK_STAGE flock_know_kinds(struct flock *q, const struct sm_carry *a, int stirred) {
  const struct sm_kind *const kind = a->kind;
  int drags = 0;
  memcpy(q->known, q->kind, sizeof q->known);
  FLOCK_SIMD_OR(drags) {
    const struct sm_kind *k = &kind[q->kind[l]];
    q->reynolds[l] = k->grain.reynolds;
    q->gravity[l] = k->grain.gravity;
    drags |= k->grain.reynolds != 0.0f;
  }
  q->drags = drags;
  if (a->scheme == SM_SCHEME_PAPER || drags) FLOCK_SIMD q->tau[l] = kind[q->kind[l]].grain.tau;
  if (a->scheme != SM_SCHEME_PAPER) FLOCK_SIMD {
      const struct sm_relaxation_f32 *r = &kind[q->kind[l]].relaxed;
      q->decay[l] = r->decay;
      q->gain[l] = r->gain;
      q->phi1[l] = r->phi1;
      q->phi2[l] = r->phi2;
      q->lag[l] = r->lag;
    }
  if (stirred) FLOCK_SIMD q->settling[l] = kind[q->kind[l]].settling;
}

/* Takes the particles from `first` on; false where none of them is left. */
static bool flock_take(struct flock *q, const struct sm_carry *a, int64_t first, int stirred) {
  int alive = 0;
  q->first = first;
  if (first >= a->count) return false;
  flock_take_motes(q, a);
  FLOCK_SIMD_OR(alive) alive |= q->now[l] != SM_GONE;
  if (!alive) return false;
  if (memcmp(q->known, q->kind, sizeof q->kind) != 0) flock_know_kinds(q, a, stirred);
  if (a->births) FLOCK_EACH q->wait[l] = q->now[l] != SM_GONE ? a->tag[first + l].wait : 0.0f;
  if (stirred) FLOCK_EACH if (q->now[l] != SM_GONE) {
      q->id[l] = a->tag[first + l].id;
      flock_keep_eddies(q, l, &a->eddies[first + l]);
    }
  return true;
}

static void flock_give(const struct flock *q, const struct sm_carry *a, int stirred) {
  const int64_t size = flock_size(q, a);
  if (stirred || a->births)
    for (int l = 0; l < size; l++) {
      const int64_t p = q->first + l;
      if (a->mote[p].kind == SM_GONE) continue;
      if (stirred) a->eddies[p] = flock_eddies(q, l);
      if (a->births && a->tag[p].wait > 0.0f) a->tag[p].wait = 0.0f;
    }
  flock_give_motes(q, a);
}

#endif
