/* cpu_flock.h - particles on a CPU: so many of a row at once, through all steps of a batch.
 *
 * What all particles do alike is done in vectors, number by number in arrays of a flock: the places
 * ahead, the way between nodes, random numbers, turbulence, drag, and moves within a cell or
 * through an open face into the next. The few that need more (in their first step, at walls, in
 * uneven cells at faces) take the functions of carry.h one by one for just that part of the step.
 * What a particle takes depends on itself alone, and vectors are whole, so that results do not
 * depend on who flies beside it: not even where the compiler rounds sums in vectors and in single
 * numbers differently. For cpu.c alone. */
#ifndef SM_DEVICE_CPU_FLOCK_H
#define SM_DEVICE_CPU_FLOCK_H

#include "cell/cells.h"
#include <stdbool.h>
#include <string.h>

enum { FLOCK = 64 }; /* particles: whole vectors of any processor */

#define FLOCK_EACH for (int l = 0; l < FLOCK; l++)
#define FLOCK_SIMD _Pragma("omp simd") FLOCK_EACH
#define FLOCK_FN static inline __attribute__((always_inline))
#define FLOCK_STAGE __attribute__((noinline)) static void

/* As struct sm_place. */
struct flock_places {
  int cell[3][FLOCK];
  uint32_t part[3][FLOCK];
};

struct flock {
  struct flock_places at;
  float v[3][FLOCK]; /* m/s */
  int kind[FLOCK];   /* of the batch */
  int now[FLOCK];    /* kind of the mote, or SM_GONE */
  float wait[FLOCK]; /* s */
  int64_t first;     /* index of the first particle */
  bool drags;        /* not all are of Stokes */

  /* of the kinds (drag.h) */
  float tau[FLOCK], reynolds[FLOCK], gravity[FLOCK];
  float decay[FLOCK], gain[FLOCK], phi1[FLOCK], phi2[FLOCK], lag[FLOCK];

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
  int nearer[FLOCK]; /* faces that it is nearer to */
  float wind[3][FLOCK];

