/* device/cpu/particle_pack.h - SIMD packs of particles on a CPU: several particles advance together
 * through all steps of a batch.
 *
 * Operations common to all particles are vectorised over arrays of the pack: positions ahead,
 * distances to nodes, wall factors of the wind, random numbers, turbulence, drag, and moves within
 * a cell or through an open face into the next one. Particles that need more (released within a
 * step, at walls, in uneven cells at faces) use the scalar functions of cell/particles/advance.h
 * for that part of the step. The result of a particle depends only on itself, since vectors are
 * always full: results do not depend on the other particles of the pack, even where the compiler
 * rounds vector and scalar sums differently. For device/cpu/particles.c only. */
#ifndef SM_DEVICE_CPU_PARTICLE_PACK_H
#define SM_DEVICE_CPU_PARTICLE_PACK_H

#include "device/cpu/particle_pack_traversal.h"
#include "device/cpu/particle_pack_wind.h"

/* --- motion --- */

enum pack_drag_kind {
  PACK_DRAG_STOKES,
  PACK_DRAG_STOKES_PAPER,
  PACK_DRAG_FULL,
  PACK_DRAG_FULL_PAPER
};

/* Like sm_kind_motion_f32; for drag laws other than Stokes only for the particles that have them.
 */
PACK_FN void pack_move_lane(struct pack *q, int l, float h, enum pack_drag_kind drag) {
  const float v[3] = {q->v[0][l], q->v[1][l], q->v[2][l]};
  const float u[3] = {q->wind[0][l], q->wind[1][l], q->wind[2][l]};
  const int stokes = drag == PACK_DRAG_STOKES || drag == PACK_DRAG_STOKES_PAPER;
  const struct sm_particle_drag_f32 grain = {q->tau[l], stokes ? 0.0f : q->reynolds[l],
                                             q->gravity[l]};
  const struct sm_relaxation_f32 relaxed = {.decay = q->decay[l],
                                            .gain = q->gain[l],
                                            .phi1 = q->phi1[l],
                                            .phi2 = q->phi2[l],
                                            .lag = q->lag[l]};
  const struct sm_particle_motion_f32 m =
      drag == PACK_DRAG_STOKES ? sm_drag_step_relaxed_f32(relaxed, grain, h, v, u)
      : drag == PACK_DRAG_FULL ? sm_drag_step_f32(grain, h, v, u)
                               : sm_drag_step_paper_f32(grain, h, v, u);
  const int takes = stokes || q->reynolds[l] != 0.0f;
  q->by[0][l] = takes ? m.by[0] : q->by[0][l];
  q->by[1][l] = takes ? m.by[1] : q->by[1][l];
  q->by[2][l] = takes ? m.by[2] : q->by[2][l];
  q->then[0][l] = takes ? m.v[0] : q->then[0][l];
  q->then[1][l] = takes ? m.v[1] : q->then[1][l];
  q->then[2][l] = takes ? m.v[2] : q->then[2][l];
}
#define PACK_MOVE(NAME, DRAG)                                                                      \
  PACK_STAGE NAME(struct pack *q, float h) { PACK_SIMD pack_move_lane(q, l, h, DRAG); }
PACK_MOVE(pack_move_stokes, PACK_DRAG_STOKES)
PACK_MOVE(pack_move_paper, PACK_DRAG_STOKES_PAPER)
PACK_MOVE(pack_drag, PACK_DRAG_FULL)
PACK_MOVE(pack_drag_paper, PACK_DRAG_FULL_PAPER)
#undef PACK_MOVE

/* --- a step --- */

/* Handles particles whose first step has its own length or starts a velocity fluctuation; all
 * others move. `joins`: some of them have no velocity yet. */
