/* cell/particles/advance.h - particle advance: all time steps of a batch for each
 * particle.
 *
 * Particles are independent, so that each takes all steps of a batch at once and its
 * records are read and written once. The wind is constant during a batch
 * (physics/particles/wind/wind_sampler.h). Each interpolation method has its own kernel,
 * which the compiler makes from one function; other options of a case are branches that
 * all particles take alike.
 *
 * A particle is advanced in f32, or as a whole in f64 (struct sm_particle_f64): position, velocity,
 * drag and interpolation. What is random or empirical is in f32 for both: turbulence, plume rise,
 * deposition and decay.
 *
 * Without turbulence the scheme is one of drag.h. In turbulence a particle
 * reads the fields at its position, takes a step of the fluctuation, and moves on with it and the
 * mean wind in the middle of its path (midpoint method): relative to those positions this is the
 * drift of half a step before and half a step after of docs/theory/particles-langevin.md. */
#ifndef SM_CELL_PARTICLES_ADVANCE_H
#define SM_CELL_PARTICLES_ADVANCE_H

#include "cell/particles/deposition.h"

/* Integration scheme of a particle step. */
enum sm_step_kind { SM_STEP_MEAN_WIND, SM_STEP_TURBULENT, SM_STEP_ETD4 };

/* Sides of the mixing height. */
enum { SM_LID_BELOW = 1, SM_LID_ABOVE };

#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_wind_at)(const struct sm_particle_advance *a, enum sm_wind_sampling sampling,
                            const struct SM_P(sm_grid_position) * at, SM_REAL wind[3]) {
  if (sampling == SM_SAMPLE_FACES) {
    SM_P(sm_wind_between_faces)(&a->air.faces, at, wind);
  } else if (sampling == SM_SAMPLE_TRILINEAR) {
    SM_P(sm_wind_trilinear)(&a->air.nodes, &a->air.SM_P(grid), at, wind);
  } else if (sampling == SM_SAMPLE_BSPLINE) {
    SM_P(sm_wind_bspline)(&a->air.nodes, &a->air.SM_P(grid), at, wind);
  } else {
    SM_REAL x[3];
    for (int d = 0; d < 3; d++)
      x[d] = SM_READ(a->SM_P(face)[d], at->cell[d]) - a->SM_P(foot)[d] +
             SM_P(sm_fraction_below)(at->part[d]) * SM_READ(a->air.SM_P(grid).h[d], at->cell[d]);
    SM_P(sm_vortex_wind)(a->SM_P(vortex), x, wind);
  }
}

/* Position after `move` m; the current one if that is in a solid. */
SM_FN struct SM_P(sm_grid_position)
    SM_P(sm_position_ahead)(const struct sm_particle_advance *a,
                            const struct SM_P(sm_grid_position) * from, const SM_REAL move[3]) {
  struct SM_P(sm_grid_position) to = *from;
  SM_REAL left[3] = {move[0], move[1], move[2]};
  if (SM_P(sm_ray_traverse_short)(&a->air.SM_P(grid), &to, left)) return to;
  for (int d = 0; d < 3; d++) SM_P(sm_ray_traverse_axis)
  (a->air.SM_P(grid).h[d], a->air.SM_P(grid).n[d], &to.cell[d], &to.part[d], &left[d]);
  return SM_READ(a->air.SM_P(grid).open,
                 SM_P(sm_particle_grid_index)(&a->air.SM_P(grid), to.cell)) != 0
             ? to
             : *from;
}

