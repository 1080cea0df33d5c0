/* cell/particles/dense_particles.h - particles in the shallow layer of a dense gas: they move with
 * it while it is dense, and keep their place in its profile. */
#ifndef SM_CELL_PARTICLES_DENSE_PARTICLES_H
#define SM_CELL_PARTICLES_DENSE_PARTICLES_H

#include "cell/particles/dense_layer.h"

/* The layer at a place, bilinear between the columns in which it is dense; 0: not dense there. */
struct sm_layer_here {
  int dense;
  float depth, before, u[2], friction; /* before: depth at the last step of particles */
};
SM_FN struct sm_layer_here sm_layer_at(const struct sm_dense_layer *s,
                                       const struct sm_grid_position_f32 *at) {
  const int *n = s->advance.air.grid_f32.n;
  struct sm_layer_here here = {0, 0.0f, 0.0f, {0.0f, 0.0f}, 0.0f};
  float sum = 0.0f, old = 0.0f;
  int low[2];
  float part[2];
  if (!s->state[sm_layer_index(s, at->cell[0], at->cell[1])].dense) return here;
  for (int d = 0; d < 2; d++) {
    const float off = sm_fraction_below_f32(at->part[d]) - 0.5f;
    low[d] = off < 0.0f ? at->cell[d] - 1 : at->cell[d];
    part[d] = off < 0.0f ? off + 1.0f : off;
  }
  for (int m = 0; m < 4; m++) {
    const int i = low[0] + (m & 1), j = low[1] + (m >> 1);
    if (i < 0 || j < 0 || i >= n[0] || j >= n[1]) continue;
    const int64_t c = sm_layer_index(s, i, j);
    const struct sm_layer_state *e = &s->state[c];
    const float before = (float)s->from[c].depth;
    const float weight = ((m & 1) ? part[0] : 1.0f - part[0]) *
                         ((m >> 1) ? part[1] : 1.0f - part[1]) * (e->dense ? 1.0f : 0.0f);
    sum += weight;
    old += before > 0.0f ? weight : 0.0f;
    here.before += weight * before;
    here.depth += weight * (float)e->depth;
    here.friction += weight * (float)e->friction;
    for (int d = 0; d < 2; d++) here.u[d] += weight * (float)e->u[d];
  }
  if (!(sum > 0.0f)) return here;
  here.dense = 1;
  here.depth /= sum;
  here.before = old > 0.0f ? here.before / old : here.depth;
  here.friction /= sum;
  for (int d = 0; d < 2; d++) here.u[d] /= sum;
  return here;
}

/* Height of a particle above the floor of its column, m. */
SM_FN float sm_layer_height(const struct sm_dense_layer *s, const struct sm_grid_position_f32 *at) {
  const float *face = s->advance.face_f32[2];
  const int bottom = SM_READ(s->bottom, sm_layer_index(s, at->cell[0], at->cell[1]));
  return SM_READ(face, at->cell[2]) - SM_READ(face, bottom > 0 ? bottom : 0) +
         sm_fraction_below_f32(at->part[2]) * SM_READ(s->advance.air.grid_f32.h[2], at->cell[2]);
}

/* Moves a particle with the layer for h s: its height over the depth follows a random walk whose
 * equilibrium is the profile. It climbs steps of the ground that the layer covers. */
SM_FN void sm_layer_carry(const struct sm_dense_layer *s, struct sm_particle_step_f32 *t,
                          struct sm_layer_here here, float h, struct sm_turbulence_state *e) {
  const struct sm_particle_advance *a = &s->advance;
  const float time = a->time + a->h_f32, age = time - a->tag[t->index].release_time;
  const struct sm_random_key draw = {a->seed, a->tag[t->index].id, a->first_step, SM_DRAW_LAYER};
  float xi[4];
  sm_random_normals(sm_random(draw), xi);
  const float kept = age < 2.5f * a->h_f32
                         ? 0.0f
                         : sm_exp(-h * (float)SM_LAYER_KARMAN * here.friction / here.depth);
  const float relative = kept * sm_layer_height(s, &t->at) / here.before +
                         sqrtf(1.0f - kept * kept) * SM_LAYER_PROFILE * xi[0];
  const struct sm_particle_motion_f32 m = {{h * here.u[0], h * here.u[1], 0.0f},
                                           {here.u[0], here.u[1], 0.0f}};
  float up[3] = {0.0f, 0.0f, here.depth};
  if (!sm_particle_move_f32(a, t, up, s->turbulent, e, time)) return;
  sm_step_finish_f32(a, t, m, s->turbulent, e, h, time, a->first_step);
  if (t->now == SM_KIND_INACTIVE) return;
  const struct sm_layer_here there = sm_layer_at(s, &t->at);
  const float depth = there.dense ? there.depth : here.depth;
  float down[3] = {0.0f, 0.0f, fabsf(relative) * depth - sm_layer_height(s, &t->at) + 1e-4f};
  sm_particle_move_f32(a, t, down, s->turbulent, e, time);
  for (int d = 0; d < 3; d++) t->v[d] = m.v[d];
}

/* Gives the mass of a particle that is released to the layer, or moves with it one that is in it;
 * these sit out the step of the wind that follows, as if they were released later. */
SM_FN void sm_cell_dense_particles(const struct sm_dense_layer *s, int i, int j, int k) {
  const struct sm_particle_advance *a = &s->advance;
  const int64_t p = sm_particle_index(i, j);
  struct sm_particle_step_f32 t;
  (void)k;
  if (p >= a->count) return;
  const struct sm_particle record = a->particle[p];
  if (record.kind == SM_KIND_INACTIVE) return;
  t.index = p;
  t.now = record.kind;
  t.kind = &a->kind[record.kind];
  sm_particle_load_f32(a, &record, &t);
  const struct sm_particle_tag tag = a->tag[p];
  const struct sm_layer_here here = sm_layer_at(s, &t.at);
  const int fresh = t.v[0] == SM_UNSET_VELOCITY && SM_READ(s->source, tag.source);
  if (fresh) {
    SM_ADD_LONG(s->released + sm_layer_index(s, t.at.cell[0], t.at.cell[1]), tag.mass);
    for (int d = 0; d < 3; d++) t.v[d] = d < 2 ? here.u[d] : 0.0f;
  } else {
    if (!here.dense || t.kind->settling > 0.0f ||
        sm_layer_height(s, &t.at) > 3.0f * SM_LAYER_PROFILE * here.before)
      return;
    struct sm_turbulence_state e = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}};
    if (s->turbulent) e = a->turbulence[p];
    const float delay = a->tag[p].release_delay;
    if (delay < a->h_f32) sm_layer_carry(s, &t, here, a->h_f32 - delay, &e);
    if (s->turbulent) a->turbulence[p] = e;
  }
  sm_particle_store_f32(a, &t);
  a->tag[p].release_delay = 1e30f;
}

#endif
