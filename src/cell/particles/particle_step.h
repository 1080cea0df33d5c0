/* cell/particles/particle_step.h - arguments of the particle advance, and the state of a particle
 * during its steps.
 *
 * In f32 that state is the record of struct sm_particle. In f64 it has twice the bits, of which
 * struct sm_particle_f64 keeps those that the first record lacks. What is initial is the same for
 * both: places at release to 2^-32 of a cell, velocities to a float. */
#ifndef SM_CELL_PARTICLES_PARTICLE_STEP_H
#define SM_CELL_PARTICLES_PARTICLE_STEP_H

#include "cell/particles/particle.h"
#include "cell/particles/time_levels.h"
#include "cell/random.h"

enum sm_wind_sampling { SM_SAMPLE_FACES, SM_SAMPLE_TRILINEAR, SM_SAMPLE_BSPLINE, SM_SAMPLE_VORTEX };

/* Particle boundary conditions, in the order of enum sm_particle_boundary of case/particles.h. */
enum sm_boundary_action {
  SM_ACTION_DELETE,
  SM_ACTION_PERIODIC,
  SM_ACTION_REFLECT,
  SM_ACTION_DEPOSIT,
  SM_ACTION_RESET
};

/* Arguments for the interpolation of wind and turbulence to a particle. */
struct sm_air_view {
  struct sm_particle_grid_f32 grid_f32;
  struct sm_particle_grid_f64 grid_f64; /* for particles in f64 */
  struct sm_face_winds faces;           /* in float; for interpolation between faces, else NULL */
  struct sm_node_wind nodes;            /* for the other interpolations, else NULL */
  struct sm_turbulence_field turbulence;
  ptrdiff_t friction_sy;
  const float *friction; /* u* of column (i, j) at i + j friction_sy, m/s; may be NULL */
};

/* Plume rise of a source (Briggs 1975): height above the source after s seconds is gain s^(2/3), up
 * to a time limit. */
struct sm_plume_rise {
  float gain; /* m/s^(2/3) */
  float end;  /* s */
};

struct sm_particle_advance {
  int64_t count; /* number of particles; indices sm_particle_index */
  struct sm_particle *particle;
  struct sm_particle_f64 *particle_f64; /* for particles in f64, else NULL */
  struct sm_particle_tag *tag;
  struct sm_turbulence_state *turbulence; /* with turbulence, else NULL */
  const struct sm_particle *start;        /* by slot: initial states, for SM_ACTION_RESET */
  const struct sm_particle_kind *kind;
  const struct sm_particle_kind_f64 *kind_f64; /* of each kind, for particles in f64 */
  const struct sm_plume_rise *rise;            /* by source; NULL: no plume rise */

  float h_f32; /* s, a step */
  double h_f64;
  int steps;
  uint32_t first_step; /* number of the first step in the run */
  float time;          /* s of the run, at the start of the first step */
  int scheme;          /* enum sm_step_scheme */
  float meander;       /* velocity scale of meandering (large slow eddies), m/s; 0: none */
  float meander_kept;  /* autocorrelation of that velocity over two steps */
  uint64_t seed;

  struct sm_air_view air;
  struct sm_vortex_field_f32 vortex_f32;
  struct sm_vortex_field_f64 vortex_f64;
  const float *face_f32[3]; /* face positions per axis, m */
  const double *face_f64[3];
  float foot_f32[3]; /* foot of the vortex axis, m */
  double foot_f64[3];

  int sides, top, ground, walls;     /* enum sm_boundary_action */
  struct sm_wall_rebound rebound[2]; /* bounce law of walls and ceilings; and of upward-facing
                                        surfaces */
  int released;                      /* 1: some particles have a release delay */
  int deposits;                      /* 1: some kinds deposit by the laminar-layer resistance */
  int64_t *budget;                   /* [species][SM_BUDGET_TERMS] */
  int64_t *deposit;                  /* quanta, [species][ny][nx] */
};

/* Meandering by large slow eddies: x and y are updated in alternate steps, over two steps each,
 * which needs only the fourth random number of a step. */
SM_FN void sm_meander_step(const struct sm_particle_advance *a, uint64_t id, int first,
                           uint32_t step, float xi, float slow[2]) {
  if (first) {
    float more[4];
    const struct sm_random_key draw = {a->seed, id, 0u, SM_DRAW_MEANDER};
    sm_random_normals(sm_random(draw), more);
    slow[0] = more[0];
    slow[1] = more[1];
  } else {
    const float kept = a->meander_kept, noise = sqrtf(1.0f - kept * kept) * xi;
    const int y = (step & 1u) != 0;
    slow[0] = y ? slow[0] : kept * slow[0] + noise;
    slow[1] = y ? kept * slow[1] + noise : slow[1];
  }
}

