/* cell/particles/coupling.h - two-way coupling and hindered settling of grains: the drag of grains
 * given back to the air, and drag in a suspension.
 *
 * Two-way: over a step a parcel of mass m takes from the air the momentum m (v' - v - h g), minus
 * its weight in air. The opposite is given to the faces from which the wind was interpolated, with
 * the same weights: the adjoint of the interpolation between faces, whose weights along an axis sum
 * to 1. Sums are integers, so that they do not depend on the order, and the shares of two faces sum
 * exactly to the loss of the parcel (cell/momentum/forces.h: effect on faces).
 *
 * Hindered: with the volume fraction s of grains in the cell, e = 1 - s of air, drag is that at the
 * superficial velocity times e^-b, b = 3.7 - 0.65 exp(-(1.5 - log10 Re)^2 / 2) (Di Felice 1994),
 * and weight is that in the suspension, e times that in air.
 *
 * A batch is one step, since volume fractions change with it. Theory, sources, tests:
 * docs/theory/particles-coupling.md. */
#ifndef SM_CELL_PARTICLES_COUPLING_H
#define SM_CELL_PARTICLES_COUPLING_H

#include "cell/particles/collisions.h"

enum { SM_COUPLING_CHUNK = 8 }; /* particles per index, which are often in the same cell */

/* Grain of a kind; 0 for a gas, which has neither volume nor inertia. */
struct sm_coupled_grain {
  double volume; /* volume of the grains in a mass quantum of the species, m3 */
  double mass;   /* mass of such a quantum, kg */
};

struct sm_particle_coupling {
  struct sm_particle_advance advance;
  const struct sm_coupled_grain *grain; /* per kind */
  const float *per_volume;              /* 1 / air volume of cells, 1/m3; 0: no air */
  int64_t *solids;                      /* volume fraction per cell, in SM_COLLISION_SOLIDS */
  int64_t *impulse[3]; /* per face, in the layout of `air.faces`; in 1 / per_quantum; NULL:
                          one-way */
  double per_quantum;  /* quanta per momentum, 1/(kg m/s) */
  ptrdiff_t sy, sz;    /* strides of impulses */
  int64_t *dropped;    /* number of impulses beyond the range of quanta */
  int periodic[3];     /* 1: the last face of an axis is its first one */
  int hindered;
};

/* --- volume fraction --- */

SM_FN int64_t sm_coupling_volume(const struct sm_particle_coupling *c, int64_t p, int64_t cell) {
  const double volume =
      (double)c->advance.tag[p].mass * c->grain[c->advance.particle[p].kind].volume;
  return (int64_t)(volume * (double)SM_READ(c->per_volume, cell) * SM_COLLISION_SOLIDS + 0.5);
}

SM_FN int64_t sm_coupling_cell(const struct sm_particle_coupling *c, const int cell[3]) {
  const int *n = c->advance.air.grid_f32.n;
  return cell[0] + n[0] * (cell[1] + (int64_t)n[1] * cell[2]);
}

/* Adds the grain volume of a chunk; consecutive particles in the same cell are added at once. */
SM_FN void sm_cell_coupling_solids(const struct sm_particle_coupling *c, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_particle_index(i, j) * SM_COUPLING_CHUNK, count = c->advance.count;
  const int64_t end = first + SM_COUPLING_CHUNK < count ? first + SM_COUPLING_CHUNK : count;
  int64_t cell = -1, sum = 0;
  for (int64_t p = first; p < end; p++) {
    if (c->advance.particle[p].kind == SM_KIND_INACTIVE) continue;
    const struct sm_grid_position_f32 at = sm_particle_position(&c->advance.particle[p]);
    const int64_t own = sm_coupling_cell(c, at.cell);
    if (own != cell && sum != 0) SM_ADD_LONG(c->solids + cell, sum);
    sum = (own == cell ? sum : 0) + sm_coupling_volume(c, p, own);
    cell = own;
  }
  if (sum != 0) SM_ADD_LONG(c->solids + cell, sum);
}