/* Step of a kind in a given wind; h is shorter than all others in the step of release. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_kind_motion)(const struct sm_particle_advance *a, const struct sm_particle_kind *kind,
                         SM_REAL h, const SM_REAL v[3], const SM_REAL u[3]) {
  const struct SM_P(sm_particle_drag) grain = SM_P(sm_kind_drag)(a, kind);
  if (a->scheme == SM_SCHEME_PAPER) return SM_P(sm_drag_step_paper)(grain, h, v, u);
  if (grain.reynolds == (SM_REAL)0 && h == a->SM_P(h))
    return SM_P(sm_drag_step_relaxed)(SM_P(sm_kind_relaxed)(a, kind), grain, h, v, u);
  return SM_P(sm_drag_step)(grain, h, v, u);
}

/* Step by one of the schemes, without turbulence. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_step_mean_wind)(const struct sm_particle_advance *a, enum sm_wind_sampling sampling,
                            const struct SM_P(sm_particle_step) * t, SM_REAL h) {
  SM_REAL u[3];
  struct SM_P(sm_grid_position) at = t->at;
  if (a->scheme == SM_SCHEME_MIDPOINT) {
    const SM_REAL part = (SM_REAL)0.5 * h;
    const SM_REAL half[3] = {part * t->v[0], part * t->v[1], part * t->v[2]};
    at = SM_P(sm_position_ahead)(a, &at, half);
  }
  SM_P(sm_wind_at)(a, sampling, &at, u);
  struct SM_P(sm_particle_motion) m = SM_P(sm_kind_motion)(a, t->kind, h, t->v, u);
  if (a->scheme == SM_SCHEME_ETD2) {
    SM_REAL to[3];
    at = SM_P(sm_position_ahead)(a, &t->at, m.by);
    SM_P(sm_wind_at)(a, sampling, &at, to);
    m = SM_P(sm_drag_step_etd2)(SM_P(sm_kind_drag)(a, t->kind), h, t->v, u, to);
  }
  return m;
}

/* A step of order 4 in a wind that is smooth in space: four looks at it. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_step_etd4)(const struct sm_particle_advance *a, enum sm_wind_sampling sampling,
                       const struct SM_P(sm_particle_step) * t, SM_REAL h) {
  struct SM_P(sm_drag_stages) s = {{0, 0, 0}, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}};
  struct SM_P(sm_grid_position) at = t->at;
  for (int stage = 0; stage < 4; stage++) {
    SM_REAL u[3];
    if (stage > 0) at = SM_P(sm_position_ahead)(a, &t->at, s.next.by);
    SM_P(sm_wind_at)(a, sampling, &at, u);
    SM_P(sm_drag_stage)(&s, stage, SM_P(sm_kind_drag)(a, t->kind), h, t->v, u);
  }
  return s.next;
}

/* Step of the fluctuation of the wind, in f32; `u`: its new value, m/s. */
SM_FN void SM_P(sm_fluctuation_step)(const struct sm_particle_advance *a,
                                     const struct SM_P(sm_particle_step) * t, uint64_t id,
                                     uint32_t step, SM_REAL h, struct sm_turbulence_state *e,
                                     float u[3]) {
  struct sm_langevin s;
  float slope[3][6], xi[4];
  const struct sm_grid_position_f32 at = SM_P(sm_position_rounded)(&t->at);
  sm_turbulence_at(&a->air.turbulence, &a->air.grid_f32, &at, &s, slope);
  const int first = e->q[0] == SM_UNSET_VELOCITY;
  for (int m = 0; m < 6; m++)
    s.change[m] = first ? 0.0f
                        : (float)h * (e->seen[0] * slope[0][m] + e->seen[1] * slope[1][m] +
                                      e->seen[2] * slope[2][m]);
  s.rate *= sm_crossing_trajectories(&s, t->kind->settling);
  const struct sm_random_key draw = {a->seed, id, first ? 0u : step,
                                     first ? (uint32_t)SM_DRAW_FIRST_TURBULENCE
                                           : (uint32_t)SM_DRAW_TURBULENCE};
  sm_random_normals(sm_random(draw), xi);
  if (first) {
    for (int d = 0; d < 3; d++) e->q[d] = xi[d];
  } else {
    sm_langevin_step(&s, (float)h, xi, e->q);
  }
  sm_langevin_drift(&s, e->q, u);
  if (a->meander > 0.0f) sm_meander_step(a, id, first, step, xi[3], e->slow);
  for (int d = 0; d < 2; d++) u[d] += a->meander * e->slow[d];
}

/* Step with turbulence. With the mean wind of the start of the path, particles would accumulate
 * where it turns and slows down before a wall, and thin out behind it. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_step_turbulent)(const struct sm_particle_advance *a, enum sm_wind_sampling sampling,
                            const struct SM_P(sm_particle_step) * t, uint64_t id, uint32_t step,
                            SM_REAL h, struct sm_turbulence_state *e) {
  float u[3];
  SM_REAL seen[3], half[3];
  SM_P(sm_fluctuation_step)(a, t, id, step, h, e, u);
  SM_P(sm_wind_at)(a, sampling, &t->at, seen);
  for (int d = 0; d < 3; d++) seen[d] += (SM_REAL)u[d];
  const struct SM_P(sm_particle_motion) m = SM_P(sm_kind_motion)(a, t->kind, h, t->v, seen);
  for (int d = 0; d < 3; d++) half[d] = (SM_REAL)0.5 * m.by[d];
  const struct SM_P(sm_grid_position) middle = SM_P(sm_position_ahead)(a, &t->at, half);
  SM_P(sm_wind_at)(a, sampling, &middle, seen);
  for (int d = 0; d < 3; d++) {
    seen[d] += (SM_REAL)u[d];
    e->seen[d] = (float)seen[d];
  }
  return SM_P(sm_kind_motion)(a, t->kind, h, t->v, seen);
}

/* --- boundaries --- */

