/* particles.h - particles (Lagrangian dispersion) of a case, in SI units.
 *
 * As in case.h: defaults are filled in, an optional number that was not given is NAN, strings are
 * never NULL. Times are s after the start of the run, the first of the winds. */
#ifndef SM_CASE_PARTICLES_H
#define SM_CASE_PARTICLES_H

#include "case/source.h"
#include <stdbool.h>
#include <stddef.h>

/* Order as in cell/particles/drag.h. */
enum sm_particle_scheme {
  SM_PARTICLES_SEMI_IMPLICIT,
  SM_PARTICLES_EULER,
  SM_PARTICLES_MIDPOINT,
  SM_PARTICLES_ETD2,
  SM_PARTICLES_ETD4
};

enum sm_interpolation { SM_INTERPOLATE_FACES, SM_INTERPOLATE_TRILINEAR, SM_INTERPOLATE_BSPLINE };

/* What becomes of a particle at a side of the domain, or at a solid. */
enum sm_particle_boundary {
  SM_PARTICLE_BC_DELETE,   /* sides and top only */
  SM_PARTICLE_BC_PERIODIC, /* sides only */
  SM_PARTICLE_BC_REFLECT,
  SM_PARTICLE_BC_DEPOSIT, /* it stays where it is, and leaves the air */
  SM_PARTICLE_BC_RESET    /* to where and how it began */
};

/* One size of a species. */
struct sm_size_class {
  double diameter; /* m; 0: a gas */
  double share;    /* of the mass; those of a species add up to 1 */
};

struct sm_case_species {
  char *name;
  struct sm_size_class *size; /* one at least; lognormal distributions are already cut up */
  size_t size_count;
  double density;   /* kg/m3, of the grains; 0: a gas */
  double half_life; /* s; INFINITY: it does not decay */
  double formation; /* s, half-life of what it is made of on its way; NAN: it is there at once */
  /* Velocity of dry deposition, m/s: NAN: from resistances and sizes; 0: none */
  double deposition;
  double schmidt;    /* of a gas, for resistances: viscosity over diffusivity */
  double extinction; /* light missed over the cross section of the grains; default 2 */
  int line;
};

/* Mass in boxes of a grid of its own, averaged over time. */
struct sm_case_concentration {
  bool present;
  double cell_size[3]; /* m; NAN: cells of the domain */
  double origin[2];    /* m from the south-west corner without margin; NAN: all of the domain */
  double size[2];      /* m; NAN */
  double height;       /* m, of the highest box above the lowest ground; NAN: the domain top */
  double interval; /* s, over which is averaged and after which is written; NAN: all of the run */
  double sample;   /* s between samples; NAN: chosen */
  double *thresholds; /* kg/m3: arrival times and areas are told of them */
  size_t threshold_count;
  int line;
};

/* A box whose concentration is kept in time. */
struct sm_case_particle_receptor {
  char *name;
  int position; /* enum sm_position_kind */
  double place[2];
  double height;    /* m above the ground, of its middle */
  double size[3];   /* m */
  double threshold; /* kg/m3, for the time of arrival; NAN: none */
  int line;
};

/* From where to where somebody looks. */
struct sm_case_line_of_sight {
  char *name;
  int position; /* enum sm_position_kind */
  double place[2], end[2], height, end_height;
  int line;
};

/* What a suspension changes of the drag of its grains. */
enum sm_hindered_settling { SM_HINDERED_NONE, SM_HINDERED_DI_FELICE };

/* Collisions of grains with each other. */
enum sm_collision_model { SM_COLLISIONS_DSMC, SM_COLLISIONS_CONTACT };
struct sm_case_collisions {
  bool present;
  enum sm_collision_model model;
  double restitution, friction; /* normal, and of Coulomb, of grains */
  int line;
};

struct sm_case_particles {
  bool present;
  double duration;                     /* s; NAN: until the last wind */
  double step;                         /* s; NAN: chosen from grid and wind */
  enum sm_particle_scheme scheme;      /* default MIDPOINT */
  enum sm_interpolation interpolation; /* default FACES */
  bool turbulence;                     /* default: where there is a model of it */
  double structure; /* C0 of Kolmogorov's structure function; NAN: 2 sigma_up^4 */
  int drag;         /* enum sm_drag_model; default SCHILLER_NAUMANN */
  bool two_way;     /* the air feels the drag of grains */
  enum sm_hindered_settling hindered;
  double air_density, air_viscosity, free_path; /* kg/m3, Pa s, m */
  double gravity;                               /* m/s2 */
  enum sm_particle_boundary lateral_boundary, top, ground,
      walls;                    /* ground: what looks up; walls: all other solids */
  double restitution, friction; /* parts of the velocity that a bounce leaves: across, along */
  bool backward;
  double seed;            /* a whole number, 0 .. 2^53 */
  double interval;        /* s between snapshots of all particles in files; NAN: none */
  double trajectories;    /* particles whose trajectories are written; 0: none */
  double trajectory_step; /* s */
  double checkpoint;      /* s of the run between checkpoints; NAN: at its end only if stopped */
  struct sm_case_species *species;
  size_t species_count;
  struct sm_case_source *source;
  size_t source_count;
  struct sm_case_collisions collisions;
  struct sm_case_concentration concentration;
  struct sm_case_particle_receptor *receptor;
  size_t receptor_count;
  struct sm_case_line_of_sight *line_of_sight;
  size_t line_of_sight_count;
  int line;
};

#endif