#endif

#ifdef SM_REAL
/* State of a particle during its steps. */
struct SM_P(sm_particle_step) {
  struct SM_P(sm_grid_position) at;
  SM_REAL v[3]; /* m/s */
  int now;      /* current kind, or SM_KIND_INACTIVE */
  const struct sm_particle_kind *kind;
  int64_t index;
};

#if SM_BITS == 32
SM_FN void sm_particle_take_f32(const struct sm_particle *m, struct sm_particle_step_f32 *t) {
  t->at = sm_particle_position(m);
  for (int d = 0; d < 3; d++) t->v[d] = m->v[d];
}
SM_FN void sm_particle_load_f32(const struct sm_particle_advance *a, const struct sm_particle *m,
                                struct sm_particle_step_f32 *t) {
  (void)a;
  sm_particle_take_f32(m, t);
}
SM_FN void sm_particle_store_f32(const struct sm_particle_advance *a,
                                 const struct sm_particle_step_f32 *t) {
  struct sm_particle m;
  sm_particle_set_position(&m, &t->at);
  m.kind = (uint16_t)t->now;
  for (int d = 0; d < 3; d++) m.v[d] = t->v[d];
  a->particle[t->index] = m;
}

SM_FN float sm_release_delay_f32(const struct sm_particle_advance *a, int64_t p) {
  return a->tag[p].release_delay;
}
SM_FN struct sm_particle_drag_f32 sm_kind_drag_f32(const struct sm_particle_advance *a,
                                                   const struct sm_particle_kind *kind) {
  (void)a;
  return kind->grain;
}
SM_FN struct sm_relaxation_f32 sm_kind_relaxed_f32(const struct sm_particle_advance *a,
                                                   const struct sm_particle_kind *kind) {
  (void)a;
  return kind->relaxed;
}
SM_FN struct sm_grid_position_f32 sm_position_rounded_f32(const struct sm_grid_position_f32 *at) {
  return *at;
}
#else
SM_FN struct sm_grid_position_f32 sm_position_rounded_f64(const struct sm_grid_position_f64 *at) {
  struct sm_grid_position_f32 to;
  for (int d = 0; d < 3; d++) {
    to.cell[d] = at->cell[d];
    to.part[d] = (uint32_t)(at->part[d] >> SM_PARTICLE_MORE_BITS);
  }
  return to;
}

/* Initial state of a particle, which is that of f32. */
SM_FN void sm_particle_take_f64(const struct sm_particle *m, struct sm_particle_step_f64 *t) {
  for (int d = 0; d < 3; d++) {
    t->at.cell[d] = m->cell[d];
    t->at.part[d] = (uint64_t)m->part[d] << SM_PARTICLE_MORE_BITS;
    t->v[d] = (double)m->v[d];
  }
}
SM_FN void sm_particle_load_f64(const struct sm_particle_advance *a, const struct sm_particle *m,
                                struct sm_particle_step_f64 *t) {
  const struct sm_particle_f64 more = a->particle_f64[t->index];
  sm_particle_take_f64(m, t);
  for (int d = 0; d < 3; d++) {
    t->at.part[d] |= more.part[d];
    t->v[d] = more.v[d];
  }
}
/* The record in f32 is rounded, for sorting, binning and output. */
SM_FN void sm_particle_store_f64(const struct sm_particle_advance *a,
                                 const struct sm_particle_step_f64 *t) {
  const struct sm_grid_position_f32 at = sm_position_rounded_f64(&t->at);
  struct sm_particle m;
  struct sm_particle_f64 more = a->particle_f64[t->index];
  sm_particle_set_position(&m, &at);
  m.kind = (uint16_t)t->now;
  for (int d = 0; d < 3; d++) {
    m.v[d] = (float)t->v[d];
    more.v[d] = t->v[d];
    more.part[d] = (uint32_t)(t->at.part[d] & ((1u << SM_PARTICLE_MORE_BITS) - 1u));
  }
  a->particle[t->index] = m;
  a->particle_f64[t->index] = more;
}

SM_FN double sm_release_delay_f64(const struct sm_particle_advance *a, int64_t p) {
  return a->tag[p].release_delay > 0.0f ? a->particle_f64[p].release_delay : 0.0;
}
SM_FN struct sm_particle_drag_f64 sm_kind_drag_f64(const struct sm_particle_advance *a,
                                                   const struct sm_particle_kind *kind) {
  return a->kind_f64[kind - a->kind].grain;
}
SM_FN struct sm_relaxation_f64 sm_kind_relaxed_f64(const struct sm_particle_advance *a,
                                                   const struct sm_particle_kind *kind) {
  return a->kind_f64[kind - a->kind].relaxed;
}
#endif
#endif