/* Removes a particle. */
SM_FN void SM_P(sm_particle_remove)(const struct sm_particle_advance *a,
                                    struct SM_P(sm_particle_step) * t, enum sm_budget_term budget,
                                    enum sm_budget_term number, float time) {
  const float age = time - a->tag[t->index].release_time;
  for (int m = 0; m < sm_chain_members(a->chain, t->now); m++)
    SM_P(sm_budget_add)(a, t, m, budget, *SM_P(sm_member_mass)(a, t, m), age);
  SM_ADD_LONG(a->budget + (ptrdiff_t)t->kind->species * SM_BUDGET_TERMS + number, 1);
  t->now = SM_KIND_INACTIVE;
}

/* Outflow of a particle across a domain face of its cell. */
SM_FN void SM_P(sm_particle_outflow)(const struct sm_particle_advance *a,
                                     struct SM_P(sm_particle_step) * t, int face, float time) {
  const int side = face == SM_OPEN_WEST    ? 0
                   : face == SM_OPEN_EAST  ? 1
                   : face == SM_OPEN_SOUTH ? 2
                   : face == SM_OPEN_NORTH ? 3
                                           : 4;
  const float age = time - a->tag[t->index].release_time;
  const int members = sm_chain_members(a->chain, t->now), term = SM_BUDGET_OUTFLOW_WEST + side;
  for (int m = 0; m < members; m++)
    SM_P(sm_budget_count)(a, t, m, term, *SM_P(sm_member_mass)(a, t, m), age);
  SM_P(sm_particle_remove)(a, t, SM_BUDGET_OUTFLOW, SM_BUDGET_COUNT_OUTFLOW, time);
}

SM_FN void SM_P(sm_particle_restart)(const struct sm_particle_advance *a,
                                     struct SM_P(sm_particle_step) * t,
                                     struct sm_turbulence_state *e) {
  SM_P(sm_particle_take)(&a->start[a->tag[t->index].slot], t);
  e->q[0] = SM_UNSET_VELOCITY;
}

/* Enters through the opposite periodic side; 0 if there is a solid. */
SM_FN int SM_P(sm_periodic_wrap)(const struct sm_particle_advance *a, int face,
                                 struct SM_P(sm_grid_position) * at) {
  struct SM_P(sm_grid_position) to = *at;
  for (int d = 0; d < 2; d++) {
    const int side = face >> 2 * d & 3;
    if (side == 0) continue;
    to.cell[d] = side == 2 ? 0 : a->air.SM_P(grid).n[d] - 1;
    to.part[d] = SM_P(sm_fraction_mirrored)(at->part[d]);
  }
  if (SM_READ(a->air.SM_P(grid).open, SM_P(sm_particle_grid_index)(&a->air.SM_P(grid), to.cell)) ==
      0)
    return 0;
  *at = to;
  return 1;
}

SM_FN void SM_P(sm_turbulence_at_walls)(const struct sm_particle_advance *a,
                                        const struct SM_P(sm_grid_position) * at,
                                        const int turned[3], struct sm_turbulence_state *e) {
  struct sm_langevin s;
  float slope[3][6];
  if (!(turned[0] | turned[1] | turned[2]) || e->q[0] == SM_UNSET_VELOCITY) return;
  const struct sm_grid_position_f32 near = SM_P(sm_position_rounded)(at);
  sm_turbulence_at(&a->air.turbulence, &a->air.grid_f32, &near, &s, slope);
  for (int d = 0; d < 3; d++) {
    if (!turned[d]) continue;
    sm_reflect_turbulence(&s, d, e->q);
    if (d < 2) e->slow[d] = -e->slow[d];
  }
}

/* Moves a particle by `move` m, and applies boundary conditions where it ends.
 * Returns 1 where it goes on from there, 0 where it is removed or begins anew. */
