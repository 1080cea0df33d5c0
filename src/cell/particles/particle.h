/* particle.h - particle record: position, velocity, mass, identity.
 *
 * Three records, by frequency of access: the particle in every step, the turbulence state in every
 * step with turbulence, the tag at release, removal and binning. Each is two words of 16 bytes, one
 * sector of a GPU's memory, and is moved as a whole by sorting. Particles in f64 have a fourth one,
 * of three words, with what the first one lacks. This header and those that include
 * it come after the cells in float: cells.h includes them. */
#ifndef SM_CELL_PARTICLES_PARTICLE_H
#define SM_CELL_PARTICLES_PARTICLE_H

#include "cell/particles/drag.h"
#include "cell/particles/wind_interpolation.h"

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
  float decay;                      /* 1/s */
  float formation;  /* rate of formation during transport, 1/s; 0: present from the start */
  float deposition; /* deposition velocity, m/s; SM_DEPOSITION_RESISTANCE; 0: none */
  float laminar;    /* resistance of the laminar layer times u*, without impaction */
  float impaction;  /* Stokes number over u*^2, s2/m2; 0: gas */
  float extinction; /* m2/kg */
  int species;
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
  SM_DRAW_COLLISION_ORDER
};

/* Mass budget of a species: quanta, and numbers of particles; integers, whose sums do not depend on
 * the order. */
enum sm_budget_term {
  SM_BUDGET_EMITTED,
  SM_BUDGET_OUTFLOW,   /* through the sides or the top */
  SM_BUDGET_DEPOSITED, /* on ground and walls */
  SM_BUDGET_DECAYED,
  SM_BUDGET_LOST, /* in a solid, or position not a number */
  SM_BUDGET_AIRBORNE,
  SM_BUDGET_OUTFLOW_WEST, /* outflow by side: west, east, south, north, top */
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

/* Remaining fraction of the mass after decay; for a product that forms during transport (Bateman
 * 1910): formation over (formation - decay) times the difference of both exponentials. */
SM_FN float sm_undecayed_fraction(const struct sm_particle_kind *kind, float age) {
  const float a = kind->decay, b = kind->formation;
  if (b > 0.0f) {
    const float slow = a < b ? a : b, fast = a < b ? b : a;
    return b * age * sm_exp(-slow * age) * sm_mean_growth((slow - fast) * age);
  }
  return a > 0.0f ? sm_exp(-a * age) : 1.0f;
}

SM_FN int64_t sm_mass_fraction(int64_t mass, float part) {
  return part >= 1.0f ? mass : (int64_t)((double)mass * (double)part + 0.5);
}

#endif
