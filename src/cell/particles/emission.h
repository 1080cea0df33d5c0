/* cell/particles/emission.h - particle release: start positions and velocities at sources.
 *
 * The initial state of a particle is a function of its source and its number in it only (random.h):
 * it does not depend on batch, device or order of release. */
#ifndef SM_CELL_PARTICLES_EMISSION_H
#define SM_CELL_PARTICLES_EMISSION_H

#include "cell/particles/advance.h"
#include "cell/particles/source_shape.h"

/* Releases of one source in a batch: of its `total` particles number n is released when the
 * fraction (n + 1/2) / total of the mass has been emitted. */
struct sm_emission {
  int64_t released; /* on this device in this batch; indices sm_particle_index */
  int64_t first;    /* number of the first of them */
  int64_t stride;   /* difference to the next number: devices take them in turn */
  int64_t to;       /* index of the first particle */
  struct sm_particle *particle;
  struct sm_particle_tag *tag;
  struct sm_particle_f64 *particle_f64;    /* may be NULL */
  struct sm_turbulence_state *turbulence;  /* may be NULL */
  struct sm_particle_daughters *daughters; /* may be NULL, as chain */
  const struct sm_particle_chain *chain;   /* by kind */
  float h_f32;                             /* s, a time step */
  double h_f64;
  struct sm_particle *start; /* by slot; NULL: no particle is reset */
  int64_t slot;              /* slot of the first */
  int64_t *budget;           /* [species][SM_BUDGET_TERMS] */

  uint32_t source;
  int64_t total, mass; /* number of particles; mass of one in quanta */
  int species, first_kind, kinds;
  const float *share; /* [kinds] cumulative mass fraction, including this kind; the last is 1 */
  uint64_t seed;
  double time; /* start of the batch, s */
  /* Time function: cumulative fraction of the emitted mass at some times, ascending; the rate is
   * linear between them. */
  const double *at, *emitted, *rate; /* s, 1, 1/s */
  int moments;

  struct sm_source_geometry geometry;
  int places;           /* enum sm_placement */
  int grid[3];          /* particles along each axis, for SM_PLACEMENT_UNIFORM and
                           PUBLISHED_UNIFORM */
  const double *column; /* [columns + 1] for SM_SOURCE_GROUND: cumulative fraction of the previous
                           columns */
  float velocity[3];    /* m/s; or SM_UNSET_VELOCITY */

  const double *face[3]; /* face positions of cells, m */
  const float *ground;   /* ground height of columns, m */
  int above_ground;      /* 1: heights are above ground */
  const uint8_t *open;
  int n[3];
};

/* Uniform random number between 0 and 1, exclusive, to 2^-33. */
SM_FN double sm_random_uniform_double(uint32_t word) {
  return ((double)word + 0.5) * (1.0 / 4294967296.0);
}

/* Time in the run, s, at which a fraction of the mass, positive, has been emitted; at a pause its
 * start. */
SM_FN double sm_emission_time(const struct sm_emission *s, double share) {
  int m = 0, high = s->moments - 1;
  while (high - m > 1) {
    const int middle = m + (high - m) / 2;
    if (s->emitted[middle] < share)
      m = middle;
    else
      high = middle;
  }
  const double h = s->at[m + 1] - s->at[m], more = share - s->emitted[m];
  const double a = s->rate[m], b = s->rate[m + 1];
  if (!(h > 0.0)) return s->at[m];
  /* solves a t + (b - a) t^2 / (2 h) = more */
  const double root =
      sqrt(a * a + 2.0 * (b - a) / h * more > 0.0 ? a * a + 2.0 * (b - a) / h * more : 0.0);
  const double t = a + root > 0.0 ? 2.0 * more / (a + root) : h;
  return s->at[m] + (t < h ? t : h);
}