SM_FN int SM_P(sm_particle_move)(const struct sm_particle_advance *a,
                                 struct SM_P(sm_particle_step) * t, SM_REAL move[3], int turbulent,
                                 struct sm_turbulence_state *e, float time) {
  const SM_REAL far = SM_ABS(move[0]) + SM_ABS(move[1]) + SM_ABS(move[2]);
  if (!(far < (SM_REAL)1e6)) {
    SM_P(sm_particle_remove)(a, t, SM_BUDGET_LOST, SM_BUDGET_COUNT_LOST, time);
    return 0;
  }
  for (int wraps = 0;; wraps++) {
    int face;
    const SM_REAL before[3] = {t->v[0], t->v[1], t->v[2]};
    const enum sm_traversal_end end =
        SM_P(sm_ray_traverse)(&a->air.SM_P(grid), a->rebound, &t->at, move, t->v, &face);
    int turned[3];
    for (int d = 0; d < 3; d++) turned[d] = t->v[d] * before[d] < (SM_REAL)0;
    if (turbulent) SM_P(sm_turbulence_at_walls)(a, &t->at, turned, e);
    if (end == SM_TRAVERSAL_INSIDE) return 1;
    const int up = face == SM_OPEN_UP;
    const int action = end == SM_TRAVERSAL_STUCK ? (face == SM_OPEN_DOWN ? a->ground : a->walls)
                                                 : (up ? a->top : a->sides);
    if (end == SM_TRAVERSAL_LEFT && action == SM_ACTION_PERIODIC && wraps < 8 &&
        SM_P(sm_periodic_wrap)(a, face, &t->at))
      continue;
    if (action == SM_ACTION_RESET) {
      SM_P(sm_particle_restart)(a, t, e);
    } else if (action == SM_ACTION_DEPOSIT) {
      SM_P(sm_particle_remove)(a, t, SM_BUDGET_DEPOSITED, SM_BUDGET_COUNT_DEPOSITED, time);
    } else {
      SM_P(sm_particle_outflow)(a, t, face, time);
    }
    return 0;
  }
}

/* --- mixing height --- */

/* Side of the mixing height on which a particle stays in this step: SM_LID_BELOW, SM_LID_ABOVE; 0:
 * it may pass. Where `move` would cross it the move is mirrored, and the vertical velocity and
 * fluctuation with it. Grains settle through it, and a fraction of particles passes. */
SM_FN int SM_P(sm_lid_reflect)(const struct sm_particle_advance *a,
                               struct SM_P(sm_particle_step) * t, SM_REAL move[3], int turbulent,
                               struct sm_turbulence_state *e, uint32_t step) {
  const int turned[3] = {0, 0, 1};
  const float below = a->mixing_height - SM_P(sm_height_above_ground)(a, &t->at);
  const float rest = below - (float)move[2];
  const int side = below > 0.0f ? SM_LID_BELOW : SM_LID_ABOVE;
  if (side == SM_LID_ABOVE && t->kind->settling > 0.0f) return 0;
  if ((side == SM_LID_BELOW) == (rest > 0.0f)) return side;
  if (a->entrainment > 0.0f) {
    const struct sm_random_key draw = {a->seed, a->tag[t->index].id, step, SM_DRAW_ENTRAINMENT};
    if (sm_random_uniform(sm_random(draw).word[0]) < a->entrainment) return 0;
  }
  move[2] += (SM_REAL)(2.0f * rest);
  t->v[2] = -t->v[2];
  if (turbulent) SM_P(sm_turbulence_at_walls)(a, &t->at, turned, e);
  return side;
}

/* Brings a particle back that is beyond the lid since the ground of its new column is lower or
 * higher, or by rounding. */
SM_FN void SM_P(sm_lid_hold)(const struct sm_particle_advance *a, struct SM_P(sm_particle_step) * t,
                             int side, int turbulent, struct sm_turbulence_state *e, float time) {
  const float inside = 1e-3f; /* m */
  const float below = a->mixing_height - SM_P(sm_height_above_ground)(a, &t->at);
  if (side == 0 || (side == SM_LID_BELOW) == (below > 0.0f)) return;
  SM_REAL move[3] = {0, 0, (SM_REAL)(2.0f * below + (side == SM_LID_BELOW ? -inside : inside))};
  SM_P(sm_particle_move)(a, t, move, turbulent, e, time);
}

/* --- a batch --- */

/* End of a step: the particle moves by m.by and gets the velocity m.v. */
SM_FN void SM_P(sm_step_finish)(const struct sm_particle_advance *a,
                                struct SM_P(sm_particle_step) * t,
                                struct SM_P(sm_particle_motion) m, int turbulent,
                                struct sm_turbulence_state *e, SM_REAL h, float time,
                                uint32_t step) {
  SM_REAL move[3] = {m.by[0], m.by[1], m.by[2]};
  for (int d = 0; d < 3; d++) t->v[d] = m.v[d];
  const float lasts = (float)h;
  SM_P(sm_chain_step)(a, t, lasts);
  if (a->rise) SM_P(sm_plume_rise_step)(a, &a->tag[t->index], time - lasts, lasts, move);
  const int lid = a->mixing_height > 0.0f,
            side = lid ? SM_P(sm_lid_reflect)(a, t, move, turbulent, e, step) : 0;
  if (SM_P(sm_particle_move)(a, t, move, turbulent, e, time) && lid)
    SM_P(sm_lid_hold)(a, t, side, turbulent, e, time);
  if (t->now == SM_KIND_INACTIVE) return;
  if (a->deposits) SM_P(sm_dry_deposition)(a, t, lasts, time);
  if (a->rain > 0.0f) SM_P(sm_wet_deposition)(a, t, lasts, time);
}

