/* cpu_flock.h - particles on a CPU: so many of a row at once, through all steps of a batch.
 *
 * What all particles do alike is done in vectors, number by number in arrays of a flock: the places
 * ahead, the way between nodes, what walls leave of the wind, random numbers, turbulence, drag, and
 * moves within a cell or through an open face into the next. The few that need more (born within a
 * step, at walls, in uneven cells at faces) take the functions of carry.h one by one for just that
 * part of the step. What a particle takes depends on itself alone, and vectors are whole, so that
 * results do not depend on who flies beside it: not even where the compiler rounds sums in vectors
 * and in single numbers differently. For cpu_particles.c alone. */
#ifndef SM_DEVICE_CPU_FLOCK_H
#define SM_DEVICE_CPU_FLOCK_H

#include "device/cpu_flock_turbulence.h"
#include "device/cpu_flock_ways.h"
#include "device/cpu_flock_wind.h"

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

/* First steps that have a length of their own, or begin a fluctuation, are done here; all others
 * move. `joins`: some of these have no velocity yet. */
static void flock_begin(struct flock *q, const struct sm_carry *a, enum sm_way way, int stirred,
                        uint32_t step, float time, int *joins) {
  int first = 0, join = 0;
  FLOCK_SIMD_OR(first, join) {
    const int calm = q->q[0][l] == SM_AS_WIND ? stirred : 0;
    const int waits = q->wait[l] > 0.0f ? 1 : calm, lives = q->now[l] != SM_GONE ? 1 : 0;
    q->moves[l] = lives & ~waits;
    first |= lives & waits;
    join |= q->v[0][l] == SM_AS_WIND ? lives & ~waits : 0;
  }
  *joins = join;
  flock_look_at_faces(q, a);
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

/* Who has no velocity yet takes that of the wind. */
FLOCK_STAGE flock_join(struct flock *q, const struct sm_carry *a, enum sm_way way) {
  q->to = q->at;
  flock_wind(q, a, way);
  int joins[FLOCK];
  FLOCK_SIMD joins[l] = q->v[0][l] == SM_AS_WIND ? q->moves[l] : 0;
  for (int d = 0; d < 3; d++) FLOCK_SIMD q->v[d][l] = joins[l] ? q->wind[d][l] : q->v[d][l];
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
  int joins;
  flock_begin(q, a, way, stirred, step, time, &joins);
  if (joins) flock_join(q, a, way);
  if (a->scheme == SM_SCHEME_MIDPOINT && !stirred) {
    flock_ahead(q, a);
  } else {
    q->to = q->at;
  }
  flock_wind(q, a, way);
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
  memset(q.known, 0xff, sizeof q.known);
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
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_carry *a, int j, int k) {              \
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