/* Relative position of number i along an axis of a lattice. */
SM_FN double sm_emission_fraction(const struct sm_emission *s, int axis, int64_t number, double u) {
  const int count = s->grid[axis];
  int64_t i = number;
  for (int d = 0; d < axis; d++) i /= s->grid[d];
  i %= count;
  const double last = count > 1 ? count - 1.0 : 1.0;
  if (s->places == SM_PLACEMENT_UNIFORM) return count > 1 ? (double)i / last : 0.5;
  if (s->places == SM_PLACEMENT_PUBLISHED_UNIFORM) return (double)(i + 1) / last;
  if (s->places == SM_PLACEMENT_PUBLISHED_RANDOM) return (double)(i + 1) / last * u;
  return u;
}

/* Point of the source; x[2] is above ground if the source's heights are. */
SM_FN void sm_emission_point(const struct sm_emission *s, int64_t number, uint64_t id, int attempt,
                             double moment, double x[3]) {
  const struct sm_random_key draw = {s->seed, id, (uint32_t)attempt, SM_DRAW_POSITION};
  const struct sm_random_words w = sm_random(draw);
  const struct sm_source_geometry *g = &s->geometry;
  double u[3];
  for (int d = 0; d < 3; d++) {
    u[d] = sm_random_uniform_double(w.word[d]);
    if (g->shape == SM_SOURCE_LINE || g->shape == SM_SOURCE_BOX || g->shape == SM_SOURCE_DOMAIN)
      u[d] = sm_emission_fraction(s, d, number, u[d]);
  }
  sm_source_point(g, u, moment, x);
  if (g->shape == SM_SOURCE_GROUND) {
    const int columns = s->n[0] * s->n[1];
    const int c = sm_bisect(s->column, 1, columns + 1, u[0]);
    const int i = c % s->n[0], j = c / s->n[0];
    x[0] = s->face[0][i] + u[1] * (s->face[0][i + 1] - s->face[0][i]);
    x[1] = s->face[1][j] + u[2] * (s->face[1][j + 1] - s->face[1][j]);
  }
}

/* Cell and relative position of a point; 0 if outside. */
SM_FN int sm_emission_locate(const struct sm_emission *s, const double x[3],
                             struct sm_grid_position_f32 *at) {
  for (int d = 0; d < 3; d++) {
    const double *face = s->face[d];
    if (!(x[d] >= face[0] && x[d] <= face[s->n[d]])) return 0;
    const int c = sm_bisect(face, 1, s->n[d] + 1, x[d]);
    const double part = (x[d] - face[c]) / (face[c + 1] - face[c]) * 4294967296.0;
    at->cell[d] = c;
    at->part[d] = part < 4294967295.0 ? (uint32_t)part : SM_FRACTION_LAST;
  }
  return 1;
}

SM_FN ptrdiff_t sm_emission_cell(const struct sm_emission *s,
                                 const struct sm_grid_position_f32 *at) {
  return at->cell[0] + (ptrdiff_t)s->n[0] * (at->cell[1] + (ptrdiff_t)s->n[1] * at->cell[2]);
}

/* Finds a fluid cell for a particle: among other points of the source, or, for a height above
 * ground, just above a stair step of it. 0: no fluid cell. */
SM_FN int sm_emission_find_air(const struct sm_emission *s, int64_t number, uint64_t id,
                               double moment, struct sm_grid_position_f32 *at) {
  enum { ATTEMPTS = 32 };
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    double x[3];
    sm_emission_point(s, number, id, attempt, moment, x);
    if (s->above_ground) {
      const double flat[3] = {x[0], x[1], s->face[2][0]};
      if (!sm_emission_locate(s, flat, at)) continue;
      x[2] += (double)s->ground[at->cell[0] + (ptrdiff_t)s->n[0] * at->cell[1]];
    }
    if (!sm_emission_locate(s, x, at)) continue;
    const int lift = s->geometry.shape == SM_SOURCE_GROUND ? s->n[2] : s->above_ground ? 2 : 0;
    for (int up = 0; up <= lift; up++) {
      if (s->open[sm_emission_cell(s, at)] & SM_OPEN_ALL) return 1;
      if (at->cell[2] + 1 >= s->n[2]) break;
      at->cell[2]++;
      at->part[2] = 0u;
    }
  }
  return 0;
}