SM_FN void SM_P(sm_advance_particle)(const struct sm_particle_advance *a, int64_t p,
                                     enum sm_wind_sampling sampling, enum sm_step_kind step) {
  const int turbulent = step == SM_STEP_TURBULENT;
  if (p >= a->count) return;
  struct SM_P(sm_particle_step) t;
  const struct sm_particle record = a->particle[p];
  if (record.kind == SM_KIND_INACTIVE) return;
  t.index = p;
  t.now = record.kind;
  t.kind = &a->kind[record.kind];
  SM_P(sm_particle_load)(a, &record, &t);
  struct sm_turbulence_state e = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}};
  if (turbulent) e = a->turbulence[p];
  const uint64_t id = turbulent ? a->tag[p].id : 0;
  SM_REAL release_delay = a->released ? SM_P(sm_release_delay)(a, p) : (SM_REAL)0;
  const SM_REAL waited = release_delay;
  for (int s = 0; s < a->steps && t.now != SM_KIND_INACTIVE; s++) {
    if (release_delay >= a->SM_P(h)) {
      release_delay -= a->SM_P(h);
      continue;
    }
    const SM_REAL h = a->SM_P(h) - release_delay;
    const float time = a->time + (float)(s + 1) * a->h_f32;
    release_delay = (SM_REAL)0;
    if (t.v[0] == (SM_REAL)SM_UNSET_VELOCITY) SM_P(sm_wind_at)(a, sampling, &t.at, t.v);
    const struct SM_P(sm_particle_motion) m =
        turbulent ? SM_P(sm_step_turbulent)(a, sampling, &t, id, a->first_step + (uint32_t)s, h, &e)
        : step == SM_STEP_ETD4 ? SM_P(sm_step_etd4)(a, sampling, &t, h)
                               : SM_P(sm_step_mean_wind)(a, sampling, &t, h);
    SM_P(sm_step_finish)(a, &t, m, turbulent, &e, h, time, a->first_step + (uint32_t)s);
  }
  SM_P(sm_particle_store)(a, &t);
  if (turbulent) a->turbulence[p] = e;
  /* Particles released during a batch are active at its end: clears rounding of the delay. */
  if (waited > (SM_REAL)0) a->tag[p].release_delay = 0.0f;
}

/* i: index in a row, j: row. */
SM_FN void SM_P(sm_cell_advance_faces)(const struct sm_particle_advance *a, int i, int j, int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_FACES, SM_STEP_MEAN_WIND);
}
SM_FN void SM_P(sm_cell_advance_trilinear)(const struct sm_particle_advance *a, int i, int j,
                                           int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_TRILINEAR, SM_STEP_MEAN_WIND);
}
SM_FN void SM_P(sm_cell_advance_bspline)(const struct sm_particle_advance *a, int i, int j, int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_BSPLINE, SM_STEP_MEAN_WIND);
}
SM_FN void SM_P(sm_cell_advance_vortex)(const struct sm_particle_advance *a, int i, int j, int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_VORTEX, SM_STEP_MEAN_WIND);
}
SM_FN void SM_P(sm_cell_disperse_faces)(const struct sm_particle_advance *a, int i, int j, int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_FACES, SM_STEP_TURBULENT);
}
SM_FN void SM_P(sm_cell_disperse_trilinear)(const struct sm_particle_advance *a, int i, int j,
                                            int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_TRILINEAR, SM_STEP_TURBULENT);
}

/* Of order 4; kernels of their own, which need more registers. */
SM_FN void SM_P(sm_cell_advance_bspline_etd4)(const struct sm_particle_advance *a, int i, int j,
                                              int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_BSPLINE, SM_STEP_ETD4);
}
SM_FN void SM_P(sm_cell_advance_vortex_etd4)(const struct sm_particle_advance *a, int i, int j,
                                             int k) {
  (void)k;
  SM_P(sm_advance_particle)(a, sm_particle_index(i, j), SM_SAMPLE_VORTEX, SM_STEP_ETD4);
}
#endif