SM_FN float sm_coupling_fraction(const struct sm_particle_coupling *c, int64_t cell) {
  return (float)((double)c->solids[cell] * (1.0 / SM_COLLISION_SOLIDS));
}

struct sm_coupling_densest {
  const int64_t *solids; /* indexed by cell: i + j sy + k sz */
  ptrdiff_t sy, sz;
};
SM_FN double sm_cell_coupling_densest(const struct sm_coupling_densest *s, int i, int j, int k) {
  return (double)s->solids[i + j * s->sy + k * s->sz] * (1.0 / SM_COLLISION_SOLIDS);
}

/* --- hindered settling --- */

/* Exponent of the void fraction in the drag of Di Felice (1994); 3.7 for Re = 0. */
SM_FN float sm_di_felice_exponent(float reynolds) {
  if (!(reynolds > 1e-6f)) return 3.7f;
  const float from = 1.5f - 0.43429448f * sm_log(reynolds);
  return 3.7f - 0.65f * sm_exp(-0.5f * from * from);
}

/* Drag of a grain in a suspension of volume fraction `solids`, at most SM_COLLISION_DENSEST, at a
 * slip velocity of `slip` m/s. */
SM_FN struct sm_particle_drag_f32 sm_hindered_grain(struct sm_particle_drag_f32 g, float solids,
                                                    float slip) {
  const float air = 1.0f - (solids < SM_COLLISION_DENSEST ? solids : SM_COLLISION_DENSEST);
  g.tau *= sm_power(air, sm_di_felice_exponent(g.reynolds * slip));
  g.gravity *= air;
  return g;
}

/* --- a step --- */

/* Position at which a step takes the wind. */
SM_FN struct sm_grid_position_f32 sm_coupling_place(const struct sm_particle_advance *a,
                                                    const struct sm_particle_step_f32 *t, float h) {
  if (a->scheme != SM_SCHEME_MIDPOINT) return t->at;
  const float half[3] = {0.5f * h * t->v[0], 0.5f * h * t->v[1], 0.5f * h * t->v[2]};
  return sm_position_ahead_f32(a, &t->at, half);
}

SM_FN struct sm_particle_motion_f32 sm_coupled_motion(const struct sm_particle_coupling *c,
                                                      const struct sm_particle_step_f32 *t, float h,
                                                      const float u[3]) {
  const struct sm_particle_advance *a = &c->advance;
  struct sm_particle_drag_f32 g = t->kind->grain;
  if (c->hindered && g.tau > 0.0f) {
    const float slip[3] = {t->v[0] - u[0], t->v[1] - u[1], t->v[2] - u[2]};
    const float solids = sm_coupling_fraction(c, sm_coupling_cell(c, t->at.cell));
    g = sm_hindered_grain(g, solids, sm_slip_speed_f32(slip));
  }
  return a->scheme == SM_SCHEME_PAPER ? sm_drag_step_paper_f32(g, h, t->v, u)
                                      : sm_drag_step_f32(g, h, t->v, u);
}

/* Momentum for the two faces of a cell across each axis. */
struct sm_face_impulse {
  int64_t cell; /* -1: none yet */
  int at[3];
  int64_t low[3], high[3];
};

SM_FN void sm_impulse_add(const struct sm_particle_coupling *c, const struct sm_face_impulse *f) {
  if (f->cell < 0) return;
  const int64_t low = f->at[0] + f->at[1] * c->sy + f->at[2] * c->sz;
  const ptrdiff_t stride[3] = {1, c->sy, c->sz};
  for (int d = 0; d < 3; d++) {
    const int wraps = c->periodic[d] && f->at[d] + 1 == c->advance.air.grid_f32.n[d];
    const int64_t high = wraps ? low - f->at[d] * stride[d] : low + stride[d];
    if (f->low[d] != 0) SM_ADD_LONG(c->impulse[d] + low, f->low[d]);
    if (f->high[d] != 0) SM_ADD_LONG(c->impulse[d] + high, f->high[d]);
  }
}