  /* in turbulence: struct sm_eddies, and what is at the particles (eddies.h) */
  uint64_t id[FLOCK];
  float settling[FLOCK];
  float q[3][FLOCK], seen[3][FLOCK], slow[2][FLOCK], noise[FLOCK];
  float eddies[4][8][FLOCK]; /* mean, and slopes along the axes */
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

/* Takes the particles from `first` on; false where none of them is left. */
static bool flock_take(struct flock *q, const struct sm_carry *a, int64_t first, int stirred) {
  static const struct sm_mote none = {.kind = SM_GONE};
  int alive = 0;
  q->first = first;
  q->drags = false;
  FLOCK_EACH {
    const struct sm_mote *m = first + l < a->count ? &a->mote[first + l] : &none;
    if (m->kind == SM_GONE) m = &none;
    const struct sm_place at = sm_mote_place(m);
    flock_put(&q->at, l, &at);
    for (int d = 0; d < 3; d++) q->v[d][l] = m->v[d];
    q->now[l] = m->kind;
    q->kind[l] = m->kind == SM_GONE ? 0 : m->kind;
    q->wait[l] = m->kind != SM_GONE && a->births ? a->tag[first + l].wait : 0.0f;
    const struct sm_kind *k = &a->kind[q->kind[l]];
    q->tau[l] = k->grain.tau;
    q->reynolds[l] = k->grain.reynolds;
    q->gravity[l] = k->grain.gravity;
    q->decay[l] = k->relaxed.decay;
    q->gain[l] = k->relaxed.gain;
    q->phi1[l] = k->relaxed.phi1;
    q->phi2[l] = k->relaxed.phi2;
    q->lag[l] = k->relaxed.lag;
    q->drags = q->drags || k->grain.reynolds != 0.0f;
    q->settling[l] = k->settling;
    alive += m->kind != SM_GONE;
    if (!stirred || m->kind == SM_GONE) continue;
    q->id[l] = a->tag[first + l].id;
    flock_keep_eddies(q, l, &a->eddies[first + l]);
  }
  return alive > 0;
}

static void flock_give(const struct flock *q, const struct sm_carry *a, int stirred) {
  FLOCK_EACH {
    const int64_t p = q->first + l;
    if (p >= a->count || a->mote[p].kind == SM_GONE) continue;
    struct sm_mote *m = &a->mote[p];
    const struct sm_place at = flock_place(&q->at, l);
    sm_mote_put(m, &at);
    for (int d = 0; d < 3; d++) m->v[d] = q->v[d][l];
    m->kind = (uint16_t)q->now[l];
    if (stirred) a->eddies[p] = flock_eddies(q, l);
    if (a->births && a->tag[p].wait > 0.0f) a->tag[p].wait = 0.0f;
  }
}

/* --- ways --- */

/* What sm_part_step says, in numbers of 0 and 1: of conditions that join, gcc makes no vectors. */
struct flock_move {
  uint32_t part;
  int back, near, out; /* the way leads downwards; is less than a width; leaves the cell */
};
FLOCK_FN struct flock_move flock_move_of(uint32_t part, float widths) {
  const float most = 0.99999994f, least = widths > -most ? widths : -most; /* NaN: -most */
  const float scaled = (least < most ? least : most) * 2147483648.0f;
  const uint32_t steps = (uint32_t)(int32_t)(scaled + copysignf(0.5f, scaled));
  const uint32_t add = 2u * steps, to = part + add, size = sm_bits_of(widths) & 0x7fffffffu;
  const uint32_t carry = (part & add) | ((part | add) & ~to); /* bit 31; there must be one, back */
  return (struct flock_move){.part = to,
                             .back = (int)(sm_bits_of(widths) >> 31),
                             .near = (int)((size - 0x3f800000u) >> 31),
                             .out = (int)((carry ^ steps) >> 31)};
}

/* As sm_walk_short, axis by axis. */
FLOCK_FN void flock_walk_even_of(struct flock *q, int l, int d, float even, int n) {
  const int own = q->at.cell[d][l];
  const struct flock_move m = flock_move_of(q->at.part[d][l], q->by[d][l] * even);
  const int next = own + 1 - 2 * m.back, face = q->open[l] >> 2 * d & (2 - m.back);
  const int opens = (face | face >> 1) & 1,
            inside = (int)(~(uint32_t)(next | (n - 1 - next)) >> 31);
  q->to.part[d][l] = m.part;
  q->to.cell[d][l] = own + m.out * (1 - 2 * m.back);
  q->crossed[l] += m.out;
  q->there[l] &= m.near & ((1 - m.out) | (opens & inside));
}
FLOCK_FN void flock_walk_uneven_of(struct flock *q, int l, int d, const float *h) {
  const int own = q->at.cell[d][l];
  const struct flock_move m = flock_move_of(q->at.part[d][l], q->by[d][l] / h[own]);
  q->to.part[d][l] = m.part;
  q->to.cell[d][l] = own;
  q->there[l] &= m.near & (1 - m.out);
}
FLOCK_STAGE flock_walk_even(struct flock *q, int d, float even, int n) {
  FLOCK_SIMD flock_walk_even_of(q, l, d, even, n);
}
FLOCK_STAGE flock_walk_uneven(struct flock *q, int d, const float *h) {
  FLOCK_SIMD flock_walk_uneven_of(q, l, d, h);
}

/* Those that get `there` by the way `by`. */
static void flock_walk(struct flock *q, const struct sm_lattice *g) {
  memcpy(q->there, q->moves, sizeof q->there);
  memset(q->crossed, 0, sizeof q->crossed);
  for (int d = 0; d < 3; d++) {
    if (g->even[d] > 0.0f) {
      flock_walk_even(q, d, g->even[d], g->n[d]);
    } else {
      flock_walk_uneven(q, d, g->h[d]);
    }
  }
  FLOCK_SIMD q->there[l] &= q->crossed[l] <= 1;
}

/* The middle of the way. */
static void flock_ahead(struct flock *q, const struct sm_carry *a) {
  const float half = 0.5f * a->h;
  for (int d = 0; d < 3; d++) FLOCK_SIMD q->by[d][l] = half * q->v[d][l];
  flock_walk(q, &a->air.lattice);
  FLOCK_EACH if (!q->there[l]) {
    const float by[3] = {q->by[0][l], q->by[1][l], q->by[2][l]};
    struct sm_place to = flock_place(&q->at, l);
    if (q->moves[l]) to = sm_place_ahead(a, &to, by);
    flock_put(&q->to, l, &to);
  }
}

/* --- wind --- */

FLOCK_STAGE flock_between(struct flock *q, const struct sm_lattice *lattice) {
  const struct sm_lattice g = *lattice;
  memset(q->nearer, 0, sizeof q->nearer);
#define BETWEEN(D)                                                                                 \
  FLOCK_SIMD {                                                                                     \
    const float below = sm_part_near(q->to.part[D][l]);                                            \
    const struct sm_between b = sm_between_nodes(&g, D, q->to.cell[D][l], below);                  \
    q->low[D][l] = b.low;                                                                          \
    q->between[D][l] = b.part;                                                                     \
    q->nearer[l] |= below >= 0.5f ? 2 << 2 * D : 1 << 2 * D;                                       \
  }
  BETWEEN(0)
  BETWEEN(1)
  BETWEEN(2)
#undef BETWEEN
}

static inline void flock_between_of(const struct flock *q, int l, struct sm_between b[3]) {
  for (int d = 0; d < 3; d++) b[d] = (struct sm_between){q->low[d][l], q->between[d][l]};
}

FLOCK_STAGE flock_wind_trilinear(struct flock *q, const struct sm_carry *carry) {
  const struct sm_node_wind s = carry->air.nodes;
  const struct sm_lattice g = carry->air.lattice;
  flock_between(q, &carry->air.lattice);
  FLOCK_EACH {
    const struct sm_place at = flock_place(&q->to, l);
    if (q->nearer[l] & ~g.open[sm_lattice_at(&g, at.cell)]) {
      float wind[3];
      sm_wind_trilinear(&carry->air.nodes, &carry->air.lattice, &at, wind);
      for (int d = 0; d < 3; d++) q->wind[d][l] = wind[d];
    } else {
      struct sm_between b[3];
      sm_4_floats wind;
      flock_between_of(q, l, b);
      sm_mean_of_eight(&s, b, &wind);
      for (int d = 0; d < 3; d++) q->wind[d][l] = wind[d];
    }
  }
}

FLOCK_STAGE flock_wind_bspline(struct flock *q, const struct sm_carry *carry) {
  const struct sm_node_wind s = carry->air.nodes;
  const struct sm_lattice g = carry->air.lattice;
  flock_between(q, &carry->air.lattice);
  FLOCK_EACH {
    struct sm_between b[3];
    float wind[3];
    flock_between_of(q, l, b);
    sm_mean_of_64(&s, &g, b, wind);
    for (int d = 0; d < 3; d++) q->wind[d][l] = wind[d];
  }
}

FLOCK_FN void flock_wind_of(struct flock *q, int l, const struct sm_carry *a, enum sm_way way) {
  const struct sm_place at = flock_place(&q->to, l);
  float wind[3];
  sm_wind_at(a, way, &at, wind);
  q->wind[0][l] = wind[0];
  q->wind[1][l] = wind[1];
  q->wind[2][l] = wind[2];
}
FLOCK_STAGE flock_wind_faces(struct flock *q, const struct sm_carry *carry) {
  const struct sm_carry a = *carry;
  FLOCK_EACH flock_wind_of(q, l, &a, SM_WAY_FACES);
}
FLOCK_STAGE flock_wind_vortex(struct flock *q, const struct sm_carry *carry) {
  const struct sm_carry a = *carry;
  FLOCK_SIMD flock_wind_of(q, l, &a, SM_WAY_VORTEX);
}

/* --- turbulence --- */

/* All 8 numbers of each are put in order at once: of loops that leave one out, gcc gives the last
 * particles to other instructions, which round otherwise. */
FLOCK_STAGE flock_look_at_eddies(struct flock *q, const struct sm_carry *carry) {
  const struct sm_eddy_field s = carry->air.eddies;
  const struct sm_lattice g = carry->air.lattice;
  float each[4][FLOCK][8];
  FLOCK_EACH {
    const struct sm_place at = flock_place(&q->to, l);
    sm_8_floats mean, slope[3];
    sm_mean_of_eddies(&s, &g, &at, &mean, slope);
    memcpy(each[0][l], &mean, sizeof mean);
    for (int d = 0; d < 3; d++) memcpy(each[1 + d][l], &slope[d], sizeof mean);
  }
  for (int m = 0; m < 4; m++)
    FLOCK_SIMD for (int e = 0; e < 8; e++) q->eddies[m][e][l] = each[m][l][e];
}

/* As sm_step_stirred after the first step; `wind` is then that with the fluctuation. */
FLOCK_FN void flock_stir_of(struct flock *q, int l, const struct sm_carry *a, uint32_t step) {
  struct sm_langevin s;
  struct sm_eddies e;
  float slope[3][6], u[3], xi[4], seen[3];
  for (int m = 0; m < 6; m++) {
    s.root[m] = q->eddies[0][m][l];
    for (int d = 0; d < 3; d++) slope[d][m] = q->eddies[1 + d][m][l];
  }
  s.rate = q->eddies[0][6][l];
  for (int d = 0; d < 3; d++) {
    e.q[d] = q->q[d][l];
    seen[d] = q->seen[d][l];
  }
  sm_stress_divergence(s.root, slope, s.divergence);
  for (int m = 0; m < 6; m++)
    s.change[m] = a->h * (seen[0] * slope[0][m] + seen[1] * slope[1][m] + seen[2] * slope[2][m]);
  s.rate *= sm_eddy_crossing(&s, q->settling[l]);
  const struct sm_draw draw = {a->seed, q->id[l], step, SM_DRAW_EDDIES};
  sm_normals(sm_random(draw), xi);
  sm_langevin_step(&s, a->h, xi, e.q);
  sm_langevin_drift(&s, e.q, u);
  const int moves = q->moves[l];
  for (int d = 0; d < 3; d++) {
    q->q[d][l] = moves ? e.q[d] : q->q[d][l];
    q->wind[d][l] = q->wind[d][l] + u[d];
  }
  q->noise[l] = xi[3];
}
FLOCK_STAGE flock_stir_all(struct flock *q, const struct sm_carry *carry, uint32_t step) {
  const struct sm_carry a = *carry;
  FLOCK_SIMD flock_stir_of(q, l, &a, step);
}

static void flock_stir(struct flock *q, const struct sm_carry *a, uint32_t step) {
  flock_look_at_eddies(q, a);
  flock_stir_all(q, a, step);
  if (a->meander > 0.0f) FLOCK_EACH if (q->moves[l]) {
      float slow[2] = {q->slow[0][l], q->slow[1][l]};
      sm_meander_step(a, q->id[l], 0, step, q->noise[l], slow);
      for (int d = 0; d < 2; d++) {
        q->slow[d][l] = slow[d];
        q->wind[d][l] += a->meander * slow[d];
      }
    }
  for (int d = 0; d < 3; d++)
    FLOCK_SIMD q->seen[d][l] = q->moves[l] ? q->wind[d][l] : q->seen[d][l];
}

/* --- motion --- */

enum flock_drag { FLOCK_STOKES, FLOCK_STOKES_PAPER, FLOCK_DRAG, FLOCK_DRAG_PAPER };

/* As sm_moved; of other drag than Stokes', those who have it. */
FLOCK_FN void flock_move_by(struct flock *q, int l, float h, enum flock_drag drag) {
  const float v[3] = {q->v[0][l], q->v[1][l], q->v[2][l]};
  const float u[3] = {q->wind[0][l], q->wind[1][l], q->wind[2][l]};
  const int stokes = drag == FLOCK_STOKES || drag == FLOCK_STOKES_PAPER;
  const struct sm_grain_f32 grain = {q->tau[l], stokes ? 0.0f : q->reynolds[l], q->gravity[l]};
  const struct sm_relaxation_f32 relaxed = {.decay = q->decay[l],
                                            .gain = q->gain[l],
                                            .phi1 = q->phi1[l],
                                            .phi2 = q->phi2[l],
                                            .lag = q->lag[l]};
  const struct sm_motion_f32 m = drag == FLOCK_STOKES ? sm_move_relaxed_f32(relaxed, grain, h, v, u)
                                 : drag == FLOCK_DRAG ? sm_move_f32(grain, h, v, u)
                                                      : sm_move_paper_f32(grain, h, v, u);
  const int takes = stokes || q->reynolds[l] != 0.0f;
  q->by[0][l] = takes ? m.by[0] : q->by[0][l];
  q->by[1][l] = takes ? m.by[1] : q->by[1][l];
  q->by[2][l] = takes ? m.by[2] : q->by[2][l];
  q->then[0][l] = takes ? m.v[0] : q->then[0][l];
  q->then[1][l] = takes ? m.v[1] : q->then[1][l];
  q->then[2][l] = takes ? m.v[2] : q->then[2][l];
}
#define FLOCK_MOVE(NAME, DRAG)                                                                     \
  FLOCK_STAGE NAME(struct flock *q, float h) { FLOCK_SIMD flock_move_by(q, l, h, DRAG); }
FLOCK_MOVE(flock_move_stokes, FLOCK_STOKES)
FLOCK_MOVE(flock_move_paper, FLOCK_STOKES_PAPER)
FLOCK_MOVE(flock_drag, FLOCK_DRAG)
FLOCK_MOVE(flock_drag_paper, FLOCK_DRAG_PAPER)
#undef FLOCK_MOVE

/* --- a step --- */

/* First steps, which have a length and a velocity of their own, are done here; the others move. */
static void flock_begin(struct flock *q, const struct sm_carry *a, enum sm_way way, int stirred,
                        uint32_t step, float time) {
  int first = 0;
  FLOCK_SIMD {
    const int calm = stirred ? q->q[0][l] == SM_AS_WIND : 0;
    const int waits = (q->wait[l] > 0.0f) | (q->v[0][l] == SM_AS_WIND) | calm;
    const int lives = q->now[l] != SM_GONE;
    q->moves[l] = lives & !waits;
    first |= lives & waits;
  }
  FLOCK_EACH {
    const struct sm_place at = flock_place(&q->at, l);
    q->open[l] = a->air.lattice.open[sm_lattice_at(&a->air.lattice, at.cell)];
  }
  if (!first) return;
  FLOCK_EACH {
    if (q->moves[l] || q->now[l] == SM_GONE) continue;
    if (q->wait[l] >= a->h) {
      q->wait[l] -= a->h;
      continue;
    }
    struct sm_trip t = flock_trip(q, a, l);
    struct sm_eddies e = flock_eddies(q, l);
    const float h = a->h - q->wait[l];
    q->wait[l] = 0.0f;
    if (t.m.v[0] == SM_AS_WIND) sm_wind_at(a, way, &t.at, t.m.v);
    const struct sm_motion_f32 m =
        stirred ? sm_step_stirred(a, way, &t, q->id[l], step, h, &e) : sm_step_of(a, way, &t, h);
    sm_step_end(a, &t, m, stirred, &e, h, time);
    flock_keep(q, l, &t);
    flock_keep_eddies(q, l, &e);
  }
}

FLOCK_STAGE flock_arrive(struct flock *q) {
  for (int d = 0; d < 3; d++) FLOCK_SIMD {
      const int there = q->there[l];
      q->at.cell[d][l] = there ? q->to.cell[d][l] : q->at.cell[d][l];
      q->at.part[d][l] = there ? q->to.part[d][l] : q->at.part[d][l];
      q->v[d][l] = there ? q->then[d][l] : q->v[d][l];
    }
}

/* As sm_step_end. */
static void flock_end(struct flock *q, const struct sm_carry *a, int stirred, float time) {
  if (a->rise != NULL) FLOCK_EACH if (q->moves[l]) {
      float move[3] = {q->by[0][l], q->by[1][l], q->by[2][l]};
      sm_rise_plume(a, &a->tag[q->first + l], time - a->h, a->h, move);
      q->by[2][l] = move[2];
    }
  flock_walk(q, &a->air.lattice);
  flock_arrive(q);
  FLOCK_EACH if (q->moves[l] && !q->there[l]) {
    struct sm_trip t = flock_trip(q, a, l);
    struct sm_eddies e = flock_eddies(q, l);
    float move[3];
    for (int d = 0; d < 3; d++) {
      move[d] = q->by[d][l];
      t.m.v[d] = q->then[d][l];
    }
    sm_go(a, &t, move, stirred, &e, time);
    flock_keep(q, l, &t);
    flock_keep_eddies(q, l, &e);
  }
  if (a->deposits) FLOCK_EACH if (q->moves[l] && q->now[l] != SM_GONE) {
      const struct sm_trip t = flock_trip(q, a, l);
      sm_take_from(a, &t, a->h, time);
    }
}

FLOCK_FN void flock_step(struct flock *q, const struct sm_carry *a, enum sm_way way, int stirred,
                         uint32_t step, float time) {
  flock_begin(q, a, way, stirred, step, time);
  if (a->scheme == SM_SCHEME_MIDPOINT && !stirred) {
    flock_ahead(q, a);
  } else {
    q->to = q->at;
  }
  if (way == SM_WAY_FACES) flock_wind_faces(q, a);
  if (way == SM_WAY_TRILINEAR) flock_wind_trilinear(q, a);
  if (way == SM_WAY_BSPLINE) flock_wind_bspline(q, a);
  if (way == SM_WAY_VORTEX) flock_wind_vortex(q, a);
  if (stirred) flock_stir(q, a, step);
  if (a->scheme == SM_SCHEME_PAPER) {
    flock_move_paper(q, a->h);
    if (q->drags) flock_drag_paper(q, a->h);
  } else {
    flock_move_stokes(q, a->h);
    if (q->drags) flock_drag(q, a->h);
  }
  flock_end(q, a, stirred, time);
}

/* --- rows --- */

/* The scheme ETD2, without turbulence, looks at the wind twice, and has no vectors. */
FLOCK_FN void flock_row(const struct sm_box *b, const struct sm_carry *args, int j, enum sm_way way,
                        int stirred) {
  const struct sm_carry a = *args;
  struct flock q;
  memset(&q, 0, sizeof q);
  if (a.scheme == SM_SCHEME_ETD2 && !stirred) {
    for (int i = b->lo[0]; i < b->hi[0]; i++) sm_carry_one(&a, sm_row_index(i, j), way, 0);
    return;
  }
  for (int i = b->lo[0]; i < b->hi[0]; i += FLOCK) {
    if (!flock_take(&q, &a, sm_row_index(i, j), stirred)) continue;
    for (int s = 0; s < a.steps; s++)
      flock_step(&q, &a, way, stirred, a.first_step + (uint32_t)s, a.time + (float)(s + 1) * a.h);
    flock_give(&q, &a, stirred);
  }
}

#define FLOCK_ROW(NAME, WAY, STIRRED)                                                              \
  static void loop_##NAME##_row(const struct sm_box *b, const struct sm_carry *a, int j, int k) {  \
    (void)k;                                                                                       \
    flock_row(b, a, j, WAY, STIRRED);                                                              \
  }
FLOCK_ROW(carry_faces, SM_WAY_FACES, 0)
FLOCK_ROW(carry_trilinear, SM_WAY_TRILINEAR, 0)
FLOCK_ROW(carry_bspline, SM_WAY_BSPLINE, 0)
FLOCK_ROW(carry_vortex, SM_WAY_VORTEX, 0)
FLOCK_ROW(stir_faces, SM_WAY_FACES, 1)
FLOCK_ROW(stir_trilinear, SM_WAY_TRILINEAR, 1)
#undef FLOCK_ROW

#endif
