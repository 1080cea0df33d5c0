/* cell/particles/particle_step.h - arguments of the particle advance, and the state of a particle
 * during its steps.
 *
 * In f32 that state is the record of struct sm_particle. In f64 it has twice the bits, of which
 * struct sm_particle_f64 keeps those that the first record lacks. What is initial is the same for
 * both: places at release to 2^-32 of a cell, velocities to a float. */
#ifndef SM_CELL_PARTICLES_PARTICLE_STEP_H
#define SM_CELL_PARTICLES_PARTICLE_STEP_H

#include "cell/particles/drag.h"
#include "cell/particles/time_levels.h"
#include "cell/particles/wind_interpolation.h"
#include "cell/random.h"

/* Particle record: position, velocity, mass, identity.
 *
 * Three records, by frequency of access: the particle in every step, the turbulence state in every
 * step with turbulence, the tag at release, removal and binning. Each is two words of 16 bytes,
 * one sector of a GPU's memory, and is moved as a whole by sorting. Particles in f64 have another
 * one, of three words, with what the first one lacks, and those of a case with decay chains one
 * with the masses of daughters. This header and those that include it come after the cells in
 * float: cells.h includes them. */

enum {
  SM_KIND_INACTIVE = 0xffff,           /* kind of an inactive particle */
  SM_KINDS_MAX = SM_KIND_INACTIVE - 1, /* number of sizes of all species together */
  SM_PARTICLE_CELLS_MAX = 0xffff       /* largest number of cells of an axis */
};

struct sm_particle {
  SM_WHOLE uint16_t cell[3];
  uint16_t kind;
  uint32_t part[3]; /* relative position in the cell, as in struct sm_grid_position_f32 */
  float v[3];       /* m/s; v[0] SM_UNSET_VELOCITY: takes that of the wind in its first step */
};

/* Of a particle in f64: its velocity, and the bits of its position below those of struct
 * sm_particle, which then has both rounded. */
struct sm_particle_f64 {
  SM_WHOLE double v[3];
  double release_delay; /* as in the tag, if that is not 0 */
  uint32_t part[3];     /* in 2^-52 of the cell's width */
};

#define SM_PARTICLE_MORE_BITS 20 /* of such a part */
#define SM_UNSET_VELOCITY 1e30f
#define SM_PARTICLE_ID_BITS 40 /* bits of an id for the number in the source */

struct sm_particle_tag {
  SM_WHOLE uint64_t id; /* source and number in it, the same on any device */
  int64_t mass;         /* mass in quanta of its species, before decay */
  float release_time;   /* s of the run */
  float release_delay;  /* time from the start of the batch to its release, s; 0: active */
  uint32_t slot;        /* slot on its device, in the order of release */
  uint32_t source;
};

/* Masses of the daughters that formed in a particle. */
struct sm_particle_daughters {
  SM_WHOLE int64_t
      mass[SM_CHAIN_MEMBERS]; /* in quanta, from the first daughter on; the last is 0 */
};

struct sm_turbulence_state {
  SM_WHOLE float q[3]; /* scaled fluctuation (langevin.h) */
  float seen[3];       /* wind plus fluctuation of the last step, m/s */
  float slow[2];       /* scaled meandering velocity along x and y */
};

/* Kind: particles of one size of a species. */
struct sm_particle_kind {
  struct sm_particle_drag_f32 grain;
  struct sm_relaxation_f32 relaxed; /* for a whole step, with Stokes drag and for tracers */
  float settling;                   /* settling velocity in still air, m/s */
  float decay;                      /* 1/s; 0 with daughters, see struct sm_particle_chain */
  float deposition;          /* deposition velocity, m/s; SM_DEPOSITION_RESISTANCE; 0: none */
  float laminar;             /* resistance of the laminar layer times u*, without impaction */
  float impaction;           /* Stokes number over u*^2, s2/m2; 0: gas */
  float scavenging;          /* scavenging coefficient at a rain rate of 1 mm/h, 1/s; 0: none */
  float scavenging_exponent; /* of the rain rate */
  float extinction;          /* m2/kg */
  int species;
};

/* Decay chain of a kind: the particle moves as this kind and has the masses of all members. */
struct sm_particle_chain {
  struct sm_decay_chain decay; /* one member: no daughters */
  struct sm_decay_step step;   /* of a whole time step */
  int kind[SM_CHAIN_MEMBERS];  /* of each member */
};

struct sm_particle_kind_f64 {
  struct sm_particle_drag_f64 grain;
  struct sm_relaxation_f64 relaxed; /* as in struct sm_particle_kind */
};

#define SM_DEPOSITION_RESISTANCE (-1.0f)

/* Purposes of random numbers (struct sm_random_key). */
enum {
  SM_DRAW_TURBULENCE,
  SM_DRAW_FIRST_TURBULENCE,
  SM_DRAW_POSITION,
  SM_DRAW_MEANDER,
  SM_DRAW_COLLISION,
  SM_DRAW_COLLISION_ORDER,
  SM_DRAW_ENTRAINMENT,
  SM_DRAW_LAYER
};