static void pack_step_start(struct pack *q, const struct sm_particle_advance *a,
                            enum sm_wind_sampling sampling, int turbulent, uint32_t step,
                            float time, int *unset) {
  int first = 0, join = 0;
  PACK_SIMD_OR(first, join) {
    const int calm = q->q[0][l] == SM_UNSET_VELOCITY ? turbulent : 0;
    const int waits = q->release_delay[l] > 0.0f ? 1 : calm,
              lives = q->now[l] != SM_KIND_INACTIVE ? 1 : 0;
    q->active[l] = lives & ~waits;
    first |= lives & waits;
    join |= q->v[0][l] == SM_UNSET_VELOCITY ? lives & ~waits : 0;
  }
  *unset = join;
  pack_gather_faces(q, a);
  if (!first) return;
  PACK_EACH {
    if (q->active[l] || q->now[l] == SM_KIND_INACTIVE) continue;
    if (q->release_delay[l] >= a->h_f32) {
      q->release_delay[l] -= a->h_f32;
      continue;
    }
    struct sm_particle_step_f32 t = pack_get_step(q, a, l);
    struct sm_turbulence_state e = pack_get_turbulence(q, l);
    const float h = a->h_f32 - q->release_delay[l];
    q->release_delay[l] = 0.0f;
    if (t.v[0] == SM_UNSET_VELOCITY) sm_wind_at_f32(a, sampling, &t.at, t.v);
    const struct sm_particle_motion_f32 m =
        turbulent ? sm_step_turbulent_f32(a, sampling, &t, q->id[l], step, h, &e)
                  : sm_step_mean_wind_f32(a, sampling, &t, h);
    sm_step_finish_f32(a, &t, m, turbulent, &e, h, time, step);
    pack_set_step(q, l, &t);
    pack_set_turbulence(q, l, &e);
  }
}

/* Sets the velocity of new particles to that of the wind. */
PACK_STAGE pack_init_velocity(struct pack *q, const struct sm_particle_advance *a,
                              enum sm_wind_sampling sampling) {
  q->to = q->at;
  pack_wind(q, a, sampling);
  int unset[PACK];
  PACK_SIMD unset[l] = q->v[0][l] == SM_UNSET_VELOCITY ? q->active[l] : 0;
  for (int d = 0; d < 3; d++) PACK_SIMD q->v[d][l] = unset[l] ? q->wind[d][l] : q->v[d][l];
}

PACK_STAGE pack_commit(struct pack *q) {
  for (int d = 0; d < 3; d++) PACK_SIMD {
      const int there = q->there[l];
      q->at.cell[d][l] = there ? q->to.cell[d][l] : q->at.cell[d][l];
      q->at.part[d][l] = there ? q->to.part[d][l] : q->at.part[d][l];
      q->v[d][l] = there ? q->then[d][l] : q->v[d][l];
    }
}

static void pack_lid_reflect(struct pack *q, const struct sm_particle_advance *a, int turbulent,
                             uint32_t step, int side[PACK]) {
  PACK_EACH if (q->active[l] && q->now[l] != SM_KIND_INACTIVE) {
    struct sm_particle_step_f32 t = pack_get_step(q, a, l);
    struct sm_turbulence_state e = pack_get_turbulence(q, l);
    float move[3] = {q->by[0][l], q->by[1][l], q->by[2][l]};
    for (int d = 0; d < 3; d++) t.v[d] = q->then[d][l];
    side[l] = sm_lid_reflect_f32(a, &t, move, turbulent, &e, step);
    q->by[2][l] = move[2];
    q->then[2][l] = t.v[2];
    pack_set_turbulence(q, l, &e);
  }
}

/* Like sm_step_finish_f32. */
static void pack_step_finish(struct pack *q, const struct sm_particle_advance *a, int turbulent,
                             uint32_t step, float time) {
  int side[PACK], stays[PACK];
  if (a->chain != NULL) PACK_EACH if (q->active[l] && q->now[l] != SM_KIND_INACTIVE) {
      const struct sm_particle_step_f32 t = pack_get_step(q, a, l);
      sm_chain_step_f32(a, &t, a->h_f32);
    }
  if (a->rise != NULL) PACK_EACH if (q->active[l]) {
      float move[3] = {q->by[0][l], q->by[1][l], q->by[2][l]};
      sm_plume_rise_step_f32(a, &a->tag[q->first + l], time - a->h_f32, a->h_f32, move);
      q->by[2][l] = move[2];
    }
  if (a->mixing_height > 0.0f) pack_lid_reflect(q, a, turbulent, step, side);
  pack_traverse(q, &a->air.grid_f32);
  pack_commit(q);
  PACK_EACH stays[l] = q->there[l];
  PACK_EACH if (q->active[l] && !q->there[l]) {
    struct sm_particle_step_f32 t = pack_get_step(q, a, l);
    struct sm_turbulence_state e = pack_get_turbulence(q, l);
    float move[3];
    for (int d = 0; d < 3; d++) {
      move[d] = q->by[d][l];
      t.v[d] = q->then[d][l];
    }
    stays[l] = sm_particle_move_f32(a, &t, move, turbulent, &e, time);
    pack_set_step(q, l, &t);
    pack_set_turbulence(q, l, &e);
  }
  if (a->mixing_height > 0.0f) PACK_EACH if (q->active[l] && stays[l]) {
      struct sm_particle_step_f32 t = pack_get_step(q, a, l);
      struct sm_turbulence_state e = pack_get_turbulence(q, l);
      sm_lid_hold_f32(a, &t, side[l], turbulent, &e, time);
      pack_set_step(q, l, &t);
      pack_set_turbulence(q, l, &e);
    }
  if (a->deposits) PACK_EACH if (q->active[l] && q->now[l] != SM_KIND_INACTIVE) {
      const struct sm_particle_step_f32 t = pack_get_step(q, a, l);
      sm_dry_deposition_f32(a, &t, a->h_f32, time);
    }
  if (a->rain > 0.0f) PACK_EACH if (q->active[l] && q->now[l] != SM_KIND_INACTIVE) {
      const struct sm_particle_step_f32 t = pack_get_step(q, a, l);
      sm_wet_deposition_f32(a, &t, a->h_f32, time);
    }
}