/* Nearest number of quanta; values out of range or NaN give 0 and are counted. */
SM_FN int64_t sm_impulse_quanta(const struct sm_particle_coupling *c, double x) {
  const double most = 1e17;
  if (x < most && x > -most) return (int64_t)(x + (x < 0.0 ? -0.5 : 0.5));
  SM_ADD_LONG(c->dropped, 1);
  return 0;
}

/* Distributes the momentum that a particle has lost to the air at a place to the faces. */
SM_FN void sm_impulse_take(const struct sm_particle_coupling *c, struct sm_face_impulse *f,
                           const struct sm_grid_position_f32 *at, const double lost[3]) {
  const int64_t cell = sm_coupling_cell(c, at->cell);
  if (cell != f->cell) {
    sm_impulse_add(c, f);
    for (int d = 0; d < 3; d++) f->at[d] = at->cell[d], f->low[d] = f->high[d] = 0;
    f->cell = cell;
  }
  for (int d = 0; d < 3; d++) {
    const int64_t all = sm_impulse_quanta(c, lost[d] * c->per_quantum);
    const int64_t high =
        sm_impulse_quanta(c, (double)all * (double)sm_fraction_approx_f32(at->part[d]));
    f->high[d] += high;
    f->low[d] += all - high;
  }
}

/* Step of a particle, and the momentum that it takes from the air. */
SM_FN void sm_couple_step(const struct sm_particle_coupling *c, struct sm_particle_step_f32 *t,
                          float h, struct sm_face_impulse *f) {
  const struct sm_particle_advance *a = &c->advance;
  const float time = a->time + a->h_f32;
  struct sm_turbulence_state none = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}};
  float u[3];
  if (t->v[0] == SM_UNSET_VELOCITY) sm_wind_at_f32(a, SM_SAMPLE_FACES, &t->at, t->v);
  const struct sm_grid_position_f32 at = sm_coupling_place(a, t, h);
  sm_wind_at_f32(a, SM_SAMPLE_FACES, &at, u);
  const struct sm_particle_motion_f32 m = sm_coupled_motion(c, t, h, u);
  if (c->impulse[0]) {
    const double mass = (double)a->tag[t->index].mass * c->grain[t->now].mass;
    const double fall = (double)h * (double)t->kind->grain.gravity;
    const double lost[3] = {mass * ((double)t->v[0] - (double)m.v[0]),
                            mass * ((double)t->v[1] - (double)m.v[1]),
                            mass * ((double)t->v[2] - (double)m.v[2] - fall)};
    sm_impulse_take(c, f, &at, lost);
  }
  sm_step_finish_f32(a, t, m, 0, &none, h, time, a->first_step);
}

SM_FN void sm_couple_particle(const struct sm_particle_coupling *c, int64_t p,
                              struct sm_face_impulse *f) {
  const struct sm_particle_advance *a = &c->advance;
  struct sm_particle_step_f32 t;
  const struct sm_particle record = a->particle[p];
  if (record.kind == SM_KIND_INACTIVE) return;
  t.index = p;
  t.now = record.kind;
  t.kind = &a->kind[record.kind];
  sm_particle_load_f32(a, &record, &t);
  const float delay = a->released ? a->tag[p].release_delay : 0.0f;
  if (delay < a->h_f32) sm_couple_step(c, &t, a->h_f32 - delay, f);
  sm_particle_store_f32(a, &t);
  if (delay > 0.0f) a->tag[p].release_delay = 0.0f;
}

/* One step of each particle of a chunk. */
SM_FN void sm_cell_coupling_advance(const struct sm_particle_coupling *c, int i, int j, int k) {
  (void)k;
  const int64_t first = sm_particle_index(i, j) * SM_COUPLING_CHUNK, count = c->advance.count;
  const int64_t end = first + SM_COUPLING_CHUNK < count ? first + SM_COUPLING_CHUNK : count;
  struct sm_face_impulse f = {-1, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int64_t p = first; p < end; p++) sm_couple_particle(c, p, &f);
  sm_impulse_add(c, &f);
}

#endif