/* Mass budget of a species: quanta, and numbers of particles; integers, whose sums do not depend on
 * the order. */
enum sm_budget_term {
  SM_BUDGET_EMITTED,
  SM_BUDGET_OUTFLOW,   /* through the sides or the top */
  SM_BUDGET_DEPOSITED, /* dry, on ground and walls */
  SM_BUDGET_DECAYED,
  SM_BUDGET_LOST, /* in a solid, or position not a number */
  SM_BUDGET_AIRBORNE,
  SM_BUDGET_WET_DEPOSITED, /* by rain, on the column below */
  SM_BUDGET_OUTFLOW_WEST,  /* outflow by side: west, east, south, north, top */
  SM_BUDGET_OUTFLOW_TOP = SM_BUDGET_OUTFLOW_WEST + 4,
  SM_BUDGET_COUNT_EMITTED,
  SM_BUDGET_COUNT_OUTFLOW,
  SM_BUDGET_COUNT_DEPOSITED,
  SM_BUDGET_COUNT_LOST,
  SM_BUDGET_COUNT_AIRBORNE,
  SM_BUDGET_TERMS
};

SM_FN struct sm_grid_position_f32 sm_particle_position(const struct sm_particle *m) {
  const struct sm_grid_position_f32 at = {{m->cell[0], m->cell[1], m->cell[2]},
                                          {m->part[0], m->part[1], m->part[2]}};
  return at;
}
SM_FN void sm_particle_set_position(struct sm_particle *m, const struct sm_grid_position_f32 *at) {
  for (int d = 0; d < 3; d++) {
    m->cell[d] = (uint16_t)at->cell[d];
    m->part[d] = at->part[d];
  }
}

/* Number of a particle from its index in a box of rows (sm_rows_of). */
enum { SM_PARTICLE_ROW = 1024 };
SM_FN int64_t sm_particle_index(int i, int j) { return (int64_t)j * SM_PARTICLE_ROW + i; }

/* Remaining fraction of the mass after decay. */
SM_FN float sm_undecayed_fraction(const struct sm_particle_kind *kind, float age) {
  return kind->decay > 0.0f ? sm_exp(-kind->decay * age) : 1.0f;
}

SM_FN int64_t sm_mass_fraction(int64_t mass, float part) {
  return part >= 1.0f ? mass : (int64_t)((double)mass * (double)part + 0.5);
}

/* Number of members of the chain of a kind, with itself; chain: by kind, or NULL. */
SM_FN int sm_chain_members(const struct sm_particle_chain *chain, int kind) {
  return chain ? chain[kind].decay.members : 1;
}

/* Decay of the masses of a particle over the time of a step. */
SM_FN void sm_chain_decay(const struct sm_decay_step *step, int members, int64_t *own,
                          struct sm_particle_daughters *daughters) {
  for (int m = members - 1; m >= 0; m--) {
    double mass = step->part[m][0] * (double)*own;
    for (int n = 1; n <= m; n++) mass += step->part[m][n] * (double)daughters->mass[n - 1];
    *(m > 0 ? &daughters->mass[m - 1] : own) = (int64_t)(mass + 0.5);
  }
}

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
  struct sm_turbulence_state *turbulence;  /* with turbulence, else NULL */
  struct sm_particle_daughters *daughters; /* with decay chains, else NULL */
  const struct sm_particle_chain *chain;   /* by kind; with decay chains, else NULL */
  const struct sm_particle *start;         /* by slot: initial states, for SM_ACTION_RESET */
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
  int64_t *deposit;                  /* dry, quanta, [species][ny][nx] */
  float rain;                        /* rain rate, mm/h; 0: none */
  float cloud_base;                  /* m above the ground; rain washes particles below it */
  float mixing_height;               /* lid, m above the ground; 0: none */
  float entrainment;                 /* fraction of particles that pass it */
  const float *terrain;              /* ground height of columns, m, as faces */
  int64_t *wet_deposit;              /* as deposit; NULL: no rain */
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

/* Plume rise of a step of h s, m. */
SM_FN void SM_P(sm_plume_rise_step)(const struct sm_particle_advance *a,
                                    const struct sm_particle_tag *tag, float time, float h,
                                    SM_REAL move[3]) {
  const struct sm_plume_rise rise = a->rise[tag->source];
  const float age = time - tag->release_time, to = age + h < rise.end ? age + h : rise.end;
  if (!(rise.gain > 0.0f) || !(age < rise.end)) return;
  const float third = 2.0f / 3.0f, low = age > 1e-6f ? sm_power(age, third) : 0.0f;
  move[2] += (SM_REAL)(rise.gain * (sm_power(to > 1e-6f ? to : 1e-6f, third) - low));
}

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
