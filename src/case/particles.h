/* particles.h - particles (Lagrangian dispersion) of a case, in SI units.
 *
 * As in case.h, defaults are filled in, optional numbers that are not given are NAN, and strings
 * are never NULL. Times are s after the start of the run (the first wind). */
#ifndef SM_CASE_PARTICLES_H
#define SM_CASE_PARTICLES_H

#include "case/source.h"
#include <stdbool.h>
#include <stddef.h>

/* Integration schemes, ordered as in cell/particles/drag.h. */
enum sm_particle_scheme {
  SM_PARTICLES_SEMI_IMPLICIT,
  SM_PARTICLES_EULER,
  SM_PARTICLES_MIDPOINT,
  SM_PARTICLES_ETD2,
  SM_PARTICLES_ETD4
};

/* Precision of positions and velocities. */
enum sm_particle_precision { SM_PARTICLES_F32, SM_PARTICLES_F64 };

enum sm_interpolation { SM_INTERPOLATE_FACES, SM_INTERPOLATE_TRILINEAR, SM_INTERPOLATE_BSPLINE };

/* Particle boundary conditions at domain boundaries and solids. */
enum sm_particle_boundary {
  SM_PARTICLE_BC_DELETE,   /* domain sides and top only */
  SM_PARTICLE_BC_PERIODIC, /* domain sides only */
  SM_PARTICLE_BC_REFLECT,
  SM_PARTICLE_BC_DEPOSIT, /* deposited: removed from the air at its position */
  SM_PARTICLE_BC_RESET    /* returned to its initial position and velocity */
};

/* Size class of a species. */
struct sm_size_class {
  double diameter; /* grain diameter, m; 0: gas */
  double share;    /* mass fraction; the classes of a species sum to 1 */
};

struct sm_case_species {
  char *name;
  struct sm_size_class *size; /* at least one; lognormal distributions are already cut into
                                 classes */
  size_t size_count;
  double density;      /* grain density, kg/m3; 0: gas */
  double half_life;    /* s; INFINITY: no decay */
  char *daughter_name; /* of the species into which it decays; "": none is followed */
  int daughter;        /* its index; -1: none */
  double branching;    /* fraction of the decays that form it */
  double molar_mass;   /* kg/kmol; NAN: not given */
  /* Dry deposition velocity, m/s; NAN: from resistances and sizes; 0: none */
  double deposition;
  double scavenging;          /* scavenging coefficient at a rain rate of 1 mm/h, 1/s; 0: none */
  double scavenging_exponent; /* of the rain rate */
  double schmidt;    /* Schmidt number of a gas, for resistances (viscosity over diffusivity) */
  double extinction; /* extinction efficiency: extinction over geometric cross section; default 2 */
  int line;
};

/* Concentration output: mass in the boxes of a separate grid, averaged over time. */
struct sm_case_concentration {
  bool present;
  double cell_size[3]; /* m; NAN: cell size of the domain */
  double origin[2];    /* m from the south-west corner without margin; NAN: whole domain */
  double size[2];      /* m; NAN: whole domain */
  double height;       /* top of the highest box, m above the lowest terrain; NAN: domain top */
  double interval;     /* averaging and output interval, s; NAN: whole run */
  double sample;       /* sampling interval, s; NAN: automatic */
  double *thresholds;  /* kg/m3, for arrival times and areas */
  size_t threshold_count;
  int line;
};

/* Receptor: box with a time series of the concentration. */
struct sm_case_particle_receptor {
  char *name;
  int position; /* enum sm_position_kind */
  double place[2];
  double height;    /* centre of the box, m above the ground */
  double size[3];   /* m */
  double threshold; /* kg/m3, for the arrival time; NAN: none */
  int line;
};

/* Line of sight between two points. */
struct sm_case_line_of_sight {
  char *name;
  int position; /* enum sm_position_kind */
  double place[2], end[2], height, end_height;
  int line;
};

/* Modification of the drag of grains in a suspension. */
enum sm_hindered_settling { SM_HINDERED_NONE, SM_HINDERED_DI_FELICE };

/* Collisions of grains with each other. */
enum sm_collision_model { SM_COLLISIONS_DSMC, SM_COLLISIONS_CONTACT };
struct sm_case_collisions {
  bool present;
  enum sm_collision_model model;
  double restitution, friction; /* normal restitution and Coulomb friction coefficients */
  int line;
};

struct sm_case_particles {
  bool present;
  double duration;                     /* s; NAN: up to the last wind */
  double step;                         /* time step, s; NAN: from grid and wind */
  enum sm_particle_scheme scheme;      /* default MIDPOINT */
  enum sm_interpolation interpolation; /* default FACES */
  enum sm_particle_precision precision;
  bool turbulence;      /* default: true if the wind has a turbulence model */
  double mixing_height; /* m above the ground; 0: no lid */
  double entrainment;   /* fraction of particles that pass the lid where they meet it */
  double structure;     /* Kolmogorov constant C0 of the structure function; NAN: 2 sigma_up^4 */
  int drag;             /* enum sm_drag_model; default SCHILLER_NAUMANN */
  bool two_way;         /* two-way coupling: the drag of grains acts on the air */
  enum sm_hindered_settling hindered;
  double air_density, air_viscosity, free_path; /* air: kg/m3, Pa s, mean free path in m */
  double gravity;                               /* m/s2 */
  enum sm_particle_boundary lateral_boundary, top, ground,
      walls;                    /* ground: upward-facing surfaces; walls: all other solids */
  double restitution, friction; /* coefficients of rebound: normal, tangential */
  bool backward;
  double seed;            /* integer, 0 .. 2^53 */
  double interval;        /* interval of particle snapshots, s; NAN: none */
  double trajectories;    /* number of trajectories written; 0: none */
  double trajectory_step; /* interval of trajectory points, s */
  double checkpoint;      /* interval of checkpoints, s; NAN: only at the end of a stopped run */
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

/* finish/chains.c: Decay chains. */

/* Whether any species has a daughter; whether this one has or is one. */
bool sm_case_has_chains(const struct sm_case_particles *p);
bool sm_case_species_has_relatives(const struct sm_case_particles *p, int species);

/* Last member of the chain of a species. */
int sm_case_last_daughter(const struct sm_case_particles *p, int species);

/* Mass of the daughter that forms of a mass of a species that decays; largest mass that forms of a
 * mass of it, or this mass. */
double sm_case_daughter_yield(const struct sm_case_particles *p, int species);
double sm_case_largest_yield(const struct sm_case_particles *p, int species);

/* Specific activity, Bq/kg; 0: stable; NAN: molar mass not given. */
double sm_case_specific_activity(const struct sm_case_species *species);

/* finish/particles.c: Quantile of the standard normal distribution. */
double sm_normal_quantile(double share);

#endif