/* Motion in the wind, by the drag of each kind. */
static void pack_motion(struct pack *q, const struct sm_particle_advance *a) {
  if (a->scheme == SM_SCHEME_PAPER) {
    pack_move_paper(q, a->h_f32);
    if (q->drags) pack_drag_paper(q, a->h_f32);
  } else {
    pack_move_stokes(q, a->h_f32);
    if (q->drags) pack_drag(q, a->h_f32);
  }
}

/* Sets the wind of a step: that of the middle of the path, with turbulence. */
PACK_FN void pack_wind_of_step(struct pack *q, const struct sm_particle_advance *a,
                               enum sm_wind_sampling sampling, int turbulent, uint32_t step) {
  if (a->scheme == SM_SCHEME_MIDPOINT && !turbulent) {
    pack_position_ahead(q, a, 0.5f * a->h_f32, q->v);
  } else {
    q->to = q->at;
  }
  pack_wind(q, a, sampling);
  if (!turbulent) return;
  pack_disperse(q, a, step);
  pack_add_fluctuation(q);
  pack_motion(q, a);
  pack_position_ahead(q, a, 0.5f, q->by);
  pack_wind(q, a, sampling);
  pack_add_fluctuation(q);
  pack_see_wind(q);
}

PACK_FN void pack_step(struct pack *q, const struct sm_particle_advance *a,
                       enum sm_wind_sampling sampling, int turbulent, uint32_t step, float time) {
  int unset;
  pack_step_start(q, a, sampling, turbulent, step, time, &unset);
  if (unset) pack_init_velocity(q, a, sampling);
  pack_wind_of_step(q, a, sampling, turbulent, step);
  pack_motion(q, a);
  pack_step_finish(q, a, turbulent, step, time);
}

/* --- rows --- */

/* The scheme ETD2 without turbulence evaluates the wind twice and is not vectorised. */
PACK_FN void pack_row(const struct sm_box *b, const struct sm_particle_advance *args, int j,
                      enum sm_wind_sampling sampling, int turbulent) {
  const struct sm_particle_advance a = *args;
  struct pack q;
  memset(&q, 0, sizeof q);
  memset(q.known, 0xff, sizeof q.known);
  if (a.scheme == SM_SCHEME_ETD2 && !turbulent) {
    for (int i = b->lo[0]; i < b->hi[0]; i++)
      sm_advance_particle_f32(&a, sm_particle_index(i, j), sampling, SM_STEP_MEAN_WIND);
    return;
  }
  for (int i = b->lo[0]; i < b->hi[0]; i += PACK) {
    if (!pack_load(&q, &a, sm_particle_index(i, j), turbulent)) continue;
    for (int s = 0; s < a.steps; s++)
      pack_step(&q, &a, sampling, turbulent, a.first_step + (uint32_t)s,
                a.time + (float)(s + 1) * a.h_f32);
    pack_store(&q, &a, turbulent);
  }
}

#define PACK_ROW(NAME, SAMPLING, TURBULENT)                                                        \
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_particle_advance *a, int j, int k) {   \
    (void)k;                                                                                       \
    pack_row(b, a, j, SAMPLING, TURBULENT);                                                        \
  }
PACK_ROW(advance_faces_f32, SM_SAMPLE_FACES, 0)
PACK_ROW(advance_trilinear_f32, SM_SAMPLE_TRILINEAR, 0)
PACK_ROW(advance_bspline_f32, SM_SAMPLE_BSPLINE, 0)
PACK_ROW(advance_vortex_f32, SM_SAMPLE_VORTEX, 0)
PACK_ROW(disperse_faces_f32, SM_SAMPLE_FACES, 1)
PACK_ROW(disperse_trilinear_f32, SM_SAMPLE_TRILINEAR, 1)
#undef PACK_ROW

#endif