/* Kind of a particle: sizes follow each other evenly by multiples of the golden ratio. */
SM_FN int sm_emission_kind(const struct sm_emission *s, int64_t number) {
  const float u = (float)((uint32_t)((uint64_t)number * 2654435769u) >> 8) * (1.0f / 16777216.0f);
  int kind = 0;
  while (kind < s->kinds - 1 && u >= s->share[kind]) kind++;
  return s->first_kind + kind;
}

/* Duration of the first step of a particle, s, as it will be advanced. */
SM_FN float sm_emission_first_step(const struct sm_emission *s, const struct sm_particle_tag *t,
                                   double release_delay) {
  float wait = t->release_delay;
  double longer = t->release_delay > 0.0f ? release_delay : 0.0;
  while (wait >= s->h_f32) wait -= s->h_f32;
  while (longer >= s->h_f64) longer -= s->h_f64;
  return s->particle_f64 ? (float)(s->h_f64 - longer) : s->h_f32 - wait;
}

/* Decay and formation of daughters in a first step that is shorter than others. The particle takes
 * no part in anything before the end of this step. */
SM_FN void sm_emission_decay(const struct sm_emission *s, int kind, double release_delay,
                             struct sm_particle_tag *t, struct sm_particle_daughters *daughters) {
  const float first = sm_emission_first_step(s, t, release_delay);
  struct sm_decay_step step;
  if (sm_chain_members(s->chain, kind) == 1 || !(first < s->h_f32)) return;
  sm_decay_step_of(&s->chain[kind].decay, (double)first, &step);
  sm_chain_decay(&step, s->chain[kind].decay.members, &t->mass, daughters);
}

/* i: index in a row, j: row of the releases of one source. */
SM_FN void sm_cell_emit(const struct sm_emission *s, int i, int j, int k) {
  (void)k;
  const int64_t release = sm_particle_index(i, j);
  if (release >= s->released) return;
  const int64_t number = s->first + release * s->stride;
  const double moment = sm_emission_time(s, ((double)number + 0.5) / (double)s->total);
  const double release_delay = moment - s->time;
  const uint64_t id = (uint64_t)s->source << SM_PARTICLE_ID_BITS | (uint64_t)number;
  int64_t *row = s->budget + (ptrdiff_t)s->species * SM_BUDGET_TERMS;
  struct sm_grid_position_f32 at = {{0, 0, 0}, {0u, 0u, 0u}};
  const int in_air = sm_emission_find_air(s, number, id, moment, &at);
  struct sm_particle m;
  m.kind = (uint16_t)(in_air ? sm_emission_kind(s, number) : SM_KIND_INACTIVE);
  sm_particle_set_position(&m, &at);
  for (int d = 0; d < 3; d++) m.v[d] = s->velocity[d];
  struct sm_particle_tag t;
  t.id = id;
  t.mass = s->mass;
  t.release_time = (float)moment;
  t.release_delay = release_delay > 0.0 ? (float)release_delay : 0.0f;
  t.slot = (uint32_t)(s->slot + release);
  t.source = s->source;
  s->particle[s->to + release] = m;
  if (s->daughters) {
    struct sm_particle_daughters formed = {{0, 0, 0, 0}};
    if (in_air) sm_emission_decay(s, m.kind, release_delay, &t, &formed);
    s->daughters[s->to + release] = formed;
  }
  s->tag[s->to + release] = t;
  if (s->particle_f64) {
    const struct sm_particle_f64 more = {
        {(double)m.v[0], (double)m.v[1], (double)m.v[2]}, release_delay, {0u, 0u, 0u}};
    s->particle_f64[s->to + release] = more;
  }
  if (s->turbulence) {
    const struct sm_turbulence_state none = {
        {SM_UNSET_VELOCITY, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}};
    s->turbulence[s->to + release] = none;
  }
  if (s->start) s->start[s->slot + release] = m;
  SM_ADD_LONG(row + SM_BUDGET_EMITTED, s->mass);
  SM_ADD_LONG(row + SM_BUDGET_COUNT_EMITTED, 1);
  if (in_air) return;
  SM_ADD_LONG(row + SM_BUDGET_LOST, s->mass);
  SM_ADD_LONG(row + SM_BUDGET_COUNT_LOST, 1);
}

#endif
